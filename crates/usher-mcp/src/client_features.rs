//! Asks the user what a server requests, and writes the response.

mod dispatch;
mod invalid_request;
mod sampling;
mod url_elicitation;

pub use dispatch::resume_request;
pub(crate) use dispatch::{Cause, dispatch};
pub(crate) use url_elicitation::open_required;
