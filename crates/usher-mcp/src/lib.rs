//! Connects to one MCP server, lists what it offers and makes calls.
//!
//! No storage, no window, no policy: the caller decides what to start and what to do with what arrives.

pub mod launch;
pub mod limits;
pub mod readable;

mod access;
mod call;
mod call_tag;
mod capabilities;
mod client_features;
mod connection;
mod decode;
mod dialect;
mod era;
mod error;
mod event;
mod model;
mod param_headers;
mod redact;
mod request_handler;
mod rpc;
mod server_request;
mod sign_in_address;
mod transport;
mod wire;

pub use access::{Access, Challenge, TokenSource};
pub use call::CallOptions;
pub use call_tag::CallTag;
pub use capabilities::UI_MEDIA_TYPE;
pub use client_features::resume_request;
pub use connection::{ConnectOptions, Connection, FollowOptions, RunAs, Started, connect};
pub use dialect::ClientIdentity;
pub use era::EraChoice;
pub use error::{CallError, CloseReason, Clues, ConnectError, Leads, Redirect};
pub use event::{
    BatchReceiver, ConnectionEvent, Direction, Frame, FrameKind, ReapprovalRequest,
    ReapprovalSubject,
};
pub use limits::Limits;
pub use model::{
    Agreed, Body, BrokenEntry, CacheHint, CacheScope, Completion, CompletionReference,
    ContentBlock, Endpoint, Era, Found, HttpTransportKind, ListKind, Listing, Prompt,
    PromptArgument, PromptMessage, PromptResult, ReadResult, Resource, ResourceContents,
    ResourceTemplate, Task, TaskId, TaskStatus, TaskSupport, ToolAnnotations, ToolResult,
};
pub use redact::{Redactor, TypedSecrets};
pub use server_request::{
    ClientReply, InputKey, InputRequired, RefusedRequest, Responder, Root, ServerRequest,
    ServerRequestKind, TimeoutHold, UrlReply,
};
pub use sign_in_address::sign_in_address;
pub use transport::http::routing_headers;
pub use usher_types::tool::{IconSource, IconTheme, Tool, ToolUi, ToolVisibility};
