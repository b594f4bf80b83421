//! Reading things off a tape.

use std::fmt::Write as _;

use crate::kind;

/// One thing on a tape, from its first byte to its last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Thing<'t>(pub(crate) &'t [u8]);

/// Four bytes of length behind the kind.
const HEAD: usize = 5;

impl<'t> Thing<'t> {
    pub(crate) fn kind(self) -> u8 {
        self.0[0]
    }

    /// What is inside a text, a list or an object.
    fn inside(self) -> &'t [u8] {
        &self.0[HEAD..]
    }

    fn text(self) -> &'t str {
        std::str::from_utf8(self.inside()).expect("a text was written as one")
    }

    /// The elements of a list.
    pub(crate) fn elements(self) -> Things<'t> {
        Things(self.inside())
    }

    /// The members of an object: the name, and what it is the name of.
    pub(crate) fn members(self) -> Members<'t> {
        Members(Things(self.inside()))
    }

    /// Appends it as JSON.
    pub(crate) fn write_json(self, out: &mut String) {
        let number = || self.0[1..9].try_into().expect("eight bytes follow");
        let done = match self.kind() {
            kind::NULL => out.write_str("null"),
            kind::FALSE => out.write_str("false"),
            kind::TRUE => out.write_str("true"),
            kind::UNSIGNED => write!(out, "{}", u64::from_le_bytes(number())),
            kind::SIGNED => write!(out, "{}", i64::from_le_bytes(number())),
            kind::FLOAT => out.write_str(&quoted(&f64::from_le_bytes(number()))),
            kind::TEXT => out.write_str(&quoted(self.text())),
            kind::LIST => {
                out.push('[');
                for (at, element) in self.elements().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    element.write_json(out);
                }
                out.write_str("]")
            }
            kind::OBJECT => {
                out.push('{');
                for (at, (name, value)) in self.members().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    name.write_json(out);
                    out.push(':');
                    value.write_json(out);
                }
                out.write_str("}")
            }
            small => write!(out, "{}", small - kind::SMALL),
        };
        done.expect("a string takes everything");
    }
}

fn quoted(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("a text or a number is JSON")
}

/// Things one after the other.
#[derive(Clone)]
pub(crate) struct Things<'t>(&'t [u8]);

impl<'t> Iterator for Things<'t> {
    type Item = Thing<'t>;
    fn next(&mut self) -> Option<Thing<'t>> {
        let length = match *self.0.first()? {
            kind::NULL | kind::FALSE | kind::TRUE | kind::SMALL.. => 1,
            kind::UNSIGNED | kind::SIGNED | kind::FLOAT => 9,
            _ => HEAD + u32::from_le_bytes(self.0[1..HEAD].try_into().expect("four bytes")) as usize,
        };
        let (thing, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(Thing(thing))
    }
}

/// The members of an object.
#[derive(Clone)]
pub(crate) struct Members<'t>(Things<'t>);

impl<'t> Iterator for Members<'t> {
    type Item = (Thing<'t>, Thing<'t>);
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.0.next()?))
    }
}
