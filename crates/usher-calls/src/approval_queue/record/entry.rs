//! Makes the record of an approval that is over: what was shown, changed and sent.

use serde_json::{Map, Value, json};
use usher_mcp::{ClientReply, RefusedRequest};
use usher_messages::Message;

use super::resolution::{AnswerRecord, Resolution};
use crate::approval_queue::answer::Answer;
use crate::approval_queue::kinds::{call, form, link, roots, sampling, url};
use crate::approval_queue::secret_fields::SecretFields;
use crate::caller_requests::CallerReply;
use usher_servers::snapshot::{Approval, ApprovalCause, ApprovalRequest};
use usher_store::ApprovalRecord;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::id::{ApprovalId, SourceId};

impl Resolution {
    /// The person's answer, and what the server gets for it.
    pub(crate) fn replied(
        request: &ApprovalRequest,
        answer: &Answer,
        reply: &ClientReply,
        reason: Message,
    ) -> Self {
        let mut resolution = Self::answered(request, answer, reason);
        if let (ApprovalRequest::Sample(asked), ClientReply::Sampled(result)) = (request, reply) {
            resolution.sent = Some(json!({ "toModels": asked.runs, "toServer": result }));
        }
        resolution
    }

    /// The answer of the program whose call caused the request.
    pub(crate) fn by_caller(request: &ApprovalRequest, reply: &CallerReply, client: &str) -> Self {
        let reason = Message::new("ended.answeredByClient").with("client", client);
        let result = match reply {
            CallerReply::Result(result) => result,
            CallerReply::Error { message, .. } => {
                let mut resolution = Self::unanswered(ApprovalEnding::Declined, reason);
                resolution.sent = Some(json!({ "error": message }));
                return resolution;
            }
        };
        let ending = match (request, result["action"].as_str()) {
            (ApprovalRequest::Form { .. } | ApprovalRequest::Url { .. }, Some("decline")) => {
                ApprovalEnding::Declined
            }
            (ApprovalRequest::Form { .. } | ApprovalRequest::Url { .. }, Some("accept")) => {
                ApprovalEnding::Accepted
            }
            (ApprovalRequest::Form { .. } | ApprovalRequest::Url { .. }, _) => {
                ApprovalEnding::Cancelled
            }
            _ => ApprovalEnding::Accepted,
        };
        let AnswerRecord { changed, sent } = match request {
            ApprovalRequest::Form { message, schema } if ending == ApprovalEnding::Accepted => {
                form::record(message, schema, &result["content"])
            }
            ApprovalRequest::Form { .. } | ApprovalRequest::Url { .. } => AnswerRecord::default(),
            ApprovalRequest::Sample(_) => AnswerRecord {
                changed: None,
                sent: Some(json!({ "toModels": [], "toServer": result })),
            },
            _ => AnswerRecord {
                changed: None,
                sent: Some(result.clone()),
            },
        };
        Self {
            ending,
            reason,
            changed,
            sent,
            policy: None,
        }
    }

    pub(crate) fn answered(request: &ApprovalRequest, answer: &Answer, reason: Message) -> Self {
        let ending = match answer {
            Answer::Decline | Answer::Never => ApprovalEnding::Declined,
            Answer::Cancel => ApprovalEnding::Cancelled,
            Answer::Accept(_)
            | Answer::Visited
            | Answer::Sampled(_)
            | Answer::Share(_)
            | Answer::Run { .. } => ApprovalEnding::Accepted,
        };
        let AnswerRecord { changed, sent } = match (request, answer) {
            (ApprovalRequest::Form { message, schema }, Answer::Accept(content)) => {
                form::record(message, schema, content)
            }
            (ApprovalRequest::Sample(asked), Answer::Sampled(sent)) => {
                sampling::record(asked, sent)
            }
            (ApprovalRequest::Call(call), Answer::Run { arguments, .. }) => {
                call::record(call, arguments)
            }
            (ApprovalRequest::Roots { folders }, Answer::Share(_)) => roots::record(folders),
            _ => AnswerRecord::default(),
        };
        Self {
            ending,
            reason,
            changed,
            sent,
            policy: None,
        }
    }
}

