//! One message in a form that can be taken elsewhere: as JSON, or as a command that sends it again.
//! Secrets never leave: where one belongs, the command names a variable of the shell.

use std::sync::Arc;

use serde_json::Value;
use usher_mcp::{Direction, Endpoint, Era, FrameKind, HttpTransportKind};

use super::ring::{WireEntry, WireRing};
use url::Url;
use usher_config::definition::{
    NamedValue, SavedValue, ServerDefinition, Transport, take_from_url,
};
use usher_types::input::{references, shown_url};

/// What the command needs to know beside the message.
pub(crate) struct Replay<'a> {
    pub(crate) definition: &'a ServerDefinition,
    /// Where the server was found, if that is known.
    pub(crate) endpoint: Option<Endpoint>,
    /// Whether requests carry a token of the person's sign-in.
    pub(crate) is_signed_in: bool,
    /// Of the tool that is called, if it is one.
    pub(crate) input_schema: Option<&'a Value>,
    pub(crate) era: Era,
    pub(crate) protocol_version: &'a str,
    /// Returns the `initialize` that began the session, if any.
    pub(crate) opening: Option<&'a str>,
}

/// The newest `initialize` sent before a message.
pub(crate) fn opening_before(ring: &WireRing, seq: u64) -> Option<Arc<WireEntry>> {
    let entries = ring.from(0, usize::MAX);
    let is_it = |entry: &&Arc<WireEntry>| entry.row.seq < seq && is_initialize(entry);
    entries.iter().rev().find(is_it).cloned()
}

/// The name of the tool a message calls.
pub(crate) fn called_tool(entry: &WireEntry) -> Option<String> {
    let message: Value = serde_json::from_str(&entry.text).ok()?;
    (message["method"] == "tools/call")
        .then(|| message["params"]["name"].as_str())?
        .map(str::to_owned)
}

fn is_initialize(entry: &WireEntry) -> bool {
    entry.row.direction == Direction::Out
        && entry.row.kind == FrameKind::Request
        && entry.row.method.as_deref() == Some("initialize")
}

/// A command for a POSIX shell that sends the message again.
pub(crate) fn command(entry: &WireEntry, replay: &Replay<'_>) -> String {
    // What looks like a secret leaves the machine no more than what is kept as one.
    let (transport, _) = replay.definition.transport.without_credentials();
    match &transport {
        Transport::Http {
            url,
            headers,
            inputs,
        } => {
            let names: Vec<_> = headers.iter().chain(inputs).cloned().collect();
            let variables = variables(&names);
            let inputs = Inputs {
                names: inputs,
                variables: &variables[headers.len()..],
            };
            let kind = replay.endpoint.as_ref().map(|endpoint| endpoint.transport);
            let found = replay.endpoint.as_ref().map(|endpoint| &endpoint.url);
            let found = found.filter(|found| without_credentials(found) == **found);
            let url = inputs.quoted(&shown_url(found.unwrap_or(url)));
            if kind == Some(HttpTransportKind::HttpSse) {
                return curl_paired(entry, replay, &url, headers);
            }
            curl(entry, replay, &url, headers)
        }
        Transport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => {
            let names: Vec<_> = env.iter().chain(inputs).cloned().collect();
            let variables = variables(&names);
            let inputs = Inputs {
                names: inputs,
                variables: &variables[env.len()..],
            };
            let words = std::iter::once(command).chain(args);
            let words: Vec<_> = words.map(|word| inputs.quoted(word)).collect();
            let program = [assignments(env, command), words].concat().join(" ");
            let place = cwd
                .as_ref()
                .map_or_else(String::new, |cwd| format!("cd {} && ", quoted(cwd)));
            format!("{place}{} | {program}", printf(entry, replay))
        }
        Transport::Demo => format!("{} | usher --demo-server", printf(entry, replay)),
    }
}

/// The secrets that arguments or a query refer to, and a shell variable for each.
struct Inputs<'a> {
    names: &'a [NamedValue],
    variables: &'a [String],
}

