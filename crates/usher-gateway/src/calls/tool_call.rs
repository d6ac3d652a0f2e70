//! Answers `tools/call`: which tool is meant, whether the client may call it, and how its result reaches the client.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_core::caller_requests::{CallerReply, CallerRequest, InputKey};
use usher_core::calls::{RunAs, ToolCall};
use usher_jsonrpc::Fault;
use usher_messages::Message;
use usher_types::call::ArgumentCheck;
use usher_types::caller::Caller;
use usher_types::client::{ClientProfile, KnownClient};
use usher_types::id::{CallId, SourceId};
use usher_types::log_level::LogLevel;

use crate::calls::joined_call::BegunOrAnswered;
use crate::calls::open_calls::{Joinable, Joining};
use crate::calls::pending::CallKey;
use crate::calls::progress::Progress;
use crate::calls::resume::Resumed;
use crate::calls::run::{CallRun, Next};
use crate::calls::suspended::key_of;
use crate::calls::tool_run::{CallOrder, ReplyContext, unknown_tool};
use crate::eras::revision::{self, Era};
use crate::limits;
use crate::request::Request;
use crate::session::Session;
use crate::session::client_requests::can_answer;
use crate::session::outbox::answering;

impl Session {
    /// Answers `tools/call`.
    pub(crate) async fn call_tool(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let name = request.text("name")?;
        let arguments = request.arguments()?;
        if let Some(why) = self.refusal() {
            return Ok(self.gateway.error_result(request.era, &why));
        }
        let (client, access) = (self.client(), self.access());
        let index = self.gateway.index.now().await;
        let found = index
            .offered(&client.profile, &name)
            .ok_or_else(|| unknown_tool(&name))?;
        let (source, tool) = (&found.offer.source, &found.item.name);
        let key = CallKey::new(&client, source, tool.clone(), &arguments);
        let resumed = match (request.era, request.params.get("requestState")) {
            (Era::Modern, Some(state)) => match self.resumed(state, request, &key)? {
                Resumed::Run(run) => Some(run),
                Resumed::StillAsked(asked) => return Ok(asked),
            },
            // The call that was made before waits for the person still.
            (era, _) => self.kept.suspended.same(&key, era, self.id),
        };
        if let Some(run) = resumed {
            self.attend(&run);
            run.signals.progress.follow(request, self.outbox());
            return self.wait_for(request, run, cancelled).await;
        }
        let becomes_task = self.wants_task(request);
        let joinable = if becomes_task {
            None
        } else {
            match self.begin_or_join(&key, request, cancelled).await {
                BegunOrAnswered::Begun(joinable) => Some(joinable),
                BegunOrAnswered::Answered(answer) => return answer,
            }
        };
        self.count_call();
        let order = CallOrder {
            call: self.order(request, &client, source.clone(), tool.clone(), arguments),
            answers: client.profile.answers,
            progress: Progress::of(request, self.outbox()),
            reply: ReplyContext {
                key,
                access,
                client: self.watch_client(),
                name,
                params: request.recorded_params(),
                era: request.era,
                owner: self.owner(),
                log_level: self.log_level_of(request),
            },
        };
        let run = CallRun::start(Arc::clone(&self.gateway), order);
        match joinable {
            Some(joinable) => self.wait_joinable(request, run, joinable, cancelled).await,
            None => self.begin_task(request, run, None),
        }
    }

    /// The level from which the client wants log messages during a request.
    pub(crate) fn log_level_of(&self, request: &Request) -> Option<LogLevel> {
        match request.era {
            Era::Legacy => self.log_level(),
            Era::Modern => log_level(request),
        }
    }

    /// What is run for a request of this client.
    pub(crate) fn order(
        &self,
        request: &Request,
        client: &KnownClient,
        source: SourceId,
        tool: String,
        arguments: Map<String, Value>,
    ) -> ToolCall {
        ToolCall {
            id: CallId::generate(),
            source,
            caller: Caller::Agent {
                name: client.name.clone(),
            },
            tool,
            arguments: Arc::new(arguments),
            // What the server says about arguments is the client's to hear.
            check: ArgumentCheck::SendAnyway,
            run_as: RunAs::Call,
            meta: self.meta_onward(request, &client.profile),
        }
    }

    /// Waits for a call as long as the client does.
    pub(crate) async fn wait_for(
        self: &Arc<Self>,
        request: &Request,
        run: CallRun,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let joinable = self.open_calls.begin(run.key.clone(), request.arrived);
        self.wait_joinable(request, run, joinable, cancelled).await
    }

