//! "Your turn", "it is over": told once, in one digest, and only to those who are not looking anyway.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    net::IpAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
};
use serde::{Deserialize, Serialize};
use store::{NewNotice, PendingSeatRow, now};
use ureq::{
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::{DefaultConnector, NextTimeout},
    },
};

use crate::{
    app::App,
    present::Listed,
    room::{Chair, Room},
};

/// At most one mail per account in this time.
const QUIET: i64 = 10 * 60 * 1_000;
/// Warn when less than this is left, of clocks that had more.
const WARNING: i64 = 12 * 3_600 * 1_000;
const TRIES: i64 = 8;

/// Who is to be told what, and who was written to when.
#[derive(Default)]
pub(crate) struct Notifier {
    /// Ends of matches nobody has been told of. Turns need not be kept here: the database knows who is waited for.
    ended: Mutex<Vec<Piece>>,
    written: Mutex<HashMap<i64, i64>>,
}

/// A piece of news for one account.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    notice: NewNotice,
    /// The table's name in addresses.
    code: String,
}

impl Piece {
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

/// Something to be carried out of the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Letter {
    to: String,
    subject: String,
    text: String,
    tables: Vec<String>,
}

impl Notifier {
    /// A match has ended: those who did not see it will be told.
    pub(crate) fn ended(&self, room: &Room, seen_by: impl Fn(u8) -> bool) {
        let Some(result) = &room.result else { return };
        let people: BTreeSet<i64> = room.chairs.iter().filter_map(Chair::account).collect();
        let news = people.into_iter().filter_map(|account| {
            let seats = room.seats_of(account);
            let text = format!("{} {}", room.header.title, how_it_ended(&result.winners, &seats));
            let notice =
                NewNotice { account, kind: "over", table: room.id, dedup_key: room.seq as i64, text };
            (!seats.into_iter().any(&seen_by)).then(|| Piece { notice, code: room.code.clone() })
        });
        self.ended.lock().expect("no panic under this lock").extend(news);
    }

    /// Looks who is waited for and has not been told, and who has missed the end of a match.
    pub(crate) async fn round(&self, app: &Arc<App>) -> Result<(), store::Error> {
        let (at, mut pieces) = (now(), Vec::new());
        for row in app.store.pending_since_before(at - i64::from(app.config.notice_delay) * 1_000).await? {
            pieces.push(Piece::of_turn(row, "your_turn", "your turn"));
        }
        for row in app.store.deadlines_before(at + WARNING).await? {
            // A live clock is always short: whoever plays it is at the screen.
            if row.deadline.is_some_and(|deadline| deadline - row.waiting_since > 2 * WARNING) {
                pieces.push(Piece::of_turn(row, "deadline", "your clock runs out soon"));
            }
        }
        pieces.append(&mut self.ended.lock().expect("no panic under this lock"));
        let mut news: BTreeMap<i64, Vec<Piece>> = BTreeMap::new();
        for piece in pieces {
            news.entry(piece.notice.account).or_default().push(piece);
        }
        let mut told = Ok(());
        for (account, pieces) in news {
            if self.wrote_lately(account, at) {
                self.later(pieces);
            } else if let Err(error) = self.tell(app, account, &pieces).await {
                self.later(pieces);
                told = Err(error);
            }
        }
        told
    }

    /// Next time, then; turns are found again by themselves.
    fn later(&self, pieces: Vec<Piece>) {
        let ends = pieces.into_iter().filter(|piece| piece.notice.kind == "over");
        self.ended.lock().expect("no panic under this lock").extend(ends);
    }

    fn wrote_lately(&self, account: i64, at: i64) -> bool {
        let mut written = self.written.lock().expect("no panic under this lock");
        written.retain(|_, when| at - *when < QUIET);
        written.contains_key(&account)
    }

    async fn tell(&self, app: &Arc<App>, account: i64, pieces: &[Piece]) -> Result<(), store::Error> {
        let Some(owner) = app.store.account(account).await? else { return Ok(()) };
        let mut told = Vec::new();
        for Piece { notice, code } in pieces {
            // Another server may have been faster: the database lets only one through.
            if app.store.put_notice(notice).await? {
                tracing::info!(account, table = code, text = notice.text, "notice");
                told.push((notice, code));
            }
        }
        if told.is_empty() || owner.notices == 0 {
            return Ok(());
        }
        let base =
            app.config.base_url.clone().unwrap_or_else(|| format!("http://localhost:{}", app.config.port));
        let lines: Vec<String> =
            told.iter().map(|(notice, code)| format!("- {}: {base}/t/{code}", notice.text)).collect();
        let subject = match &told[..] {
            [(notice, _)] => notice.text.clone(),
            many if many.iter().all(|(notice, _)| notice.kind != "over") => {
                format!("{} tables wait for you", many.len())
            }
            many => format!("news of {} tables", many.len()),
        };
        let text = format!(
            "Hello {},\n\n{}\n\nTo get no more of these, change your settings at {base}.\n",
            owner.name,
            lines.join("\n")
        );
        let tables: Vec<String> = told.into_iter().map(|(_, code)| code.clone()).collect();
        for (kind, to) in [("mail", owner.email), ("webhook", owner.webhook)] {
            if !to.is_empty() {
                let letter =
                    Letter { to, subject: subject.clone(), text: text.clone(), tables: tables.clone() };
                let body = serde_json::to_string(&letter).expect("a letter is plain data");
                app.store.enqueue(kind, &body).await?;
                self.written.lock().expect("no panic under this lock").insert(account, now());
            }
        }
        Ok(())
    }
}

