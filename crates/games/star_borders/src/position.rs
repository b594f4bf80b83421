//! The position notation: a few words a line, everything optional, so that a test says only what
//! matters; and complete enough to write down any moment of a match.
//!
//! ```text
//! box 8
//! active I
//! lp 4 4
//! control A TH1+1 TH2! TH3        (+1 fortified, ! Disrupted)
//! at DL3: Starship*, A-SE-1:Escort, Destroyer      (* damaged)
//! hand A: 3 7
//! step activity
//! ```

use std::fmt::Write as _;

use rules::{ReadError, Secret};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Battle, Board, CardSet, Class, Frame, Loc, LocSet, Outcome, PlayerTurn, SHIP_COUNT, Ship, ShipSet, Side,
    Spot, StarBorders, State,
    notation::{read_card, read_class, read_number, read_side},
    play::Play,
};

/// Frames a position can name by a word; any other stack is written as `pending`.
const STEPS: [(&str, Frame); 13] = [
    ("prelaunch", Frame::Prelaunch),
    ("muster", Frame::Muster),
    ("strike", Frame::Strike),
    ("card", Frame::BuyCard),
    ("activity", Frame::Activity),
    ("combat", Frame::Combat),
    ("control", Frame::Control),
    ("assault", Frame::Assault),
    ("income", Frame::Income),
    ("repair-disruption", Frame::RepairDisruption),
    // The name of this step in files written before rules 2.
    ("pacify", Frame::RepairDisruption),
    ("end", Frame::EndPlayerTurn),
    ("countdown", Frame::Countdown),
];

/// Boxes off the map.
const BOXES: [(&str, Spot); 4] =
    [("eliminated", Spot::Eliminated), ("off-map", Spot::OffMap), ("pool", Spot::Pool), ("due", Spot::Due)];

pub(crate) fn write(game: &StarBorders, state: &State) -> String {
    let board = &state.board;
    let mut out = Lines(String::new());
    out.line(format_args!("box {}", board.countdown));
    out.line(format_args!("game-turn {}", board.game_turn));
    out.line(format_args!("first {}", board.first.letter()));
    out.line(format_args!("active {}", board.active.letter()));
    out.line(format_args!("lp {} {}", board.lp[0], board.lp[1]));
    out.line(format_args!("honor {}", board.honor));
    out.line(format_args!("forts {} {}", board.fort_stock[0], board.fort_stock[1]));
    out.line(format_args!("fortresses {} {}", board.fortress_stock[0], board.fortress_stock[1]));
    for side in Side::BOTH {
        let planets: Vec<String> =
            board.control[side.index()].map(|loc| write_planet(game, board, loc)).collect();
        out.line(format_args!("control {} {}", side.letter(), planets.join(" ")));
    }
    for loc in game.quadrant.all() {
        out.pieces(game, board, &format!("at {}", game.quadrant.get(loc).id), board.stacks[loc.index()]);
    }
    for (name, spot) in BOXES {
        out.pieces(
            game,
            board,
            name,
            board.in_box(Side::Alliance, spot) | board.in_box(Side::Imperium, spot),
        );
    }
    for side in Side::BOTH {
        let (s, letter) = (side.index(), side.letter());
        out.cards(&format!("hand {letter}"), state.hands[s].truth());
        out.cards(&format!("known {letter}"), board.known[s]);
        out.cards(&format!("revealed {letter}"), board.revealed[s]);
        out.cards(&format!("penalty {letter}"), board.penalty[s]);
    }
    out.cards("discard", board.discard);
    if board.hot != game.scenario.special.draw_pool.is_none() {
        out.line(format_args!("hot"));
    }
    if board.requisitioned > 0 {
        out.line(format_args!("requisitioned {}", board.requisitioned));
    }
    out.line(format_args!("lost {} {}", board.lost[0], board.lost[1]));
    if board.turn != PlayerTurn::default() {
        out.json("turn", &board.turn);
    }
    if board.battle != Battle::default() {
        out.json("battle", &board.battle);
    }
    if let Some(outcome) = &board.outcome {
        out.json("outcome", outcome);
    }
    let named = STEPS.iter().find(|(_, frame)| board.frames[..] == [*frame]);
    match named {
        Some((name, _)) => out.line(format_args!("step {name}")),
        None => out.json("pending", &board.frames[..]),
    }
    out.0
}

struct Lines(String);

