//! Sessions, password hashing, and the axum extractors for optional, required and rate-limited users.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, LazyLock, RwLock},
    time::{Duration, Instant},
};

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};
use axum_extra::extract::cookie::{Cookie, SameSite};
use store::{AccountRow, Store};
use tokio::sync::{Semaphore, broadcast};

use crate::{
    app::App,
    commands::User,
    error::{Code, Error, Result, refuse, sign_in},
};

/// The name of the cookie.
pub(crate) const COOKIE: &str = "starboard";
/// How long a session is cached, and so how long a logout on another server takes to arrive here.
const SESSION_CACHE_TTL: Duration = Duration::from_secs(20);
const DAY: i64 = 86_400_000;

/// Session cache: a move must not wait for a query.
pub(crate) struct Sessions {
    days: u32,
    known: RwLock<HashMap<String, (User, Instant)>>,
    /// Accounts whose sessions have ended, here or on another server: their streams check whether theirs has.
    ended: broadcast::Sender<i64>,
}

impl Sessions {
    pub(crate) fn new(days: u32) -> Self {
        Self { days, known: RwLock::default(), ended: broadcast::channel(64).0 }
    }

    /// Accounts whose sessions end from now on.
    pub(crate) fn watch(&self) -> broadcast::Receiver<i64> {
        self.ended.subscribe()
    }

    /// Whether a session still exists; asks the database.
    pub(crate) async fn is_open(&self, store: &Store, hash: &str) -> Result<bool> {
        Ok(store.session(hash, store.now() - i64::from(self.days) * DAY).await?.is_some())
    }

    /// Sessions of this account have ended: the cache and its streams must not use them any more.
    pub(crate) fn announce_ended(&self, account: i64) {
        self.invalidate(account);
        // Without a stream there is no receiver.
        let _ = self.ended.send(account);
    }

    async fn find(&self, store: &Store, token: &str) -> Result<Option<User>> {
        let hash = hash(token);
        if let Some((person, since)) = self.known.read().expect("no panic under this lock").get(&hash)
            && since.elapsed() < SESSION_CACHE_TTL
        {
            return Ok(Some(person.clone()));
        }
        let row = store.session(&hash, store.now() - i64::from(self.days) * DAY).await?;
        let person = row.map(|row| User { account: row.id, name: row.name });
        let mut known = self.known.write().expect("no panic under this lock");
        match &person {
            Some(person) => {
                known.insert(hash, (person.clone(), Instant::now()));
            }
            None => {
                known.remove(&hash);
            }
        }
        Ok(person)
    }

    /// Begins a session and returns its token.
    pub(crate) async fn begin(&self, store: &Store, account: i64) -> Result<String> {
        let token = random_token(32);
        store.put_session(&hash(&token), account).await?;
        Ok(token)
    }

    /// Ends a session.
    pub(crate) async fn end(&self, store: &Store, token: &str) -> Result<()> {
        let user = self.find(store, token).await?;
        store.end_session(&hash(token)).await?;
        if let Some(user) = user {
            self.announce_ended(user.account);
            store.announce_sessions_ended(user.account).await?;
        }
        Ok(())
    }

    /// Ends all sessions of an account but this one; all of them without a token.
    pub(crate) async fn end_others(&self, store: &Store, account: i64, token: &str) -> Result<()> {
        let except = if token.is_empty() { String::new() } else { hash(token) };
        store.end_sessions(account, &except).await?;
        self.announce_ended(account);
        Ok(store.announce_sessions_ended(account).await?)
    }

    /// Removes an account from the cache: its name or its sessions have changed.
    pub(crate) fn invalidate(&self, account: i64) {
        self.known
            .write()
            .expect("no panic under this lock")
            .retain(|_, (person, _)| person.account != account);
    }

    /// Removes all entries: names have changed.
    pub(crate) fn clear(&self) {
        self.known.write().expect("no panic under this lock").clear();
    }

