//! Values held against schemas, honest and hostile ones.

use serde_json::{Value, json};

use super::{Formats, NotChecked, Verdict, faults_blocking, verdict};
use crate::validation::check;
use crate::worker::{Queue, Worker, Workers};
use usher_messages::{Message, Param};
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

/// A message as its code and parameters.
fn coded(message: &Message) -> String {
    let params = message.params.iter().map(|(name, value)| match value {
        Param::Message { message } => format!("{name}: {}", coded(message)),
        Param::Number { value } => format!("{name}: {value}"),
        Param::Text { text } => format!("{name}: {text:?}"),
        other => panic!("{name} is {other:?}"),
    });
    let params: Vec<_> = params.collect();
    match params.as_slice() {
        [] => message.code.to_string(),
        params => format!("{} {{{}}}", message.code, params.join(", ")),
    }
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
    let table = r#"
        {"type": "string"} | 7 |  | schema.type {found: schema.typeName.number, wanted: schema.typeName.string}
        {"type": ["integer", "null"]} | "x" |  | schema.type {found: schema.typeName.string, wanted: schema.typeName.several {first: schema.typeName.null, last: schema.typeName.integer}}
        {"required": ["city"]} | {} | city | schema.missing
        {"required": ["a b"]} | {} | ["a b"] | schema.missing
        {"properties": {"a": {}}, "additionalProperties": false} | {"b": 1} | b | schema.unexpected
        {"enum": ["a", 1]} | "b" |  | schema.enum {options: "\"a\", 1"}
        {"const": 3} | 4 |  | schema.const {value: "3"}
        {"minimum": 1.5} | 1 |  | schema.minimum {limit: "1.5"}
        {"maximum": 1} | 2 |  | schema.maximum {limit: "1"}
        {"exclusiveMinimum": 1} | 1 |  | schema.exclusiveMinimum {limit: "1"}
        {"exclusiveMaximum": 1} | 1 |  | schema.exclusiveMaximum {limit: "1"}
        {"multipleOf": 5} | 3 |  | schema.multipleOf {factor: "5"}
        {"minLength": 1} | "" |  | schema.empty
        {"minLength": 2} | "x" |  | schema.minLength {count: 2}
        {"maxLength": 1} | "xy" |  | schema.maxLength {count: 1}
        {"minItems": 2} | [] |  | schema.minItems {count: 2}
        {"maxItems": 1} | [1, 2] |  | schema.maxItems {count: 1}
        {"uniqueItems": true} | [1, 1] |  | schema.uniqueItems
        {"minProperties": 1} | {} |  | schema.minProperties {count: 1}
        {"pattern": "^a+$"} | "b" |  | schema.pattern {pattern: "^a+$"}
        {"format": "email"} | "x" |  | schema.format.email
        {"format": "date"} | "31.1.2026" |  | schema.format.date
        {"format": "date-time"} | "2026-01-31" |  | schema.format.dateTime
        {"format": "uri"} | "x" |  | schema.format.uri
        {"anyOf": [{"type": "string"}, {"type": "null"}]} | 1 |  | schema.anyOf {count: 2}
        {"oneOf": [{"type": "number"}, {"minimum": 0}]} | 1 |  | schema.oneOf
        {"not": {}} | 1 |  | schema.not
        false | 1 |  | schema.notAllowed
        {"items": {"properties": {"when": {"type": "string"}}}} | [{}, {"when": 1}] | [1].when | schema.type {found: schema.typeName.number, wanted: schema.typeName.string}
        {"properties": {"a": {"items": {"required": ["b"]}}}} | {"a": [{"b": 1}, {}]} | a[1].b | schema.missing
    "#;
    for [schema, value, path, expected] in usher_cases::rows(table) {
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let Verdict::Mismatch { faults } = check(&json(&schema), &json(&value), Formats::Asserted)
        else {
            panic!("{value} is held against {schema}");
        };
        let told = faults.iter();
        let told = told.map(|fault| (fault.path.clone(), coded(&fault.message)));
        assert_eq!(told.collect::<Vec<_>>(), [(path, expected)], "{schema}");
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
