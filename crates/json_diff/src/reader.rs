//! Reading encoded nodes.

use std::io::Write as _;

use crate::kind;

/// One encoded node, from its first byte to its last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node<'t>(pub(crate) &'t [u8]);

/// Kind and four bytes of length.
const HEAD: usize = 5;

impl<'t> Node<'t> {
    pub(crate) fn kind(self) -> u8 {
        self.0[0]
    }

    /// The bytes after the head of a long text, a list or an object.
    fn inside(self) -> &'t [u8] {
        &self.0[HEAD..]
    }

    /// The elements of a list.
    pub(crate) fn elements(self) -> Nodes<'t> {
        Nodes(self.inside())
    }

    /// The members of an object: name and value.
    pub(crate) fn members(self) -> Members<'t> {
        Members(Nodes(self.inside()))
    }

    /// Appends it as JSON.
    pub(crate) fn write_json(self, out: &mut Vec<u8>) {
        let number = || self.0[1..9].try_into().expect("eight bytes follow");
        match self.kind() {
            kind::NULL => out.extend_from_slice(b"null"),
            kind::FALSE => out.extend_from_slice(b"false"),
            kind::TRUE => out.extend_from_slice(b"true"),
            kind::UNSIGNED => write_number(u64::from_le_bytes(number()), out),
            kind::SIGNED => write(&i64::from_le_bytes(number()), out),
            kind::FLOAT => write(&f64::from_le_bytes(number()), out),
            kind::TEXT => write_text(self.inside(), out),
            kind::LIST => {
                out.push(b'[');
                for (at, element) in self.elements().enumerate() {
                    if at > 0 {
                        out.push(b',');
                    }
                    element.write_json(out);
                }
                out.push(b']');
            }
            kind::OBJECT => {
                out.push(b'{');
                for (at, (name, value)) in self.members().enumerate() {
                    if at > 0 {
                        out.push(b',');
                    }
                    name.write_json(out);
                    out.push(b':');
                    value.write_json(out);
                }
                out.push(b'}');
            }
            kind::SMALL.. => write_number((self.kind() - kind::SMALL).into(), out),
            // A short text.
            _ => write_text(&self.0[1..], out),
        }
    }
}

/// Appends a number; most have one or two digits.
pub(crate) fn write_number(number: u64, out: &mut Vec<u8>) {
    match number {
        0..10 => out.push(b'0' + number as u8),
        10..100 => out.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]),
        _ => write!(out, "{number}").expect("a list of bytes takes everything"),
    }
}

/// Appends a text in quotes.
pub(crate) fn write_text(text: &[u8], out: &mut Vec<u8>) {
    if has_special(text) {
        return write(std::str::from_utf8(text).expect("a text was written as one"), out);
    }
    out.reserve(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

/// Whether the text has a byte that JSON escapes. Tests eight bytes at a time.
fn has_special(text: &[u8]) -> bool {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Sets the highest bit of each byte below `limit`; bytes above 127 never match.
    let below =
        |letters: u64, limit: u8| letters.wrapping_sub(EACH * u64::from(limit)) & !letters & (EACH << 7);
    let is = |letters: u64, letter: u8| below(letters ^ (EACH * u64::from(letter)), 1);
    let (eights, rest) = text.as_chunks::<8>();
    let found = eights
        .iter()
        .map(|eight| u64::from_le_bytes(*eight))
        .fold(0, |found, letters| found | below(letters, b' ') | is(letters, b'"') | is(letters, b'\\'));
    // Borrow propagation can cause false positives after a real match, never without one.
    found != 0 || rest.iter().any(|&byte| byte < b' ' || byte == b'"' || byte == b'\\')
}

fn write(value: &(impl serde::Serialize + ?Sized), out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("a text or a number is JSON");
}

/// Iterator over consecutive nodes.
#[derive(Clone)]
pub(crate) struct Nodes<'t>(&'t [u8]);

impl<'t> Iterator for Nodes<'t> {
    type Item = Node<'t>;
    fn next(&mut self) -> Option<Node<'t>> {
        let length = match *self.0.first()? {
            kind::NULL | kind::FALSE | kind::TRUE | kind::SMALL.. => 1,
            short @ kind::SHORT.. => 1 + usize::from(short - kind::SHORT),
            kind::UNSIGNED | kind::SIGNED | kind::FLOAT => 9,
            _ => HEAD + u32::from_le_bytes(self.0[1..HEAD].try_into().expect("four bytes")) as usize,
        };
        let (thing, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(Node(thing))
    }
}

/// The members of an object.
#[derive(Clone)]
pub(crate) struct Members<'t>(Nodes<'t>);

impl<'t> Iterator for Members<'t> {
    type Item = (Node<'t>, Node<'t>);
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.0.next()?))
    }
}
