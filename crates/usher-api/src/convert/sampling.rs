//! Requests to models, and what servers may have.

use usher_core::sampling as core;
use usher_core::snapshot;
use usher_types::sampling::{Budget, SamplingRule};

use crate::sampling::{ModelAnswer, SamplingFault, SamplingPlan, SamplingRun, SamplingState};

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
