//! Requests for prompts, resources and completions, which are forwarded to their server; it may ask the client something meanwhile.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_core::caller_requests::CallerRequests;
use usher_core::calls::RunningRequest;
use usher_jsonrpc::Fault;
use usher_types::id::SourceId;

use crate::calls::pending::CallKey;
use crate::calls::progress::Progress;
use crate::calls::resume::Resumed;
use crate::calls::run::CallRun;
use crate::calls::server_events::Listening;
use crate::calls::signals::CallSignals;
use crate::eras::revision::Era;
use crate::request::{Request, client_leg, fault};
use crate::session::Session;

/// The one of these requests that has no rounds (2026-07-28, basic/patterns/mrtr).
pub(crate) const COMPLETE: &str = "completion/complete";

/// What is requested of a server.
pub(crate) struct ForwardedRequest {
    pub(crate) source: SourceId,
    /// The name of the prompt, or the URI of the resource or template.
    pub(crate) name: String,
    pub(crate) arguments: Map<String, Value>,
}

impl Session {
    /// Makes a request. What its server asks meanwhile reaches the client as far as the person leaves that to it. It is
    /// given up when its client takes it back, or has gone. Requests for prompts and resources are recorded.
    pub(crate) async fn forward<A, F>(
        self: &Arc<Self>,
        request: &Request,
        forwarded: ForwardedRequest,
        cancelled: &CancellationToken,
        answer: A,
    ) -> Result<Value, Fault>
    where
        A: FnOnce(Arc<RunningRequest>) -> F,
        F: Future<Output = Result<Value, Fault>> + Send + 'static,
    {
        let (client, access) = (self.client(), self.access());
        let ForwardedRequest {
            source,
            name,
            arguments,
        } = forwarded;
        let tool = format!("{} {name}", request.method);
        let key = CallKey::new(&client, &source, tool, &arguments);
        if let (Era::Modern, Some(state)) = (request.era, request.params.get("requestState")) {
            let run = match self.resumed(state, request, &key)? {
                Resumed::Run(run) => run,
                Resumed::StillAsked(asked) => return Ok(asked),
            };
            run.signals.progress.follow(request, self.outbox());
            return self.wait_for(request, run, cancelled).await;
        }
        if let Some(run) = self.kept.suspended.same(&key, request.era, self.id) {
            run.signals.progress.follow(request, self.outbox());
            return self.wait_for(request, run, cancelled).await;
        }
        let server = source.as_str().into();
        let call = self.order(request, &client, source, name, arguments);
        let (caller, requests) = CallerRequests::new(self.id, client.profile.answers);
        let running = self.gateway.host.calls().begin_request(&call, caller);
        let running = Arc::new(running.map_err(|error| fault(error, request.era))?);
        let signals = CallSignals::new(Progress::of(request, self.outbox()));
        signals.begins(&call.id);
        let listening = Listening {
            gateway: Arc::clone(&self.gateway),
            signals: Arc::clone(&signals),
            id: call.id,
            server,
            session: self.id,
            era: request.era,
            log_level: self.log_level_of(request),
        };
        let answer = answer(Arc::clone(&running));
        let (params, given_up) = (request.recorded_params(), Arc::clone(&signals));
        let ended = access.clone();
        let answering = async move {
            let answer = tokio::select! {
                biased;
                () = given_up.cancelled.cancelled() => Err(Fault::cancelled()),
                () = given_up.disconnected.cancelled() => Err(Fault::disconnected()),
                () = ended.ended() => Err(Fault::cancelled()),
                answer = listening.during(answer) => answer,
            };
            if let Some(unrecorded) = running.unrecorded() {
                unrecorded.record(client_leg(params, &answer)).await;
            }
            answer
        };
        let gateway = Arc::clone(&self.gateway);
        let run = CallRun::of(
            gateway,
            key,
            self.owner(),
            access,
            signals,
            requests,
            answering,
        );
        if request.method == COMPLETE {
            return self.wait_at_once(request, run, cancelled).await;
        }
        self.wait_for(request, run, cancelled).await
    }

    /// Waits for the answer to a request that is not made in rounds.
    async fn wait_at_once(
        &self,
        request: &Request,
        mut run: CallRun,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        // What its server asks is asked of the person.
        run.requests.close();
        let signals = Arc::clone(&run.signals);
        tokio::select! {
            biased;
            outcome = run.outcome() => return self.handed_over(request, &run, outcome),
            () = self.ended.cancelled() => signals.disconnected.cancel(),
            () = cancelled.cancelled() => signals.cancelled.cancel(),
        }
        run.outcome().await
    }
}
