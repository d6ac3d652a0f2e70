//! Providers of models, and the table of hints.

use usher_core::models as core;
use usher_types::id::ProviderId as CoreId;

use crate::model::{
    AddProviderParams, EditProviderParams, KeyChange, Model, ModelMapping, ModelMappings,
    ModelPrices, ModelProvider, ModelRef, ProviderKind, TriedModel,
};

pub(crate) fn draft_of(params: AddProviderParams) -> core::ProviderDraft {
    core::ProviderDraft {
        kind: Some(params.kind.into()),
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

impl From<ProviderKind> for usher_llm::kind::ProviderKind {
    fn from(kind: ProviderKind) -> Self {
        match kind {
            ProviderKind::Anthropic => Self::Anthropic,
            ProviderKind::Openai => Self::OpenAi,
            ProviderKind::Gemini => Self::Gemini,
            ProviderKind::Ollama => Self::Ollama,
            ProviderKind::Compatible => Self::Compatible,
        }
    }
}

impl From<usher_llm::kind::ProviderKind> for ProviderKind {
    fn from(kind: usher_llm::kind::ProviderKind) -> Self {
        match kind {
            usher_llm::kind::ProviderKind::Anthropic => Self::Anthropic,
            usher_llm::kind::ProviderKind::OpenAi => Self::Openai,
            usher_llm::kind::ProviderKind::Gemini => Self::Gemini,
            usher_llm::kind::ProviderKind::Ollama => Self::Ollama,
            usher_llm::kind::ProviderKind::Compatible => Self::Compatible,
        }
    }
}

impl From<usher_llm::provider::Provider> for ModelProvider {
    fn from(provider: usher_llm::provider::Provider) -> Self {
        Self {
            id: provider.id,
            kind: provider.kind.into(),
            label: provider.label,
            base_url: provider.base.to_string(),
            has_key: provider.key.is_some(),
            models: provider
                .models
                .into_iter()
                .map(|model| Model {
                    id: model.id,
                    title: model.title,
                })
                .collect(),
            fetched_at: provider.fetched_at,
        }
    }
}

impl From<ModelRef> for usher_llm::provider::ModelRef {
    fn from(model: ModelRef) -> Self {
        Self {
            provider: model.provider_id,
            model: model.model,
        }
    }
}

impl From<usher_llm::provider::ModelRef> for ModelRef {
    fn from(model: usher_llm::provider::ModelRef) -> Self {
        Self {
            provider_id: model.provider,
            model: model.model,
        }
    }
}

impl From<core::Tried> for TriedModel {
    fn from(tried: core::Tried) -> Self {
        let usher_llm::answer::Usage { input, output } = tried.usage;
        Self {
            text: tried.text,
            tokens: input
                .zip(output)
                .map(|(input, output)| input.saturating_add(output)),
        }
    }
}

impl From<ModelMapping> for usher_llm::price::Mapping {
    fn from(row: ModelMapping) -> Self {
        Self {
            hint: row.hint,
            model: row.model.into(),
            prices: row.prices.map(|prices| usher_llm::price::Prices {
                input: prices.input,
                output: prices.output,
            }),
        }
    }
}

impl From<Vec<usher_llm::price::Mapping>> for ModelMappings {
    fn from(rows: Vec<usher_llm::price::Mapping>) -> Self {
        Self {
            rows: rows
                .into_iter()
                .map(|row| ModelMapping {
                    hint: row.hint,
                    model: row.model.into(),
                    prices: row.prices.map(|prices| ModelPrices {
                        input: prices.input,
                        output: prices.output,
                    }),
                })
                .collect(),
        }
    }
}
