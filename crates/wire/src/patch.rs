//! The difference between two JSON values, small enough to send with every move.

use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;
use ts_rs::TS;

/// One change. On the wire a list: `[path]` removes a key, `[path, value]` sets a key or an element,
/// `[path, at, remove, [items]]` splices a list. A path is a list of keys and indices; `[]` is the whole.
#[derive(Clone, PartialEq, Debug, TS)]
#[ts(
    type = "[Array<string | number>] | [Array<string | number>, unknown] | [Array<string | number>, number, number, Array<unknown>]"
)]
pub enum Op {
    /// Removes a key.
    Remove(Vec<Value>),
    /// Sets a key or an element.
    Set(Vec<Value>, Value),
    /// Replaces `remove` elements from `at` on.
    Splice(Vec<Value>, usize, usize, Vec<Value>),
}

impl Serialize for Op {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Op::Remove(path) => (path,).serialize(out),
            Op::Set(path, value) => (path, value).serialize(out),
            Op::Splice(path, at, remove, items) => (path, at, remove, items).serialize(out),
        }
    }
}

impl<'de> Deserialize<'de> for Op {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let mut parts = <Vec<Value>>::deserialize(input)?.into_iter();
        let Some(Value::Array(path)) = parts.next() else {
            return Err(D::Error::custom("an operation begins with its path"));
        };
        match (parts.next(), parts.next(), parts.next()) {
            (None, ..) => Ok(Op::Remove(path)),
            (Some(value), None, _) => Ok(Op::Set(path, value)),
            (Some(at), Some(remove), Some(Value::Array(items))) => {
                let index = |value: &Value| value.as_u64().map(|n| n as usize);
                match (index(&at), index(&remove)) {
                    (Some(at), Some(remove)) => Ok(Op::Splice(path, at, remove, items)),
                    _ => Err(D::Error::custom("a splice has two numbers and a list")),
                }
            }
            _ => Err(D::Error::custom("an operation has one, two or four parts")),
        }
    }
}

/// What turns one JSON text into another, as the JSON of a list of [`Op`]s.
///
/// Works on the texts themselves: a board is some 15 kB, changes in two or three places per move, and is compared for
/// every viewer of every move, so no tree is built and what is the same is hardly looked at. Both texts must be compact
/// JSON as `serde_json` writes it.
pub fn diff(old: &str, new: &str) -> String {
    let mut out = Changes { text: String::from("["), path: Vec::new() };
    out.walk(old, new);
    out.text.push(']');
    out.text
}

/// The same for an object whose fields are kept as texts of their own: `(name, old, new)`.
pub fn diff_fields<'t>(fields: impl IntoIterator<Item = (&'t str, &'t str, &'t str)>) -> String {
    let mut out = Changes { text: String::from("["), path: Vec::new() };
    for (name, old, new) in fields {
        out.path.push(Key::Field(name));
        out.walk(old, new);
        out.path.pop();
    }
    out.text.push(']');
    out.text
}

/// The list of changes so far, and where we are.
struct Changes<'t> {
    text: String,
    path: Vec<Key<'t>>,
}

