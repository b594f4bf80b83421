//! The patch that turns one value into another.

use crate::{
    Encoded, kind,
    reader::{Node, write_number, write_text},
    written,
};

/// Builds a JSON patch of an object: `[path]` removes a member, `[path, value]` sets a member or an element,
/// `[path, at, remove, [items]]` splices a list. A path is a list of names and numbers.
#[derive(Default)]
pub struct PatchBuilder<'t> {
    /// The operations so far, with commas between them.
    text: Vec<u8>,
    /// Path of the node being compared.
    path: Vec<Step<'t>>,
}

#[derive(Clone, Copy)]
enum Step<'t> {
    Field(&'t str),
    Member(Node<'t>),
    Element(usize),
}

impl Step<'_> {
    /// Approximate length in JSON, in bytes.
    fn length(&self) -> usize {
        match self {
            Self::Field(name) => name.len() + 3,
            Self::Member(name) => name.0.len() + 2,
            Self::Element(_) => 2,
        }
    }
}

impl<'t> PatchBuilder<'t> {
    /// Diffs field `name`.
    pub fn diff_field(&mut self, name: &'t str, old: &'t Encoded, new: &'t Encoded) {
        self.below(Step::Field(name), old.node(), new.node());
    }

    /// Diffs a flattened part of field `name`: an object whose members share that field with other parts. Skipped unless
    /// both values are objects (a game without this part encodes `null`).
    pub fn diff_flattened(&mut self, name: &'t str, old: &'t Encoded, new: &'t Encoded) {
        if old != new && [old, new].iter().all(|part| part.node().kind() == kind::OBJECT) {
            self.path.push(Step::Field(name));
            self.compare_objects(old.node(), new.node(), usize::MAX);
            self.path.pop();
        }
    }

    /// Appends operations that were built before.
    pub fn append_ops(&mut self, found: &str) {
        if !self.text.is_empty() && !found.is_empty() {
            self.text.push(b',');
        }
        self.text.extend_from_slice(found.as_bytes());
    }

    /// Whether no difference was found so far.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The operations with commas between them.
    pub fn ops(self) -> String {
        written(self.text)
    }

    /// The JSON of the list.
    pub fn list(self) -> String {
        format!("[{}]", self.ops())
    }

    fn below(&mut self, step: Step<'t>, old: Node<'t>, new: Node<'t>) {
        if old != new {
            self.path.push(step);
            self.compare(old, new);
            self.path.pop();
        }
    }

    /// Appends the operations below the path; sets the complete value where that is shorter.
    fn compare(&mut self, old: Node<'t>, new: Node<'t>) {
        let before = self.text.len();
        // Setting the value takes `[[path],value]`; JSON is about an eighth longer than the encoding.
        let path: usize = self.path.iter().map(Step::length).sum();
        let enough = before + path + 5 + new.0.len() + new.0.len() / 8;
        match (old.kind(), new.kind()) {
            (kind::OBJECT, kind::OBJECT) => self.compare_objects(old, new, enough),
            (kind::LIST, kind::LIST) => self.compare_lists(old, new, enough),
            _ => return self.set(new),
        }
        if self.text.len() > enough {
            self.text.truncate(before);
            self.set(new);
        }
    }

    /// Stops early once the text is longer than `enough`.
    fn compare_objects(&mut self, old: Node<'t>, new: Node<'t>, enough: usize) {
        let before = self.text.len();
        let (mut olds, mut news) = (old.members(), new.members());
        // Usually both have the same names in the same order.
        loop {
            match (olds.next(), news.next()) {
                (Some((known, old)), Some((name, new))) if known == name => {
                    self.below(Step::Member(name), old, new);
                }
                (None, None) => return,
                _ => break,
            }
            if self.text.len() > enough {
                return;
            }
        }
        self.text.truncate(before);
        for (name, value) in new.members() {
            if let Some((_, old)) = old.members().find(|(known, _)| *known == name) {
                self.below(Step::Member(name), old, value);
            } else {
                self.path.push(Step::Member(name));
                self.set(value);
                self.path.pop();
            }
        }
        for (name, _) in old.members().filter(|(name, _)| new.members().all(|(known, _)| known != *name)) {
            self.path.push(Step::Member(name));
            self.begin();
            self.text.push(b']');
            self.path.pop();
        }
    }

    /// Stops early once the text is longer than `enough`.
    fn compare_lists(&mut self, old: Node<'t>, new: Node<'t>, enough: usize) {
        let head = old.elements().zip(new.elements()).take_while(|(old, new)| old == new).count();
        let gone: Vec<Node<'t>> = old.elements().skip(head).collect();
        let come: Vec<Node<'t>> = new.elements().skip(head).collect();
        let tail = gone.iter().rev().zip(come.iter().rev()).take_while(|(old, new)| old == new).count();
        let (gone, come) = (&gone[..gone.len() - tail], &come[..come.len() - tail]);
        if gone.len() == come.len() {
            for (at, (old, new)) in gone.iter().zip(come).enumerate() {
                self.below(Step::Element(head + at), *old, *new);
                if self.text.len() > enough {
                    return;
                }
            }
            return;
        }
        self.begin();
        self.text.push(b',');
        write_number(head as u64, &mut self.text);
        self.text.push(b',');
        write_number(gone.len() as u64, &mut self.text);
        self.text.extend_from_slice(b",[");
        for (at, thing) in come.iter().enumerate() {
            if at > 0 {
                self.text.push(b',');
            }
            thing.write_json(&mut self.text);
        }
        self.text.extend_from_slice(b"]]");
    }

    fn set(&mut self, value: Node<'t>) {
        self.begin();
        self.text.push(b',');
        value.write_json(&mut self.text);
        self.text.push(b']');
    }

    /// `[path`, after a comma if it is not the first.
    fn begin(&mut self) {
        let out = &mut self.text;
        // Reserve the usual size once.
        out.reserve(256);
        out.extend_from_slice(if out.is_empty() { b"[[" } else { b",[[" });
        for (place, step) in self.path.iter().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            match step {
                Step::Member(name) => name.write_json(out),
                Step::Field(name) => write_text(name.as_bytes(), out),
                Step::Element(at) => write_number(*at as u64, out),
            }
        }
        out.push(b']');
    }
}
