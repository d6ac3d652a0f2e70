//! Records calls that have ended: at once for the person, in groups for agents.

use std::mem::take;
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use tokio::sync::watch;
use usher_mcp::{CallError, PromptResult, ReadResult, Redactor, ToolResult};

use super::ended_call::{Answer, EndedCall, failed, whole_ms};
use super::new_call::NewCall;
use super::stored_outcome::{self, StoredForm};
use super::to_record::{ToRecord, Waiting};
use super::{Calls, outcome};
use crate::limits;
use usher_config::definition::Transport;
use usher_content::contents::shorten_blobs;
use usher_content::worker::Queue;
use usher_servers::call_outcome::{CallEnding, CallOutcome};
use usher_servers::servers::ServerEntry;
use usher_servers::tool_source::ToolSource as _;
use usher_store::FinishedCall;
use usher_types::call::ClientLeg;
use usher_types::id::{CallId, HistoryId};

/// A call that was looked at.
struct RecordDraft {
    outcome: CallOutcome,
    /// What the history gets; `None` if blanking secrets out has left no JSON.
    finished: Option<FinishedCall>,
    /// It was a task, which is over.
    task: Option<CallId>,
}

impl Calls {
    /// Looks at what came of a call, and records it.
    pub(super) async fn record(&self, ended: EndedCall) -> CallOutcome {
        let RecordDraft {
            mut outcome,
            finished,
            task,
        } = self.project(ended).await;
        let recorded = self.keep(finished.as_slice()).await;
        outcome.history_id = recorded.first().copied();
        if let Some(task) = task {
            self.forget_task(&task).await;
        }
        outcome
    }

    /// Records a call of a client, with what passed between it and Usher, together with those that end soon after it. If
    /// many wait already, this waits, too. Returns where it is on record, soon.
    pub(super) async fn record_later(
        &self,
        mut ended: EndedCall,
        mut leg: ClientLeg,
        answered_at: Instant,
    ) -> watch::Receiver<Option<HistoryId>> {
        if let (Answer::Read(_), Some(read)) =
            (&ended.answer, leg.answer.get_mut(stored_outcome::RESULT))
        {
            shorten_blobs(read);
        }
        if let Some(times) = &mut ended.times {
            times.wire_ms = whole_ms(answered_at.elapsed());
        }
        ended.leg = Some(leg);
        let (is_kept, row) = watch::channel(None);
        self.record_soon(ended, is_kept).await;
        row
    }

