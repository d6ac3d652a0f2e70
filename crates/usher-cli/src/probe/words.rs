//! Prints what a probe found for a terminal.
//!
//! Control characters in server text are made visible.

use std::fmt::Write as _;

use usher_mcp::Era;
use usher_messages::Message;
use usher_servers::servers::{ProbeProblem, ProbeReport, ProbeResult, ProbedList};
use usher_servers::snapshot::Failure;
use usher_types::text::visible;

/// Longest description shown of an entry, in characters.
const BRIEF: usize = 100;

pub(super) fn of(report: &ProbeReport) -> String {
    let mut text = String::new();
    if let Some(failure) = &report.failure {
        fail(&mut text, failure);
    }
    agreed(&mut text, report);
    list(
        &mut text,
        "terminal.report.tools",
        report.tools.as_ref(),
        |tool| {
            (
                &tool.name,
                tool.title.as_deref(),
                tool.description.as_deref(),
            )
        },
    );
    list(
        &mut text,
        "terminal.report.resources",
        report.resources.as_ref(),
        |resource| {
            let title = resource.title.as_deref().or(Some(&resource.name));
            (&resource.uri, title, resource.description.as_deref())
        },
    );
    list(
        &mut text,
        "terminal.report.templates",
        report.templates.as_ref(),
        |template| {
            let title = template.title.as_deref().or(Some(&template.name));
            (
                &template.uri_template,
                title,
                template.description.as_deref(),
            )
        },
    );
    list(
        &mut text,
        "terminal.report.prompts",
        report.prompts.as_ref(),
        |prompt| {
            (
                &prompt.name,
                prompt.title.as_deref(),
                prompt.description.as_deref(),
            )
        },
    );
    for (list, entry) in report.broken() {
        let unnamed = || super::text("terminal.report.unnamed");
        let name = entry.name.clone().unwrap_or_else(unnamed);
        let unusable = Message::new("terminal.report.unusable")
            .with("list", list)
            .with("name", name)
            .with("problem", entry.problem.clone());
        line_of(&mut text, &unusable);
    }
    for repair in &report.repairs {
        let repaired = Message::new("terminal.report.repaired").with("repair", repair.clone());
        line_of(&mut text, &repaired);
    }
    if report.questions > 0 {
        let dismissed = Message::new("terminal.report.dismissed").with("count", report.questions);
        line_of(&mut text, &dismissed);
    }
    if let Some(action) = &report.action {
        write_action(&mut text, action);
    }
    let shown = report
        .failure
        .as_ref()
        .map_or(0, |failure| failure.stderr.len());
    if shown == 0 {
        stderr(&mut text, &report.stderr);
    }
    text.trim_matches('\n').to_owned()
}

fn fail(text: &mut String, failure: &Failure) {
    line(text, &visible(&failure.summary.to_string()));
    line(text, &visible(&failure.next_step.to_string()));
    if let Some(detail) = &failure.detail {
        let detail = Message::new("terminal.report.detail").with("detail", detail.clone());
        line_of(text, &detail);
    }
    stderr(text, &failure.stderr);
}

fn stderr(text: &mut String, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    text.push('\n');
    line_of(text, &Message::new("terminal.report.stderr"));
    for said in lines {
        line(text, &format!("  {}", visible(said)));
    }
}

fn agreed(text: &mut String, report: &ProbeReport) {
    let Some(agreed) = &report.agreed else {
        return;
    };
    let lifecycle = match agreed.era {
        Era::Legacy => "legacy",
        Era::Modern => "modern",
    };
    let server = Message::new("terminal.report.server")
        .with("name", agreed.title.as_deref().unwrap_or(&agreed.name))
        .with("version", agreed.version.as_str());
    line_of(text, &server);
    let connected = Message::new("terminal.report.connected")
        .with("version", agreed.protocol_version.as_str())
        .with("lifecycle", lifecycle)
        .with("after", report.connected_after.unwrap_or_default());
    line_of(text, &connected);
    if let Some(endpoint) = &report.endpoint {
        let endpoint = Message::new("terminal.report.endpoint")
            .with("transport", endpoint.transport.to_string())
            .with("url", endpoint.url.as_str());
        line_of(text, &endpoint);
    }
    if let Some(members) = agreed.capabilities.as_object() {
        let names: Vec<_> = members.keys().map(String::as_str).collect();
        let names = Message::new("terminal.report.capabilities").with("names", names.join(", "));
        line_of(text, &names);
    }
    if let Some(instructions) = &agreed.instructions {
        let brief = brief(instructions);
        let instructions = Message::new("terminal.report.instructions").with("text", brief);
        line_of(text, &instructions);
    }
}

/// Identity, title and description of an entry.
type Entry<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

fn list<T>(
    text: &mut String,
    key: &'static str,
    offered: Option<&ProbedList<T>>,
    entry: fn(&T) -> Entry<'_>,
) {
    if offered.is_some() {
        text.push('\n');
    }
    let heading = Message::new(key);
    let listing = match offered {
        None => return,
        Some(Err(problem)) => return line_of(text, &heading.with("found", problem.text.as_str())),
        Some(Ok(listing)) => listing,
    };
    line_of(text, &heading.with("found", listing.items.len()));
    for item in &listing.items {
        let (id, title, description) = entry(item);
        let mut row = format!("  {}", visible(id));
        if let Some(title) = title.filter(|title| *title != id) {
            let _ = write!(row, " – {}", visible(title));
        }
        if let Some(description) = description {
            let _ = write!(row, ": {}", brief(description));
        }
        line(text, &row);
    }
    if let Some(why) = &listing.cut_short {
        line(text, &format!("  … {}", visible(&why.to_string())));
    }
}

fn write_action(text: &mut String, action: &Result<ProbeResult, ProbeProblem>) {
    text.push('\n');
    match action {
        Err(problem) => {
            let failed =
                Message::new("terminal.report.failed").with("problem", problem.text.as_str());
            line_of(text, &failed);
        }
        Ok(result) => {
            let heading = if result.is_error {
                "terminal.report.toolError"
            } else {
                "terminal.report.result"
            };
            line_of(text, &Message::new(heading));
            let pretty = serde_json::to_string_pretty(&result.raw).unwrap_or_default();
            for row in pretty.lines() {
                line(text, &visible(row));
            }
        }
    }
}

/// The first line, not longer than a row.
fn brief(text: &str) -> String {
    let first = visible(text.lines().next().unwrap_or_default());
    if first.chars().count() <= BRIEF {
        return first.into_owned();
    }
    let cut: String = first.chars().take(BRIEF - 1).collect();
    format!("{cut}…")
}

/// Writes the text of a message. What is foreign in it is made visible.
fn line_of(text: &mut String, message: &Message) {
    line(text, &visible(&super::text_of(message)));
}

fn line(text: &mut String, row: &str) {
    text.push_str(row);
    text.push('\n');
}
