//! Settings: on the command line, in the environment, in a TOML file; the first one wins.

use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

use clap::Args;
use serde::{Deserialize, Serialize};
use store::TimeSource;

use crate::seeds::Seeds;

/// A setting with an unusable value. Displayed as one line: where, setting, value, what is expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}{setting} = {value:?}: {expected}")]
pub struct ConfigError {
    /// `FILE:LINE: `, or empty for the command line and the environment.
    pub place: String,
    /// The setting, as in the TOML file.
    pub setting: String,
    /// The value that was given.
    pub value: String,
    /// What is wrong, and what to write instead.
    pub expected: String,
}

impl ConfigError {
    fn new(setting: &str, value: impl fmt::Display, expected: impl Into<String>) -> Self {
        let (setting, value) = (setting.to_owned(), value.to_string());
        Self { place: String::new(), setting, value, expected: expected.into() }
    }
}

/// Declares every setting once: the complete [`Config`], and [`ConfigFile`] in which all are optional.
macro_rules! settings {
    ($( $(#[doc = $doc:literal])+ $(#[serde($($serde:tt)+)])? $(#[arg($($arg:tt)+)])? $name:ident: $type:ty = $default:expr, $env:literal; )+) => {
        /// How the server runs.
        #[derive(Clone, Debug)]
        pub struct Config {
            $( $(#[doc = $doc])+ pub $name: $type, )+
            /// `postgres://…`, the path of an SQLite file, or `:memory:`.
            pub database: String,
            /// How clients reach the server, e.g. `https://play.example.org`. Cookies are `Secure` if it is `https`.
            pub base_url: Option<String>,
            /// `smtps://user:password@host:port` or `smtp://host:port`; without it mail is only logged.
            pub smtp: Option<String>,
            /// Token that `/metrics` asks for; without it the route does not exist on the main port.
            pub metrics_token: Option<String>,
            /// A separate address for `/metrics`, without a token.
            pub metrics_bind: Option<SocketAddr>,
            /// The clock; tests set it.
            pub time: TimeSource,
            /// Where seeds come from; tests fix it.
            pub seeds: Seeds,
        }

        impl Default for Config {
            fn default() -> Self {
                Self {
                    $( $name: $default, )+
                    database: ":memory:".to_owned(),
                    base_url: None,
                    smtp: None,
                    metrics_token: None,
                    metrics_bind: None,
                    time: TimeSource::default(),
                    seeds: Seeds::default(),
                }
            }
        }

        /// Settings of one source: command line and environment, or a TOML file. Every field may be missing.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Args)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct ConfigFile {
            $( $(#[doc = $doc])+ $(#[serde($($serde)+)])? #[arg(long, env = $env $(, $($arg)+)?)] pub $name: Option<$type>, )+
            /// Folder of the embedded database [default: the user's data folder].
            #[arg(long, env = "STARBOARD_DATA")]
            pub data: Option<PathBuf>,
            /// `postgres://…` or an SQLite file [default: DATA/starboard.sqlite].
            #[arg(long, env = "STARBOARD_DATABASE", hide_env_values = true)]
            pub database: Option<String>,
            /// How clients reach the server, e.g. `https://play.example.org`.
            #[arg(long, env = "STARBOARD_BASE_URL")]
            pub base_url: Option<String>,
            /// The mail server, e.g. `smtps://user:password@mail.example.org`; without it mail is only logged.
            #[arg(long, env = "STARBOARD_SMTP", hide_env_values = true)]
            pub smtp: Option<String>,
            /// Token that `/metrics` asks for (`Authorization: Bearer …`); without it there is no `/metrics` on the main port.
            #[arg(long, env = "STARBOARD_METRICS_TOKEN", hide_env_values = true)]
            pub metrics_token: Option<String>,
            /// A separate address for `/metrics` without a token, e.g. `127.0.0.1:7871`.
            #[arg(long, env = "STARBOARD_METRICS_BIND")]
            pub metrics_bind: Option<SocketAddr>,
            /// Replaced by `metrics-token` and `metrics-bind`.
            #[arg(skip)]
            pub public_metrics: Option<bool>,
        }

        impl ConfigFile {
            /// This, and `other` where this has no value.
            #[must_use]
            pub fn or(self, other: Self) -> Self {
                Self {
                    $( $name: self.$name.or(other.$name), )+
                    data: self.data.or(other.data),
                    database: self.database.or(other.database),
                    base_url: self.base_url.or(other.base_url),
                    smtp: self.smtp.or(other.smtp),
                    metrics_token: self.metrics_token.or(other.metrics_token),
                    metrics_bind: self.metrics_bind.or(other.metrics_bind),
                    public_metrics: self.public_metrics.or(other.public_metrics),
                }
            }

            /// The configuration, with defaults where there is no value.
            pub fn complete(self) -> Result<Config, ConfigError> {
                if let Some(value) = self.public_metrics {
                    let expected = "no longer a setting; set metrics-token, or metrics-bind = \"127.0.0.1:7871\"";
                    return Err(ConfigError::new("public-metrics", value, expected));
                }
                let usual = Config::default();
                let data = self.data.unwrap_or_else(data_folder);
                let config = Config {
                    $( $name: self.$name.unwrap_or(usual.$name), )+
                    database: self.database.unwrap_or_else(|| data.join("starboard.sqlite").to_string_lossy().into_owned()),
                    base_url: self.base_url.map(|url| url.trim_end_matches('/').to_owned()),
                    smtp: self.smtp,
                    metrics_token: self.metrics_token,
                    metrics_bind: self.metrics_bind,
                    time: usual.time,
                    seeds: usual.seeds,
                };
                config.validate()?;
                Ok(config)
            }
        }
    };
}

settings! {
    /// Address to listen on [default: 127.0.0.1].
    bind: IpAddr = IpAddr::from([127, 0, 0, 1]), "STARBOARD_BIND";
    /// Port to listen on; 0 for any free one [default: 7870].
    port: u16 = 7870, "STARBOARD_PORT";
    /// Requests per second and address; 0 for no limit [default: 100].
    rate_limit: u32 = 100, "STARBOARD_RATE_LIMIT";
    /// Changes per second and account; 0 for no limit [default: 50].
    account_rate_limit: u32 = 50, "STARBOARD_ACCOUNT_RATE_LIMIT";
    /// Logins, registrations and new guests per minute and address; 0 for no limit [default: 20].
    #[serde(alias = "login-limit")] #[arg(alias = "login-limit")]
    login_rate_limit: u32 = 20, "STARBOARD_LOGIN_RATE_LIMIT";
    /// Failed logins per account in 15 minutes; 0 for no limit [default: 10].
    failed_login_limit: u32 = 10, "STARBOARD_FAILED_LOGIN_LIMIT";
    /// Checks of scenario files per minute and address; 0 for no limit [default: 30].
    scenario_rate_limit: u32 = 30, "STARBOARD_SCENARIO_RATE_LIMIT";
    /// Chat lines per minute, account and table; 0 for no limit [default: 20].
    chat_rate_limit: u32 = 20, "STARBOARD_CHAT_RATE_LIMIT";
    /// Open connections in all; also limited by the open files of the process [default: 20000].
    connection_limit: u32 = 20_000, "STARBOARD_CONNECTION_LIMIT";
    /// Open connections per address, trusted proxies excepted; 0 for no limit [default: 256].
    address_connection_limit: u32 = 256, "STARBOARD_ADDRESS_CONNECTION_LIMIT";
    /// Unfinished tables an account may have created [default: 200].
    table_limit: u32 = 200, "STARBOARD_TABLE_LIMIT";
    /// Bytes an account may store per day: tables, scenario files, chat, drafts; 0 for no limit [default: 8000000].
    account_daily_bytes: u64 = 8_000_000, "STARBOARD_ACCOUNT_DAILY_BYTES";
    /// Bytes all accounts of one address may store per day; 0 for no limit [default: 32000000].
    address_daily_bytes: u64 = 32_000_000, "STARBOARD_ADDRESS_DAILY_BYTES";
    /// Threads for computer players [default: 1].
    ai_threads: usize = 1, "STARBOARD_AI_THREADS";
    /// Days until a session ends [default: 90].
    session_days: u32 = 90, "STARBOARD_SESSION_DAYS";
    /// Addresses of proxies whose `X-Forwarded-For` is used, separated by commas.
    #[arg(value_delimiter = ',')]
    trusted_proxies: Vec<IpAddr> = vec![], "STARBOARD_TRUSTED_PROXIES";
    /// Number of proxies in front of the server that append to `X-Forwarded-For` [default: 1].
    proxy_hops: u32 = 1, "STARBOARD_PROXY_HOPS";
    /// Seconds a player may be waited for before a notice is sent [default: 60].
    #[serde(alias = "notice-delay")] #[arg(alias = "notice-delay")]
    turn_notice_delay_seconds: u32 = 60, "STARBOARD_TURN_NOTICE_DELAY_SECONDS";
    /// Sender of mail; `Starboard <starboard@localhost>` if not given.
    mail_from: String = "Starboard <starboard@localhost>".to_owned(), "STARBOARD_MAIL_FROM";
    /// Allow webhooks without TLS and to private addresses (tests, closed networks) [default: false].
    #[serde(alias = "open-webhooks")]
    allow_insecure_webhooks: bool = false, "STARBOARD_ALLOW_INSECURE_WEBHOOKS";
    /// Minutes before an unused table is evicted from memory; it is reloaded on demand [default: 10].
    #[serde(alias = "idle-minutes")]
    table_idle_minutes: u32 = 10, "STARBOARD_TABLE_IDLE_MINUTES";
    /// Days before a table that never started is deleted; 0 for never [default: 14].
    open_table_days: u32 = 14, "STARBOARD_OPEN_TABLE_DAYS";
    /// Days before a finished table without registered players is deleted; 0 for never [default: 90].
    guest_table_days: u32 = 90, "STARBOARD_GUEST_TABLE_DAYS";
    /// Days before any other finished table is deleted; 0 for never [default: 0].
    finished_table_days: u32 = 0, "STARBOARD_FINISHED_TABLE_DAYS";
    /// Days before a guest without session and tables is deleted; 0 for never [default: 30].
    guest_days: u32 = 30, "STARBOARD_GUEST_DAYS";
}

/// Environment variables of earlier releases and their new names.
const RENAMED_VARIABLES: [(&str, &str); 2] = [
    ("STARBOARD_LOGIN_LIMIT", "STARBOARD_LOGIN_RATE_LIMIT"),
    ("STARBOARD_NOTICE_DELAY", "STARBOARD_TURN_NOTICE_DELAY_SECONDS"),
];

impl ConfigFile {
    /// Reads a TOML file.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        use anyhow::Context as _;
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the settings file {}", path.display()))?;
        Self::parse(&path.display().to_string(), &text).map_err(Into::into)
    }

    fn parse(file: &str, text: &str) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start).min(text.len());
            let line = text.get(..at).unwrap_or_default().matches('\n').count();
            let (setting, value) =
                text.lines().nth(line).unwrap_or_default().split_once('=').unwrap_or_default();
            ConfigError {
                place: format!("{file}:{}: ", line + 1),
                setting: setting.trim().to_owned(),
                value: value.trim().trim_matches('"').to_owned(),
                expected: error.message().lines().next().unwrap_or_default().to_owned(),
            }
        })
    }

    /// Fails if a variable of an earlier release is set.
    pub fn check_environment() -> Result<(), ConfigError> {
        for (old, new) in RENAMED_VARIABLES {
            if let Ok(value) = std::env::var(old) {
                return Err(ConfigError::new(old, value, format!("renamed; set {new} instead")));
            }
        }
        Ok(())
    }
}

