//! Hex maps in columns, and sets of their hexes as sets of bits.
//!
//! Hexes are flat-topped; every second column (the second, the fourth, …) lies half a hex lower.

use std::fmt;

/// A hex of a map with at most 32 columns of at most 32 rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex(u16);

impl Hex {
    /// How many ids there are; an array of this length has a place for every hex.
    pub const IDS: usize = 1024;

    /// The hex in this column and row, both counted from 0.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Self {
        Self(((column as u16) << 5) | (row as u16 & 31))
    }
    /// The hex with this index.
    #[inline]
    pub const fn from_index(index: u16) -> Self {
        Self(index)
    }
    /// Column, from 0.
    #[inline]
    pub const fn column(self) -> usize {
        (self.0 >> 5) as usize & 31
    }
    /// Row, from 0.
    #[inline]
    pub const fn row(self) -> usize {
        (self.0 & 31) as usize
    }
    /// As an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Fewest steps to another hex.
    #[inline]
    pub fn distance(self, other: Hex) -> u8 {
        let ((q, r), (to_q, to_r)) = (self.axial(), other.axial());
        let (dq, dr) = (q - to_q, r - to_r);
        dq.abs().max(dr.abs()).max((dq + dr).abs()) as u8
    }

    /// The shortest way to another hex: steps in two neighbouring directions, unique but for the order.
    ///
    /// ```
    /// use atlas::{Direction, Hex};
    ///
    /// let way = Hex::new(4, 5).way_to(Hex::new(5, 3));
    /// assert_eq!(way, [(Direction::North, 1), (Direction::NorthEast, 1)]);
    /// ```
    pub fn way_to(self, other: Hex) -> [(Direction, u8); 2] {
        use Direction::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};
        let ((q, r), (to_q, to_r)) = (self.axial(), other.axial());
        let (dq, dr) = (to_q - q, to_r - r);
        let ways = [
            [(North, -dr - dq), (NorthEast, dq)],
            [(NorthEast, -dr), (SouthEast, dq + dr)],
            [(SouthEast, dq), (South, dr)],
            [(South, dr + dq), (SouthWest, -dq)],
            [(SouthWest, dr), (NorthWest, -dq - dr)],
            [(NorthWest, -dq), (North, -dr)],
        ];
        let way = ways.into_iter().find(|way| way.iter().all(|(_, steps)| *steps >= 0));
        way.expect("six sectors cover the plane").map(|(direction, steps)| (direction, steps as u8))
    }

    fn axial(self) -> (i32, i32) {
        let q = self.column() as i32;
        (q, self.row() as i32 - q / 2)
    }

    /// Reads a name such as `G05` or `AC12`.
    pub fn parse(name: &str) -> Option<Self> {
        let letters = name.find(|c: char| c.is_ascii_digit())?;
        let (column, row) = name.split_at(letters);
        let column = match *column.as_bytes() {
            [letter @ b'A'..=b'Z'] => letter - b'A',
            [b'A', letter @ b'A'..=b'F'] => 26 + letter - b'A',
            _ => return None,
        };
        let row: u8 = (row.len() <= 2).then(|| row.parse().ok())??;
        (1..=32).contains(&row).then(|| Self::new(column, row - 1))
    }
}

/// A direction on a map of flat-topped hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the six sides of a hex")]
pub enum Direction {
    North,
    NorthEast,
    SouthEast,
    South,
    SouthWest,
    NorthWest,
}

impl fmt::Display for Direction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Direction::North => "north",
            Direction::NorthEast => "north-east",
            Direction::SouthEast => "south-east",
            Direction::South => "south",
            Direction::SouthWest => "south-west",
            Direction::NorthWest => "north-west",
        })
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.column() as u8;
        if column < 26 {
            write!(out, "{}{:02}", char::from(b'A' + column), self.row() + 1)
        } else {
            write!(out, "A{}{:02}", char::from(b'A' + column - 26), self.row() + 1)
        }
    }
}

impl serde::Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

/// A set of hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexSet([u32; 32]);

impl HexSet {
    /// No hex.
    pub const EMPTY: Self = Self([0; 32]);

    /// Just this hex.
    #[inline]
    pub fn of(hex: Hex) -> Self {
        let mut set = Self::EMPTY;
        set.insert(hex);
        set
    }
    /// Adds a hex.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        self.0[hex.column()] |= 1 << hex.row();
    }
    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        self.0[hex.column()] &= !(1 << hex.row());
    }
    /// Is the hex in it?
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.0[hex.column()] >> hex.row() & 1 == 1
    }
    /// Is it the empty set?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&column| column == 0)
    }
    /// How many hexes.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|column| column.count_ones()).sum()
    }
    /// What is in both.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|column| self.0[column] & other.0[column]))
    }
    /// What is in either.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|column| self.0[column] | other.0[column]))
    }
    /// What is in this and not in the other.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|column| self.0[column] & !other.0[column]))
    }
    /// The set and all neighbours of its hexes, also those off the map: intersect with the land.
    #[inline]
    #[must_use]
    pub fn expand(&self) -> Self {
        let mut side = [0u32; 34];
        for pair in 0..16 {
            let (even, odd) = (self.0[2 * pair], self.0[2 * pair + 1]);
            side[2 * pair + 1] = even | even >> 1;
            side[2 * pair + 2] = odd | odd << 1;
        }
        Self(std::array::from_fn(|column| {
            let own = self.0[column];
            own | own << 1 | own >> 1 | side[column] | side[column + 2]
        }))
    }
    /// All hexes, by column and row.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.0.iter().enumerate().flat_map(|(column, &rows)| {
            let mut rest = rows;
            std::iter::from_fn(move || {
                let row = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
                rest &= rest - 1;
                Some(Hex::new(column as u8, row))
            })
        })
    }

    /// All hexes at most `radius` away from `centre`, over any ground.
    pub fn within(centre: Hex, radius: u8) -> Self {
        (0..radius).fold(Self::of(centre), |near, _| near.expand())
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut set = Self::EMPTY;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(name: &str) -> Hex {
        Hex::parse(name).expect("a hex of the test")
    }

    #[test]
    fn names_read_back() {
        for name in ["A01", "G05", "Z20", "AC12", "AF20"] {
            assert_eq!(hex(name).to_string(), name);
        }
        assert!(["", "G", "05", "AG01", "A00", "a1", "A099"].iter().all(|name| Hex::parse(name).is_none()));
    }

    #[test]
    fn second_columns_lie_lower() {
        let around: Vec<String> = HexSet::of(hex("Q11")).expand().iter().map(|hex| hex.to_string()).collect();
        assert_eq!(around, ["P10", "P11", "Q10", "Q11", "Q12", "R10", "R11"]);
        let around: Vec<String> =
            HexSet::of(hex("AE10")).expand().iter().map(|hex| hex.to_string()).collect();
        assert_eq!(around, ["AD09", "AD10", "AE09", "AE10", "AE11", "AF09", "AF10"]);
    }

    #[test]
    fn spreading_and_counting_agree() {
        for (from, to, steps) in
            [("A21", "B18", 3), ("G05", "E17", 13), ("AA19", "G05", 24), ("P10", "Q11", 1)]
        {
            assert_eq!(hex(from).distance(hex(to)), steps);
            assert!(HexSet::within(hex(from), steps).contains(hex(to)));
            assert!(!HexSet::within(hex(from), steps - 1).contains(hex(to)));
        }
    }
}
