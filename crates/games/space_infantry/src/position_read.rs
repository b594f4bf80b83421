//! Parses a position (chapter 20).

use rules::{InlineVec, ReadError, Words, rule};

use crate::{
    Board, Frame, SpaceInfantry,
    action::{DrawLane, Source},
    conservation,
    flow::QUEUE,
    ids::{
        AlienTech, Base, Class, Colour, Column, FedTech, Fleet, Lane, Pair, Piece, Race, Relation, Resource,
        Space, Techs, Token, Tokens,
    },
    notation::ReadWords as _,
    state::BaseAt,
};

use crate::position::{COLUMN_NAMES, ENDINGS, ending_word, full_slots, token_list};

struct Reader<'a> {
    game: &'a SpaceInfantry,
    board: Board,
    pools: Option<Tokens>,
    unbuilt: Option<([u8; 3], bool)>,
    unseen_white: u8,
    unseen_blue: Option<u8>,
    spawn_listed: [bool; 5],
    frames: Option<InlineVec<Frame, 24>>,
}

/// A word with `*n` behind it.
fn split_times(word: &str) -> Result<(&str, u8), ReadError> {
    match word.split_once('*') {
        None => Ok((word, 1)),
        Some((name, count)) => {
            let count = count.parse().ok().filter(|count| (1..=9).contains(count));
            count
                .map(|count| (name, count))
                .ok_or_else(|| ReadError::expected("a name and `*` a number", word))
        }
    }
}

fn read_tokens(text: &str) -> Result<Tokens, ReadError> {
    let mut tokens = Tokens::NONE;
    for word in text.split_whitespace() {
        let (name, count) = split_times(word)?;
        let resource =
            Resource::from_code(name).ok_or_else(|| ReadError::expected("a resource such as BUI", name))?;
        if tokens.count(resource) + count > 5 {
            return Err(ReadError::expected("at most five tokens of a type", word));
        }
        tokens.merge(Tokens::of(resource, count));
    }
    Ok(tokens)
}

fn read_techs(text: &str) -> Result<Techs, ReadError> {
    let mut techs = Techs::default();
    for word in text.split_whitespace() {
        let (name, count) = split_times(word)?;
        let tech = FedTech::from_code(name)
            .ok_or_else(|| ReadError::expected("a technology such as missiles", name))?;
        if techs.count(tech) + count > 2 {
            return Err(ReadError::expected("a technology as often as it exists", word));
        }
        (0..count).for_each(|_| techs.add(tech));
    }
    Ok(techs)
}

pub(crate) fn read(game: &SpaceInfantry, text: &str) -> Result<Board, ReadError> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    rule!("SI-R-86");
    let head = lines.next().ok_or_else(|| ReadError::expected("`si 1 LEVEL tokens N turn N phase P`", ""))?;
    let mut board = game.set_up();
    board.change(Space::SOL, Piece::Flagship, -1);
    board.unbuilt = [0; 3];
    board.pool = Tokens::NONE;
    let mut reader = Reader {
        game,
        board,
        pools: None,
        unbuilt: None,
        unseen_white: 0,
        unseen_blue: None,
        spawn_listed: [false; 5],
        frames: None,
    };
    let phase = reader.head(head)?;
    for line in lines {
        reader.line(line).map_err(|error| ReadError(format!("{line:?}: {error}")))?;
    }
    reader.finish(phase)
}

