//! Starts the calls of a client: which item is meant, whether the client may use it, and which call a request attaches to.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_calls::caller_requests::CallerRequests;
use usher_calls::calls::{NewCall, Subject};
use usher_calls::running_calls::CallState;
use usher_jsonrpc::Fault;
use usher_mcp::RunAs;
use usher_types::call::ArgumentCheck;
use usher_types::caller::Caller;
use usher_types::client::ClientProfile;
use usher_types::id::{CallId, SourceId};
use usher_types::log_level::LogLevel;

use crate::calls::client_call::{CallOrder, ClientCall, Given, ReplyContext, ReplyKind};
use crate::calls::client_side::unknown_tool;
use crate::calls::key::CallKey;
use crate::calls::progress::Progress;
use crate::calls::resume::Resumed;
use crate::calls::table::Found;
use crate::eras::revision::{self, Era};
use crate::request::{Request, fault};
use crate::session::Session;

/// The one of the requests to servers that has no rounds (2026-07-28, basic/patterns/mrtr).
pub(crate) const COMPLETE: &str = "completion/complete";

/// What a client wants of a source.
pub(crate) struct Wanted {
    pub(crate) source: SourceId,
    pub(crate) subject: Subject,
    pub(crate) reply: ReplyKind,
    /// The name of the tool or prompt, or the URI, as the source knows it.
    pub(crate) name: String,
    /// As the client knows it.
    pub(crate) known_as: String,
    pub(crate) arguments: Map<String, Value>,
}

impl Session {
    /// Answers `tools/call`.
    pub(crate) async fn call_tool(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let known_as = request.text("name")?;
        let arguments = request.arguments()?;
        if let Some(why) = self.refusal() {
            return Ok(self.gateway.error_result(request.era, &why));
        }
        let index = self.gateway.index.now().await;
        let found = index
            .offered(&self.client().profile, &known_as)
            .ok_or_else(|| unknown_tool(&known_as))?;
        let wanted = Wanted {
            source: found.offer.source.clone(),
            subject: Subject::Tool {
                // What the server says about arguments is the client's to hear.
                check: ArgumentCheck::SendAnyway,
                run_as: RunAs::Call,
            },
            reply: ReplyKind::Tool(found.item.name.clone()),
            name: found.item.name.clone(),
            known_as,
            arguments,
        };
        self.call(request, wanted, cancelled).await
    }

    /// Answers a request with the call that it makes, resumes or joins. What its server asks meanwhile reaches the client as
    /// far as the person leaves that to it.
    pub(crate) async fn call(
        self: &Arc<Self>,
        request: &Request,
        wanted: Wanted,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let item = (request.method.as_str(), wanted.name.as_str());
        let owner = self.owner();
        let key = CallKey::new(
            &self.client(),
            &wanted.source,
            request.era,
            item,
            &wanted.arguments,
        );
        match self.resumed(request, &key)? {
            Some(Resumed::Call(attachment)) => {
                let answer = self.wait_for(request, &attachment, cancelled).await;
                return answer.unwrap_or_else(|| Err(Fault::cancelled()));
            }
            Some(Resumed::StillAsked(asked)) => return Ok(asked),
            None => {}
        }
        let start = || self.start_call(request, &wanted, key.clone());
        if request.method == "tools/call" && self.wants_task(request) {
            let call = start()?;
            self.kept.calls.insert_task(&call);
            tokio::spawn(Arc::clone(&call).supervise(Arc::clone(&self.kept)));
            return self.begin_task(request, call, None);
        }
        let by = (&owner, request.arrived);
        loop {
            if cancelled.is_cancelled() {
                return Err(Fault::cancelled());
            }
            let attachment = match self.kept.calls.find_or_start(&key, by, start)? {
                Found::Begun(attachment) => {
                    let call = Arc::clone(&attachment.call);
                    tokio::spawn(call.supervise(Arc::clone(&self.kept)));
                    attachment
                }
                Found::TakenUp(attachment) => attachment,
                Found::Open(call) => {
                    // A client that gave up does not always say so. What is decided about is not the same any more.
                    let known = call.until(CallState::is_known);
                    tokio::select! {
                        biased;
                        () = cancelled.cancelled() => return Err(Fault::cancelled()),
                        // It is taken up, or is a task.
                        () = call.until_left() => continue,
                        () = known => {}
                    }
                    match self.kept.calls.join(&call, &key, by) {
                        Some(attachment) => attachment,
                        None => continue,
                    }
                }
            };
            if request.method == COMPLETE {
                let call = &attachment.call;
                return self.wait_at_once(request, call, cancelled).await;
            }
            if let Some(answer) = self.wait_for(request, &attachment, cancelled).await {
                return answer;
            }
        }
    }

