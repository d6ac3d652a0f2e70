//! Prints what a probe found as one JSON document. Entries appear exactly as the server wrote them.
//!
//! Control and invisible characters are written as JSON escapes.

use std::fmt::Write as _;

use serde_json::{Value, json};
use usher_mcp::{Era, HttpTransportKind};
use usher_servers::servers::{ProbeProblem, ProbeReport, ProbedList, Rejection};
use usher_types::text::is_invisible;

pub(super) fn of(report: &ProbeReport) -> String {
    let document = json!({
        "ok": report.succeeded(),
        "agreed": report.agreed.as_ref().map(|agreed| json!({
            "era": match agreed.era { Era::Legacy => "legacy", Era::Modern => "modern" },
            "protocolVersion": agreed.protocol_version,
            "serverInfo": agreed.server_info,
            "capabilities": agreed.capabilities,
            "instructions": agreed.instructions,
        })),
        "endpoint": report.endpoint.as_ref().map(|endpoint| json!({
            "transport": match endpoint.transport {
                HttpTransportKind::StreamableHttp => "streamable-http",
                HttpTransportKind::HttpSse => "sse",
            }, "url": endpoint.url.as_str(),
        })),
        "connectedAfterMs": report.connected_after.map(|after| after.as_secs_f64() * 1000.0),
        "tools": list(report.tools.as_ref(), |tool| &tool.raw),
        "resources": list(report.resources.as_ref(), |resource| &resource.raw),
        "templates": list(report.templates.as_ref(), |template| &template.raw),
        "prompts": list(report.prompts.as_ref(), |prompt| &prompt.raw),
        "unusable": report.broken().iter().map(|(list, entry)| json!({
            "list": list, "name": entry.name, "problem": entry.problem.to_string(),
        })).collect::<Vec<_>>(),
        "run": report.action.as_ref().map(|action| match action {
            Ok(result) => json!({"isError": result.is_error, "result": result.raw}),
            Err(problem) => problem_of(problem),
        }),
        "failure": report.failure.as_ref().map(|failure| json!({
            "summary": failure.summary.to_string(),
            "nextStep": failure.next_step.to_string(),
            "detail": failure.detail.as_ref().map(ToString::to_string),
            "stderr": failure.stderr,
            "error": report.rejection.as_ref().map(error_of),
        })),
        "repairs": report.repairs.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "questionsPutAway": report.questions,
        "stderr": report.stderr,
    });
    let text = serde_json::to_string_pretty(&document)
        .unwrap_or_else(|error| format!("{{\"ok\":false,\"problem\":{:?}}}", error.to_string()));
    escaped(&text)
}

/// Escapes invisible characters, which JSON has in texts only.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if character == '\n' || !is_invisible(character) {
            escaped.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a String cannot fail.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}

fn problem_of(problem: &ProbeProblem) -> Value {
    json!({
        "problem": problem.text,
        "error": problem.rejection.as_ref().map(error_of),
    })
}

/// The code and the data of a JSON-RPC error; its message stands in the text.
fn error_of(rejection: &Rejection) -> Value {
    json!({"code": rejection.code, "data": rejection.data})
}

/// `null` where the server offers no such list.
fn list<T>(offered: Option<&ProbedList<T>>, raw: fn(&T) -> &Value) -> Value {
    match offered {
        None => Value::Null,
        Some(Err(problem)) => problem_of(problem),
        Some(Ok(listing)) => json!({
            "entries": listing.items.iter().map(raw).collect::<Vec<_>>(),
            "cutShort": listing.cut_short.as_ref().map(ToString::to_string),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_is_escaped_and_stays_the_same_text() {
        let texts = [
            "plain äöü 日本 😀",
            "line\nand\ttab",
            "\u{1b}[31m \u{9b}31m \u{7f}",
            "\u{202e}reversed \u{200b}\u{e0041}",
        ];
        for text in texts {
            let printed = escaped(&serde_json::to_string_pretty(&json!([text])).unwrap());
            assert!(
                !printed.replace('\n', "").chars().any(is_invisible),
                "everything in {printed} is seen"
            );
            let read: Value = serde_json::from_str(&printed).unwrap();
            assert_eq!(read, json!([text]), "{printed} is the same document");
        }
    }
}
