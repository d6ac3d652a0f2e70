//! Messages for people: a code with parameters, and its text in a language.
//!
//! The core makes messages, never sentences. The page draws them from its catalogue; the terminal, the log and
//! notifications use the same texts, from the same files.

mod catalogue;
mod icu;
mod message;
mod stored;

pub use catalogue::{Catalogue, Language};
pub use message::{Message, Param};
