//! The Usher host without a face: what it knows, what it keeps, and what it does with servers.
//!
//! No window, no wire format and no Tauri live here; `usher-api` turns these types into what crosses the contract.

pub mod agents;
mod approval_queue;
pub mod approvals;
mod argument_marks;
mod call_outcome;
pub mod caller_requests;
pub mod calls;
pub mod catalog;
mod client_access;
pub mod clients;
pub mod content_files;
mod decision;
pub mod dialogs;
mod dragged_files;
mod dropped_secrets;
pub mod events;
pub mod host;
pub mod kept_entries;
mod limits;
pub mod mcp_apps;
pub mod models;
pub mod network;
mod observer;
mod omitted;
pub mod policies;
pub mod processes;
pub mod prompts;
pub mod request_error;
pub mod resources;
pub mod reviews;
pub mod roots;
mod running_calls;
pub mod sampling;
mod server_requests;
pub mod servers;
pub mod setup;
pub mod snapshot;
pub mod thumbnails;
mod tool_source;
pub mod tools;
pub mod webtools;
pub mod wire_log;

pub use usher_content::worker::work as work_on_content;
pub use usher_mcp::Limits as ConnectionLimits;
pub use usher_process::{
    OwnProgram, become_program, is_below_server, run_as_helper, start_detached,
};
pub use usher_types::secret::Secret;

/// The words of the protocol that appear in the host's own types.
pub mod protocol {
    pub use usher_mcp::{
        Agreed, BrokenEntry, Completion, CompletionReference, Direction, Endpoint, Era, EraChoice,
        Found, FrameKind, HttpTransportKind, ListKind, Prompt, PromptArgument, Resource,
        ResourceTemplate, Task, TaskId, TaskStatus, Tool, ToolAnnotations, UrlReply, readable,
    };
}