    /// Starts a call for a request.
    fn start_call(
        &self,
        request: &Request,
        wanted: &Wanted,
        key: CallKey,
    ) -> Result<Arc<ClientCall>, Fault> {
        let client = self.client();
        if request.method == "tools/call" {
            self.count_call();
        }
        let arguments = Arc::new(wanted.arguments.clone());
        let new = NewCall {
            id: CallId::generate(),
            source: wanted.source.clone(),
            caller: Caller::Client {
                id: client.id.clone(),
            },
            subject: wanted.subject.clone(),
            name: wanted.name.clone(),
            arguments: Arc::clone(&arguments),
            meta: self.meta_onward(request, &client.profile),
        };
        let reply = ReplyContext {
            kind: wanted.reply.clone(),
            client: self.watch_client(),
            name: wanted.known_as.clone(),
            given: Mutex::new(Given {
                params: request.recorded_params(),
                arguments,
            }),
            era: request.era,
            log_level: self.log_level_of(request),
            secrets: self.gateway.secrets_of(&wanted.source),
        };
        let (caller, requests) = CallerRequests::new(self.id, self.watch_client());
        let call = Arc::new(ClientCall::new(
            Arc::clone(&self.gateway),
            CallOrder {
                id: new.id.clone(),
                key,
                owner: self.owner(),
                access: self.access(),
                reply,
                progress: Progress::of(request, self.outbox()),
            },
            caller.clone(),
            requests,
        ));
        let calls = self.gateway.host.calls();
        let handle = calls.start_for_client(new, caller, Arc::clone(&call) as _);
        call.set_handle(handle.map_err(|error| fault(error, request.era))?);
        Ok(call)
    }

    /// The level from which the client wants log messages during a request.
    fn log_level_of(&self, request: &Request) -> Option<LogLevel> {
        match request.era {
            Era::Legacy => self.log_level(),
            Era::Modern => log_level(request),
        }
    }

    /// The `_meta` that a server gets with a request of this client.
    fn meta_onward(&self, request: &Request, profile: &ClientProfile) -> Map<String, Value> {
        let mut meta = passed_on(&request.meta);
        if let Some(declared) = self.declared_onward(request, profile) {
            // Limits what Usher declares with the request. With earlier revisions that is declared once, by `initialize`.
            meta.insert(revision::CLIENT_CAPABILITIES.to_owned(), declared);
        }
        meta
    }

    /// The client capabilities to declare to a 2026-07-28 server with the request instead of Usher's own. Only a client
    /// that uses one server, by that server's names, and leaves no request to the person is declared as it declares
    /// itself.
    fn declared_onward(&self, request: &Request, profile: &ClientProfile) -> Option<Value> {
        let is_alone = profile.plain_names_of().is_some() && profile.answers.are_all_by_client();
        is_alone.then(|| self.capabilities(request))
    }
}

/// The level that a request of the modern era names (2026-07-28, server/utilities/logging).
fn log_level(request: &Request) -> Option<LogLevel> {
    request
        .meta
        .get(revision::LOG_LEVEL)?
        .as_str()?
        .parse()
        .ok()
}

/// What of `_meta` is passed on as it is.
fn passed_on(meta: &Map<String, Value>) -> Map<String, Value> {
    let passed = meta
        .iter()
        .filter(|(name, _)| *name != "progressToken" && !name.starts_with(revision::OWN_META));
    passed
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
