//! What a connection reports while it lives. Who listens decides what to keep.

mod batch;
mod sender;

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::oneshot;

pub use usher_types::protocol::{Direction, FrameKind};

use crate::call_tag::CallTag;
use crate::error::CloseReason;
use crate::model::ListKind;
use crate::server_request::{InputRequired, RefusedRequest, ServerRequest};
pub use batch::BatchReceiver;
pub(crate) use sender::EventSender;

/// Something happened on a connection. Events of one connection arrive in wire order.
///
/// The channel is bounded and the reader waits for room in it, so the receiving task must never
/// wait for a call on the same connection.
#[derive(Debug)]
pub enum ConnectionEvent {
    /// One message, before anything else that follows from it.
    Frame(Frame),
    /// One line of stderr. Server text.
    Stderr(String),
    /// Progress of a running call (2025-11-25, basic/utilities/progress).
    Progress {
        tag: CallTag,
        progress: f64,
        /// Out of how much.
        total: Option<f64>,
        /// What the server says it is doing. Server text.
        message: Option<String>,
    },
    /// A log message (2025-11-25, server/utilities/logging).
    Log {
        /// The level as it came, known or not.
        level: String,
        logger: Option<String>,
        data: Value,
    },
    /// A list has changed.
    ListChanged(ListKind),
    /// A subscribed resource has changed.
    ResourceUpdated { uri: String },
    /// What the person did at an address is done (`notifications/elicitation/complete`, 2025-11-25,
    /// client/elicitation). It may name one nobody knows.
    ElicitationCompleted { elicitation_id: String },
    /// The server wants something from the person.
    ServerRequest(ServerRequest),
    /// The server wanted something from the person that it may not want, or too much at once.
    RequestRefused(RefusedRequest),
    /// A tool call waits for answers before it is made again; its questions follow.
    InputRequired(InputRequired),
    /// All questions of a round have their answers, and the call is made again.
    InputProvided(CallTag),
    /// A request is about to be made again, or a task to get an answer: it waits for the listener's word.
    ReapprovalRequest(ReapprovalRequest),
    /// The server broke the protocol in a way that could be put right; what was done.
    Repaired(String),
    /// The connection has ended. Nothing comes after this.
    Closed(CloseReason),
}

/// A request that is about to be made again, with the answers to what its server asked or with the server's state alone
/// (2026-07-28, basic/patterns/mrtr), or an answer a task is about to get. Dropping it without a reply withholds the request.
#[derive(Debug)]
pub struct ReapprovalRequest {
    /// What is to be used once more.
    pub what: ReapprovalSubject,
    pub(crate) sender: oneshot::Sender<Result<(), String>>,
}

/// What a request that is made again uses; by its name in the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReapprovalSubject {
    Tool(String),
    Prompt(String),
    /// A resource, by its URI.
    Resource(String),
    /// The tool of a call that goes on as a task, which gets an answer it has asked for.
    Task(CallTag),
}

impl ReapprovalRequest {
    /// Allows it, or says in a whole sentence why not.
    pub fn reply(self, reply: Result<(), String>) {
        // Nobody waits for it any more if the call was cancelled meanwhile.
        let _ = self.sender.send(reply);
    }
}

/// One message exactly as it went over the wire, except that secret values are replaced by `•••`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub direction: Direction,
    pub kind: FrameKind,
    /// Its method; for an answer, the method of its request.
    pub method: Option<String>,
    /// Its JSON-RPC id as JSON text.
    pub rpc_id: Option<String>,
    /// The text. A message over the limit is cut and says so.
    pub text: Arc<str>,
    /// Size on the wire.
    pub size_bytes: u64,
    /// For an answer to one of our requests, how long it took.
    pub elapsed: Option<Duration>,
    /// The call it belongs to.
    pub tag: Option<CallTag>,
}
