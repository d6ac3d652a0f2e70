//! Defines answers, and makes the reply a server gets for one.

use serde_json::{Map, Value};
use usher_mcp::ClientReply;
use usher_messages::Message;

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
    /// Neither: the person dismissed it.
    Cancel,
}

/// Why an answer was not passed on.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// There is no such approval (any more).
    #[error("{}", self.message())]
    NotOpen,
    /// The values break the requested schema.
    #[error("{}", self.message())]
    Invalid(Vec<Fault>),
    /// Nobody knows whether the values fit the schema.
    #[error("{}", self.message())]
    NotChecked(#[from] NotChecked),
    /// An answer to another kind of approval.
    #[error("{}", self.message())]
    WrongKind,
    /// The address is not one that may be opened.
    #[error("{}", self.message())]
    NotOpenable(Message),
    /// The system could not open it.
    #[error("{}", self.message())]
    Browser,
    /// This program opens no browser.
    #[error("{}", self.message())]
    NoBrowser,
    /// No rule can be made of it.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// It could not be remembered.
    #[error("{}", self.message())]
    Store(String),
    /// It could not be recorded.
    #[error("{}", self.message())]
    Record(StoreError),
}

impl AnswerError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::NotOpen => Message::new("answer.notOpen"),
            Self::Invalid(_) => Message::new("answer.invalid"),
            Self::NotChecked(reason) => {
                Message::new("answer.notChecked").with("reason", reason.0.clone())
            }
            Self::WrongKind => Message::new("answer.wrongKind"),
            Self::NotOpenable(why) => why.clone(),
            Self::Browser => Message::new("answer.browser"),
            Self::NoBrowser => Message::new("answer.noBrowser"),
            Self::Policy(error) => error.message(),
            Self::Store(reason) => {
                Message::new("answer.notRemembered").with("reason", reason.as_str())
            }
            Self::Record(error) => {
                Message::new("answer.notRecorded").with("reason", error.message())
            }
        }
    }
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
