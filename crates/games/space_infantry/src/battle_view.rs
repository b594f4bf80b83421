//! The battle panel and the dice on the table.

use crate::{
    Board, Frame, SpaceInfantry,
    action::Faces,
    combat::LOSS_ORDER,
    forecast::fleet_id,
    ids::{FedTech, Fleet, Lane, Race, Space},
    odds::percent,
    state::CombatStage,
    views::{ChangeView, CombatView, DieView, HitsView, RollView, TermView},
    words,
};

impl SpaceInfantry {
    /// The combat that is being fought, if one is.
    pub(crate) fn draw_combat(&self, board: &Board) -> Option<CombatView> {
        let combat = board.frames.iter().rev().find(|frame| matches!(frame, Frame::Combat { .. }))?;
        let Frame::Combat { race, at, stage, dice, added, hits, .. } = *combat else { return None };
        let faces = match board.frame() {
            Some(Frame::Roll { lane: Lane::Combat, faces, .. }) => faces,
            _ => Faces::new(),
        };
        let counted = match stage {
            CombatStage::Muster => None,
            CombatStage::Dice => (!faces.is_empty()).then(|| self.hits(board, &faces)),
            _ => Some(hits),
        };
        let mut view = self.combat_panel(board, race, at);
        (view.dice, view.added, view.hits) = (dice, added, counted);
        let bonus = self.die_bonus(board);
        view.faces = faces
            .iter()
            .map(|&face| DieView { face, result: face + bonus, hits: self.hits(board, &[face]) })
            .collect();
        if added > 0 {
            let spent = words::count(added, "Maneuver", "Maneuvers");
            view.terms.push(TermView {
                change: added as i8,
                total: dice as i8,
                title: "Out Maneuver".to_owned(),
                note: format!("you spent {spent}"),
                rule: "SI-12.4".to_owned(),
            });
        }
        view.odds = self.hit_odds(board, race, at, dice);
        if let Some(hits) = counted {
            view.if_accept = self.accept_changes(board, race, at, hits);
        }
        if let Some(token) = board.now {
            view.subtitle = format!("{}, token {}", self.token_title(token), board.taken);
        }
        Some(view)
    }

    fn die_bonus(&self, board: &Board) -> u8 {
        u8::from(board.discovered.has(FedTech::Targeting))
            + u8::from(board.discovered.has(FedTech::Distortion))
    }

    /// A combat of a race in a space, before any dice.
    pub(crate) fn combat_panel(&self, board: &Board, race: Race, at: Space) -> CombatView {
        let mut terms: Vec<TermView> = Vec::new();
        let mut total = 0;
        self.each_term(board, race, at, |term, change| {
            total += change;
            let (rule, title, note) = self.term_words(board, term, at);
            terms.push(TermView { change, total, title, note, rule: rule.to_owned() });
        });
        let dice = self.combat_dice(board, race, at);
        if dice as i8 != total {
            let (title, note) = if (dice as i8) < total {
                ("At most 5 dice", "the limit")
            } else {
                ("At least 1 die", "the minimum")
            };
            terms.push(TermView {
                change: dice as i8 - total,
                total: dice as i8,
                title: title.to_owned(),
                note: note.to_owned(),
                rule: "SI-10.1e".to_owned(),
            });
        }
        let fleets = board.fleets_at(race, at);
        CombatView {
            race,
            at: self.space_id(at).to_owned(),
            title: format!("Battle of {}", self.space_name(at)),
            subtitle: format!("{} attack", self.race_name(race)),
            fleets: Fleet::of_mask(fleets).map(fleet_id).collect(),
            dice_scale: terms.iter().map(|term| term.total.max(5) as u8).max().unwrap_or(5),
            terms,
            dice,
            added: 0,
            faces: Vec::new(),
            hits: None,
            hit_on: self.data.hit_on[0].saturating_sub(self.die_bonus(board)),
            odds: self.hit_odds(board, race, at, dice),
            if_accept: Vec::new(),
        }
    }

    /// What each number of hits would do, with its chance.
    fn hit_odds(&self, board: &Board, race: Race, at: Space, dice: u8) -> Vec<HitsView> {
        let table = self.hit_table(board, dice);
        let whole: u32 = table.iter().sum();
        let rows = table.iter().enumerate().filter(|(_, ways)| **ways > 0);
        rows.map(|(hits, ways)| HitsView {
            hits: hits as u8,
            percent: percent(*ways, whole),
            text: if hits == 0 { "lost".to_owned() } else { self.hits_text(board, race, at, hits as u8) },
        })
        .collect()
    }

    fn hits_text(&self, board: &Board, race: Race, at: Space, hits: u8) -> String {
        let fate = |fleet: Fleet| {
            let (to, moved, dies) = self.retreat(board, fleet, at, hits);
            match (dies, moved) {
                (true, _) => "destroyed".to_owned(),
                (false, 0) => "stays".to_owned(),
                (false, _) => format!("back to {}", self.short_space(to)),
            }
        };
        let fleets: Vec<Fleet> = Fleet::of_mask(board.fleets_at(race, at)).collect();
        let mut fates: Vec<String> = fleets.iter().map(|fleet| fate(*fleet)).collect();
        if fates.windows(2).all(|two| two[0] == two[1]) {
            return fates.pop().unwrap_or_default();
        }
        let named =
            fleets.iter().zip(fates).map(|(fleet, fate)| format!("{} {fate}", words::class(fleet.class())));
        named.collect::<Vec<_>>().join(", ")
    }

