//! Who asks: sessions, passwords, and the extractors that make "somebody" a type.

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
use store::{AccountRow, Store, now};
use tokio::sync::Semaphore;

use crate::{
    app::App,
    decide::Person,
    error::{Error, Result, refuse, sign_in},
};

/// The name of the cookie.
pub(crate) const COOKIE: &str = "starboard";
/// How long another server's logout may take to be noticed here.
const TRUST: Duration = Duration::from_secs(20);
const DAY: i64 = 86_400_000;

/// Sessions, remembered for a moment: a move must not wait for a query.
pub(crate) struct Sessions {
    days: u32,
    known: RwLock<HashMap<String, (Person, Instant)>>,
}

impl Sessions {
    pub(crate) fn new(days: u32) -> Self {
        Self { days, known: RwLock::default() }
    }

    async fn find(&self, store: &Store, token: &str) -> Result<Option<Person>> {
        let hash = hash(token);
        if let Some((person, since)) = self.known.read().expect("no panic under this lock").get(&hash)
            && since.elapsed() < TRUST
        {
            return Ok(Some(person.clone()));
        }
        let row = store.session(&hash, now() - i64::from(self.days) * DAY).await?;
        let person = row.map(|row| Person { account: row.id, name: row.name });
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
        let hash = hash(token);
        self.known.write().expect("no panic under this lock").remove(&hash);
        Ok(store.end_session(&hash).await?)
    }

    /// Ends all sessions of an account but this one.
    pub(crate) async fn end_others(&self, store: &Store, account: i64, token: &str) -> Result<()> {
        store.end_sessions(account, &hash(token)).await?;
        self.forget(account);
        Ok(())
    }

    /// Looks an account up again at its next request: its name has changed.
    pub(crate) fn forget(&self, account: i64) {
        self.known
            .write()
            .expect("no panic under this lock")
            .retain(|_, (person, _)| person.account != account);
    }

    /// Forgets who has not been here for a while.
    pub(crate) fn sweep(&self) {
        self.known.write().expect("no panic under this lock").retain(|_, (_, since)| since.elapsed() < TRUST);
    }
}

/// Only this hash is stored: who reads the database cannot take over a session.
fn hash(token: &str) -> String {
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

/// Whoever asks; a stranger is `None`.
pub(crate) struct Anyone(pub(crate) Option<Person>);

/// Somebody with a session.
pub(crate) struct Somebody(pub(crate) Person);

/// Somebody with a session who wants to change something: counts against the account's limit.
pub(crate) struct Actor(pub(crate) Person);

impl FromRequestParts<Arc<App>> for Anyone {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        match token(&parts.headers) {
            None => Ok(Self(None)),
            Some(token) => Ok(Self(app.sessions.find(&app.store, token).await?)),
        }
    }
}

impl FromRequestParts<Arc<App>> for Somebody {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        Anyone::from_request_parts(parts, app).await?.0.map(Self).ok_or_else(sign_in)
    }
}

impl FromRequestParts<Arc<App>> for Actor {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let Somebody(person) = Somebody::from_request_parts(parts, app).await?;
        app.limits.change(person.account)?;
        Ok(Self(person))
    }
}

/// The address a request comes from; a trusted proxy may speak for somebody else.
pub(crate) fn address(app: &App, parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([127, 0, 0, 1]));
    if !app.config.trusted_proxies.contains(&peer) {
        return peer;
    }
    let forwarded = parts.headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
    // The last entry is the one the trusted proxy itself has written.
    forwarded.and_then(|list| list.rsplit(',').next()?.trim().parse().ok()).unwrap_or(peer)
}

/// Two at once: each takes 19 MiB and tens of milliseconds.
static HASHING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));
/// Verified when there is no such account, so that time does not tell which names exist.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_now("a password nobody has"));

fn hash_now(password: &str) -> String {
    Argon2::default().hash_password(password.as_bytes()).expect("argon2 with its own parameters").to_string()
}

/// The argon2id hash of a password.
pub(crate) async fn hash_password(password: &str) -> Result<String> {
    let _turn = HASHING.acquire().await.expect("never closed");
    let password = password.to_owned();
    let hashed = tokio::task::spawn_blocking(move || hash_now(&password)).await;
    hashed.map_err(|error| Error::Internal(error.to_string()))
}

/// Is this the password of the account?
pub(crate) async fn verify_password(account: Option<&AccountRow>, password: &str) -> Result<bool> {
    let _turn = HASHING.acquire().await.expect("never closed");
    let stored = account.and_then(|account| account.password.clone());
    let password = password.to_owned();
    let verified = tokio::task::spawn_blocking(move || {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| NOBODY.clone());
        let right = PasswordHash::new(&stored)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
        known && right
    });
    verified.await.map_err(|error| Error::Internal(error.to_string()))
}

/// Is this a password?
pub(crate) fn good_password(password: &str) -> Result<()> {
    let length = password.chars().count();
    if (8..=200).contains(&length) {
        return Ok(());
    }
    Err(refuse(400, "password", "a password has 8 to 200 characters"))
}

/// A name for people, trimmed.
pub(crate) fn good_name(name: &str, least: usize) -> Result<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (least..=24).contains(&name.chars().count());
    if fits && name.chars().all(|c| c.is_alphanumeric() || " -_.'".contains(c)) {
        return Ok(name);
    }
    Err(refuse(400, "name", format!("a name has {least} to 24 letters, digits, spaces or - _ . '")))
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
    fn names_are_tidied_and_markup_is_no_name() {
        assert_eq!(good_name("  Ann   Lee ", 2).expect("fine"), "Ann Lee");
        assert!(good_name("<b>", 1).is_err());
        assert!(good_name("x", 2).is_err());
        assert!(good_name(&"x".repeat(25), 1).is_err());
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
        assert!(!verify_password(None, "a password nobody has").await.expect("checked"));
    }
}
