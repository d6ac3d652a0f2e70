//! One request of any kind, with everything it needs on its way.

use std::sync::Arc;
use std::time::{Duration, Instant};

use usher_mcp::{Completion, PromptResult, ReadResult};

use super::Calls;
use super::client_side::ClientSide;
use super::new_call::NewCall;
use crate::running_calls::RunningCall;
use usher_servers::call_outcome::CallOutcome;

/// A request on its way. It is made once, with everything it needs, and ends with [`Call::run`].
pub(super) struct Call {
    pub(super) calls: Calls,
    pub(super) request: NewCall,
    pub(super) running: RunningCall,
    /// `None` = the person, an app or a conversation makes it.
    pub(super) client: Option<Arc<dyn ClientSide>>,
    pub(super) record: Record,
    pub(super) began: Instant,
}

/// Whether a request is recorded once it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    Kept,
    None,
}

/// What a request came to.
pub enum Returned {
    Tool(CallOutcome),
    Prompt(CallOutcome, PromptResult),
    /// With how long it took.
    Read(ReadResult, Duration),
    Completion(Completion),
    /// Its client has the answer.
    ToClient,
}

impl Call {
    /// Returns once the call is not to be sent any more: it was cancelled, or Usher closes.
    pub(super) async fn taken_back(&self) {
        let unsent = self.running.unsent_token();
        tokio::select! {
            () = unsent.cancelled() => {}
            () = self.calls.context().closing.cancelled() => {}
        }
    }
}
