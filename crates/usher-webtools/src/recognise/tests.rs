//! Documents, good and bad: what is taken, and which field of what is not taken is named.

use serde_json::{Map, Value, json};
use usher_types::webtool::WebtoolKind;

use super::{Recognised, recognise_checked};

/// A whole document with these values at their pointers, or without what is `(gone)`.
fn with(changes: &Map<String, Value>) -> Value {
    let mut document = json!({
        "name": "weather", "description": "Weather.", "version": "1.0.0",
        "actions": [
            {"name": "now", "description": "Now.", "requestSchema": {"type": "object"}, "responseSchema": {"type": "object"}},
            {"name": "later", "requestSchema": {"type": "object", "properties": {"days": {"type": "integer"}}}},
        ],
        "configSchema": {"type": "object"}, "defaultConfig": {"units": "metric"},
    });
    for (pointer, value) in changes {
        let (parent, member) = pointer.rsplit_once('/').unwrap();
        let parent = document.pointer_mut(parent).unwrap();
        match (parent, value) {
            (Value::Object(members), gone) if gone == "(gone)" => drop(members.remove(member)),
            (Value::Array(items), value) => items[member.parse::<usize>().unwrap()] = value.clone(),
            (parent, value) => parent[member] = value.clone(),
        }
    }
    document
}

#[test]
fn every_part_that_cannot_be_used_is_named() {
    let cases = r#"
        as it should be | {} |
        no description | {"/description": null} |
        no configuration | {"/configSchema": null, "/defaultConfig": null} |
        a version before release | {"/version": "2.0.0-rc.1+b7"} |
        no name | {"/name": null} | name document.text
        an empty name | {"/name": " "} | name document.empty
        a description of another type | {"/description": 7} | description document.text
        no version | {"/version": "(gone)"} | version document.versionMissing
        not semver | {"/version": "v1"} | version document.version
        a number as version | {"/version": 1.0} | version document.versionText
        a hidden version | {"/version": "1.0.0\u200b"} | version document.version
        actions are no list | {"/actions": {}} | actions document.list
        no action | {"/actions": []} | actions document.noActions
        an action is text | {"/actions/0": "now"} | actions[0] document.object
        two of one name | {"/actions/1/name": "now"} | actions[1].name document.actionTwice
        no request schema | {"/actions/0/requestSchema": "(gone)"} | actions[0].requestSchema document.missing
        a schema that is none | {"/actions/0/requestSchema": "object"} | actions[0].requestSchema document.noSchema
        a request that is no object | {"/actions/0/requestSchema": {"type": "string"}} | actions[0].requestSchema document.describesObject
        a network reference | {"/actions/1/responseSchema": {"$ref": "https://example.com/s.json"}} | actions[1].responseSchema schema.reference
        an impossible type | {"/configSchema": {"type": "objekt"}} | configSchema schema.invalidAt
        a default of another type | {"/defaultConfig": []} | defaultConfig document.object
        several at once | {"/name": null, "/version": "1", "/actions": 1} | name document.text, version document.version, actions document.list
    "#;
    for [what, changes, expected] in usher_cases::rows(cases) {
        let changes: Map<String, Value> = serde_json::from_str(&changes).unwrap();
        let found: Vec<String> = match recognise_checked(with(&changes).to_string().as_bytes()) {
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
        assert_eq!(found.join(", "), expected, "{what}");
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