impl Lines {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{text}").expect("writing to a string cannot fail");
    }
    fn json(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        let text = serde_json::to_string(value).expect("a state is plain data");
        self.line(format_args!("{key} {text}"));
    }
    fn pieces(&mut self, game: &StarBorders, board: &Board, key: &str, ships: ShipSet) {
        if !ships.is_empty() {
            let pieces: Vec<String> = ships.map(|ship| write_piece(game, board, ship)).collect();
            self.line(format_args!("{key}: {}", pieces.join(", ")));
        }
    }
    fn cards(&mut self, key: &str, cards: CardSet) {
        if !cards.is_empty() {
            let cards: Vec<String> = cards.map(|card| card.0.to_string()).collect();
            self.line(format_args!("{key}: {}", cards.join(" ")));
        }
    }
}

fn write_planet(game: &StarBorders, board: &Board, loc: Loc) -> String {
    let level = board.level(loc);
    let fort = if level > 0 { format!("+{level}") } else { String::new() };
    let disrupted = if board.disrupted.has(loc) { "!" } else { "" };
    format!("{}{fort}{disrupted}", game.quadrant.get(loc).id)
}

fn write_piece(game: &StarBorders, board: &Board, ship: Ship) -> String {
    let face = game.ratings(board, ship);
    let damaged = if face.damaged { "*" } else { "" };
    format!("{}:{}{damaged}", game.counters.names[ship.index()], face.class.name())
}

pub(crate) fn read(game: &StarBorders, text: &str) -> Result<State, ReadError> {
    let mut reader = Reader::new(game);
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            reader.line(line).map_err(|error| ReadError(format!("line {}: {error}", number + 1)))?;
        }
    }
    reader.finish()
}

struct Reader<'g> {
    game: &'g StarBorders,
    board: Board,
    hands: [CardSet; 2],
    used: ShipSet,
}

impl<'g> Reader<'g> {
    fn new(game: &'g StarBorders) -> Self {
        let mut board = Board::empty();
        board.countdown = game.scenario.start_box;
        board.game_turn = 1;
        board.hot = game.scenario.special.draw_pool.is_none();
        for side in Side::BOTH {
            let setup = &game.scenario.sides[side.index()];
            board.fort_stock[side.index()] = setup.fort_stock;
            board.fortress_stock[side.index()] = setup.fortress_stock;
        }
        board.frames.push(Frame::Activity);
        Self { game, board, hands: [CardSet::EMPTY; 2], used: ShipSet::EMPTY }
    }

