//! The stage of every test: a position, scripted chance by lane, one act, one expectation.

use rules::{Denied, Game, Notation, Seat, Step, Turn};
use space_infantry::{Chance, DrawLane, Event, FedTech, Roll, SpaceInfantry, State};

pub(crate) const YOU: Seat = Seat(0);

/// A level by name.
pub(crate) fn game(level: &str) -> SpaceInfantry {
    SpaceInfantry::scenario(level).expect("a printed level")
}

/// A table on which a test acts. Chance is scripted as `lane result`, e.g. `combat 5 1`, `refill FE-tech-1`,
/// `tech:CY adv_defense`, `chit E2`, `blue targeting`; the lane must be the one the game asks for.
pub(crate) struct Stage {
    pub(crate) game: SpaceInfantry,
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
}

/// Tokens behind the first one in the Queue of a test.
const BEHIND: &str = "F-federation_1-1 F-federation_1-2 F-federation_1-3 F-federation_1-4";

/// A position in full notation.
pub(crate) fn at(text: &str) -> Stage {
    let level = text.split_whitespace().nth(2).expect("a level in the head");
    let game = game(level);
    let state = game.read_position(text).unwrap_or_else(|error| panic!("the test's position: {error}"));
    Stage { game, state, events: Vec::new() }
}

/// Hard, phase 3 of turn 3, with these lines.
pub(crate) fn actions(lines: &str) -> Stage {
    at(&format!("si 1 hard tokens 10 turn 3 phase FED3\nnow F-federation_2-1\n{lines}"))
}

/// Hard, with this token next in the Queue; it is taken, and a Federation token refills the Queue.
pub(crate) fn token(id: &str, lines: &str) -> Stage {
    let mut stage = at(&format!("si 1 hard tokens 10 turn 3 phase DRAW\nqueue {id} {BEHIND}\n{lines}"));
    stage.chance("refill F-federation_1-5");
    stage
}

/// Hard, phase 1 of turn 3 with this Federation token.
pub(crate) fn rolling(id: &str, lines: &str) -> Stage {
    at(&format!("si 1 hard tokens 10 turn 3 phase FED1\nnow {id}\n{lines}"))
}

impl Stage {
    fn roll(&self, script: &str) -> Roll {
        let (lane, rest) = script.trim().split_once(' ').expect("a lane and a result");
        let Turn::Chance(chance) = self.game.turn(&self.state) else {
            panic!("{script:?} is scripted, the game waits for {:?}", self.game.turn(&self.state))
        };
        let data = &self.game.data;
        let roll = match chance {
            Chance::Dice(asked, _) => {
                assert_eq!(asked.code(), lane, "the lane of {script:?}");
                Roll::Dice(rest.split_whitespace().map(|face| face.parse::<u8>().expect("a face")).collect())
            }
            Chance::Draw(asked, _) => {
                let (name, row) = match asked {
                    DrawLane::Refill => ("refill".to_owned(), self.game.token(rest).map(u8::from)),
                    DrawLane::Bypass => ("bypass".to_owned(), self.game.token(rest).map(u8::from)),
                    DrawLane::Chit => (
                        "chit".to_owned(),
                        data.chits.iter().position(|chit| chit.id == rest).map(|at| at as u8),
                    ),
                    DrawLane::Blue => (
                        "blue".to_owned(),
                        FedTech::BLUE.iter().position(|tech| tech.code() == rest).map(|at| at as u8),
                    ),
                    DrawLane::White => {
                        let names = ["warp_bubble", "distortion", "patrol_routes"];
                        ("white".to_owned(), names.iter().position(|name| *name == rest).map(|at| at as u8))
                    }
                    DrawLane::Tech(race) => {
                        let techs = data.races[race.index()].techs;
                        let at = techs.iter().position(|tech| tech.code() == rest).map(|at| at as u8);
                        (format!("tech:{}", race.code()), at)
                    }
                };
                assert_eq!(name, lane, "the lane of {script:?}");
                Roll::Row(row.unwrap_or_else(|| panic!("{rest:?} is no row of {lane}")))
            }
        };
        assert!(self.game.admits(&chance, roll), "{script:?} is impossible for {chance:?}");
        ::laws::outcomes_agree(&self.game, &chance, roll);
        roll
    }

