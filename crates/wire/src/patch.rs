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
/// every viewer of every move, so no tree is built. Both texts must be compact JSON as `serde_json` writes it.
pub fn diff(old: &str, new: &str) -> String {
    let mut out = Changes { text: String::from("["), path: Vec::new() };
    out.walk(old, new);
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
        let (old, new): (Vec<_>, Vec<_>) = (members(old).collect(), members(new).collect());
        // Almost always the same keys in the same order: a struct.
        for (place, &(key, value)) in new.iter().enumerate() {
            let same_place = old.get(place).filter(|(old_key, _)| *old_key == key);
            let known = same_place.or_else(|| old.iter().find(|(old_key, _)| *old_key == key));
            self.path.push(Key::Name(key));
            match known {
                Some((_, old_value)) => self.walk(old_value, value),
                None => self.set(value),
            }
            self.path.pop();
        }
        for (place, &(key, _)) in old.iter().enumerate() {
            let stays = new.get(place).is_some_and(|(new_key, _)| *new_key == key);
            if stays || new.iter().any(|(new_key, _)| *new_key == key) {
                continue;
            }
            self.path.push(Key::Name(key));
            self.begin();
            self.text.push(']');
            self.path.pop();
        }
    }

    fn walk_array(&mut self, old: &'t str, new: &'t str) {
        let (old, new): (Vec<&str>, Vec<&str>) = (elements(old).collect(), elements(new).collect());
        let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
        let (gone, come) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
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
                Key::Index(index) => self.text.push_str(&index.to_string()),
            }
        }
        self.text.push(']');
    }

    fn path_len(&self) -> usize {
        let key = |key: &Key| match key {
            Key::Name(name) => name.len() + 1,
            Key::Index(_) => 3,
        };
        6 + self.path.iter().map(key).sum::<usize>()
    }
}

/// The members of an object: keys with their quotes, values as they stand.
fn members(object: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut at = 1;
    std::iter::from_fn(move || {
        if object.as_bytes().get(at) != Some(&b'"') {
            return None;
        }
        let colon = end_of_value(object.as_bytes(), at);
        let end = end_of_value(object.as_bytes(), colon + 1);
        let member = (&object[at..colon], &object[colon + 1..end]);
        at = end + 1;
        Some(member)
    })
}

fn elements(array: &str) -> impl Iterator<Item = &str> {
    let mut at = 1;
    std::iter::from_fn(move || {
        if at + 1 > array.len() || array.as_bytes()[at] == b']' {
            return None;
        }
        let end = end_of_value(array.as_bytes(), at);
        let element = &array[at..end];
        at = (end + 1).min(array.len() - usize::from(array.as_bytes()[end] == b']'));
        Some(element)
    })
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

    #[test]
    fn random_values_survive() {
        let mut seed = 1u64;
        let mut roll = move |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        for _ in 0..5_000 {
            let (old, new) = (value(4, &mut roll), value(4, &mut roll));
            round(&old, &new);
        }
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
