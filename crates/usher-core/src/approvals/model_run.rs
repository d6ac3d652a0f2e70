//! The models that write for open questions: started, shown, stopped. What they are asked and what that costs is in
//! `sampling`.

use std::sync::Arc;

use serde_json::json;
use tokio::task::JoinHandle;
use tokio_util::task::AbortOnDropHandle;

use super::{AnswerError, ApprovalRequest, Approvals, Sampling};
use crate::events::HostEvent;
use crate::sampling::{Run, SamplingError, Stage, Written, changed_request};
use usher_types::id::{ApprovalId, ServerId};

impl Approvals {
    /// Whose question for a model this is.
    pub(crate) fn asks_for_model(&self, id: &ApprovalId) -> Result<ServerId, AnswerError> {
        let mut queue = self.lock();
        let open = queue.find(id)?;
        sampling(&mut open.ask.question)?;
        Ok(open.ask.server.clone())
    }

    /// Starts the model that writes for a question; one at a time.
    pub(crate) fn start_writing(
        &self,
        id: &ApprovalId,
        run: Arc<Run>,
        start: impl FnOnce() -> JoinHandle<()>,
    ) -> Result<(), SamplingError> {
        let mut queue = self.lock();
        let open = queue.find(id)?;
        let asked = sampling(&mut open.ask.question)?;
        if matches!(asked.stage, Stage::Writing { .. }) {
            return Err(SamplingError::Writing);
        }
        asked.runs.push(json!({
            "model": run.model.model,
            "provider": run.provider,
            "at": self.clock.now_ms(),
            "changed": changed_request(&asked.params, &run.params),
        }));
        let stage = Stage::Writing {
            run,
            so_far: Written::default(),
        };
        asked.stage = stage.clone();
        open.writing = Some(AbortOnDropHandle::new(start()));
        self.tell(id, stage);
        Ok(())
    }

    /// How far the model is; of a question that is over nobody wants to know.
    pub(crate) fn set_stage(&self, id: &ApprovalId, stage: Stage) {
        let mut queue = self.lock();
        let Ok(open) = queue.find(id) else { return };
        let Ok(asked) = sampling(&mut open.ask.question) else {
            return;
        };
        // A model that was stopped may have had a last word.
        if !matches!(asked.stage, Stage::Writing { .. }) {
            return;
        }
        asked.stage = stage.clone();
        self.tell(id, stage);
    }

    /// Stops the model that writes, if one does.
    pub(crate) fn stop_writing(&self, id: &ApprovalId) -> Result<(), SamplingError> {
        let mut queue = self.lock();
        let open = queue.find(id)?;
        let asked = sampling(&mut open.ask.question)?;
        if matches!(asked.stage, Stage::Writing { .. }) {
            asked.stage = Stage::Request;
            open.writing = None;
            self.tell(id, Stage::Request);
        }
        Ok(())
    }

    fn tell(&self, id: &ApprovalId, stage: Stage) {
        self.events.send(HostEvent::SamplingChanged {
            ask: id.clone(),
            stage: Box::new(stage),
        });
    }
}

fn sampling(question: &mut ApprovalRequest) -> Result<&mut Sampling, AnswerError> {
    match question {
        ApprovalRequest::Sample(sampling) => Ok(sampling),
        _ => Err(AnswerError::WrongKind),
    }
}
