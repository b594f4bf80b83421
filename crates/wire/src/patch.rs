//! The difference between two JSON values, small enough to send with every move.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::{Map, Value};
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

/// What turns `old` into `new`.
pub fn diff(old: &Value, new: &Value) -> Vec<Op> {
    let mut ops = Vec::new();
    walk(&mut Vec::new(), old, new, &mut ops);
    ops
}

/// Appends the changes below `path` and says about how many bytes they take.
fn walk(path: &mut Vec<Value>, old: &Value, new: &Value, ops: &mut Vec<Op>) -> usize {
    if old == new {
        return 0;
    }
    let first = ops.len();
    let pieces = match (old, new) {
        (Value::Object(old), Value::Object(new)) => walk_object(path, old, new, ops),
        (Value::Array(old), Value::Array(new)) => walk_array(path, old, new, ops),
        _ => usize::MAX,
    };
    let whole = path_size(path) + size(new);
    if pieces <= whole {
        return pieces;
    }
    ops.truncate(first);
    ops.push(Op::Set(path.clone(), new.clone()));
    whole
}

fn walk_object(
    path: &mut Vec<Value>,
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    ops: &mut Vec<Op>,
) -> usize {
    let mut cost = 0;
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        path.push(Value::String(key.clone()));
        cost += path_size(path);
        ops.push(Op::Remove(path.clone()));
        path.pop();
    }
    for (key, value) in new {
        let before = old.get(key);
        if before == Some(value) {
            continue;
        }
        path.push(Value::String(key.clone()));
        cost += match before {
            Some(before) => walk(path, before, value, ops),
            None => {
                ops.push(Op::Set(path.clone(), value.clone()));
                path_size(path) + size(value)
            }
        };
        path.pop();
    }
    cost
}

fn walk_array(path: &mut Vec<Value>, old: &[Value], new: &[Value], ops: &mut Vec<Op>) -> usize {
    let same = |(a, b): &(&Value, &Value)| a == b;
    let head = old.iter().zip(new).take_while(same).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(same).count();
    let (gone, come) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    if gone.len() != come.len() {
        ops.push(Op::Splice(path.clone(), head, gone.len(), come.to_vec()));
        return path_size(path) + 6 + come.iter().map(size).sum::<usize>();
    }
    let mut cost = 0;
    for (index, (a, b)) in gone.iter().zip(come).enumerate() {
        path.push(Value::from(head + index));
        cost += walk(path, a, b, ops);
        path.pop();
    }
    cost
}

fn path_size(path: &[Value]) -> usize {
    5 + path.iter().map(|key| key.as_str().map_or(3, |key| key.len() + 3)).sum::<usize>()
}

fn size(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 4,
        Value::Number(_) => 3,
        Value::String(text) => text.len() + 2,
        Value::Array(items) => 2 + items.iter().map(|item| size(item) + 1).sum::<usize>(),
        Value::Object(fields) => {
            2 + fields.iter().map(|(key, value)| key.len() + 4 + size(value)).sum::<usize>()
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
        let ops = diff(old, new);
        let sent = serde_json::to_string(&ops).expect("plain data");
        let got: Vec<Op> = serde_json::from_str(&sent).expect("what is written can be read");
        assert_eq!(got, ops);
        let mut doc = old.clone();
        apply(&mut doc, &got).expect("it fits");
        assert_eq!(&doc, new);
        ops
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

    #[test]
    fn random_values_survive() {
        let mut seed = 1u64;
        let mut roll = move |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        fn value(depth: u32, roll: &mut impl FnMut(u64) -> u64) -> Value {
            match roll(if depth == 0 { 3 } else { 5 }) {
                0 => Value::Null,
                1 => json!(roll(4)),
                2 => json!(["x", "yy", "zzz"][roll(3) as usize]),
                3 => (0..roll(4)).map(|_| value(depth - 1, roll)).collect(),
                _ => Value::Object((0..roll(4)).map(|n| (format!("k{n}"), value(depth - 1, roll))).collect()),
            }
        }
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