/// Makes the record of an approval that is over, not redacted yet.
pub(crate) fn of(
    approval: &Approval,
    label: &str,
    resolution: Resolution,
    closed_at: i64,
) -> ApprovalRecord {
    let cause = approval.cause.as_ref();
    let mut shown = shown(&approval.request);
    // Where a rule decides, nobody was shown anything, and each call would be recorded with its schema.
    if let (ApprovalRequest::Call(call), None) = (&approval.request, &resolution.policy) {
        call::record_schema(&mut shown, call);
    }
    ApprovalRecord {
        approval: approval.id.clone(),
        source: approval.source.clone(),
        server_label: label.to_owned(),
        call: cause.map(|cause| cause.call.clone()),
        caller: cause.map(|cause| cause.caller.clone()),
        tool: cause.map(|cause| cause.tool.clone()),
        arguments: cause.map(arguments_of),
        possible_causes: possible_causes(&approval.possible_causes),
        kind: kind(&approval.request),
        shown,
        changed: resolution.changed,
        sent: resolution
            .sent
            .or_else(|| sampling::sent_to_models(&approval.request)),
        opened_at: approval.opened_at,
        closed_at,
        ending: resolution.ending,
        reason: resolution.reason,
        policy: resolution.policy,
        times: 1,
    }
}

/// What the call was started with, without what its tool marks, and what names and values show to be secret.
fn arguments_of(cause: &ApprovalCause) -> Value {
    let (kept, _) = cause.marks.split(Map::clone(&cause.arguments));
    SecretFields::of(&Value::Null, "").without(&Value::Object(kept))
}

/// The calls of which one may have caused it, as they stand in a record.
fn possible_causes(calls: &[ApprovalCause]) -> Option<Value> {
    let calls = calls.iter().map(
        |call| json!({ "callId": call.call, "tool": call.tool, "arguments": arguments_of(call) }),
    );
    let calls: Vec<Value> = calls.collect();
    (!calls.is_empty()).then_some(Value::Array(calls))
}

/// Makes the record of a refused request, not redacted yet.
pub(crate) fn unread(
    source: &SourceId,
    label: &str,
    cause: Option<&ApprovalCause>,
    possible: &[ApprovalCause],
    refused: RefusedRequest,
    at: i64,
) -> ApprovalRecord {
    let kind = unread_kind(&refused);
    let RefusedRequest {
        method,
        mut params,
        reason,
        ..
    } = refused;
    let message = params["message"].as_str().unwrap_or_default().to_owned();
    if let Some(schema) = params.get_mut("requestedSchema") {
        *schema = SecretFields::of(schema, &message).without_defaults(schema);
    }
    if let Some(Value::String(url)) = params.get_mut("url") {
        *url = url::without_secret_query(url);
    }
    ApprovalRecord {
        approval: ApprovalId::generate(),
        source: source.clone(),
        server_label: label.to_owned(),
        call: cause.map(|cause| cause.call.clone()),
        caller: cause.map(|cause| cause.caller.clone()),
        tool: cause.map(|cause| cause.tool.clone()),
        arguments: cause.map(arguments_of),
        possible_causes: possible_causes(possible),
        kind,
        shown: json!({ "method": method, "params": params }),
        changed: None,
        sent: None,
        opened_at: at,
        closed_at: at,
        ending: ApprovalEnding::Refused,
        reason,
        policy: None,
        times: 1,
    }
}

/// What kind of approval a refused request would have been.
pub(in crate::approval_queue) fn unread_kind(refused: &RefusedRequest) -> ApprovalKind {
    let mode = refused.params["mode"].as_str().unwrap_or("form");
    match (refused.method.as_str(), mode) {
        ("elicitation/create", "form") => ApprovalKind::Form,
        ("elicitation/create", "url") => ApprovalKind::Url,
        ("sampling/createMessage", _) => ApprovalKind::Sample,
        ("roots/list", _) => ApprovalKind::Roots,
        _ => ApprovalKind::Other,
    }
}

pub(in crate::approval_queue) fn kind(request: &ApprovalRequest) -> ApprovalKind {
    match request {
        ApprovalRequest::Form { .. } => ApprovalKind::Form,
        ApprovalRequest::Url { .. } => ApprovalKind::Url,
        ApprovalRequest::Sample(_) => ApprovalKind::Sample,
        ApprovalRequest::Call(_) => ApprovalKind::ToolCall,
        ApprovalRequest::Roots { .. } => ApprovalKind::Roots,
        ApprovalRequest::Link { .. } => ApprovalKind::Link,
    }
}

fn shown(request: &ApprovalRequest) -> Value {
    match request {
        ApprovalRequest::Form { message, schema } => form::shown(message, schema),
        ApprovalRequest::Url {
            message, address, ..
        } => url::shown(message, address),
        ApprovalRequest::Sample(sampling) => sampling.params.clone(),
        ApprovalRequest::Call(call) => call::shown(call),
        ApprovalRequest::Roots { folders } => roots::shown(folders),
        ApprovalRequest::Link { address, place } => link::shown(address, place),
    }
}
