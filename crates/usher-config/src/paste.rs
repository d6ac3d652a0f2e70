//! Reads what a person pastes: a command line, a URL, or the configuration of any common client.
//!
//! Nothing is started, fetched or looked up here; text comes in, servers to fill a form with come out.

mod bundle;
mod command;
pub(crate) mod config;
mod entry;
mod jsonc;
mod label;
mod link;
mod placeholders;
mod registry;
mod secrets;
#[cfg(test)]
mod tests;

pub(crate) use entry::remarks;
pub(crate) use jsonc::{not_valid, parse as parse_jsonc};
pub(crate) use placeholders::listed_inputs;

use crate::definition::{
    self, DraftDefinition, DraftNamedValue, DraftTransport, DraftValue, Label, NamedValue,
    SavedValue, Transport,
};
use crate::file_format::{Format, parse};
use crate::limits;
use label::label_notes;
use serde_json::Value;
use usher_mcp::EraChoice;
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::secret::Secret;
use usher_types::text::visible;

/// What the pasted text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PasteResult {
    Empty,
    Servers {
        summary: Message,
        /// In the order of the text.
        servers: Vec<PastedServer>,
    },
    /// It cannot be read.
    Problem(Problem),
}

/// Why text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong and what to do, naming server and field.
    pub message: Message,
    /// Line and column of the fault, from 1.
    pub at: Option<(u32, u32)>,
    /// The field at fault, as in [`usher_types::field_problem::FieldProblem`].
    pub field: Option<String>,
}

impl Problem {
    pub(crate) fn new(message: Message) -> Self {
        Self {
            message,
            at: None,
            field: None,
        }
    }

    /// A problem without parameters.
    fn plain(code: &'static str) -> Self {
        Self::new(Message::new(code))
    }

    pub(crate) fn of_field(self, field: &str) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..self
        }
    }
}

/// Makes a value as somebody wrote it down.
pub fn pasted_value(name: impl Into<String>, value: impl Into<String>) -> PastedValue {
    let (name, value) = (name.into(), value.into());
    PastedValue {
        looks_secret: definition::looks_secret(&name, &value),
        name,
        value,
    }
}

/// Takes what looks like a secret out of arguments and URLs, and leaves references to it.
pub fn take_secrets(mut transport: PastedTransport) -> PastedTransport {
    secrets::take(&mut transport);
    transport
}

/// Makes a server, with its own or a derived label.
pub(crate) fn pasted_server(
    label: Option<&str>,
    mut transport: PastedTransport,
    mut notes: Vec<Message>,
) -> PastedServer {
    notes.extend(secrets::take(&mut transport));
    notes.extend(label.map(label_notes).unwrap_or_default());
    let label = match label.map(str::trim).filter(|label| !label.is_empty()) {
        Some(label) => visible(label).chars().take(Label::MAX_CHARS).collect(),
        None => default_label(&transport),
    };
    PastedServer {
        label,
        transport,
        notes,
    }
}

impl From<PastedServer> for DraftDefinition {
    /// What looks secret goes where secrets live.
    fn from(server: PastedServer) -> Self {
        Self {
            label: server.label,
            transport: draft_transport(server.transport, |_, values| {
                values.into_iter().map(DraftNamedValue::from).collect()
            }),
            era: EraChoice::Auto,
        }
    }
}

/// Makes a draft of what was read; the values of each field (`env`, `headers`, `inputs`) by what is given.
pub(crate) fn draft_transport(
    transport: PastedTransport,
    mut values: impl FnMut(&'static str, Vec<PastedValue>) -> Vec<DraftNamedValue>,
) -> DraftTransport {
    match transport {
        PastedTransport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => DraftTransport::Stdio {
            command,
            args,
            env: values("env", env),
            cwd,
            inputs: values("inputs", inputs),
        },
        PastedTransport::Http {
            url,
            headers,
            inputs,
        } => DraftTransport::Http {
            url,
            headers: values("headers", headers),
            inputs: values("inputs", inputs),
        },
    }
}

impl From<PastedValue> for DraftNamedValue {
    /// What looks secret goes where secrets live.
    fn from(value: PastedValue) -> Self {
        Self {
            name: value.name,
            value: if value.looks_secret && !value.value.is_empty() {
                DraftValue::Secret(Secret::new(value.value))
            } else {
                DraftValue::Plain(value.value)
            },
        }
    }
}

pub fn read(text: &str) -> PasteResult {
    let text = text.trim().trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return PasteResult::Empty;
    }
    if text.len() > limits::PASTE_BYTES {
        return PasteResult::Problem(Problem::plain("paste.tooLong"));
    }
    let has_line = |starts: &[&str]| {
        let mut lines = text.lines();
        lines.any(|line| starts.iter().any(|start| line.starts_with(start)))
    };
    let read = match text.chars().next() {
        Some('{') => read_json(text),
        Some('/') if text.starts_with("//") || text.starts_with("/*") => read_json(text),
        _ if has_line(&TOML_STARTS) => read_file(text, Format::Toml),
        Some('[') => read_json(text),
        _ if has_line(&YAML_STARTS) => read_file(text, Format::Yaml),
        // `"github": { … }`: one entry copied out of a configuration.
        Some('"') if text.contains(':') => {
            read_json(&format!("{{{}}}", text.trim_end_matches(','))).map_err(without_added_brace)
        }
        _ if is_url(text) => link::read(text).unwrap_or_else(|| read_url(text)),
        _ => command::read(text),
    };
    match read {
        Ok((summary, servers)) => PasteResult::Servers { summary, servers },
        Err(problem) => PasteResult::Problem(problem),
    }
}

