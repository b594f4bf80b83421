//! Values written down so that the difference between two of them is found fast.
//!
//! A board changes in two or three places with a move, and is compared after every move of every table. So it is not
//! written as JSON, where one has to read a thing to know where it ends, but on a [`Tape`], where everything begins with
//! its length: what is the same is skipped in one step, and only what has changed becomes text.
//!
//! ```
//! use serde::Serialize;
//! use tape::{Changes, Tape};
//!
//! #[derive(Serialize)]
//! struct Board { turn: u8, ships: Vec<&'static str> }
//!
//! let old = Tape::of(&Board { turn: 7, ships: vec!["Star", "Moon"] });
//! let new = Tape::of(&Board { turn: 7, ships: vec!["Star", "Sun"] });
//! let mut changes = Changes::default();
//! changes.field("board", &old, &new);
//! assert_eq!(changes.list(), r#"[[["board","ships",1],"Sun"]]"#);
//! ```

mod changes;
mod reader;
mod writer;

use std::cell::RefCell;

pub use changes::Changes;
use serde::Serialize;
pub use writer::Unfit;

use crate::{reader::Thing, writer::Writer};

/// A value, written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tape(Box<[u8]>);

impl Tape {
    /// Writes a value down.
    ///
    /// # Panics
    /// If the value cannot be JSON: a map with keys that are no text, or a number beyond 64 bits.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Self {
        thread_local! {
            /// Long enough after a few values; the tape itself is as long as it has to be.
            static DESK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        // Not borrowed while it is written on: a value may make tapes of its parts.
        let mut out = DESK.take();
        out.clear();
        value.serialize(Writer::on(&mut out)).expect("what is sent is plain data with text keys");
        let tape = Self(out.as_slice().into());
        DESK.set(out);
        tape
    }

    /// The value as JSON.
    pub fn json(&self) -> String {
        let mut text = Vec::new();
        self.thing().write_json(&mut text);
        written(text)
    }

    fn thing(&self) -> Thing<'_> {
        Thing(&self.0)
    }
}

/// JSON is put together as bytes: that texts are texts need not be asked of each, only once of all.
fn written(json: Vec<u8>) -> String {
    String::from_utf8(json).expect("texts and what stands between them")
}

/// Nothing.
impl Default for Tape {
    fn default() -> Self {
        Self([kind::NULL].into())
    }
}

/// How things begin. Short texts begin with their length, 64 and more; numbers from 0 to 127 are one byte, 128 and more.
mod kind {
    pub(crate) const NULL: u8 = 0;
    pub(crate) const FALSE: u8 = 1;
    pub(crate) const TRUE: u8 = 2;
    /// Eight bytes follow.
    pub(crate) const UNSIGNED: u8 = 3;
    pub(crate) const SIGNED: u8 = 4;
    pub(crate) const FLOAT: u8 = 5;
    /// A length of four bytes follows, and that many bytes.
    pub(crate) const TEXT: u8 = 6;
    pub(crate) const LIST: u8 = 7;
    /// Texts and things by turns.
    pub(crate) const OBJECT: u8 = 8;
    pub(crate) const SHORT: u8 = 64;
    pub(crate) const SMALL: u8 = 128;
}
