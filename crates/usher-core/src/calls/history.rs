//! Finished calls: what is kept of an outcome, and reading it back.
//!
//! A result is kept as it came from the server (without known secrets) and looked at anew when it is
//! read, so that nothing is kept twice and what is shown never depends on an older Usher.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::time::Duration;
use usher_mcp::{PromptResult, ReadResult, Redactor, ToolResult};
use usher_messages::Message;

use super::outcome;
use super::recording::{RecordedCall, whole_ms};
use super::secrets::CallSecrets;
use super::{Calls, ToolCall};
use crate::call_outcome::{CallEnding, CallOutcome};
use crate::events::HostEvent;
use crate::request_error::RequestError;
use usher_config::definition::Transport;
use usher_content::contents::is_shortened;
use usher_content::schema::Verdict;
use usher_store::{FinishedCall, HistoryFilter, HistoryRow, KeptCall, StoreError};
use usher_types::call::{CallStatus, CallTimes, ClientLeg, RequestKind};
use usher_types::content::Content;
use usher_types::fault::Fault;
use usher_types::id::{CallId, HistoryId, SourceId};

/// A row of the history with its whole outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryEntry {
    pub row: HistoryRow,
    /// What came of the call.
    pub outcome: CallOutcome,
    /// How its time divides; `None` = not known.
    pub times: Option<CallTimes>,
    /// What its client sent and was answered; `None` = no client made it.
    pub client_leg: Option<ClientLeg>,
}

/// Why a finished call cannot be shown.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum HistoryError {
    /// The database refused, or has no such row.
    Store(#[from] StoreError),
    /// What was kept cannot be read.
    Unreadable,
}

impl HistoryError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::Unreadable => Message::new("data.callUnreadable"),
        }
    }
}

/// What is kept of an ending; `None` if blanking secrets out has left no JSON.
pub(super) type StoredForm = fn(&CallId, &CallEnding, &Redactor) -> Option<Value>;

#[derive(Serialize, Deserialize)]
struct StoredOutcome {
    call: String,
    ending: StoredEnding,
}

/// A [`ClientLeg`] that repeats nothing of its call.
#[derive(Serialize, Deserialize)]
struct StoredLeg {
    /// Without `arguments` if they are those that were sent to the server.
    request: Value,
    /// `None` = the result as the server sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum StoredEnding {
    Result {
        raw: Value,
        size_bytes: u64,
        verdict: StoredVerdict,
    },
    /// The answer of a webtool.
    Answer {
        raw: Value,
        size_bytes: u64,
        verdict: StoredVerdict,
        is_error: bool,
        /// Texts of the server, too, where this was stored before messages had codes.
        notes: Vec<Message>,
        #[serde(default)]
        text: Option<String>,
        /// Where in `raw` the data stands.
        data: Option<String>,
    },
    Prompt {
        raw: Value,
        size_bytes: u64,
    },
    /// What a resource holds. A read may be as large as the whole history: long blobs are shortened.
    Read {
        raw: Value,
        shortened: usize,
        size_bytes: u64,
    },
    Failed(StoredFailure),
    Cancelled,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
enum StoredVerdict {
    NotDeclared,
    Matches { values_checked: u32 },
    MatchesInPart { message: Message },
    Mismatch { faults: Vec<(String, Message)> },
    Missing,
    BrokenSchema { message: Message },
    NotChecked { message: Message },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "failure", rename_all = "snake_case")]
enum StoredFailure {
    Unreachable {
        message: Message,
    },
    Timeout {
        message: Message,
    },
    Rejected {
        message: Message,
        detail: Option<Value>,
    },
}

impl Calls {
    /// Finished calls, newest first.
    pub async fn history(
        &self,
        filter: &HistoryFilter,
        limit: u32,
    ) -> Result<Vec<HistoryRow>, StoreError> {
        self.context().store.list_calls(filter, limit).await
    }

    /// What the client that made a call was answered: the JSON-RPC response, as it is on record. `None` = it is not, or not
    /// any more.
    pub async fn recorded_answer(&self, recorded: &RecordedCall) -> Option<Value> {
        let mut row = recorded.row.clone();
        let row = (*row.wait_for(Option::is_some).await.ok()?)?;
        let kept = self.context().store.call(row).await.ok()?;
        let is_it = kept.outcome["call"] == recorded.call.as_str();
        let leg = kept.client_leg.filter(|_| is_it)?;
        Some(leg_of(leg, &kept.row, &kept.outcome)?.answer)
    }