/// Corrects a fault's place for the brace that was added.
fn without_added_brace(problem: Problem) -> Problem {
    let at = problem.at.map(|(line, column)| match line {
        1 => (line, column.saturating_sub(1).max(1)),
        _ => (line, column),
    });
    match (problem.at, at) {
        (Some(_), Some((line, column))) => Problem {
            message: problem.message.with("line", line).with("column", column),
            at,
            field: problem.field,
        },
        _ => problem,
    }
}

/// What was found, and the servers.
type Found = (Message, Vec<PastedServer>);

/// How the servers begin in the files of apps that have TOML.
const TOML_STARTS: [&str; 2] = ["[mcp_servers", "mcp_servers."];

/// How the servers begin in the files of apps that have YAML.
const YAML_STARTS: [&str; 3] = ["mcpServers:", "extensions:", "mcp_servers:"];

/// Reads what was copied out of a file that is no JSON.
fn read_file(text: &str, format: Format) -> Result<Found, Problem> {
    let value = parse(text, format).map_err(|fault| Problem {
        at: fault.at,
        ..Problem::new(not_valid(text, format, &fault))
    })?;
    found_in(&value)
}

fn read_json(text: &str) -> Result<Found, Problem> {
    let value = jsonc::parse(text)?;
    match registry::read(&value) {
        Some(found) => found,
        None => found_in(&value),
    }
}

fn found_in(value: &Value) -> Result<Found, Problem> {
    let found = config::read(value)?;
    let (mut servers, mut problems) = (Vec::new(), Vec::new());
    for entry in found.entries {
        match entry.server {
            Ok(server) => servers.push(server),
            Err(problem) => problems.push(problem),
        }
    }
    if servers.is_empty() {
        let mut problems = problems.into_iter();
        let first = problems
            .next()
            .ok_or_else(|| Problem::plain("paste.empty"))?;
        let message = problems.fold(first.message, |all, next| all.followed_by(next.message));
        return Err(Problem { message, ..first });
    }
    // What cannot be read is named beside the rest.
    let remarks = found.note.into_iter();
    let summary = remarks
        .chain(problems.into_iter().map(|problem| problem.message))
        .fold(summary(&servers, found.format), Message::followed_by);
    Ok((summary, servers))
}

fn is_url(text: &str) -> bool {
    !text.contains(char::is_whitespace) && (text.contains("://") || link::is_link(text))
}

fn read_url(text: &str) -> Result<Found, Problem> {
    let url = definition::check_url(text).map_err(Problem::new)?;
    let transport = PastedTransport::Http {
        url: url.to_string(),
        headers: Vec::new(),
        inputs: Vec::new(),
    };
    let servers = vec![pasted_server(None, transport, Vec::new())];
    Ok((summary(&servers, "paste.format.url"), servers))
}

/// "1 local server (stdio), in the format of VS Code."
fn summary(servers: &[PastedServer], format: &'static str) -> Message {
    let remote = servers
        .iter()
        .filter(|server| matches!(server.transport, PastedTransport::Http { .. }))
        .count();
    let counted = match (servers.len(), remote) {
        (all, 0) => Message::new("paste.count.local").with("count", all),
        (all, remote) if all == remote => Message::new("paste.count.remote").with("count", all),
        (all, remote) => Message::new("paste.count.both")
            .with("count", all)
            .with("remote", remote),
    };
    Message::new("paste.summary")
        .with("servers", counted)
        .with("format", Message::new(format))
}

fn default_label(transport: &PastedTransport) -> String {
    let plain = |values: &[PastedValue]| {
        values
            .iter()
            .map(|value| NamedValue {
                name: value.name.clone(),
                value: SavedValue::Plain(String::new()),
            })
            .collect()
    };
    let transport = match transport {
        PastedTransport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => Transport::Stdio {
            command: command.clone(),
            args: args.clone(),
            env: plain(env),
            cwd: cwd.clone(),
            inputs: plain(inputs),
        },
        PastedTransport::Http {
            url,
            headers,
            inputs,
        } => match definition::check_url(url) {
            Ok(url) => Transport::Http {
                url,
                headers: plain(headers),
                inputs: plain(inputs),
            },
            Err(_) => return "Server".to_owned(),
        },
    };
    definition::derived_label(&transport)
}
