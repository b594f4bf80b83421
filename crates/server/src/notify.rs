//! Turn, deadline and end-of-match notices, batched per account and sent at most once. Turn notices wait for
//! `turn_notice_delay_seconds`; end-of-match notices go only to players who were not connected.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::{Arc, Mutex},
    time::Duration,
};

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
};
use serde::{Deserialize, Serialize};
use store::{NewNotice, PendingSeatRow};
use ureq::{
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::{DefaultConnector, NextTimeout},
    },
};

use crate::{
    app::App,
    describe::Listed,
    room::{Room, SeatState},
};

/// At most one mail per account in this time, milliseconds.
const MAIL_COOLDOWN_MS: i64 = 10 * 60 * 1_000;
/// Warn when less than this is left of a clock that had more, milliseconds.
const DEADLINE_WARNING_MS: i64 = 12 * 3_600 * 1_000;
const MAX_ATTEMPTS: i64 = 8;

/// Pending end-of-match notices, and the last mail per account.
#[derive(Default)]
pub(crate) struct Notifier {
    /// End-of-match notices not sent yet. Turn notices are found in the database.
    ended: Mutex<Vec<PendingNotice>>,
    written: Mutex<HashMap<i64, i64>>,
}

/// A notice for one account.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PendingNotice {
    notice: NewNotice,
    /// The code of the table.
    code: String,
}

impl PendingNotice {
    fn of_turn(row: PendingSeatRow, kind: &'static str, what: &str) -> Self {
        let title = serde_json::from_str::<Listed>(&row.summary).unwrap_or_default().title;
        let PendingSeatRow { table_id: table, code, account, waiting_since, .. } = row;
        Self {
            notice: NewNotice {
                account,
                kind,
                table,
                dedup_key: waiting_since,
                text: format!("{what} at {title}"),
            },
            code,
        }
    }
}

/// An outbound message (mail or webhook), stored as JSON in the outbox.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct OutboundMessage {
    to: String,
    subject: String,
    text: String,
    tables: Vec<String>,
}

impl Notifier {
    /// Queues end-of-match notices for players who were not connected.
    pub(crate) fn ended(&self, room: &Room, seen_by: impl Fn(u8) -> bool) {
        let Some(result) = &room.result else { return };
        let people: BTreeSet<i64> = room.seats.iter().filter_map(SeatState::account).collect();
        let news = people.into_iter().filter_map(|account| {
            let seats = room.seats_of(account);
            let text = format!("“{}”: {}", room.header.title, how_it_ended(&result.winners, &seats));
            let notice =
                NewNotice { account, kind: "over", table: room.id, dedup_key: room.seq as i64, text };
            (!seats.into_iter().any(&seen_by)).then(|| PendingNotice { notice, code: room.code.clone() })
        });
        self.ended.lock().expect("no panic under this lock").extend(news);
    }

    /// Collects due notices and sends them.
    pub(crate) async fn collect(&self, app: &Arc<App>) -> Result<(), store::Error> {
        let (at, mut pieces) = (app.now(), Vec::new());
        for row in app
            .store
            .pending_since_before(at - i64::from(app.config.turn_notice_delay_seconds) * 1_000)
            .await?
        {
            pieces.push(PendingNotice::of_turn(row, "your_turn", "your turn"));
        }
        for row in app.store.deadlines_before(at + DEADLINE_WARNING_MS).await? {
            // Live clocks are always short, and their players are connected.
            if row.deadline.is_some_and(|deadline| deadline - row.waiting_since > 2 * DEADLINE_WARNING_MS) {
                pieces.push(PendingNotice::of_turn(row, "deadline", "your clock runs out soon"));
            }
        }
        pieces.append(&mut self.ended.lock().expect("no panic under this lock"));
        let mut news: BTreeMap<i64, Vec<PendingNotice>> = BTreeMap::new();
        for piece in pieces {
            news.entry(piece.notice.account).or_default().push(piece);
        }
        let mut sent = Ok(());
        for (account, pieces) in news {
            if self.mailed_recently(account, at) {
                self.requeue(pieces);
            } else if let Err(error) = self.send(app, account, &pieces).await {
                self.requeue(pieces);
                sent = Err(error);
            }
        }
        sent
    }

    /// Requeues end-of-match notices. Turn notices need no queue: the next round finds them in the database.
    fn requeue(&self, pieces: Vec<PendingNotice>) {
        let ends = pieces.into_iter().filter(|piece| piece.notice.kind == "over");
        self.ended.lock().expect("no panic under this lock").extend(ends);
    }

