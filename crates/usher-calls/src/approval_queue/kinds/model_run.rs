//! Starts, shows and stops the models that write for open approvals. What they are asked and what that costs is in
//! `sampling`.

use std::sync::Arc;

use serde_json::json;
use tokio::task::JoinHandle;
use tokio_util::task::AbortOnDropHandle;

use super::sampling::changed_request;
use crate::approval_queue::{AnswerError, ApprovalQueue};
use usher_servers::events::HostEvent;
use usher_servers::snapshot::{
    ApprovalRequest, ModelOutput, ModelRun, SamplingRequest, SamplingState,
};
use usher_types::id::{ApprovalId, SourceId};

/// Why no model was started or stopped.
#[derive(Debug)]
pub(crate) enum ModelRunError {
    NotAsked(AnswerError),
    /// One writes already.
    Writing,
}

impl From<AnswerError> for ModelRunError {
    fn from(error: AnswerError) -> Self {
        Self::NotAsked(error)
    }
}

impl ApprovalQueue {
    /// Whose approval for a model this is.
    pub(crate) fn asks_for_model(&self, id: &ApprovalId) -> Result<SourceId, AnswerError> {
        let mut queue = self.lock();
        let open = queue.find(id)?;
        sampling(&mut open.approval.request)?;
        Ok(open.approval.source.clone())
    }

    /// Starts the model that writes for an approval; one at a time.
    pub(crate) fn start_writing(
        &self,
        id: &ApprovalId,
        run: Arc<ModelRun>,
        start: impl FnOnce() -> JoinHandle<()>,
    ) -> Result<(), ModelRunError> {
        let mut queue = self.lock();
        let open = queue.find(id)?;
        let asked = sampling(&mut open.approval.request)?;
        if matches!(asked.state, SamplingState::Writing { .. }) {
            return Err(ModelRunError::Writing);
        }
        asked.runs.push(json!({
            "model": run.model.model,
            "provider": run.provider,
            "at": self.clock.now_ms(),
            "changed": changed_request(&asked.params, &run.params),
        }));
        let state = SamplingState::Writing {
            run,
            so_far: ModelOutput::default(),
        };
        asked.state = state.clone();
        open.writing = Some(AbortOnDropHandle::new(start()));
        self.tell(id, state);
        Ok(())
    }

    /// How far the model is; of an approval that is over nobody wants to know.
    pub(crate) fn set_sampling_state(&self, id: &ApprovalId, state: SamplingState) {
        let mut queue = self.lock();
        let Ok(open) = queue.find(id) else { return };
        let Ok(asked) = sampling(&mut open.approval.request) else {
            return;
        };
        // A model that was stopped may have had a last word.
        if !matches!(asked.state, SamplingState::Writing { .. }) {
            return;
        }
        asked.state = state.clone();
        self.tell(id, state);
    }

    /// Stops the model that writes, if one does.
    pub(crate) fn stop_writing(&self, id: &ApprovalId) -> Result<(), ModelRunError> {
        let mut queue = self.lock();
        let open = queue.find(id)?;
        let asked = sampling(&mut open.approval.request)?;
        if matches!(asked.state, SamplingState::Writing { .. }) {
            asked.state = SamplingState::Request;
            open.writing = None;
            self.tell(id, SamplingState::Request);
        }
        Ok(())
    }

    fn tell(&self, id: &ApprovalId, state: SamplingState) {
        self.events.send(HostEvent::SamplingChanged {
            approval: id.clone(),
            state: Box::new(state),
        });
    }
}

fn sampling(request: &mut ApprovalRequest) -> Result<&mut SamplingRequest, AnswerError> {
    match request {
        ApprovalRequest::Sample(sampling) => Ok(sampling),
        _ => Err(AnswerError::WrongKind),
    }
}