    fn line(&mut self, line: &str) -> Result<(), ReadError> {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some((name, spot)) = BOXES.iter().find(|(name, _)| key.strip_suffix(':') == Some(name)) {
            let _ = name;
            return self.pieces(*spot, rest);
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (key, &words[..]) {
            ("setup", []) => self.set_up(),
            ("box", [number]) => self.board.countdown = read_number(number, 0, 12)?,
            ("game-turn", [number]) => self.board.game_turn = read_number(number, 0, 100)?,
            ("first", [side]) => self.board.first = read_side(side)?,
            ("active", [side]) => self.board.active = read_side(side)?,
            ("lp", [a, i]) => self.board.lp = [read_number(a, 0, 12)?, read_number(i, 0, 12)?],
            ("honor", [number]) => self.board.honor = read_number(number, 0, 6)?,
            ("forts", [a, i]) => self.board.fort_stock = [read_number(a, 0, 9)?, read_number(i, 0, 9)?],
            ("fortresses", [a, i]) => {
                self.board.fortress_stock = [read_number(a, 0, 2)?, read_number(i, 0, 2)?];
            }
            ("lost", [a, i]) => self.board.lost = [read_number(a, 0, 255)?, read_number(i, 0, 255)?],
            ("requisitioned", [number]) => self.board.requisitioned = read_number(number, 0, 9)?,
            ("hot", []) => self.board.hot = true,
            ("control", [side, planets @ ..]) => self.control(read_side(side)?, planets)?,
            ("at", _) => {
                let (loc, pieces) =
                    rest.split_once(':').ok_or_else(|| ReadError::expected("`at LOCATION: ships`", line))?;
                let loc = self.game.read_loc(loc.trim())?;
                self.pieces(Spot::At(loc), pieces)?;
            }
            ("hand" | "known" | "revealed" | "penalty", [side, cards @ ..]) => {
                let side = read_side(side.trim_end_matches(':'))?.index();
                let cards = read_cards(cards)?;
                match key {
                    "hand" => self.hands[side] = cards,
                    "known" => self.board.known[side] = cards,
                    "revealed" => self.board.revealed[side] = cards,
                    _ => self.board.penalty[side] = cards,
                }
            }
            ("discard:", cards) => self.board.discard = read_cards(cards)?,
            ("turn", _) => self.board.turn = json(key, rest)?,
            ("battle", _) => self.board.battle = json(key, rest)?,
            ("outcome", _) => self.board.outcome = Some(json::<Outcome>(key, rest)?),
            ("pending", _) => self.board.frames = json(key, rest)?,
            ("step", [name]) => {
                let step = STEPS.iter().find(|(step, _)| step == name);
                let names: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
                let (_, frame) = step.ok_or_else(|| ReadError::expected(names.join(", "), name))?;
                self.board.frames = [*frame].into_iter().collect();
            }
            _ => {
                let keys =
                    "box, active, lp, honor, control, at, eliminated, hand, revealed, step or another key";
                return Err(ReadError::expected(format!("a line that begins with {keys}"), line));
            }
        }
        Ok(())
    }

    /// Begins with the scenario's set-up; later lines change it.
    fn set_up(&mut self) {
        let state = self.game.set_up();
        let frames = self.board.frames;
        self.board = state.board;
        self.board.frames = frames;
        self.board.game_turn = 1;
        self.hands = state.hands.map(Secret::truth);
    }

    /// `TH1+1!`: a planet, its level, and whether its marker is Disrupted.
    fn control(&mut self, side: Side, planets: &[&str]) -> Result<(), ReadError> {
        for word in planets {
            let (name, disrupted) = word.strip_suffix('!').map_or((*word, false), |name| (name, true));
            let (name, level) = match name.split_once('+') {
                Some((name, level)) => (name, read_number(level, 1, 3)?),
                None => (name, 0),
            };
            let loc = self.game.read_loc(name)?;
            if !self.game.quadrant.planets.has(loc) {
                return Err(ReadError::expected("a planet", name));
            }
            if level == 3 && !self.game.base_planets[side.index()].has(loc) {
                return Err(ReadError::expected("level 3 only at a Sector Base of its owner", word));
            }
            self.board.control[side.opponent().index()].remove(loc);
            self.board.control[side.index()].insert(loc);
            self.board.disrupted.set(loc, disrupted);
            self.board.set_level(loc, level);
        }
        Ok(())
    }

    /// `Starship*, A-SE-1:Escort`: a class, damaged or not, of a certain counter or the next free one.
    fn pieces(&mut self, spot: Spot, pieces: &str) -> Result<(), ReadError> {
        for piece in pieces.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
            let (piece, damaged) = piece.strip_suffix('*').map_or((piece, false), |piece| (piece, true));
            let (ship, class) = match piece.split_once(':') {
                Some((counter, class)) => (self.game.read_ship(counter)?, read_class(class)?),
                None => self.next_free(read_class(piece)?)?,
            };
            let face = self.game.counters.face_of(ship, class);
            let face = face.ok_or_else(|| ReadError::expected("a class that is on the counter", piece))?;
            if damaged && !self.game.counters.two_step.has(ship) {
                return Err(ReadError::expected("`*` only on a two-step ship", piece));
            }
            if self.used.has(ship) {
                return Err(ReadError(format!(
                    "the counter {} stands in two places",
                    self.game.counters.names[ship.index()]
                )));
            }
            self.used.insert(ship);
            self.board.back.set(ship, face == 1 || damaged);
            self.board.put(ship, spot);
        }
        Ok(())
    }

    fn next_free(&self, class: Class) -> Result<(Ship, Class), ReadError> {
        let mut counters = self.game.counters.of_class[class.index()] - self.used;
        let ship = counters.next();
        ship.map(|ship| (ship, class))
            .ok_or_else(|| ReadError(format!("there are not that many counters with a {}", class.name())))
    }

    fn finish(mut self) -> Result<State, ReadError> {
        for side in Side::BOTH {
            self.board.hand_size[side.index()] = self.hands[side.index()].len();
        }
        self.check_cards()?;
        let hands = Side::BOTH.map(|side| Secret::of(side.seat(), self.hands[side.index()]));
        let mut state = State { board: self.board, hands };
        consistent(self.game, &state)?;
        Play { game: self.game, state: &mut state, emit: &mut |_| {} }.settle();
        Ok(state)
    }

