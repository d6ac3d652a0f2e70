//! Resumes calls that wait for the person's answers (2026-07-28, basic/patterns/mrtr): kept on disk meanwhile, asked
//! again after a restart, and gone on with over the next connection of their server.

use std::sync::Arc;
use std::time::Instant;

use futures::{StreamExt as _, TryStreamExt as _, stream};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_mcp::{CallError, CallTag, Connection, ReapprovalRequest, ReapprovalSubject, Redactor};
use usher_messages::Message;

use super::ended_call::{Answer, EndedCall};
use super::new_call::{NewCall, Subject};
use super::tasks::Awaited;
use super::{Calls, Context};
use crate::limits;
use usher_content::argument_marks::ArgumentMarks;
use usher_servers::servers::ServerEntry;
use usher_servers::tool_source::Sent;
use usher_store::PendingRound;
use usher_types::id::{CallId, ServerId, SourceId};
use usher_types::review::ItemKind;

/// Whether a round can be written to disk. It goes back unchanged, so it must hold no known secret.
fn can_be_kept(round: &PendingRound, entry: &ServerEntry, marks: &ArgumentMarks) -> bool {
    let whole = Value::Array(vec![
        Value::Object(round.arguments.clone()),
        Value::Object(round.questions.clone()),
        round.state.clone().unwrap_or_default(),
    ]);
    whole.to_string().len() <= limits::ROUND_BYTES
        && marks.marked(&round.arguments).is_empty()
        && entry.redactor().value(whole.clone()) == whole
}

impl Calls {
    /// A server asks before it answers a call.
    pub(crate) fn round_asked(&self, entry: &ServerEntry, asked: usher_mcp::InputRequired) {
        let call = CallId::from(asked.tag.0);
        let cause = self.context().running.cause(&call);
        let round = PendingRound {
            call: call.clone(),
            caller: cause
                .as_ref()
                .map(|cause| cause.caller.clone())
                .unwrap_or_default(),
            server: entry.id.clone(),
            server_label: entry.label(),
            transport: entry.definition().transport.fingerprint(),
            tool: asked.tool,
            arguments: Arc::unwrap_or_clone(asked.arguments),
            questions: asked.questions,
            state: asked.state,
            asked_at: self.context().clock.now_ms(),
        };
        let marks = cause.map(|cause| cause.marks).unwrap_or_default();
        if !can_be_kept(&round, entry, &marks) {
            return;
        }
        self.context().running.begin_round(round);
        self.write_down(call);
    }

    /// All questions of a round have their answers.
    pub(crate) fn round_answered(&self, tag: CallTag) {
        self.round_over(tag.0.into());
    }

    /// Checks before a request is repeated or a task answered: only if what it uses still is what the person reviewed.
    /// The connection is not waited for here, because its lists may have to be read first.
    pub(crate) fn recheck_review(&self, entry: &Arc<ServerEntry>, going: ReapprovalRequest) {
        let (calls, entry) = (self.clone(), Arc::clone(entry));
        self.context().tasks.spawn(async move {
            let context = calls.context();
            let used = match &going.what {
                ReapprovalSubject::Tool(name) => vec![(ItemKind::Tool, name.clone())],
                ReapprovalSubject::Template(name) => vec![(ItemKind::Template, name.clone())],
                ReapprovalSubject::Prompt(name) => vec![(ItemKind::Prompt, name.clone())],
                // Of a resource that is read by its URI nothing is declared.
                ReapprovalSubject::Resource(uri) => entry
                    .templates_of(uri)
                    .into_iter()
                    .map(|template| (ItemKind::Template, template))
                    .collect(),
                ReapprovalSubject::Task(tag) => context
                    .running
                    .cause(&tag.0.as_str().into())
                    .map(|cause| (ItemKind::Tool, cause.tool))
                    .into_iter()
                    .collect(),
            };
            let mut allowed = Ok(());
            for (kind, name) in used {
                allowed = context.reviews.allow(&entry, kind, &name).await;
                if allowed.is_err() {
                    break;
                }
            }
            going.reply(allowed.map_err(|refused| refused.message()));
        });
    }

    /// The call needs no answers any more.
    pub(super) fn round_over(&self, call: CallId) {
        if self.context().running.end_round(&call) {
            self.write_down(call);
        }
    }

    /// Writes whether the call waits. One is written after the other and each as it is by then, so that the last word
    /// is the right one.
    fn write_down(&self, call: CallId) {
        let calls = self.clone();
        self.context().tasks.spawn(async move {
            let _turn = calls.0.writing_rounds.lock().await;
            let Context { store, running, .. } = calls.context();
            let written = match running.round(&call) {
                Some(round) => store.keep_round(&round).await,
                None => store.forget_round(&call).await,
            };
            if let Err(error) = written {
                tracing::warn!(%error, "whether a call waits for answers could not be kept");
            }
        });
    }

    /// Asks again what was open when Usher was last closed.
    pub fn resume_rounds(&self) {
        let calls = self.clone();
        tokio::spawn(async move {
            match calls.context().store.asked_rounds().await {
                Ok(rounds) => {
                    for round in rounds {
                        let calls = calls.clone();
                        tokio::spawn(async move { calls.resume_round(round).await });
                    }
                }
                Err(error) => tracing::warn!(%error, "the questions that waited could not be read"),
            }
        });
    }

