//! The table as text for a terminal.

use crate::{
    Board, SpaceInfantry,
    ids::{Fleet, Piece, Race, Resource, Space},
    words,
};

impl SpaceInfantry {
    /// At most `width` columns: status, Queue, tracks, named spaces, politics, resources, research.
    pub(crate) fn draw_text(&self, board: &Board, width: usize) -> Vec<String> {
        let view = self.draw_public(board);
        let mut lines = vec![
            format!(
                "{} · Bases {}/6 · Stability {}/5 · Desire {}/1 · Losses {}/2 · {} points",
                view.phase.title,
                view.status.bases,
                board.stability,
                board.desire,
                board.losses,
                view.status.points
            ),
            format!(
                "Pool {} ({} yours) · held {}",
                view.activation.pool,
                view.activation.pool_federation,
                view.activation.holding.len()
            ),
        ];
        for token in &view.queue {
            let mark = if token.ignored {
                "–"
            } else if token.danger {
                "!"
            } else {
                " "
            };
            lines.push(format!("{mark}{}. {}: {}", token.place, token.title, token.text));
        }
        lines.push(String::new());
        lines.push(format!("Sol: {}", self.here(board, Space::SOL)));
        for race in Race::ALL {
            let data = &self.data.races[race.index()];
            let spaces = (0..data.track).map(|step| {
                let at = data.first.shifted(step as i8);
                let here = self.here(board, at);
                if here.is_empty() { format!("{}", step + 1) } else { format!("{}[{here}]", step + 1) }
            });
            lines.push(format!("{} Sol-{}", race.code(), spaces.collect::<Vec<_>>().join("-")));
        }
        for at in Space::settleable() {
            let data = &self.data.spaces[at.index()];
            let here = self.here(board, at);
            let links = format!("{}, {}", self.space_id(data.near), self.space_id(data.far));
            let here = if here.is_empty() { "free".to_owned() } else { here };
            lines.push(format!(
                "{} {} ({links}; costs {}): {here}",
                self.space_id(at),
                data.name,
                data.to_sol
            ));
        }
        lines.push(String::new());
        for race in &view.races {
            let name = self.race_name(race.code);
            let tech: Vec<String> = race
                .track
                .iter()
                .map(|space| match (space.tech, space.spy) {
                    (Some(tech), _) => words::alien_tech(tech).0.to_owned(),
                    (None, true) => "spy".to_owned(),
                    (None, false) => "·".to_owned(),
                })
                .collect();
            let spawn: Vec<&str> = race
                .spawn
                .iter()
                .map(|slot| slot.as_deref().map_or("-", |id| id.split_once('-').map_or(id, |two| two.1)))
                .collect();
            let marks = [(race.embassy, " Embassy"), (race.attache, " Attaché")];
            let marks: String = marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
            lines.push(format!(
                "{name}: {}{marks} | tech {} | spawn {}",
                race.text,
                tech.join(", "),
                spawn.join(" ")
            ));
        }
        let pairs: Vec<String> = view
            .pairs
            .iter()
            .map(|pair| format!("{} {}", pair.id.code(), words::relation(pair.relation)))
            .collect();
        lines.push(format!("Pairs: {}", pairs.join(", ")));
        lines.extend(view.shared);
        lines.push(String::new());
        let names = |list: &[Resource]| list.iter().map(|of| of.code()).collect::<Vec<_>>().join(" ");
        for cell in view.resources.cells.iter().filter(|cell| !cell.tokens.is_empty()) {
            lines.push(format!("{} {}: {}", words::column(cell.column), cell.arrives, names(&cell.tokens)));
        }
        lines.push(format!(
            "Stored: {} · can pay: {}",
            names(&view.resources.stored),
            names(&view.resources.hand)
        ));
        let pools: Vec<String> = view
            .resources
            .pools
            .iter()
            .map(|pool| format!("{} {}", pool.resource.code(), pool.count))
            .collect();
        lines.push(format!("Pools: {}", pools.join(", ")));
        if !view.resources.away.is_empty() {
            lines.push(format!("Away: {}", view.resources.away));
        }
        for (column, techs) in
            view.research.progress.iter().enumerate().filter(|(_, techs)| !techs.is_empty())
        {
            let techs: Vec<&str> = techs.iter().map(|tech| words::fed_tech(*tech).0).collect();
            lines.push(format!("Research {}: {}", words::PROGRESS[column], techs.join(", ")));
        }
        if !view.research.discovered.is_empty() {
            let techs: Vec<&str> =
                view.research.discovered.iter().map(|tech| words::fed_tech(*tech).0).collect();
            lines.push(format!("Discovered: {}", techs.join(", ")));
        }
        lines.push(format!(
            "Un-researched: {} unseen, {} seen · Unbuilt: {} Flagships, {} Mines{}",
            view.research.unseen_blue + view.research.unseen_white,
            view.research.seen.len(),
            view.unbuilt.flagships,
            view.unbuilt.mines,
            if view.unbuilt.sol_defense { ", Sol Defense" } else { "" }
        ));
        let used: Vec<&str> =
            view.chits.iter().filter(|chit| !chit.left).map(|chit| chit.id.as_str()).collect();
        if !used.is_empty() {
            lines.push(format!("Event chits used: {}", used.join(" ")));
        }
        if let Some(combat) = view.combat {
            lines.push(String::new());
            lines.push(format!("{} ({})", combat.title, combat.subtitle));
            for term in combat.terms {
                lines.push(format!("{:+} {} ({}) = {}", term.change, term.title, term.note, term.total));
            }
            let odds: Vec<String> =
                combat.odds.iter().map(|odds| format!("{} {} %", odds.hits, odds.percent)).collect();
            lines.push(format!("{}; hits: {}", words::count(combat.dice, "die", "dice"), odds.join(", ")));
        }
        lines.into_iter().map(|line| line.chars().take(width).collect()).collect()
    }

    fn here(&self, board: &Board, at: Space) -> String {
        let mut parts: Vec<String> = Vec::new();
        for piece in Piece::ALL {
            let count = board.pieces(at, piece);
            let name = match board.garrisons[at.index()]
                .base
                .filter(|_| matches!(piece, Piece::Base | Piece::BaseUp))
            {
                Some(base) => {
                    format!("{} {}", words::base(base), if piece == Piece::BaseUp { "+" } else { "" })
                        .trim()
                        .to_owned()
                }
                None => words::piece(piece).to_owned(),
            };
            match count {
                0 => {}
                1 => parts.push(name),
                _ => parts.push(format!("{count} {name}")),
            }
        }
        let fleets = Fleet::of_mask(board.stacks[at.index()]);
        parts.extend(fleets.map(|fleet| {
            let cv = self.data.cv[fleet.index()];
            format!("{} {} {cv}", fleet.race().code(), words::class(fleet.class()))
        }));
        parts.join(", ")
    }
}