    fn mailed_recently(&self, account: i64, at: i64) -> bool {
        let mut written = self.written.lock().expect("no panic under this lock");
        written.retain(|_, when| at - *when < MAIL_COOLDOWN_MS);
        written.contains_key(&account)
    }

    async fn send(&self, app: &Arc<App>, account: i64, pieces: &[PendingNotice]) -> Result<(), store::Error> {
        let Some(owner) = app.store.account(account).await? else { return Ok(()) };
        let mut sent = Vec::new();
        for PendingNotice { notice, code } in pieces {
            // The unique key lets one server through.
            if app.store.put_notice(notice).await? {
                tracing::info!(account, table = code, text = notice.text, "notice");
                sent.push((notice, code));
            }
        }
        if sent.is_empty() || owner.notices == 0 {
            return Ok(());
        }
        let base =
            app.config.base_url.clone().unwrap_or_else(|| format!("http://localhost:{}", app.config.port));
        let lines: Vec<String> =
            sent.iter().map(|(notice, code)| format!("- {}: {base}/t/{code}", notice.text)).collect();
        let subject = match &sent[..] {
            [(notice, _)] => notice.text.clone(),
            many if many.iter().all(|(notice, _)| notice.kind != "over") => {
                format!("Your turn in {} games", many.len())
            }
            many => format!("Updates from {} games", many.len()),
        };
        let text = format!(
            "Hello {},\n\n{}\n\nTo stop these messages, change your notification settings at {base}/account.\n",
            owner.name,
            lines.join("\n")
        );
        let tables: Vec<String> = sent.into_iter().map(|(_, code)| code.clone()).collect();
        for (kind, to) in [("mail", owner.email), ("webhook", owner.webhook)] {
            if !to.is_empty() {
                let message = OutboundMessage {
                    to,
                    subject: subject.clone(),
                    text: text.clone(),
                    tables: tables.clone(),
                };
                let body = serde_json::to_string(&message).expect("a message is plain data");
                app.store.enqueue(kind, &body).await?;
                self.written.lock().expect("no panic under this lock").insert(account, app.now());
            }
        }
        Ok(())
    }
}

/// The result from the point of view of these seats.
fn how_it_ended(winners: &[u8], seats: &[u8]) -> &'static str {
    let own = |winner: &u8| seats.contains(winner);
    match winners {
        [winner] if own(winner) => "you won",
        [_, _, ..] if winners.iter().any(own) => "draw",
        [_, ..] => "you lost",
        [] => "closed before it started",
    }
}

/// Sends queued messages until the server stops.
pub(crate) async fn run_outbox(app: Arc<App>) {
    let mailer = match app.config.smtp.as_deref().map(build_mailer) {
        None => None,
        Some(Ok(mailer)) => Some(mailer),
        Some(Err(error)) => {
            tracing::error!(error, "invalid smtp setting; mail is only logged");
            None
        }
    };
    loop {
        match app.store.claim(120_000).await {
            Ok(Some(job)) => {
                let sent = match serde_json::from_str::<OutboundMessage>(&job.body) {
                    Ok(message) if job.kind == "mail" => mail(&app, mailer.as_ref(), &message).await,
                    Ok(message) => webhook(&app, message).await,
                    Err(error) => Err(error.to_string()),
                };
                let noted = match sent {
                    Ok(()) => app.store.finish_job(job.id).await,
                    Err(error) if job.tries >= MAX_ATTEMPTS => {
                        tracing::warn!(error, kind = job.kind, "gave up sending a notice");
                        app.store.finish_job(job.id).await
                    }
                    Err(error) => {
                        tracing::info!(
                            error,
                            kind = job.kind,
                            tries = job.tries,
                            "failed to send a notice; will retry"
                        );
                        app.store.retry_job(job.id, app.now() + (60_000 << job.tries.min(10)), &error).await
                    }
                };
                if let Err(error) = noted {
                    tracing::error!(%error, "failed to update the outbox");
                }
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "failed to read the outbox"),
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(2)) => {}
            () = app.stop.cancelled() => return,
        }
    }
}

/// The SMTP client of a `smtp` setting.
pub(crate) fn build_mailer(url: &str) -> Result<AsyncSmtpTransport<Tokio1Executor>, String> {
    let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|error| error.to_string())?;
    Ok(builder.timeout(Some(Duration::from_secs(20))).build())
}

