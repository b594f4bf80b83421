//! The program `starboard` as a library, so that tests can hand it other games and a console of their own.
//!
//! ```
//! use catalog::Catalog;
//! use starboard::Console;
//!
//! let (mut out, mut err) = (Vec::new(), Vec::new());
//! let mut console = Console::plain(b"".as_slice(), &mut out, &mut err);
//! let code = starboard::run(&Catalog::of(vec![]), ["starboard", "games", "--json"], &mut console);
//! drop(console);
//! assert_eq!(code, std::process::ExitCode::SUCCESS);
//! assert_eq!(out, b"[]\n");
//! ```

mod analyse;
mod bench;
pub mod cli;
mod console;
mod daily;
mod deck;
mod duel;
mod failure;
mod files;
mod games;
mod ladder;
pub mod play;
pub mod referee;
mod replay;
mod rulebook;
mod scenario;
mod score;
mod train;

use std::{ffi::OsString, process::ExitCode};

use catalog::{Catalog, NewMatch};
use clap::{CommandFactory, FromArgMatches};
pub use console::Console;
pub use failure::Failure;

use crate::cli::{BenchArgs, BenchCommand, Cli, Command, LabCommand};

/// Runs one command line and returns the exit code of the process.
pub fn run<T: Into<OsString> + Clone>(
    catalog: &Catalog,
    args: impl IntoIterator<Item = T>,
    console: &mut Console<'_>,
) -> ExitCode {
    let told = match parse(args) {
        Ok(cli) => execute(catalog, cli, console),
        Err(error) => console.print_clap_error(&error),
    };
    let told = told.and_then(|()| Ok(console.out.flush()?));
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            console.print_error(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn parse<T: Into<OsString> + Clone>(args: impl IntoIterator<Item = T>) -> Result<Cli, clap::Error> {
    let mut words: Vec<OsString> = args.into_iter().map(Into::into).collect();
    // without a command, or with nothing but its options, the program serves: `starboard --port 8080`
    let is_option = |word: &OsString| {
        let text = word.to_string_lossy();
        text.starts_with("--") && !["--help", "--version"].contains(&&*text)
    };
    if words.get(1).is_none_or(is_option) {
        words.insert(words.len().min(1), Command::BY_DEFAULT.into());
    }
    Cli::from_arg_matches(&Cli::command().try_get_matches_from(words)?)
}

fn execute(catalog: &Catalog, cli: Cli, console: &mut Console<'_>) -> Result<(), Failure> {
    match cli.command {
        Command::Games(args) => games::run(catalog, &args, console),
        Command::Days(args) => daily::list(catalog, &args, console),
        Command::Play(args) => play::run(catalog, &args, console),
        Command::Rules(args) => rulebook::run(catalog, &args, console),
        Command::Referee => referee::run(catalog, console),
        Command::Replay(args) => replay::run(catalog, &args, console),
        Command::Analyse(args) => analyse::run(catalog, &args, console),
        Command::Deck { command } => deck::run(catalog, &command, console),
        Command::Score(args) => score::run(catalog, &args, console),
        Command::Scenario { command } => scenario::run(catalog, &command, console),
        Command::Serve(args) => Ok(args.run()?),
        Command::Backup(args) => Ok(args.run()?),
        Command::User(args) => Ok(args.run()?),
        Command::Export(args) => Ok(args.run()?),
        Command::Import(args) => Ok(args.run()?),
        Command::Bench(BenchArgs { other: Some(BenchCommand::Server(args)), .. }) => {
            // Report now, in one line, what every table would be refused with.
            let wanted = NewMatch { scenario: args.scenario.clone(), ..NewMatch::default_of(&args.game) };
            let table = catalog.open(&wanted)?;
            if table.seats() != 2 {
                let (scenario, seats) = (table.scenario(), table.seats());
                return Err(Failure::Usage(format!(
                    "bench server needs a two-player scenario; {scenario} has {seats} seats, choose another with --scenario"
                )));
            }
            Ok(args.run(&std::env::current_exe()?, &bench::progress(console, 0))?)
        }
        Command::Bench(BenchArgs { other: Some(BenchCommand::Scale(args)), .. }) => {
            Ok(writeln!(console.out, "{}", args.report())?)
        }
        Command::Bench(args) => bench::run(catalog, &args, console),
        Command::Duel(args) => duel::run(catalog, &args, console),
        Command::Lab { command } => match command {
            LabCommand::Duel(args) => duel::run_lab(catalog, &args, console),
            LabCommand::Train(args) => train::run(catalog, &args, console),
            LabCommand::Ladder(args) => ladder::run(catalog, &args, console),
        },
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "starboard", &mut script);
            Ok(console.out.write_all(&script)?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{cli::Command, parse};

    #[test]
    fn options_without_a_command_are_those_of_serve() {
        let cli = parse(["starboard", "--port", "7999"]).expect("as serve --port 7999");
        let Command::Serve(serve) = cli.command else { panic!("expected serve, found {:?}", cli.command) };
        assert_eq!(serve.settings().expect("valid settings").port, 7999);
        assert!(matches!(parse(["starboard"]).expect("serve").command, Command::Serve(_)));
        assert!(parse(["starboard", "--no-such-option"]).is_err());
        assert!(parse(["starboard", "--version"]).is_err(), "clap reports the version as an error");
    }
}
