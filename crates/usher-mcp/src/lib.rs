//! One MCP connection: how a server is reached, what goes over the wire, what it offers, and its calls.
//!
//! No storage, no window, no policy: whoever connects decides what to start and what to do with what arrives.

pub mod launch;
pub mod limits;
pub mod net;

mod access;
mod ask;
mod call;
mod capabilities;
mod connection;
mod decode;
mod dialect;
mod era;
mod error;
mod event;
mod lock;
mod model;
mod process;
mod rpc;
mod secret;
mod session;
mod transport;
mod wire;

pub use access::{Access, Challenge, TokenSource};
pub use ask::{
    AskAnswer, AskHold, AskQuestion, AskResponder, AskedRound, IncomingAsk, RefusedAsk, Root,
    URL_ELICITATION_REQUIRED, UrlReply, ask_again,
};
pub use call::CallOptions;
pub use connection::{
    ClientIdentity, ConnectOptions, Connection, FollowOptions, RunAs, Started, connect,
};
pub use era::EraChoice;
pub use error::{CallError, CloseReason, ConnectError};
pub use event::{
    Arriving, CallTag, ConnectionEvent, Direction, Frame, FrameKind, ReapprovalRequest, Repeated,
};
pub use limits::Limits;
pub use model::{
    Agreed, Body, BrokenEntry, CacheHint, CacheScope, Completion, CompletionReference,
    ContentBlock, Endpoint, Era, Found, HttpTransportKind, IconSource, IconTheme, ListKind,
    Listing, Prompt, PromptArgument, PromptMessage, PromptResult, ReadResult, Resource,
    ResourceContents, ResourceTemplate, Task, TaskId, TaskStatus, TaskSupport, Tool,
    ToolAnnotations, ToolResult,
};
pub use process::{Custody, GuardianProgram, guard};
pub use secret::Secret;
pub use transport::http::routing_headers;
pub use wire::Redactor;
