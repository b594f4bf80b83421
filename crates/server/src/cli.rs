//! The commands of the server, for the binary's list of commands.
//!
//! `starboard serve · backup · user · export · import · bench server`: each is a clap argument struct with a `run`.

use std::{
    io::{IsTerminal as _, Read as _, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use catalog::Catalog;
use clap::{Args, Subcommand};
use store::Store;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use crate::{
    auth,
    config::{Config, ConfigFile},
    import_export,
    seeds::Seeds,
};

/// Run the server.
///
/// Every setting can be given on the command line, in the environment (`STARBOARD_PORT`, …) or in a TOML file; the first
/// one wins. docs/operate.md explains each setting.
#[derive(Clone, Debug, Args, Default)]
pub struct Serve {
    /// A TOML file with settings.
    #[arg(long, env = "STARBOARD_CONFIG")]
    pub config: Option<PathBuf>,
    /// The settings.
    #[command(flatten)]
    pub settings: ConfigFile,
    /// What to log: error, warn, info, debug, or a filter such as server=debug [default: info].
    #[arg(long, env = "STARBOARD_LOG")]
    pub log: Option<String>,
    /// Log JSON, one object a line.
    #[arg(long, env = "STARBOARD_LOG_JSON")]
    pub log_json: bool,
    /// Seconds added to the system's clock, for tests of what happens on another day.
    #[arg(long, value_name = "SECONDS")]
    pub clock_offset: Option<u32>,
    /// Let the seeds of all tables follow from this number, so that tests see the same matches each time; never for people.
    #[arg(long, value_name = "NUMBER")]
    pub fixed_seeds: Option<u64>,
}

impl Serve {
    /// The settings of command line, environment and file together.
    pub fn settings(&self) -> anyhow::Result<Config> {
        ConfigFile::check_environment()?;
        let file = self.config.as_deref().map(ConfigFile::read).transpose()?.unwrap_or_default();
        Ok(self.settings.clone().or(file).complete()?)
    }

    /// Runs the server with the games of Starboard until it is stopped.
    pub fn run(self) -> anyhow::Result<()> {
        self.run_with(Catalog::standard())
    }

    /// Runs the server with other games.
    pub fn run_with(self, catalog: Catalog) -> anyhow::Result<()> {
        log_to_stderr(self.log.as_deref(), self.log_json)?;
        crate::huge_pages::disable_huge_pages();
        let mut config = self.settings()?;
        if let Some(number) = self.fixed_seeds {
            tracing::warn!("dice can be foreseen: --fixed-seeds is for tests only");
            config.seeds = Seeds::fixed(number);
        }
        config.time.advance(Duration::from_secs(self.clock_offset.unwrap_or(0).into()));
        runtime()?.block_on(async {
            let stop = CancellationToken::new();
            let database = redact_password(&config.database);
            let running = crate::start(config.clone(), catalog, stop.clone()).await?;
            let config = Config { port: running.address.port(), ..config };
            let welcome = format!(
                "{}Games are kept in {database}; Ctrl-C stops the server.\n",
                crate::address::welcome(&config)
            );
            // A closed stdout does not stop the server.
            let _ = std::io::stdout().write_all(welcome.as_bytes());
            tokio::spawn(async move {
                shutdown_signal().await;
                stop.cancel();
            });
            running.join().await
        })
    }
}

/// A database without its password.
pub(crate) fn redact_password(database: &str) -> String {
    match (database.split_once("://"), database.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => database.to_owned(),
    }
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

fn log_to_stderr(filter: Option<&str>, json: bool) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter.unwrap_or("info,sqlx=warn")).with_context(|| {
        format!(
            "log = {:?}: expected error, warn, info, debug, or a filter such as server=debug",
            filter.unwrap_or_default()
        )
    })?;
    // Colours for a terminal only, never in files.
    let ansi = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(ansi).with_writer(std::io::stderr);
    // A subscriber may be installed already: tests do that.
    let _ = if json { builder.json().try_init() } else { builder.try_init() };
    Ok(())
}

async fn shutdown_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let mut term = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
            .expect("signals can be listened to");
        tokio::select! {
            _ = interrupt => {}
            _ = term.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}

/// The database of an administrative command.
#[derive(Clone, Debug, Args, Default)]
pub struct DatabaseArgs {
    /// A TOML file with settings.
    #[arg(long, global = true, env = "STARBOARD_CONFIG")]
    pub config: Option<PathBuf>,
    /// The folder of the embedded database.
    #[arg(long, global = true, env = "STARBOARD_DATA")]
    pub data: Option<PathBuf>,
    /// `postgres://…` or an SQLite file.
    #[arg(long, global = true, env = "STARBOARD_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
}

impl DatabaseArgs {
    async fn open(&self) -> anyhow::Result<Store> {
        let serve = Serve {
            config: self.config.clone(),
            settings: ConfigFile {
                data: self.data.clone(),
                database: self.database.clone(),
                ..ConfigFile::default()
            },
            ..Serve::default()
        };
        let address = serve.settings()?.database;
        if !address.contains("://") && !Path::new(&address).exists() {
            bail!("there is no database at {address}; say where it is with --data or --database");
        }
        Ok(Store::open(&address).await?)
    }
}

/// Copy the database to a file while the server runs.
#[derive(Clone, Debug, Args)]
pub struct Backup {
    /// The file to write; must not exist.
    pub file: PathBuf,
    /// The database.
    #[command(flatten)]
    pub from: DatabaseArgs,
}

impl Backup {
    /// Makes the backup.
    pub fn run(self) -> anyhow::Result<()> {
        runtime()?.block_on(async {
            self.from.open().await?.backup(&self.file).await?;
            println!("backed up to {}", self.file.display());
            Ok(())
        })
    }
}

/// Administer accounts.
#[derive(Clone, Debug, Args)]
pub struct User {
    /// What to do.
    #[command(subcommand)]
    pub command: UserCommand,
    /// The database.
    #[command(flatten)]
    pub database: DatabaseArgs,
}

/// What an administrator can do with accounts.
#[derive(Clone, Debug, Subcommand)]
pub enum UserCommand {
    /// List all accounts.
    #[command(after_help = "Examples:\n  starboard user list")]
    List,
    /// Make an account; its password is read from standard input.
    #[command(after_help = "Examples:\n  echo 'a long password' | starboard user add ada")]
    Add {
        /// The name.
        name: String,
    },
    /// Set a password, read from standard input; ends all sessions of the account.
    #[command(after_help = "Examples:\n  echo 'a longer password' | starboard user password ada")]
    Password {
        /// The name.
        name: String,
    },
    /// Make an administrator, or with --off a player again.
    #[command(after_help = "Examples:\n  starboard user admin ada")]
    Admin {
        /// The name.
        name: String,
        /// Take the right away.
        #[arg(long)]
        off: bool,
    },
    /// Close an account: its name, password and addresses are removed, its matches stay.
    #[command(after_help = "Examples:\n  starboard user close ada")]
    Close {
        /// The name.
        name: String,
    },
}

impl User {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        runtime()?.block_on(async {
            let store = self.database.open().await?;
            let find = async |name: &str| {
                let row = store.account_named(name).await?;
                row.with_context(|| format!("there is no account {name:?}"))
            };
            match &self.command {
                UserCommand::List => {
                    for row in store.accounts().await? {
                        println!(
                            "{}\t{}{}",
                            row.id,
                            row.name,
                            if row.admin == 1 { "\tadministrator" } else { "" }
                        );
                    }
                }
                UserCommand::Add { name } => {
                    let name = auth::validate_name(name, 2).map_err(|error| anyhow::anyhow!("{error}"))?;
                    let password = auth::hash_password(&read_password()?)
                        .await
                        .map_err(|error| anyhow::anyhow!("{error}"))?;
                    let made = store.create_account(&name, &password).await?;
                    made.with_context(|| format!("the name {name:?} is taken"))?;
                    println!("made the account {name:?}");
                }
                UserCommand::Password { name } => {
                    let row = find(name).await?;
                    let password = auth::hash_password(&read_password()?)
                        .await
                        .map_err(|error| anyhow::anyhow!("{error}"))?;
                    store.set_password(row.id, &password).await?;
                    store.end_sessions(row.id, "").await?;
                    println!("set the password of {:?}", row.name);
                }
                UserCommand::Admin { name, off } => {
                    let row = find(name).await?;
                    store.set_admin(row.id, !off).await?;
                    println!("{:?} is {}an administrator", row.name, if *off { "no longer " } else { "" });
                }
                UserCommand::Close { name } => {
                    let row = find(name).await?;
                    store.close_account(row.id).await?;
                    println!("closed the account {:?}", row.name);
                }
            }
            Ok(())
        })
    }
}