impl Config {
    /// Checks what the types do not.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if let Some(url) = &self.base_url {
            let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
            let host = |rest: &str| {
                !rest.is_empty()
                    && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte))
            };
            if !rest.is_some_and(host) {
                let expected =
                    "expected http:// or https:// and a host without a path, as in https://play.example.org";
                return Err(ConfigError::new("base-url", url, expected));
            }
        }
        if let Err(error) = self.mail_from.parse::<lettre::message::Mailbox>() {
            let expected = format!("{error}; expected an address, as in Starboard <starboard@example.org>");
            return Err(ConfigError::new("mail-from", &self.mail_from, expected));
        }
        if let Some(Err(error)) = self.smtp.as_deref().map(crate::notify::build_mailer) {
            let expected = format!("{error}; expected smtps://user:password@host or smtp://host:port");
            return Err(ConfigError::new(
                "smtp",
                crate::cli::redact_password(self.smtp.as_deref().unwrap_or_default()),
                expected,
            ));
        }
        for (setting, value, least) in [
            ("session-days", self.session_days, 1),
            ("proxy-hops", self.proxy_hops, 1),
            ("connection-limit", self.connection_limit, 8),
        ] {
            if value < least {
                return Err(ConfigError::new(setting, value, format!("expected at least {least}")));
            }
        }
        if let Some(token) = self.metrics_token.as_ref().filter(|token| token.len() < 16) {
            return Err(ConfigError::new(
                "metrics-token",
                "…",
                format!("expected at least 16 characters, found {}", token.len()),
            ));
        }
        Ok(())
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
        let config = line.or(file).complete().expect("valid");
        assert_eq!(config.port, 9001);
        assert_eq!(config.base_url.as_deref(), Some("https://x.org"));
        assert_eq!(config.session_days, 90);
    }

    #[test]
    fn settings_of_the_previous_release_are_still_read() {
        let text = "login-limit = 3\nnotice-delay = 4\nidle-minutes = 5\nopen-webhooks = true\n";
        let config = ConfigFile::parse("x", text).expect("read").complete().expect("valid");
        assert_eq!((config.login_rate_limit, config.turn_notice_delay_seconds), (3, 4));
        assert_eq!((config.table_idle_minutes, config.allow_insecure_webhooks), (5, true));
        let gone =
            ConfigFile::parse("x", "public-metrics = true").expect("read").complete().expect_err("gone");
        assert!(gone.to_string().contains("metrics-token"), "{gone}");
    }

    #[test]
    fn an_error_names_file_line_setting_value_and_what_is_expected() {
        let wrong = |text: &str| ConfigFile::parse("my.toml", text).expect_err("wrong").to_string();
        let error = wrong("port = 9000\nrate-limit = \"many\"\n");
        assert_eq!(error, "my.toml:2: rate-limit = \"many\": invalid type: string \"many\", expected u32");
        let error = wrong("prot = 9000");
        assert!(
            error.starts_with("my.toml:1: prot = \"9000\": unknown field `prot`, expected one of"),
            "{error}"
        );
    }

    #[test]
    fn addresses_are_checked_before_the_server_starts() {
        let with = |edit: fn(&mut ConfigFile)| {
            let mut file = ConfigFile::default();
            edit(&mut file);
            file.complete().map(|_| ()).map_err(|error| error.setting)
        };
        assert_eq!(
            with(|file| file.base_url = Some("play.example.org".to_owned())),
            Err("base-url".to_owned())
        );
        assert_eq!(
            with(|file| file.base_url = Some("https://x.org/path".to_owned())),
            Err("base-url".to_owned())
        );
        assert_eq!(with(|file| file.base_url = Some("https://x.org:8443/".to_owned())), Ok(()));
        assert_eq!(with(|file| file.mail_from = Some("nobody".to_owned())), Err("mail-from".to_owned()));
        assert_eq!(with(|file| file.smtp = Some("mail.example.org".to_owned())), Err("smtp".to_owned()));
        assert_eq!(
            with(|file| file.metrics_token = Some("short".to_owned())),
            Err("metrics-token".to_owned())
        );
    }
}
