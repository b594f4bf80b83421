//! Chapter 20: a position as text. What is not listed is empty or follows from the rest; pieces and tokens that are
//! missing or too many are refused.
//!
//! Three lines go beyond chapter 20, for positions in the middle of a sub-machine: `stopped`, `waiting` and `pending`
//! (the stack of frames as JSON). `over` gives the result of a match that has ended.

use std::fmt::Write as _;

use crate::{
    Board, Frame, SpaceInfantry,
    action::DrawLane,
    ids::{
        Base, Class, Colour, Column, Fleet, Lane, Pair, Piece, Race, Resource, Space, Techs, Token, Tokens,
        spaces_of,
    },
    state::{BaseAt, Ending},
};

pub(crate) const HEAD: &str = "si 1";
pub(crate) const COLUMN_NAMES: [&str; 4] = ["0", "25", "50", "75"];

pub(crate) fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::Won => "won",
        Ending::SolFell => "sol_fell",
        Ending::StabilityLost => "stability_lost",
        Ending::Outclassed => "outclassed",
        Ending::Unfinished => "unfinished",
        Ending::Abandoned => "abandoned",
    }
}

pub(crate) const ENDINGS: [Ending; 6] = [
    Ending::Won,
    Ending::SolFell,
    Ending::StabilityLost,
    Ending::Outclassed,
    Ending::Unfinished,
    Ending::Abandoned,
];

pub(crate) fn times(name: &str, count: u8) -> String {
    if count == 1 { name.to_owned() } else { format!("{name}*{count}") }
}

pub(crate) fn token_list(tokens: Tokens) -> String {
    tokens
        .types()
        .map(|resource| times(resource.code(), tokens.count(resource)))
        .collect::<Vec<_>>()
        .join(" ")
}

pub(crate) fn tech_list(techs: Techs) -> String {
    techs.names().map(|tech| times(tech.code(), techs.count(tech))).collect::<Vec<_>>().join(" ")
}

/// The phase of a position in which no sub-machine is pending.
pub(crate) fn phase(game: &SpaceInfantry, board: &Board) -> Option<&'static str> {
    match &board.frames[..] {
        [Frame::Draw] => Some("DRAW"),
        [Frame::Draw, Frame::Rolls(left), Frame::Roll { lane: Lane::Resource, count, attempt: 0, faces }]
            if faces.is_empty()
                && Some(*left) == board.now.map(|token| game.rolls_of(token))
                && *count == game.production(board)
                && board.rolls == first_roll() =>
        {
            Some("FED1")
        }
        [Frame::Draw, Frame::Actions] => Some("FED3"),
        _ => None,
    }
}

pub(crate) fn first_roll() -> [u8; 9] {
    let mut rolls = [0; 9];
    rolls[Lane::Resource.index()] = 1;
    rolls
}

impl SpaceInfantry {
    pub(crate) fn rolls_of(&self, token: Token) -> u8 {
        match self.kind(token) {
            crate::ids::TokenKind::Federation2 => 2,
            kind if kind.is_federation() => 1,
            _ => 0,
        }
    }
}

