//! The states around a sign-in: a server that wants one, the wait for the browser, and what comes after.

use std::sync::Arc;

use tokio_util::task::AbortOnDropHandle;
use usher_mcp::Challenge;

use super::Supervisor;
use crate::servers::access;
use crate::servers::failure;
use crate::servers::state::State;
use crate::signin::{Attempt, SignInError};

impl Supervisor {
    /// The server wants something only the person can give: more rights, or another sign-in.
    pub(super) fn was_refused(&mut self, challenge: Challenge) {
        let wants_more = challenge.wants_more();
        self.room.access(|held| held.wanted = Some(challenge));
        if wants_more {
            // Everything else still works.
            self.room.tell();
            return;
        }
        let reason = failure::of_sign_out(&self.room.definition());
        self.leave(&reason);
        self.state = State::NeedsSignIn { reason };
    }

    pub(super) fn wait_for_browser(&mut self, attempt: Attempt) {
        if let State::Disabled = self.state {
            return;
        }
        self.leave("You are signing in.");
        self.state = State::SigningIn {
            since_at: self.around.clock.now_ms(),
            issuer: attempt.issuer().to_owned(),
            work: AbortOnDropHandle::new(tokio::spawn(access::wait(
                Arc::clone(&self.room),
                Arc::clone(&self.around),
                attempt,
            ))),
        };
    }

    pub(super) fn signed_in(&mut self, result: Result<(), SignInError>) {
        match result {
            Ok(()) => self.begin(0),
            Err(error) => {
                self.state = State::NeedsSignIn {
                    reason: error.to_string(),
                };
            }
        }
    }
}
