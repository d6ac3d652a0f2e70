//! Requests to models as others see them (2025-11-25, client/sampling).

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_llm::answer::{StopReason, Usage};
use usher_messages::Message;
use usher_types::content::Content;
use usher_types::model::ModelRef;

/// A request to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplingRequest {
    /// URI of the server's app that asks; `None` = the server itself does. Server text.
    pub app: Option<String>,
    /// What the server wants the model to be told first. Server text.
    pub system_prompt: Option<String>,
    /// The messages, oldest first.
    pub messages: Vec<SampledMessage>,
    /// The parameters exactly as they came: limits, preferences, tools.
    pub params: Value,
    pub state: SamplingState,
    /// What was sent to models because of it, for the record.
    pub runs: Vec<Value>,
}

/// One message of a request to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SampledMessage {
    /// `user` or `assistant`, as it came.
    pub role: String,
    /// Its blocks, looked at.
    pub content: Vec<Content>,
    /// What each block itself holds, looked at, as a tool's result does; nothing for all others.
    pub within: Vec<Vec<Content>>,
}

/// How far a request to a model is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SamplingState {
    /// Nothing has been sent to anybody.
    #[default]
    Request,
    Writing {
        /// Which model, and what it was asked.
        run: Arc<ModelRun>,
        /// What has come so far.
        so_far: ModelOutput,
    },
    /// A model has written; the server has seen nothing of it.
    Written {
        /// Which model, and what it was asked.
        run: Arc<ModelRun>,
        answer: ModelOutput,
    },
    /// There is no answer.
    Failed {
        /// Which model, and what it was asked.
        run: Arc<ModelRun>,
        /// Why not.
        why: Message,
    },
}

impl SamplingState {
    /// Returns what was run last, if anything was.
    pub fn run(&self) -> Option<&ModelRun> {
        match self {
            Self::Request => None,
            Self::Writing { run, .. } | Self::Written { run, .. } | Self::Failed { run, .. } => {
                Some(run)
            }
        }
    }
}

/// One request as it was sent to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "SamplingRun")]
pub struct ModelRun {
    pub model: ModelRef,
    /// What the person calls its provider.
    pub provider: String,
    /// The parameters as the person left them.
    #[serde(skip)]
    pub params: Value,
}

/// What a model wrote.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "ModelAnswer")]
pub struct ModelOutput {
    /// Blocks of the protocol (2025-11-25, client/sampling): text and uses of tools. Text of the model.
    pub content: Vec<Value>,
    /// Why it stopped, as the protocol names it; `null` = it has not.
    #[serde(rename = "stopReason")]
    #[ts(as = "Option<String>")]
    pub stop: Option<StopReason>,
    #[serde(flatten)]
    pub usage: Usage,
}