pub(crate) fn write(game: &SpaceInfantry, board: &Board) -> String {
    let mut text = String::new();
    let phase = phase(game, board);
    let (level, taken, turns) = (game.level.code(), board.taken, board.turns);
    let name = if board.result.is_some() { "OVER" } else { phase.unwrap_or("PENDING") };
    let _ = write!(text, "{HEAD} {level} tokens {taken} turn {turns} phase {name}");
    if game.last_turn != game.data.last_turn[0] {
        let _ = write!(text, " last {}", game.last_turn);
    }
    text.push('\n');
    let mut line = |name: &str, rest: String| {
        if !rest.is_empty() {
            let _ = writeln!(text, "{name} {rest}");
        }
    };
    let tokens = |set: u64| {
        let ids =
            Token::all().filter(|token| set >> token.index() & 1 != 0).map(|token| game.token_id(token));
        ids.collect::<Vec<_>>().join(" ")
    };
    line("now", board.now.map_or(String::new(), |token| game.token_id(token).to_owned()));
    let queue: Vec<&str> = board.queue.iter().map(|token| game.token_id(Token::new(*token))).collect();
    line("queue", queue.join(" "));
    line("holding", tokens(board.holding));
    let war: Vec<String> =
        Race::ALL.iter().map(|race| format!("{} {}", race.code(), board.war[race.index()])).collect();
    line("war", war.join(" "));
    let pairs: Vec<String> = Pair::ALL
        .iter()
        .map(|pair| format!("{} {}", pair.code(), board.relations[pair.index()].code()))
        .collect();
    line("pairs", pairs.join(", "));
    line("status", format!("stability {} desire {} losses {}", board.stability, board.desire, board.losses));
    for at in Space::all() {
        let mut here: Vec<String> = Vec::new();
        for piece in
            [Piece::Flagship, Piece::Ally, Piece::Mine, Piece::MineUp, Piece::SolDefense, Piece::SolDefenseUp]
        {
            let count = board.pieces(at, piece);
            if count > 0 {
                here.push(times(piece.code(), count));
            }
        }
        if let Some(base) = board.garrisons[at.index()].base {
            let side = if board.pieces(at, Piece::BaseUp) > 0 { "base_up" } else { "base" };
            here.push(format!("{side} {}", base.code()));
        }
        for fleet in Fleet::of_mask(board.stacks[at.index()]) {
            let from = if at.is_settleable() {
                format!(" from {}", game.space_id(board.came_from[fleet.index()]))
            } else {
                String::new()
            };
            here.push(format!("{} {}{from}", fleet.race().code(), fleet.class().code()));
        }
        if !here.is_empty() {
            line(&format!("at {}:", game.space_id(at)), here.join(", "));
        }
    }
    for race in Race::ALL {
        let slots = board.spawn[race.index()];
        if slots != full_slots(race) {
            let words = slots.map(|slot| slot.map_or("-", |fleet| fleet.class().code()));
            line(&format!("spawn {}:", race.code()), words.join(" "));
        }
    }
    for race in Race::ALL {
        let names: Vec<&str> = board.tech[race.index()]
            .iter()
            .map(|counter| game.data.races[race.index()].techs[usize::from(*counter)].code())
            .collect();
        line(&format!("tech {}:", race.code()), names.join(" "));
    }
    for resource in [Resource::Diplomacy, Resource::Espionage, Resource::Morale] {
        for source in board.deployed.sources(resource) {
            let words = crate::notation::source_words(source);
            let (kind, place) = words.split_once(' ').expect("a deployed token has a place");
            let new = if board.fresh.has(source) { " new" } else { "" };
            line(kind, format!("{place}{new}"));
        }
    }
    let [flagships, allies, mines] = board.unbuilt;
    let mut unbuilt: Vec<String> = [("flagship", flagships), ("ally", allies), ("mine", mines)]
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| times(name, count))
        .collect();
    unbuilt.extend(board.sol_defense.is_none().then(|| "sol_defense".to_owned()));
    let lost = Base::ALL.into_iter().filter(|base| board.bases[base.index()] == BaseAt::Unbuilt);
    unbuilt.extend(lost.map(|base| format!("base {}", base.code())));
    line("unbuilt:", unbuilt.join(", "));
    for (column, name) in board.progress.iter().zip(COLUMN_NAMES) {
        line(&format!("progress {name}:"), tech_list(*column));
    }
    line("discovered:", tech_list(board.discovered));
    let mut unresearched: Vec<String> = Vec::new();
    for colour in Colour::ALL {
        let count = board.unresearched(colour);
        if count > 0 {
            unresearched.push(format!("{count} unseen {}", colour.code()));
        }
    }
    let seen = board.seen.names().map(|tech| format!("{} seen {}", board.seen.count(tech), tech.code()));
    unresearched.extend(seen);
    line("unresearched:", unresearched.join(", "));
    let used: Vec<&str> = (0..8)
        .filter(|chit| board.chits >> chit & 1 == 0)
        .map(|chit: usize| game.data.chits[chit].id.as_str())
        .collect();
    line("events used:", used.join(" "));
    line("stored:", token_list(board.stored));
    line("sacrificed:", token_list(board.sacrificed));
    for column in Column::ALL {
        let rows = board.track[column.index()].iter().enumerate().filter(|(_, cell)| !cell.is_empty());
        let rows: Vec<String> = rows.map(|(row, cell)| format!("{row} {}", token_list(*cell))).collect();
        line(&format!("track {}:", column.code()), rows.join(", "));
    }
    let pools: Vec<String> =
        board.pool.types().map(|r| format!("{} {}", r.code(), board.pool.count(r))).collect();
    line("pools:", pools.join(", "));
    if board.engines_used {
        line("engines", "used".to_owned());
    }
    let draws: Vec<String> = DrawLane::all()
        .filter(|lane| board.draws[lane.counter()] > 0)
        .map(|lane| format!("{} {}", lane.name(), board.draws[lane.counter()]))
        .collect();
    line("draws", draws.join(", "));
    if phase != Some("FED1") {
        let rolls: Vec<String> = Lane::ALL
            .into_iter()
            .filter(|lane| board.rolls[lane.index()] > 0)
            .map(|lane| format!("{} {}", lane.code(), board.rolls[lane.index()]))
            .collect();
        line("rolls", rolls.join(", "));
    }
    let stopped: Vec<String> = Fleet::of_mask(board.stopped)
        .map(|fleet| format!("{}-{}", fleet.race().code(), fleet.class().code()))
        .collect();
    line("stopped", stopped.join(" "));
    for race in Race::ALL {
        let spaces: Vec<&str> = spaces_of(board.waiting[race.index()]).map(|at| game.space_id(at)).collect();
        line(&format!("waiting {}:", race.code()), spaces.join(" "));
    }
    match board.result {
        Some(ending) => line("over", ending_word(ending).to_owned()),
        None if phase.is_none() => {
            let frames = serde_json::to_string(&board.frames).expect("frames are plain data");
            line("pending", frames);
        }
        None => {}
    }
    text
}

pub(crate) fn full_slots(race: Race) -> [Option<Fleet>; 3] {
    [Class::Armada, Class::Raider, Class::Scout].map(|class| Some(Fleet::of(race, class)))
}
