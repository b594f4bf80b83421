//! The difference between two JSON values, small enough to send with every move. The crate `json_diff` computes it.

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

/// Carries out changes. Those that do not fit are an error: the sender was looking at something else.
pub fn apply(doc: &mut Value, ops: impl IntoIterator<Item = Op>) -> Result<(), String> {
    for op in ops {
        let (done, path) = match op {
            Op::Set(path, value) if path.is_empty() => {
                *doc = value;
                (Some(()), path)
            }
            Op::Set(path, value) => (set(doc, &path, value), path),
            Op::Remove(path) => (remove(doc, &path), path),
            Op::Splice(path, at, count, items) => (splice(doc, &path, at, count, items), path),
        };
        done.ok_or_else(|| format!("the change of {} does not fit", Value::Array(path)))?;
    }
    Ok(())
}

fn reach<'d>(doc: &'d mut Value, path: &[Value]) -> Option<&'d mut Value> {
    path.iter().try_fold(doc, |at, key| match key {
        Value::String(key) => at.get_mut(key),
        key => at.get_mut(key.as_u64()? as usize),
    })
}

fn set(doc: &mut Value, path: &[Value], value: Value) -> Option<()> {
    let (last, rest) = path.split_last()?;
    match (reach(doc, rest)?, last) {
        (Value::Object(fields), Value::String(key)) => {
            fields.insert(key.clone(), value);
        }
        (Value::Array(items), key) => *items.get_mut(key.as_u64()? as usize)? = value,
        _ => return None,
    }
    Some(())
}

fn remove(doc: &mut Value, path: &[Value]) -> Option<()> {
    let (last, rest) = path.split_last()?;
    reach(doc, rest)?.as_object_mut()?.remove(last.as_str()?).map(|_| ())
}

fn splice(doc: &mut Value, path: &[Value], at: usize, count: usize, items: Vec<Value>) -> Option<()> {
    let list = reach(doc, path)?.as_array_mut()?;
    let end = at.checked_add(count).filter(|&end| end <= list.len())?;
    list.splice(at..end, items);
    Some(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn operations_look_as_they_are_described() {
        let text = r#"[[["a"],{"b":1}],[["a","b"]],[["c"],1,1,[7,8]]]"#;
        let ops: Vec<Op> = serde_json::from_str(text).expect("well formed");
        assert_eq!(serde_json::to_string(&ops).expect("plain data"), text);
        let mut doc = json!({"c": [0, 1, 2]});
        apply(&mut doc, ops).expect("it fits");
        assert_eq!(doc, json!({"a": {}, "c": [0, 7, 8, 2]}));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut doc = json!({"a": [1]});
        for ops in [r#"[[["b","c"],1]]"#, r#"[[["a",7],1]]"#, r#"[[["a"],1,5,[]]]"#, r#"[[["q"]]]"#] {
            let ops: Vec<Op> = serde_json::from_str(ops).expect("well formed");
            assert!(apply(&mut doc, ops.clone()).is_err(), "{ops:?}");
        }
    }
}
