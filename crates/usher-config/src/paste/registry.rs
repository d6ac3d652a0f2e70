//! Parses the `server.json` of the MCP registry: packages and remotes of one server.

use serde_json::Value;

use super::{Found, Problem, entry, pasted_server, pasted_value};
use usher_messages::Message;
use usher_types::input::{is_input_name, reference};
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::text::visible;

/// Reads a `server.json`; `None` = it is something else.
pub(super) fn read(root: &Value) -> Option<Result<Found, Problem>> {
    let root = root.get("server").unwrap_or(root);
    let name = root.get("name")?.as_str()?;
    let list = |field: &str| {
        root.get(field)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let (packages, remotes) = (list("packages"), list("remotes"));
    if packages.is_empty() && remotes.is_empty() {
        return None;
    }
    let label = name.rsplit('/').next();
    let transports = remotes
        .iter()
        .filter_map(remote)
        .chain(packages.iter().filter_map(package));
    let servers: Vec<PastedServer> = transports
        .map(|transport| {
            let notes = entry::remarks(&transport);
            pasted_server(label, transport, notes)
        })
        .collect();
    if servers.is_empty() {
        return Some(Err(Problem::new(
            Message::new("paste.notStartable").with("name", &*visible(name)),
        )));
    }
    let summary = Message::new("paste.registry").with("ways", servers.len());
    Some(Ok((summary, servers)))
}

fn remote(remote: &Value) -> Option<PastedTransport> {
    let url = remote.get("url")?.as_str()?.to_owned();
    Some(PastedTransport::Http {
        url,
        headers: values(remote.get("headers")),
        inputs: Vec::new(),
    })
}

fn package(package: &Value) -> Option<PastedTransport> {
    let text = |field: &str| package.get(field).and_then(Value::as_str);
    let identifier = text("identifier").or_else(|| text("name"))?;
    let kind = text("registryType")
        .or_else(|| text("registry_type"))
        .or_else(|| text("registry_name"))?;
    let version = text("version").filter(|version| !version.is_empty());
    let pinned = |mark: &str| {
        version.map_or_else(
            || identifier.to_owned(),
            |version| format!("{identifier}{mark}{version}"),
        )
    };
    let (command, mut args) = match kind {
        "npm" => ("npx", vec!["-y".to_owned(), pinned("@")]),
        "pypi" => ("uvx", vec![pinned("==")]),
        "oci" | "docker" => (
            "docker",
            vec![
                "run".to_owned(),
                "-i".to_owned(),
                "--rm".to_owned(),
                pinned(":"),
            ],
        ),
        _ => return None,
    };
    args.extend(arguments(
        package
            .get("packageArguments")
            .or_else(|| package.get("package_arguments")),
    ));
    let env = values(
        package
            .get("environmentVariables")
            .or_else(|| package.get("environment_variables")),
    );
    Some(PastedTransport::Stdio {
        command: command.to_owned(),
        args,
        env,
        cwd: None,
        inputs: Vec::new(),
    })
}

fn arguments(list: Option<&Value>) -> Vec<String> {
    let mut words = Vec::new();
    for argument in list.and_then(Value::as_array).into_iter().flatten() {
        let text = |field: &str| {
            argument
                .get(field)
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let is_secret = argument.get("isSecret").and_then(Value::as_bool) == Some(true);
        let to_fill_in = || {
            let name = text("name").or_else(|| text("valueHint"))?;
            let name = name.trim_start_matches('-');
            (is_secret && is_input_name(name)).then(|| reference(name))
        };
        let value = text("value")
            .or_else(|| text("default"))
            .or_else(to_fill_in);
        match text("type").as_deref() {
            Some("named") => {
                words.extend(text("name"));
                words.extend(value);
            }
            _ => words.extend(value.or_else(|| text("valueHint").map(|hint| format!("<{hint}>")))),
        }
    }
    words
}

fn values(list: Option<&Value>) -> Vec<PastedValue> {
    list.and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|value| {
            let text = |field: &str| value.get(field).and_then(Value::as_str);
            let mut read = pasted_value(
                text("name")?,
                text("value")
                    .or_else(|| text("default"))
                    .unwrap_or_default(),
            );
            let says_secret =
                |field: &str| value.get(field).and_then(Value::as_bool).unwrap_or(false);
            read.looks_secret |= says_secret("isSecret") || says_secret("is_secret");
            Some(read)
        })
        .collect()
}
