//! Values held against schemas, honest and hostile ones.

use serde_json::{Value, json};

use super::{NotChecked, Verdict, faults_blocking, verdict};
use crate::validation::check;
use crate::worker::{Queue, Worker, Workers};
use usher_types::fault::Fault;

fn worker() -> Worker {
    Workers::in_process().of(Queue::Schemas, "test")
}

fn mismatch(faults: &[(&str, &str)]) -> Verdict {
    Verdict::Mismatch {
        faults: faults
            .iter()
            .map(|&(path, message)| Fault {
                path: path.to_owned(),
                message: message.to_owned(),
            })
            .collect(),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "tables of cases read better without borrows"
)]
fn expect(schema: Value, value: Value, expected: Verdict) {
    assert_eq!(
        check(&schema, &value),
        expected,
        "{value} held against {schema}"
    );
}

fn matches(values_checked: u32) -> Verdict {
    Verdict::Matches { values_checked }
}

#[test]
fn matching_values_are_counted() {
    expect(json!({}), json!(null), matches(1));
    expect(json!(true), json!({}), matches(1));
    expect(
        json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"items": {"type": "string"}}}}),
        json!({"a": 1.0, "b": ["x", "y"], "c": {}}),
        matches(4),
    );
    expect(
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"n": {"type": "number"}}, "items": {"$ref": "#/definitions/n"}}),
        json!([1, 2]),
        matches(2),
    );
    expect(
        json!({"$schema": "https://example.com/my-own", "prefixItems": [{"type": "string"}]}),
        json!(["a"]),
        matches(1),
    );
}

#[test]
fn faults_are_named_in_plain_words() {
    let table = [
        (
            json!({"type": "string"}),
            json!(7),
            "",
            "must be text, but is a number",
        ),
        (
            json!({"type": ["integer", "null"]}),
            json!("x"),
            "",
            "must be null or a whole number, but is text",
        ),
        (
            json!({"required": ["city"]}),
            json!({}),
            "city",
            "is missing",
        ),
        (
            json!({"required": ["a b"]}),
            json!({}),
            "[\"a b\"]",
            "is missing",
        ),
        (
            json!({"properties": {"a": {}}, "additionalProperties": false}),
            json!({"b": 1}),
            "b",
            "is not expected here",
        ),
        (
            json!({"enum": ["a", 1]}),
            json!("b"),
            "",
            "must be one of \"a\", 1",
        ),
        (json!({"const": 3}), json!(4), "", "must be 3"),
        (
            json!({"minimum": 1.5}),
            json!(1),
            "",
            "must be at least 1.5",
        ),
        (json!({"maximum": 1}), json!(2), "", "must be at most 1"),
        (
            json!({"exclusiveMinimum": 1}),
            json!(1),
            "",
            "must be more than 1",
        ),
        (
            json!({"exclusiveMaximum": 1}),
            json!(1),
            "",
            "must be less than 1",
        ),
        (
            json!({"multipleOf": 5}),
            json!(3),
            "",
            "must be a multiple of 5",
        ),
        (json!({"minLength": 1}), json!(""), "", "must not be empty"),
        (
            json!({"minLength": 2}),
            json!("x"),
            "",
            "must have at least 2 characters",
        ),
        (
            json!({"maxLength": 1}),
            json!("xy"),
            "",
            "must have at most 1 character",
        ),
        (
            json!({"minItems": 2}),
            json!([]),
            "",
            "must have at least 2 entries",
        ),
        (
            json!({"maxItems": 1}),
            json!([1, 2]),
            "",
            "must have at most 1 entry",
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, 1]),
            "",
            "must not have the same entry twice",
        ),
        (
            json!({"minProperties": 1}),
            json!({}),
            "",
            "must have at least 1 field",
        ),
        (
            json!({"pattern": "^a+$"}),
            json!("b"),
            "",
            "must match the pattern ^a+$",
        ),
        (
            json!({"format": "email"}),
            json!("x"),
            "",
            "must be an email address",
        ),
        (
            json!({"format": "date"}),
            json!("31.1.2026"),
            "",
            "must be a date such as 2026-01-31",
        ),
        (
            json!({"format": "date-time"}),
            json!("2026-01-31"),
            "",
            "must be a date and time such as 2026-01-31T12:00:00Z",
        ),
        (
            json!({"format": "uri"}),
            json!("x"),
            "",
            "must be a full URI such as https://example.com",
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!(1),
            "",
            "matches none of the 2 allowed forms",
        ),
        (
            json!({"oneOf": [{"type": "number"}, {"minimum": 0}]}),
            json!(1),
            "",
            "matches more than one of the forms of which it must match exactly one",
        ),
        (
            json!({"not": {}}),
            json!(1),
            "",
            "has a form that is ruled out",
        ),
        (json!(false), json!(1), "", "is not allowed"),
        (
            json!({"items": {"properties": {"when": {"type": "string"}}}}),
            json!([{}, {"when": 1}]),
            "[1].when",
            "must be text, but is a number",
        ),
        (
            json!({"properties": {"a": {"items": {"required": ["b"]}}}}),
            json!({"a": [{"b": 1}, {}]}),
            "a[1].b",
            "is missing",
        ),
    ];
    for (schema, value, path, message) in table {
        expect(schema, value, mismatch(&[(path, message)]));
    }
}