    /// Chance answers, several results separated by `;`.
    pub(crate) fn chance(&mut self, script: &str) -> &mut Self {
        for item in script.split(';') {
            let roll = self.roll(item);
            let events = &mut self.events;
            self.game.apply(&mut self.state, Step::Chance(roll), &mut |event| events.push(event));
            self.game.check_conservation(&self.state.board).expect("a sound table");
        }
        self
    }

    /// What the judge says.
    pub(crate) fn verdict(&self, action: &str) -> Result<(), Denied> {
        let action = self.game.read_action(action).unwrap_or_else(|error| panic!("{action:?}: {error}"));
        self.game.check(&self.state, YOU, action)
    }

    /// Acts; the test fails if a rule forbids it or if the list of legal actions does not have it.
    pub(crate) fn act(&mut self, action: &str) -> &mut Self {
        if let Err(denied) = self.verdict(action) {
            panic!("{action:?} is denied by {}; legal: {:?}", denied.rule(), self.legal());
        }
        let action = self.game.read_action(action).expect("it was read before");
        let mut legal = Vec::new();
        self.game.legal(&self.state, YOU, &mut legal);
        let offered = legal.contains(&action) || self.game.resignation() == Some(action);
        assert!(offered, "{action:?} is legal, but not in the list {:?}", self.legal());
        self.events.clear();
        let events = &mut self.events;
        self.game.apply(&mut self.state, Step::Act(YOU, action), &mut |event| events.push(event));
        self.game.check_conservation(&self.state.board).expect("a sound table");
        self
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, YOU, &mut legal);
        legal.into_iter().map(|action| self.game.write_action(action)).collect()
    }

    /// The rest of the position's line that begins with `name`; empty if there is none.
    pub(crate) fn line(&self, name: &str) -> String {
        let text = self.game.write_position(&self.state);
        let rest = text.lines().find_map(|line| {
            let rest = line.strip_prefix(name)?;
            (rest.is_empty() || rest.starts_with([' ', ':']))
                .then(|| rest.trim_start_matches(':').trim().to_owned())
        });
        rest.unwrap_or_default()
    }

    /// What stands in a space.
    pub(crate) fn here(&self, space: &str) -> String {
        self.line(&format!("at {space}"))
    }

    /// War Effort of a race.
    pub(crate) fn war(&self, race: &str) -> i8 {
        self.state.board.war[space_infantry::Race::from_code(race).expect("a race").index()]
    }

    /// Stability, Expansion Desire, Military Losses.
    pub(crate) fn status(&self) -> [u8; 3] {
        [self.state.board.stability, self.state.board.desire, self.state.board.losses]
    }

    /// Is a token of this id held, so that its resolution is over?
    pub(crate) fn done(&self) -> bool {
        self.state.board.now.is_none()
    }

    /// How many dice chance is asked for.
    pub(crate) fn dice(&self) -> u8 {
        match self.game.turn(&self.state) {
            Turn::Chance(Chance::Dice(_, count)) => count,
            other => panic!("no dice are asked for: {other:?}"),
        }
    }

    /// Is the player asked something?
    pub(crate) fn asked(&self) -> bool {
        matches!(self.game.turn(&self.state), Turn::Choose(_))
    }

    /// How the match ended.
    pub(crate) fn over(&self) -> String {
        self.line("over")
    }

    pub(crate) fn count(&self, wanted: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| wanted(event)).count()
    }

    pub(crate) fn pool(&self, resource: &str) -> u8 {
        let resource = space_infantry::Resource::from_code(resource).expect("a resource");
        self.state.board.pool.count(resource)
    }
}
