//! What servers ask of models, in two steps: the request is looked at and may be changed, a model writes or the person does,
//! and the answer is looked at and may be changed before it goes. Here are the choice of a model, what each server may have,
//! what a request would take, and the run. The approval itself is in `approval_queue`, the providers are in `models`.

mod budget;
mod choose;
mod estimate;
mod plan;
mod run;
mod sampling_error;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

pub(crate) use budget::SamplingAccess;
pub use plan::Plan;
pub use sampling_error::SamplingError;

use crate::approval_queue::ApprovalQueue;
use crate::models::Models;
use usher_servers::events::Events;
use usher_servers::tool_source::ToolSources;
use usher_store::Store;
use usher_system::clock::Clock;
use usher_types::id::{ApprovalId, ServerId};
use usher_types::sampling::SamplingRule;

/// Runs models for what servers ask. Clones share it.
#[derive(Clone)]
pub struct Sampling(Arc<Inner>);

struct Inner {
    context: Context,
    /// Held while a request is compared with its server's budget.
    counting: tokio::sync::Mutex<()>,
    /// What holds and is not stored yet.
    unwritten: Mutex<HashMap<ServerId, SamplingRule>>,
}

/// What models are run with.
pub struct Context {
    pub store: Store,
    pub clock: Clock,
    pub events: Events,
    pub approvals: ApprovalQueue,
    pub models: Arc<Models>,
    pub sources: ToolSources,
}

impl Sampling {
    pub fn new(context: Context) -> Self {
        Self(Arc::new(Inner {
            context,
            counting: tokio::sync::Mutex::default(),
            unwritten: Mutex::default(),
        }))
    }

    /// Finds the server that asks for a model.
    fn requester(&self, id: &ApprovalId) -> Result<ServerId, SamplingError> {
        let Context {
            approvals, sources, ..
        } = self.context();
        Ok(sources.require_server(&approvals.asks_for_model(id)?)?)
    }

    fn context(&self) -> &Context {
        &self.0.context
    }
}
