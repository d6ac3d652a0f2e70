//! Holds the kinds of questions a server asks the person, and of answers.
//!
//! A question is answered once, by the person, or not at all. `ask` puts it and writes what goes back.

mod open;

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use usher_types::secret::Secret;

use crate::call_tag::CallTag;
use crate::redact::Redactor;
pub(crate) use open::{OpenRequestGuard, OpenRequests, OpenServerRequest, Pauses};

/// One question of a server.
#[derive(Debug)]
pub struct ServerRequest {
    pub question: ServerRequestKind,
    /// The call that caused it, if that is certain.
    pub cause: Option<CallTag>,
    /// Where the answer goes. Dropping it answers *cancel*.
    pub responder: Responder,
    /// Cancelled when no answer is wanted any more: the server took it back, or the connection closed.
    pub withdrawn: CancellationToken,
}

/// A question of a server that was refused before anybody could look at it.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedRequest {
    /// The method of the request, whatever it is.
    pub method: String,
    /// Its parameters exactly as they came.
    pub params: Value,
    /// The call that caused it, if that is certain.
    pub cause: Option<CallTag>,
    /// Why, in one sentence.
    pub reason: String,
}

/// A round of questions before the result of a tool call (2026-07-28, basic/patterns/mrtr): all it takes to go on
/// with it over another connection.
#[derive(Debug, Clone, PartialEq)]
pub struct InputRequired {
    pub tag: CallTag,
    pub tool: String,
    pub arguments: Arc<Map<String, Value>>,
    /// The requests of the server, by their keys.
    pub questions: Map<String, Value>,
    /// To be handed back exactly as it came, if it came. It may be sensitive.
    pub state: Option<Value>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ServerRequestKind {
    /// Fill in a form (2025-11-25, client/elicitation, form mode).
    ElicitForm {
        /// What the server says. Server text.
        message: String,
        /// The requested schema exactly as it came, however odd.
        schema: Value,
    },
    /// Go to an address in the browser (2025-11-25, client/elicitation, URL mode). Nothing has been
    /// fetched or opened.
    ElicitUrl {
        /// What the server says. Server text.
        message: String,
        /// The address exactly as it came; it may be no address at all.
        url: String,
        /// How [`crate::ConnectionEvent::ElicitationCompleted`] will name it; 2026-07-28 has none.
        elicitation_id: Option<String>,
        /// What an answer does.
        reply: UrlReply,
    },
    /// Let a model write a message (2025-11-25, client/sampling).
    Sample {
        /// The parameters exactly as they came.
        params: Value,
    },
    /// Say which folders the server may work in (2025-11-25, client/roots).
    Roots,
}

/// What becomes of the answer to an [`ServerRequestKind::ElicitUrl`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlReply {
    /// The server waits for it.
    Awaited,
    /// Nobody waits: the call has failed for want of it (error -32042) and can be made again.
    RetryTheCall,
}

/// The one-time way to answer.
#[derive(Debug)]
pub struct Responder {
    pub(crate) sender: oneshot::Sender<ClientReply>,
    /// Missing where no clock runs.
    pub(crate) open: Option<TimeoutHold>,
    /// Of the connection that asks.
    pub(crate) redactor: Redactor,
}

/// Keeps the clocks standing still for a question that is answered but not over. Dropping it ends that.
#[derive(Debug, Clone)]
pub struct TimeoutHold {
    pub(crate) _open: Arc<OpenRequestGuard>,
}

impl Responder {
    /// Answers. If the question was withdrawn meanwhile, nothing happens.
    pub fn answer(self, answer: ClientReply) {
        // A receiver that has gone means the question was withdrawn: there is nobody to tell.
        let _ = self.sender.send(answer);
    }

    /// Keeps what the person typed out of all that the connection reports from now on, as it keeps the secrets it was
    /// started with. To be said before the answer is given.
    pub fn keep_secret(&self, typed: &Secret) {
        self.redactor.learn(typed);
    }

    /// Consents to opening an address. The server learns of it at once, while the person is still on
    /// the way: as long as the hold lives, the time of the calls it concerns does not run.
    pub fn consent(self) -> Option<TimeoutHold> {
        let _ = self.sender.send(ClientReply::Consent);
        self.open
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum ClientReply {
    /// Yes to a form, with these values: an object.
    Accept(Value),
    /// Yes to opening an address. It says nothing about what the person does there.
    Consent,
    /// The message for a sampling request: the whole result object.
    Sampled(Value),
    /// The folders the server may know of.
    Roots(Vec<Root>),
    Decline,
    /// Put away without an answer.
    Cancel,
}

/// A folder a server may know of (2025-11-25, client/roots).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// A `file://` URI.
    pub uri: String,
    /// What the person calls it.
    pub name: Option<String>,
}