    /// One finished call with its outcome.
    pub async fn finished(&self, id: HistoryId) -> Result<HistoryEntry, HistoryError> {
        let KeptCall {
            row,
            outcome,
            times,
            client_leg,
        } = self.context().store.call(id).await?;
        let client_leg = match client_leg {
            Some(leg) => Some(leg_of(leg, &row, &outcome).ok_or(HistoryError::Unreadable)?),
            None => None,
        };
        let kept: StoredOutcome =
            serde_json::from_value(outcome).map_err(|_| HistoryError::Unreadable)?;
        // Icons of a server that is gone can only be found if they need no address of its own.
        let transport = self
            .context()
            .servers
            .of_source(&row.source)
            .map_or(Transport::Demo, |entry| {
                entry.definition().transport.clone()
            });
        let ending = match kept.ending {
            StoredEnding::Result {
                raw,
                size_bytes,
                verdict,
            } => {
                let result =
                    ToolResult::from_raw(raw, size_bytes).map_err(|_| HistoryError::Unreadable)?;
                outcome::with_verdict(&self.context().contents, &transport, verdict.into(), result)
                    .await
            }
            StoredEnding::Answer {
                raw,
                size_bytes,
                verdict,
                is_error,
                notes,
                text,
                data,
            } => CallEnding::Result {
                is_error,
                notes,
                content: text
                    .map(|text| Content::Text { text })
                    .into_iter()
                    .collect(),
                structured: data.and_then(|place| raw.pointer(&place).cloned()),
                verdict: verdict.into(),
                raw,
                size_bytes,
            },
            StoredEnding::Prompt { raw, size_bytes } => {
                let got = PromptResult::from_raw(raw, size_bytes)
                    .map_err(|_| HistoryError::Unreadable)?;
                let contents = &self.context().contents;
                CallEnding::Prompt {
                    description: got.description,
                    messages: contents.look_at_messages(&transport, got.messages).await,
                    raw: got.raw,
                    size_bytes,
                }
            }
            StoredEnding::Read {
                raw,
                shortened,
                size_bytes,
            } => {
                let read =
                    ReadResult::from_raw(raw, size_bytes).map_err(|_| HistoryError::Unreadable)?;
                let whole = read
                    .contents
                    .into_iter()
                    .filter(|content| !is_shortened(content));
                let contents = &self.context().contents;
                CallEnding::Read {
                    contents: contents
                        .look_at_resources(&transport, whole.collect())
                        .await,
                    raw: read.raw,
                    shortened,
                    size_bytes,
                }
            }
            StoredEnding::Failed(failure) => CallEnding::Failed(failure.into()),
            StoredEnding::Cancelled => CallEnding::Cancelled,
        };
        let outcome = CallOutcome {
            call: kept.call.into(),
            history: Some(id),
            started_at: row.started_at,
            duration: Duration::from_millis(row.duration_ms),
            ending,
        };
        Ok(HistoryEntry {
            row,
            outcome,
            times,
            client_leg,
        })
    }

    /// Deletes finished calls, only those of a server and of a client if given.
    pub async fn clear_history(
        &self,
        server: Option<&SourceId>,
        client: Option<&str>,
    ) -> Result<(), StoreError> {
        let context = self.context();
        context.record_permits.recorded().await;
        context.store.clear_calls(server, client).await?;
        context.events.send(HostEvent::HistoryChanged);
        Ok(())
    }

    /// Keeps calls that have ended. That they could not be kept does not make them fail.
    pub(super) async fn keep(&self, finished: &[FinishedCall]) -> Vec<HistoryId> {
        if finished.is_empty() {
            return Vec::new();
        }
        let context = self.context();
        let keep_rows = context.settings.borrow().history_rows;
        match context.store.add_calls(finished, keep_rows).await {
            Ok(ids) => {
                context.events.send(HostEvent::HistoryChanged);
                self.index_later();
                ids
            }
            Err(error) => {
                tracing::warn!(%error, "finished calls could not be kept");
                Vec::new()
            }
        }
    }
}

