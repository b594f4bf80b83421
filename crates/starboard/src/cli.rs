//! The command line: one type per command, with its help.

mod experiments;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use lab::{load::BenchServer, scale::Scale};
use search::Level;
use server::cli::{Backup, Export, Import, Serve, User};

pub use experiments::{LabCommand, LabDuelArgs, LadderArgs, TrainArgs};

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a check or verification failed
  2  invalid arguments
  3  file is damaged or not of the expected kind
  4  no such file, game or scenario
  5  operating system error (permissions, disk full)";

/// Five space-conquest board games with every rule enforced.
#[derive(Debug, Parser)]
#[command(
    name = "starboard",
    version,
    about,
    after_help = EXIT_CODES,
    after_long_help = "\
Examples:
  starboard                         serve tables to your browser
  starboard play                    play at once, in this terminal
  starboard games                   what can be played
  starboard play --scenario B       a scenario against the computer
  starboard referee                 let programs play, in JSON lines

Exit codes:
  0  done
  1  a check or verification failed
  2  invalid arguments
  3  file is damaged or not of the expected kind
  4  no such file, game or scenario
  5  operating system error (permissions, disk full)",
    disable_help_subcommand = false,
    subcommand_required = true
)]
pub struct Cli {
    /// The command; `serve` if none is given.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, their scenarios, seats and standing orders.
    Games(GamesArgs),
    /// List your attempts at the challenge of the day.
    Days(DaysArgs),
    /// Play in this terminal, or line by line when there is none.
    Play(PlayArgs),
    /// Print the players' rulebook of a game.
    #[command(after_help = "\
Example:
  starboard rules star_borders")]
    Rules(RulesArgs),
    /// Referee matches for other programs: JSON lines in, JSON lines out.
    #[command(after_help = "\
Examples:
  echo '{\"id\":1,\"cmd\":\"games\"}' | starboard referee
  echo '{\"id\":1,\"cmd\":\"help\"}' | starboard referee

The protocol is described in docs/referee.md.")]
    Referee,
    /// Print a saved match step by step, or prove that its dice were fair.
    Replay(ReplayArgs),
    /// Review a saved match: win chances, luck and skill, turning points with better lines.
    Analyse(AnalyseArgs),
    /// Rate players over many saved matches, where the rules of the game say how.
    Score(ScoreArgs),
    /// Write and check scenarios of your own.
    Scenario {
        /// What to do with them.
        #[command(subcommand)]
        command: ScenarioCommand,
    },
    /// Check deck lists of games with decks, and print the ready-made ones.
    Deck {
        /// What to do with them.
        #[command(subcommand)]
        command: DeckCommand,
    },
    /// Serve tables to browsers.
    #[command(after_help = "\
Examples:
  starboard serve
  starboard serve --port 8080 --data ~/starboard
  starboard serve --bind 0.0.0.0 --base-url https://play.example.org --database postgres://starboard@localhost/starboard")]
    Serve(Box<Serve>),
    /// Copy the server's database to a file while it runs.
    #[command(after_help = "\
Examples:
  starboard backup /var/backups/starboard.sqlite")]
    Backup(Backup),
    /// Administer the accounts of a server.
    #[command(after_help = "\
Examples:
  starboard user list
  echo 'a long password' | starboard user add ada")]
    User(User),
    /// Write every finished match of a server as a save file.
    #[command(after_help = "\
Examples:
  starboard export finished/")]
    Export(Export),
    /// Read save files of finished matches into a server; they become public replays.
    #[command(after_help = "\
Examples:
  starboard import finished/*.json")]
    Import(Import),
    /// Measure random play on one core, or a server under load.
    Bench(BenchArgs),
    /// Compare computer players: they play each other, seats rotated. The same as `lab duel`.
    Duel(DuelArgs),
    /// Experiments with computer players.
    #[command(after_help = "\
Examples:
  starboard lab duel --game star_borders --players cass,greedy --matches 100
  starboard lab ladder --game star_borders --matches 20 --up-to dima")]
    Lab {
        /// The experiment.
        #[command(subcommand)]
        command: LabCommand,
    },
    /// Print a completion script for a shell.
    #[command(after_help = "\
Examples:
  starboard completions bash > ~/.local/share/bash-completion/completions/starboard
  starboard completions zsh > ~/.zfunc/_starboard")]
    Completions {
        /// The shell.
        shell: Shell,
    },
}

impl Command {
    /// The command of `starboard` without arguments.
    pub const BY_DEFAULT: &'static str = "serve";
}

/// `starboard games`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard games
  starboard games --json | jq '.[].scenarios[].id'")]
pub struct GamesArgs {
    /// As one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// `starboard days`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard days
  starboard days --json | jq .today.title

Local play derives the seed of a day from its date; servers draw their own and keep a ranking.")]
pub struct DaysArgs {
    /// As one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// The seats played at this keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LocalSeats {
    /// These seats; the computer plays the others.
    Some(Vec<u8>),
    /// All seats, taking turns at one keyboard.
    All,
    /// No seat: the computer plays itself.
    None,
}

impl std::str::FromStr for LocalSeats {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" | "both" => Ok(LocalSeats::All),
            "none" => Ok(LocalSeats::None),
            numbers => {
                let seat = |word: &str| word.parse().ok().filter(|&seat: &u8| seat < 8);
                let seats: Option<Vec<u8>> = numbers.split(',').map(seat).collect();
                seats
                    .map(LocalSeats::Some)
                    .ok_or_else(|| "expected seat numbers such as 0 or 0,2, `all` or `none`".to_owned())
            }
        }
    }
}

/// What is played: the same arguments for `play`, `bench` and `duel`.
#[derive(Clone, Debug, Default, Args)]
pub struct SetupArgs {
    /// Number of players, where the scenario leaves it open.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub players: Option<u8>,
    /// An option of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub options: Vec<(String, String)>,
    /// A choice of one seat, such as its faction or deck; may be repeated.
    #[arg(long = "choice", value_name = "SEAT:NAME=VALUE", value_parser = seat_choice)]
    pub choices: Vec<(u8, String, String)>,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as turns=36")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn seat_choice(text: &str) -> Result<(u8, String, String), String> {
    let wrong = || "expected SEAT:NAME=VALUE, such as 0:deck=A".to_owned();
    let (seat, rest) = text.split_once(':').ok_or_else(wrong)?;
    let seat = seat.parse().ok().filter(|&seat: &u8| seat < 8).ok_or_else(wrong)?;
    let (name, value) = assignment(rest).map_err(|_| wrong())?;
    Ok((seat, name, value))
}

impl SetupArgs {
    /// The request for a match of this set-up.
    pub fn request(&self, game: &str, scenario: Option<&str>) -> catalog::NewMatch {
        let seats = self.choices.iter().map(|(seat, ..)| usize::from(*seat) + 1).max().unwrap_or(0);
        let mut seat_choices = vec![std::collections::BTreeMap::new(); seats];
        for (seat, name, value) in &self.choices {
            seat_choices[usize::from(*seat)].insert(name.clone(), value.clone());
        }
        catalog::NewMatch {
            scenario: scenario.map(str::to_owned),
            options: self.options.iter().cloned().collect(),
            seats: self.players,
            seat_choices,
            ..catalog::NewMatch::default_of(game)
        }
    }
}

/// The day of `--daily`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DailyDay {
    /// The day that is open.
    Today,
    /// A named day.
    Named(catalog::Day),
}

fn day(text: &str) -> Result<DailyDay, String> {
    if text == "today" { Ok(DailyDay::Today) } else { text.parse().map(DailyDay::Named) }
}

/// `starboard play`
#[derive(Debug, Default, Args)]
#[command(after_help = "\
Examples:
  starboard play                                   the first scenario against the computer
  starboard play star_borders --scenario B --seat 1
  starboard play --seat all                        all players at one keyboard
  starboard play stellar_conquest --scenario four-A --seat 0,2 --option turns=36
  starboard play --scenario-file my.toml --bot random
  starboard play --continue                        where you left off
  starboard play space_infantry --daily            the challenge of the day: one attempt counts
  printf '1\\nquit\\n' | starboard play              without a terminal: line by line")]
pub struct PlayArgs {
    /// The game; the first one of the list if not given.
    pub game: Option<String>,
    /// A scenario of the game.
    #[arg(long, value_name = "S", conflicts_with_all = ["scenario_file", "resume"])]
    pub scenario: Option<String>,
    /// A scenario file of your own.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub scenario_file: Option<PathBuf>,
    /// Your seats: numbers, `all` (hot seat) or `none` (watch).
    #[arg(long, value_name = "N[,N]|all|none")]
    pub seat: Option<LocalSeats>,
    /// Players, options and choices of the match.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The computer player: ada, bo, cass, dima, edda or fenn, from weak to strong; `starboard games` has their ratings.
    #[arg(long, value_name = "LEVEL")]
    pub bot: Option<Level>,
    /// Seed of the dice, for a reproducible match.
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// Continue a saved match.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Continue the match that was saved automatically.
    #[arg(long = "continue", conflicts_with_all = ["resume", "scenario", "scenario_file", "seed"])]
    pub go_on: bool,
    /// The challenge of the day (UTC): one seed, one counted attempt; a day that has closed can be practised.
    #[arg(long, value_name = "DAY", num_args = 0..=1, require_equals = true, default_missing_value = "today",
        value_parser = day,
        conflicts_with_all = ["scenario", "scenario_file", "seat", "bot", "seed", "resume", "go_on", "save", "players", "options", "choices"])]
    pub daily: Option<DailyDay>,
    /// A lesson: a guided first match of the game.
    #[arg(long, conflicts_with_all = ["scenario", "scenario_file", "seat", "bot", "seed", "resume", "go_on", "save", "players", "options", "choices", "daily"])]
    pub learn: bool,
    /// With --daily: play it without counting, as often as you like.
    #[arg(long, requires = "daily")]
    pub practice: bool,
    /// Save here while playing; a file of the program's own if not given.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

/// `rules`
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// The game, as `starboard games` lists it.
    pub game: String,
}

/// Point of view of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayViewer {
    /// A player.
    Seat(u8),
    /// A spectator.
    Public,
    /// Secrets included.
    All,
}

impl std::str::FromStr for ReplayViewer {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "public" => Ok(ReplayViewer::Public),
            "all" => Ok(ReplayViewer::All),
            number => {
                let seat = number.parse().map(ReplayViewer::Seat);
                seat.map_err(|_| "expected a seat number, `public` or `all`".to_owned())
            }
        }
    }
}

/// `starboard replay`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard replay match.json
  starboard replay match.json --verify       exit code 1 if a roll did not come from the seed
  starboard replay match.json --from 120 --viewer 0
  starboard replay match.json --json | jq .text")]
pub struct ReplayArgs {
    /// The saved match.
    pub file: PathBuf,
    /// Only prove that every step is legal and every roll came from the committed seed.
    #[arg(long)]
    pub verify: bool,
    /// Begin with this step.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: usize,
    /// As JSON lines.
    #[arg(long)]
    pub json: bool,
    /// Point of view: a seat, `public`, or `all` (the default once the match is over).
    #[arg(long, value_name = "N|public|all")]
    pub viewer: Option<ReplayViewer>,
}

/// `starboard analyse`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard analyse match.json
  starboard analyse match.json --samples 400             slower, with smaller errors
  starboard analyse match.json --json | jq '.turning_points[].decision.better'

All hidden information is open: a choice can look wrong that was right for what its player knew. Better lines are searched from
what the player could see. Ctrl-C stops the analysis; there is no output then.

Exit codes:
  0  done
  2  invalid arguments
  3  the file is damaged, not a save, or has no steps
  4  no such file or game")]
pub struct AnalyseArgs {
    /// The saved match; it may be running still.
    pub file: PathBuf,
    /// Playouts per position.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub samples: u32,
    /// The seed of the playouts: the same seed gives the same analysis.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// As one JSON document; chances and changes are of 1000.
    #[arg(long)]
    pub json: bool,
}

/// `starboard score`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard score finished/stellar_conquest-*.json
  starboard score finished/*.json --player ada --player bob     only matches among these players
  starboard score finished/*.json --json | jq '.games[0].players'

A match counts once it has been played to its end; the others are listed with the reason.")]
pub struct ScoreArgs {
    /// Saved matches.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A member of the group; may be repeated. Without it all players are rated.
    #[arg(long = "player", value_name = "NAME")]
    pub players: Vec<String>,
    /// As one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// `starboard scenario`
#[derive(Debug, Subcommand)]
pub enum ScenarioCommand {
    /// Check a scenario file; every error names file, field and what was expected.
    #[command(after_help = "\
Examples:
  starboard scenario check my.toml
  starboard scenario check my.toml --json")]
    Check {
        /// The scenario file.
        file: PathBuf,
        /// The game it is for; the first one of the list if not given.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// As one JSON document.
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON Schema of scenario files, for editors.
    #[command(after_help = "Example:\n  starboard scenario schema > scenario.schema.json")]
    Schema {
        /// The game; the first one of the list if not given.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
    },
    /// Print a commented scenario file to start from.
    #[command(after_help = "Example:\n  starboard scenario new > my.toml")]
    New {
        /// The game; the first one of the list if not given.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
    },
}

/// `starboard deck`
#[derive(Debug, Subcommand)]
pub enum DeckCommand {
    /// Check a deck list: legal, or every reason why not, with line, card and rule.
    #[command(after_help = "\
Examples:
  starboard deck check my-deck.txt
  starboard deck check my-deck.txt --json | jq '.report.findings[]'

Exit codes:
  0  the deck is legal
  1  it is not; every reason is printed
  4  no such file or game, or a game without decks")]
    Check {
        /// The deck list.
        file: PathBuf,
        /// The game it is for.
        #[arg(long, value_name = "GAME", default_value = "ev_nova")]
        game: String,
        /// As one JSON document.
        #[arg(long)]
        json: bool,
    },
    /// Print a ready-made deck list to start from.
    #[command(after_help = "Example:\n  starboard deck show A > my-deck.txt")]
    Show {
        /// Its name.
        name: String,
        /// The game it is for.
        #[arg(long, value_name = "GAME", default_value = "ev_nova")]
        game: String,
    },
}

/// `starboard bench`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard bench                            every game, every scenario
  starboard bench star_borders --scenario A --scenario F --seconds 10
  starboard bench --json > bench.json

Rates are per second of CPU time on one core.")]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArgs {
    /// Measure a server instead of random play.
    #[command(subcommand)]
    pub other: Option<BenchCommand>,
    /// The game; all if not given.
    pub game: Option<String>,
    /// A scenario; all if not given, several may be.
    #[arg(long, value_name = "S", requires = "game")]
    pub scenario: Vec<String>,
    /// Players, options and choices of the matches.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// CPU seconds per scenario.
    #[arg(long, value_name = "N", default_value_t = 3.0, value_parser = seconds)]
    pub seconds: f64,
    /// As one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// What can be measured instead of random play.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// A server process under load, on this machine.
    #[command(after_help = "\
Examples:
  starboard bench server
  starboard bench server --tables 500 --seconds 15 --rate 0 --data /var/tmp")]
    Server(BenchServer),
    /// Simulate many servers and databases, from the costs of one.
    #[command(after_help = "\
Examples:
  starboard bench scale
  starboard bench scale --players 20000 --servers 2 --groups 1 --cpu-ms-per-move 0.09 --json")]
    Scale(Scale),
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    number.ok_or_else(|| "expected seconds between 0.01 and 3600".to_owned())
}

/// `starboard duel`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard duel --first greedy --second random --matches 400
  starboard duel stellar_conquest --scenario basic-4 --first greedy --second random --option turns=36
  starboard duel star_borders --scenario C --first greedy --second greedy --matches 1000 --json")]
pub struct DuelArgs {
    /// The game; the first one of the list if not given.
    pub game: Option<String>,
    /// A scenario; the game's default if not given.
    #[arg(long, value_name = "S")]
    pub scenario: Option<String>,
    /// The first player's level.
    #[arg(long, value_name = "LEVEL")]
    pub first: Level,
    /// The level of all other players.
    #[arg(long, value_name = "LEVEL")]
    pub second: Level,
    /// How many matches; the first player's seat rotates.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub matches: u64,
    /// Players, options and choices of the matches.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The seed of the first match; the others follow.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// As one JSON document.
    #[arg(long)]
    pub json: bool,
}
