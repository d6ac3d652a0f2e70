//! Defines answers, and makes the reply a server gets for one.

use serde_json::{Map, Value};
use usher_mcp::ClientReply;

use super::kinds::roots::exposed;
use super::kinds::sampling::{self, SampledAnswer};
use crate::policies::PolicyError;
use crate::snapshot::{ApprovalRequest, Visit};
use usher_content::schema::NotChecked;
use usher_store::StoreError;
use usher_types::approval::{Grant, Remember};
use usher_types::fault::Fault;

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
    /// Neither: the person put it away.
    Cancel,
}

/// Why an answer was not passed on.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// There is no such approval (any more).
    #[error("This question is no longer open: it was answered, or the server took it back.")]
    NotOpen,
    /// The values break the requested schema.
    #[error("The answer does not fit what the server asks for.")]
    Invalid(Vec<Fault>),
    /// Nobody knows whether the values fit the schema.
    #[error("The answer was not sent, because it could not be checked. {0}")]
    NotChecked(#[from] NotChecked),
    /// An answer to another kind of approval.
    #[error("This is no answer to what the server asks.")]
    WrongKind,
    /// The address is not one that may be opened.
    #[error("{0}")]
    NotOpenable(&'static str),
    /// The system could not open it.
    #[error(
        "Your system could not start it, and the server was told nothing. Check the default browser in the settings of your system, then try again, or copy the address."
    )]
    Browser,
    /// This program opens no browser.
    #[error("This program cannot open a browser. Copy the address, or open Usher's window.")]
    NoBrowser,
    /// No rule can be made of it.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// It could not be remembered.
    #[error("The answer could not be remembered. {0}")]
    Store(String),
    /// It could not be recorded.
    #[error("The answer was not sent, because it could not be recorded. {0}")]
    Record(StoreError),
}

/// What goes to the server, and what the queue says of it.
pub(crate) fn reply(
    request: &ApprovalRequest,
    answer: &Answer,
) -> Result<(ClientReply, &'static str), AnswerError> {
    let reply = match (request, answer) {
        (_, Answer::Decline) => (ClientReply::Decline, "Declined."),
        (_, Answer::Cancel) => (ClientReply::Cancel, "Put away."),
        (ApprovalRequest::Form { .. }, Answer::Accept(content)) => {
            (ClientReply::Accept(content.clone()), "Answered.")
        }
        (
            ApprovalRequest::Url {
                visit: Visit::Since { .. },
                ..
            },
            Answer::Visited,
        ) => (ClientReply::Consent, "Answered."),
        (ApprovalRequest::Sample(request), Answer::Sampled(answer)) => {
            let result = sampling::result(request, answer).map_err(AnswerError::Invalid)?;
            (ClientReply::Sampled(result), "Answered.")
        }
        (ApprovalRequest::Roots { folders }, Answer::Share(_)) => {
            (ClientReply::Roots(exposed(folders)), "Answered.")
        }
        _ => return Err(AnswerError::WrongKind),
    };
    Ok(reply)
}
