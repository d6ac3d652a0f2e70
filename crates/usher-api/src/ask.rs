//! What servers want from the person. Never answered by itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::id::{AskId, CallId, ServerId};
use crate::server::Origin;

/// One question of a server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Ask {
    /// Its identity.
    pub id: AskId,
    /// Who asks.
    pub server_id: ServerId,
    /// The user's label of who asks.
    pub server_label: String,
    /// Where who asks really comes from.
    pub origin: Origin,
    /// What the server calls itself.
    pub calls_itself: Option<String>,
    /// The call that caused it, if one is running there.
    pub cause: Option<AskCause>,
    /// Since when, Unix ms.
    pub opened_at: i64,
    /// What is asked.
    pub question: Question,
}

/// The call a question belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskCause {
    /// The call.
    pub call_id: CallId,
    /// Its tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Value,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Question {
    /// Fill in a form (2025-11-25, client/elicitation, form mode).
    ElicitForm {
        /// What the server says. Server text.
        message: String,
        /// The requested schema, as it came.
        schema: Value,
        /// Names of fields that look like they ask for a secret; servers must not do that.
        looks_secret: Vec<String>,
    },
}

/// Answers a question.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnswerParams {
    /// Which question.
    pub ask_id: AskId,
    /// The answer.
    pub answer: Answer,
}

/// The person's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Answer {
    /// Yes, with these values; refused with [`crate::Code::Invalid`] if they break the schema.
    Accept {
        /// The values: an object.
        content: Value,
    },
    /// No.
    Decline,
    /// Neither: the person put it away.
    Cancel,
}

/// A question that needs no answer any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskClosed {
    /// Which question.
    pub ask_id: AskId,
    /// Whose.
    pub server_id: ServerId,
    /// Why, in plain words: answered, the call was cancelled, the server stopped.
    pub reason: String,
}
