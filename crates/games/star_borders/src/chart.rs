//! The quadrant in characters, for terminals.

use crate::{Board, Loc, Ship, ShipSet, Side, StarBorders, Terrain};

/// Rows a full-height quadrant takes.
const ROWS: usize = 24;
/// The narrowest drawing that can be read.
const NARROWEST: usize = 60;

/// Draws locations where they lie, joined by dotted links, each with its id, owner and ships.
pub(crate) fn draw(game: &StarBorders, board: &Board, width: usize) -> Vec<String> {
    let width = width.max(NARROWEST);
    let mut canvas = Canvas::new(width, ROWS);
    let spot = |loc: Loc| {
        let place = game.quadrant.get(loc);
        let label = 12;
        let x = place.x as usize * (width - label) / (game.quadrant.width.max(1) as usize);
        let y = place.y as usize * (ROWS - 2) / (game.quadrant.height.max(1) as usize);
        (x + 2, y)
    };
    for from in game.quadrant.all() {
        for to in game.quadrant.links[from.index()].above(from) {
            canvas.line(spot(from), spot(to));
        }
    }
    for loc in game.quadrant.all() {
        let (x, y) = spot(loc);
        let neighbour = game.quadrant.all().map(spot).filter(|&(right, row)| row == y && right > x).min();
        let room = neighbour.map_or(width, |(right, _)| right).saturating_sub(x + 1);
        let named = place(game, board, loc, &game.quadrant.get(loc).name);
        let label = if named.chars().count() <= room {
            named
        } else {
            place(game, board, loc, &game.quadrant.get(loc).id)
        };
        canvas.text(x, y, &label);
        let ships = stack(game, board, loc);
        if !ships.is_empty() {
            canvas.text(x, y + 1, &ships);
        }
    }
    let mut lines = canvas.into_lines();
    lines.extend(legend(width));
    lines
}

/// `(A)Concord+1!`: sign of the terrain, owner, name (or id, where there is no room), level, Disruption.
fn place(game: &StarBorders, board: &Board, loc: Loc, name: &str) -> String {
    let here = game.quadrant.get(loc);
    let owner = Side::BOTH.into_iter().find(|side| board.control[side.index()].has(loc));
    let letter = owner.map_or('-', Side::letter);
    let sign = match here.terrain {
        Terrain::Planet if owner.is_some_and(|side| game.bases(board, side).has(loc)) => {
            format!("[{letter}]")
        }
        Terrain::Planet => format!("({letter})"),
        Terrain::Asteroids => "::".to_owned(),
        Terrain::Nebula => "~~".to_owned(),
        Terrain::Wormhole => "@".to_owned(),
        Terrain::DeepSpace => "o".to_owned(),
    };
    let level = board.level(loc);
    let fort = if level > 0 { format!("+{level}") } else { String::new() };
    let disrupted = if board.disrupted.has(loc) { "!" } else { "" };
    format!("{sign}{name}{fort}{disrupted}")
}

/// `A:St*,Sc I:De`: ships by the first two letters of their class.
fn stack(game: &StarBorders, board: &Board, loc: Loc) -> String {
    let fleet = |side: Side| {
        let ships: ShipSet = board.ships_at(side, loc);
        let short = |ship: Ship| {
            let face = game.ratings(board, ship);
            format!("{}{}", &face.class.name()[..2], if face.damaged { "*" } else { "" })
        };
        let names: Vec<String> = ships.map(short).collect();
        (!names.is_empty()).then(|| format!("{}:{}", side.letter(), names.join(",")))
    };
    Side::BOTH.into_iter().filter_map(fleet).collect::<Vec<_>>().join(" ")
}

/// What the signs mean, in as many lines as it takes.
fn legend(width: usize) -> Vec<String> {
    let signs = [
        "[X] Sector Base",
        "(X) planet",
        ":: asteroids",
        "~~ nebula",
        "@ wormhole",
        "o deep space",
        "+n fortified",
        "! disrupted",
        "* damaged",
    ];
    let mut lines = vec![String::new()];
    for sign in signs {
        let full = lines.last().is_some_and(|line: &String| line.len() + sign.len() + 2 > width);
        if full {
            lines.push(String::new());
        }
        let line = lines.last_mut().expect("there is always a line");
        line.push_str(if line.is_empty() { "" } else { "  " });
        line.push_str(sign);
    }
    lines
}

struct Canvas {
    cells: Vec<Vec<char>>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { cells: vec![vec![' '; width]; height] }
    }

    fn set(&mut self, x: usize, y: usize, mark: char) {
        if let Some(cell) = self.cells.get_mut(y).and_then(|row| row.get_mut(x)) {
            *cell = mark;
        }
    }

    fn text(&mut self, x: usize, y: usize, text: &str) {
        for (offset, mark) in text.chars().enumerate() {
            self.set(x + offset, y, mark);
        }
    }

    /// A dotted line between two points, by whole-number interpolation.
    fn line(&mut self, (x0, y0): (usize, usize), (x1, y1): (usize, usize)) {
        let steps = x0.abs_diff(x1).max(2 * y0.abs_diff(y1)).max(1);
        for step in (0..=steps).step_by(2) {
            let between = |from: usize, to: usize| (from * (steps - step) + to * step + steps / 2) / steps;
            self.set(between(x0, x1) + 1, between(y0, y1), '·');
        }
    }

    fn into_lines(self) -> Vec<String> {
        self.cells.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect()
    }
}
