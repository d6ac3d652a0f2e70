//! Defines a server's questions to the user, and their answers.
//!
//! A question is answered once, by the user, or not at all. [`crate::client_features`] asks it and writes the
//! response.

mod open;

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use usher_messages::Message;
use usher_types::secret::Secret;

use crate::call_tag::CallTag;
use crate::redact::Redactor;
pub(crate) use open::{OpenRequestGuard, OpenRequests, OpenServerRequest, Pauses};

/// One question of a server.
#[derive(Debug)]
pub struct ServerRequest {
    pub question: ServerRequestKind,
    /// Its parameters as received.
    pub params: Value,
    /// The call that caused it, if known.
    pub cause: Option<CallTag>,
    /// The calls open there when it came, if the cause is unknown.
    pub possible_causes: Vec<CallTag>,
    /// Where it stands in a result; `None` = it came as a request of its own.
    pub input: Option<InputKey>,
    /// Sends the answer; dropping it answers *cancel*.
    pub responder: Responder,
    /// Cancelled when the server withdraws it or the connection closes.
    pub withdrawn: CancellationToken,
}

/// The key of a question in `inputRequests`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputKey {
    /// Of a result that asks for input (2026-07-28, basic/patterns/mrtr).
    Round {
        key: String,
        /// How many questions of the result are asked at the same time.
        together: usize,
    },
    /// Of a task (2026-07-28, tasks extension).
    Task(String),
}

/// A question of a server that was refused without being shown.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedRequest {
    /// The method of the request, whatever it is.
    pub method: String,
    /// Its parameters as received.
    pub params: Value,
    /// The call that caused it, if known.
    pub cause: Option<CallTag>,
    /// The calls open there when it came, if the cause is unknown.
    pub possible_causes: Vec<CallTag>,
    /// Why.
    pub reason: Message,
}

/// A round of questions before a tool's result (2026-07-28, basic/patterns/mrtr).
///
/// It holds all that is needed to resume it over another connection.
#[derive(Debug, Clone, PartialEq)]
pub struct InputRequired {
    pub tag: CallTag,
    pub tool: String,
    pub arguments: Arc<Map<String, Value>>,
    /// The requests of the server, by their keys.
    pub questions: Map<String, Value>,
    /// Sent back exactly as received. It may be sensitive.
    pub state: Option<Value>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ServerRequestKind {
    /// Fill in a form (2025-11-25, client/elicitation, form mode).
    ElicitForm {
        /// Server text.
        message: String,
        /// The requested schema as received.
        schema: Value,
    },
    /// Visit an address in the browser (2025-11-25, client/elicitation, URL mode).
    ///
    /// Nothing has been fetched or opened.
    ElicitUrl {
        /// Server text.
        message: String,
        /// The address as received; it may be invalid.
        url: String,
        /// Its id in [`crate::ConnectionEvent::ElicitationCompleted`]; 2026-07-28 has none.
        elicitation_id: Option<String>,
        reply: UrlReply,
    },
    /// Let a model write a message (2025-11-25, client/sampling).
    Sample {
        /// The parameters as received.
        params: Value,
    },
    /// List the folders the server may work in (2025-11-25, client/roots).
    Roots,
}

/// The effect of answering an [`ServerRequestKind::ElicitUrl`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlReply {
    /// The server waits for it.
    Awaited,
    /// None: the call has failed with error -32042 and can be made again.
    RetryTheCall,
}

/// Answers a question once.
#[derive(Debug)]
pub struct Responder {
    pub(crate) sender: oneshot::Sender<ClientReply>,
    /// `None` where no clock runs.
    pub(crate) open: Option<TimeoutHold>,
    pub(crate) redactor: Redactor,
}

/// Stops the clocks for a question that is answered but not complete.
///
/// Dropping it restarts them.
#[derive(Debug, Clone)]
pub struct TimeoutHold {
    pub(crate) _open: Arc<OpenRequestGuard>,
}

impl Responder {
    /// Makes one for a question that came over no connection, and where its answer arrives.
    pub fn apart(redactor: Redactor) -> (Self, oneshot::Receiver<ClientReply>) {
        let (sender, answer) = oneshot::channel();
        let responder = Self {
            sender,
            open: None,
            redactor,
        };
        (responder, answer)
    }

    /// Answers; without effect if the question was withdrawn.
    pub fn answer(self, answer: ClientReply) {
        // The question may have been withdrawn.
        let _ = self.sender.send(answer);
    }

    /// Redacts what the user typed from everything reported from now on.
    ///
    /// Call it before the answer is sent.
    pub fn keep_secret(&self, typed: &Secret) {
        self.redactor.learn(typed);
    }

    /// Consents to opening an address.
    ///
    /// The server is notified at once, before the user has visited it: while the hold exists, the clocks of its calls
    /// are stopped.
    pub fn consent(self) -> Option<TimeoutHold> {
        let _ = self.sender.send(ClientReply::Consent);
        self.open
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum ClientReply {
    /// Accepts a form with these values: an object.
    Accept(Value),
    /// Consents to opening an address, whatever the user does there.
    Consent,
    /// The result object of a sampling request.
    Sampled(Value),
    /// The folders the server may use.
    Roots(Vec<Root>),
    /// The result object of whoever made the call, as it came.
    FromCaller(Value),
    /// The error of whoever made the call.
    CallerError {
        code: i64,
        message: String,
    },
    Decline,
    /// Dismissed without an answer.
    Cancel,
}

/// A folder the server may use (2025-11-25, client/roots).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// A `file://` URI.
    pub uri: String,
    /// The user's name for it.
    pub name: Option<String>,
}