    /// Whether a call interrupted by Usher's closing resumes at the next start.
    pub(super) fn outlives_us(&self, call: &CallId) -> bool {
        let context = self.context();
        context.closing.is_cancelled() && context.running.round(call).is_some()
    }

    async fn resume_round(&self, round: PendingRound) {
        let context = self.context();
        let call = NewCall {
            meta: serde_json::Map::new(),
            id: round.call.clone(),
            source: SourceId::from(&round.server),
            caller: round.caller.clone(),
            name: round.tool.clone(),
            arguments: Arc::new(round.arguments.clone()),
            subject: Subject::UNCHECKED_TOOL,
        };
        let Ok(running) = self.begin(&call, None) else {
            return;
        };
        context.running.begin_round(round.clone());
        let cancel = running.cancel_token();
        let typed = Redactor::default();
        let answered = tokio::select! {
            biased;
            () = context.closing.cancelled() => return,
            () = cancel.cancelled() => Err(CallError::Cancelled),
            () = self.removed(&round.server) => Err(lost(Message::new("request.lost.removed"))),
            answered = self.ask_again(&round, &typed) => answered,
        };
        let ready = match answered {
            Ok(responses) => match self.same_server(&round, &typed, &cancel).await {
                Some(connection) => connection.map(|connection| (connection, responses)),
                None => return,
            },
            Err(error) => Err(error),
        };
        self.round_over(call.id.clone());
        let secrets = self.secrets_now(&call).await;
        let began = Instant::now();
        let (answer, was_task) = match ready {
            Err(error) => (Answer::Server(Err(error)), false),
            Ok((connection, responses)) => {
                let options = self.options(&call, &cancel);
                let started = connection
                    .resume_tool(
                        &call.name,
                        Arc::clone(&call.arguments),
                        responses,
                        round.state,
                        options,
                    )
                    .await;
                let sent = Sent::Started {
                    server: round.server.clone(),
                    connection,
                    started,
                    redactor: Arc::clone(&secrets.redactor),
                };
                let followed =
                    self.follow(&call, &running, &secrets, round.asked_at, sent, &cancel);
                match followed.await {
                    Some(ended) => ended,
                    None => return,
                }
            }
        };
        let duration = began.elapsed().saturating_sub(running.asked());
        self.context().approvals.call_ended(&call.id);
        self.record(EndedCall {
            label: round.server_label,
            call,
            started_at: round.asked_at,
            duration,
            times: None,
            leg: None,
            secrets,
            answer,
            was_task,
        })
        .await;
    }

    /// Asks the questions of a round again, as many at once as a server may ask, and returns the answers.
    async fn ask_again(
        &self,
        round: &PendingRound,
        typed: &Redactor,
    ) -> Result<Map<String, Value>, CallError> {
        let entry = self
            .context()
            .servers
            .entry(&round.server)
            .ok_or_else(|| lost(Message::new("request.lost.removed")))?;
        let over = CancellationToken::new();
        let _withdraw = over.clone().drop_guard();
        let ask = async |(key, question): (&String, &Value)| {
            let cause = CallTag(round.call.as_str().to_owned());
            let (incoming, answer) =
                usher_mcp::resume_request(question.clone(), cause, &over, typed)?;
            self.context()
                .requests
                .receive_again(&entry, incoming, round.asked_at);
            Ok((key.clone(), answer.await?))
        };
        stream::iter(&round.questions)
            .map(ask)
            .buffer_unordered(limits::OPEN_APPROVALS)
            .try_collect()
            .await
    }

    /// Waits for the asking server and adds typed secrets to its redactor; `None` = Usher is closing.
    async fn same_server(
        &self,
        round: &PendingRound,
        typed: &Redactor,
        cancel: &CancellationToken,
    ) -> Option<Result<Connection, CallError>> {
        let connection = match self.reached(&round.server, cancel).await {
            Awaited::Connection(connection) => connection,
            Awaited::Closing => return None,
            Awaited::Cancelled => return Some(Err(CallError::Cancelled)),
            Awaited::Removed => return Some(Err(lost(Message::new("request.lost.removed")))),
        };
        let Some(entry) = self.context().servers.entry(&round.server) else {
            return Some(Err(lost(Message::new("request.lost.removed"))));
        };
        if entry.definition().transport.fingerprint() != round.transport {
            return Some(Err(lost(Message::new("request.lost.changed"))));
        }
        if let Err(refused) = self
            .context()
            .reviews
            .allow(&entry, ItemKind::Tool, &round.tool)
            .await
        {
            return Some(Err(lost(
                Message::new("request.lost.notSent").with("reason", refused.message()),
            )));
        }
        // Neither the wire log nor the history keeps what the person typed.
        connection.learn_secrets(typed);
        entry.redactor().learn_from(typed);
        Some(Ok(connection))
    }

    /// Ends when the server has been removed and was not brought back.
    async fn removed(&self, server: &ServerId) {
        let mut changes = self.context().events.server_changes();
        loop {
            changes.mark_unchanged();
            if self.context().servers.entry(server).is_none() {
                tokio::time::sleep(limits::RESTORED_WITHIN).await;
                if self.context().servers.entry(server).is_none() {
                    return;
                }
            }
            // Its sender is in the context.
            let _ = changes.changed().await;
        }
    }
}

fn lost(what: Message) -> CallError {
    CallError::TaskLost { what }
}