    /// What follows if the dice stand.
    fn accept_changes(&self, board: &Board, race: Race, at: Space, hits: u8) -> Vec<ChangeView> {
        let mut changes = Vec::new();
        let mut add = |name: &str, change: String| changes.push(ChangeView { name: name.to_owned(), change });
        if hits > 0 {
            for fleet in Fleet::of_mask(board.fleets_at(race, at)) {
                let (to, moved, dies) = self.retreat(board, fleet, at, hits);
                let fate = match (dies, moved) {
                    (true, _) => "destroyed".to_owned(),
                    (false, 0) => "stays".to_owned(),
                    (false, _) => format!("to {}", self.short_space(to)),
                };
                add(self.fleet_name(fleet), fate);
            }
            return changes;
        }
        let most = self.data.status_max[2];
        if board.losses < most {
            add("Military Losses", format!("{} to {} of {most}", board.losses, board.losses + 1));
        } else {
            add("Stability", format!("{} to {}", board.stability, board.stability - 1));
        }
        let kinds: Vec<_> = LOSS_ORDER.into_iter().filter(|piece| board.pieces(at, *piece) > 0).collect();
        match kinds.as_slice() {
            [] => add("Fleets", "stay in Sol".to_owned()),
            [only] => add(words::piece(*only), "loses a step".to_owned()),
            _ => add("One asset", "loses a step, you choose".to_owned()),
        }
        if !kinds.is_empty() {
            for fleet in Fleet::of_mask(board.fleets_at(race, at)) {
                let to = self.outward(board, fleet, at);
                let fate =
                    to.map_or_else(|| "stays".to_owned(), |to| format!("pushed to {}", self.short_space(to)));
                add(self.fleet_name(fleet), fate);
            }
        }
        changes
    }

    /// The dice that lie on the table.
    pub(crate) fn draw_roll(&self, board: &Board) -> Option<RollView> {
        let Some(Frame::Roll { lane, faces, attempt, .. }) = board.frame() else { return None };
        let below = board.below()?;
        let mut modifier = 0;
        let (title, meanings): (String, Vec<String>) = match below {
            Frame::WarEffort { race, .. } => {
                (format!("Embassy at the {}", self.race_name(race)), self.contest_table())
            }
            Frame::Tech { race, .. } => {
                (format!("Spy at the {}", self.race_name(race)), self.contest_table())
            }
            Frame::Relation { rolling, .. } => {
                let race = rolling.map_or("", |race| self.race_name(race));
                (format!("Attaché at the {race}"), self.contest_table())
            }
            Frame::ChitDie(chit) => {
                let chit = &self.data.chits[chit.index()];
                (chit.name.clone(), chit.table.iter().map(|entry| self.entry_text(*entry)).collect())
            }
            Frame::FactionDie(_) => {
                let races = self.data.faction_die.iter();
                let name =
                    |race: &Option<Race>| race.map_or("your choice", |race| self.race_name(race)).to_owned();
                ("Which race".to_owned(), races.map(name).collect())
            }
            Frame::Conflict(None) => {
                let words = self.data.conflict_die.iter().map(|result| format!("{result:?}"));
                ("Galactic Conflict".to_owned(), words.collect())
            }
            Frame::Conflict(Some(_)) | Frame::AllianceDie => {
                let name = |pair: &Option<crate::Pair>| {
                    pair.map_or("your choice".to_owned(), |pair| self.pair_name(pair))
                };
                ("Which pair".to_owned(), self.data.relation_die.iter().map(name).collect())
            }
            Frame::Conduct(list) => {
                let (tech, column) = *list.first()?;
                let step = |steps: &i8| match steps {
                    -1 => "lost research".to_owned(),
                    0 => "no progress".to_owned(),
                    1 => "single advance".to_owned(),
                    _ => "double advance".to_owned(),
                };
                let column = usize::from(column);
                let title = format!("{} at {}", words::fed_tech(tech).0, words::PROGRESS[column]);
                (title, self.data.research[column].iter().map(step).collect())
            }
            Frame::Sabotage(race) => {
                let (toolkit, distortion, anti) = self.sabotage_bonus(board, race);
                modifier = toolkit + distortion + anti;
                let meaning = |die: i8| match self.sabotage_hits(board, race, die + modifier) {
                    Some(place) => {
                        let counter = usize::from(board.tech[race.index()][place]);
                        words::alien_tech(self.data.races[race.index()].techs[counter]).0.to_owned()
                    }
                    None => "nothing".to_owned(),
                };
                (format!("Sabotage at the {}", self.race_name(race)), (1..=6).map(meaning).collect())
            }
            Frame::Combat { at, .. } => (format!("Battle of {}", self.space_name(at)), Vec::new()),
            _ => {
                let minus =
                    board.now.is_some_and(|token| self.kind(token) == crate::TokenKind::Federation1Minus);
                modifier = -i8::from(minus);
                ("Resource roll".to_owned(), Vec::new())
            }
        };
        let text = match (lane, faces.first()) {
            (Lane::Combat, Some(_)) => match self.hits(board, &faces) {
                0 => "No hit: the battle is lost unless you roll again".to_owned(),
                hits => words::count(hits, "hit", "hits"),
            },
            (_, Some(&face)) if faces.len() == 1 => {
                meanings.get(usize::from(face) - 1).cloned().unwrap_or_default()
            }
            _ => String::new(),
        };
        Some(RollView { lane, title, faces: faces.to_vec(), attempt, modifier, meanings, text })
    }

    fn contest_table(&self) -> Vec<String> {
        let meaning = |die: u8| match self.contest(die) {
            (true, _) => "prevented, the token stays",
            (false, true) => "prevented, the token is lost",
            (false, false) => "happens, the token is lost",
        };
        (1..=6).map(|die| meaning(die).to_owned()).collect()
    }
}
