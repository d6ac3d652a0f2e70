//! Reads what a person pastes: a command line, a URL, or the configuration of any common client.
//!
//! Nothing is started, fetched or looked up here; text comes in, servers to fill a form with come out.

mod bundle;
mod command;
pub(crate) mod config;
mod entry;
mod json_text;
mod jsonc;
mod label;
mod link;
mod pasted;
mod placeholders;
mod problem;
mod registry;
mod secrets;
mod summary;
#[cfg(test)]
mod tests;

pub(crate) use entry::remarks;
pub(crate) use jsonc::{not_valid, parse as parse_jsonc};
use pasted::pasted_server;
pub use pasted::pasted_value;
pub(crate) use placeholders::listed_inputs;
pub use problem::Problem;

use crate::definition::{self, DraftDefinition, DraftNamedValue, DraftTransport, DraftValue};
use crate::file_format::{Format, parse};
use crate::limits;
use json_text::{found_in, read_json};
use serde::{Deserialize, Serialize};
use summary::{Found, summary};
use ts_rs::TS;
use usher_mcp::EraChoice;
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::secret::Secret;

/// What the pasted text is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[ts(rename = "PasteReading")]
pub enum PasteResult {
    Empty,
    /// One or more servers; the form can be filled.
    Servers {
        /// "1 local server (stdio), in the format of Claude Desktop."
        summary: Message,
        /// The servers found, in order.
        servers: Vec<PastedServer>,
    },
    /// It could not be read.
    Problem {
        /// What is wrong, naming server and field where known.
        message: Message,
        /// Line of the fault, from 1.
        line: Option<u32>,
        /// Column of the fault, from 1.
        column: Option<u32>,
    },
}

impl From<Problem> for PasteResult {
    fn from(problem: Problem) -> Self {
        Self::Problem {
            message: problem.message,
            line: problem.at.map(|(line, _)| line),
            column: problem.at.map(|(_, column)| column),
        }
    }
}

/// Takes what looks like a secret out of arguments and URLs, and leaves references to it.
pub fn take_secrets(mut transport: PastedTransport) -> PastedTransport {
    secrets::take(&mut transport);
    transport
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
        return Problem::plain("paste.tooLong").into();
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
        Err(problem) => problem.into(),
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