    /// Every card in one place, and only cards of the deck.
    fn check_cards(&self) -> Result<(), ReadError> {
        let board = &self.board;
        let shared = board.revealed[0] & board.revealed[1];
        let places = [
            self.hands[0],
            self.hands[1],
            board.revealed[0],
            board.revealed[1] - shared,
            board.penalty[0],
            board.penalty[1],
            board.discard,
        ];
        let mut seen = CardSet::EMPTY;
        for place in places {
            if seen.meets(place) {
                return Err(ReadError(format!("a card lies in two places: {:?}", seen & place)));
            }
            seen |= place;
        }
        let strange = seen - self.game.scenario.deck;
        if !strange.is_empty() {
            return Err(ReadError(format!("cards that are not in this scenario's deck: {strange:?}")));
        }
        let unknown =
            Side::BOTH.iter().find(|side| !(board.known[side.index()] - self.hands[side.index()]).is_empty());
        if unknown.is_some() {
            return Err(ReadError("a known card has to be in that hand".to_owned()));
        }
        let laid = board.penalty[0] | board.penalty[1];
        if !(laid - crate::cards::PENALTIES).is_empty() {
            return Err(ReadError("only cards 11 and 12 are penalties".to_owned()));
        }
        Ok(())
    }
}

fn read_cards(words: &[&str]) -> Result<CardSet, ReadError> {
    words.iter().map(|word| read_card(word)).collect()
}

fn json<T: DeserializeOwned>(key: &str, text: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| ReadError(format!("{key}: {error}")))
}

/// Could this be pending in this position? Keeps the rules' own invariants safe from hand-written text.
fn consistent(game: &StarBorders, state: &State) -> Result<(), ReadError> {
    let board = &state.board;
    let wrong = |what: &str| Err(ReadError(format!("the position cannot occur: {what}")));
    let ships_known = |set: ShipSet| set.0 >> SHIP_COUNT == 0;
    let locs_known = |set: LocSet| (set - game.quadrant.all()).is_empty();
    let turn = &board.turn;
    let ship_sets = [
        turn.halted,
        turn.stopped,
        turn.cloak_used,
        turn.repaired,
        turn.repaired_others,
        turn.rs_used_once,
        turn.rs_used_twice,
    ];
    let volley = &board.battle.volley;
    if !ship_sets.into_iter().chain([volley.assigned, volley.group]).all(ships_known) {
        return wrong("a set names a ship that does not exist");
    }
    let loc_sets = [
        turn.repaired_at,
        turn.fortified,
        turn.battled,
        turn.won,
        turn.assaulted,
        turn.repaired_bases,
        board.battle.entry,
    ];
    let entered = turn.entered.iter().flatten().all(|loc| game.quadrant.all().has(*loc));
    if !loc_sets.into_iter().all(locs_known) || !entered || !game.quadrant.all().has(board.battle.at) {
        return wrong("a location is not in this quadrant");
    }
    if volley.shots.iter().any(|shot| shot.die > 6 || shot.strength > 100)
        || board.battle.hits > 16
        || board.battle.die > 6
        || board.battle.round > 100
        || board.battle.destroyed.iter().any(|&lost| usize::from(lost) > SHIP_COUNT)
    {
        return wrong("a number of the battle is out of range");
    }
    match board.outcome {
        Some(_) if !board.frames.is_empty() => return wrong("the match is over, yet something is pending"),
        None if board.frames.is_empty() => return wrong("nothing is pending"),
        None if board.countdown == 0 => return wrong("box 0 is reached only when the match is over"),
        _ => {}
    }
    let fits = match board.frames[..] {
        [] => true,
        [frame] => fits_alone(game, state, frame),
        [Frame::Activity, Frame::Move(step)] => {
            let at = board.at(step.lead);
            let together = step.ships().into_iter().all(|ship| board.at(ship) == at);
            ships_known(step.followers)
                && usize::from(step.lead.0) < SHIP_COUNT
                && at.is_some()
                && together
                && !step.followers.has(step.lead)
                && (step.ships() - ShipSet::of(board.active)).is_empty()
                && step.left.is_none_or(|left| left <= 4)
        }
        [Frame::Activity, Frame::Redeploy(picked)] => {
            let at = picked.first().and_then(|ship| board.at(ship));
            let together = picked.into_iter().all(|ship| board.at(ship).is_some() && board.at(ship) == at);
            let mine = (picked - ShipSet::of(board.active)).is_empty();
            let movable = ShipSet::of(board.active)
                .any(|ship| game.may_pick_redeployed(board, ShipSet::EMPTY, ship).is_ok());
            mine && together && picked.len() <= 3 && (!picked.is_empty() || movable)
        }
        [Frame::DrawCounters(_) | Frame::Strike, Frame::Station(ship)] => {
            let drawn = usize::from(ship.0) < SHIP_COUNT && board.spots[ship.index()] == Spot::Pool;
            drawn && fits_alone(game, state, board.frames[0])
        }
        [Frame::Assault, Frame::AssaultDice(loc)] => {
            game.quadrant.all().has(loc) && game.may_assault(board, loc).is_ok()
        }
        [Frame::Combat, frame] => fits_battle(game, state, frame),
        [Frame::Combat, Frame::Hits(side), frame] => fits_hit(game, board, side, frame),
        _ => false,
    };
    if fits { Ok(()) } else { wrong(&format!("{:?} cannot be pending", &board.frames[..])) }
}