    /// Waits for a call as long as the client does; requests for the same call join it.
    pub(crate) async fn wait_joinable(
        self: &Arc<Self>,
        request: &Request,
        mut run: CallRun,
        joinable: Joinable,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let is_modern = request.era == Era::Modern;
        let (gateway, options) = (&self.gateway, &self.gateway.options);
        let may_become_task = request.method == "tools/call" && request.takes_tasks();
        let client_timeout = tokio::time::sleep_until(request.arrived + self.client_timeout());
        tokio::pin!(client_timeout);
        let signals = Arc::clone(&run.signals);
        let became_task = run.became_task.clone();
        let stream_closed = Arc::clone(&run.stream_closed);
        let task_after = async {
            if may_become_task {
                tokio::select! {
                    () = tokio::time::sleep(options.task_after) => {}
                    // What its server follows as a task is one for the client, too.
                    () = became_task.cancelled() => {}
                }
            } else {
                pending::<()>().await;
            }
        };
        tokio::pin!(task_after);
        // Before it is sent, the call itself sees to that.
        let no_approver = async {
            signals.sent.cancelled().await;
            gateway.until_no_approver(&signals).await;
        };
        tokio::pin!(no_approver);
        let mut given = given_answers(request);
        let until_known = gateway.until_asked_or_sent(&signals);
        tokio::pin!(until_known);
        let mut is_known = false;
        let mut joinable = Some(joinable);
        loop {
            let asked = tokio::select! {
                biased;
                next = run.next() => match next {
                    Next::Ended(outcome) => return self.handed_over(request, &run, outcome),
                    Next::Asked(asked) => asked,
                },
                () = self.ended.cancelled() => {
                    signals.disconnected.cancel();
                    return Err(Fault::disconnected());
                }
                () = cancelled.cancelled() => {
                    drop(joinable);
                    if !self.has_timed_out(request) {
                        signals.cancelled.cancel();
                        return run.outcome().await;
                    }
                    // It comes back for it.
                    if signals.is_sent() && gateway.approval_of(&signals).is_some() {
                        return self.defer(request, run, &Message::new("gateway.notYet"));
                    }
                    signals.disconnected.cancel();
                    return run.outcome().await;
                }
                () = &mut until_known, if !is_known => {
                    is_known = true;
                    continue;
                }
                Some(joining) = next_joining(&mut joinable), if is_known => {
                    let Some(listed) = joinable.take() else { continue };
                    // One that is decided about is not the same any more: no other joins it.
                    if !gateway.is_undecided(&signals) {
                        continue;
                    }
                    let Err((gone, listed)) = joining.run.send((run, listed)) else {
                        return self.wait_for_joined(joining.answer, cancelled).await;
                    };
                    (run, joinable) = (gone, Some(listed));
                    continue;
                }
                () = stream_closed.notified() => {
                    self.break_stream(&request.id);
                    continue;
                }
                () = &mut task_after => return self.begin_task(request, run, None),
                () = &mut no_approver => {
                    return self.defer(request, run, &Message::new("gateway.noWindow"));
                }
                () = &mut client_timeout, if !self.is_kept_by_progress(&signals) => {
                    if is_modern {
                        return self.suspend(run, BTreeMap::new());
                    }
                    if signals.is_sent() && gateway.approval_of(&signals).is_some() {
                        let name = request.params.get("name").and_then(Value::as_str);
                        let message = gateway.call_again(&signals, name.unwrap_or(&request.method));
                        return self.defer(request, run, &message);
                    }
                    // One that is not sent ends, unless it is decided about just now.
                    signals.client_timeout.cancel();
                    client_timeout.as_mut().reset(Instant::now() + options.keepalive_every);
                    continue;
                }
            };
            if run.access.is_suspended()
                || !can_answer(&self.capabilities(request), asked.method, &asked.params)
            {
                // Dropped, it is asked of the person.
                continue;
            }
            if !is_modern {
                let session = Arc::clone(self);
                let request = request.id.to_string();
                let asking = async move { session.ask_client(asked, None).await };
                tokio::spawn(answering(request, asking));
                continue;
            }
            let Some(asked) = answered_before(asked, &mut given) else {
                continue;
            };
            // What is asked before there is a task is asked in a round.
            if may_become_task && !matches!(asked.input, Some(InputKey::Round { .. })) {
                return self.begin_task(request, run, Some(asked));
            }
            let open = self.gather(request, &mut run, asked).await;
            return self.suspend(run, open);
        }
    }

    /// Collects what the server asks together, so that it reaches the client together.
    ///
    /// Of a round it is known how many there are; the person may be asked some of them.
    async fn gather(
        &self,
        request: &Request,
        run: &mut CallRun,
        first: CallerRequest,
    ) -> BTreeMap<String, CallerRequest> {
        let (mut missing, within) = match first.input {
            Some(InputKey::Round { together, .. }) => {
                (together.saturating_sub(1), limits::GATHER_ROUND_FOR)
            }
            _ => (usize::MAX, limits::GATHER_FOR),
        };
        let mut open = BTreeMap::new();
        open.insert(key_of(&first, |_| false), first);
        let until = tokio::time::Instant::now() + within;
        while missing > 0
            && let Ok(Some(asked)) = tokio::time::timeout_at(until, run.requests.recv()).await
        {
            missing -= 1;
            if can_answer(&self.capabilities(request), asked.method, &asked.params) {
                let key = key_of(&asked, |key| open.contains_key(key));
                open.insert(key, asked);
            }
        }
        open
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

/// The next request for the same call, if it can be joined.
async fn next_joining(joinable: &mut Option<Joinable>) -> Option<Joining> {
    joinable.as_mut()?.joined().await
}

/// The answers that a client brings along before anything is asked, by the keys of the server.
fn given_answers(request: &Request) -> Map<String, Value> {
    let is_first = !request.params.contains_key("requestState");
    let given = request.params.get("inputResponses");
    let given = given.filter(|_| is_first && request.era == Era::Modern);
    given
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default()
}

/// Passes an answer on that the client brought along; else the request is still to be asked.
fn answered_before(asked: CallerRequest, given: &mut Map<String, Value>) -> Option<CallerRequest> {
    let answer = match &asked.input {
        Some(InputKey::Round { key, .. }) => given.remove(key).filter(Value::is_object),
        _ => None,
    };
    match answer {
        Some(answer) => {
            // The server may have taken it back.
            let _ = asked.reply.send(CallerReply::Result(answer));
            None
        }
        None => Some(asked),
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
