//! The command line: one type per command, with its help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use search::Level;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a check or verification failed
  2  the command line makes no sense
  3  a file is damaged or holds something else
  4  no such file, game or scenario
  5  the system refused (permissions, disk full)";

/// Five space-conquest board games with every rule enforced.
#[derive(Debug, Parser)]
#[command(
    name = "starboard",
    version,
    about,
    after_help = EXIT_CODES,
    after_long_help = "\
Examples:
  starboard                         play at once
  starboard games                   what can be played
  starboard play --scenario B       a scenario against the computer
  starboard referee                 let programs play, in JSON lines

Exit codes:
  0  done
  1  a check or verification failed
  2  the command line makes no sense
  3  a file is damaged or holds something else
  4  no such file, game or scenario
  5  the system refused (permissions, disk full)",
    disable_help_subcommand = false,
    subcommand_required = false
)]
pub struct Cli {
    /// What to do; plays a match if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, their scenarios, seats and standing orders.
    Games(GamesArgs),
    /// Play in this terminal, or line by line when there is none.
    Play(PlayArgs),
    /// Referee matches for other programs: JSON lines in, JSON lines out.
    #[command(after_help = "\
Examples:
  echo '{\"id\":1,\"cmd\":\"games\"}' | starboard referee
  echo '{\"id\":1,\"cmd\":\"help\"}' | starboard referee

The protocol is described in docs/referee.md.")]
    Referee,
    /// Tell a saved match step by step, or prove that its dice were fair.
    Replay(ReplayArgs),
    /// Write and check scenarios of your own.
    Scenario {
        /// What to do with them.
        #[command(subcommand)]
        command: ScenarioCommand,
    },
    /// Measure random play on one core.
    Bench(BenchArgs),
    /// Set two computer players against each other, sides swapped.
    Duel(DuelArgs),
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
    /// What `starboard` alone does.
    pub fn by_default() -> Self {
        Command::Play(PlayArgs::default())
    }
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

/// Who sits at the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chairs {
    /// One chair; the computer has the others.
    One(u8),
    /// All chairs, taking turns at one keyboard.
    Both,
    /// Nobody: the computer plays itself.
    None,
}

impl std::str::FromStr for Chairs {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "both" | "all" => Ok(Chairs::Both),
            "none" => Ok(Chairs::None),
            number => {
                let seat = number.parse().ok().filter(|&seat: &u8| seat < 8);
                seat.map(Chairs::One).ok_or_else(|| "expected a seat number, `both` or `none`".to_owned())
            }
        }
    }
}

/// `starboard play`
#[derive(Debug, Default, Args)]
#[command(after_help = "\
Examples:
  starboard play                                   the first scenario against the computer
  starboard play star_borders --scenario B --seat 1
  starboard play --seat both                       two players at one keyboard
  starboard play --scenario-file my.toml --bot random
  starboard play --continue                        where you left off
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
    /// Where you sit: a number, `both` (hot seat) or `none` (watch).
    #[arg(long, value_name = "N|both|none")]
    pub seat: Option<Chairs>,
    /// The computer's strength: random or greedy.
    #[arg(long, value_name = "LEVEL")]
    pub bot: Option<Level>,
    /// Dice that can be repeated.
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// Go on with a saved match.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Go on with the match that was saved automatically.
    #[arg(long = "continue", conflicts_with_all = ["resume", "scenario", "scenario_file", "seed"])]
    pub go_on: bool,
    /// Save here while playing; a file of the program's own if not given.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

/// Through whose eyes a replay is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Those of a player.
    Seat(u8),
    /// Those of a spectator.
    Public,
    /// Secrets included.
    All,
}

impl std::str::FromStr for Eyes {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "public" => Ok(Eyes::Public),
            "all" => Ok(Eyes::All),
            number => {
                let seat = number.parse().map(Eyes::Seat);
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
    /// Through whose eyes: a seat, `public`, or `all` (the default once the match is over).
    #[arg(long, value_name = "N|public|all")]
    pub viewer: Option<Eyes>,
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
    /// Print a commented scenario file to begin with.
    #[command(after_help = "Example:\n  starboard scenario new > my.toml")]
    New {
        /// The game; the first one of the list if not given.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
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
pub struct BenchArgs {
    /// The game; all if not given.
    pub game: Option<String>,
    /// A scenario; all if not given, several may be.
    #[arg(long, value_name = "S", requires = "game")]
    pub scenario: Vec<String>,
    /// CPU seconds per scenario.
    #[arg(long, value_name = "N", default_value_t = 3.0, value_parser = seconds)]
    pub seconds: f64,
    /// As one JSON document.
    #[arg(long)]
    pub json: bool,
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
    /// The second player's level.
    #[arg(long, value_name = "LEVEL")]
    pub second: Level,
    /// How many matches; every other one with sides swapped.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub matches: u64,
    /// The seed of the first match; the others follow.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// As one JSON document.
    #[arg(long)]
    pub json: bool,
}