/// What the history gets of a call; `None` if blanking secrets out has left no JSON.
pub(super) fn finished_call(
    label: String,
    kind: RequestKind,
    secrets: &CallSecrets,
    call: &ToolCall,
    outcome: &CallOutcome,
    kept: StoredForm,
) -> Option<FinishedCall> {
    let redactor = &secrets.redactor;
    Some(FinishedCall {
        source: call.source.clone(),
        caller: call.caller.clone(),
        server_label: label,
        kind,
        name: match kind {
            RequestKind::Tool | RequestKind::Prompt => call.tool.clone(),
            // What a client wrote.
            RequestKind::Resource => redactor.text(&call.tool).into_owned(),
        },
        started_at: outcome.started_at,
        duration_ms: whole_ms(outcome.duration),
        status: status(&outcome.ending),
        arguments: Value::Object(secrets.kept_arguments(&call.arguments)),
        outcome: kept(&outcome.call, &outcome.ending, redactor)?,
        times: None,
        client_leg: None,
    })
}

/// What is kept of what passed between Usher and the client beside what is kept of the call.
pub(super) fn kept_leg(
    leg: ClientLeg,
    call: &ToolCall,
    finished: &FinishedCall,
    secrets: &CallSecrets,
) -> Option<Value> {
    let ClientLeg {
        mut request,
        answer,
    } = leg;
    if let Some(arguments) = request.get_mut("arguments") {
        let sent = match arguments.take() {
            Value::Object(sent) => sent,
            _ => Map::new(),
        };
        let is_same = sent == *call.arguments;
        *arguments = Value::Object(secrets.marks.split(sent).0);
        if is_same && let Some(request) = request.as_object_mut() {
            request.remove("arguments");
        }
    }
    let redactor = &secrets.redactor;
    let answer = redactor.value(answer);
    let raw = finished.outcome.pointer(RAW);
    let is_result = answer.get(RESULT).is_some() && answer.get(RESULT) == raw;
    let kept = StoredLeg {
        request: redactor.value(request),
        answer: (!is_result).then_some(answer),
    };
    serde_json::to_value(kept).ok()
}

/// Where a response has its result, and a [`StoredOutcome`] the one of the server.
pub(super) const RESULT: &str = "result";
const RAW: &str = "/ending/raw";

/// Puts together what passed between Usher and the client.
fn leg_of(kept: Value, row: &HistoryRow, outcome: &Value) -> Option<ClientLeg> {
    let StoredLeg {
        mut request,
        answer,
    } = serde_json::from_value(kept).ok()?;
    if let (RequestKind::Tool | RequestKind::Prompt, Some(request)) =
        (row.kind, request.as_object_mut())
    {
        request
            .entry("arguments")
            .or_insert_with(|| row.arguments.clone());
    }
    let answer = match answer {
        Some(answer) => answer,
        None => json!({ RESULT: outcome.pointer(RAW)? }),
    };
    Some(ClientLeg { request, answer })
}

fn status(ending: &CallEnding) -> CallStatus {
    match ending {
        CallEnding::Result { is_error: true, .. } => CallStatus::ToolError,
        CallEnding::Result { .. } | CallEnding::Prompt { .. } | CallEnding::Read { .. } => {
            CallStatus::Completed
        }
        CallEnding::Failed(_) => CallStatus::Failed,
        CallEnding::Cancelled => CallStatus::Cancelled,
    }
}

/// What is kept of an ending of a server's call.
pub(super) fn kept(call: &CallId, ending: &CallEnding, redactor: &Redactor) -> Option<Value> {
    let ending = match ending {
        CallEnding::Result {
            raw,
            size_bytes,
            verdict,
            ..
        } => StoredEnding::Result {
            raw: raw.clone(),
            size_bytes: *size_bytes,
            verdict: verdict.clone().into(),
        },
        CallEnding::Prompt {
            raw, size_bytes, ..
        } => StoredEnding::Prompt {
            raw: raw.clone(),
            size_bytes: *size_bytes,
        },
        CallEnding::Read {
            raw,
            shortened,
            size_bytes,
            ..
        } => StoredEnding::Read {
            raw: raw.clone(),
            shortened: *shortened,
            size_bytes: *size_bytes,
        },
        CallEnding::Failed(error) => StoredEnding::Failed(error.clone().into()),
        CallEnding::Cancelled => StoredEnding::Cancelled,
    };
    let kept = StoredOutcome {
        call: call.as_str().to_owned(),
        ending,
    };
    without_secrets(&kept, redactor)
}

