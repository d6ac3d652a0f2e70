//! The states around a sign-in: a server that wants one, the wait for the browser, and what comes after.

use std::sync::Arc;

use usher_messages::Message;

use super::Supervisor;
use crate::servers::access::WantedAccess;
use crate::servers::sign_in_record::{self, SignInEnding};
use crate::servers::state::State;
use crate::servers::{failure, grants};
use tokio_util::task::AbortOnDropHandle;
use usher_oauth::{Attempt, SignInError};

impl Supervisor {
    /// The server wants something only the person can give: more rights, or another sign-in.
    pub(super) fn challenged(&mut self, wanted: WantedAccess) {
        let wants_more = wanted.challenge.wants_more();
        let was_signed_in = self.entry.access(|access| {
            access.wanted = Some(wanted);
            access.signed_in.is_some()
        });
        let is_open = !was_signed_in && self.entry.catalog.is_read();
        if wants_more || is_open {
            // Everything else still works.
            self.entry.publish();
            return;
        }
        let reason = failure::of_sign_out(&self.entry.definition());
        self.stop(reason.clone());
        self.entry.catalog.forget_private();
        self.state = State::NeedsSignIn { reason };
    }

    pub(super) fn wait_for_sign_in(&mut self, attempt: Attempt) {
        let now = self.context.clock.now_ms();
        if let State::Disabled = self.state {
            let why = Message::new("ended.disabled");
            sign_in_record::record(
                &self.entry,
                &self.context,
                attempt.shown(),
                now,
                Err(SignInEnding::Left(why)),
            );
            return;
        }
        self.stop(Message::new("ended.signingIn"));
        self.state = State::SigningIn {
            since_at: now,
            shown: attempt.shown(),
            issuer: attempt.issuer().to_owned(),
            work: AbortOnDropHandle::new(tokio::spawn(grants::wait(
                Arc::clone(&self.entry),
                Arc::clone(&self.context),
                attempt,
            ))),
        };
    }

    /// Stops waiting for the browser.
    pub(super) fn cancel_sign_in(&mut self) {
        if let State::SigningIn { .. } = self.state {
            self.sign_in_ended(&self.state, Err(SignInEnding::Cancelled));
            self.begin(0);
        }
    }

    /// A sign-in that was waited for is waited for no longer.
    pub(super) fn sign_in_abandoned(&self, left: &State, why: Message) {
        self.sign_in_ended(left, Err(SignInEnding::Left(why)));
    }

    fn sign_in_ended(&self, state: &State, result: Result<(), SignInEnding>) {
        if let State::SigningIn {
            since_at, shown, ..
        } = state
        {
            sign_in_record::record(&self.entry, &self.context, shown.clone(), *since_at, result);
        }
    }

    pub(super) fn signed_in(&mut self, result: Result<(), SignInError>) {
        let ended = result.as_ref().copied().map_err(SignInEnding::of);
        self.sign_in_ended(&self.state, ended);
        match result {
            Ok(()) => {
                // Whoever signed in now need not be who was signed in before.
                self.entry.catalog.forget_private();
                self.begin(0);
            }
            Err(error) => {
                self.state = State::NeedsSignIn {
                    reason: error.message(),
                };
            }
        }
    }
}
