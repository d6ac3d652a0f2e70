//! What is said of lists, hidden characters and floods.

use serde_json::{Value, json};

use super::*;

/// What is said of two values that stand alone.
fn said(old: &Value, new: &Value) -> Vec<String> {
    let found = differences(old, new);
    assert_eq!(
        found.listed.is_empty(),
        canonical(old) == canonical(new),
        "there are differences if and only if the canonical forms differ: {old} {new}"
    );
    found
        .listed
        .into_iter()
        .map(|one| one.message.to_string())
        .collect()
}

#[test]
fn lists_are_compared_by_names_and_else_by_places() {
    let launch = |args: &[&str], key: &str| {
        json!({ "transport": { "kind": "stdio", "command": "npx", "args": args,
            "env": [{ "name": "KEY", "value": { "kind": "secret", "value": key } }], "cwd": null } })
    };
    let actions = |names: &[(&str, &str)]| -> Value {
        let actions: Vec<_> = names
            .iter()
            .map(|(name, text)| json!({ "name": name, "description": text, "requestSchema": { "type": "object" } }))
            .collect();
        json!({ "actions": actions })
    };
    let cases: Vec<(Value, Value, Vec<&str>)> = vec![
        (
            launch(&["-y", "one"], "a"),
            launch(&["-y", "two"], "a"),
            vec!["Argument 2 changed from `one` to `two`"],
        ),
        (
            launch(&["-y", "one"], "a"),
            launch(&["-y", "--root", "/", "one"], "a"),
            vec!["Argument 2 added: `--root`", "Argument 3 added: `/`"],
        ),
        (
            launch(&["-y"], "a"),
            launch(&["-y"], "b"),
            vec!["Environment variable `KEY` changed from `a` to `b`"],
        ),
        (
            actions(&[("a", "A"), ("b", "B")]),
            actions(&[("b", "B!"), ("a", "A")]),
            vec!["Actions reordered", "Action `b` › Description changed"],
        ),
        (
            actions(&[("a", "A")]),
            actions(&[("a", "A"), ("c", "C")]),
            vec!["Action `c` added"],
        ),
        (
            json!({ "name": "a" }),
            json!({ "name": "b\u{202e}`c" }),
            vec!["Name changed from `a` to `b\\u{202e}'c`"],
        ),
        (json!("Be good."), json!("Be bad."), vec!["Text changed"]),
        (json!({ "a": 1 }), json!({ "a": 1.0 }), vec![]),
        (
            json!({ "inputSchema": { "required": ["a", "b"] } }),
            json!({ "inputSchema": { "required": ["b", "a"] } }),
            vec!["Parameters (required) reordered"],
        ),
        (
            json!({ "inputSchema": { "$defs": { "x": { "anyOf": [{ "type": "string" }, { "type": "null" }] } } } }),
            json!({ "inputSchema": { "$defs": { "x": { "anyOf": [{ "type": "string" }, { "type": "number" }] } } } }),
            vec![
                "Input schema › Definition `x` › `anyOf` › Item 2 › Type changed from `null` to `number`",
            ],
        ),
        (
            json!({ "inputSchema": {} }),
            json!({ "inputSchema": { "properties": {} } }),
            vec!["Parameters added"],
        ),
        (
            json!({}),
            json!({ "outputSchema": { "type": "object" } }),
            vec!["Output schema added"],
        ),
    ];
    for (old, new, expected) in cases {
        assert_eq!(said(&old, &new), expected, "{old} and {new}");
    }
}

#[test]
fn hidden_characters_are_found_wherever_they_are() {
    let new =
        json!({ "inputSchema": { "properties": { "a\u{200b}": { "description": "b\u{202e}" } } } });
    let found = differences(&json!({ "inputSchema": { "properties": {} } }), &new);
    let points: Vec<_> = found.listed[0]
        .hidden
        .iter()
        .map(|one| one.character)
        .collect();
    assert_eq!(points, ['\u{202e}'], "the path says the name itself");
    let found = differences(&json!({}), &new);
    let points: Vec<_> = found.listed[0]
        .hidden
        .iter()
        .map(|one| one.character)
        .collect();
    assert_eq!(points, ['\u{200b}', '\u{202e}'], "in names and in texts");
}

#[test]
fn a_flood_of_differences_is_counted() {
    let of = |text: &str| -> Value {
        (0..1000)
            .map(|at| (format!("p{at}"), Value::from(text)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let found = differences(&of("a"), &of("b"));
    assert_eq!(
        (found.listed.len(), found.left_out),
        (300, 700),
        "the rest is counted"
    );
}
