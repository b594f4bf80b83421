//! Cards: what one element of the board is, what it can do and what it cannot.

use crate::{
    Board, SpaceInfantry,
    ids::{AlienTech, Base, Colour, FedTech, Fleet, Piece, Race, Space},
    views::Detail,
    words,
};

/// A card in plain parts: title, facts, abilities, and what is not possible with its ledger row.
#[derive(Default)]
pub(crate) struct CardText {
    pub(crate) title: String,
    pub(crate) facts: Vec<(String, String)>,
    pub(crate) can: Vec<String>,
    pub(crate) cannot: Vec<(String, &'static str)>,
}

impl SpaceInfantry {
    /// The fleet with this id, e.g. `FE-scout`.
    pub(crate) fn fleet_of(&self, id: &str) -> Option<Fleet> {
        Fleet::all().find(|fleet| crate::forecast::fleet_id(*fleet) == id)
    }

    /// The card of a target, by kind and id.
    pub(crate) fn card_text(&self, board: &Board, kind: &str, id: &str) -> Option<CardText> {
        match kind {
            "piece" => match id.split_once('@') {
                Some((piece, at)) => self.piece_card(board, Piece::from_code(piece)?, self.space(at)?),
                None => self.fleet_card(board, self.fleet_of(id)?),
            },
            "place" => self.space_card(board, self.space(id)?),
            "card" => self.other_card(board, id),
            "track" => self.track_card(board, id).or_else(|| self.sheet_card(board, id)),
            "seat" => (id == "0").then(|| self.federation_card(board)),
            _ => None,
        }
    }

    fn fleet_card(&self, board: &Board, fleet: Fleet) -> Option<CardText> {
        let race = fleet.race();
        let mut card = CardText { title: self.fleet_name(fleet).to_owned(), ..CardText::default() };
        let mut fact = |name: &str, value: String| card.facts.push((name.to_owned(), value));
        fact("Race", self.race_name(race).to_owned());
        fact("Class", words::class(fleet.class()).to_owned());
        fact("Combat Value", self.data.cv[fleet.index()].to_string());
        let Some(at) = board.fleets[fleet.index()] else {
            fact("Where", "not in play".to_owned());
            return Some(card);
        };
        fact("Where", self.space_name(at));
        fact("Advances to Sol", self.moves_to_sol(at).to_string());
        let dies = (1..=12).find(|hits| self.retreat(board, fleet, at, *hits).2).unwrap_or(12);
        fact("Destroyed by", words::count(dies, "hit", "hits"));
        if at != Space::SOL {
            let to = self.advance_target(board, fleet, at);
            let text = format!("advances to {}", self.space_name(to));
            if self.at_war(board, race) {
                card.can.push(text);
            } else {
                card.cannot.push((format!("{text}: its race is not at War"), "SI-6.1.1a"));
            }
        }
        Some(card)
    }

    fn piece_card(&self, board: &Board, piece: Piece, at: Space) -> Option<CardText> {
        let count = board.pieces(at, piece);
        let base = board.garrisons[at.index()].base.filter(|_| matches!(piece, Piece::Base | Piece::BaseUp));
        let mut card = CardText {
            title: base.map_or_else(
                || crate::labels::capital(words::piece(piece)),
                |base| words::base(base).to_owned(),
            ),
            ..CardText::default()
        };
        card.facts.push(("Where".to_owned(), self.space_name(at)));
        if count > 1 {
            card.facts.push(("Number".to_owned(), count.to_string()));
        }
        let icons = &self.data.icons;
        let icon = match piece {
            Piece::Flagship => icons[0],
            Piece::Ally => icons[1],
            Piece::Mine => icons[2],
            Piece::MineUp => icons[3],
            Piece::SolDefense => icons[4],
            Piece::SolDefenseUp => icons[5],
            Piece::Base => self.data.bases[base?.index()].icons[0],
            Piece::BaseUp => self.data.bases[base?.index()].icons[1],
        };
        card.facts.push(("Icon".to_owned(), words::icon(icon).to_owned()));
        match piece {
            Piece::Flagship | Piece::Ally => {
                card.can.push("moves one step with a Maneuver".to_owned());
                if piece == Piece::Flagship && at.is_settleable() {
                    card.can.push("turns into a Base with a Build".to_owned());
                }
                if piece == Piece::Ally {
                    card.cannot.push(("settles no world and carries no Mine Field".to_owned(), "SI-R-44"));
                }
            }
            Piece::Mine | Piece::MineUp => {
                card.cannot.push(("moves only with a Flagship".to_owned(), "SI-R-45"));
            }
            _ => {}
        }
        if matches!(piece, Piece::Mine | Piece::SolDefense | Piece::Base) {
            card.can.push("is upgraded with a Build".to_owned());
        }
        (count > 0).then_some(card)
    }

