//! What is kept of an outcome in the history, to and from what the host knows of it.
//!
//! A result is kept as it came from the server, without known secrets, so that nothing is kept twice.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use usher_mcp::Redactor;
use usher_messages::Message;

use super::call_secrets::CallSecrets;
use super::ended_call::whole_ms;
use super::new_call::NewCall;
use usher_content::schema::Verdict;
use usher_servers::call_outcome::{CallEnding, CallOutcome};
use usher_servers::request_error::RequestError;
use usher_store::{FinishedCall, HistoryRow};
use usher_types::call::{CallStatus, ClientLeg, RequestKind};
use usher_types::content::Content;
use usher_types::fault::Fault;
use usher_types::id::CallId;

/// What is kept of an ending; `None` if blanking secrets out has left no JSON.
pub(super) type StoredForm = fn(&CallId, &CallEnding, &Redactor) -> Option<Value>;

#[derive(Serialize, Deserialize)]
pub(super) struct StoredOutcome {
    pub(super) call: String,
    pub(super) ending: StoredEnding,
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
pub(super) enum StoredEnding {
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
pub(super) enum StoredVerdict {
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
pub(super) enum StoredFailure {
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

/// What the history gets of a call; `None` if blanking secrets out has left no JSON.
pub(super) fn finished_call(
    label: String,
    secrets: &CallSecrets,
    call: &NewCall,
    outcome: &CallOutcome,
    kept: StoredForm,
) -> Option<FinishedCall> {
    let redactor = &secrets.redactor;
    let kind = call.subject.kind()?;
    Some(FinishedCall {
        source: call.source.clone(),
        caller: call.caller.clone(),
        server_label: label,
        kind,
        name: match kind {
            RequestKind::Tool | RequestKind::Prompt => call.name.clone(),
            // What a client wrote.
            RequestKind::Resource => redactor.text(&call.name).into_owned(),
        },
        started_at: outcome.started_at,
        duration_ms: whole_ms(outcome.duration),
        status: status(&outcome.ending),
        arguments: Value::Object(secrets.kept_arguments(&call.arguments)),
        outcome: kept(&outcome.call_id, &outcome.ending, redactor)?,
        times: None,
        client_leg: None,
    })
}

/// What is kept of what passed between Usher and the client beside what is kept of the call.
pub(super) fn kept_leg(
    leg: ClientLeg,
    call: &NewCall,
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
pub(super) fn leg_of(kept: Value, row: &HistoryRow, outcome: &Value) -> Option<ClientLeg> {
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
        CallEnding::Failed { .. } => CallStatus::Failed,
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
        CallEnding::Failed { error } => StoredEnding::Failed(error.clone().into()),
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
