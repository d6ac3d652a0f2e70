//! Prints what a probe found as one JSON document. Entries appear exactly as the server wrote them.

use serde_json::{Value, json};
use usher_core::protocol::{Era, HttpTransportKind};
use usher_core::servers::{Findings, ProbedList};

pub(super) fn of(findings: &Findings) -> String {
    let document = json!({
        "ok": findings.all_well(),
        "agreed": findings.agreed.as_ref().map(|agreed| json!({
            "era": match agreed.era { Era::Legacy => "legacy", Era::Modern => "modern" },
            "protocolVersion": agreed.protocol_version,
            "serverInfo": agreed.server_info,
            "capabilities": agreed.capabilities,
            "instructions": agreed.instructions,
        })),
        "endpoint": findings.endpoint.as_ref().map(|endpoint| json!({
            "transport": match endpoint.transport {
                HttpTransportKind::StreamableHttp => "streamable-http",
                HttpTransportKind::HttpSse => "sse",
            }, "url": endpoint.url.as_str(),
        })),
        "connectedAfterMs": findings.connected_after.map(|after| after.as_secs_f64() * 1000.0),
        "tools": list(findings.tools.as_ref(), |tool| &tool.raw),
        "resources": list(findings.resources.as_ref(), |resource| &resource.raw),
        "templates": list(findings.templates.as_ref(), |template| &template.raw),
        "prompts": list(findings.prompts.as_ref(), |prompt| &prompt.raw),
        "unusable": findings.broken().iter().map(|(list, entry)| json!({
            "list": list, "name": entry.name, "problem": entry.problem,
        })).collect::<Vec<_>>(),
        "run": findings.errand.as_ref().map(|errand| match errand {
            Ok(yielded) => json!({"isError": yielded.is_error, "result": yielded.raw}),
            Err(problem) => json!({"problem": problem}),
        }),
        "failure": findings.failure.as_ref().map(|failure| json!({
            "summary": failure.summary,
            "nextStep": failure.next_step,
            "detail": failure.detail,
            "stderr": failure.stderr,
        })),
        "repairs": findings.repairs,
        "questionsPutAway": findings.questions,
        "stderr": findings.stderr,
    });
    serde_json::to_string_pretty(&document)
        .unwrap_or_else(|error| format!("{{\"ok\":false,\"problem\":{:?}}}", error.to_string()))
}

/// `null` where the server offers no such list.
fn list<T>(offered: Option<&ProbedList<T>>, raw: fn(&T) -> &Value) -> Value {
    match offered {
        None => Value::Null,
        Some(Err(problem)) => json!({"problem": problem}),
        Some(Ok(listing)) => json!({
            "entries": listing.items.iter().map(raw).collect::<Vec<_>>(),
            "cutShort": listing.cut_short,
        }),
    }
}
