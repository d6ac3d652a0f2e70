//! Models what a server offers and answers, with the raw JSON.

mod cache;
mod entry;
mod result;
mod task;

pub use cache::{CacheHint, CacheScope};
pub use entry::{Agreed, BrokenEntry, Listing, Prompt, PromptArgument, Resource, ResourceTemplate};
pub use result::{
    Body, ContentBlock, PromptMessage, PromptResult, ReadResult, ResourceContents, ToolResult,
};
pub use task::{Task, TaskId};
pub use usher_types::protocol::{
    Completion, CompletionReference, Endpoint, Era, Found, HttpTransportKind, ListKind, TaskStatus,
    TaskSupport, ToolAnnotations,
};
