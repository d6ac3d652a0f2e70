//! Returns the connection of a running server, or why there is none.

use usher_mcp::Connection;

use crate::request_error::RequestError;
use crate::servers::entry::ServerEntry;
use crate::snapshot::ServerState;

impl ServerEntry {
    /// The connection, or words for why there is none. Never waits.
    pub(crate) fn reach(&self) -> Result<Connection, RequestError> {
        self.connection()
            .map_err(|state| RequestError::Unreachable(why_not_running(&self.label(), &state)))
    }
}

fn why_not_running(label: &str, state: &ServerState) -> String {
    match state {
        ServerState::Disabled => format!("“{label}” is turned off. Turn it on and try again."),
        ServerState::NeedsReview { reason } | ServerState::NeedsSignIn { reason } => {
            reason.to_string()
        }
        ServerState::Queued { .. } => {
            format!("“{label}” waits to be started until others have. Try again in a moment.")
        }
        ServerState::SigningIn { .. } => {
            format!("“{label}” waits for you to sign in in the browser.")
        }
        // Running without a connection is the moment between its loss and the next state.
        ServerState::Starting { .. } | ServerState::Running { .. } => {
            format!("“{label}” is still starting. Try again in a moment.")
        }
        ServerState::Retrying { failure, .. } => format!(
            "“{label}” is not running: {} It will be started again by itself.",
            failure.summary
        ),
        ServerState::Failed { failure } => {
            format!(
                "“{label}” is not running: {} {}",
                failure.summary, failure.next_step
            )
        }
    }
}
