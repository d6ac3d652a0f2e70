//! Defines model providers.

use url::Url;
use usher_types::id::{ProviderId, SecretRef};
use usher_types::model::{Model, ProviderKind};

/// Where models are reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    pub id: ProviderId,
    /// What is spoken there.
    pub kind: ProviderKind,
    /// What the person calls it.
    pub label: String,
    /// Where it is; paths are added to it.
    pub base: Url,
    /// Where its key is kept, if it has one.
    pub key: Option<SecretRef>,
    /// Whether something else than Usher changed what is stored of it; then it is not used.
    pub changed_outside: bool,
    /// The models it listed last.
    pub models: Vec<Model>,
    /// When that was, Unix ms.
    pub fetched_at: Option<i64>,
}
