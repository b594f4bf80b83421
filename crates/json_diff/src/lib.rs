//! Length-prefixed encoding of serde values with a fast JSON diff.
//!
//! A board changes in two or three places with a move, and is compared after every move of every table. In JSON a value
//! has to be parsed to find its end; an [`Encoded`] value begins with its length. Equal values are skipped in one
//! comparison, and only changed values are converted to JSON text.
//!
//! ```
//! use serde::Serialize;
//! use json_diff::{PatchBuilder, Encoded};
//!
//! #[derive(Serialize)]
//! struct Board { turn: u8, ships: Vec<&'static str> }
//!
//! let old = Encoded::of(&Board { turn: 7, ships: vec!["Star", "Moon"] });
//! let new = Encoded::of(&Board { turn: 7, ships: vec!["Star", "Sun"] });
//! let mut changes = PatchBuilder::default();
//! changes.diff_field("board", &old, &new);
//! assert_eq!(changes.list(), r#"[[["board","ships",1],"Sun"]]"#);
//! ```

mod encoder;
mod patch_builder;
mod reader;

use std::cell::RefCell;

pub use encoder::EncodeError;
pub use patch_builder::PatchBuilder;
use serde::Serialize;

use crate::{encoder::Encoder, reader::Node};

/// A value in the length-prefixed encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded(Box<[u8]>);

impl Encoded {
    /// Encodes a value.
    ///
    /// # Panics
    /// If the value has no JSON form: a map whose keys are not strings, or a number beyond 64 bits.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Self {
        thread_local! {
            /// Scratch buffer, large enough after a few values; the result is copied out at its exact length.
            static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        // Taken, not borrowed: serializing a value may encode its parts in turn.
        let mut out = SCRATCH.take();
        out.clear();
        value.serialize(Encoder::on(&mut out)).expect("sent values are plain data with string keys");
        let encoded = Self(out.as_slice().into());
        SCRATCH.set(out);
        encoded
    }

    /// The value as JSON.
    pub fn json(&self) -> String {
        let mut text = Vec::new();
        self.node().write_json(&mut text);
        written(text)
    }

    fn node(&self) -> Node<'_> {
        Node(&self.0)
    }
}

/// Converts the output to a `String`, validating UTF-8 once instead of per string.
fn written(json: Vec<u8>) -> String {
    String::from_utf8(json).expect("all parts are valid UTF-8")
}

/// The encoding of `null`.
impl Default for Encoded {
    fn default() -> Self {
        Self([kind::NULL].into())
    }
}

/// First byte of a node. A short text is `SHORT` plus its length; a number from 0 to 127 is the single byte `SMALL` plus it.
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
    /// As `LIST`; names and values alternate.
    pub(crate) const OBJECT: u8 = 8;
    pub(crate) const SHORT: u8 = 64;
    pub(crate) const SMALL: u8 = 128;
}