impl Inputs<'_> {
    /// One word for a shell, with variables in the place of references.
    fn quoted(&self, word: &str) -> String {
        let mut parts = Vec::new();
        let mut rest = 0;
        for (name, place) in references(word) {
            let known = self.names.iter().position(|input| input.name == name);
            if let Some(variable) = known.and_then(|at| self.variables.get(at)) {
                let before = &word[rest..place.start];
                parts.extend((!before.is_empty()).then(|| quoted(before)));
                parts.push(format!(r#""${variable}""#));
                rest = place.end;
            }
        }
        let after = &word[rest..];
        if parts.is_empty() || !after.is_empty() {
            parts.push(quoted(after));
        }
        parts.concat()
    }
}

/// A URL that a server named, without credentials.
fn without_credentials(url: &Url) -> Url {
    let mut stripped = url.clone();
    take_from_url(&mut stripped);
    stripped
}

/// Feeds the message to stdin, after a handshake if needed.
fn printf(entry: &WireEntry, replay: &Replay<'_>) -> String {
    let mut lines = Vec::new();
    if let Some(opening) = replay.opening
        && replay.era == Era::Legacy
        && !is_initialize(entry)
    {
        lines.push(opening);
        lines.push(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    }
    if entry.row.method.as_deref() != Some("notifications/initialized") || lines.is_empty() {
        lines.push(&entry.text);
    }
    let lines: Vec<_> = lines.into_iter().map(quoted).collect();
    format!(r"printf '%s\n' {}", lines.join(" "))
}

/// Streamable HTTP (2025-11-25 and 2026-07-28, basic/transports).
fn curl(entry: &WireEntry, replay: &Replay<'_>, url: &str, headers: &[NamedValue]) -> String {
    let mut lines = vec![
        format!("curl -g -N -X POST {url}"),
        "-H 'Content-Type: application/json'".into(),
        "-H 'Accept: application/json, text/event-stream'".into(),
    ];
    if !is_initialize(entry) {
        let version = format!("MCP-Protocol-Version: {}", replay.protocol_version);
        lines.push(format!("-H {}", quoted(&version)));
    }
    match replay.era {
        // curl leaves a header out that has no value: a server without sessions is asked the same way.
        Era::Legacy if !is_initialize(entry) => {
            lines.push(r#"-H "Mcp-Session-Id: $MCP_SESSION_ID""#.into());
        }
        Era::Legacy => {}
        Era::Modern => lines.extend(routing_headers(entry, replay)),
    }
    lines.extend(own_headers(headers, replay));
    lines.push(format!("--data-raw {}", quoted(&entry.text)));
    lines.join(" \\\n  ")
}

/// HTTP+SSE (2024-11-05, basic/transports): only the stream says where messages go, and it brings the answers.
fn curl_paired(
    entry: &WireEntry,
    replay: &Replay<'_>,
    stream: &str,
    headers: &[NamedValue],
) -> String {
    let mut listening = vec![format!("#   curl -g -N {stream}")];
    let mut lines = vec![
        r#"curl -g -X POST "$MCP_ENDPOINT""#.to_owned(),
        "-H 'Content-Type: application/json'".into(),
    ];
    let own = own_headers(headers, replay);
    listening.extend(own.iter().cloned());
    lines.extend(own);
    lines.push(format!("--data-raw {}", quoted(&entry.text)));
    format!(
        "# The address for messages is in the event \"endpoint\" of this stream, and answers come on it:\n{}\n{}",
        listening.join(" "),
        lines.join(" \\\n  ")
    )
}

/// The headers the person has set, and that of a sign-in.
fn own_headers(headers: &[NamedValue], replay: &Replay<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let is_set = headers
        .iter()
        .any(|header| header.name.eq_ignore_ascii_case("authorization"));
    if replay.is_signed_in && !is_set {
        lines.push(r#"-H "Authorization: Bearer $ACCESS_TOKEN""#.to_owned());
    }
    for (header, variable) in headers.iter().zip(variables(headers)) {
        lines.push(match &header.value {
            SavedValue::Plain(value) => {
                format!("-H {}", quoted(&format!("{}: {value}", header.name)))
            }
            SavedValue::Secret(_) if is_plain_name(&header.name) => {
                format!(r#"-H "{}: ${variable}""#, header.name)
            }
            SavedValue::Secret(_) => {
                let name = quoted(&format!("{}: ", header.name));
                format!(r#"-H {name}"${variable}""#)
            }
        });
    }
    lines
}

/// The headers that repeat what the message says (2026-07-28, basic/transports/streamable-http).
fn routing_headers(entry: &WireEntry, replay: &Replay<'_>) -> Vec<String> {
    let message: Value = serde_json::from_str(&entry.text).unwrap_or_default();
    let method = entry.row.method.as_deref().unwrap_or_default();
    usher_mcp::routing_headers(method, &message["params"], replay.input_schema)
        .into_iter()
        .map(|(header, value)| format!("-H {}", quoted(&format!("{header}: {value}"))))
        .collect()
}

/// What stands before a program to give it its environment. Names that are none of shell variables go through `env`,
/// which would take a program with `=` in its name for one more of them; `nice` takes it as it is.
fn assignments(env: &[NamedValue], program: &str) -> Vec<String> {
    let is_shell_name = |value: &NamedValue| {
        is_plain_name(&value.name)
            && !value.name.contains('-')
            && !value.name.starts_with(|first: char| first.is_ascii_digit())
    };
    let by_shell = env.iter().all(is_shell_name);
    let assignments = env.iter().zip(variables(env)).map(|(named, variable)| {
        let name = &named.name;
        match &named.value {
            SavedValue::Plain(plain) if by_shell => format!("{name}={}", quoted(plain)),
            SavedValue::Plain(plain) => quoted(&format!("{name}={plain}")),
            SavedValue::Secret(_) if by_shell => format!(r#"{name}="${variable}""#),
            SavedValue::Secret(_) => format!(r#"{}"${variable}""#, quoted(&format!("{name}="))),
        }
    });
    if by_shell {
        return assignments.collect();
    }
    std::iter::once("env --".to_owned())
        .chain(assignments)
        .chain(program.contains('=').then(|| "nice -n 0 --".to_owned()))
        .collect()
}

fn is_plain_name(name: &str) -> bool {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    !name.is_empty() && name.chars().all(is_plain)
}

/// Shell variables with a meaning of their own: they hold something else than a secret.
const TAKEN: [&str; 16] = [
    "PATH", "HOME", "IFS", "PWD", "OLDPWD", "USER", "LOGNAME", "SHELL", "ENV", "BASH_ENV", "PS1",
    "PS2", "PS4", "TERM", "MAIL", "LANG",
];

/// A shell variable for each value: `X-Api-Key` → `X_API_KEY`. No two are the same.
fn variables(values: &[NamedValue]) -> Vec<String> {
    let mut variables: Vec<String> = Vec::new();
    for named in values {
        let base = variable(&named.name);
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let free = std::iter::once(base.clone())
            .chain(numbered)
            .find(|candidate| !variables.contains(candidate));
        variables.push(free.unwrap_or(base));
    }
    variables
}

fn variable(name: &str) -> String {
    let mut variable: String = name
        .chars()
        .map(|character| match character {
            plain if plain.is_ascii_alphanumeric() => plain.to_ascii_uppercase(),
            _ => '_',
        })
        .collect();
    let has_letter = variable.chars().any(|character| character != '_');
    if !has_letter || TAKEN.contains(&variable.as_str()) {
        variable.insert_str(0, "SECRET_");
    }
    if variable.starts_with(|first: char| first.is_ascii_digit()) {
        variable.replace_range(..1, "_");
    }
    variable
}

/// One word for a POSIX shell.
fn quoted(word: &str) -> String {
    // A bare `name=value` before a command would be an assignment.
    let is_option = word.starts_with('-');
    let plain = |character: char| {
        character.is_ascii_alphanumeric()
            || "-_./:@%+,".contains(character)
            || (is_option && character == '=')
    };
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests;
