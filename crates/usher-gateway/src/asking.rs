//! Requests other than calls of tools during which a server may ask something: prompts and resources.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_core::caller_requests::CallerRequests;
use usher_core::calls::{RunAs, RunningRequest, ToolCall};
use usher_review::canonical::Digest;
use usher_types::call::ArgumentCheck;
use usher_types::caller::Caller;
use usher_types::id::{CallId, SourceId};

use crate::call_run::CallRun;
use crate::frame::Fault;
use crate::pending::CallKey;
use crate::progress::Progress;
use crate::request::{Request, fault};
use crate::resume::Resumed;
use crate::revision::Era;
use crate::session::Session;

/// What is asked of a server.
pub(crate) struct Asking {
    pub(crate) source: SourceId,
    /// The name of the prompt, or the URI of the resource.
    pub(crate) name: String,
    pub(crate) arguments: Map<String, Value>,
}

impl Session {
    /// Makes a request. What its server asks meanwhile reaches the client as far as the person leaves that to it.
    pub(crate) async fn ask_server<A, F>(
        self: &Arc<Self>,
        request: &Request,
        asking: Asking,
        cancelled: &CancellationToken,
        answer: A,
    ) -> Result<Value, Fault>
    where
        A: FnOnce(Option<RunningRequest>) -> F,
        F: Future<Output = Result<Value, Fault>> + Send + 'static,
    {
        let answers = self.client().profile.answers;
        if !answers.are_any_by_client() {
            return answer(None).await;
        }
        let Asking {
            source,
            name,
            arguments,
        } = asking;
        let key = CallKey {
            client: self.client().id,
            source: source.to_string(),
            tool: format!("{} {name}", request.method),
            arguments: Digest::of_value(&Value::Object(arguments.clone())).to_string(),
        };
        if let (Era::Modern, Some(state)) = (request.era, request.params.get("requestState")) {
            return match self.resumed(state, request, &key)? {
                Resumed::Run(run) => self.wait_for(request, run, cancelled).await,
                Resumed::StillAsked(asked) => Ok(asked),
            };
        }
        let call = ToolCall {
            id: CallId::generate(),
            source,
            caller: Caller::Agent {
                name: self.client().name,
            },
            tool: name,
            arguments: Arc::new(arguments),
            check: ArgumentCheck::SendAnyway,
            run_as: RunAs::Call,
            meta: self.meta_onward(request),
        };
        let (caller, requests) = CallerRequests::new(self.id, answers);
        let running = self.gateway.host.calls().begin_request(&call, caller);
        let running = running.map_err(|error| fault(error, request.era))?;
        let answering = answer(Some(running));
        let run = CallRun::of(
            key,
            Progress::of(request, self.outbox()),
            requests,
            answering,
        );
        self.wait_for(request, run, cancelled).await
    }
}