#[derive(Clone, Copy)]
enum Key<'t> {
    /// As it stands in the text, with its quotes.
    Name(&'t str),
    /// Without quotes.
    Field(&'t str),
    Index(usize),
}

impl<'t> Changes<'t> {
    /// Writes the changes below the path, in pieces or as a whole, whichever is shorter.
    fn walk(&mut self, old: &'t str, new: &'t str) {
        if old == new {
            return;
        }
        let before = self.text.len();
        match (old.as_bytes()[0], new.as_bytes()[0]) {
            (b'{', b'{') => self.walk_object(old, new),
            (b'[', b'[') => self.walk_array(old, new),
            _ => return self.set(new),
        }
        let whole = self.path_len() + new.len();
        if self.text.len() - before > whole {
            self.text.truncate(before);
            self.set(new);
        }
    }

    fn walk_object(&mut self, old: &'t str, new: &'t str) {
        let before = self.text.len();
        if !self.walk_struct(old, new) {
            self.text.truncate(before);
            self.walk_map(old, new);
        }
    }

    /// The same keys in the same order, as a struct writes them; false if they are not.
    fn walk_struct(&mut self, old: &'t str, new: &'t str) -> bool {
        let (mut a, mut b) = (Members::of(old), Members::of(new));
        loop {
            skip_same(&mut a, &mut b);
            match (a.next(), b.next()) {
                (None, None) => return true,
                (Some((key, old_value)), Some((new_key, value))) if key == new_key => {
                    self.path.push(Key::Name(key));
                    self.walk(old_value, value);
                    self.path.pop();
                }
                _ => return false,
            }
        }
    }

    /// Keys that come and go.
    fn walk_map(&mut self, old: &'t str, new: &'t str) {
        let (old, new): (Vec<_>, Vec<_>) = (Members::of(old).collect(), Members::of(new).collect());
        for &(key, value) in &new {
            self.path.push(Key::Name(key));
            match old.iter().find(|(old_key, _)| *old_key == key) {
                Some((_, old_value)) => self.walk(old_value, value),
                None => self.set(value),
            }
            self.path.pop();
        }
        for &(key, _) in old.iter().filter(|(key, _)| !new.iter().any(|(new_key, _)| new_key == key)) {
            self.path.push(Key::Name(key));
            self.begin();
            self.text.push(']');
            self.path.pop();
        }
    }

    fn walk_array(&mut self, old: &'t str, new: &'t str) {
        let (mut a, mut b) = (Elements::of(old), Elements::of(new));
        let head = skip_same(&mut a, &mut b);
        let tail = common_tail(a.rest(), b.rest());
        let (mut gone, mut come) = (a.until(tail), b.until(tail));
        if gone.1 != come.1 {
            // The same letters at the end mean different things: do without them.
            (gone, come) = (a.until(0), b.until(0));
        }
        let (gone, come) = (gone.0, come.0);
        if gone.len() == come.len() {
            for (index, (a, b)) in gone.iter().zip(come).enumerate() {
                self.path.push(Key::Index(head + index));
                self.walk(a, b);
                self.path.pop();
            }
            return;
        }
        self.begin();
        write!(self.text, ",{head},{},[{}]]", gone.len(), come.join(",")).expect("a string takes everything");
    }

    fn set(&mut self, value: &str) {
        self.begin();
        self.text.push(',');
        self.text.push_str(value);
        self.text.push(']');
    }

    /// `[path`, after a comma if it is not the first.
    fn begin(&mut self) {
        if self.text.len() > 1 {
            self.text.push(',');
        }
        self.text.push_str("[[");
        for (place, key) in self.path.iter().enumerate() {
            if place > 0 {
                self.text.push(',');
            }
            match key {
                Key::Name(name) => self.text.push_str(name),
                Key::Field(name) => {
                    self.text.push('"');
                    self.text.push_str(name);
                    self.text.push('"');
                }
                Key::Index(index) => self.text.push_str(&index.to_string()),
            }
        }
        self.text.push(']');
    }

    fn path_len(&self) -> usize {
        let key = |key: &Key| match key {
            Key::Name(name) => name.len() + 1,
            Key::Field(name) => name.len() + 3,
            Key::Index(_) => 3,
        };
        6 + self.path.iter().map(key).sum::<usize>()
    }
}

/// A list of things in a text, read from the front.
trait Walk<'t> {
    fn text(&self) -> &'t str;
    /// Where the next thing begins; the text's length after the last one.
    fn at(&mut self) -> &mut usize;
    /// Where the thing that begins at `at` ends: at a comma or the closing bracket.
    fn end(&self, at: usize) -> usize;

    /// Goes on to the thing behind one that ends at `end`.
    fn pass(&mut self, end: usize) {
        let text = self.text();
        *self.at() = if text.as_bytes()[end] == b',' { end + 1 } else { text.len() };
    }
}

/// Passes what is the same at the front of both; says how many things that were.
fn skip_same<'t>(a: &mut impl Walk<'t>, b: &mut impl Walk<'t>) -> usize {
    let (from_a, from_b) = (*a.at(), *b.at());
    let (text_a, text_b) = (&a.text().as_bytes()[from_a..], &b.text().as_bytes()[from_b..]);
    let same = common_head(text_a, text_b);
    if same == text_a.len() && same == text_b.len() {
        (*a.at(), *b.at()) = (a.text().len(), b.text().len());
        return 0;
    }
    let mut count = 0;
    while *a.at() < a.text().len() {
        let at = *a.at();
        let end = a.end(at);
        // What ends it has to be the same too: `1` is not the same as the beginning of `12`.
        if end - from_a >= same {
            break;
        }
        a.pass(end);
        b.pass(end - from_a + from_b);
        count += 1;
    }
    count
}

/// The members of an object: keys with their quotes, values as they stand.
struct Members<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Members<'t> {
    fn of(object: &'t str) -> Self {
        Self { text: object, at: if object == "{}" { 2 } else { 1 } }
    }
}

impl<'t> Walk<'t> for Members<'t> {
    fn text(&self) -> &'t str {
        self.text
    }
    fn at(&mut self) -> &mut usize {
        &mut self.at
    }
    fn end(&self, at: usize) -> usize {
        let colon = end_of_value(self.text.as_bytes(), at);
        end_of_value(self.text.as_bytes(), colon + 1)
    }
}