impl Reader<'_> {
    fn head<'t>(&mut self, line: &'t str) -> Result<&'t str, ReadError> {
        let mut words = Words::new(line);
        let is = |wanted: &'static str| move |word: &str| (word == wanted).then_some(());
        words.code("si", is("si"))?;
        words.code("format 1", is("1"))?;
        words.code(
            &format!("the level of this match, {}", self.game.level.code()),
            is(self.game.level.code()),
        )?;
        words.code("tokens", is("tokens"))?;
        self.board.taken = words.number("a number of tokens")?;
        words.code("turn", is("turn"))?;
        self.board.turns = words.number("a number of turns")?;
        words.code("phase", is("phase"))?;
        let phase = words.next("DRAW, FED1, FED3, PENDING or OVER")?;
        if words.peek().is_some() {
            words.code("last", is("last"))?;
            let last: u16 = words.number("the last turn")?;
            if last != self.game.last_turn {
                let wanted = format!("the last turn of this match, {}", self.game.last_turn);
                return Err(ReadError::expected(wanted, &last.to_string()));
            }
        } else if self.game.last_turn != self.game.data.last_turn[0] {
            return Err(ReadError::expected(format!("`last {}`", self.game.last_turn), "the end"));
        }
        words.end()?;
        if self.board.turns > self.board.taken || self.board.turns > self.game.last_turn {
            return Err(ReadError::expected("no more turns than tokens and than the match has", line));
        }
        Ok(phase)
    }

    fn line(&mut self, line: &str) -> Result<(), ReadError> {
        let (name, rest) = match line.split_once(' ') {
            Some((name, rest)) => (name, rest.trim()),
            None => (line, ""),
        };
        match name {
            "now" => {
                let mut words = Words::new(rest);
                self.board.now = Some(self.game.read_token(&mut words)?);
                words.end()
            }
            "queue" => {
                for token in self.tokens(rest)? {
                    if self.board.queue.len() == QUEUE {
                        return Err(ReadError::expected("at most five tokens", rest));
                    }
                    self.board.queue.push(u8::from(token));
                }
                Ok(())
            }
            "holding" => {
                for token in self.tokens(rest)? {
                    self.board.holding |= 1 << token.index();
                }
                Ok(())
            }
            "war" => self.war(rest),
            "pairs" => self.pairs(rest),
            "status" => self.status(rest),
            "at" => self.space(rest),
            "spawn" => self.spawn(rest),
            "tech" => self.tech(rest),
            "embassy" | "attache" | "spy" | "column" => self.deployed(line),
            "unbuilt:" => self.unbuilt(rest),
            "progress" => {
                let (column, techs) = split_name(rest)?;
                let at = COLUMN_NAMES.iter().position(|name| *name == column);
                let at = at.ok_or_else(|| ReadError::expected("0, 25, 50 or 75", column))?;
                self.board.progress[at] = read_techs(techs)?;
                Ok(())
            }
            "discovered:" => {
                self.board.discovered = read_techs(rest)?;
                Ok(())
            }
            "unresearched:" => self.unresearched(rest),
            "events" => {
                let used =
                    rest.strip_prefix("used:").ok_or_else(|| ReadError::expected("`events used:`", rest))?;
                for id in used.split_whitespace() {
                    let chit = self.game.data.chits.iter().position(|chit| chit.id == id);
                    self.board.chits &=
                        !(1 << chit.ok_or_else(|| ReadError::expected("a chit such as E1", id))?);
                }
                Ok(())
            }
            "stored:" => {
                self.board.stored = read_tokens(rest)?;
                Ok(())
            }
            "sacrificed:" => {
                self.board.sacrificed = read_tokens(rest)?;
                Ok(())
            }
            "track" => self.track(rest),
            "pools:" => {
                let mut pools = Tokens::NONE;
                for part in rest.split(',') {
                    let mut words = Words::new(part);
                    let resource = words.resource()?;
                    let count =
                        words.code("0 to 5 tokens", |word| word.parse().ok().filter(|count| *count <= 5))?;
                    words.end()?;
                    pools.merge(Tokens::of(resource, count));
                }
                self.pools = Some(pools);
                Ok(())
            }
            "engines" if rest == "used" => {
                self.board.engines_used = true;
                Ok(())
            }
            "draws" => counters(rest, |lane, count| {
                let lane = DrawLane::all().find(|known| known.name() == lane)?;
                self.board.draws[lane.counter()] = count;
                Some(())
            }),
            "rolls" => counters(rest, |lane, count| {
                let lane = Lane::from_code(lane)?;
                self.board.rolls[lane.index()] = u8::try_from(count).ok()?;
                Some(())
            }),
            "stopped" => {
                for word in rest.split_whitespace() {
                    self.board.stopped |= read_fleet(word)?.bit();
                }
                Ok(())
            }
            "waiting" => {
                let (race, spaces) = split_name(rest)?;
                let race = Race::from_code(race).ok_or_else(|| ReadError::expected("a race", race))?;
                let mut words = Words::new(spaces);
                while words.peek().is_some() {
                    self.board.waiting[race.index()] |= self.game.read_space(&mut words)?.bit();
                }
                Ok(())
            }
            "over" => {
                let ending = ENDINGS.into_iter().find(|ending| ending_word(*ending) == rest);
                self.board.result =
                    Some(ending.ok_or_else(|| ReadError::expected("a result such as won", rest))?);
                Ok(())
            }
            "pending" => {
                let frames = serde_json::from_str(rest).map_err(|error| ReadError(error.to_string()))?;
                self.frames = Some(frames);
                Ok(())
            }
            other => Err(ReadError::expected("a line such as `queue` or `at SOL:`", other)),
        }
    }

    fn tokens(&self, text: &str) -> Result<Vec<Token>, ReadError> {
        let mut words = Words::new(text);
        let mut tokens = Vec::new();
        while words.peek().is_some() {
            tokens.push(self.game.read_token(&mut words)?);
        }
        Ok(tokens)
    }

    fn war(&mut self, text: &str) -> Result<(), ReadError> {
        let mut words = Words::new(text);
        while words.peek().is_some() {
            let race = words.race()?;
            let level = |word: &str| word.parse().ok().filter(|level| (0..=4).contains(level));
            self.board.war[race.index()] = words.code("a War Effort from 0 to 4", level)?;
        }
        Ok(())
    }

    fn pairs(&mut self, text: &str) -> Result<(), ReadError> {
        for part in text.split(',') {
            let mut words = Words::new(part);
            let pair = words.code("a pair such as FE-CT", Pair::from_code)?;
            self.board.relations[pair.index()] =
                words.code("war, neutral or alliance", Relation::from_code)?;
            words.end()?;
        }
        Ok(())
    }

    fn status(&mut self, text: &str) -> Result<(), ReadError> {
        let mut words = Words::new(text);
        while let Some(name) = words.peek() {
            words.next("a track")?;
            let value: u8 = words.number("a number")?;
            let [stability, desire, losses] = self.game.data.status_max;
            let (track, most) = match name {
                "stability" => (&mut self.board.stability, stability),
                "desire" => (&mut self.board.desire, desire),
                "losses" => (&mut self.board.losses, losses),
                other => return Err(ReadError::expected("stability, desire or losses", other)),
            };
            if value > most {
                return Err(ReadError::expected(format!("{name} of at most {most}"), &value.to_string()));
            }
            *track = value;
        }
        Ok(())
    }

    fn space(&mut self, text: &str) -> Result<(), ReadError> {
        let (id, pieces) = split_name(text)?;
        let at = self.game.space(id).ok_or_else(|| ReadError::expected("a space such as SOL", id))?;
        for part in pieces.split(',') {
            let mut words = Words::new(part);
            let first = words.next("a piece or a fleet")?;
            if let Some(race) = Race::from_code(first) {
                let class = words.code("a class such as scout", Class::from_code)?;
                let fleet = Fleet::of(race, class);
                let known = self.board.fleets[fleet.index()].is_some();
                if known || fleet.race() != race {
                    return Err(ReadError::expected("a fleet of its race, once", part));
                }
                let allowed = at == Space::SOL || self.game.data.spaces[at.index()].race == Some(race);
                if !allowed {
                    return Err(ReadError::expected("a fleet in Sol or in its own territory", part));
                }
                self.board.put_fleet(fleet, Some(at));
                if at.is_settleable() {
                    let near = self.game.data.spaces[at.index()].near;
                    let from = if words.peek().is_some() {
                        words.code("from", |word| (word == "from").then_some(()))?;
                        self.game.read_space(&mut words)?
                    } else {
                        near
                    };
                    if self.game.data.spaces[at.index()].links & from.bit() == 0 {
                        return Err(ReadError::expected("a space next to it", part));
                    }
                    self.board.came_from[fleet.index()] = from;
                }
                words.end()?;
                continue;
            }
            let (name, count) = split_times(first)?;
            let piece =
                Piece::from_code(name).ok_or_else(|| ReadError::expected("a piece or a race", name))?;
            match piece {
                Piece::Base | Piece::BaseUp => {
                    let base = words.code("a base such as build", Base::from_code)?;
                    let free = self.board.garrisons[at.index()].base.is_none()
                        && !matches!(self.board.bases[base.index()], BaseAt::Map(..));
                    if !at.is_settleable() || !free || count != 1 {
                        return Err(ReadError::expected("one Base in a settleable space", part));
                    }
                    self.board.bases[base.index()] = BaseAt::Map(at, piece == Piece::BaseUp);
                    self.board.garrisons[at.index()].base = Some(base);
                }
                Piece::SolDefense | Piece::SolDefenseUp => {
                    if at != Space::SOL || self.board.sol_defense.is_some() || count != 1 {
                        return Err(ReadError::expected("one Sol Defense, on Sol", part));
                    }
                    self.board.sol_defense = Some(piece == Piece::SolDefenseUp);
                }
                _ => self.board.change(at, piece, count as i8),
            }
            words.end()?;
        }
        self.board.recount(at);
        Ok(())
    }

    fn spawn(&mut self, text: &str) -> Result<(), ReadError> {
        let (race, slots) = split_name(text)?;
        let race = Race::from_code(race).ok_or_else(|| ReadError::expected("a race", race))?;
        let mut words = Words::new(slots);
        for slot in 0..3 {
            let word = words.next("three slots")?;
            let class = Class::from_code(word).filter(|class| *class != Class::Doom);
            if class.is_none() && word != "-" {
                return Err(ReadError::expected("armada, raider, scout or -", word));
            }
            self.board.spawn[race.index()][slot] = class.map(|class| Fleet::of(race, class));
        }
        self.spawn_listed[race.index()] = true;
        words.end()
    }

    fn tech(&mut self, text: &str) -> Result<(), ReadError> {
        let (race, techs) = split_name(text)?;
        let race = Race::from_code(race).ok_or_else(|| ReadError::expected("a race", race))?;
        for name in techs.split_whitespace() {
            let tech = AlienTech::from_code(name).filter(|tech| *tech != AlienTech::DoomFleet);
            let counter = self.game.data.races[race.index()].techs.iter().position(|own| Some(*own) == tech);
            let counter =
                counter.ok_or_else(|| ReadError::expected("a technology of this race", name))? as u8;
            let track = &mut self.board.tech[race.index()];
            let room = usize::from(self.game.data.races[race.index()].tech_spaces);
            if track.contains(&counter) || track.len() == room {
                return Err(ReadError::expected(
                    "each technology once, as many as the track has spaces",
                    name,
                ));
            }
            track.push(counter);
            self.board.piles[race.index()] &= !(1 << counter);
        }
        Ok(())
    }

    fn deployed(&mut self, line: &str) -> Result<(), ReadError> {
        let mut words = Words::new(line);
        let source = crate::notation::read_source(&mut words)?;
        let possible = match source {
            Source::Attache(race) => race != Race::Me,
            Source::Spy(race) => !self.game.is_full(&self.board, race),
            Source::Column(column) => column != Column::Left,
            _ => true,
        };
        if !possible || self.board.deployed.has(source) {
            return Err(ReadError::expected("a place where a token can be deployed, once", line));
        }
        self.board.deployed.put(source, true);
        if words.peek().is_some() {
            words.code("new", |word| (word == "new").then_some(()))?;
            self.board.fresh.put(source, true);
        }
        words.end()
    }

    fn unbuilt(&mut self, text: &str) -> Result<(), ReadError> {
        let (mut counts, mut defense) = ([0; 3], false);
        for part in text.split(',') {
            let mut words = Words::new(part);
            let (name, count) = split_times(words.next("a piece")?)?;
            match name {
                "flagship" => counts[0] += count,
                "ally" => counts[1] += count,
                "mine" => counts[2] += count,
                "sol_defense" => defense = true,
                "base" => {
                    let base = words.code("a base such as build", Base::from_code)?;
                    if self.board.bases[base.index()] != BaseAt::Locked {
                        return Err(ReadError::expected("a Base that is not on the map", part));
                    }
                    self.board.bases[base.index()] = BaseAt::Unbuilt;
                }
                other => return Err(ReadError::expected("flagship, ally, mine, sol_defense or base", other)),
            }
            words.end()?;
        }
        self.unbuilt = Some((counts, defense));
        Ok(())
    }

    fn unresearched(&mut self, text: &str) -> Result<(), ReadError> {
        for part in text.split(',') {
            let mut words = Words::new(part);
            let count =
                words.code("1 to 5", |word| word.parse::<u8>().ok().filter(|n| (1..=5).contains(n)))?;
            match words.next("seen or unseen")? {
                "unseen" => match words.code("blue or white", Colour::from_code)? {
                    Colour::Blue => self.unseen_blue = Some(count),
                    Colour::White => self.unseen_white = count,
                },
                "seen" => {
                    let tech = words.code("a technology such as toolkit", FedTech::from_code)?;
                    if self.board.seen.count(tech) + count > 2 {
                        return Err(ReadError::expected("a technology as often as it exists", part));
                    }
                    (0..count).for_each(|_| self.board.seen.add(tech));
                }
                other => return Err(ReadError::expected("seen or unseen", other)),
            }
            words.end()?;
        }
        Ok(())
    }

    fn track(&mut self, text: &str) -> Result<(), ReadError> {
        let (column, rows) = split_name(text)?;
        let column =
            Column::from_code(column).ok_or_else(|| ReadError::expected("left, middle or right", column))?;
        for part in rows.split(',') {
            let (row, tokens) =
                part.trim().split_once(' ').ok_or_else(|| ReadError::expected("a row and tokens", part))?;
            let row: usize = row
                .parse()
                .ok()
                .filter(|row| *row < 7)
                .ok_or_else(|| ReadError::expected("a row from 0 to 6", row))?;
            self.board.track[column.index()][row] = read_tokens(tokens)?;
        }
        Ok(())
    }

    /// What follows from the rest, and what must agree with it.
    fn finish(mut self, phase: &str) -> Result<Board, ReadError> {
        let game = self.game;
        let board = &mut self.board;
        for race in Race::ALL {
            if !self.spawn_listed[race.index()] {
                // A fleet on the map has left its slot; the others have moved right.
                let left: Vec<Fleet> = full_slots(race)
                    .into_iter()
                    .flatten()
                    .filter(|fleet| board.fleets[fleet.index()].is_none())
                    .collect();
                let mut slots = [None; 3];
                for (slot, fleet) in slots.iter_mut().rev().zip(left.iter().rev()) {
                    *slot = Some(*fleet);
                }
                board.spawn[race.index()] = slots;
            }
        }
        if board.fleets[Fleet::DOOM.index()].is_some() {
            let counter =
                game.data.races[Race::Ct.index()].techs.iter().position(|tech| *tech == AlienTech::DoomFleet);
            board.piles[Race::Ct.index()] &=
                !(1 << counter.expect("the Doom Fleet is a counter of the Cthonians"));
        }
        board.frames = self.frames.unwrap_or_default();
        if let Some(frames) = self.frames {
            conservation::check_frames(game, board, &frames).map_err(ReadError)?;
        }
        conservation::complete(game, board, self.unseen_white).map_err(ReadError)?;
        match self.pools {
            Some(pools) if pools != board.pool => {
                return Err(ReadError::expected(
                    format!("30 tokens in all, so pools: {}", token_list(board.pool)),
                    &token_list(pools),
                ));
            }
            _ => {}
        }
        if let Some(listed) = self.unbuilt {
            let found = (board.unbuilt, board.sol_defense.is_none());
            if listed != found {
                return Err(ReadError(format!(
                    "unbuilt: expected {found:?} from the pieces on the map, found {listed:?}"
                )));
            }
        }
        if let Some(listed) = self.unseen_blue {
            let found = board.unresearched(Colour::Blue);
            if listed != found {
                return Err(ReadError(format!("unresearched: expected {found} unseen blue, found {listed}")));
            }
        }
        match (phase, board.now) {
            ("DRAW", None) if board.result.is_none() => board.frames = [Frame::Draw].into_iter().collect(),
            ("FED1", Some(token)) if game.kind(token).is_federation() => {
                let rolls = game.rolls_of(token);
                board.rolls = [0; 9];
                board.frames = [Frame::Draw, Frame::Rolls(rolls)].into_iter().collect();
                crate::play::Play { game, board, emit: &mut |_| {} }.settle();
            }
            ("FED3", Some(token)) if game.kind(token).is_federation() => {
                board.frames = [Frame::Draw, Frame::Actions].into_iter().collect();
            }
            ("PENDING", _) if self.frames.is_some() => {}
            ("OVER", _) if board.result.is_some() => {}
            _ => {
                return Err(ReadError::expected(
                    "a phase DRAW, FED1 or FED3 with its token (`now`), or PENDING",
                    phase,
                ));
            }
        }
        conservation::check(game, board).map_err(ReadError)?;
        Ok(self.board)
    }
}

/// `NAME: rest`.
fn split_name(text: &str) -> Result<(&str, &str), ReadError> {
    let (name, rest) = text.split_once(':').ok_or_else(|| ReadError::expected("a name and a colon", text))?;
    Ok((name.trim(), rest.trim()))
}

fn counters(text: &str, mut set: impl FnMut(&str, u16) -> Option<()>) -> Result<(), ReadError> {
    for part in text.split(',') {
        let mut words = Words::new(part);
        let lane = words.next("a lane such as refill")?;
        let count = words.number("a count")?;
        words.end()?;
        set(lane, count).ok_or_else(|| ReadError::expected("a lane and a count", part))?;
    }
    Ok(())
}

fn read_fleet(word: &str) -> Result<Fleet, ReadError> {
    let fleet = word.split_once('-').and_then(|(race, class)| {
        let (race, class) = (Race::from_code(race)?, Class::from_code(class)?);
        Some(Fleet::of(race, class)).filter(|fleet| fleet.race() == race)
    });
    fleet.ok_or_else(|| ReadError::expected("a fleet such as FE-scout", word))
}
