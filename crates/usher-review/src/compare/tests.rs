//! Pairs of documents, and what is said about each.

use serde_json::{Value, json};

use super::*;

/// The page's tests read the same table.
const PAIRS: &str = include_str!("../../../../ui/src/lib/pairs.json");

/// The version of a tool or webtool, or of an `OpenAPI` document.
fn version_of(value: &Value) -> Option<&str> {
    let version = value.get("version").or(value.pointer("/info/version"))?;
    version.as_str()
}

fn check(pair: &Value, old: &str) {
    let name = &pair["name"];
    let new = pair["new"].as_str();
    let was: Value = serde_json::from_str(old).unwrap();
    let is: Option<Value> = new.map(|new| serde_json::from_str(new).unwrap());
    let kept = Document {
        bytes: old.as_bytes(),
        value: &was,
        version: version_of(&was),
    };
    let found = new.zip(is.as_ref()).map(|(new, is)| Document {
        bytes: new.as_bytes(),
        value: is,
        version: version_of(is),
    });
    let comparison = compare_documents(kept, found);
    let state = word(comparison.state);
    let said: Vec<_> = comparison
        .differences
        .listed
        .into_iter()
        .map(|one| {
            let kind = format!("{:?}", one.kind).to_lowercase();
            let hidden: Vec<_> = one.hidden.iter().map(|one| one.character).collect();
            let mut shown =
                json!({ "path": one.path, "kind": kind, "message": one.message, "hidden": hidden });
            for (side, value) in [("old", one.old), ("new", one.new)] {
                if let Some(value) = value {
                    shown[side] = value;
                }
            }
            shown
        })
        .collect();
    let found = json!({ "state": state, "differences": said });
    let expected = json!({ "state": pair["state"], "differences": pair["differences"] });
    assert_eq!(found, expected, "{name}");
}

fn word(state: DocumentState) -> &'static str {
    match state {
        DocumentState::Identical => "identical",
        DocumentState::Reformatted => "reformatted",
        DocumentState::Changed => "changed",
        DocumentState::SilentlyChanged => "silentlyChanged",
        DocumentState::Downgraded => "downgraded",
        DocumentState::Gone => "gone",
    }
}

#[test]
fn twenty_pairs_of_documents() {
    let table: Value = serde_json::from_str(PAIRS).unwrap();
    let pairs = table["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 20, "twenty pairs are what was promised");
    for pair in pairs {
        let old = pair["old"].as_str().unwrap();
        check(pair, table["olds"][old].as_str().unwrap());
    }
}
