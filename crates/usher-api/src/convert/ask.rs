//! Questions and answers.

use usher_core::asks as core;
use usher_core::definition::looks_secret;
use usher_core::host::Host;
use usher_core::protocol::UrlReply;

use serde_json::Value;

use super::server::origin;
use crate::ask::{
    Address, AddressWarning, Answer, Ask, AskCause, AskClosed, Question, Remember, SampledMessage,
};

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
        question: ask.question.into(),
    })
}

impl From<core::Question> for Question {
    fn from(question: core::Question) -> Self {
        match question {
            core::Question::Form { message, schema } => Self::ElicitForm {
                looks_secret: secret_fields(&schema),
                message,
                schema,
            },
            core::Question::Url {
                message,
                address,
                reply,
                visit,
                ..
            } => Self::ElicitUrl {
                message,
                address: address.into(),
                visited_at: match visit {
                    core::Visit::NotYet => None,
                    core::Visit::Since { at } => Some(at),
                },
                call_failed: reply == UrlReply::RetryTheCall,
            },
            core::Question::Sample(sampling) => Self::Sample {
                system_prompt: sampling.system_prompt,
                messages: sampling.messages.into_iter().map(Into::into).collect(),
                params: sampling.params,
            },
            core::Question::Roots { folders } => Self::Roots {
                folders: folders.into_iter().map(Into::into).collect(),
            },
        }
    }
}

impl From<core::SampledMessage> for SampledMessage {
    fn from(message: core::SampledMessage) -> Self {
        Self {
            role: message.role,
            content: message.content.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<core::Address> for Address {
    fn from(address: core::Address) -> Self {
        let (from, to) = address
            .host
            .unwrap_or((address.text.len(), address.text.len()));
        // Where the host stands comes from a URL, which is ASCII; a cut elsewhere shows no host.
        let part =
            |range: std::ops::Range<usize>| address.text.get(range).unwrap_or_default().to_owned();
        Self {
            before: part(0..from),
            host: part(from..to),
            after: part(to..address.text.len()),
            warnings: address.warnings.iter().cloned().map(Into::into).collect(),
            refused: address.refused.map(str::to_owned),
        }
    }
}

impl From<core::AddressWarning> for AddressWarning {
    fn from(warning: core::AddressWarning) -> Self {
        match warning {
            core::AddressWarning::Punycode { looks_like } => Self::Punycode { looks_like },
            core::AddressWarning::IpAddress => Self::IpAddress,
            core::AddressWarning::Unencrypted => Self::Unencrypted,
            core::AddressWarning::Long => Self::Long,
        }
    }
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
            Answer::Visited => Self::Visited,
            Answer::Write { text } => Self::Write(text),
            Answer::Share { remember } => Self::Share(match remember {
                Remember::Once => core::Remember::Once,
                Remember::Always => core::Remember::Always,
            }),
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