impl<'t> Iterator for Members<'t> {
    type Item = (&'t str, &'t str);
    fn next(&mut self) -> Option<Self::Item> {
        if self.at == self.text.len() {
            return None;
        }
        let colon = end_of_value(self.text.as_bytes(), self.at);
        let end = end_of_value(self.text.as_bytes(), colon + 1);
        let member = (&self.text[self.at..colon], &self.text[colon + 1..end]);
        self.pass(end);
        Some(member)
    }
}

/// The elements of an array.
#[derive(Clone, Copy)]
struct Elements<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Elements<'t> {
    fn of(array: &'t str) -> Self {
        Self { text: array, at: if array == "[]" { 2 } else { 1 } }
    }
    fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }
    /// The elements that begin before the last `tail` bytes, and how many bytes lie behind them.
    fn until(mut self, tail: usize) -> (Vec<&'t str>, usize) {
        let stop = self.text.len() - tail;
        let mut found = Vec::new();
        while self.at < stop {
            let end = self.end(self.at);
            found.push(&self.text[self.at..end]);
            self.pass(end);
        }
        (found, self.text.len() - self.at)
    }
}

impl<'t> Walk<'t> for Elements<'t> {
    fn text(&self) -> &'t str {
        self.text
    }
    fn at(&mut self) -> &mut usize {
        &mut self.at
    }
    fn end(&self, at: usize) -> usize {
        end_of_value(self.text.as_bytes(), at)
    }
}

/// How many bytes are the same at the front.
fn common_head(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.chunks_exact(32).zip(b.chunks_exact(32)).take_while(|(a, b)| a == b).count() * 32;
    blocks + a[blocks..].iter().zip(&b[blocks..]).take_while(|(a, b)| a == b).count()
}

