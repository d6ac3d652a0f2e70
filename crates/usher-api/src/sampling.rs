//! Requests to models, in two steps: what would happen, what happens, and what each server may have.

use crate::model::ModelRef;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_core::sampling as core;
use usher_core::snapshot;
use usher_messages::Message;
use usher_types::id::{ApprovalId, ServerId};
use usher_types::sampling::{Budget, SamplingRule, Spent};
pub use usher_types::sampling::{ChosenModel, ServerSampling};

/// How far a request to a model is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SamplingState {
    /// Nothing has been sent to anybody.
    Request,
    Writing {
        /// Which, and what it was asked.
        run: SamplingRun,
        /// What has come so far.
        so_far: ModelAnswer,
    },
    /// A model has written; the server has seen nothing of it.
    Written {
        /// Which, and what it was asked.
        run: SamplingRun,
        answer: ModelAnswer,
    },
    /// There is no answer.
    Failed {
        /// Which model, and what it was asked.
        run: SamplingRun,
        /// Why not.
        why: Message,
    },
}

/// One question to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SamplingRun {
    pub model: ModelRef,
    /// What the person calls its provider.
    pub provider: String,
}

/// What a model wrote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelAnswer {
    /// Blocks of the protocol: text and uses of tools. Text of the model.
    pub content: Vec<Value>,
    /// Why it stopped, as the protocol names it; `null` = it has not.
    pub stop_reason: Option<String>,
    /// Tokens of the request, if the provider says.
    pub tokens_in: Option<u64>,
    /// Tokens of the answer, if the provider says.
    pub tokens_out: Option<u64>,
}

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

impl From<snapshot::SamplingState> for SamplingState {
    fn from(state: snapshot::SamplingState) -> Self {
        match state {
            snapshot::SamplingState::Request => Self::Request,
            snapshot::SamplingState::Writing { run, so_far } => Self::Writing {
                run: run.as_ref().into(),
                so_far: so_far.into(),
            },
            snapshot::SamplingState::Written { run, answer } => Self::Written {
                run: run.as_ref().into(),
                answer: answer.into(),
            },
            snapshot::SamplingState::Failed { run, why } => Self::Failed {
                run: run.as_ref().into(),
                why,
            },
        }
    }
}

impl From<&snapshot::ModelRun> for SamplingRun {
    fn from(run: &snapshot::ModelRun) -> Self {
        Self {
            model: run.model.clone(),
            provider: run.provider.clone(),
        }
    }
}

impl From<snapshot::ModelOutput> for ModelAnswer {
    fn from(written: snapshot::ModelOutput) -> Self {
        Self {
            content: written.content,
            stop_reason: written.stop.map(|stop| stop.name().to_owned()),
            tokens_in: written.usage.input,
            tokens_out: written.usage.output,
        }
    }
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
