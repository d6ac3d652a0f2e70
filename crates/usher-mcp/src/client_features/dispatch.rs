//! Passes a server's request to the user, however it arrived.
//!
//! It is a request of its own (legacy), an entry of `inputRequests` (2026-07-28, basic/patterns/mrtr), or the input of
//! a task. Returned is the result object or why there is none; the caller encodes that in its response.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::invalid_request::InvalidRequest;
use super::sampling;
use crate::call_tag::CallTag;
use crate::error::CallError;
use crate::event::ConnectionEvent;
use crate::redact::Redactor;
use crate::rpc::InFlight;
use crate::server_request::Pauses;
use crate::server_request::{
    ClientReply, InputKey, RefusedRequest, Responder, Root, ServerRequest, ServerRequestKind,
    TimeoutHold, UrlReply,
};
use crate::wire::Wire;
use usher_jsonrpc::{DECLINED, INVALID_PARAMS, NO_METHOD};
use usher_messages::Message;

/// What caused a request of a server.
#[derive(Debug, Clone)]
pub(crate) enum Cause {
    /// A request of ours that waits for it; its clock stops meanwhile.
    Request {
        id: String,
        in_flight: Arc<InFlight>,
    },
    /// A call between two of its requests: no clock runs.
    Call {
        tag: Option<CallTag>,
        input: Option<InputKey>,
    },
    /// A call that runs as a task: no clock runs.
    ///
    /// It ends with the task's follower.
    Task {
        tag: Option<CallTag>,
        ended: CancellationToken,
    },
    /// Unknown: the clocks of all that may have caused it stop.
    Unknown {
        /// The requests during which it came, by id as JSON text.
        requests: Vec<String>,
        /// The calls that were open, as requests or as tasks.
        calls: Vec<CallTag>,
    },
}

/// Why a request of a server gets no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The user declined, which no result can express (2025-11-25, client/sampling).
    #[error("User rejected sampling request")]
    Rejected,
    /// Whoever made the call answered with an error.
    #[error("{message}")]
    ByCaller { code: i64, message: String },
    /// The server asks for something that was not declared.
    #[error("this client does not support {0}")]
    Unsupported(String),
    /// The server's request breaks the rules.
    #[error(transparent)]
    Invalid(InvalidRequest),
}

impl Refusal {
    /// Returns its JSON-RPC error code.
    pub(crate) fn code(&self) -> i64 {
        match self {
            Self::Rejected => DECLINED,
            Self::ByCaller { code, .. } => *code,
            Self::Unsupported(_) => NO_METHOD,
            Self::Invalid(_) => INVALID_PARAMS,
        }
    }

    /// Returns how the call ends that the request belonged to; `raw` is the request, without secrets.
    pub(crate) fn into_call_error(self, raw: Value) -> CallError {
        let reason = match self {
            Self::Rejected | Self::ByCaller { .. } => return CallError::Declined,
            Self::Unsupported(method) => {
                Message::new("response.notAllowed.method").with("method", method)
            }
            Self::Invalid(invalid) => invalid.message(),
        };
        CallError::Undecodable {
            what: Message::new("response.refused").with("reason", reason),
            raw,
        }
    }
}

/// Asks the user.
///
/// Dropping the future withdraws the question. So does `ended`, which then yields what a cancelled question yields.
pub(crate) async fn dispatch(
    wire: &Arc<Wire>,
    method: &str,
    params: Value,
    cause: Cause,
    ended: &CancellationToken,
) -> Result<Value, Refusal> {
    let mut possible_causes = Vec::new();
    let mut asked_by = None;
    let (pauses, tag, abandoned) = match cause {
        Cause::Request { id, in_flight } => (
            Pauses::Request(id),
            in_flight.tag.clone(),
            in_flight.abandoned.clone(),
        ),
        Cause::Call { tag, input } => {
            asked_by = input;
            (Pauses::Nothing, tag, CancellationToken::new())
        }
        Cause::Task { tag, ended } => (Pauses::Nothing, tag, ended),
        Cause::Unknown { requests, calls } => {
            possible_causes = calls;
            let pauses = Pauses::Unlinked { calls: requests };
            (pauses, None, CancellationToken::new())
        }
    };
    let refused = |params: Value, reason: Message| {
        let refused = RefusedRequest {
            method: method.to_owned(),
            params,
            cause: tag.clone(),
            possible_causes: possible_causes.clone(),
            reason,
        };
        wire.events.send(ConnectionEvent::RequestRefused(refused))
    };
    let question = match parse_request(method, params.clone()) {
        Ok(question) => question,
        Err(refusal) => {
            let reason = Message::new("refusal.invalid").with("reason", refusal.to_string());
            refused(params, reason).await;
            return Err(refusal);
        }
    };
    let kind = Kind::from_request(&question);
    // Input is asked for by a call of ours, and a few at a time; a caller that never answers keeps others from none.
    let most = match &asked_by {
        Some(_) => usize::MAX,
        None => wire.limits.open_requests,
    };
    let Some(open) = wire.open_requests.open(pauses, most) else {
        wire.events
            .send_repairs(vec![Message::new("repair.tooManyRequests")])
            .await;
        refused(params, Message::new("refusal.tooFast")).await;
        return kind.result(ClientReply::Decline);
    };
    let (sender, answer) = oneshot::channel();
    let withdrawn = CancellationToken::new();
    let _withdraw = withdrawn.clone().drop_guard();
    let hold = TimeoutHold {
        _open: Arc::new(open),
    };
    let server_request = ServerRequest {
        question,
        params,
        cause: tag,
        possible_causes,
        input: asked_by,
        responder: Responder {
            sender,
            open: Some(hold.clone()),
            redactor: wire.redactor.clone(),
        },
        withdrawn,
    };
    wire.events
        .send(ConnectionEvent::ServerRequest(server_request))
        .await;
    let answer = tokio::select! {
        answer = answer => answer.unwrap_or(ClientReply::Cancel),
        () = ended.cancelled() => ClientReply::Cancel,
        () = abandoned.cancelled() => ClientReply::Cancel,
        () = wire.lifecycle.closed().cancelled() => ClientReply::Cancel,
    };
    drop(hold);
    kind.result(answer)
}

