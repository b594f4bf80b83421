//! Star Borders: Humanity. (module map to follow)

mod ids;

pub use ids::*;
