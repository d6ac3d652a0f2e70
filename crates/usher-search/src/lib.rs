//! Finds tools by words: how texts become words, and which tools fit a query. Pure: no I/O, no tasks.
//!
//! Not here: the full-text index (`usher-store`), and which tools a client may see (`usher-core`).

mod kinds;
mod outside;
mod ranking;
mod synonyms;
mod tokens;
mod tool_text;
mod wishes;
mod words;

pub use ranking::{Columns, Found, Query, Ranking};
pub use tokens::estimated_tokens;
pub use tool_text::ToolText;
