//! Webtools: the second kind of thing a person connects. A document describes actions; calling one is a single request.
//!
//! What was reviewed is what runs: the document is kept exactly as it came, used only from there, and only as long as
//! it is what the person agreed to.

pub use usher_webtools::fetch::FetchFault;
use usher_webtools::pin::Tampered;
mod call;
mod edit;
mod preview;
mod recorded;
mod registry;
mod request;
mod tool_source;
mod updates;

pub use edit::{Configuration, NewWebtool, SecretChange};
pub use preview::{Preview, PreviewResult};
pub(crate) use registry::Context;
pub use registry::{WebtoolDetail, WebtoolSnapshot, WebtoolState, Webtools};
pub(crate) use tool_source::fingerprint;

use usher_content::schema::NotChecked;
use usher_store::StoreError;
use usher_system::secrets::SecretError;
use usher_types::fault::Fault;
use usher_types::field_problem::FieldProblem;

/// Why a webtool could not be looked at, added or changed.
#[derive(Debug, thiserror::Error)]
pub enum WebtoolError {
    /// There is no such webtool, or no such version of it.
    #[error("This webtool, or this version of it, is not there any more.")]
    Unknown,
    /// What is to be added is not what was looked at.
    #[error("This document has not been looked at, or long ago. Look at it again, then add it.")]
    NotLookedAt,
    /// There is no document.
    #[error(transparent)]
    Fetch(#[from] FetchFault),
    /// What is stored is not what was agreed to.
    #[error(transparent)]
    Tampered(#[from] Tampered),
    /// A field of what was given cannot be used.
    #[error("{}", .0.message)]
    Field(FieldProblem),
    /// The configuration breaks its schema.
    #[error("The configuration does not fit what the webtool declares.")]
    Configuration(Vec<Fault>),
    /// Nobody knows whether the configuration fits its schema.
    #[error("The configuration was not saved, because it could not be checked. {0}")]
    NotChecked(#[from] NotChecked),
    /// Its secrets could not be kept. Nothing was saved.
    #[error("The credentials of this webtool could not be kept, so nothing was saved. {0}")]
    Secret(#[from] SecretError),
    /// It was pasted, so there is nowhere to look.
    #[error(
        "This webtool was made from a pasted document, so there is no address to look for a new version at."
    )]
    NoAddress,
    #[error(transparent)]
    Store(StoreError),
}

impl From<StoreError> for WebtoolError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Self::Unknown,
            other => Self::Store(other),
        }
    }
}
