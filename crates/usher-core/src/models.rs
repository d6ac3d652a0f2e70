//! Models: where they are reached, which there are, and what they write.
//!
//! The wire formats are written here, over the one HTTP door of `usher-mcp`, so that its rules hold for providers
//! too: addresses, sizes, waiting. Keys are in the keyring; each is read when a request needs it, and goes only to the
//! origin it was given for. What servers ask of models is in `sampling`.

mod answer;
mod edit;
mod failure;
mod frames;
mod kind;
mod price;
mod prompt;
mod run;
#[cfg(test)]
mod tests;
mod wire;

use serde::{Deserialize, Serialize};
use url::Url;

pub(crate) use answer::Draft;
pub use answer::{StopReason, Usage};
pub use edit::{KeyChange, ModelsError, ProviderDraft, Tried};
pub(crate) use edit::{key, provider};
pub use failure::ModelError;
pub use kind::ProviderKind;
pub use price::{Mapping, Prices};
pub(crate) use prompt::{Part, Prompt};
pub(crate) use run::{Limits, run};

use usher_types::id::{ProviderId, SecretRef};

/// Where models are reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Its identity.
    pub id: ProviderId,
    /// What is spoken there.
    pub kind: ProviderKind,
    /// What the person calls it.
    pub label: String,
    /// Where it is; paths are added to it.
    pub base: Url,
    /// Where its key is kept, if it has one.
    pub key: Option<SecretRef>,
    /// The models it listed last.
    pub models: Vec<Model>,
    /// When that was, Unix ms.
    pub fetched_at: Option<i64>,
}

/// A model as its provider lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// What requests call it. Text of the provider.
    pub id: String,
    /// What people call it. Text of the provider.
    pub title: Option<String>,
}

/// Names one model of one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelRef {
    /// Whose.
    pub provider: ProviderId,
    /// What requests call it.
    pub model: String,
}
