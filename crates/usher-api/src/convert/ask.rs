//! Questions and answers.

use serde_json::Value;
use usher_core::asks as core;
use usher_core::definition::looks_secret;
use usher_core::host::Host;
use usher_core::protocol::AskQuestion;

use super::server::origin;
use crate::ask::{Answer, Ask, AskCause, AskClosed, Question};

/// A question with who asks; `None` if that server is gone.
pub(crate) fn of(host: &Host, ask: core::Ask) -> Option<Ask> {
    let server = host.server(&ask.server).ok()?.snapshot;
    Some(Ask {
        id: ask.id.into(),
        server_id: ask.server.into(),
        server_label: server.definition.label.to_string(),
        origin: origin(&server.definition.transport),
        calls_itself: server.negotiated.and_then(|negotiated| {
            negotiated
                .server_title
                .or(Some(negotiated.server_name))
                .filter(|name| !name.is_empty())
        }),
        cause: ask.cause.map(|cause| AskCause {
            call_id: cause.call.into(),
            tool: cause.tool,
            arguments: Value::Object(cause.arguments),
        }),
        opened_at: ask.opened_at,
        question: match ask.question {
            AskQuestion::ElicitForm { message, schema } => Question::ElicitForm {
                looks_secret: secret_fields(&schema),
                message,
                schema,
            },
            AskQuestion::ElicitUrl { .. } | AskQuestion::Sample { .. } | AskQuestion::Roots => {
                return None;
            }
        },
    })
}

/// Fields a server must not ask for in a form (2025-11-25, client/elicitation, security).
fn secret_fields(schema: &Value) -> Vec<String> {
    let Some(properties) = schema["properties"].as_object() else {
        return Vec::new();
    };
    properties
        .iter()
        .filter(|(name, field)| {
            let title = field["title"].as_str().unwrap_or_default();
            looks_secret(name, "") || looks_secret(title, "")
        })
        .map(|(name, _)| name.clone())
        .collect()
}

impl From<Answer> for core::Answer {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Accept { content } => Self::Accept(content),
            Answer::Decline => Self::Decline,
            Answer::Cancel => Self::Cancel,
        }
    }
}

impl From<core::AskClosed> for AskClosed {
    fn from(closed: core::AskClosed) -> Self {
        Self {
            ask_id: closed.id.into(),
            server_id: closed.server.into(),
            reason: closed.reason,
        }
    }
}
