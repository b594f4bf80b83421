//! A built patch, applied by a client, gives the new value.

use json_diff::{Encoded, PatchBuilder};
use serde::Serialize;
use serde_json::{Value, json};
use wire::{Op, apply};

fn round(old: &Value, new: &Value) -> Vec<Op> {
    let (old_encoded, new_encoded) = (Encoded::of(old), Encoded::of(new));
    assert_eq!(new_encoded.json(), new.to_string());
    let mut changes = PatchBuilder::default();
    changes.diff_field("doc", &old_encoded, &new_encoded);
    let sent = changes.list();
    let got: Vec<Op> = serde_json::from_str(&sent).unwrap_or_else(|error| panic!("{sent}: {error}"));
    assert_eq!(serde_json::to_string(&got).expect("plain data"), sent, "what is written can be read");
    let mut doc = json!({ "doc": old });
    apply(&mut doc, got.clone()).expect("it fits");
    assert_eq!(doc, json!({ "doc": new }), "{sent}");
    got
}

#[test]
fn nothing_changed_is_nothing() {
    assert_eq!(round(&json!({"a": [1, 2]}), &json!({"a": [1, 2]})), vec![]);
}

#[test]
fn a_field_deep_down_is_one_small_change() {
    let ship = |at: &str| json!({"id": "A-ST-1", "name": "Star of the North", "at": at, "class": "Titan"});
    let ops =
        round(&json!({"ships": [ship("DL3"), ship("P1")]}), &json!({"ships": [ship("DL4"), ship("P1")]}));
    assert_eq!(serde_json::to_string(&ops).expect("plain"), r#"[[["doc","ships",0,"at"],"DL4"]]"#);
}

#[test]
fn lists_grow_and_shrink_in_the_middle() {
    let ops = round(&json!([1, 2, 3, 4]), &json!([1, 3, 4]));
    assert_eq!(ops, vec![Op::Splice(vec![json!("doc")], 1, 1, vec![])]);
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
        1 => [json!(roll(4)), json!(-3), json!(300), json!(0.5), json!(u64::MAX), json!(true)]
            [roll(6) as usize]
            .clone(),
        2 => json!(["x", "y\"y", "z\\", "{[,:]}", "ü\n", &"long ü".repeat(12)][roll(6) as usize]),
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

/// `PatchBuilder` one thing somewhere in a value.
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
fn a_part_never_replaces_the_whole() {
    let (old, new) = (json!({"a": 1, "b": [1]}), json!({"a": 2, "b": [9, 9], "c": 3}));
    let (old, new, nothing) = (Encoded::of(&old), Encoded::of(&new), Encoded::of(&()));
    let mut changes = PatchBuilder::default();
    changes.diff_flattened("view", &old, &new);
    changes.diff_flattened("view", &nothing, &nothing);
    let found = changes.ops();
    let (one, two) = (Encoded::of(&1), Encoded::of(&2));
    let mut more = PatchBuilder::default();
    more.append_ops("");
    more.diff_field("turn", &one, &two);
    more.append_ops(&found);
    let ops: Vec<Op> = serde_json::from_str(&more.list()).expect("a list of operations");
    let mut doc = json!({"view": {"a": 1, "b": [1], "printed": "x"}, "turn": 1});
    apply(&mut doc, ops).expect("it fits");
    assert_eq!(doc, json!({"view": {"a": 2, "b": [9, 9], "c": 3, "printed": "x"}, "turn": 2}));
}

#[test]
fn many_changes_are_one() {
    let (old, new) = (json!({"a": 1, "b": 2, "c": 3, "d": 4}), json!({"a": 5, "b": 6, "c": 7, "d": 8}));
    assert_eq!(round(&old, &new).len(), 1);
    let among = |inner: &Value| json!({"first": inner["a"], "inner": inner, "last": inner["a"]});
    assert_eq!(round(&among(&old), &among(&new)).len(), 1);
    round(&json!([0, old, 0]), &json!([1, new, 1]));
}

#[derive(Serialize)]
enum Shape {
    Point,
    Circle(i8),
    Line(u16, f32),
    Box { w: Option<char>, h: () },
}

#[derive(Serialize)]
struct Unit;

#[test]
fn every_kind_of_value_looks_as_in_json() {
    use std::collections::BTreeMap;
    let shapes = [Shape::Point, Shape::Circle(-1), Shape::Line(500, 0.1), Shape::Box { w: Some('ü'), h: () }];
    let numbers: BTreeMap<i32, (bool, Unit)> = [(-7, (true, Unit)), (300, (false, Unit))].into();
    let letters: BTreeMap<char, &str> = [('x', "\u{7}\"\\")].into();
    for (encoded, text) in [
        (Encoded::of(&shapes), serde_json::to_string(&shapes)),
        (Encoded::of(&numbers), serde_json::to_string(&numbers)),
        (Encoded::of(&letters), serde_json::to_string(&letters)),
        (Encoded::of(&f64::NAN), serde_json::to_string(&f64::NAN)),
        (Encoded::of(&[127u8, 128]), serde_json::to_string(&[127u8, 128])),
    ] {
        assert_eq!(encoded.json(), text.expect("plain data"));
    }
}

#[test]
#[should_panic(expected = "string keys")]
fn a_name_that_is_no_text_is_refused() {
    Encoded::of(&std::collections::BTreeMap::from([(vec![1], 2)]));
}
