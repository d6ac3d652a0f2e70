//! Defines what a connection reports while it is open.

mod batch;
mod sender;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio::sync::oneshot;

pub use usher_types::protocol::{Direction, FrameKind};

use crate::call_tag::CallTag;
use crate::error::CloseReason;
use crate::model::ListKind;
use crate::server_request::{InputRequired, RefusedRequest, ServerRequest};
pub use batch::BatchReceiver;
pub(crate) use sender::EventSender;
use usher_messages::Message;

/// An event of a connection, in wire order.
///
/// The channel is bounded and the connection waits for capacity, so the receiving task must never wait for a call on
/// the same connection.
#[derive(Debug)]
pub enum ConnectionEvent {
    /// One message, before the events it causes.
    Frame(Frame),
    /// One line of stderr. Server text.
    Stderr(String),
    /// The program asks on stderr to sign in at an address before it answers. Server text.
    SignInAwaited(String),
    /// Progress of a running call (2025-11-25, basic/utilities/progress).
    Progress {
        tag: CallTag,
        progress: f64,
        /// Out of how much.
        total: Option<f64>,
        /// What the server reports. Server text.
        message: Option<String>,
    },
    /// A log message (2025-11-25, server/utilities/logging).
    Log {
        /// The level as received, known or not.
        level: String,
        logger: Option<String>,
        data: Value,
        /// When it was read, before the answers that were sent after it.
        at: Instant,
    },
    /// A list has changed.
    ListChanged(ListKind),
    /// A subscribed resource has changed.
    ResourceUpdated { uri: String },
    /// What the user did at an address is complete.
    ///
    /// `notifications/elicitation/complete` (2025-11-25, client/elicitation). It may name an unknown one.
    ElicitationCompleted { elicitation_id: String },
    /// The server asks the user something.
    ServerRequest(ServerRequest),
    /// A server's request that was refused: not allowed, or too many at once.
    RequestRefused(RefusedRequest),
    /// A tool call waits for answers before it is repeated; its questions follow.
    InputRequired(InputRequired),
    /// All questions of a round are answered, and the call is repeated.
    InputProvided(CallTag),
    /// The server has closed the stream of a call, which goes on: it is asked for the rest after the wait it named
    /// (2025-11-25, basic/transports, sending messages).
    StreamClosed(CallTag),
    /// A repeated request, or a task's answer, waits for the listener.
    ReapprovalRequest(ReapprovalRequest),
    /// The server broke the protocol in a way that was repaired.
    Repaired(Message),
    /// Answered when it arrives: everything before it has been taken.
    Mark(oneshot::Sender<()>),
    /// The connection has ended; this is the last event.
    Closed(CloseReason),
}

/// A request that waits for approval before it is sent again.
///
/// It carries the answers to the server's questions or its state alone (2026-07-28, basic/patterns/mrtr), is the answer
/// to a task's question, or was not taken by the server as it came. Dropping it without a reply refuses the request.
#[derive(Debug)]
pub struct ReapprovalRequest {
    pub what: ReapprovalSubject,
    pub(crate) sender: oneshot::Sender<Result<(), Message>>,
}

/// What a repeated request uses, by its name in the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReapprovalSubject {
    Tool(String),
    Prompt(String),
    /// A resource, by its URI.
    Resource(String),
    /// A resource template, by its URI template.
    Template(String),
    /// The tool of a call whose task asked for input.
    Task(CallTag),
}

impl ReapprovalSubject {
    /// Returns what a request uses; `None` if it has no definition of its own.
    pub(crate) fn of_request(method: &str, params: &Map<String, Value>) -> Option<Self> {
        let named = |member: &str| Some(params.get(member)?.as_str()?.to_owned());
        match method {
            "tools/call" => named("name").map(Self::Tool),
            "prompts/get" => named("name").map(Self::Prompt),
            "resources/read" => named("uri").map(Self::Resource),
            "completion/complete" => {
                let reference = params.get("ref")?;
                let text = |member: &str| Some(reference[member].as_str()?.to_owned());
                text("name")
                    .map(Self::Prompt)
                    .or_else(|| text("uri").map(Self::Template))
            }
            _ => None,
        }
    }
}

impl ReapprovalRequest {
    /// Approves the request, or refuses it with a message.
    pub fn reply(self, reply: Result<(), Message>) {
        // The call may have been cancelled meanwhile.
        let _ = self.sender.send(reply);
    }
}

/// One message as sent on the wire, with secrets replaced by `•••`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub direction: Direction,
    pub kind: FrameKind,
    /// Its method; for a response, the method of its request.
    pub method: Option<String>,
    /// Its JSON-RPC id as JSON text.
    pub rpc_id: Option<String>,
    /// The text; a message over the limit is cut and marked.
    pub text: Arc<str>,
    /// Size on the wire.
    pub size_bytes: u64,
    /// For a response to our request, its duration.
    pub elapsed: Option<Duration>,
    pub tag: Option<CallTag>,
}
