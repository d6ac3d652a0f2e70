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
            &["name has to be text"],
        ),
        (
            "an empty name",
            |all| all["name"] = json!(" "),
            &["name is empty"],
        ),
        (
            "a description of another type",
            |all| all["description"] = json!(7),
            &["description has to be text"],
        ),
        (
            "no version",
            |all| {
                all.as_object_mut().map(|all| all.remove("version"));
            },
            &["version is missing; a webtool has a semantic version such as 1.4.2"],
        ),
        (
            "not semver",
            |all| all["version"] = json!("v1"),
            &["version is “v1”, which is no semantic version such as 1.4.2"],
        ),
        (
            "a number as version",
            |all| all["version"] = json!(1.0),
            &["version has to be text such as “1.4.2”"],
        ),
        (
            "a hidden version",
            |all| all["version"] = json!("1.0.0\u{200b}"),
            &["version is “1.0.0\\u{200b}”, which is no semantic version such as 1.4.2"],
        ),
        (
            "actions are no list",
            |all| all["actions"] = json!({}),
            &["actions has to be a list"],
        ),
        (
            "no action",
            |all| all["actions"] = json!([]),
            &["actions is empty, so there is nothing to run"],
        ),
        (
            "an action is text",
            |all| all["actions"][0] = json!("now"),
            &["actions[0] has to be an object"],
        ),
        (
            "two of one name",
            |all| all["actions"][1]["name"] = json!("now"),
            &["actions[1].name is “now”, which another action is called already"],
        ),
        (
            "no request schema",
            |all| {
                all["actions"][0]
                    .as_object_mut()
                    .map(|all| all.remove("requestSchema"));
            },
            &["actions[0].requestSchema is missing"],
        ),
        (
            "a schema that is none",
            |all| all["actions"][0]["requestSchema"] = json!("object"),
            &["actions[0].requestSchema is no JSON Schema: that is an object"],
        ),
        (
            "a request that is no object",
            |all| all["actions"][0]["requestSchema"] = json!({"type": "string"}),
            &["actions[0].requestSchema has to describe an object"],
        ),
        (
            "a network reference",
            |all| {
                all["actions"][1]["responseSchema"] = json!({"$ref": "https://example.com/s.json"});
            },
            &[
                "actions[1].responseSchema cannot be used. The schema refers to something outside of it, which Usher doesn’t fetch",
            ],
        ),
        (
            "an impossible type",
            |all| all["configSchema"] = json!({"type": "objekt"}),
            &["configSchema cannot be used. The schema is not valid JSON Schema"],
        ),
        (
            "a default of another type",
            |all| all["defaultConfig"] = json!([]),
            &["defaultConfig has to be an object"],
        ),
        (
            "several at once",
            |all| {
                all["name"] = Value::Null;
                all["version"] = json!("1");
                all["actions"] = json!(1);
            },
            &[
                "name has to be text",
                "version is “1”, which is no semantic version such as 1.4.2",
                "actions has to be a list",
            ],
        ),
    ];
    for (what, change, expected) in cases {
        let found = match recognise_checked(with(change).to_string().as_bytes()) {
            Recognised::Usable(_) => Vec::new(),
            Recognised::Broken(kind, faults) => {
                assert_eq!(kind, WebtoolKind::Webtool, "{what}");
                faults.iter().map(ToString::to_string).collect()
            }
            Recognised::Other(reason) => panic!("{what}: {reason}"),
        };
        assert_eq!(found.len(), expected.len(), "{what}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                found.starts_with(expected),
                "{what}: “{found}” says “{expected}”"
            );
        }
    }
}

#[test]
fn what_is_no_document_is_something_else() {
    for (text, expected) in [
        ("<html>", "it is not JSON"),
        ("[]", "it is JSON, but no object"),
        (r#"{"mcpVersion":"1"}"#, "it is JSON, but neither"),
        ("\u{feff}{}", "it is not JSON"),
    ] {
        match recognise_checked(text.as_bytes()) {
            Recognised::Other(reason) => assert!(reason.starts_with(expected), "{text}: {reason}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}