    /// Removes expired entries.
    pub(crate) fn evict_expired(&self) {
        self.known
            .write()
            .expect("no panic under this lock")
            .retain(|_, (_, since)| since.elapsed() < SESSION_CACHE_TTL);
    }
}

/// Only this hash is stored: reading the database does not give access to a session.
pub(crate) fn hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex()[..40].to_owned()
}

/// Random letters and digits worth `bytes` bytes.
pub(crate) fn random_token(bytes: usize) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut random = vec![0; (bytes * 8).div_ceil(5)];
    getrandom::fill(&mut random).expect("the operating system has random numbers");
    random.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// The cookie that carries a token.
pub(crate) fn cookie(app: &App, token: String) -> Cookie<'static> {
    let secure = app.config.base_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    Cookie::build((COOKIE, token))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        // The server decides when a session ends, not the browser.
        .permanent()
        .build()
}

/// The token of a request: from the cookie, or from a program's `Authorization` header.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    let bearer =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    bearer.or_else(|| cookie_token(headers)).filter(|token| (20..=128).contains(&token.len()))
}

pub(crate) fn cookie_token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(name, _)| *name == COOKIE).map(|(_, token)| token)
}

/// The caller; `None` without a session.
pub(crate) struct MaybeUser(pub(crate) Option<User>);

/// A caller with a session.
pub(crate) struct CurrentUser(pub(crate) User);

/// A caller with a session who changes something: counts against the account's rate limit.
pub(crate) struct RateLimitedUser(pub(crate) User);

impl FromRequestParts<Arc<App>> for MaybeUser {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        match token(&parts.headers) {
            None => Ok(Self(None)),
            Some(token) => Ok(Self(app.sessions.find(&app.store, token).await?)),
        }
    }
}

impl FromRequestParts<Arc<App>> for CurrentUser {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        MaybeUser::from_request_parts(parts, app).await?.0.map(Self).ok_or_else(sign_in)
    }
}

impl FromRequestParts<Arc<App>> for RateLimitedUser {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let CurrentUser(person) = CurrentUser::from_request_parts(parts, app).await?;
        app.limits.change(person.account)?;
        Ok(Self(person))
    }
}

/// The address a request comes from.
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<Arc<App>> for ClientAddress {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        Ok(Self(address(app, parts)))
    }
}

/// The client address of a request; trusted proxies forward it.
pub(crate) fn address(app: &App, parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([127, 0, 0, 1]));
    if !app.config.trusted_proxies.contains(&peer) {
        return peer;
    }
    forwarded(&parts.headers, app.config.proxy_hops).unwrap_or(peer)
}

/// The entry that the outermost of `hops` proxies appended, counted from the end over all `X-Forwarded-For` lines.
/// Entries before it come from the client and prove nothing.
fn forwarded(headers: &HeaderMap, hops: u32) -> Option<IpAddr> {
    let lines: Option<Vec<&str>> =
        headers.get_all("x-forwarded-for").iter().map(|line| line.to_str().ok()).collect();
    let entries: Vec<&str> = lines?.into_iter().flat_map(|line| line.split(',')).map(str::trim).collect();
    let entry = entries.len().checked_sub(hops as usize).and_then(|at| entries.get(at))?;
    entry.parse().or_else(|_| entry.parse::<SocketAddr>().map(|address| address.ip())).ok()
}

/// At most two concurrent hashes: each takes 19 MiB and tens of milliseconds.
static HASH_PERMITS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));
/// Dummy hash verified for unknown names, so that response time does not reveal which names exist.
static DUMMY_HASH: LazyLock<String> = LazyLock::new(|| hash_now("a password of no account"));

fn hash_now(password: &str) -> String {
    Argon2::default().hash_password(password.as_bytes()).expect("argon2 with its own parameters").to_string()
}

