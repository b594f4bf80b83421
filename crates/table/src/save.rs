//! A save is a header and a list of steps; everything else can be recomputed.

use std::{collections::BTreeMap, sync::Arc};

use rules::{
    Notation, Present, ReadError, Seat, StandingOrder, StandingOrders, Step, StepError, Turn, check_step,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{MatchInfo, Reroll, Seed, SeedOrigin, Table};

const FORMAT: &str = "starboard-save/1";

/// A match as a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// `starboard-save/1`.
    pub format: String,
    /// The game, e.g. `star_borders`.
    pub game: String,
    /// The version of the rules it was played under.
    pub rules: u32,
    /// The scenario's short name.
    pub scenario: String,
    /// The text of the scenario file, if it is not one of the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario_file: Option<String>,
    /// Options of the game, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Fingerprint of the data files.
    pub data: String,
    /// By seat: a player's name, or a computer level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// By seat: the choices made before the start (deck, faction), by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seat_choices: Vec<BTreeMap<String, String>>,
    /// The position it began with, if that was not the scenario's set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// SHA-256 of the seed, shown since the match began.
    pub commitment: String,
    /// The seed: in a file that stays with its owner, or of a match that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What the players mixed into the seed, in seat order, after they had seen the commitment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contributions: Vec<String>,
    /// Whether some roll came from a script.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scripted: bool,
    /// Standing orders, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<SavedOrders>,
    /// Resignations that no rule of the game provides for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resigned: Vec<SavedResignation>,
    /// From which steps on there were new dice after a takeback.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rerolls: Vec<Reroll>,
    /// The log, one step per line.
    pub steps: Vec<String>,
    /// BLAKE3 of everything above: detects damaged files.
    pub digest: String,
}

/// The standing orders of a seat in a save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SavedOrders {
    /// By id.
    Ids(Vec<String>),
    /// By position in the game's list, as saves were written until version 0.1.
    Bits(u32),
}

impl SavedOrders {
    /// The orders among those a game has now.
    pub fn resolve(&self, known: &[StandingOrder]) -> StandingOrders {
        match self {
            SavedOrders::Ids(ids) => StandingOrders::from_ids(known, ids.iter().map(String::as_str)),
            SavedOrders::Bits(bits) => StandingOrders(*bits),
        }
    }
}

/// A resignation in a save.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedResignation {
    /// The seat that resigned.
    pub seat: Seat,
    /// The number of steps before it.
    pub after: usize,
}

