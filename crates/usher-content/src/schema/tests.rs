//! Values held against schemas, honest and hostile ones.

use serde_json::{Value, json};

use super::{Formats, NotChecked, Verdict, faults_blocking, verdict};
use crate::validation::check;
use crate::worker::{Queue, Worker, Workers};
use usher_messages::Message;
use usher_types::fault::Fault;

fn worker() -> Worker {
    Workers::in_process().of(Queue::Schemas, "test")
}

fn mismatch(faults: &[(&str, Message)]) -> Verdict {
    Verdict::Mismatch {
        faults: faults
            .iter()
            .map(|(path, message)| Fault {
                path: (*path).to_owned(),
                message: message.clone(),
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
        check(&schema, &value, Formats::Asserted),
        expected,
        "{value} held against {schema}"
    );
}

fn matches(values_checked: u32) -> Verdict {
    Verdict::Matches { values_checked }
}

/// Verdicts of `jsonschema` (Python) without the assertion of formats; the page is held against the same.
#[test]
fn values_are_judged_as_the_reference_does() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("verdicts.json")).expect("cases");
    for case in &cases {
        for each in case["values"].as_array().expect("values") {
            let found = check(&case["schema"], &each["value"], Formats::Annotated);
            let is_valid = matches!(found, Verdict::Matches { .. });
            assert_eq!(
                each["valid"], is_valid,
                "{} held against {}: {found:?}",
                each["value"], case["schema"]
            );
        }
    }
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
            Message::new("schema.type")
                .with("wanted", Message::new("schema.typeName.string"))
                .with("found", Message::new("schema.typeName.number")),
        ),
        (
            json!({"type": ["integer", "null"]}),
            json!("x"),
            "",
            Message::new("schema.type")
                .with(
                    "wanted",
                    Message::new("schema.typeName.several")
                        .with("first", Message::new("schema.typeName.null"))
                        .with("last", Message::new("schema.typeName.integer")),
                )
                .with("found", Message::new("schema.typeName.string")),
        ),
        (
            json!({"required": ["city"]}),
            json!({}),
            "city",
            Message::new("schema.missing"),
        ),
        (
            json!({"required": ["a b"]}),
            json!({}),
            "[\"a b\"]",
            Message::new("schema.missing"),
        ),
        (
            json!({"properties": {"a": {}}, "additionalProperties": false}),
            json!({"b": 1}),
            "b",
            Message::new("schema.unexpected"),
        ),
        (
            json!({"enum": ["a", 1]}),
            json!("b"),
            "",
            Message::new("schema.enum").with("options", "\"a\", 1"),
        ),
        (
            json!({"const": 3}),
            json!(4),
            "",
            Message::new("schema.const").with("value", "3"),
        ),
        (
            json!({"minimum": 1.5}),
            json!(1),
            "",
            Message::new("schema.minimum").with("limit", "1.5"),
        ),
        (
            json!({"maximum": 1}),
            json!(2),
            "",
            Message::new("schema.maximum").with("limit", "1"),
        ),
        (
            json!({"exclusiveMinimum": 1}),
            json!(1),
            "",
            Message::new("schema.exclusiveMinimum").with("limit", "1"),
        ),
        (
            json!({"exclusiveMaximum": 1}),
            json!(1),
            "",
            Message::new("schema.exclusiveMaximum").with("limit", "1"),
        ),
        (
            json!({"multipleOf": 5}),
            json!(3),
            "",
            Message::new("schema.multipleOf").with("factor", "5"),
        ),
        (
            json!({"minLength": 1}),
            json!(""),
            "",
            Message::new("schema.empty"),
        ),
        (
            json!({"minLength": 2}),
            json!("x"),
            "",
            Message::new("schema.minLength").with("count", 2),
        ),
        (
            json!({"maxLength": 1}),
            json!("xy"),
            "",
            Message::new("schema.maxLength").with("count", 1),
        ),
        (
            json!({"minItems": 2}),
            json!([]),
            "",
            Message::new("schema.minItems").with("count", 2),
        ),
        (
            json!({"maxItems": 1}),
            json!([1, 2]),
            "",
            Message::new("schema.maxItems").with("count", 1),
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, 1]),
            "",
            Message::new("schema.uniqueItems"),
        ),
        (
            json!({"minProperties": 1}),
            json!({}),
            "",
            Message::new("schema.minProperties").with("count", 1),
        ),
        (
            json!({"pattern": "^a+$"}),
            json!("b"),
            "",
            Message::new("schema.pattern").with("pattern", "^a+$"),
        ),
        (
            json!({"format": "email"}),
            json!("x"),
            "",
            Message::new("schema.format.email"),
        ),
        (
            json!({"format": "date"}),
            json!("31.1.2026"),
            "",
            Message::new("schema.format.date"),
        ),
        (
            json!({"format": "date-time"}),
            json!("2026-01-31"),
            "",
            Message::new("schema.format.dateTime"),
        ),
        (
            json!({"format": "uri"}),
            json!("x"),
            "",
            Message::new("schema.format.uri"),
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!(1),
            "",
            Message::new("schema.anyOf").with("count", 2),
        ),
        (
            json!({"oneOf": [{"type": "number"}, {"minimum": 0}]}),
            json!(1),
            "",
            Message::new("schema.oneOf"),
        ),
        (json!({"not": {}}), json!(1), "", Message::new("schema.not")),
        (
            json!(false),
            json!(1),
            "",
            Message::new("schema.notAllowed"),
        ),
        (
            json!({"items": {"properties": {"when": {"type": "string"}}}}),
            json!([{}, {"when": 1}]),
            "[1].when",
            Message::new("schema.type")
                .with("wanted", Message::new("schema.typeName.string"))
                .with("found", Message::new("schema.typeName.number")),
        ),
        (
            json!({"properties": {"a": {"items": {"required": ["b"]}}}}),
            json!({"a": [{"b": 1}, {}]}),
            "a[1].b",
            Message::new("schema.missing"),
        ),
    ];
    for (schema, value, path, message) in table {
        expect(schema, value, mismatch(&[(path, message)]));
    }
}

