//! Models: providers of them, what they list, and the person's own table of hints.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::secret::SecretText;
use usher_types::id::ProviderId;
pub use usher_types::model::{Model, ModelMapping, ModelRef, ProviderKind, TriedModel};

/// Where models are reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelProvider {
    pub id: ProviderId,
    /// What is spoken there.
    pub kind: ProviderKind,
    /// What the person calls it.
    pub label: String,
    pub base_url: String,
    /// Whether a key is kept for it. The key itself never crosses.
    pub has_key: bool,
    /// The models it listed last. Text of the provider.
    pub models: Vec<Model>,
    /// When that was, Unix ms.
    pub fetched_at: Option<i64>,
}

#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AddProviderParams {
    /// What is spoken there.
    pub kind: ProviderKind,
    /// What the person calls it.
    pub label: String,
    /// Where it is; empty = where that kind usually is.
    pub base_url: String,
    /// Its key; `null` = none.
    pub key: Option<SecretText>,
}

/// Changes a provider; its kind stays.
#[derive(Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EditProviderParams {
    pub provider_id: ProviderId,
    /// What the person calls it.
    pub label: String,
    /// Where it is; empty = where that kind usually is.
    pub base_url: String,
    /// What becomes of its key.
    pub key: KeyChange,
}

/// What becomes of a key.
#[derive(Clone, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum KeyChange {
    /// It stays as it is.
    Keep,
    Remove,
    /// This one, from now on.
    Set {
        key: SecretText,
    },
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProviderParams {
    pub provider_id: ProviderId,
}

/// Replaces the table of hints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelMappings {
    /// Its rows, in order.
    pub rows: Vec<ModelMapping>,
}
