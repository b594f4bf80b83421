//! Cards of the record sheet: resources, research, assets, relations, technology tracks.

use crate::{
    Board, SpaceInfantry,
    cards::CardText,
    ids::{Colour, Column, Pair, Piece, Race, Resource, Tokens},
    labels::capital,
    words,
};

/// "2 Build, 1 Warp", or "none".
fn token_words(tokens: Tokens) -> String {
    let held = Resource::ALL.into_iter().filter(|resource| tokens.has(*resource));
    let parts: Vec<String> =
        held.map(|resource| format!("{} {}", tokens.count(resource), words::resource(resource))).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

fn card(title: impl Into<String>, facts: Vec<(&str, String)>) -> CardText {
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    CardText { title: title.into(), facts, ..CardText::default() }
}

impl SpaceInfantry {
    /// The card of a part of the record sheet, by the id of its track.
    pub(crate) fn sheet_card(&self, board: &Board, id: &str) -> Option<CardText> {
        let (name, of) = id.split_once(':').unwrap_or((id, ""));
        match name {
            "column" => Some(column_card(board, Column::from_code(of)?)),
            "cell" => {
                let (column, row) = of.split_once(':')?;
                cell_card(board, Column::from_code(column)?, row.parse().ok()?)
            }
            "hand" | "pool" | "sacrificed" => Some(resource_card(board, name, Resource::from_code(of)?)),
            "pair" => Some(self.relation_card(board, Pair::from_code(of)?)),
            "tech" => Some(self.tech_track_card(board, Race::from_code(of)?)),
            "attache" => Some(self.attache_card(board, Race::from_code(of)?)),
            "unbuilt" => Some(unbuilt_card(board, Piece::from_code(of)?)),
            "research" => Some(self.research_card(board)),
            _ => None,
        }
    }

    /// The card of the Federation technologies of one colour that were not seen yet.
    pub(crate) fn unseen_card(&self, board: &Board, colour: Colour) -> CardText {
        let mut card = card(
            format!("Unseen {} technologies", colour.code()),
            vec![("Un-researched", board.unresearched(colour).to_string())],
        );
        card.can.push("Initiate research shows some of them".to_owned());
        card
    }

    /// The card of the only seat.
    pub(crate) fn federation_card(&self, board: &Board) -> CardText {
        let mut card = card(
            "Federation",
            vec![
                ("Bases", format!("{} of 6", board.base_count())),
                ("Stability", board.stability.to_string()),
                ("Turn", board.turns.to_string()),
                ("Points", self.points(board).to_string()),
            ],
        );
        card.can.push("Six Bases that stand together win".to_owned());
        card
    }

    fn relation_card(&self, board: &Board, pair: Pair) -> CardText {
        let relation = board.relations[pair.index()];
        let mut card = card(
            format!("Relations of {}", self.pair_name(pair)),
            vec![("Now", words::relation(relation).to_owned())],
        );
        card.can.push("Each war with another race lowers the War Effort that counts against you".to_owned());
        card
    }

    fn tech_track_card(&self, board: &Board, race: Race) -> CardText {
        let data = &self.data.races[race.index()];
        let track = &board.tech[race.index()];
        let names: Vec<&str> =
            track.iter().map(|counter| words::alien_tech(data.techs[usize::from(*counter)]).0).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let mut card = card(
            format!("Technology track of the {}", self.race_name(race)),
            vec![("Filled", format!("{} of {}", track.len(), data.tech_spaces)), ("Technologies", known)],
        );
        if board.has_spy(race) {
            card.can.push("Your spy stops the next technology".to_owned());
        }
        card.cannot.push(("five full tracks lose the match".to_owned(), "SI-4.4"));
        card
    }

    fn attache_card(&self, board: &Board, race: Race) -> CardText {
        let there = board.deployed.attaches & race.bit() != 0;
        card(
            format!("Diplomatic Attaché at the {}", self.race_name(race)),
            vec![("Deployed", if there { "yes" } else { "no" }.to_owned())],
        )
    }

    fn research_card(&self, board: &Board) -> CardText {
        let mut card = card(
            "Research",
            vec![
                ("Discovered", board.discovered.names().count().to_string()),
                ("Unseen, blue", board.unresearched(Colour::Blue).to_string()),
                ("Unseen, white", board.unresearched(Colour::White).to_string()),
            ],
        );
        card.can.push("Initiate research puts a technology at 0 %".to_owned());
        card.can.push("Conduct research rolls a die per technology in progress".to_owned());
        card
    }
}

fn column_card(board: &Board, column: Column) -> CardText {
    let mut card = card(
        format!("{} of the Resource Track", capital(words::column(column))),
        vec![("State", if board.is_open(column) { "open" } else { "closed" }.to_owned())],
    );
    if board.is_open(column) {
        card.can.push("A production die can order a resource here".to_owned());
    } else {
        card.cannot.push(("A Morale opens the leftmost closed column".to_owned(), "SI-7.3.1.5.2a"));
    }
    card
}

fn cell_card(board: &Board, column: Column, row: usize) -> Option<CardText> {
    let tokens = *board.track[column.index()].get(row)?;
    let arrives = match row {
        0 => "now: these tokens pay for actions".to_owned(),
        1 => "next turn".to_owned(),
        row => format!("in {row} turns"),
    };
    let title = format!("Row {row}, {}", words::column(column));
    let mut card = card(title, vec![("Available", arrives), ("Resources", token_words(tokens))]);
    if !board.is_open(column) {
        card.cannot.push(("This column is closed".to_owned(), "SI-7.3.1.5.2a"));
    }
    Some(card)
}

fn resource_card(board: &Board, place: &str, resource: Resource) -> CardText {
    let mut card = card(
        words::resource(resource),
        vec![
            ("Pays for actions now", board.hand().count(resource).to_string()),
            ("Stored", board.stored.count(resource).to_string()),
            ("In the pool", board.pool.count(resource).to_string()),
            ("Sacrificed", board.sacrificed.count(resource).to_string()),
        ],
    );
    if place == "sacrificed" {
        card.cannot.push(("A sacrificed token has left the game".to_owned(), "SI-2.8"));
    }
    card
}

fn unbuilt_card(board: &Board, piece: Piece) -> CardText {
    let left = match piece {
        Piece::Flagship => board.unbuilt[0],
        Piece::Ally => board.unbuilt[1],
        Piece::Mine | Piece::MineUp => board.unbuilt[2],
        Piece::SolDefense | Piece::SolDefenseUp => u8::from(board.sol_defense.is_none()),
        Piece::Base | Piece::BaseUp => 0,
    };
    let mut card = card(capital(words::piece(piece)), vec![("Unbuilt", left.to_string())]);
    if left > 0 {
        card.can.push("is built at Sol with a Build".to_owned());
    }
    card
}
