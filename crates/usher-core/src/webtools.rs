//! Webtools: the second kind of thing a person connects. A document describes actions; calling one is a single request.
//!
//! What was reviewed is what runs: the document is kept exactly as it came, used only from there, and only as long as
//! it is what the person agreed to.

use usher_types::code::{Code, Coded};
pub use usher_webtools::fetch::FetchFault;
use usher_webtools::pin::Tampered;
mod call;
mod edit;
mod preview;
mod previews;
mod recorded;
mod registry;
mod request;
mod tool_source;
mod updates;

pub use edit::{Configuration, NewWebtool, SecretChange};
pub use preview::PreviewResult;
pub use previews::Preview;
pub(crate) use registry::Context;
pub use registry::{WebtoolDetail, WebtoolSnapshot, WebtoolState, Webtools};
pub(crate) use tool_source::fingerprint;

use usher_content::schema::NotChecked;
use usher_messages::Message;
use usher_store::StoreError;
use usher_system::secrets::SecretError;
use usher_types::fault::Fault;
use usher_types::field_problem::FieldProblem;

/// Why a webtool could not be looked at, added or changed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum WebtoolError {
    /// There is no such webtool, or no such version of it.
    Unknown,
    /// What is to be added is not what was looked at.
    NotLookedAt,
    /// There is no document.
    Fetch(#[from] FetchFault),
    /// What is stored is not what was agreed to.
    Tampered(#[from] Tampered),
    /// A field of what was given cannot be used.
    Field(FieldProblem),
    /// The configuration breaks its schema.
    Configuration(Vec<Fault>),
    /// Nobody knows whether the configuration fits its schema.
    NotChecked(#[from] NotChecked),
    /// Its secrets could not be kept. Nothing was saved.
    Secret(#[from] SecretError),
    /// It was pasted, so there is nowhere to look.
    NoAddress,
    Store(StoreError),
}

impl WebtoolError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown => Message::new("webtools.unknown"),
            Self::NotLookedAt => Message::new("webtools.notReviewed"),
            Self::Fetch(fault) => fault.message(),
            Self::Tampered(tampered) => tampered.message(),
            Self::Field(problem) => problem.message.clone(),
            Self::Configuration(_) => Message::new("webtools.configuration"),
            Self::NotChecked(error) => {
                Message::new("webtools.notChecked").with("reason", error.0.clone())
            }
            Self::Secret(error) => {
                Message::new("webtools.credentialsNotSaved").with("reason", error.message())
            }
            Self::NoAddress => Message::new("webtools.noUrl"),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Unknown | Self::NotLookedAt => Code::NotFound.into(),
            Self::Fetch(FetchFault::Address(_)) => Coded::invalid([("url", &self.message())]),
            Self::Fetch(FetchFault::Unreachable { .. }) => Code::ServerUnreachable.into(),
            Self::Fetch(_) => Code::ServerRejected.into(),
            Self::Field(problem) => Coded::problems(std::slice::from_ref(problem)),
            Self::Configuration(faults) => Coded::faults(faults),
            Self::Tampered(_) | Self::NoAddress | Self::NotChecked(_) => Code::Invalid.into(),
            Self::Secret(_) => Code::KeyringUnavailable.into(),
            Self::Store(error) => error.code(),
        }
    }
}

impl From<StoreError> for WebtoolError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Self::Unknown,
            other => Self::Store(other),
        }
    }
}
