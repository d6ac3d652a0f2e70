//! Defines model providers and the models they list.

use serde::{Deserialize, Serialize};
use url::Url;
use usher_types::id::{ProviderId, SecretRef};

use crate::kind::ProviderKind;

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
    pub provider: ProviderId,
    /// What requests call it.
    pub model: String,
}