async fn mail(
    app: &App,
    mailer: Option<&AsyncSmtpTransport<Tokio1Executor>>,
    message: &OutboundMessage,
) -> Result<(), String> {
    let Some(mailer) = mailer else {
        tracing::info!(to = message.to, subject = message.subject, "mail (no mail server is configured)");
        return Ok(());
    };
    let mailbox = |text: &str| text.parse::<Mailbox>().map_err(|error| format!("{text:?}: {error}"));
    let message = Message::builder()
        .from(mailbox(&app.config.mail_from)?)
        .to(mailbox(&message.to)?)
        .subject(message.subject.as_str())
        .header(ContentType::TEXT_PLAIN)
        .body(message.text.clone())
        .map_err(|error| error.to_string())?;
    mailer.send(message).await.map(|_| ()).map_err(|error| error.to_string())
}

async fn webhook(app: &App, message: OutboundMessage) -> Result<(), String> {
    let open = app.config.allow_insecure_webhooks;
    let sent = tokio::task::spawn_blocking(move || {
        validate_webhook(&message.to, open)?;
        let body =
            serde_json::json!({ "subject": message.subject, "text": message.text, "tables": message.tables });
        let request = webhook_agent(open).post(&message.to).header("content-type", "application/json");
        request.send(body.to_string()).map(|_| ()).map_err(|error| error.to_string())
    });
    sent.await.map_err(|error| error.to_string())?
}

/// HTTP client for webhooks: public addresses only, unless `allow_insecure`.
fn webhook_agent(allow_insecure: bool) -> ureq::Agent {
    let config = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(15))).max_redirects(0);
    if allow_insecure {
        return config.build().new_agent();
    }
    // No proxy: it would resolve the name itself.
    let config = config.proxy(None).build();
    ureq::Agent::with_parts(config, DefaultConnector::default(), PublicOnly::default())
}

/// Checks an e-mail address. Empty means none.
pub(crate) fn validate_email(email: &str) -> Result<(), String> {
    if email.is_empty() || (email.len() <= 200 && email.parse::<lettre::Address>().is_ok()) {
        return Ok(());
    }
    Err(format!("{email:?} is not an e-mail address"))
}

/// Checks a webhook address. Empty means none.
pub(crate) fn validate_webhook(url: &str, open: bool) -> Result<(), String> {
    let fits = url.len() <= 300 && !url.chars().any(|c| c.is_whitespace() || c.is_control());
    if url.is_empty() || (fits && (url.starts_with("https://") || (open && url.starts_with("http://")))) {
        return Ok(());
    }
    Err("a webhook address must begin with https://".to_owned())
}

/// Checks a webhook address when it is saved: its form, and that all addresses of its host are public. Resolves the name.
pub(crate) fn check_webhook(url: &str, allow_insecure: bool) -> Result<(), String> {
    validate_webhook(url, allow_insecure)?;
    if url.is_empty() || allow_insecure {
        return Ok(());
    }
    let uri: Uri = url.parse().map_err(|_| format!("{url:?} is not an address"))?;
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let port = uri.port_u16().unwrap_or(443);
    let found = std::net::ToSocketAddrs::to_socket_addrs(&(host, port))
        .map_err(|_| format!("the host {host:?} of the webhook cannot be resolved"))?;
    let addresses: Vec<IpAddr> = found.map(|address| address.ip()).collect();
    if addresses.is_empty() || !addresses.into_iter().all(is_public) {
        return Err(format!("{host} is not a public address"));
    }
    Ok(())
}

/// Resolver that rejects non-public addresses (SSRF). The name is resolved once and the checked address is the one
/// connected to, which defeats DNS rebinding.
#[derive(Debug, Default)]
struct PublicOnly(DefaultResolver);

impl Resolver for PublicOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &ureq::config::Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.0.resolve(uri, config, timeout)?;
        if found.iter().all(|address| is_public(address.ip())) {
            return Ok(found);
        }
        let sent = format!("{} is not a public address", uri.host().unwrap_or_default());
        Err(std::io::Error::new(std::io::ErrorKind::PermissionDenied, sent).into())
    }
}

