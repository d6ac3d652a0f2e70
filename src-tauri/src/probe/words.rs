//! Prints what a probe found for a terminal.
//!
//! Control characters in server text are made visible.

use std::fmt::Write as _;

use usher_core::protocol::Era;
use usher_core::servers::{ProbeReport, ProbeResult, ProbedList};
use usher_core::snapshot::Failure;
use usher_types::text::visible;

/// Longest description shown of an entry, in characters.
const BRIEF: usize = 100;

pub(super) fn of(report: &ProbeReport) -> String {
    let mut text = String::new();
    if let Some(failure) = &report.failure {
        fail(&mut text, failure);
    }
    agreed(&mut text, report);
    list(&mut text, "Tools", report.tools.as_ref(), |tool| {
        (
            &tool.name,
            tool.title.as_deref(),
            tool.description.as_deref(),
        )
    });
    list(
        &mut text,
        "Resources",
        report.resources.as_ref(),
        |resource| {
            let title = resource.title.as_deref().or(Some(&resource.name));
            (&resource.uri, title, resource.description.as_deref())
        },
    );
    list(
        &mut text,
        "Templates",
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
    list(&mut text, "Prompts", report.prompts.as_ref(), |prompt| {
        (
            &prompt.name,
            prompt.title.as_deref(),
            prompt.description.as_deref(),
        )
    });
    for (list, entry) in report.broken() {
        let name = visible(entry.name.as_deref().unwrap_or("an entry without a name"));
        line(
            &mut text,
            &format!(
                "Unusable in {list}: {name}: {}",
                visible(&entry.problem.to_string())
            ),
        );
    }
    for repair in &report.repairs {
        line(
            &mut text,
            &format!("Put right: {}", visible(&repair.to_string())),
        );
    }
    if report.questions > 0 {
        let count = report.questions;
        line(
            &mut text,
            &format!("Questions of the server put away unanswered: {count}"),
        );
    }
    if let Some(action) = &report.action {
        write_action(&mut text, action);
    }
    let shown = report
        .failure
        .as_ref()
        .map_or(0, |failure| failure.stderr.len());
    if shown == 0 && !report.stderr.is_empty() {
        line(&mut text, "\nstderr:");
        for said in &report.stderr {
            line(&mut text, &format!("  {said}"));
        }
    }
    text.trim_matches('\n').to_owned()
}

fn fail(text: &mut String, failure: &Failure) {
    line(text, &visible(&failure.summary.to_string()));
    line(text, &visible(&failure.next_step.to_string()));
    if let Some(detail) = &failure.detail {
        line(text, &format!("Detail: {}", visible(&detail.to_string())));
    }
    if !failure.stderr.is_empty() {
        line(text, "\nstderr:");
    }
    for said in &failure.stderr {
        line(text, &format!("  {}", visible(said)));
    }
}

fn agreed(text: &mut String, report: &ProbeReport) {
    let Some(agreed) = &report.agreed else {
        return;
    };
    let name = visible(agreed.title.as_deref().unwrap_or(&agreed.name));
    let era = match agreed.era {
        Era::Legacy => "legacy",
        Era::Modern => "modern",
    };
    let after = report.connected_after.unwrap_or_default().as_millis();
    line(
        text,
        &format!("{name} {} (as it says itself)", visible(&agreed.version)),
    );
    line(
        text,
        &format!(
            "MCP {} ({era}), connected after {after} ms",
            visible(&agreed.protocol_version)
        ),
    );
    if let Some(endpoint) = &report.endpoint {
        line(
            text,
            &format!("Over {} at {}", endpoint.transport, endpoint.url),
        );
    }
    if let Some(members) = agreed.capabilities.as_object() {
        let names: Vec<_> = members.keys().map(|name| visible(name)).collect();
        line(text, &format!("Capabilities: {}", names.join(", ")));
    }
    if let Some(instructions) = &agreed.instructions {
        line(text, &format!("Instructions: {}", brief(instructions)));
    }
}

/// Identity, title and description of an entry.
type Entry<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

fn list<T>(
    text: &mut String,
    what: &str,
    offered: Option<&ProbedList<T>>,
    entry: fn(&T) -> Entry<'_>,
) {
    let listing = match offered {
        None => return,
        Some(Err(problem)) => return line(text, &format!("\n{what}: {}", visible(problem))),
        Some(Ok(listing)) => listing,
    };
    line(text, &format!("\n{what}: {}", listing.items.len()));
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

fn write_action(text: &mut String, action: &Result<ProbeResult, String>) {
    match action {
        Err(problem) => line(text, &format!("\nFailed: {}", visible(problem))),
        Ok(result) => {
            let head = if result.is_error {
                "The tool reports an error:"
            } else {
                "Result:"
            };
            line(text, &format!("\n{head}"));
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

fn line(text: &mut String, row: &str) {
    text.push_str(row);
    text.push('\n');
}
