//! Requests on a connection.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::event::CallTag;

/// How one tool call runs.
#[derive(Debug, Clone)]
pub struct CallOptions {
    /// The host's own identity of the call.
    pub tag: CallTag,
    /// Cancelling it ends the call and tells the server.
    pub cancel: CancellationToken,
    /// Longest silence: progress starts the clock anew, an open ask caused by the call stops it.
    pub timeout: Duration,
}