/// As told to whoever has these seats.
fn how_it_ended(winners: &[u8], seats: &[u8]) -> &'static str {
    let his = |winner: &u8| seats.contains(winner);
    match winners {
        [winner] if his(winner) => "is over: you have won",
        [_, _, ..] if winners.iter().any(his) => "is over: it is a draw",
        [_, ..] => "is over: you have lost",
        [] => "was closed before it began",
    }
}

/// Carries letters out of the house until the server stops.
pub(crate) async fn deliver(app: Arc<App>) {
    let mailer = app.config.smtp.as_deref().map(AsyncSmtpTransport::<Tokio1Executor>::from_url);
    let mailer = match mailer.map(Result::transpose_ok) {
        None => None,
        Some(Ok(mailer)) => Some(mailer),
        Some(Err(error)) => {
            tracing::error!(error, "the mail server's address is wrong; mail is only logged");
            None
        }
    };
    loop {
        match app.store.claim(120_000).await {
            Ok(Some(job)) => {
                let sent = match serde_json::from_str::<Letter>(&job.body) {
                    Ok(letter) if job.kind == "mail" => mail(&app, mailer.as_ref(), &letter).await,
                    Ok(letter) => webhook(&app, letter).await,
                    Err(error) => Err(error.to_string()),
                };
                let noted = match sent {
                    Ok(()) => app.store.finish_job(job.id).await,
                    Err(error) if job.tries >= TRIES => {
                        tracing::warn!(
                            error,
                            kind = job.kind,
                            "a notice could not be delivered and is given up"
                        );
                        app.store.finish_job(job.id).await
                    }
                    Err(error) => {
                        tracing::info!(
                            error,
                            kind = job.kind,
                            tries = job.tries,
                            "a notice could not be delivered yet"
                        );
                        app.store.retry_job(job.id, now() + (60_000 << job.tries.min(10)), &error).await
                    }
                };
                if let Err(error) = noted {
                    tracing::error!(%error, "a delivery could not be noted");
                }
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "no deliveries: the database does not answer"),
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(2)) => {}
            () = app.stop.cancelled() => return,
        }
    }
}

/// `from_url` gives a builder; build it.
trait TransposeOk {
    fn transpose_ok(self) -> Result<AsyncSmtpTransport<Tokio1Executor>, String>;
}
impl TransposeOk
    for Result<lettre::transport::smtp::AsyncSmtpTransportBuilder, lettre::transport::smtp::Error>
{
    fn transpose_ok(self) -> Result<AsyncSmtpTransport<Tokio1Executor>, String> {
        self.map(|builder| builder.timeout(Some(Duration::from_secs(20))).build())
            .map_err(|error| error.to_string())
    }
}

async fn mail(
    app: &App,
    mailer: Option<&AsyncSmtpTransport<Tokio1Executor>>,
    letter: &Letter,
) -> Result<(), String> {
    let Some(mailer) = mailer else {
        tracing::info!(to = letter.to, subject = letter.subject, "mail (no mail server is configured)");
        return Ok(());
    };
    let mailbox = |text: &str| text.parse::<Mailbox>().map_err(|error| format!("{text:?}: {error}"));
    let message = Message::builder()
        .from(mailbox(&app.config.mail_from)?)
        .to(mailbox(&letter.to)?)
        .subject(letter.subject.as_str())
        .header(ContentType::TEXT_PLAIN)
        .body(letter.text.clone())
        .map_err(|error| error.to_string())?;
    mailer.send(message).await.map(|_| ()).map_err(|error| error.to_string())
}

async fn webhook(app: &App, letter: Letter) -> Result<(), String> {
    let open = app.config.open_webhooks;
    let sent = tokio::task::spawn_blocking(move || {
        good_webhook(&letter.to, open)?;
        let body =
            serde_json::json!({ "subject": letter.subject, "text": letter.text, "tables": letter.tables });
        let request = caller(open).post(&letter.to).header("content-type", "application/json");
        request.send(body.to_string()).map(|_| ()).map_err(|error| error.to_string())
    });
    sent.await.map_err(|error| error.to_string())?
}

