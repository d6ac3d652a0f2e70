//! What servers ask of models, in two steps: the request is looked at and may be changed, a model writes or the person does,
//! and the answer is looked at and may be changed before it goes. Here are the choice of a model, what each server may have,
//! what a request would take, and the run. The question itself is in `asks`, the providers are in `models`.

mod answer;
mod budget;
mod choose;
mod estimate;
mod plan;
mod run;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::Value;

pub use answer::{Author, SampledAnswer};
pub(crate) use answer::{changed, changed_request, result};
pub use budget::ServerSampling;
pub(crate) use budget::{Standing, standing};
pub use choose::{Chosen, Why};
pub use plan::Plan;
pub use run::SamplingError;

use usher_llm::answer::{StopReason, Usage};
use usher_llm::provider::ModelRef;

/// How far a request to a model is.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Stage {
    /// Nothing has been sent to anybody.
    #[default]
    Request,
    Writing {
        /// Which, and what it was asked.
        run: Arc<Run>,
        /// What has come so far.
        so_far: Written,
    },
    /// A model has written; the server has seen nothing of it.
    Written {
        /// Which, and what it was asked.
        run: Arc<Run>,
        answer: Written,
    },
    /// There is no answer.
    Failed {
        /// Which model, and what it was asked.
        run: Arc<Run>,
        /// Why not, in plain words.
        why: String,
    },
}

impl Stage {
    /// What was run last, if anything was.
    pub(crate) fn run(&self) -> Option<&Run> {
        match self {
            Self::Request => None,
            Self::Writing { run, .. } | Self::Written { run, .. } | Self::Failed { run, .. } => {
                Some(run)
            }
        }
    }
}

/// One question to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub model: ModelRef,
    /// What the person calls its provider.
    pub provider: String,
    /// The parameters as the person left them.
    pub params: Value,
}

/// What a model wrote.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Written {
    /// Blocks of the protocol (2025-11-25, client/sampling): text and uses of tools.
    pub content: Vec<Value>,
    /// Why it stopped; `None` = it has not.
    pub stop: Option<StopReason>,
    pub usage: Usage,
}
