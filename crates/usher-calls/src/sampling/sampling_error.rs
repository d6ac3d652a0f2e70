//! Says why a model was not planned or run.

use usher_messages::Message;
use usher_store::StoreError;
use usher_types::code::{Code, Coded};
use usher_types::fault::Fault;

use crate::approval_queue::{AnswerError, ModelRunError};
use crate::models::ModelsError;
use usher_servers::request_error::RequestError;

/// Why nothing was planned or run.
#[derive(Debug, thiserror::Error)]
pub enum SamplingError {
    /// No such approval is open, or it is of another kind.
    #[error(transparent)]
    Ask(#[from] AnswerError),
    /// The request breaks the rules.
    #[error("{}", self.message())]
    Invalid(Vec<Fault>),
    /// It does not fit into what the server may have.
    #[error("{}", self.message())]
    OverBudget(Message),
    /// The person has not yet said that the server may use models.
    #[error("{}", self.message())]
    NotAllowed,
    /// A model writes already.
    #[error("{}", self.message())]
    Writing,
    /// There is no such server.
    #[error(transparent)]
    Server(#[from] RequestError),
    /// The provider is gone, or its key cannot be read.
    #[error(transparent)]
    Models(#[from] ModelsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SamplingError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Ask(error) => error.message(),
            Self::Invalid(_) => Message::new("budget.error.invalid"),
            Self::OverBudget(why) => Message::new("budget.error.over").with("reason", why.clone()),
            Self::NotAllowed => Message::new("budget.error.notAllowed"),
            Self::Writing => Message::new("budget.error.writing"),
            Self::Server(error) => error.message(),
            Self::Models(error) => error.message(),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Invalid(faults) => Coded::faults(faults),
            Self::OverBudget(_) | Self::NotAllowed | Self::Writing => Code::Invalid.into(),
            Self::Ask(error) => error.code(),
            Self::Server(error) => error.code(),
            Self::Models(error) => error.code(),
            Self::Store(error) => error.code(),
        }
    }
}

impl From<ModelRunError> for SamplingError {
    fn from(error: ModelRunError) -> Self {
        match error {
            ModelRunError::NotAsked(error) => Self::Ask(error),
            ModelRunError::Writing => Self::Writing,
        }
    }
}