    async fn record_soon(&self, ended: EndedCall, is_kept: watch::Sender<Option<HistoryId>>) {
        let ToRecord { waiting, permits } = &self.0.to_record;
        let Ok(permit) = Arc::clone(permits).acquire_owned().await else {
            return;
        };
        let is_first = {
            let mut waiting = waiting.lock();
            waiting.push(Waiting {
                ended,
                is_kept,
                permit,
            });
            waiting.len() == 1
        };
        if !is_first {
            return;
        }
        let calls = self.clone();
        self.context().tasks.spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(limits::RECORD_WITHIN) => {}
                () = calls.context().closing.cancelled() => {}
            }
            calls.record_waiting().await;
        });
    }

    async fn record_waiting(&self) {
        let waiting = {
            let waiting = &self.0.to_record.waiting;
            take(&mut *waiting.lock())
        };
        // A few at a time: a long transaction, or a long turn of this task, would hold up calls that run.
        let mut waiting = waiting.into_iter().peekable();
        while waiting.peek().is_some() {
            let group = waiting.by_ref().take(limits::RECORDED_TOGETHER);
            let (mut all, mut tasks) = (Vec::new(), Vec::new());
            let (mut told, mut permits) = (Vec::new(), Vec::new());
            for waiting in group {
                let draft = self.project(waiting.ended).await;
                if let Some(finished) = draft.finished {
                    all.push(finished);
                    told.push(waiting.is_kept);
                }
                tasks.extend(draft.task);
                permits.push(waiting.permit);
            }
            let rows = self.keep(&all).await;
            for (is_kept, row) in told.into_iter().zip(rows) {
                is_kept.send_replace(Some(row));
            }
            for task in tasks {
                self.forget_task(&task).await;
            }
            drop(permits);
        }
    }

    async fn project(&self, ended: EndedCall) -> RecordDraft {
        let EndedCall {
            call,
            label,
            started_at,
            duration,
            times,
            leg,
            secrets,
            answer,
            was_task,
        } = ended;
        let secrets = self.secrets_at_end(&call, secrets);
        let kept = match answer {
            Answer::Webtool(_) => stored_outcome::kept_answer as StoredForm,
            _ => stored_outcome::kept as StoredForm,
        };
        let ending = match answer {
            Answer::Webtool(ending) => ending,
            Answer::Server(answer) => {
                let entry = self.context().servers.of_source(&call.source);
                self.ending_of(entry.as_deref(), &call, &label, answer)
                    .await
            }
            Answer::Prompt(got) => got.map_or_else(CallEnding::from, recorded_prompt),
            Answer::Read(read) => read.map_or_else(CallEnding::from, |read| {
                recorded_read(read, &secrets.redactor)
            }),
            // It is not recorded.
            Answer::Completion(_) => CallEnding::Cancelled,
        };
        let outcome = CallOutcome {
            call_id: call.id.clone(),
            history_id: None,
            started_at,
            duration,
            ending,
        };
        let finished =
            stored_outcome::finished_call(label, &secrets, &call, &outcome, kept).map(|finished| {
                FinishedCall {
                    times,
                    client_leg: leg
                        .and_then(|leg| stored_outcome::kept_leg(leg, &call, &finished, &secrets)),
                    ..finished
                }
            });
        RecordDraft {
            finished,
            task: was_task.then_some(call.id),
            outcome,
        }
    }

    async fn ending_of(
        &self,
        entry: Option<&ServerEntry>,
        call: &NewCall,
        label: &str,
        answer: Result<ToolResult, CallError>,
    ) -> CallEnding {
        let mut result = match answer {
            Ok(result) => result,
            Err(error) => return failed(call, label, error).into(),
        };
        if call.caller.client().is_some() {
            // Nobody sees it before it is opened in the history, and then it is looked at anew.
            result.content.clear();
        }
        let tool = entry.and_then(|entry| entry.tool(&call.name));
        // Icons of a server that is gone can only be found if they need no address of its own.
        let transport = entry.map_or(Transport::Demo, |entry| {
            entry.definition().transport.clone()
        });
        let tool = tool.as_ref().map(|shown| &shown.entry);
        let context = self.context();
        let worker = context.workers.of(Queue::Schemas, call.source.as_str());
        outcome::of_result(worker, &context.contents, &transport, tool, result).await
    }
}

/// What is recorded of a prompt: not looked at before it is opened in the history.
fn recorded_prompt(got: PromptResult) -> CallEnding {
    CallEnding::Prompt {
        description: None,
        messages: Vec::new(),
        raw: got.raw,
        size_bytes: got.size_bytes,
    }
}

/// What is recorded of a read: not looked at before it is opened in the history.
fn recorded_read(read: ReadResult, redactor: &Redactor) -> CallEnding {
    let mut raw = read.raw;
    let shortened = shorten_blobs(&mut raw);
    let contents = raw.get_mut("contents").and_then(Value::as_array_mut);
    for content in contents.into_iter().flatten() {
        // A secret that was cut in two is none that is found later.
        if let Some(Value::String(blob)) = content.get_mut("blob")
            && let Some(head) = blob.strip_suffix('…')
        {
            *blob = format!("{}…", redactor.cut_text(head));
        }
    }
    CallEnding::Read {
        contents: Vec::new(),
        shortened,
        raw,
        size_bytes: read.size_bytes,
    }
}