#[test]
fn faults_are_told_together_up_to_twenty() {
    let schema = json!({"items": {"type": "string"}});
    let Verdict::Mismatch { faults } = check(&schema, &json!(vec![0; 50])) else {
        panic!("numbers are no strings");
    };
    assert_eq!(faults.len(), 20);
    let schema = json!({"properties": {}, "additionalProperties": false});
    let many: serde_json::Map<String, Value> =
        (0..50).map(|n| (format!("k{n}"), json!(n))).collect();
    let Verdict::Mismatch { faults } = check(&schema, &Value::Object(many)) else {
        panic!("no key is allowed");
    };
    assert_eq!(faults.len(), 20);
}

#[test]
fn a_verdict_needs_a_schema_and_a_value() {
    let schema = json!({"type": "object"});
    assert_eq!(
        verdict(&worker(), None, Some(json!({}))),
        Verdict::NotDeclared
    );
    assert_eq!(verdict(&worker(), None, None), Verdict::NotDeclared);
    assert_eq!(verdict(&worker(), Some(&schema), None), Verdict::Missing);
    assert_eq!(
        verdict(&worker(), Some(&schema), Some(json!({}))),
        matches(1)
    );
}

/// A short schema that stands for `width` to the power of `depth` forms.
fn doubling(width: usize, depth: usize) -> Value {
    let mut defs = serde_json::Map::new();
    for level in 0..depth {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        defs.insert(format!("d{level}"), json!({"anyOf": vec![next; width]}));
    }
    defs.insert(format!("d{depth}"), json!({"type": "null"}));
    json!({"$ref": "#/$defs/d0", "$defs": defs})
}

#[test]
fn a_value_that_cannot_be_checked_is_not_fine() {
    let check = |schema: Value, expected: Result<Vec<Fault>, &str>| {
        let found = faults_blocking(&worker(), &schema, &json!({"a": 1}).into());
        let found = found.map_err(|NotChecked(message)| message);
        match (&found, &expected) {
            (Err(message), Err(part)) => assert!(message.contains(part), "{schema}: {message}"),
            _ => assert_eq!(found, expected.map_err(str::to_owned), "{schema}"),
        }
    };
    check(json!({"type": "oject"}), Err("at type"));
    check(json!({"required": ["a"]}), Ok(Vec::new()));
    let missing = Fault {
        path: "b".into(),
        message: "is missing".into(),
    };
    check(json!({"required": ["b"]}), Ok(vec![missing]));
}

/// As [`doubling`], by another keyword than a JSON pointer.
fn doubling_by(
    refer: impl Fn(usize) -> Value,
    name: impl Fn(usize) -> Value,
    depth: usize,
) -> Value {
    let mut defs = serde_json::Map::new();
    for level in 0..depth {
        let mut definition = name(level);
        definition["anyOf"] = json!([refer(level + 1), refer(level + 1)]);
        defs.insert(format!("d{level}"), definition);
    }
    defs.insert(format!("d{depth}"), name(depth));
    let mut schema = refer(0);
    schema["$defs"] = Value::Object(defs);
    schema
}

#[test]
fn references_that_are_no_pointers_are_counted() {
    let anchors = doubling_by(
        |level| json!({"$ref": format!("#a{level}")}),
        |level| json!({"$anchor": format!("a{level}")}),
        40,
    );
    expect_broken(anchors, "too many ways");
    let dynamic = doubling_by(
        |level| json!({"$dynamicRef": format!("#a{level}")}),
        |level| json!({"$dynamicAnchor": format!("a{level}")}),
        40,
    );
    expect_broken(dynamic, "too many ways");
    let relative = doubling_by(
        |level| json!({"$ref": format!("s{level}.json")}),
        |level| json!({"$id": format!("s{level}.json")}),
        40,
    );
    expect_broken(relative, "too many ways");
    let mixed = doubling_by(
        |level| json!({"$ref": format!("https://example.com/s{level}.json#a{level}")}),
        |level| json!({"$id": format!("s{level}.json"), "$anchor": format!("a{level}")}),
        40,
    );
    expect_broken(mixed, "too many ways");
    let draft_4 = doubling_by(
        |level| json!({"$ref": format!("#a{level}")}),
        |level| json!({"id": format!("#a{level}")}),
        40,
    );
    expect_broken(draft_4, "too many ways");
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "tables of cases read better without borrows"
)]
fn expect_broken(schema: Value, expected: &str) {
    match check(&schema, &json!({"a": "b"})) {
        Verdict::BrokenSchema { message } => {
            assert!(message.contains(expected), "{message:?} lacks {expected:?}");
        }
        other => panic!("{other:?} instead of a broken schema ({expected})"),
    }
}

#[test]
fn a_broken_schema_is_said() {
    expect_broken(json!("object"), "not valid JSON Schema");
    expect_broken(json!({"type": "strnig"}), "at type");
    expect_broken(json!({"properties": []}), "at properties");
    expect_broken(json!({"pattern": "("}), "pattern");
    expect_broken(json!({"$ref": "#/$defs/none"}), "not in it");
    expect_broken(
        json!({"$ref": "http://127.0.0.1:9/x.json"}),
        "fetches nothing",
    );
    expect_broken(json!({"$ref": "file:///etc/passwd"}), "fetches nothing");
    expect_broken(
        json!({"description": "x".repeat(300_000)}),
        "longer than 256 KiB",
    );
    expect_broken(doubling(2, 40), "too many ways");
    expect_broken(doubling(10, 8), "too many ways");
    let deep = (0..80).fold(json!({}), |inner, _| json!({"not": inner}));
    expect_broken(deep, "64 levels");
}
