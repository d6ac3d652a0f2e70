//! The states around a sign-in: a server that wants one, the wait for the browser, and what comes after.

use std::sync::Arc;

use tokio_util::task::AbortOnDropHandle;
use usher_mcp::Challenge;

use super::Supervisor;
use crate::servers::access::{self, Ended};
use crate::servers::failure;
use crate::servers::state::State;
use usher_oauth::{Attempt, SignInError};

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
        self.room.catalog.forget_private();
        self.state = State::NeedsSignIn { reason };
    }

    pub(super) fn wait_for_browser(&mut self, attempt: Attempt) {
        let now = self.context.clock.now_ms();
        if let State::Disabled = self.state {
            let why = "The server was turned off.".to_owned();
            access::recorded(
                &self.room,
                &self.context,
                attempt.shown(),
                now,
                Err(Ended::Left(why)),
            );
            return;
        }
        self.leave("You are signing in.");
        self.state = State::SigningIn {
            since_at: now,
            shown: attempt.shown(),
            issuer: attempt.issuer().to_owned(),
            work: AbortOnDropHandle::new(tokio::spawn(access::wait(
                Arc::clone(&self.room),
                Arc::clone(&self.context),
                attempt,
            ))),
        };
    }

    /// Stops waiting for the browser.
    pub(super) fn cancel_sign_in(&mut self) {
        if let State::SigningIn { .. } = self.state {
            self.sign_in_ended(&self.state, Err(Ended::Cancelled));
            self.begin(0);
        }
    }

    /// A sign-in that was waited for is waited for no longer.
    pub(super) fn sign_in_left(&self, left: &State, why: &str) {
        self.sign_in_ended(left, Err(Ended::Left(why.to_owned())));
    }

    fn sign_in_ended(&self, state: &State, result: Result<(), Ended>) {
        if let State::SigningIn {
            since_at, shown, ..
        } = state
        {
            access::recorded(&self.room, &self.context, shown.clone(), *since_at, result);
        }
    }

    pub(super) fn signed_in(&mut self, result: Result<(), SignInError>) {
        let ended = result.as_ref().copied().map_err(Ended::of);
        self.sign_in_ended(&self.state, ended);
        match result {
            Ok(()) => {
                // Whoever signed in now need not be who was signed in before.
                self.room.catalog.forget_private();
                self.begin(0);
            }
            Err(error) => {
                self.state = State::NeedsSignIn {
                    reason: error.to_string(),
                };
            }
        }
    }
}