/// Calls webhooks: only at public addresses, unless all are `open`.
fn caller(open: bool) -> ureq::Agent {
    let config = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(15))).max_redirects(0);
    if open {
        return config.build().new_agent();
    }
    // A proxy would look the name up by itself.
    let config = config.proxy(None).build();
    ureq::Agent::with_parts(config, DefaultConnector::default(), PublicOnly::default())
}

/// Is this an address mail can go to? Empty means nowhere.
pub(crate) fn good_email(email: &str) -> Result<(), String> {
    if email.is_empty() || (email.len() <= 200 && email.parse::<lettre::Address>().is_ok()) {
        return Ok(());
    }
    Err(format!("{email:?} is not an e-mail address"))
}

/// Is this an address a webhook may be called at? Empty means nowhere.
pub(crate) fn good_webhook(url: &str, open: bool) -> Result<(), String> {
    let fits = url.len() <= 300 && !url.chars().any(|c| c.is_whitespace() || c.is_control());
    if url.is_empty() || (fits && (url.starts_with("https://") || (open && url.starts_with("http://")))) {
        return Ok(());
    }
    Err("a webhook is an address that begins with https://".to_owned())
}

/// Players must not make the server talk to its own network. The name is looked up once, and what was looked at is what
/// is called: a name that means something else a moment later gains nothing.
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
        let told = format!("{} is not a public address", uri.host().unwrap_or_default());
        Err(std::io::Error::new(std::io::ErrorKind::PermissionDenied, told).into())
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [first, second, ..] = v4.octets();
            !(v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_unspecified()
                || v4.is_multicast()
                || v4.is_broadcast()
                || (first == 100 && (64..128).contains(&second)))
        }
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => is_public(IpAddr::V4(v4)),
            None => {
                !(v6.is_loopback()
                    || v6.is_unspecified()
                    || v6.is_multicast()
                    || v6.is_unique_local()
                    || v6.is_unicast_link_local())
            }
        },
    }
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
            let refused = caller(false).post(url).send("").expect_err("nobody is called").to_string();
            assert!(refused.contains("is not a public address"), "{url}: {refused}");
        }
        let public = Uri::from_static("https://93.184.216.34/hook");
        let config = ureq::config::Config::default();
        assert!(PublicOnly::default().resolve(&public, &config, NextTimeout::default()).is_ok());
    }

    #[test]
    fn a_webhook_has_tls_and_no_tricks() {
        assert!(good_webhook("", false).is_ok());
        assert!(good_webhook("https://example.org/hook", false).is_ok());
        assert!(good_webhook("http://example.org/hook", false).is_err());
        assert!(good_webhook("file:///etc/passwd", true).is_err());
        assert!(good_webhook("https://example.org/a b", false).is_err());
    }

    #[tokio::test]
    async fn an_end_is_kept_until_it_can_be_told() {
        let store = store::Store::in_memory().await.expect("a database");
        let (config, catalog) = (crate::Config::default(), catalog::Catalog::standard());
        let app = App::new(config, store, catalog, tokio_util::sync::CancellationToken::new());
        let ann = app.store.create_guest("Ann").await.expect("made");
        let text = "Test is over: you have won".to_owned();
        let notice = NewNotice { account: ann, kind: "over", table: 1, dedup_key: 7, text };
        app.notifier.ended.lock().expect("whole").push(Piece { notice, code: "t".to_owned() });
        app.notifier.written.lock().expect("whole").insert(ann, now());
        app.notifier.round(&app).await.expect("looked");
        assert_eq!(app.store.unread(ann).await.expect("counted"), 0, "she was written to a moment ago");
        app.notifier.written.lock().expect("whole").clear();
        app.notifier.round(&app).await.expect("looked");
        assert_eq!(app.store.unread(ann).await.expect("counted"), 1);
        assert!(app.notifier.ended.lock().expect("whole").is_empty(), "told once");
    }

    #[test]
    fn an_end_is_told_from_ones_own_side() {
        for (winners, seats, told) in [
            (&[1][..], &[1][..], "is over: you have won"),
            (&[1], &[0], "is over: you have lost"),
            (&[0, 1], &[1], "is over: it is a draw"),
            (&[0, 1], &[2], "is over: you have lost"),
            (&[2], &[0, 2], "is over: you have won"),
            (&[], &[0], "was closed before it began"),
        ] {
            assert_eq!(how_it_ended(winners, seats), told, "{winners:?} {seats:?}");
        }
    }

    #[test]
    fn an_email_address_is_one() {
        assert!(good_email("").is_ok() && good_email("ann@example.org").is_ok());
        assert!(good_email("ann").is_err() && good_email("a@b\r\nBcc: x@y.z").is_err());
    }
}
