//! Finds the servers in configurations of other clients. `entry` reads each.

use serde_json::{Map, Value};

use super::Problem;
use super::entry::{self, is_entry};
use usher_types::paste::PastedServer;

/// The servers of a configuration.
pub(crate) struct Found {
    /// "in the format of VS Code".
    pub(crate) format: &'static str,
    /// In the order of the text.
    pub(crate) entries: Vec<Entry>,
    /// Remarks about the whole.
    pub(crate) notes: Vec<String>,
}

/// One server of a configuration.
pub(crate) struct Entry {
    pub(crate) key: String,
    /// What it is, or why it cannot be used.
    pub(crate) server: Result<PastedServer, Problem>,
}

/// Paths to the servers, by client, the most specific first.
const PLACES: [(&[&str], &str); 9] = [
    (&["mcpServers"], "in the format of Claude Desktop"),
    (&["mcp", "mcpServers"], "in the format of Claude Desktop"),
    (&["mcp", "servers"], "in the format of VS Code settings"),
    (&["servers"], "in the format of VS Code"),
    (&["context_servers"], "in the format of Zed"),
    (&["extensions"], "in the format of Goose"),
    (&["mcp_servers"], "in the format of Codex"),
    (&["projects"], "in the format of Claude Code"),
    (&["mcp"], "in the format of OpenCode"),
];

/// Finds the servers in a configuration.
pub(crate) fn read(root: &Value) -> Result<Found, Problem> {
    if let Value::Array(list) = root {
        return Ok(Found {
            format: "as a list",
            entries: list.iter().map(unnamed).collect(),
            notes: Vec::new(),
        });
    }
    let Value::Object(object) = root else {
        return Err(Problem::new(
            "This JSON is no configuration: it holds no object.",
        ));
    };
    if is_entry(object) {
        return Ok(Found {
            format: "as a single entry",
            entries: vec![unnamed(root)],
            notes: Vec::new(),
        });
    }
    for (path, format) in PLACES {
        let place = path.iter().try_fold(root, |value, key| value.get(key));
        if let Some(Value::Object(servers)) = place {
            return Ok(Found {
                format,
                entries: named(servers),
                notes: notes(root),
            });
        }
        if let Some(Value::Array(servers)) = place {
            return Ok(Found {
                format,
                entries: servers.iter().map(unnamed).collect(),
                notes: notes(root),
            });
        }
    }
    let all_entries = !object.is_empty()
        && object
            .values()
            .all(|value| value.as_object().is_some_and(is_entry));
    if all_entries {
        return Ok(Found {
            format: "by name",
            entries: named(object),
            notes: Vec::new(),
        });
    }
    Err(Problem::new(
        "This JSON holds no MCP server that Usher can find: there is no “mcpServers”, “servers”, “command” or “url” in it.",
    ))
}

fn named(servers: &Map<String, Value>) -> Vec<Entry> {
    servers
        .iter()
        .map(|(key, value)| Entry {
            key: key.clone(),
            server: entry::read(Some(key), value),
        })
        .collect()
}

fn unnamed(value: &Value) -> Entry {
    let name = ["name", "id", "label"]
        .iter()
        .find_map(|key| value.get(key)?.as_str());
    Entry {
        key: name.unwrap_or_default().to_owned(),
        server: entry::read(name, value),
    }
}

/// VS Code asks for `inputs` when a server starts; Usher has them filled in once.
fn notes(root: &Value) -> Vec<String> {
    let inputs = root
        .get("inputs")
        .or_else(|| root.get("mcp")?.get("inputs"))
        .and_then(Value::as_array);
    match inputs {
        Some(inputs) if !inputs.is_empty() => {
            vec!["Its “inputs” are not asked for at each start: fill them in below.".to_owned()]
        }
        _ => Vec::new(),
    }
}
