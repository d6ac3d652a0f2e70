//! Says why an answer of the person was not taken.

use usher_content::schema::NotChecked;
use usher_messages::Message;
use usher_store::StoreError;
use usher_types::code::{Code, Coded};
use usher_types::fault::Fault;

use crate::policies::PolicyError;

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

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::NotOpen => Code::NotFound.into(),
            Self::Invalid(faults) => Coded::faults(faults),
            Self::WrongKind | Self::NotOpenable(_) | Self::NotChecked(_) => Code::Invalid.into(),
            Self::Policy(error) => error.code(),
            Self::Store(_) | Self::Record(_) => Code::StoreUnwritable.into(),
            Self::Browser | Self::NoBrowser => Code::BrowserUnavailable.into(),
        }
    }
}
