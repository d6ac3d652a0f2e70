//! What `usher clients`, `approvals` and `approve` show. Text of servers and clients is made visible.

use std::path::Path;

use usher_api::approval::{Approval, ApprovalRequest, CallRequest};
use usher_api::client::{ClientSnapshot, ClientStatus, ClientTransport, SourceChoice};
use usher_messages::{Message, Param};
use usher_types::text::{visible, visible_lines};

use crate::terminal::{text, text_of};

/// Describes a client: its name and status, then what it is and what it may see.
pub(super) fn client(client: &ClientSnapshot) -> String {
    let status = text(match client.status {
        ClientStatus::Waiting => "terminal.status.waiting",
        ClientStatus::Allowed => "terminal.status.allowed",
        ClientStatus::Paused => "terminal.status.paused",
        ClientStatus::Refused => "terminal.status.blocked",
    });
    let path = |path: &Option<std::path::PathBuf>| {
        let path = path.as_deref().map(Path::to_string_lossy);
        path.map(|path| visible(&path).into_owned())
    };
    let script = client.program.script.as_ref().map(|script| {
        let words = visible(&script.text);
        format!("{words} (SHA-256 {})", visible(&script.digest))
    });
    let sources = match &client.profile.sources {
        SourceChoice::All => text("terminal.seesAll"),
        SourceChoice::Only { server_ids } => {
            let some = Message::new("terminal.seesSome").with("count", server_ids.len());
            text_of(&some)
        }
    };
    let http = (client.transport == ClientTransport::Http).then(|| "HTTP".to_owned());
    let facts = [
        ("terminal.fact.program", path(&client.program.path).or(http)),
        ("terminal.fact.script", script),
        ("terminal.fact.startedBy", path(&client.program.parent)),
        (
            "terminal.fact.connectsAs",
            Some(visible(&client.connects_as).into_owned()),
        ),
        ("terminal.fact.sees", Some(sources)),
    ];
    let mut lines = vec![format!("{}  [{status}]", visible(&client.name))];
    lines.extend(facts.into_iter().filter_map(fact));
    lines.join("\n")
}

/// Describes an approval: its number, who asks for what, and what a yes would send.
pub(super) fn approval(approval: &Approval) -> String {
    let server = visible(&approval.server_label).into_owned();
    let about = match &approval.request {
        ApprovalRequest::Call { call } => return asks_to_call(approval, call, &server),
        ApprovalRequest::ElicitForm { message, .. } => ("terminal.asks.form", message.as_str()),
        ApprovalRequest::ElicitUrl { message, .. } => ("terminal.asks.url", message.as_str()),
        ApprovalRequest::Sample { .. } => ("terminal.asks.sample", ""),
        ApprovalRequest::Roots { .. } => ("terminal.asks.roots", ""),
        ApprovalRequest::Link { .. } => ("terminal.asks.link", ""),
    };
    let (code, message) = about;
    let mut lines = vec![numbered(
        approval,
        &Message::new(code).with("server", server),
    )];
    lines.extend(message.lines().map(|line| format!("  {}", visible(line))));
    lines.join("\n")
}

fn asks_to_call(approval: &Approval, call: &CallRequest, server: &str) -> String {
    let client = call.client.as_deref().or(call.app.as_deref());
    let tool = visible(&call.tool).into_owned();
    let asks = match client {
        Some(client) => {
            Message::new("terminal.asks.clientCall").with("client", visible(client).into_owned())
        }
        None => Message::new("terminal.asks.call"),
    };
    let asks = asks.with("tool", tool).with("server", server.to_owned());
    let written = serde_json::to_string_pretty(&call.arguments).unwrap_or_default();
    let mut lines = vec![numbered(approval, &asks)];
    lines.extend(
        visible_lines(&written)
            .lines()
            .map(|line| format!("  {line}")),
    );
    lines.join("\n")
}

/// Asks about an approval, and names it once more: its arguments may be long.
pub(super) fn question(code: &'static str, approval: &Approval) -> Message {
    let tool = match &approval.request {
        ApprovalRequest::Call { call } => visible(&call.tool).into_owned(),
        _ => String::new(),
    };
    Message::new(code)
        .with("number", approval.number)
        .with("tool", tool)
        .with("server", visible(&approval.server_label).into_owned())
}

fn numbered(approval: &Approval, asks: &Message) -> String {
    format!("A-{}  {}", approval.number, text_of(asks))
}

fn fact((name, value): (&'static str, Option<String>)) -> Option<String> {
    let fact = Message::new(name).with("value", Param::from(value?));
    Some(format!("  {}", text_of(&fact)))
}