#[test]
fn faults_are_told_together_up_to_twenty() {
    let schema = json!({"items": {"type": "string"}});
    let Verdict::Mismatch { faults } = check(&schema, &json!(vec![0; 50]), Formats::Annotated)
    else {
        panic!("numbers are no strings");
    };
    assert_eq!(faults.len(), 20);
    let schema = json!({"properties": {}, "additionalProperties": false});
    let many: serde_json::Map<String, Value> =
        (0..50).map(|n| (format!("k{n}"), json!(n))).collect();
    let Verdict::Mismatch { faults } = check(&schema, &Value::Object(many), Formats::Annotated)
    else {
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
    let check = |schema: Value, expected: Result<Vec<Fault>, Message>| {
        let found = faults_blocking(
            &worker(),
            &schema,
            &json!({"a": 1}).into(),
            Formats::Annotated,
        );
        let found = found.map_err(|NotChecked(message)| message);
        assert_eq!(found, expected, "{schema}");
    };
    check(
        json!({"type": "oject"}),
        Err(Message::new("schema.invalidAt")
            .with("path", "type")
            .with("fault", Message::new("schema.anyOf").with("count", 2))),
    );
    check(json!({"required": ["a"]}), Ok(Vec::new()));
    let missing = Fault {
        path: "b".into(),
        message: Message::new("schema.missing"),
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
    expect_broken(anchors, "schema.tooManyReferences");
    let dynamic = doubling_by(
        |level| json!({"$dynamicRef": format!("#a{level}")}),
        |level| json!({"$dynamicAnchor": format!("a{level}")}),
        40,
    );
    expect_broken(dynamic, "schema.tooManyReferences");
    let relative = doubling_by(
        |level| json!({"$ref": format!("s{level}.json")}),
        |level| json!({"$id": format!("s{level}.json")}),
        40,
    );
    expect_broken(relative, "schema.tooManyReferences");
    let mixed = doubling_by(
        |level| json!({"$ref": format!("https://example.com/s{level}.json#a{level}")}),
        |level| json!({"$id": format!("s{level}.json"), "$anchor": format!("a{level}")}),
        40,
    );
    expect_broken(mixed, "schema.tooManyReferences");
    let draft_4 = doubling_by(
        |level| json!({"$ref": format!("#a{level}")}),
        |level| json!({"id": format!("#a{level}")}),
        40,
    );
    expect_broken(draft_4, "schema.tooManyReferences");
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "tables of cases read better without borrows"
)]
fn expect_broken(schema: Value, expected: &str) {
    match check(&schema, &json!({"a": "b"}), Formats::Annotated) {
        Verdict::BrokenSchema { message } => {
            assert_eq!(message.code, expected, "{message:?}");
        }
        other => panic!("{other:?} instead of a broken schema ({expected})"),
    }
}

#[test]
fn patterns_that_cannot_be_run_are_no_faults() {
    let slow = || Message::new("schema.slowPattern");
    let unread = |pattern: &str| Message::new("schema.unreadPattern").with("pattern", pattern);
    let many = "ab".repeat(60);
    let in_part = |message: Message| Verdict::MatchesInPart { message };
    let missing = mismatch(&[("b", Message::new("schema.missing"))]);
    let table = [
        (
            json!({"pattern": "^(a|b|ab)*(?=c)c"}),
            json!(many),
            in_part(slow()),
        ),
        (json!({"pattern": "("}), json!("x"), in_part(unread("("))),
        (
            json!({"$defs": {"a": {"pattern": "[z-a]"}}, "items": {"$ref": "#/$defs/a"}}),
            json!(["x"]),
            in_part(unread("[z-a]")),
        ),
        (
            json!({"properties": {"a": {"pattern": "("}, "pattern": {"pattern": "*"}}}),
            json!({"a": "x"}),
            in_part(unread("*")),
        ),
        (
            json!({"properties": {"a": {"pattern": "("}}, "required": ["b"]}),
            json!({"a": "x"}),
            missing.clone(),
        ),
        (
            json!({"properties": {"a": {"pattern": "^(a|b|ab)*(?=c)c"}}, "required": ["b"]}),
            json!({"a": many}),
            missing,
        ),
    ];
    for (schema, value, expected) in table {
        expect(schema, value, expected);
    }
    let arguments = faults_blocking(
        &worker(),
        &json!({"pattern": "("}),
        &json!("x").into(),
        Formats::Annotated,
    );
    assert_eq!(arguments, Ok(Vec::new()), "the value may be sent");
}

#[test]
fn a_broken_schema_is_said() {
    expect_broken(json!("object"), "schema.invalid");
    expect_broken(json!({"type": "strnig"}), "schema.invalidAt");
    expect_broken(json!({"properties": []}), "schema.invalidAt");
    expect_broken(json!({"pattern": 1}), "schema.invalidAt");
    expect_broken(json!({"$ref": "#/$defs/none"}), "schema.reference");
    expect_broken(
        json!({"$ref": "http://127.0.0.1:9/x.json"}),
        "schema.reference",
    );
    expect_broken(json!({"$ref": "file:///etc/passwd"}), "schema.reference");
    expect_broken(
        json!({"description": "x".repeat(300_000)}),
        "schema.tooLong",
    );
    expect_broken(doubling(2, 40), "schema.tooManyReferences");
    expect_broken(doubling(10, 8), "schema.tooManyReferences");
    let deep = (0..80).fold(json!({}), |inner, _| json!({"not": inner}));
    expect_broken(deep, "schema.tooDeep");
}
