//! Requests to models, in two steps: what would happen, what happens, and what each server may have.

use crate::model::ModelRef;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_calls::sampling as core;
use usher_messages::Message;
pub use usher_servers::snapshot::{
    ModelOutput as ModelAnswer, ModelRun as SamplingRun, SamplingState,
};
use usher_types::id::{ApprovalId, ServerId};
use usher_types::sampling::{Budget, SamplingRule, Spent};
pub use usher_types::sampling::{ChosenModel, ServerSampling};

/// Asks what would happen.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PlanSamplingParams {
    pub approval_id: ApprovalId,
    /// The parameters as the person left them.
    pub params: Value,
    /// The person's choice; `null` = what the request means.
    pub model: Option<ModelRef>,
}

/// What would happen if a request were run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SamplingPlan {
    /// What the request itself means; `null` = there is no model.
    pub matched: Option<ChosenModel>,
    /// The model it would be run with.
    pub model: Option<ChosenModel>,
    /// Tokens of the request, about.
    pub tokens_in: u64,
    /// Tokens of the answer, at most.
    pub tokens_out: u64,
    /// Millionths of a dollar at most; `null` = nobody said what the model costs.
    pub cost: Option<u64>,
    /// What holds for the server.
    pub rule: SamplingRule,
    /// Whether the person has decided that; if not, a run needs their word.
    pub decided: bool,
    /// What the server has had.
    pub spent: Spent,
    /// Why it exceeds the server's budget, in plain words.
    pub over: Option<Message>,
    /// What of the request breaks the rules.
    pub faults: Vec<SamplingFault>,
    /// How many rounds of tools this conversation has had.
    pub rounds: u32,
}

/// One place where a request breaks the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SamplingFault {
    /// Where: `messages.2.content.0`.
    pub path: String,
    /// What is wrong.
    pub message: Message,
}

/// Has a model write for a question.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RunSamplingParams {
    pub approval_id: ApprovalId,
    /// The parameters as the person left them.
    pub params: Value,
    pub model: ModelRef,
    /// For a server the person has not yet decided about: that it may use models, within this.
    pub allow: Option<Budget>,
}

/// Decides about a server and models.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetSamplingParams {
    pub server_id: ServerId,
    /// What from now on.
    pub rule: SamplingRule,
}

impl From<core::Plan> for SamplingPlan {
    fn from(plan: core::Plan) -> Self {
        Self {
            matched: plan.matched,
            model: plan.model,
            tokens_in: plan.tokens_in,
            tokens_out: plan.tokens_out,
            cost: plan.cost,
            decided: plan.rule.is_some(),
            rule: plan.rule.unwrap_or(SamplingRule {
                allowed: false,
                budget: Budget::default(),
            }),
            spent: plan.spent,
            over: plan.over,
            faults: plan
                .faults
                .into_iter()
                .map(|fault| SamplingFault {
                    path: fault.path,
                    message: fault.message,
                })
                .collect(),
            rounds: u32::try_from(plan.rounds).unwrap_or(u32::MAX),
        }
    }
}
