//! What an administrator can set: on the command line, in the environment, in a TOML file; the first one wins.

use std::{net::IpAddr, path::PathBuf};

use serde::{Deserialize, Serialize};

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// `postgres://…`, or the path of an SQLite file.
    pub database: String,
    /// How the outside world reaches the server, e.g. `https://play.example.org`. Cookies are `Secure` if it is `https`.
    pub base_url: Option<String>,
    /// Requests per second and address; 0 for no limit.
    pub rate_limit: u32,
    /// Changes per second and account; 0 for no limit.
    pub account_rate_limit: u32,
    /// Logins and registrations per minute and address; 0 for no limit.
    pub login_rate_limit: u32,
    /// Tables an account may have running at once.
    pub table_limit: u32,
    /// Threads for computer players.
    pub ai_threads: usize,
    /// Days until a session ends.
    pub session_days: u32,
    /// Believe `X-Forwarded-For` of these addresses.
    pub trusted_proxies: Vec<IpAddr>,
    /// Serve `/metrics` to any address, not only to loopback.
    pub public_metrics: bool,
    /// Seconds a player may be waited for before a notice is sent.
    pub turn_notice_delay_seconds: u32,
    /// `smtps://user:password@host:port` or `smtp://host:port`; without it mail is only logged.
    pub smtp: Option<String>,
    /// The sender of mail.
    pub mail_from: String,
    /// Allow webhooks without TLS and to private addresses (tests, closed networks).
    pub allow_insecure_webhooks: bool,
    /// Minutes until an unused table is taken out of memory.
    pub table_idle_minutes: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: IpAddr::from([127, 0, 0, 1]),
            port: 7870,
            database: ":memory:".to_owned(),
            base_url: None,
            rate_limit: 100,
            account_rate_limit: 50,
            login_rate_limit: 20,
            table_limit: 200,
            ai_threads: 1,
            session_days: 90,
            trusted_proxies: vec![],
            public_metrics: false,
            turn_notice_delay_seconds: 60,
            smtp: None,
            mail_from: "Starboard <starboard@localhost>".to_owned(),
            allow_insecure_webhooks: false,
            table_idle_minutes: 10,
        }
    }
}

/// The TOML file. Every field may be missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ConfigFile {
    /// See [`Config::bind`].
    pub bind: Option<IpAddr>,
    /// See [`Config::port`].
    pub port: Option<u16>,
    /// The folder of the embedded database.
    pub data: Option<PathBuf>,
    /// See [`Config::database`].
    pub database: Option<String>,
    /// See [`Config::base_url`].
    pub base_url: Option<String>,
    /// See [`Config::rate_limit`].
    pub rate_limit: Option<u32>,
    /// See [`Config::account_rate_limit`].
    pub account_rate_limit: Option<u32>,
    /// See [`Config::login_rate_limit`].
    #[serde(alias = "login-limit")]
    pub login_rate_limit: Option<u32>,
    /// See [`Config::table_limit`].
    pub table_limit: Option<u32>,
    /// See [`Config::ai_threads`].
    pub ai_threads: Option<usize>,
    /// See [`Config::session_days`].
    pub session_days: Option<u32>,
    /// See [`Config::trusted_proxies`].
    pub trusted_proxies: Option<Vec<IpAddr>>,
    /// See [`Config::public_metrics`].
    pub public_metrics: Option<bool>,
    /// See [`Config::turn_notice_delay_seconds`].
    #[serde(alias = "notice-delay")]
    pub turn_notice_delay_seconds: Option<u32>,
    /// See [`Config::smtp`].
    pub smtp: Option<String>,
    /// See [`Config::mail_from`].
    pub mail_from: Option<String>,
    /// See [`Config::allow_insecure_webhooks`].
    #[serde(alias = "open-webhooks")]
    pub allow_insecure_webhooks: Option<bool>,
    /// See [`Config::table_idle_minutes`].
    #[serde(alias = "idle-minutes")]
    pub table_idle_minutes: Option<u32>,
}