fn read_password() -> anyhow::Result<String> {
    if std::io::stdin().is_terminal() {
        eprintln!("type the password, Enter and Ctrl-D (it is shown):");
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("the password cannot be read")?;
    let password = text.trim_end_matches(['\r', '\n']).to_owned();
    auth::validate_password(&password).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(password)
}

/// Write every finished match as a save file.
#[derive(Clone, Debug, Args)]
pub struct Export {
    /// The folder to write to.
    pub folder: PathBuf,
    /// The database.
    #[command(flatten)]
    pub from: DatabaseArgs,
}

impl Export {
    /// Writes them.
    pub fn run(self) -> anyhow::Result<()> {
        runtime()?.block_on(async {
            let written =
                import_export::export(self.from.open().await?, Catalog::standard(), &self.folder).await?;
            println!("wrote {written} matches to {}", self.folder.display());
            Ok(())
        })
    }
}

/// Read save files of finished matches; they become public replays.
#[derive(Clone, Debug, Args)]
pub struct Import {
    /// The files.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The database.
    #[command(flatten)]
    pub to: DatabaseArgs,
}

impl Import {
    /// Reads them.
    pub fn run(self) -> anyhow::Result<()> {
        runtime()?.block_on(async {
            let store = self.to.open().await?;
            for file in &self.files {
                let code = import_export::import(store.clone(), Catalog::standard(), file).await?;
                println!("{} is now /t/{code}", file.display());
            }
            Ok(())
        })
    }
}