fn fits_alone(game: &StarBorders, state: &State, frame: Frame) -> bool {
    let pool = game.pool(&state.board).len();
    let cards = game.draw_pile(state).len();
    match frame {
        Frame::Deal([a, i]) => u16::from(a) + u16::from(i) <= u16::from(cards),
        Frame::DrawCounters(count) => {
            (1..=pool).contains(&count) && game.scenario.special.draw_pool.is_some()
        }
        Frame::DrawCard => cards > 0,
        Frame::SuddenDeath => game.scenario.sudden_death[usize::from(state.board.countdown)] > 0,
        Frame::Prelaunch
        | Frame::Initiative
        | Frame::ChooseFirst
        | Frame::PlayerTurn(_)
        | Frame::EndPlayerTurn
        | Frame::Countdown
        | Frame::Muster
        | Frame::Strike
        | Frame::StrikeDie
        | Frame::BuyCard
        | Frame::Activity
        | Frame::Combat
        | Frame::Control
        | Frame::Assault
        | Frame::Income
        | Frame::RepairDisruption => true,
        _ => false,
    }
}

fn fits_battle(game: &StarBorders, state: &State, frame: Frame) -> bool {
    let board = &state.board;
    let shots = &board.battle.volley.shots;
    let rolled = |index: u8| shots.get(usize::from(index)).is_some_and(|shot| !shot.is_automatic());
    match frame {
        Frame::CardWindow(_)
        | Frame::FireMissileBase(_)
        | Frame::FireStandoffMissiles(_)
        | Frame::EndPreBattle
        | Frame::Volley(_)
        | Frame::Hits(_)
        | Frame::RoundEnd
        | Frame::BattleEnd
        | Frame::Coup(_) => shots.len() <= 13,
        Frame::Stand(_) | Frame::Tracking => board.battle.round > 0,
        Frame::Fire(side) => {
            let here = board.ships_at(side, board.battle.at);
            let formed = board.battle.volley.group | board.battle.volley.assigned;
            let fireable = formed.into_iter().all(|ship| game.ratings(board, ship).attack.is_some());
            let apart = !board.battle.volley.group.meets(board.battle.volley.assigned);
            let lone = game.can_go_on_firing(board);
            board.battle.round > 0
                && (formed - here).is_empty()
                && fireable
                && apart
                && lone
                && shots.len() <= usize::from(formed.len())
        }
        Frame::VolleyHonor(_) => shots.iter().any(|shot| !shot.is_automatic()),
        Frame::VolleyReroll(_, shot) => rolled(shot),
        Frame::Salvage(victor) => !game.salvagers(board, victor).is_empty(),
        Frame::SalvageHonor(_) => !board.battle.salvage.is_empty(),
        Frame::SalvageReroll(_, die) => usize::from(die) < board.battle.salvage.len(),
        Frame::BlindDraw(victim) => board.hand_size[victim.index()] > 0,
        _ => false,
    }
}

fn fits_hit(game: &StarBorders, board: &Board, side: Side, frame: Frame) -> bool {
    let here = board.ships_at(side, board.battle.at);
    let at_war = |ship: Ship| usize::from(ship.0) < SHIP_COUNT && here.has(ship);
    match frame {
        Frame::Defense(ship) | Frame::Deflect(ship) | Frame::DefenseHonor(ship) | Frame::Danger(ship) => {
            at_war(ship)
        }
        Frame::Survival(ship, to) | Frame::SurvivalHonor(ship, to) => {
            at_war(ship) && game.retreat_targets(board, side).has(to)
        }
        _ => false,
    }
}
