//! Reads what a server declares when a connection begins.

use serde_json::{Map, Value};

use super::field::Fields;
use crate::dialect::{ProtocolRevision, SERVER_INFO};
use crate::model::{Agreed, Era, Found};
use usher_messages::Message;

/// Reads the result of `initialize` or `server/discover`; notes list what was repaired.
pub(crate) fn agreed(
    result: &Map<String, Value>,
    version: ProtocolRevision,
    found: Found,
) -> (Agreed, Vec<Message>) {
    let mut fields = Fields::new(result);
    let server_info = match version.era() {
        Era::Legacy => fields.object("serverInfo"),
        // Drafts of the modern era had it next to the other members.
        Era::Modern => result
            .get("_meta")
            .and_then(|meta| meta.get(SERVER_INFO))
            .or_else(|| result.get("serverInfo"))
            .and_then(Value::as_object),
    };
    // In the modern era a server only should send it (2026-07-28, basic, result metadata).
    if server_info.is_none() && version.era() == Era::Legacy {
        fields.notes.push(Message::new("repair.noServerInfo"));
    }
    let empty = Map::new();
    let mut info = Fields::new(server_info.unwrap_or(&empty));
    let name = info.text("name").unwrap_or_default();
    let title = info.text("title");
    let server_version = info.text("version").unwrap_or_default();
    let icons = info.icons();
    let capabilities = capabilities(&mut fields);
    let instructions = fields.text("instructions");
    let mut notes = fields.notes;
    notes.append(&mut info.notes);
    let agreed = Agreed {
        protocol_version: version.as_str().to_owned(),
        era: version.era(),
        found,
        name,
        title,
        version: server_version,
        server_info: Value::Object(server_info.cloned().unwrap_or_default()),
        icons,
        capabilities: Value::Object(capabilities),
        instructions,
    };
    (agreed, notes)
}

/// Reads the capabilities. An array that is empty is the empty object of a language that has one kind of both.
fn capabilities(fields: &mut Fields<'_>) -> Map<String, Value> {
    let is_empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
    if fields.get("capabilities").is_some_and(is_empty) {
        let note = Message::new("repair.noCapability").with("member", "capabilities");
        fields.notes.push(note);
        return Map::new();
    }
    let mut capabilities = fields.object("capabilities").cloned().unwrap_or_default();
    let notes = &mut fields.notes;
    let mut fill = |at: &str, value: &mut Value| {
        if is_empty(value) {
            *value = Value::Object(Map::new());
            notes.push(
                Message::new("repair.noCapability").with("member", format!("capabilities.{at}")),
            );
        }
    };
    for (name, capability) in &mut capabilities {
        fill(name, capability);
        // What these hold is capabilities, too.
        if let ("extensions" | "tasks", Some(members)) = (name.as_str(), capability.as_object_mut())
        {
            for (inner, member) in members {
                fill(&format!("{name}.{inner}"), member);
            }
        }
    }
    capabilities
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(result: &Value, version: ProtocolRevision) -> (String, Value, usize) {
        let members = result.as_object().expect("the result is an object");
        let (agreed, notes) = agreed(members, version, Found::Probed);
        (agreed.name, agreed.capabilities, notes.len())
    }

    #[test]
    fn a_poor_introduction_is_enough() {
        let legacy = ProtocolRevision::NEWEST_LEGACY;
        let modern = ProtocolRevision::NEWEST;
        let cases = [
            (json!({"capabilities": true}), legacy, "", json!({}), 2),
            (
                json!({"capabilities": {"tools": [], "tasks": {"list": [], "cancel": {}}, "experimental": {"a": []}}}),
                modern,
                "",
                json!({"tools": {}, "tasks": {"list": {}, "cancel": {}}, "experimental": {"a": []}}),
                2,
            ),
            (json!({"capabilities": []}), modern, "", json!({}), 1),
            (
                json!({"capabilities": {"tools": {}}}),
                modern,
                "",
                json!({"tools": {}}),
                0,
            ),
            (
                json!({"_meta": {"io.modelcontextprotocol/serverInfo": {"name": "n"}}, "serverInfo": {"name": "draft"}}),
                modern,
                "n",
                json!({}),
                0,
            ),
            (
                json!({"serverInfo": {"name": "draft"}}),
                modern,
                "draft",
                json!({}),
                0,
            ),
        ];
        for (result, version, name, capabilities, notes) in cases {
            assert_eq!(
                read(&result, version),
                (name.to_owned(), capabilities, notes),
                "{result}"
            );
        }
    }
}
