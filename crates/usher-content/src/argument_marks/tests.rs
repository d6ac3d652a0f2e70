//! Schemas that mark values in every way there is, and what is kept of arguments with them.

use serde_json::{Value, json};
use usher_types::secret::Secret;

use super::{ArgumentMarks, marked_properties, without_marked_values};
use crate::{limits, omitted};

fn arguments(value: &Value) -> serde_json::Map<String, Value> {
    value.as_object().cloned().expect("an object")
}

/// Holds what is kept, and what is taken, against what is expected.
fn check(schema: &Value, given: &Value, kept: &Value, taken: &[&str]) {
    let (is_kept, is_taken) = ArgumentMarks::of(schema).split(arguments(given));
    assert_eq!(&Value::Object(is_kept), kept, "{schema}");
    let mut is_taken: Vec<&str> = is_taken.iter().map(Secret::expose).collect();
    is_taken.sort_unstable();
    assert_eq!(is_taken, taken, "{schema}");
}

#[test]
fn marked_arguments_are_not_kept_at_any_depth() {
    let schema = json!({"properties": {
        "login": {"properties": {"word": {"type": "string", "writeOnly": true}, "user": {}}},
        "codes": {"items": {"type": "integer", "format": "password"}},
        "key": {"anyOf": [{"type": "string", "format": "password"}, {"type": "null"}]},
    }});
    let given = json!({
        "login": {"word": "pw", "user": "ada"}, "codes": [12], "key": "k", "x": 1,
    });
    let secret = omitted::secret();
    let kept =
        json!({"login": {"word": secret, "user": "ada"}, "codes": [secret], "key": secret, "x": 1});
    check(&schema, &given, &kept, &["12", "k", "pw"]);
}

#[test]
fn a_mark_is_found_behind_every_keyword() {
    // The page reads the same cases: what it takes out of its own memory is what is not kept here.
    let read: Value = serde_json::from_str(include_str!("marked.json")).expect("JSON");
    for case in read["cases"].as_array().expect("cases") {
        let (given, kept) = (&case["given"], &case["kept"]);
        let schema = json!({
            "properties": {"field": case["field"], "plain": {"type": "string"}},
            "$defs": read["$defs"],
        });
        let taken: &[&str] = if given == kept { &[] } else { &["s"] };
        let given = json!({"field": given, "plain": "a"});
        check(
            &schema,
            &given,
            &json!({"field": kept, "plain": "a"}),
            taken,
        );
    }
}

#[test]
fn a_root_may_refer_and_be_marked() {
    let secret = omitted::secret();
    let root =
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"w": {"writeOnly": true}}}}});
    check(
        &root,
        &json!({"w": "s", "u": "a"}),
        &json!({"w": secret, "u": "a"}),
        &["s"],
    );
    let whole = json!({"writeOnly": true});
    check(
        &whole,
        &json!({"w": "s", "u": null}),
        &json!({"w": secret, "u": null}),
        &["s"],
    );
}

#[test]
fn a_schema_that_takes_too_many_steps_marks_every_text() {
    let branch = |next: usize| json!({"properties": {"x": {"$ref": format!("#/$defs/d{next}")}}});
    let defs: serde_json::Map<String, Value> = (0..60)
        .map(|level| {
            let next = branch(level + 1);
            (format!("d{level}"), json!({"anyOf": [next, next, next]}))
        })
        .chain([("d60".to_owned(), json!({"format": "password"}))])
        .collect();
    let schema = json!({"$ref": "#/$defs/d0", "$defs": defs});
    let nested = |text: Value| (0..60).fold(text, |value, _| json!({ "x": value }));
    check(
        &schema,
        &nested(json!("s")),
        &nested(omitted::secret()),
        &["s"],
    );

    let branches = vec![json!({"properties": {}}); 1_000];
    let wide = json!({"anyOf": branches, "properties": {"w": {"format": "password"}}});
    let many = limits::MARK_STEPS / 1_000 + 2;
    let given: serde_json::Map<String, Value> = (0..many)
        .map(|n| (format!("n{n:06}"), json!("a")))
        .collect();
    let (kept, taken) = ArgumentMarks::of(&wide).split(given);
    assert_eq!(kept["n000000"], "a");
    assert_eq!(kept[&format!("n{:06}", many - 1)], omitted::secret());
    assert!(taken.len() < many);
}

#[test]
fn a_schema_whose_references_may_mean_too_much_marks_every_text() {
    let many = 2_000;
    let linked: Vec<Value> = (0..many)
        .map(|number| json!({"$id": format!("i{number}"), "$anchor": "a", "$ref": "#a"}))
        .collect();
    let schema = json!({"properties": {"x": {"anyOf": linked}, "n": {"type": "integer"}}});
    let secret = omitted::secret();
    check(
        &schema,
        &json!({"x": "pw", "n": 1}),
        &json!({"x": secret, "n": 1}),
        &["pw"],
    );
}

#[test]
fn a_schema_without_marks_is_not_held() {
    let schema = json!({
        "properties": {"x": {"items": {"$ref": "#/$defs/a"}}},
        "items": {"format": "date"},
        "$defs": {"a": {"type": "string"}},
    });
    assert_eq!(ArgumentMarks::of(&schema), ArgumentMarks::default());
}

#[test]
fn a_kept_schema_gives_no_marked_values() {
    let secret = omitted::secret();
    let schema = |at: &Value, beside: Value| {
        json!({
            "properties": {
                "login": {"$ref": "#/$defs/login", "default": {"w": at, "u": "ada"}},
                "key": {"$ref": "#/$defs/word", "default": at, "examples": [at], "const": at, "enum": [at]},
                "default": {"type": "string", "default": "a"},
            },
            "default": {"login": {"w": at}, "key": at},
            "$defs": {"login": {"properties": {"w": {"$ref": "#/$defs/word"}}}, "word": {"format": "password", "default": at}},
            "enum": beside,
        })
    };
    let given = schema(&json!("s"), json!(["a"]));
    assert_eq!(without_marked_values(&given), schema(&secret, json!(["a"])));
    assert_eq!(
        marked_properties(&given).into_iter().collect::<Vec<_>>(),
        ["key"]
    );
    let plain = json!({"properties": {"x": {"default": "a"}}});
    assert_eq!(without_marked_values(&plain), plain);
}
