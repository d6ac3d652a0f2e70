//! Requests for prompts and resources, which are forwarded to their server; it may ask the client something meanwhile.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_core::caller_requests::CallerRequests;
use usher_core::calls::RunningRequest;
use usher_types::id::SourceId;

use crate::call_run::CallRun;
use crate::frame::Fault;
use crate::pending::CallKey;
use crate::progress::Progress;
use crate::request::{Request, fault};
use crate::resume::Resumed;
use crate::revision::Era;
use crate::session::Session;

/// What is requested of a server.
pub(crate) struct ForwardedRequest {
    pub(crate) source: SourceId,
    /// The name of the prompt, or the URI of the resource.
    pub(crate) name: String,
    pub(crate) arguments: Map<String, Value>,
}

impl Session {
    /// Makes a request. What its server asks meanwhile reaches the client as far as the person leaves that to it.
    pub(crate) async fn forward<A, F>(
        self: &Arc<Self>,
        request: &Request,
        forwarded: ForwardedRequest,
        cancelled: &CancellationToken,
        answer: A,
    ) -> Result<Value, Fault>
    where
        A: FnOnce(Option<RunningRequest>) -> F,
        F: Future<Output = Result<Value, Fault>> + Send + 'static,
    {
        let client = self.client();
        let answers = client.profile.answers;
        if !answers.are_any_by_client() {
            return answer(None).await;
        }
        let ForwardedRequest {
            source,
            name,
            arguments,
        } = forwarded;
        let tool = format!("{} {name}", request.method);
        let key = CallKey::new(&client, &source, tool, &arguments);
        if let (Era::Modern, Some(state)) = (request.era, request.params.get("requestState")) {
            return match self.resumed(state, request, &key)? {
                Resumed::Run(run) => self.wait_for(request, run, cancelled).await,
                Resumed::StillAsked(asked) => Ok(asked),
            };
        }
        let call = self.order(request, &client, source, name, arguments);
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