/// Why a save could not be loaded.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum LoadError {
    /// Not JSON, cut off, or fields that do not belong there.
    #[error("the save is damaged or not a save: {0}")]
    Syntax(String),
    /// Another file format.
    #[error("the save has format {found:?}; this program reads {FORMAT:?}")]
    Format {
        /// What it says.
        found: String,
    },
    /// The digest does not match.
    #[error("the save was changed after it was written: its digest does not match its content")]
    Tampered,
    /// Another game.
    #[error("the save is of the game {found:?}, not {wanted:?}")]
    Game {
        /// What it says.
        found: String,
        /// What was asked for.
        wanted: &'static str,
    },
    /// Rules of another version.
    #[error("the save was played under rules {found} of the game; this program has the older rules {have}")]
    Rules {
        /// What it says.
        found: u32,
        /// What this program has.
        have: u32,
    },
    /// The data files have changed.
    #[error(
        "the save was played with other maps, counters or scenario data ({found}; this program has {have})"
    )]
    Data {
        /// What it says.
        found: String,
        /// What this program has.
        have: String,
    },
    /// The seed is missing or not a seed, or not the one committed to.
    #[error("the save's seed {0}")]
    Seed(&'static str),
    /// More orders or players than seats.
    #[error("the save has {what} for {found} seats; the scenario has {seats}")]
    Seats {
        /// What there is too much of.
        what: &'static str,
        /// How many.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// The start position cannot be read.
    #[error("the save's position cannot be read: {0}")]
    Position(ReadError),
    /// A step cannot be read or is not allowed.
    #[error("step {index} of the save ({text:?}) cannot be played: {why}")]
    Step {
        /// Where in the list, from 0.
        index: usize,
        /// What stands there.
        text: String,
        /// Why it cannot be played.
        why: String,
    },
}

/// The fingerprint of a game's data files.
pub fn fingerprint<G: Notation>(game: &G) -> String {
    let mut hash = blake3::Hasher::new();
    for source in game.sources() {
        hash.update(&(source.len() as u64).to_le_bytes());
        hash.update(source.as_bytes());
    }
    hash.finalize().to_hex()[..16].to_owned()
}

impl Save {
    /// Parses a file and checks its digest.
    pub fn read(text: &str) -> Result<Self, LoadError> {
        let save: Save = serde_json::from_str(text).map_err(|error| LoadError::Syntax(error.to_string()))?;
        if save.format != FORMAT {
            return Err(LoadError::Format { found: save.format });
        }
        if save.digest != save.computed_digest() {
            return Err(LoadError::Tampered);
        }
        Ok(save)
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a save is plain data");
        text.push('\n');
        text
    }

    fn computed_digest(&self) -> String {
        let bare = Save { digest: String::new(), ..self.clone() };
        let text = serde_json::to_string(&bare).expect("a save is plain data");
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }

    /// This save with its digest recomputed.
    #[must_use]
    pub fn with_digest(mut self) -> Self {
        self.digest = self.computed_digest();
        self
    }
}

impl<G: Notation + Present> Table<G> {
    /// The match as a file, its seed included.
    pub fn save(&self) -> Save {
        Save {
            format: FORMAT.to_owned(),
            game: G::GAME.to_owned(),
            rules: G::RULES,
            scenario: self.game().scenario_name(),
            scenario_file: self.info().scenario_file.clone(),
            options: self.info().options.clone(),
            data: fingerprint(self.game()),
            players: self.info().players.clone(),
            seat_choices: self.info().seat_choices.clone(),
            position: self.is_from_position().then(|| self.game().write_position(self.start())),
            commitment: self.seed_origin().base.commitment(),
            seed: Some(self.seed_origin().base.to_hex()),
            contributions: self.seed_origin().contributions.clone(),
            scripted: self.is_scripted(),
            orders: self.saved_orders(),
            resigned: self
                .resignations()
                .iter()
                .map(|&(after, seat)| SavedResignation { seat, after })
                .collect(),
            rerolls: self.rerolls().to_vec(),
            steps: self.log().iter().map(|&step| self.game().write_step(step)).collect(),
            digest: String::new(),
        }
        .with_digest()
    }

    fn saved_orders(&self) -> Vec<SavedOrders> {
        let ids = |seat| self.orders(Seat(seat)).ids(self.game().orders());
        let saved = |seat| SavedOrders::Ids(ids(seat).into_iter().map(str::to_owned).collect());
        (0..self.game().seats()).map(saved).collect()
    }

    /// Replays a save, checking every step. A save of older rules loads if all its steps are still legal.
    pub fn load(game: impl Into<Arc<G>>, save: &Save) -> Result<Self, LoadError> {
        let game = game.into();
        if save.game != G::GAME {
            return Err(LoadError::Game { found: save.game.clone(), wanted: G::GAME });
        }
        if save.rules > G::RULES {
            return Err(LoadError::Rules { found: save.rules, have: G::RULES });
        }
        let have = fingerprint(&*game);
        // Older rules may have had other data; then the steps alone decide.
        if save.rules == G::RULES && save.data != have {
            return Err(LoadError::Data { found: save.data.clone(), have });
        }
        let seed = save.seed.as_deref().ok_or(LoadError::Seed("is missing"))?;
        let seed = Seed::from_hex(seed).ok_or(LoadError::Seed("is not 64 hex digits"))?;
        if seed.commitment() != save.commitment {
            return Err(LoadError::Seed("is not the one the match was committed to"));
        }
        let start = match &save.position {
            None => game.start(),
            Some(text) => game.read_position(text).map_err(LoadError::Position)?,
        };
        let origin = SeedOrigin { base: seed, contributions: save.contributions.clone() };
        let mut table = Self::new_at(game, start, origin.seed());
        table.seed_origin = origin;
        table.from_position = save.position.is_some();
        table.scripted = save.scripted;
        table.set_info(MatchInfo {
            scenario_file: save.scenario_file.clone(),
            options: save.options.clone(),
            players: save.players.clone(),
            seat_choices: save.seat_choices.clone(),
        });
        let seats = usize::from(table.game().seats());
        for (found, what) in [(save.orders.len(), "standing orders"), (save.players.len(), "players")] {
            if found > seats {
                return Err(LoadError::Seats { what, found, seats });
            }
        }
        for (seat, orders) in save.orders.iter().enumerate() {
            let orders = orders.resolve(table.game().orders());
            table.set_orders(Seat(seat as u8), orders);
        }
        table.restore_rerolls(save.rerolls.clone());
        table.append(&save.steps)?;
        table.resolve_chance().expect("a loaded match has no script");
        for resignation in &save.resigned {
            if usize::from(resignation.seat.0) >= seats {
                return Err(LoadError::Seats {
                    what: "a resignation",
                    found: resignation.seat.index() + 1,
                    seats,
                });
            }
            table.restore_resignation(resignation.after, resignation.seat);
        }
        Ok(table)
    }

    /// Appends recorded steps, checking each of them; stops at the first that cannot be played.
    pub fn append(&mut self, steps: &[impl AsRef<str>]) -> Result<(), LoadError> {
        for text in steps.iter().map(AsRef::as_ref) {
            let step = self.read_checked(text, self.scripted).map_err(|why| LoadError::Step {
                index: self.step_count(),
                text: text.to_owned(),
                why,
            })?;
            self.push(step);
        }
        Ok(())
    }

    /// Parses the next step of a log and checks it: `check` for a seat, the dice for chance.
    fn read_checked(&self, text: &str, scripted: bool) -> Result<rules::StepOf<G>, String> {
        let game = self.game();
        let step = game.read_step(text).map_err(|error| error.to_string())?;
        check_step(game, self.state(), step).map_err(|error| match error {
            StepError::Over => "the match is over by then".to_owned(),
            StepError::NotToAct(seat) => format!("seat {} has no decision to make then", seat.0),
            StepError::NoChance => "no dice are rolled then".to_owned(),
            StepError::NotAdmitted => "no such result is possible then".to_owned(),
            StepError::Denied(_) => error.to_string(),
        })?;
        if let (Step::Chance(roll), Turn::Chance(chance)) = (step, game.turn(self.state()))
            && !scripted
        {
            let fair = game.sample(&chance, &mut self.fair_dice(&chance));
            if fair != roll {
                return Err(format!("the committed seed gives {:?} there", game.write_roll(fair)));
            }
        }
        Ok(step)
    }
}
