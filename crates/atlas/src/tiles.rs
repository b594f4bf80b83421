//! Rectangular tiles that are turned in quarters and laid edge to edge.

/// A point; x to the right, y down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// Quarter turns, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rotation {
    /// As drawn.
    None,
    /// 90 degrees.
    Quarter,
    /// 180 degrees.
    Half,
    /// 270 degrees.
    ThreeQuarters,
}

impl Rotation {
    /// All four.
    pub const ALL: [Rotation; 4] =
        [Rotation::None, Rotation::Quarter, Rotation::Half, Rotation::ThreeQuarters];

    /// From 0, 90, 180 or 270.
    pub const fn from_degrees(degrees: i64) -> Option<Rotation> {
        match degrees {
            0 => Some(Rotation::None),
            90 => Some(Rotation::Quarter),
            180 => Some(Rotation::Half),
            270 => Some(Rotation::ThreeQuarters),
            _ => None,
        }
    }

    /// 0, 90, 180 or 270.
    pub const fn degrees(self) -> u16 {
        self as u16 * 90
    }

    const fn swaps_axes(self) -> bool {
        matches!(self, Rotation::Quarter | Rotation::ThreeQuarters)
    }
}

/// A side of a tile as drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edge {
    /// Top.
    North,
    /// Right.
    East,
    /// Bottom.
    South,
    /// Left.
    West,
}

/// A tile on the table: its size as drawn, how it is turned, and where its top left corner then lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// As drawn.
    pub width: i32,
    /// As drawn.
    pub height: i32,
    /// How it is turned.
    pub rotation: Rotation,
    /// The top left corner after turning.
    pub at: Point,
}

impl Placement {
    /// Width and height after turning.
    pub const fn size(&self) -> (i32, i32) {
        if self.rotation.swaps_axes() { (self.height, self.width) } else { (self.width, self.height) }
    }

    /// Where a point of the drawing lies on the table.
    pub const fn point(&self, drawn: Point) -> Point {
        let Point { x, y } = drawn;
        let (x, y) = match self.rotation {
            Rotation::None => (x, y),
            Rotation::Quarter => (self.height - y, x),
            Rotation::Half => (self.width - x, self.height - y),
            Rotation::ThreeQuarters => (y, self.width - x),
        };
        Point { x: self.at.x + x, y: self.at.y + y }
    }

    /// Where a link stub at the edge lies on the table; `offset` runs from the left or top corner as drawn.
    pub const fn port(&self, edge: Edge, offset: i32) -> Point {
        self.point(match edge {
            Edge::North => Point { x: offset, y: 0 },
            Edge::East => Point { x: self.width, y: offset },
            Edge::South => Point { x: offset, y: self.height },
            Edge::West => Point { x: 0, y: offset },
        })
    }

    /// Do the two cover common ground? Touching edges do not count.
    pub const fn overlaps(&self, other: &Placement) -> bool {
        let ((w, h), (ow, oh)) = (self.size(), other.size());
        self.at.x < other.at.x + ow
            && other.at.x < self.at.x + w
            && self.at.y < other.at.y + oh
            && other.at.y < self.at.y + h
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(rotation: Rotation) -> Placement {
        Placement { width: 850, height: 550, rotation, at: Point { x: 10, y: 20 } }
    }

    #[test]
    fn a_point_turns_clockwise() {
        let corner = Point { x: 100, y: 30 };
        let there = Rotation::ALL.map(|rotation| card(rotation).point(corner)).map(|p| (p.x - 10, p.y - 20));
        assert_eq!(there, [(100, 30), (520, 100), (750, 520), (30, 750)]);
    }

    #[test]
    fn ports_lie_on_the_edge_they_are_turned_to() {
        let south = Rotation::ALL.map(|rotation| card(rotation).port(Edge::South, 210));
        let south = south.map(|p| (p.x - 10, p.y - 20));
        assert_eq!(south, [(210, 550), (0, 210), (640, 0), (550, 640)]);
        assert_eq!(card(Rotation::None).port(Edge::North, 5), Point { x: 15, y: 20 });
        assert_eq!(card(Rotation::None).port(Edge::West, 5), Point { x: 10, y: 25 });
        assert_eq!(card(Rotation::None).port(Edge::East, 5), Point { x: 860, y: 25 });
    }

    #[test]
    fn touching_is_not_overlapping() {
        let tile = card(Rotation::Quarter);
        let beside = |x, y| Placement { at: Point { x, y }, ..tile };
        assert_eq!(tile.size(), (550, 850));
        assert!(!tile.overlaps(&beside(560, 20)));
        assert!(tile.overlaps(&beside(559, 20)));
        assert!(!tile.overlaps(&beside(10, 870)));
        assert!(tile.overlaps(&beside(10, 869)));
    }

    #[test]
    fn only_quarter_turns_are_rotations() {
        assert_eq!(Rotation::ALL.map(Rotation::degrees), [0, 90, 180, 270]);
        for rotation in Rotation::ALL {
            assert_eq!(Rotation::from_degrees(i64::from(rotation.degrees())), Some(rotation));
        }
        assert_eq!([-90, 45, 360].map(Rotation::from_degrees), [None; 3]);
    }
}