/// How many bytes are the same at the end.
fn common_tail(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.rchunks_exact(32).zip(b.rchunks_exact(32)).take_while(|(a, b)| a == b).count() * 32;
    let (a, b) = (&a[..a.len() - blocks], &b[..b.len() - blocks]);
    blocks + a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Where the value that begins at `at` ends.
fn end_of_value(text: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    loop {
        match text[at] {
            b'"' => {
                at += 1;
                while text[at] != b'"' {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            b'}' | b']' if depth == 1 => return at + 1,
            b'}' | b']' | b',' | b':' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
        if at == text.len() {
            return at;
        }
    }
}

/// Carries out changes. Those that do not fit are an error: the sender was looking at something else.
pub fn apply(doc: &mut Value, ops: &[Op]) -> Result<(), String> {
    for op in ops {
        let done = match op {
            Op::Set(path, value) if path.is_empty() => {
                *doc = value.clone();
                Some(())
            }
            Op::Set(path, value) => set(doc, path, value),
            Op::Remove(path) => remove(doc, path),
            Op::Splice(path, at, count, items) => splice(doc, path, *at, *count, items),
        };
        done.ok_or_else(|| format!("the change {op:?} does not fit"))?;
    }
    Ok(())
}

fn reach<'d>(doc: &'d mut Value, path: &[Value]) -> Option<&'d mut Value> {
    path.iter().try_fold(doc, |at, key| match key {
        Value::String(key) => at.get_mut(key),
        key => at.get_mut(key.as_u64()? as usize),
    })
}

fn set(doc: &mut Value, path: &[Value], value: &Value) -> Option<()> {
    let (last, rest) = path.split_last()?;
    match (reach(doc, rest)?, last) {
        (Value::Object(fields), Value::String(key)) => {
            fields.insert(key.clone(), value.clone());
        }
        (Value::Array(items), key) => *items.get_mut(key.as_u64()? as usize)? = value.clone(),
        _ => return None,
    }
    Some(())
}

fn remove(doc: &mut Value, path: &[Value]) -> Option<()> {
    let (last, rest) = path.split_last()?;
    reach(doc, rest)?.as_object_mut()?.remove(last.as_str()?).map(|_| ())
}

fn splice(doc: &mut Value, path: &[Value], at: usize, count: usize, items: &[Value]) -> Option<()> {
    let list = reach(doc, path)?.as_array_mut()?;
    let end = at.checked_add(count).filter(|&end| end <= list.len())?;
    list.splice(at..end, items.iter().cloned());
    Some(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn round(old: &Value, new: &Value) -> Vec<Op> {
        let sent = diff(&old.to_string(), &new.to_string());
        let got: Vec<Op> = serde_json::from_str(&sent).unwrap_or_else(|error| panic!("{sent}: {error}"));
        assert_eq!(serde_json::to_string(&got).expect("plain data"), sent, "what is written can be read");
        let mut doc = old.clone();
        apply(&mut doc, &got).expect("it fits");
        assert_eq!(&doc, new, "{sent}");
        got
    }

    #[test]
    fn nothing_changed_is_nothing() {
        assert_eq!(round(&json!({"a": [1, 2]}), &json!({"a": [1, 2]})), vec![]);
    }

    #[test]
    fn a_field_deep_down_is_one_small_change() {
        let ship =
            |at: &str| json!({"id": "A-ST-1", "name": "Star of the North", "at": at, "class": "Titan"});
        let ops =
            round(&json!({"ships": [ship("DL3"), ship("P1")]}), &json!({"ships": [ship("DL4"), ship("P1")]}));
        assert_eq!(serde_json::to_string(&ops).expect("plain"), r#"[[["ships",0,"at"],"DL4"]]"#);
    }

    #[test]
    fn lists_grow_and_shrink_in_the_middle() {
        let ops = round(&json!([1, 2, 3, 4]), &json!([1, 3, 4]));
        assert_eq!(ops, vec![Op::Splice(vec![], 1, 1, vec![])]);
        round(&json!([1, 2, 3, 4]), &json!([1, 2, 9, 8, 3, 4]));
        round(&json!([]), &json!([1]));
        round(&json!([1]), &json!([]));
    }

    #[test]
    fn keys_come_and_go_and_kinds_change() {
        round(&json!({"a": 1, "b": 2}), &json!({"b": 2, "c": null}));
        round(&json!({"a": 1}), &json!([1]));
        round(&json!(null), &json!({"a": {"b": [1, {"c": 2}]}}));
    }

    fn value(depth: u32, roll: &mut impl FnMut(u64) -> u64) -> Value {
        match roll(if depth == 0 { 3 } else { 5 }) {
            0 => Value::Null,
            1 => json!(roll(4)),
            2 => json!(["x", "y\"y", "z\\", "{[,:]}", "ü\n"][roll(5) as usize]),
            3 => (0..roll(4)).map(|_| value(depth - 1, roll)).collect(),
            _ => Value::Object((0..roll(4)).map(|n| (format!("k{n}"), value(depth - 1, roll))).collect()),
        }
    }

    fn dice(mut seed: u64) -> impl FnMut(u64) -> u64 {
        move |n| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        }
    }

    #[test]
    fn random_values_survive() {
        let mut roll = dice(1);
        for _ in 0..5_000 {
            let (old, new) = (value(4, &mut roll), value(4, &mut roll));
            round(&old, &new);
        }
    }

    /// Changes one thing somewhere in a value.
    fn mutate(value: &mut Value, roll: &mut impl FnMut(u64) -> u64) {
        match value {
            Value::Array(items) if !items.is_empty() && roll(4) > 0 => {
                let at = roll(items.len() as u64) as usize;
                match roll(4) {
                    0 => drop(items.remove(at)),
                    1 => items.insert(at, json!(roll(3))),
                    _ => mutate(&mut items[at], roll),
                }
            }
            Value::Object(fields) if !fields.is_empty() && roll(4) > 0 => {
                let key = format!("k{}", roll(fields.len() as u64));
                match (roll(5), fields.get_mut(&key)) {
                    (0, _) => drop(fields.remove(&key)),
                    (_, Some(field)) => mutate(field, roll),
                    (_, None) => drop(fields.insert(key, json!("new"))),
                }
            }
            other => *other = self::value(1, roll),
        }
    }

    #[test]
    fn small_changes_survive() {
        let mut roll = dice(2);
        for _ in 0..20_000 {
            let old = Value::Array((0..4).map(|_| value(4, &mut roll)).collect());
            let mut new = old.clone();
            for _ in 0..=roll(3) {
                mutate(&mut new, &mut roll);
            }
            round(&old, &new);
        }
    }

    #[test]
    fn the_same_letters_can_mean_different_things() {
        round(&json!(["a\"b"]), &json!(["c", "b"]));
        round(&json!(["c", "b"]), &json!(["a\"b"]));
        round(&json!([1, 12]), &json!([1, 1, 2]));
        round(&json!(["\\", "x"]), &json!(["\\\"", "x"]));
    }

    #[test]
    fn fields_are_compared_one_by_one() {
        let sent = diff_fields([("a", "[1,2]", "[1,3]"), ("b", "7", "7"), ("c", "null", "{\"d\":1}")]);
        assert_eq!(sent, r#"[[["a",1],3],[["c"],{"d":1}]]"#);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut doc = json!({"a": [1]});
        for ops in [r#"[[["b","c"],1]]"#, r#"[[["a",7],1]]"#, r#"[[["a"],1,5,[]]]"#, r#"[[["q"]]]"#] {
            let ops: Vec<Op> = serde_json::from_str(ops).expect("well formed");
            assert!(apply(&mut doc, &ops).is_err(), "{ops:?}");
        }
    }
}