/// Whether an address is globally reachable (IANA special-purpose registries): anything else may be the server's own
/// network.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => is_public_v4(v4),
            None => is_public_v6(v6),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    match a {
        0 | 10 | 127 | 224.. => false,
        100 => !(64..128).contains(&b),
        169 => b != 254,
        172 => !(16..32).contains(&b),
        192 => !matches!((b, c), (0, 0 | 2) | (88, 99) | (168, _)),
        198 => !matches!((b, c), (18 | 19, _) | (51, 100)),
        203 => (b, c) != (0, 113),
        _ => true,
    }
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Global unicast only, without documentation, Teredo, benchmarking, ORCHID and 6to4, which embed or name others.
    (0x2000..0x4000).contains(&a)
        && !(a == 0x2001 && (b < 0x0200 || b == 0x0db8))
        && a != 0x2002
        && !(a == 0x3fff && b < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_our_own_network_are_refused() {
        for url in [
            "https://127.0.0.1/x",
            "https://localhost/x",
            "https://10.0.0.8",
            "https://[::1]:8443/",
            "https://[::ffff:10.0.0.8]/",
            "https://a@192.168.1.1:444/",
        ] {
            let refused =
                webhook_agent(false).post(url).send("").expect_err("no request is sent").to_string();
            assert!(refused.contains("is not a public address"), "{url}: {refused}");
        }
        let public = Uri::from_static("https://93.184.216.34/hook");
        let config = ureq::config::Config::default();
        assert!(PublicOnly::default().resolve(&public, &config, NextTimeout::default()).is_ok());
    }

    #[test]
    fn every_special_range_is_refused_when_saved_and_when_called() {
        for address in [
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.31.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.19.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:a00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
        ] {
            let address: IpAddr = address.parse().expect("an address");
            assert!(!is_public(address), "{address}");
            let url = match address {
                IpAddr::V4(v4) => format!("https://{v4}/hook"),
                IpAddr::V6(v6) => format!("https://[{v6}]/hook"),
            };
            assert!(check_webhook(&url, false).is_err(), "{url}");
            assert!(check_webhook(&url, true).is_ok(), "{url}");
        }
        for address in ["93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1", "2a00::1"] {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
    }

    #[test]
    fn a_webhook_has_tls_and_no_tricks() {
        assert!(validate_webhook("", false).is_ok());
        assert!(validate_webhook("https://example.org/hook", false).is_ok());
        assert!(validate_webhook("http://example.org/hook", false).is_err());
        assert!(validate_webhook("file:///etc/passwd", true).is_err());
        assert!(validate_webhook("https://example.org/a b", false).is_err());
    }

    #[tokio::test]
    async fn an_end_is_queued_until_it_can_be_sent() {
        let store = store::Store::in_memory().await.expect("a database");
        let (config, catalog) = (crate::Config::default(), catalog::Catalog::standard());
        let app = App::new(config, store, catalog, tokio_util::sync::CancellationToken::new());
        let ann = app.store.create_guest("Ann").await.expect("made");
        let text = "“Test”: you won".to_owned();
        let notice = NewNotice { account: ann, kind: "over", table: 1, dedup_key: 7, text };
        app.notifier.ended.lock().expect("whole").push(PendingNotice { notice, code: "t".to_owned() });
        app.notifier.written.lock().expect("whole").insert(ann, app.now());
        app.notifier.collect(&app).await.expect("looked");
        assert_eq!(app.store.unread(ann).await.expect("counted"), 0, "within the cooldown");
        app.notifier.written.lock().expect("whole").clear();
        app.notifier.collect(&app).await.expect("looked");
        assert_eq!(app.store.unread(ann).await.expect("counted"), 1);
        assert!(app.notifier.ended.lock().expect("whole").is_empty(), "sent once");
    }

    #[test]
    fn a_result_is_worded_for_its_receiver() {
        for (winners, seats, sent) in [
            (&[1][..], &[1][..], "you won"),
            (&[1], &[0], "you lost"),
            (&[0, 1], &[1], "draw"),
            (&[0, 1], &[2], "you lost"),
            (&[2], &[0, 2], "you won"),
            (&[], &[0], "closed before it started"),
        ] {
            assert_eq!(how_it_ended(winners, seats), sent, "{winners:?} {seats:?}");
        }
    }

    #[test]
    fn an_email_address_is_one() {
        assert!(validate_email("").is_ok() && validate_email("ann@example.org").is_ok());
        assert!(validate_email("ann").is_err() && validate_email("a@b\r\nBcc: x@y.z").is_err());
    }
}
