//! `starboard lab`: experiments with computer players.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use search::Level;

use super::{SetupArgs, assignment};

/// `starboard lab`
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Let computer players play each other, sides swapped with the same dice.
    Duel(LabDuelArgs),
    /// Train the evaluation of a game from matches of computer players.
    Train(TrainArgs),
    /// Rate all levels against each other and against greedy.
    Ladder(LadderArgs),
}

/// `starboard lab train`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard lab train --game star_borders --scenario A,B,C,D,E,F --out data/star_borders/computer.txt
  starboard lab train --game star_borders --scenario A --first-matches 200 --rounds 0 --out /tmp/model.txt

Beside the model, FILE.progress.json keeps the state of the run: the same command continues it. FILE.svg shows the strength
by round.")]
pub struct TrainArgs {
    /// The game.
    #[arg(long, value_name = "G")]
    pub game: String,
    /// The scenarios to train on; the game's default if not given.
    #[arg(long, value_name = "S", value_delimiter = ',')]
    pub scenario: Vec<String>,
    /// The model to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Hidden units; 0 is a linear model.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(0..=256))]
    pub hidden: u16,
    /// Matches of greedy players for the first regression.
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    pub first_matches: u64,
    /// Three quarters of them by the policy of playouts instead, where it differs from greedy.
    #[arg(long)]
    pub by_policy: bool,
    /// Passes over the recorded positions.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub passes: u32,
    /// Rounds of self-play.
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub rounds: u32,
    /// Matches per round.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    /// Matches between challenger and champion.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..))]
    pub gate_matches: u64,
    /// The share a challenger needs.
    #[arg(long, value_name = "SHARE", default_value_t = 0.53)]
    pub gate: f64,
    /// Playouts per decision in self-play.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub samples: u32,
    /// Turns per playout in self-play.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub horizon: u8,
    /// Weight of the result of a match against the estimates on the way, of 1000.
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub lambda: u16,
    /// Players, options and choices of the matches.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The seed of everything.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// `starboard lab ladder`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard lab ladder --game star_borders --scenario A,B,C,D,E,F --matches 40
  starboard lab ladder --game stellar_conquest --scenario basic-2 --matches 20 --up-to dima --data data/strength.json --out docs/strength.md
  starboard lab ladder --game star_borders --scenario A --matches 2 --up-to cass --calibration 100")]
pub struct LadderArgs {
    /// The game.
    #[arg(long, value_name = "G")]
    pub game: String,
    /// The scenarios; the game's default if not given.
    #[arg(long, value_name = "S", value_delimiter = ',')]
    pub scenario: Vec<String>,
    /// Matches per pairing and scenario.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub matches: u64,
    /// The strongest level to rate.
    #[arg(long, value_name = "LEVEL", default_value = "fenn")]
    pub up_to: Level,
    /// Matches per scenario in which the chances that the strongest level estimates are compared with results; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub calibration: u64,
    /// Merges the results into this file of measurements, from which the program takes the ratings it shows.
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Replaces the game's section in this page.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Players, options and choices of the matches.
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The seed of the first match.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

/// `starboard lab duel`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  starboard lab duel --game star_borders --scenario C --players cass,greedy --matches 400
  starboard lab duel --game stellar_conquest --scenario basic-4 --players fenn,greedy --matches 40 --json
  starboard lab duel --game star_borders --players dima,cass --matches 2000 --until 0.6")]
pub struct LabDuelArgs {
    /// The game; the first one of the list if not given.
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    /// Scenarios, one duel each; the game's default if not given.
    #[arg(long, value_name = "S", value_delimiter = ',')]
    pub scenario: Vec<String>,
    /// The players; the first one is measured, the last one takes all seats that are left.
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', required = true, num_args = 1..)]
    pub players: Vec<Level>,
    /// How many matches at most, per scenario.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub matches: u64,
    /// Stop as soon as it is clear whether the first player's share is above or below this one.
    #[arg(long, value_name = "SHARE")]
    pub until: Option<f64>,
    /// Number of seats, where the scenario leaves it open.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub seats: Option<u8>,
    /// An option of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub options: Vec<(String, String)>,
    /// The seed of the first match; the others follow.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// As one JSON document.
    #[arg(long)]
    pub json: bool,
}

impl LabDuelArgs {
    /// The set-up of the matches.
    pub fn setup(&self) -> SetupArgs {
        SetupArgs { players: self.seats, options: self.options.clone(), choices: Vec::new() }
    }
}
