//! Models: providers of them, what they list, and the person's own table of hints.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::secret::SecretText;
use usher_types::id::ProviderId;

/// What is spoken at a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ProviderKind {
    Anthropic,
    /// `OpenAI`'s chat completions.
    Openai,
    Gemini,
    Ollama,
    /// Anything that speaks as `OpenAI` does.
    Compatible,
}

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

/// A model as its provider lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Model {
    /// What requests call it. Text of the provider.
    pub id: String,
    /// What people call it. Text of the provider.
    pub title: Option<String>,
}

/// Names one model of one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelRef {
    pub provider_id: ProviderId,
    /// What requests call it.
    pub model: String,
}

/// One row of the person's own table, in the order the rows are tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelMapping {
    /// A part of what servers hint at; empty = the row only gives prices.
    pub hint: String,
    /// The model that means.
    pub model: ModelRef,
    /// What it costs, if the person knows.
    pub prices: Option<ModelPrices>,
}

/// Prices of a model, in millionths of a dollar for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelPrices {
    pub input: u64,
    pub output: u64,
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

/// What a model wrote when it was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TriedModel {
    /// Its words. Text of the provider.
    pub text: String,
    /// Tokens of the request and of the answer together, if the provider counts them.
    pub tokens: Option<u64>,
}

/// Replaces the table of hints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelMappings {
    /// Its rows, in order.
    pub rows: Vec<ModelMapping>,
}