/// The argon2id hash of a password.
pub(crate) async fn hash_password(password: &str) -> Result<String> {
    let _turn = HASH_PERMITS.acquire().await.expect("never closed");
    let password = password.to_owned();
    let hashed = tokio::task::spawn_blocking(move || hash_now(&password)).await;
    hashed.map_err(|error| Error::Internal(error.to_string()))
}

/// Is this the password of the account?
pub(crate) async fn verify_password(account: Option<&AccountRow>, password: &str) -> Result<bool> {
    let _turn = HASH_PERMITS.acquire().await.expect("never closed");
    let stored = account.and_then(|account| account.password.clone());
    let password = password.to_owned();
    let verified = tokio::task::spawn_blocking(move || {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| DUMMY_HASH.clone());
        let right = PasswordHash::new(&stored)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
        known && right
    });
    verified.await.map_err(|error| Error::Internal(error.to_string()))
}

/// Checks the length of a password.
pub(crate) fn validate_password(password: &str) -> Result<()> {
    let length = password.chars().count();
    if (8..=200).contains(&length) {
        return Ok(());
    }
    Err(refuse(Code::Password, "a password has 8 to 200 characters"))
}

/// A display name with normalized white space, or a refusal.
pub(crate) fn validate_name(name: &str, least: usize) -> Result<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (least..=24).contains(&name.chars().count());
    if fits && name.chars().all(|c| c.is_alphanumeric() || " -_.'".contains(c)) {
        return Ok(name);
    }
    Err(refuse(Code::Name, format!("a name has {least} to 24 letters, digits, spaces or - _ . '")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_among_other_cookies() {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::COOKIE,
            "a=b; starboard=abcdefghijklmnopqrstuvwxyz; c=d".parse().expect("a header"),
        );
        assert_eq!(token(&headers), Some("abcdefghijklmnopqrstuvwxyz"));
        headers.insert(header::COOKIE, "starboard=short".parse().expect("a header"));
        assert_eq!(token(&headers), None);
    }

    #[test]
    fn the_client_address_is_the_one_the_outermost_trusted_proxy_saw() {
        let from = |lines: &[&str], hops| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", line.parse().expect("a header"));
            }
            forwarded(&headers, hops).map(|address| address.to_string())
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(from(&["1.1.1.1, 2.2.2.2"], 1), some("2.2.2.2"));
        assert_eq!(from(&["6.6.6.6", "2.2.2.2"], 1), some("2.2.2.2"), "a second line is not ignored");
        assert_eq!(from(&["6.6.6.6, 2.2.2.2", "10.0.0.1"], 2), some("2.2.2.2"));
        assert_eq!(from(&["2.2.2.2"], 2), None, "fewer proxies than configured");
        assert_eq!(from(&["not an address"], 1), None);
        assert_eq!(from(&[], 1), None);
        assert_eq!(from(&["[2001:db8::1]:443"], 1), some("2001:db8::1"));
    }

    #[test]
    fn names_are_normalized_and_markup_is_refused() {
        assert_eq!(validate_name("  Ann   Lee ", 2).expect("fine"), "Ann Lee");
        assert!(validate_name("<b>", 1).is_err());
        assert!(validate_name("x", 2).is_err());
        assert!(validate_name(&"x".repeat(25), 1).is_err());
    }

    #[tokio::test]
    async fn passwords_are_hashed_and_verified() {
        let hash = hash_password("correct horse").await.expect("hashed");
        assert!(hash.starts_with("$argon2id$"));
        let account = AccountRow {
            id: 1,
            name: "Ann".to_owned(),
            name_key: None,
            password: Some(hash),
            admin: 0,
            email: String::new(),
            webhook: String::new(),
            notices: 1,
            created: 0,
        };
        assert!(verify_password(Some(&account), "correct horse").await.expect("checked"));
        assert!(!verify_password(Some(&account), "wrong horse").await.expect("checked"));
        assert!(!verify_password(None, "a password of no account").await.expect("checked"));
    }
}
