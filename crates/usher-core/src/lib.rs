//! The Usher host without a face: what it knows, what it keeps, and what it does with servers.
//!
//! No window, no wire format and no Tauri live here; `usher-api` turns these types into what crosses the contract.

pub mod asks;
mod bounded;
pub mod calls;
pub mod catalog;
pub mod content;
pub mod definition;
pub mod events;
pub mod host;
pub mod icons;
pub mod import;
mod limits;
pub mod media;
pub mod models;
pub mod network;
pub mod paste;
mod picture;
pub mod pins;
pub mod policies;
pub mod processes;
pub mod prompts;
pub mod resources;
pub mod roots;
pub mod sampling;
pub mod schema;
pub mod servers;
pub mod setup;
pub mod signin;
pub mod store;
pub mod uri_template;
pub mod webtools;
pub mod wire;

pub use usher_mcp::{GuardianProgram, Limits as ConnectionLimits, Secret, guard};

/// The words of the protocol that appear in the host's own types.
pub mod protocol {
    pub use usher_mcp::{
        Agreed, BrokenEntry, Completion, CompletionReference, Direction, Endpoint, Era, EraChoice,
        Found, FrameKind, HttpTransportKind, ListKind, Prompt, PromptArgument, Resource,
        ResourceTemplate, Task, TaskId, TaskStatus, Tool, ToolAnnotations, UrlReply,
    };
}
