//! Starts calls, each in a task of its own.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use usher_messages::Message;

use super::Calls;
use super::call::{Call, Record, Returned};
use super::client_side::ClientSide;
use super::handle::CallHandle;
use super::new_call::{NewCall, Subject};
use crate::caller_requests::CallerRequests;
use crate::running_calls::{CallStart, Running, RunningCall};
use usher_servers::call_outcome::CallOutcome;
use usher_servers::request_error::RequestError;

impl Calls {
    /// Runs a call of a tool and returns once it has ended. An error means that nothing was sent.
    pub async fn run(&self, call: NewCall) -> Result<CallOutcome, RequestError> {
        match self.start(call, Record::Kept)?.returned().await? {
            Returned::Tool(outcome) => Ok(outcome),
            _ => Err(RequestError::Cancelled),
        }
    }

    /// Starts a call of the person, of an app or of a conversation. Only a call of a tool is a cause of what its server
    /// asks: the page leads from a cause to a tool.
    ///
    /// # Errors
    /// A call of this identity runs already.
    pub fn start(&self, call: NewCall, record: Record) -> Result<Started, RequestError> {
        let running = if matches!(call.subject, Subject::Tool { .. }) {
            self.begin(&call, None)?
        } else {
            let running = &self.context().running;
            running.begin_unlisted(of(&call, None))
        };
        let (sender, returned) = oneshot::channel();
        let shared = running.shared();
        let run = self.actor(call, running, None, record).run();
        self.context().tasks.spawn(async move {
            // Nobody may be waiting.
            let _ = sender.send(run.await);
        });
        Ok(Started { shared, returned })
    }

    /// Starts a call of a client. What the server asks meanwhile reaches the client by `requests`, as far as the person
    /// leaves that to it.
    ///
    /// # Errors
    /// A call of this identity runs already, or the client may begin none.
    pub fn start_for_client(
        &self,
        call: NewCall,
        requests: CallerRequests,
        client: Arc<dyn ClientSide>,
    ) -> Result<CallHandle, RequestError> {
        let running = self.begin(&call, Some(requests))?;
        if running.unsent_token().is_cancelled() {
            return Err(RequestError::Cancelled);
        }
        let handle = CallHandle::new(running.shared(), self.clone());
        let record = match call.subject.kind() {
            Some(_) => Record::Kept,
            None => Record::None,
        };
        let run = self.actor(call, running, Some(client), record).run();
        self.context().tasks.spawn(run);
        Ok(handle)
    }

    fn actor(
        &self,
        call: NewCall,
        running: RunningCall,
        client: Option<Arc<dyn ClientSide>>,
        record: Record,
    ) -> Call {
        Call {
            calls: self.clone(),
            request: call,
            running,
            client,
            record,
            began: Instant::now(),
        }
    }

    pub(super) fn begin(
        &self,
        call: &NewCall,
        requests: Option<CallerRequests>,
    ) -> Result<RunningCall, RequestError> {
        let running = self.context().running.begin(of(call, requests));
        running.ok_or_else(|| RequestError::Invalid {
            message: Message::new("request.runsAlready"),
            faults: Vec::new(),
        })
    }
}

/// A call that was started, for who waits for its end.
pub struct Started {
    shared: Arc<Running>,
    returned: oneshot::Receiver<Result<Returned, RequestError>>,
}

impl Started {
    /// Returns what it came to.
    pub async fn returned(self) -> Result<Returned, RequestError> {
        self.returned.await.unwrap_or(Err(RequestError::Cancelled))
    }

    /// As [`Self::returned`]; the call is cancelled once it is withdrawn.
    pub async fn returned_unless(
        mut self,
        withdrawn: &CancellationToken,
    ) -> Result<Returned, RequestError> {
        tokio::select! {
            returned = &mut self.returned => return returned.unwrap_or(Err(RequestError::Cancelled)),
            () = withdrawn.cancelled() => {}
        }
        self.shared.cancel();
        self.returned().await
    }
}

/// What a call begins with.
fn of(call: &NewCall, requests: Option<CallerRequests>) -> CallStart<'_> {
    CallStart {
        id: &call.id,
        source: &call.source,
        caller: &call.caller,
        tool: &call.name,
        arguments: &call.arguments,
        requests,
    }
}
