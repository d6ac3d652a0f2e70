//! Finds tools by words: how texts become words, and which tools fit a query. Pure: no I/O, no tasks.
//!
//! Not here: the full-text index (`usher-store`), and which tools a client may see (`usher-core`).

mod everyday_phrases;
mod ranking;
mod required_words;
mod synonyms;
mod table;
mod tokens;
mod tool_kinds;
mod tool_text;
mod words;

pub use ranking::{Columns, Found, Query, Ranking};
pub use tokens::estimated_tokens;
pub use tool_text::ToolText;
