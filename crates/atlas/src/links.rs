//! Small maps of places joined by links, as bit sets.

/// A set of places of a [`LinkMap`], bit n for place n.
pub type NodeSet = u64;

/// At most 64 places and the links between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkMap {
    links: Vec<NodeSet>,
}

impl LinkMap {
    /// This many places, no links.
    ///
    /// # Panics
    /// If there are more than 64.
    pub fn new(places: usize) -> Self {
        assert!(places <= 64, "a link map holds at most 64 places, not {places}");
        Self { links: vec![0; places] }
    }

    /// Every place.
    pub fn all(&self) -> NodeSet {
        if self.links.len() == 64 { NodeSet::MAX } else { (1 << self.links.len()) - 1 }
    }

    /// Links two places, both ways. Twice is once.
    pub fn link(&mut self, a: u8, b: u8) {
        self.links[usize::from(a)] |= 1 << b;
        self.links[usize::from(b)] |= 1 << a;
    }

    /// Takes the link between two places away; says whether there was one.
    pub fn unlink(&mut self, a: u8, b: u8) -> bool {
        let linked = self.neighbours(a) >> b & 1 == 1;
        self.links[usize::from(a)] &= !(1 << b);
        self.links[usize::from(b)] &= !(1 << a);
        linked
    }

    /// Links every place of a set to every other of it.
    pub fn link_all(&mut self, set: NodeSet) {
        for (place, links) in self.links.iter_mut().enumerate() {
            if set >> place & 1 == 1 {
                *links |= set & !(1 << place);
            }
        }
    }

    /// The places one link away.
    pub fn neighbours(&self, place: u8) -> NodeSet {
        self.links[usize::from(place)]
    }

    /// The places one link away from any of a set.
    pub fn neighbours_of_set(&self, mut set: NodeSet) -> NodeSet {
        let mut around = 0;
        while set != 0 {
            around |= self.links[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        around
    }

    /// Everything that can be reached, the start included.
    pub fn reachable_from(&self, from: u8) -> NodeSet {
        let mut reached = 1 << from;
        loop {
            let more = reached | self.neighbours_of_set(reached);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Can every place be reached from every other?
    pub fn connected(&self) -> bool {
        self.links.is_empty() || self.reachable_from(0) == self.all()
    }

    /// Links on the shortest way; none if there is no way.
    pub fn distance(&self, from: u8, to: u8) -> Option<u8> {
        let mut reached: NodeSet = 1 << from;
        let mut steps = 0;
        while reached >> to & 1 == 0 {
            let more = reached | self.neighbours_of_set(reached);
            if more == reached {
                return None;
            }
            reached = more;
            steps += 1;
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0–1–2–3, and 4 alone.
    fn row() -> LinkMap {
        let mut row = LinkMap::new(5);
        for at in 0..3 {
            row.link(at, at + 1);
        }
        row
    }

    #[test]
    fn distance_counts_links() {
        assert_eq!([0, 1, 3, 4].map(|to| row().distance(0, to)), [Some(0), Some(1), Some(3), None]);
    }

    #[test]
    fn reach_stops_where_the_links_do() {
        assert_eq!(row().reachable_from(1), 0b01111);
        assert_eq!(row().reachable_from(4), 0b10000);
        assert!(!row().connected());
    }

    #[test]
    fn joining_and_parting_work_both_ways() {
        let mut map = row();
        map.link(4, 0);
        assert!(map.connected());
        assert!(map.unlink(2, 1));
        assert!(!map.unlink(1, 2));
        assert_eq!((map.neighbours(1), map.neighbours(2)), (0b00001, 0b01000));
    }

    #[test]
    fn joining_a_set_spares_the_place_itself() {
        let mut map = row();
        map.link_all(0b11001);
        assert_eq!((map.neighbours(0), map.neighbours(3), map.neighbours(4)), (0b11010, 0b10101, 0b01001));
        assert_eq!(map.distance(0, 4), Some(1));
    }

    #[test]
    fn sixty_four_places_fit() {
        let mut map = LinkMap::new(64);
        map.link(0, 63);
        assert_eq!(map.all(), NodeSet::MAX);
        assert_eq!(map.distance(63, 0), Some(1));
        assert!(LinkMap::new(0).connected());
    }
}