    fn space_card(&self, board: &Board, at: Space) -> Option<CardText> {
        let data = &self.data.spaces[at.index()];
        let mut card = CardText { title: self.space_name(at), ..CardText::default() };
        if let Some(race) = data.race {
            card.facts.push(("Territory".to_owned(), self.race_name(race).to_owned()));
        }
        let links: Vec<String> = crate::ids::spaces_of(data.links).map(|to| self.space_name(to)).collect();
        card.facts.push(("Adjacent".to_owned(), links.join(", ")));
        if at.is_settleable() {
            card.facts
                .push(("Settling costs".to_owned(), words::count(data.to_sol, "step down", "steps down")));
            match Base::ALL.into_iter().map(|base| self.may_settle(board, at, base)).find(Result::is_ok) {
                Some(_) => card.can.push("can be settled with a Build".to_owned()),
                None if board.garrisons[at.index()].base.is_some() => {}
                None => card
                    .cannot
                    .push(("settling needs a Flagship and no fleet here".to_owned(), "SI-7.3.1.1.2a")),
            }
        }
        for race in Race::ALL {
            if board.fleets_at(race, at) != 0 {
                let (dice, chance) = self.combat_chance(board, race, at);
                let text = format!("{}, {chance} % for a hit", words::count(dice, "die", "dice"));
                card.facts.push((format!("Battle against the {}", self.race_name(race)), text));
            }
        }
        Some(card)
    }

    fn other_card(&self, board: &Board, id: &str) -> Option<CardText> {
        if let Some(token) = self.token(id) {
            let mut card = CardText { title: self.token_title(token), ..CardText::default() };
            let forecast = self.forecasts(board).into_iter().find(|view| view.token == id);
            if let Some(view) = forecast {
                card.facts.push(("Place in the Queue".to_owned(), view.place.to_string()));
                card.facts.push(("Will do".to_owned(), view.text));
                card.can.extend(
                    view.remedies.iter().map(|r| format!("{} ({}): {} %", r.title, r.note, r.chance)),
                );
                if view.ignored {
                    card.cannot.push(("the chart does not let it act now".to_owned(), "SI-6.1.0b"));
                }
            }
            return Some(card);
        }
        if let Some(tech) = FedTech::from_code(id) {
            let (name, text) = words::fed_tech(tech);
            let facts = vec![("Effect".to_owned(), text.to_owned())];
            return Some(CardText { title: name.to_owned(), facts, ..CardText::default() });
        }
        if let Some(tech) = AlienTech::from_code(id) {
            let (name, text) = words::alien_tech(tech);
            let facts = vec![("Effect".to_owned(), text.to_owned())];
            return Some(CardText { title: name.to_owned(), facts, ..CardText::default() });
        }
        if let Some(base) = id.strip_prefix("base-").and_then(Base::from_code) {
            let facts = vec![("Brings".to_owned(), self.unlocks(base))];
            return Some(CardText { title: words::base(base).to_owned(), facts, ..CardText::default() });
        }
        if let Some(colour) = id.strip_prefix("unseen-").and_then(Colour::from_code) {
            return Some(self.unseen_card(board, colour));
        }
        let chit = self.data.chits.iter().find(|chit| chit.id == id)?;
        let facts = chit
            .table
            .iter()
            .zip(1..)
            .map(|(entry, die)| (format!("{die}"), self.entry_text(*entry)))
            .collect();
        Some(CardText { title: chit.name.clone(), facts, ..CardText::default() })
    }

    fn track_card(&self, board: &Board, id: &str) -> Option<CardText> {
        let (name, of) = id.split_once(':').unwrap_or((id, ""));
        let mut card = CardText::default();
        let mut fact = |name: &str, value: String| card.facts.push((name.to_owned(), value));
        match name {
            "war" => {
                let race = Race::from_code(of)?;
                let (war, effective) = (board.war[race.index()], self.effective(board, race));
                fact("War Effort", words::level(war).to_owned());
                fact("Wars with other races", board.wars(race).to_string());
                fact("Acts as", words::level(effective).to_owned());
                card.title = format!("War Effort of the {}", self.race_name(race));
                for kind in &crate::TokenKind::ALL[..4] {
                    let text = format!("{} tokens count", kind.code());
                    if self.is_valid(*kind, effective) {
                        card.can.push(text);
                    } else {
                        card.cannot.push((format!("{} tokens are ignored", kind.code()), "SI-6.1.0b"));
                    }
                }
            }
            "stability" => {
                fact("Now", board.stability.to_string());
                card.title = "Federation Stability".to_owned();
                card.cannot.push(("at 0 the match is lost".to_owned(), "SI-4.3"));
            }
            "desire" => {
                fact("Now", board.desire.to_string());
                card.title = "Expansion Desire".to_owned();
                card.cannot.push((
                    "full: the next one costs a Stability; settling empties it".to_owned(),
                    "SI-6.2.6",
                ));
            }
            "losses" => {
                fact("Now", format!("{} of {}", board.losses, self.data.status_max[2]));
                card.title = "Military Losses".to_owned();
                card.cannot.push(("full: the next lost battle costs a Stability".to_owned(), "SI-10.3a"));
            }
            _ => return None,
        }
        Some(card)
    }

    /// What there is to know about a place or a piece beyond the public view.
    pub(crate) fn draw_detail(&self, board: &Board, kind: &str, id: &str) -> Option<Detail> {
        let at = match kind {
            "place" => self.space(id)?,
            "piece" => match id.split_once('@') {
                Some((_, at)) => self.space(at)?,
                None => board.fleets[self.fleet_of(id)?.index()]?,
            },
            _ => return None,
        };
        let card = self.card_text(board, kind, id)?;
        let races = Race::ALL.into_iter().filter(|race| board.fleets_at(*race, at) != 0);
        Some(Detail {
            title: card.title,
            lines: card.facts.into_iter().map(|(name, value)| format!("{name}: {value}")).collect(),
            combats: races.map(|race| self.combat_panel(board, race, at)).collect(),
            reach: self.reach(board, at),
        })
    }
}
