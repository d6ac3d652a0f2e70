//! Says why a request yielded nothing.

use serde_json::Value;
use usher_jsonrpc::URL_ELICITATION_REQUIRED;
use usher_mcp::{CallError, Challenge};
use usher_messages::Message;
use usher_types::code::{Code, Coded};
use usher_types::fault::Fault;

/// Why a request to a server yielded nothing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", self.message())]
pub enum RequestError {
    /// There is no such server.
    UnknownServer,
    /// What was named is not in the server's lists.
    NotListed(Message),
    /// The server is not running, or was lost before it answered.
    Unreachable(Message),
    /// What was to be sent breaks the rules for it. Nothing was sent.
    Invalid {
        message: Message,
        /// Each field at fault.
        faults: Vec<Fault>,
    },
    /// The definition is not the one the person reviewed: it is stopped. Nothing was sent.
    NeedsReview(Message),
    /// No answer in time.
    Timeout(Message),
    /// The person cancelled it.
    Cancelled,
    /// A rule of the person forbids it. Nothing was sent.
    Forbidden(Message),
    /// The person was asked and said no. Nothing was sent.
    Declined(Message),
    /// The server answered with an error, or with what cannot be understood.
    Rejected {
        message: Message,
        /// The JSON-RPC error, or the answer, as it came.
        detail: Option<Value>,
    },
}

impl RequestError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownServer => Message::new("request.unknownServer"),
            Self::Cancelled => Message::new("request.cancelled"),
            Self::NotListed(message)
            | Self::Unreachable(message)
            | Self::Invalid { message, .. }
            | Self::NeedsReview(message)
            | Self::Timeout(message)
            | Self::Forbidden(message)
            | Self::Declined(message)
            | Self::Rejected { message, .. } => message.clone(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::UnknownServer | Self::NotListed(_) => Code::NotFound.into(),
            Self::Unreachable(_) => Code::ServerUnreachable.into(),
            Self::Invalid { faults, .. } => Coded::faults(faults),
            Self::NeedsReview(_) => Code::NeedsReview.into(),
            Self::Timeout(_) => Code::Timeout.into(),
            Self::Cancelled | Self::Declined(_) => Code::Cancelled.into(),
            Self::Forbidden(_) => Code::Forbidden.into(),
            Self::Rejected { detail, .. } => Coded {
                code: Code::ServerRejected,
                detail: detail.clone(),
            },
        }
    }

    /// `doing` says what was being done, by a message of `request.doing`.
    pub fn of(doing: Message, error: CallError) -> Self {
        let of_doing = |code| Message::new(code).with("doing", doing.clone());
        let rejected = |message| Self::Rejected {
            message,
            detail: None,
        };
        match error {
            CallError::Cancelled | CallError::Declined => Self::Cancelled,
            CallError::Timeout { waited } => {
                Self::Timeout(of_doing("request.timeout").with("waited", waited))
            }
            CallError::Closed(reason) => {
                Self::Unreachable(of_doing("request.closed").with("reason", reason.message()))
            }
            CallError::Rejected {
                code,
                message,
                data,
            } => {
                let refused = of_doing(if code == URL_ELICITATION_REQUIRED {
                    "request.urlFirst"
                } else if message.is_empty() {
                    "request.rejectedSilently"
                } else {
                    "request.rejected"
                });
                Self::Rejected {
                    message: refused
                        .with("message", message.as_str())
                        .with("code", code.to_string()),
                    detail: Some(match data {
                        Some(data) => {
                            serde_json::json!({ "code": code, "message": message, "data": data })
                        }
                        None => serde_json::json!({ "code": code, "message": message }),
                    }),
                }
            }
            CallError::Undecodable { what, raw } => Self::Rejected {
                message: of_doing("request.undecodable").with("fault", what),
                detail: Some(raw),
            },
            CallError::TaskLost { what } => {
                rejected(of_doing("request.taskLost").with("reason", what))
            }
            CallError::NotApproved { why } => Self::NeedsReview(why),
            CallError::NotOffered { what } => {
                rejected(of_doing("request.notOffered").with("capability", what))
            }
            CallError::Unauthorized { challenge } => rejected(unauthorized(doing, &challenge)),
            // A detail says the status itself, where it tells something.
            CallError::Http { detail, .. } => {
                Self::Unreachable(of_doing("request.failed").with("detail", detail))
            }
        }
    }
}

fn unauthorized(doing: Message, challenge: &Challenge) -> Message {
    let scope = challenge.scope.as_deref();
    let scope = scope.filter(|_| challenge.wants_more());
    let code = match (scope, &challenge.said) {
        (Some(_), None) => "request.scope",
        (Some(_), Some(_)) => "request.scopeWith",
        (None, None) => "request.unauthorized",
        (None, Some(_)) => "request.unauthorizedWith",
    };
    let mut message = Message::new(code).with("doing", doing);
    if let Some(scope) = scope {
        message = message.with("scope", scope);
    }
    if let Some(said) = &challenge.said {
        message = message.with("text", said.as_str());
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_for_want_of_rights_says_what_the_server_said() {
        let more = Some("insufficient_scope");
        for (error, scope, said, expected) in [
            (
                None,
                None,
                None,
                "Reading requires sign-in. Sign in on the server’s page, then try again.",
            ),
            (
                None,
                None,
                Some("Bring a token of the team"),
                "Reading requires sign-in: Bring a token of the team. Sign in on the server’s page, then try again.",
            ),
            (
                more,
                Some("a b"),
                None,
                "Reading requires more permissions: a b. Sign in again on the server’s page.",
            ),
            (
                more,
                Some("a b"),
                Some("Not for guests"),
                "Reading requires more permissions: a b (Not for guests). Sign in again on the server’s page.",
            ),
        ] {
            let text = |text: &str| text.to_owned();
            let challenge = Challenge {
                resource_metadata: None,
                scope: scope.map(text),
                error: error.map(text),
                said: said.map(text),
            };
            let doing = Message::verbatim("Reading");
            let error = RequestError::of(doing, CallError::Unauthorized { challenge });
            assert_eq!(error.message().to_string(), expected);
        }
    }

    #[test]
    fn an_http_failure_says_its_status_once() {
        let of_status = |code| Message::new(code).with("status", "502");
        let fault = || Message::new("exchange.streamEnded");
        for (status, detail, expected) in [
            (
                Some(502),
                of_status("net.status"),
                "the server responded with HTTP status 502",
            ),
            (
                Some(502),
                of_status("exchange.status").with("text", "Bad Gateway"),
                "the server responded with HTTP status 502: Bad Gateway",
            ),
            (
                Some(502),
                of_status("exchange.redirected").with("to", "https://a"),
                "the server redirects with HTTP status 502 to https://a",
            ),
            (
                Some(502),
                of_status("exchange.accepted"),
                "the server accepted the request with HTTP status 502, but didn’t respond to it",
            ),
            (
                Some(502),
                of_status("exchange.notResumedStatus").with("fault", fault()),
                "the stream of the server ended without a response, and it couldn’t be resumed (HTTP status 502)",
            ),
            (
                Some(404),
                Message::new("exchange.sessionLost"),
                "the server ended the session, and a new one couldn’t be started",
            ),
            (None, Message::new("net.timedOut"), "the request timed out"),
        ] {
            let doing = Message::verbatim("Reading");
            let error = RequestError::of(doing, CallError::Http { status, detail });
            let said = error.message().to_string();
            assert_eq!(said, format!("Reading failed: {expected}"));
        }
    }
}
