//! What came of a call, with the failures of requests.

use usher_types::call_outcome;

use crate::request_error::RequestError;

/// A call that has ended.
pub type CallOutcome = call_outcome::CallOutcome<RequestError>;

/// How a call ended.
pub type CallEnding = call_outcome::CallEnding<RequestError>;

impl From<RequestError> for CallEnding {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Cancelled => Self::Cancelled,
            error => Self::Failed { error },
        }
    }
}