/// As [`kept`], of a webtool: its answer is no result of the protocol.
pub(super) fn kept_answer(
    call: &CallId,
    ending: &CallEnding,
    redactor: &Redactor,
) -> Option<Value> {
    let CallEnding::Result {
        is_error,
        notes,
        content,
        structured,
        verdict,
        raw,
        size_bytes,
    } = ending
    else {
        return kept(call, ending, redactor);
    };
    let places = ["/body/data", "/body"];
    let place = places
        .iter()
        .find(|place| structured.is_some() && raw.pointer(place) == structured.as_ref());
    let kept = StoredOutcome {
        call: call.as_str().to_owned(),
        ending: StoredEnding::Answer {
            raw: raw.clone(),
            size_bytes: *size_bytes,
            verdict: verdict.clone().into(),
            is_error: *is_error,
            notes: notes.clone(),
            text: content.iter().find_map(|block| match block {
                Content::Text { text } => Some(text.clone()),
                _ => None,
            }),
            data: place.map(|place| (*place).to_owned()),
        },
    };
    without_secrets(&kept, redactor)
}

fn without_secrets(value: &impl Serialize, redactor: &Redactor) -> Option<Value> {
    Some(redactor.value(serde_json::to_value(value).ok()?))
}

impl From<Verdict> for StoredVerdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::NotDeclared => Self::NotDeclared,
            Verdict::Matches { values_checked } => Self::Matches { values_checked },
            Verdict::MatchesInPart { message } => Self::MatchesInPart { message },
            Verdict::Mismatch { faults } => Self::Mismatch {
                faults: faults
                    .into_iter()
                    .map(|fault| (fault.path, fault.message))
                    .collect(),
            },
            Verdict::Missing => Self::Missing,
            Verdict::BrokenSchema { message } => Self::BrokenSchema { message },
            Verdict::NotChecked { message } => Self::NotChecked { message },
        }
    }
}

impl From<StoredVerdict> for Verdict {
    fn from(verdict: StoredVerdict) -> Self {
        match verdict {
            StoredVerdict::NotDeclared => Self::NotDeclared,
            StoredVerdict::Matches { values_checked } => Self::Matches { values_checked },
            StoredVerdict::MatchesInPart { message } => Self::MatchesInPart { message },
            StoredVerdict::Mismatch { faults } => Self::Mismatch {
                faults: faults
                    .into_iter()
                    .map(|(path, message)| Fault { path, message })
                    .collect(),
            },
            StoredVerdict::Missing => Self::Missing,
            StoredVerdict::BrokenSchema { message } => Self::BrokenSchema { message },
            StoredVerdict::NotChecked { message } => Self::NotChecked { message },
        }
    }
}

impl From<RequestError> for StoredFailure {
    fn from(error: RequestError) -> Self {
        let message = error.message();
        match error {
            RequestError::Timeout(_) => Self::Timeout { message },
            RequestError::Rejected { detail, .. } => Self::Rejected { message, detail },
            // The rest cannot come of a call that was sent, except for a lost server.
            RequestError::Unreachable(_)
            | RequestError::UnknownServer
            | RequestError::NotListed(_)
            | RequestError::Invalid { .. }
            | RequestError::Forbidden(_)
            | RequestError::Declined(_)
            | RequestError::NeedsReview(_)
            | RequestError::Cancelled => Self::Unreachable { message },
        }
    }
}

impl From<StoredFailure> for RequestError {
    fn from(failure: StoredFailure) -> Self {
        match failure {
            StoredFailure::Unreachable { mut message } => {
                // Earlier the status stood before the same detail.
                if message.code.strip_prefix("request.") == Some("httpStatus") {
                    message.code = "request.failed".into();
                }
                Self::Unreachable(message)
            }
            StoredFailure::Timeout { message } => Self::Timeout(message),
            StoredFailure::Rejected { message, detail } => Self::Rejected { message, detail },
        }
    }
}