impl ConfigFile {
    /// This, and `other` where this says nothing.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            bind: self.bind.or(other.bind),
            port: self.port.or(other.port),
            data: self.data.or(other.data),
            database: self.database.or(other.database),
            base_url: self.base_url.or(other.base_url),
            rate_limit: self.rate_limit.or(other.rate_limit),
            account_rate_limit: self.account_rate_limit.or(other.account_rate_limit),
            login_rate_limit: self.login_rate_limit.or(other.login_rate_limit),
            table_limit: self.table_limit.or(other.table_limit),
            ai_threads: self.ai_threads.or(other.ai_threads),
            session_days: self.session_days.or(other.session_days),
            trusted_proxies: self.trusted_proxies.or(other.trusted_proxies),
            public_metrics: self.public_metrics.or(other.public_metrics),
            turn_notice_delay_seconds: self.turn_notice_delay_seconds.or(other.turn_notice_delay_seconds),
            smtp: self.smtp.or(other.smtp),
            mail_from: self.mail_from.or(other.mail_from),
            allow_insecure_webhooks: self.allow_insecure_webhooks.or(other.allow_insecure_webhooks),
            table_idle_minutes: self.table_idle_minutes.or(other.table_idle_minutes),
        }
    }

    /// The configuration, with defaults where nothing was said.
    pub fn complete(self) -> Config {
        let usual = Config::default();
        let data = self.data.unwrap_or_else(data_folder);
        let file = data.join("starboard.sqlite").to_string_lossy().into_owned();
        Config {
            bind: self.bind.unwrap_or(usual.bind),
            port: self.port.unwrap_or(usual.port),
            database: self.database.unwrap_or(file),
            base_url: self.base_url.map(|url| url.trim_end_matches('/').to_owned()),
            rate_limit: self.rate_limit.unwrap_or(usual.rate_limit),
            account_rate_limit: self.account_rate_limit.unwrap_or(usual.account_rate_limit),
            login_rate_limit: self.login_rate_limit.unwrap_or(usual.login_rate_limit),
            table_limit: self.table_limit.unwrap_or(usual.table_limit),
            ai_threads: self.ai_threads.unwrap_or(usual.ai_threads),
            session_days: self.session_days.unwrap_or(usual.session_days),
            trusted_proxies: self.trusted_proxies.unwrap_or_default(),
            public_metrics: self.public_metrics.unwrap_or(usual.public_metrics),
            turn_notice_delay_seconds: self
                .turn_notice_delay_seconds
                .unwrap_or(usual.turn_notice_delay_seconds),
            smtp: self.smtp,
            mail_from: self.mail_from.unwrap_or(usual.mail_from),
            allow_insecure_webhooks: self.allow_insecure_webhooks.unwrap_or(usual.allow_insecure_webhooks),
            table_idle_minutes: self.table_idle_minutes.unwrap_or(usual.table_idle_minutes),
        }
    }
}

/// The default data folder: `$XDG_DATA_HOME`, `~/.local/share`, or here.
fn data_folder() -> PathBuf {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
        .map_or_else(|| PathBuf::from("starboard-data"), |base| base.join("starboard"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_wins_over_the_file_and_the_file_over_the_default() {
        let file: ConfigFile = toml::from_str("port = 9000\nbase-url = \"https://x.org/\"").expect("good");
        let line = ConfigFile { port: Some(9001), ..ConfigFile::default() };
        let config = line.or(file).complete();
        assert_eq!(config.port, 9001);
        assert_eq!(config.base_url.as_deref(), Some("https://x.org"));
        assert_eq!(config.session_days, 90);
    }

    #[test]
    fn an_unknown_field_is_named() {
        let error = toml::from_str::<ConfigFile>("prot = 9000").expect_err("misspelt").to_string();
        assert!(error.contains("prot"), "{error}");
    }
}
