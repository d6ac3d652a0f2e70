//! Models: the kinds of their providers, what providers list, and the person's own table of hints.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::ProviderId;

/// What is spoken at a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ProviderKind {
    Anthropic,
    /// `OpenAI`'s chat completions.
    #[serde(rename = "openai")]
    OpenAi,
    Gemini,
    Ollama,
    /// Anything that speaks as `OpenAI` does.
    Compatible,
}

impl ProviderKind {
    pub const ALL: [Self; 5] = [
        Self::Anthropic,
        Self::OpenAi,
        Self::Gemini,
        Self::Ollama,
        Self::Compatible,
    ];

    /// As the database has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
            Self::Compatible => "compatible",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Where it is unless the person says otherwise; a compatible one has to be named.
    pub fn default_base(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("https://api.anthropic.com/v1"),
            Self::OpenAi => Some("https://api.openai.com/v1"),
            Self::Gemini => Some("https://generativelanguage.googleapis.com/v1beta"),
            Self::Ollama => Some("http://localhost:11434"),
            Self::Compatible => None,
        }
    }

    /// Whether it gives nothing without a key.
    pub fn needs_key(self) -> bool {
        matches!(self, Self::Anthropic | Self::OpenAi | Self::Gemini)
    }
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

/// One row of the person's table of hints, in order.
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

/// Prices in millionths of a dollar per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelPrices {
    pub input: u64,
    pub output: u64,
}

/// What a model wrote when it was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TriedModel {
    /// Its words. Text of the provider.
    pub text: String,
    /// Tokens of request and answer together, if the provider counts them.
    pub tokens: Option<u64>,
}
