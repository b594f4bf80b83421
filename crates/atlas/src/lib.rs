//! Maps for the games: [tiles](Placement) laid edge to edge, [link maps](LinkMap) with their paths, and
//! [hexes](Hex) with [sets](HexSet) of them.
//!
//! Nothing here knows a game. A game brings its drawings, asks where a point of a turned tile lies,
//! and keeps the resulting graph.
//!
//! ```
//! use atlas::{LinkMap, Placement, Point, Rotation};
//!
//! // Two square tiles side by side: the right edge of one meets the left edge of the other.
//! let left = Placement { width: 100, height: 100, rotation: Rotation::None, at: Point { x: 0, y: 0 } };
//! let right = Placement { rotation: Rotation::Half, at: Point { x: 100, y: 0 }, ..left };
//! let port = Point { x: 100, y: 50 };
//! assert!(!left.overlaps(&right));
//! assert_eq!(left.point(port), right.point(port));
//!
//! let mut links = LinkMap::new(3);
//! links.link(0, 1);
//! links.link(1, 2);
//! assert_eq!(links.distance(0, 2), Some(2));
//! ```

mod hex;
mod links;
mod tiles;

pub use hex::{Direction, Hex, HexSet};
pub use links::{LinkMap, NodeSet};
pub use tiles::{Edge, Placement, Point, Rotation};
