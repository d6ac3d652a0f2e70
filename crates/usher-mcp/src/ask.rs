//! Puts what a server asks to the person, and writes what goes back.

mod put;
mod required;
mod sampling;

pub use put::ask_again;
pub(crate) use put::{Cause, Refusal, put};
pub use required::URL_ELICITATION_REQUIRED;
pub(crate) use required::open_required;
