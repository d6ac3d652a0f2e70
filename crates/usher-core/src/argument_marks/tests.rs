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
    let word = json!({"type": "string", "format": "password"});
    let login = json!({"type": "object", "properties": {"w": word, "u": {"type": "string"}}});
    let secret = omitted::secret();
    let of_login = || {
        (
            json!({"w": "s", "u": "ada"}),
            json!({"w": secret, "u": "ada"}),
        )
    };
    let of_word = || (json!("s"), secret.clone());
    let node = json!({"properties": {"next": {"$ref": "#/$defs/node"}, "w": word}});
    let rows = [
        (json!({"$ref": "#/$defs/login"}), of_login()),
        (json!({"$ref": "#/%24defs/login"}), of_login()),
        (json!({"$ref": "#/$defs/a~1b%20c"}), of_login()),
        (json!({"$ref": "#login"}), of_login()),
        (json!({"$dynamicRef": "#dynamic"}), of_login()),
        (json!({"$ref": "https://e.com/within"}), of_login()),
        (
            json!({"$ref": "https://e.com/within#/properties/w"}),
            of_word(),
        ),
        (json!({"$ref": "#/$defs/twice"}), of_login()),
        (
            json!({"anyOf": [{"$ref": "#/$defs/login"}, {"type": "null"}]}),
            of_login(),
        ),
        (json!({"oneOf": [{"type": "null"}, login]}), of_login()),
        (json!({"allOf": [{"allOf": [login]}]}), of_login()),
        (json!({"if": {}, "then": login}), of_login()),
        (json!({"if": {}, "else": login}), of_login()),
        (json!({"if": login}), of_login()),
        (json!({"dependentSchemas": {"u": login}}), of_login()),
        (
            json!({"dependencies": {"u": login, "w": ["u"]}}),
            of_login(),
        ),
        (
            json!({"properties": {"u": {}}, "additionalProperties": word}),
            of_login(),
        ),
        (
            json!({"properties": {"u": {}}, "unevaluatedProperties": word}),
            of_login(),
        ),
        (
            json!({"patternProperties": {"^w$": {"properties": {"x": word}}}}),
            (
                json!({"w": {"x": "s", "y": 1}}),
                json!({"w": {"x": secret, "y": 1}}),
            ),
        ),
        (
            json!({"items": login}),
            (json!([{"w": "s"}, 1]), json!([{"w": secret}, 1])),
        ),
        (
            json!({"prefixItems": [{}, word]}),
            (json!(["a", "s", "b"]), json!(["a", secret, "b"])),
        ),
        (
            json!({"prefixItems": [{}], "items": word}),
            (json!(["a", "s"]), json!(["a", secret])),
        ),
        (
            json!({"items": [{}, word]}),
            (json!(["a", "s", "b"]), json!(["a", secret, "b"])),
        ),
        (
            json!({"items": [{}], "additionalItems": word}),
            (json!(["a", "s"]), json!(["a", secret])),
        ),
        (json!({"contains": word}), (json!(["s"]), json!([secret]))),
        (
            json!({"prefixItems": [{}], "unevaluatedItems": word}),
            (json!(["a", "s"]), json!(["a", secret])),
        ),
        (
            json!({"contentSchema": login}),
            (json!("s"), secret.clone()),
        ),
        // It refers to itself, and ends with the data.
        (
            json!({"$ref": "#/$defs/node"}),
            (
                json!({"next": {"next": {"w": "s", "x": "a"}}}),
                json!({"next": {"next": {"w": secret, "x": "a"}}}),
            ),
        ),
        (json!({"$ref": "#/$defs/circle"}), (json!("a"), json!("a"))),
        // What cannot be followed could mark any text.
        (
            json!({"$ref": "https://e.com/elsewhere"}),
            (
                json!({"a": ["s", 1, true, ""]}),
                json!({"a": [secret, 1, true, ""]}),
            ),
        ),
        (json!({"$ref": "#/$defs/none"}), of_word()),
        (json!({"$ref": "#none"}), of_word()),
        (json!({"type": "string"}), (json!("a"), json!("a"))),
        (
            json!({"properties": {"$ref": {"type": "string"}}}),
            (json!({"$ref": "a"}), json!({"$ref": "a"})),
        ),
        (json!(true), (json!("a"), json!("a"))),
    ];
    for (field, (given, kept)) in rows {
        let schema = json!({
            "properties": {"field": field, "plain": {"type": "string"}},
            "$defs": {
                "login": login, "a/b c": login, "node": node,
                "named": {"$anchor": "login", "allOf": [login]},
                "dynamic": {"$dynamicAnchor": "dynamic", "allOf": [login]},
                "within": {"$id": "https://e.com/within", "$ref": "#/$defs/own", "$defs": {"own": login}, "properties": {"w": word}},
                "twice": {"$ref": "#/$defs/again"},
                "again": {"$ref": "#/$defs/login"},
                "circle": {"anyOf": [{"$ref": "#/$defs/circle"}]},
            },
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
