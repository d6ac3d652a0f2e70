//! Providers of models, and the table of hints.

use usher_core::models as core;
use usher_types::id::ProviderId as CoreId;

use crate::model::{AddProviderParams, EditProviderParams, KeyChange, ModelProvider};

pub(crate) fn draft_of(params: AddProviderParams) -> core::ProviderDraft {
    core::ProviderDraft {
        kind: Some(params.kind),
        label: params.label,
        base: params.base_url,
        key: params
            .key
            .map_or(core::KeyChange::Keep, |key| core::KeyChange::Set(key.0)),
    }
}

pub(crate) fn edit_of(params: EditProviderParams) -> (CoreId, core::ProviderDraft) {
    let draft = core::ProviderDraft {
        kind: None,
        label: params.label,
        base: params.base_url,
        key: match params.key {
            KeyChange::Keep => core::KeyChange::Keep,
            KeyChange::Remove => core::KeyChange::Remove,
            KeyChange::Set { key } => core::KeyChange::Set(key.0),
        },
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
            models: provider.models,
            fetched_at: provider.fetched_at,
        }
    }
}
