//! Turns the manifest of an MCP bundle into a configuration: how it is started on this system, and what it asks for.

use serde_json::{Map, Value, json};

/// The names of folders in a manifest, as configurations have them.
const FOLDERS: [(&str, &str); 3] = [
    ("${DESKTOP}", "${HOME}/Desktop"),
    ("${DOCUMENTS}", "${HOME}/Documents"),
    ("${DOWNLOADS}", "${HOME}/Downloads"),
];

/// How a manifest refers to a value that the person gives.
const OPEN: &str = "${user_config.";

/// Reads a manifest; `None` = it is something else.
pub(super) fn as_configuration(root: &Value) -> Option<Value> {
    let server = root.get("server")?;
    let mut entry = server.get("mcp_config")?.as_object()?.clone();
    let overrides = entry.shift_remove("platform_overrides");
    let own = overrides.as_ref().and_then(|all| all.get(platform()));
    if let Some(Value::Object(own)) = own {
        entry.extend(own.clone());
    }
    let names = ["display_name", "name"];
    let name = names.iter().find_map(|name| root.get(*name)?.as_str());
    let asked = root.get("user_config").and_then(Value::as_object);
    let inputs: Vec<Value> = asked
        .into_iter()
        .flatten()
        .map(|(key, field)| input(key, field))
        .collect();
    let servers = Map::from_iter([(name.unwrap_or_default().to_owned(), entry.into())]);
    let mut configuration = json!({ "mcpServers": servers, "inputs": inputs });
    rename(&mut configuration);
    Some(configuration)
}

/// The name of this system in a manifest.
fn platform() -> &'static str {
    if cfg!(windows) {
        "win32"
    } else if cfg!(target_os = "macos") {
        "darwin"
    } else {
        "linux"
    }
}

fn input(key: &str, field: &Value) -> Value {
    let texts = ["description", "title"];
    let description = texts.iter().find_map(|name| field.get(*name)?.as_str());
    let default = match field.get("default") {
        Some(Value::Array(values)) if values.len() == 1 => values.first().and_then(text),
        Some(value) => text(value),
        None => None,
    };
    json!({
        "id": format!("user_config.{key}"),
        "description": description,
        "default": default,
        "password": field.get("sensitive"),
    })
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Writes references as configurations have them.
fn rename(value: &mut Value) {
    match value {
        Value::String(text) => {
            *text = text.replace(OPEN, "${input:user_config.");
            for (name, folder) in FOLDERS {
                *text = text.replace(name, folder);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(rename),
        Value::Object(members) => members.values_mut().for_each(rename),
        _ => {}
    }
}
