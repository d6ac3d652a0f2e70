//! Messages for people: a code with parameters, and its text in a language.
//!
//! The core makes messages, never sentences. The page draws them from its catalogue; the terminal, the log and
//! notifications use the same texts, written from that catalogue into `ui/src/words/generated`.

mod catalogue;
mod message;
mod stored;

pub use catalogue::{Catalogue, Language};
pub use message::{Message, Param};
