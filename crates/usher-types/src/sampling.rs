//! What a server may have of models.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::ServerId;
use crate::model::ModelRef;

/// What a server may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "SamplingBudget")]
pub struct Budget {
    /// Requests within an hour.
    pub requests_per_hour: u32,
    /// Tokens within 24 hours, of requests and answers.
    pub tokens_per_day: u64,
    /// Millionths of a dollar per 24 hours, where prices are known.
    pub money_per_day: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            requests_per_hour: 20,
            tokens_per_day: 200_000,
            money_per_day: 1_000_000,
        }
    }
}

/// What the person has decided about a server and models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SamplingRule {
    /// Whether it may ask; if not, what it asks is declined.
    pub allowed: bool,
    pub budget: Budget,
}

impl SamplingRule {
    /// Returns this rule without what the one before did not allow.
    #[must_use]
    pub fn narrowed_by(self, before: Self) -> Self {
        let (now, known) = (self.budget, before.budget);
        Self {
            allowed: self.allowed && before.allowed,
            budget: Budget {
                requests_per_hour: now.requests_per_hour.min(known.requests_per_hour),
                tokens_per_day: now.tokens_per_day.min(known.tokens_per_day),
                money_per_day: now.money_per_day.min(known.money_per_day),
            },
        }
    }
}

/// What a server has had.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "SamplingSpent")]
pub struct Spent {
    /// Requests within the last hour.
    pub requests: u32,
    /// Tokens within the last 24 hours.
    pub tokens: u64,
    /// Millionths of a dollar within the last 24 hours.
    pub money: u64,
}

/// One server and models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerSampling {
    pub server_id: ServerId,
    /// What the person has decided.
    pub rule: SamplingRule,
    /// What it has had.
    pub spent: Spent,
}

/// A model, and why it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChosenModel {
    pub model: ModelRef,
    pub why: ModelChoiceReason,
}

/// Why a model was chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ModelChoiceReason {
    /// A hint holds the words of a row of the person's table.
    Table {
        /// The hint. Server text.
        hint: String,
        /// The words of the row.
        words: String,
    },
    /// The name of a listed model holds a hint.
    Listed {
        /// The hint. Server text.
        hint: String,
    },
    /// By the priorities of the request.
    Priorities,
    /// The request says nothing that helps: the first there is.
    First,
    /// The person said so.
    Person,
}

/// Who wrote an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Author {
    Person,
    /// The model that wrote last; the person may have changed it.
    Model,
}
