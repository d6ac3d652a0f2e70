//! Webtools: the second kind of thing a person connects. A document describes actions; calling one is a single request.
//!
//! What was reviewed is what runs: the document is kept exactly as it came, used only from there, and only as long as
//! it is what the person agreed to.
//!
//! | room | what lives there |
//! |---|---|
//! | `notation` | from bytes to a value: JSON, or YAML |
//! | `document`, `openapi` | from a value to types, with every fault named |
//! | `fetch` | getting documents |
//! | `pin`, `compare` | what is kept, what was agreed to; how two documents differ |
//! | `slots` | which parts of a configuration are credentials |
//! | `shelf` | all webtools of the host, as lists and pages show them |
//! | `look`, `edit` | looking before adding; adding, configuring, removing |
//! | `check` | looking for new versions, choosing one |
//! | `request`, `answer` | from an action and arguments to a request, and from what came back to words |

pub use usher_webtools::fetch::FetchFault;
use usher_webtools::pin::Tampered;
mod check;
mod edit;
mod look;
mod recorded;
mod request;
mod shelf;
mod tool_source;

pub(crate) use check::watch_webtools;
pub use edit::{Configuration, NewWebtool, SecretChange};
pub use look::{Look, Looked};
pub(crate) use request::{outgoing, send};
pub(crate) use shelf::{Webtool, Webtools};
pub use shelf::{WebtoolDetail, WebtoolSnapshot, WebtoolState};
pub(crate) use tool_source::fingerprint;

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
