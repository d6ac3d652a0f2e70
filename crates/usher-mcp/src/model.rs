//! What a server offers and answers, as this host understands it: lenient, with the raw JSON beside it.

mod cache;
mod entry;
mod result;
mod task;

pub use cache::{CacheHint, CacheScope};
pub use entry::{
    Agreed, BrokenEntry, Endpoint, Era, Found, HttpTransportKind, IconSource, IconTheme, ListKind,
    Listing, Prompt, PromptArgument, Resource, ResourceTemplate, Tool, ToolAnnotations,
};
pub use result::{
    Body, Completion, CompletionReference, ContentBlock, PromptMessage, PromptResult, ReadResult,
    ResourceContents, ToolResult,
};
pub use task::{Task, TaskId, TaskStatus, TaskSupport};
