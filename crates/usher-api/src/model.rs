//! Models: providers of them, what they list, and the person's own table of hints.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_calls::models as core;
pub use usher_calls::models::KeyChange;
use usher_types::id::ProviderId;
use usher_types::id::ProviderId as CoreId;
pub use usher_types::model::{Model, ModelMapping, ModelRef, ProviderKind, TriedModel};
use usher_types::secret::Secret;

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
    /// Whether something else than Usher changed what is stored of it. It is not used until it is saved again.
    pub changed_outside: bool,
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
    pub key: Option<Secret>,
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

pub(crate) fn draft_of(params: AddProviderParams) -> core::ProviderDraft {
    core::ProviderDraft {
        kind: Some(params.kind),
        label: params.label,
        base: params.base_url,
        key: params
            .key
            .map_or(KeyChange::Keep, |key| KeyChange::Set { key }),
    }
}

pub(crate) fn edit_of(params: EditProviderParams) -> (CoreId, core::ProviderDraft) {
    let draft = core::ProviderDraft {
        kind: None,
        label: params.label,
        base: params.base_url,
        key: params.key,
    };
    (params.provider_id, draft)
}

impl From<usher_llm::provider::Provider> for ModelProvider {
    fn from(provider: usher_llm::provider::Provider) -> Self {
        Self {
            id: provider.id,
            kind: provider.kind,
            label: provider.label,
            base_url: provider.base.to_string(),
            has_key: provider.key.is_some(),
            changed_outside: provider.changed_outside,
            models: provider.models,
            fetched_at: provider.fetched_at,
        }
    }
}