/// Asks the user a question of an earlier connection again.
///
/// The future yields what is sent to the server, or why the call ends; dropping it withdraws the question. `redactor`
/// learns what is typed as a secret.
///
/// # Errors
/// [`CallError::Undecodable`] if it may not be asked.
pub fn resume_request(
    mut request: Value,
    cause: CallTag,
    ended: &CancellationToken,
    redactor: &Redactor,
) -> Result<
    (
        ServerRequest,
        impl Future<Output = Result<Value, CallError>> + use<>,
    ),
    CallError,
> {
    let method = request["method"].as_str().unwrap_or_default().to_owned();
    let params = request
        .get_mut("params")
        .map(Value::take)
        .unwrap_or_default();
    let question = parse_request(&method, params.clone())
        .map_err(|refusal| refusal.into_call_error(Value::Null))?;
    let kind = Kind::from_request(&question);
    let (sender, answer) = oneshot::channel();
    let withdrawn = ended.child_token();
    let withdraw = withdrawn.clone().drop_guard();
    let server_request = ServerRequest {
        question,
        params,
        cause: Some(cause),
        possible_causes: Vec::new(),
        input: None,
        responder: Responder {
            sender,
            open: None,
            redactor: redactor.clone(),
        },
        withdrawn,
    };
    let answered = async move {
        let answer = answer.await.unwrap_or(ClientReply::Cancel);
        drop(withdraw);
        kind.result(answer)
            .map_err(|refusal| refusal.into_call_error(Value::Null))
    };
    Ok((server_request, answered))
}

/// Parses a request leniently, unless that hides something from the user.
fn parse_request(method: &str, mut params: Value) -> Result<ServerRequestKind, Refusal> {
    let text = |name: &str| params[name].as_str().map(str::to_owned);
    match method {
        "elicitation/create" => match params["mode"].as_str().unwrap_or("form") {
            "form" => Ok(ServerRequestKind::ElicitForm {
                message: text("message").unwrap_or_default(),
                schema: match params["requestedSchema"].take() {
                    Value::Null => json!({"type": "object"}),
                    schema => schema,
                },
            }),
            "url" => Ok(ServerRequestKind::ElicitUrl {
                message: text("message").unwrap_or_default(),
                url: text("url").ok_or(Refusal::Invalid(InvalidRequest::NoUrl))?,
                elicitation_id: text("elicitationId"),
                reply: UrlReply::Awaited,
            }),
            mode => Err(Refusal::Invalid(InvalidRequest::Mode(mode.to_owned()))),
        },
        "sampling/createMessage" => {
            sampling::check(&params).map_err(Refusal::Invalid)?;
            Ok(ServerRequestKind::Sample { params })
        }
        "roots/list" => Ok(ServerRequestKind::Roots),
        other => Err(Refusal::Unsupported(other.to_owned())),
    }
}

/// The kind of a question, which decides its possible answers.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Form,
    Url,
    Sample,
    Roots,
}

impl Kind {
    fn from_request(question: &ServerRequestKind) -> Self {
        match question {
            ServerRequestKind::ElicitForm { .. } => Self::Form,
            ServerRequestKind::ElicitUrl { .. } => Self::Url,
            ServerRequestKind::Sample { .. } => Self::Sample,
            ServerRequestKind::Roots => Self::Roots,
        }
    }

