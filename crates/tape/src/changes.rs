//! What makes one value of another.

use std::fmt::Write as _;

use crate::{Tape, kind, reader::Thing};

/// Changes of an object, as the JSON of a list: `[path]` removes a member, `[path, value]` sets a member or an element,
/// `[path, at, remove, [items]]` splices a list. A path is a list of names and numbers.
#[derive(Default)]
pub struct Changes<'t> {
    /// The operations so far, with commas between them.
    text: String,
    /// Where we are.
    path: Vec<Step<'t>>,
}

#[derive(Clone, Copy)]
enum Step<'t> {
    Field(&'t str),
    Member(Thing<'t>),
    Element(usize),
}

impl<'t> Changes<'t> {
    /// Compares a field as it was and as it is.
    pub fn field(&mut self, name: &'t str, old: &'t Tape, new: &'t Tape) {
        self.below(Step::Field(name), old.thing(), new.thing());
    }

    /// The same for a part of the field: the field is an object, and has members beside those compared.
    /// A part that is nothing, written as null, has none.
    pub fn part(&mut self, name: &'t str, old: &'t Tape, new: &'t Tape) {
        if old != new && [old, new].iter().all(|part| part.thing().kind() == kind::OBJECT) {
            self.path.push(Step::Field(name));
            self.compare_objects(old.thing(), new.thing());
            self.path.pop();
        }
    }

    /// Adds changes found before.
    pub fn add(&mut self, found: &str) {
        if !self.text.is_empty() && !found.is_empty() {
            self.text.push(',');
        }
        self.text.push_str(found);
    }

    /// Is everything as it was?
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The operations with commas between them.
    pub fn ops(self) -> String {
        self.text
    }

    /// The JSON of the list.
    pub fn list(self) -> String {
        format!("[{}]", self.text)
    }

    fn below(&mut self, step: Step<'t>, old: Thing<'t>, new: Thing<'t>) {
        if old != new {
            self.path.push(step);
            self.compare(old, new);
            self.path.pop();
        }
    }

    /// Writes the changes below the path, in pieces or as a whole, whichever is shorter.
    fn compare(&mut self, old: Thing<'t>, new: Thing<'t>) {
        let before = self.text.len();
        match (old.kind(), new.kind()) {
            (kind::OBJECT, kind::OBJECT) => self.compare_objects(old, new),
            (kind::LIST, kind::LIST) => self.compare_lists(old, new),
            _ => return self.set(new),
        }
        // On a tape things are about as long as in JSON.
        if self.text.len() - before > new.0.len() {
            let middle = self.text.len();
            self.set(new);
            let (pieces, whole) = (middle - before, self.text.len() - middle);
            if pieces > whole {
                // A comma stands before it, unless it is the first.
                let comma = usize::from(before == 0);
                self.text.replace_range(before..middle + comma, "");
            } else {
                self.text.truncate(middle);
            }
        }
    }

    fn compare_objects(&mut self, old: Thing<'t>, new: Thing<'t>) {
        let same_names = old.members().map(|member| member.0).eq(new.members().map(|member| member.0));
        if same_names {
            for ((name, old), (_, new)) in old.members().zip(new.members()) {
                self.below(Step::Member(name), old, new);
            }
            return;
        }
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
            self.text.push(']');
            self.path.pop();
        }
    }

    fn compare_lists(&mut self, old: Thing<'t>, new: Thing<'t>) {
        let head = old.elements().zip(new.elements()).take_while(|(old, new)| old == new).count();
        let gone: Vec<Thing<'t>> = old.elements().skip(head).collect();
        let come: Vec<Thing<'t>> = new.elements().skip(head).collect();
        let tail = gone.iter().rev().zip(come.iter().rev()).take_while(|(old, new)| old == new).count();
        let (gone, come) = (&gone[..gone.len() - tail], &come[..come.len() - tail]);
        if gone.len() == come.len() {
            for (at, (old, new)) in gone.iter().zip(come).enumerate() {
                self.below(Step::Element(head + at), *old, *new);
            }
            return;
        }
        self.begin();
        write!(self.text, ",{head},{},[", gone.len()).expect("a string takes everything");
        for (at, thing) in come.iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            thing.write_json(&mut self.text);
        }
        self.text.push_str("]]");
    }

    fn set(&mut self, value: Thing<'t>) {
        self.begin();
        self.text.push(',');
        value.write_json(&mut self.text);
        self.text.push(']');
    }

    /// `[path`, after a comma if it is not the first.
    fn begin(&mut self) {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        self.text.push_str("[[");
        for (place, step) in self.path.iter().enumerate() {
            if place > 0 {
                self.text.push(',');
            }
            let done = match step {
                Step::Member(name) => {
                    name.write_json(&mut self.text);
                    Ok(())
                }
                Step::Field(name) => write!(self.text, "\"{name}\""),
                Step::Element(at) => write!(self.text, "{at}"),
            };
            done.expect("a string takes everything");
        }
        self.text.push(']');
    }
}
