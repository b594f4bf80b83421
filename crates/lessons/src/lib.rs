//! A lesson teaches one game by playing it: a prepared position, scripted dice, a coach who says two sentences at a
//! time. Lessons are data (`data/lessons/<game>.toml`); [`Run`] plays one on an ordinary table, for the server, the
//! terminal and the tests alike, so that a lesson cannot drift from the rules.
//!
//! ```
//! use catalog::Catalog;
//! use lessons::{Lessons, Mood, Run};
//!
//! let (catalog, lessons) = (Catalog::standard(), Lessons::standard());
//! let lesson = lessons.of("star_borders").next().expect("every game has a lesson");
//! let mut run = Run::open(&catalog, lesson, 0)?;
//! assert!(matches!(run.mood(), Mood::Coach));
//! run.go_on()?;
//! assert_eq!(run.step().id, "fly-the-scout");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod condition;
mod file;
mod run;

pub use condition::{Condition, dig};
pub use file::{Attempt, Denial, Kind, Lesson, LessonError, Next, Scene, Step};
pub use run::{Look, Mood, Move, Run, RunError};

/// The lessons that come with the program.
#[derive(Debug)]
pub struct Lessons(Vec<Lesson>);

const FILES: [(&str, &str); 5] = [
    ("data/lessons/star_borders.toml", include_str!("../../../data/lessons/star_borders.toml")),
    ("data/lessons/stellar_conquest.toml", include_str!("../../../data/lessons/stellar_conquest.toml")),
    ("data/lessons/space_infantry.toml", include_str!("../../../data/lessons/space_infantry.toml")),
    ("data/lessons/ev_nova.toml", include_str!("../../../data/lessons/ev_nova.toml")),
    ("data/lessons/starcraft.toml", include_str!("../../../data/lessons/starcraft.toml")),
];

impl Lessons {
    /// All lessons, in the order of the catalogue.
    ///
    /// # Panics
    /// If a file of the program is wrong; a test reads them all.
    pub fn standard() -> Self {
        let read = |(path, text): (&str, &str)| Lesson::read(path, text).expect("a lesson of the program");
        Self(FILES.into_iter().map(read).collect())
    }
    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Lesson> {
        self.0.iter()
    }
    /// Those of a game.
    pub fn of<'a>(&'a self, game: &'a str) -> impl Iterator<Item = &'a Lesson> {
        self.0.iter().filter(move |lesson| lesson.game == game)
    }
    /// The lesson with this address.
    pub fn find(&self, game: &str, id: &str) -> Option<&Lesson> {
        self.0.iter().find(|lesson| lesson.game == game && lesson.id == id)
    }
}