    /// Returns the result for the server.
    ///
    /// An answer of another kind counts as none.
    fn result(self, answer: ClientReply) -> Result<Value, Refusal> {
        match (self, answer) {
            (_, ClientReply::FromCaller(result)) | (Self::Sample, ClientReply::Sampled(result)) => {
                Ok(result)
            }
            (_, ClientReply::CallerError { code, message }) => {
                Err(Refusal::ByCaller { code, message })
            }
            (Self::Form, ClientReply::Accept(content)) => {
                Ok(json!({"action": "accept", "content": content}))
            }
            (Self::Url, ClientReply::Consent) => Ok(json!({"action": "accept"})),
            (Self::Form | Self::Url, ClientReply::Decline) => Ok(json!({"action": "decline"})),
            (Self::Form | Self::Url, _) => Ok(json!({"action": "cancel"})),
            (Self::Sample, _) => Err(Refusal::Rejected),
            (Self::Roots, ClientReply::Roots(roots)) => Ok(roots_result(&roots)),
            // A server without folders can go on; one that gets an error often does not.
            (Self::Roots, _) => Ok(roots_result(&[])),
        }
    }
}

fn roots_result(roots: &[Root]) -> Value {
    let roots: Vec<Value> = roots
        .iter()
        .map(|root| match &root.name {
            Some(name) => json!({"uri": root.uri, "name": name}),
            None => json!({"uri": root.uri}),
        })
        .collect();
    json!({ "roots": roots })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_by_their_kind() {
        let form = |message: &str, schema: Value| {
            Ok(ServerRequestKind::ElicitForm {
                message: message.into(),
                schema,
            })
        };
        let url = |elicitation_id: Option<&str>| {
            Ok(ServerRequestKind::ElicitUrl {
                message: "m".into(),
                url: "https://a".into(),
                elicitation_id: elicitation_id.map(str::to_owned),
                reply: UrlReply::Awaited,
            })
        };
        let invalid = |what: InvalidRequest| Err(Refusal::Invalid(what));
        let rows = [
            (
                "elicitation/create",
                json!({"message": "m", "requestedSchema": {"a": 1}}),
                form("m", json!({"a": 1})),
            ),
            (
                "elicitation/create",
                json!({"mode": "form"}),
                form("", json!({"type": "object"})),
            ),
            (
                "elicitation/create",
                json!({"mode": "url", "message": "m", "url": "https://a", "elicitationId": "e"}),
                url(Some("e")),
            ),
            (
                "elicitation/create",
                json!({"mode": "url", "message": "m", "url": "https://a"}),
                url(None),
            ),
            (
                "elicitation/create",
                json!({"mode": "url"}),
                invalid(InvalidRequest::NoUrl),
            ),
            (
                "elicitation/create",
                json!({"mode": "video"}),
                invalid(InvalidRequest::Mode("video".into())),
            ),
            (
                "sampling/createMessage",
                json!({"messages": [], "odd": 1}),
                Ok(ServerRequestKind::Sample {
                    params: json!({"messages": [], "odd": 1}),
                }),
            ),
            ("roots/list", Value::Null, Ok(ServerRequestKind::Roots)),
            (
                "dreams/list",
                json!({}),
                Err(Refusal::Unsupported("dreams/list".into())),
            ),
        ];
        for (method, params, expected) in rows {
            assert_eq!(
                parse_request(method, params.clone()),
                expected,
                "{method} {params}"
            );
        }
    }

    #[test]
    fn each_kind_says_yes_and_no_in_its_own_way() {
        let root = Root {
            uri: "file:///a".into(),
            name: None,
        };
        let rows = [
            (
                Kind::Form,
                ClientReply::Accept(json!({"a": 1})),
                Ok(json!({"action": "accept", "content": {"a": 1}})),
            ),
            (
                Kind::Form,
                ClientReply::Consent,
                Ok(json!({"action": "cancel"})),
            ),
            (
                Kind::Url,
                ClientReply::Consent,
                Ok(json!({"action": "accept"})),
            ),
            (
                Kind::Url,
                ClientReply::Decline,
                Ok(json!({"action": "decline"})),
            ),
            (
                Kind::Url,
                ClientReply::Cancel,
                Ok(json!({"action": "cancel"})),
            ),
            (
                Kind::Sample,
                ClientReply::Sampled(json!({"role": "assistant"})),
                Ok(json!({"role": "assistant"})),
            ),
            (Kind::Sample, ClientReply::Decline, Err(Refusal::Rejected)),
            (Kind::Sample, ClientReply::Cancel, Err(Refusal::Rejected)),
            (
                Kind::Roots,
                ClientReply::Roots(vec![root]),
                Ok(json!({"roots": [{"uri": "file:///a"}]})),
            ),
            (Kind::Roots, ClientReply::Decline, Ok(json!({"roots": []}))),
        ];
        for (kind, answer, expected) in rows {
            assert_eq!(
                kind.result(answer.clone()),
                expected,
                "{kind:?} and {answer:?}"
            );
        }
    }
}
