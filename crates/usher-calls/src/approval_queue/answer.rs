//! Defines answers, and makes the reply a server gets for one.

use serde_json::{Map, Value};
use usher_mcp::ClientReply;
use usher_messages::Message;

use super::answer_error::AnswerError;
use super::kinds::roots::exposed;
use super::kinds::sampling::{self, SampledAnswer};
use usher_servers::snapshot::{ApprovalRequest, Visit};
use usher_types::approval::{Grant, Remember};

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Yes to a form, with these values.
    Accept(Value),
    /// The person has been to the address and is back.
    Visited,
    /// The message a model was asked for, as the person left it.
    Sampled(SampledAnswer),
    /// Yes to showing the folders.
    Share(Remember),
    /// Yes to a call, with these arguments.
    Run {
        /// As the person left them.
        arguments: Map<String, Value>,
        /// For how long that holds.
        grant: Grant,
    },
    /// No to a call, now and from now on.
    Never,
    Decline,
    /// Neither: the person dismissed it.
    Cancel,
}

/// What goes to the server, and what the queue says of it.
pub(crate) fn reply(
    request: &ApprovalRequest,
    answer: &Answer,
) -> Result<(ClientReply, Message), AnswerError> {
    let (reply, reason) = match (request, answer) {
        (_, Answer::Decline) => (ClientReply::Decline, "ended.declined"),
        (_, Answer::Cancel) => (ClientReply::Cancel, "ended.dismissed"),
        (ApprovalRequest::Form { .. }, Answer::Accept(content)) => {
            (ClientReply::Accept(content.clone()), "ended.answered")
        }
        (
            ApprovalRequest::Url {
                visit: Visit::Since { .. },
                ..
            },
            Answer::Visited,
        ) => (ClientReply::Consent, "ended.answered"),
        (ApprovalRequest::Sample(request), Answer::Sampled(answer)) => {
            let result = sampling::result(request, answer).map_err(AnswerError::Invalid)?;
            (ClientReply::Sampled(result), "ended.answered")
        }
        (ApprovalRequest::Roots { folders }, Answer::Share(_)) => {
            (ClientReply::Roots(exposed(folders)), "ended.answered")
        }
        _ => return Err(AnswerError::WrongKind),
    };
    Ok((reply, Message::new(reason)))
}
