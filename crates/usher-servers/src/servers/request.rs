//! Returns the connection of a running server, or why there is none.

use usher_mcp::Connection;
use usher_messages::Message;

use crate::request_error::RequestError;
use crate::servers::entry::ServerEntry;
use crate::snapshot::ServerState;

impl ServerEntry {
    /// The connection, or words for why there is none. Never waits.
    pub fn reach(&self) -> Result<Connection, RequestError> {
        self.connection()
            .map_err(|state| RequestError::Unreachable(why_not_running(&self.label(), &state)))
    }
}

fn why_not_running(label: &str, state: &ServerState) -> Message {
    let of_server = |code| Message::new(code).with("server", label);
    match state {
        ServerState::Disabled => of_server("request.state.disabled"),
        ServerState::NeedsReview { reason } | ServerState::NeedsSignIn { reason } => reason.clone(),
        ServerState::Queued { .. } => of_server("request.state.queued"),
        ServerState::SigningIn { .. } => of_server("request.state.signingIn"),
        // Running without a connection is the moment between its loss and the next state.
        ServerState::Starting { .. } | ServerState::Running { .. } => {
            of_server("request.state.starting")
        }
        ServerState::Retrying { failure, .. } => {
            of_server("request.state.retrying").with("reason", failure.summary.clone())
        }
        ServerState::Failed { failure } => of_server("request.state.failed")
            .with("reason", failure.summary.clone())
            .with("nextStep", failure.next_step.clone()),
    }
}
