//! Documents, good and bad: what is taken, and which field of what is not taken is named.

use serde_json::{Value, json};
use usher_types::webtool::WebtoolKind;

use super::{Recognised, recognise_checked};

/// A whole document with one change.
fn with(change: impl FnOnce(&mut Value)) -> Value {
    let mut document = json!({
        "name": "weather", "description": "Weather.", "version": "1.0.0",
        "actions": [
            {"name": "now", "description": "Now.", "requestSchema": {"type": "object"}, "responseSchema": {"type": "object"}},
            {"name": "later", "requestSchema": {"type": "object", "properties": {"days": {"type": "integer"}}}},
        ],
        "configSchema": {"type": "object"}, "defaultConfig": {"units": "metric"},
    });
    change(&mut document);
    document
}

#[test]
fn every_part_that_cannot_be_used_is_named() {
    type Case = (&'static str, fn(&mut Value), &'static [&'static str]);
    let cases: [Case; 22] = [
        ("as it should be", |_| {}, &[]),
        (
            "no description",
            |all| {
                all["description"] = Value::Null;
            },
            &[],
        ),
        (
            "no configuration",
            |all| {
                all["configSchema"] = Value::Null;
                all["defaultConfig"] = Value::Null;
            },
            &[],
        ),
        (
            "a version before release",
            |all| all["version"] = json!("2.0.0-rc.1+b7"),
            &[],
        ),
        (
            "no name",
            |all| all["name"] = Value::Null,
            &["name document.text"],
        ),
        (
            "an empty name",
            |all| all["name"] = json!(" "),
            &["name document.empty"],
        ),
        (
            "a description of another type",
            |all| all["description"] = json!(7),
            &["description document.text"],
        ),
        (
            "no version",
            |all| {
                all.as_object_mut().map(|all| all.remove("version"));
            },
            &["version document.versionMissing"],
        ),
        (
            "not semver",
            |all| all["version"] = json!("v1"),
            &["version document.version"],
        ),
        (
            "a number as version",
            |all| all["version"] = json!(1.0),
            &["version document.versionText"],
        ),
        (
            "a hidden version",
            |all| all["version"] = json!("1.0.0\u{200b}"),
            &["version document.version"],
        ),
        (
            "actions are no list",
            |all| all["actions"] = json!({}),
            &["actions document.list"],
        ),
        (
            "no action",
            |all| all["actions"] = json!([]),
            &["actions document.noActions"],
        ),
        (
            "an action is text",
            |all| all["actions"][0] = json!("now"),
            &["actions[0] document.object"],
        ),
        (
            "two of one name",
            |all| all["actions"][1]["name"] = json!("now"),
            &["actions[1].name document.actionTwice"],
        ),
        (
            "no request schema",
            |all| {
                all["actions"][0]
                    .as_object_mut()
                    .map(|all| all.remove("requestSchema"));
            },
            &["actions[0].requestSchema document.missing"],
        ),
        (
            "a schema that is none",
            |all| all["actions"][0]["requestSchema"] = json!("object"),
            &["actions[0].requestSchema document.noSchema"],
        ),
        (
            "a request that is no object",
            |all| all["actions"][0]["requestSchema"] = json!({"type": "string"}),
            &["actions[0].requestSchema document.describesObject"],
        ),
        (
            "a network reference",
            |all| {
                all["actions"][1]["responseSchema"] = json!({"$ref": "https://example.com/s.json"});
            },
            &["actions[1].responseSchema schema.reference"],
        ),
        (
            "an impossible type",
            |all| all["configSchema"] = json!({"type": "objekt"}),
            &["configSchema schema.invalidAt"],
        ),
        (
            "a default of another type",
            |all| all["defaultConfig"] = json!([]),
            &["defaultConfig document.object"],
        ),
        (
            "several at once",
            |all| {
                all["name"] = Value::Null;
                all["version"] = json!("1");
                all["actions"] = json!(1);
            },
            &[
                "name document.text",
                "version document.version",
                "actions document.list",
            ],
        ),
    ];
    for (what, change, expected) in cases {
        let found: Vec<String> = match recognise_checked(with(change).to_string().as_bytes()) {
            Recognised::Usable(_) => Vec::new(),
            Recognised::Broken(kind, faults) => {
                assert_eq!(kind, WebtoolKind::Webtool, "{what}");
                faults
                    .iter()
                    .map(|fault| format!("{} {}", fault.field, fault.problem.code))
                    .collect()
            }
            Recognised::Other(reason) => panic!("{what}: {reason}"),
        };
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn what_is_no_document_is_something_else() {
    for (text, expected) in [
        ("<html>", "document.other.notJson"),
        ("[]", "document.other.noObject"),
        (r#"{"mcpVersion":"1"}"#, "document.other.noActions"),
        ("\u{feff}{}", "document.other.notJson"),
    ] {
        match recognise_checked(text.as_bytes()) {
            Recognised::Other(reason) => assert_eq!(reason.code, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}
