//! Finds the servers in configurations of other clients. `entry` reads each.

use serde_json::{Map, Value};

use super::bundle;
use super::entry::{self, is_entry};
use super::placeholders::Inputs;
use super::problem::Problem;
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport};

/// The servers of a configuration.
pub(crate) struct Found {
    /// The code of its format.
    pub(crate) format: &'static str,
    /// In the order of the text.
    pub(crate) entries: Vec<Entry>,
    /// A remark about the whole.
    pub(crate) note: Option<Message>,
}

/// One server of a configuration.
pub(crate) struct Entry {
    pub(crate) key: String,
    /// What it is, or why it cannot be used.
    pub(crate) server: Result<PastedServer, Problem>,
}

/// Paths to the servers, by client, the most specific first.
const PLACES: [(&[&str], &str); 12] = [
    (&["mcpServers"], "paste.format.claudeDesktop"),
    (&["mcp", "mcpServers"], "paste.format.claudeDesktop"),
    (&["mcp", "servers"], "paste.format.vsCodeSettings"),
    (&["servers"], "paste.format.vsCode"),
    (&["context_servers"], "paste.format.zed"),
    (&["extensions"], "paste.format.goose"),
    (&["mcp_servers"], "paste.format.codex"),
    (&["mcp"], "paste.format.openCode"),
    (&["amp.mcpServers"], "paste.format.amp"),
    (&["mcp.servers"], "paste.format.vsCodeSettings"),
    (
        &["settings", "mcp", "servers"],
        "paste.format.vsCodeSettings",
    ),
    (
        &["customizations", "vscode", "mcp", "servers"],
        "paste.format.vsCodeSettings",
    ),
];

/// Finds the servers in a configuration.
pub(crate) fn read(root: &Value) -> Result<Found, Problem> {
    let bundle = bundle::as_configuration(root);
    let root = bundle.as_ref().unwrap_or(root);
    let mut found = find(root)?;
    let inputs = Inputs::of(root);
    if !inputs.is_empty() {
        // VS Code asks for them when a server starts; Usher has them filled in once.
        found.note = Some(Message::new("paste.note.inputs"));
        let servers = found
            .entries
            .iter_mut()
            .filter_map(|entry| entry.server.as_mut().ok());
        for server in servers {
            inputs.apply(&mut server.transport, &mut server.notes);
        }
    }
    Ok(found)
}

fn find(root: &Value) -> Result<Found, Problem> {
    if let Value::Array(list) = root {
        return Ok(Found {
            format: "paste.format.list",
            entries: list.iter().map(unnamed).collect(),
            note: None,
        });
    }
    let Value::Object(object) = root else {
        return Err(Problem::plain("paste.noObject"));
    };
    if is_entry(object) {
        return Ok(Found {
            format: "paste.format.entry",
            entries: vec![unnamed(root)],
            note: None,
        });
    }
    let of_projects = of_projects(root);
    if !of_projects.is_empty() {
        let everywhere = root.get("mcpServers").and_then(Value::as_object);
        let mut entries = everywhere.map(named).unwrap_or_default();
        entries.extend(of_projects);
        return Ok(Found {
            format: "paste.format.claudeCode",
            entries,
            note: None,
        });
    }
    for (path, format) in PLACES {
        let place = path.iter().try_fold(root, |value, key| value.get(key));
        if let Some(Value::Object(servers)) = place {
            return Ok(Found {
                format,
                entries: named(servers),
                note: None,
            });
        }
        if let Some(Value::Array(servers)) = place {
            return Ok(Found {
                format,
                entries: servers.iter().map(unnamed).collect(),
                note: None,
            });
        }
    }
    let all_entries = !object.is_empty()
        && object
            .values()
            .all(|value| value.as_object().is_some_and(is_entry));
    if all_entries {
        return Ok(Found {
            format: "paste.format.byName",
            entries: named(object),
            note: None,
        });
    }
    Err(Problem::plain("paste.noServer"))
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

/// Claude Code keeps servers for everywhere, and others below the folder of a project.
fn of_projects(root: &Value) -> Vec<Entry> {
    let projects = root.get("projects").and_then(Value::as_object);
    let mut entries = Vec::new();
    for (folder, project) in projects.into_iter().flatten() {
        let servers = project.get("mcpServers").and_then(Value::as_object);
        for mut entry in servers.map(named).unwrap_or_default() {
            // Another project may have one of the same name.
            entry.key = format!("{} ({folder})", entry.key);
            if let Ok(server) = &mut entry.server {
                start_in(&mut server.transport, folder);
            }
            entries.push(entry);
        }
    }
    entries
}

/// Claude Code starts the servers of a project in its folder.
fn start_in(transport: &mut PastedTransport, folder: &str) {
    if let PastedTransport::Stdio { cwd, .. } = transport {
        cwd.get_or_insert_with(|| folder.to_owned());
    }
}
