//! Subscriptions of clients to resources: one at the server for each resource, however many clients follow it. And whose
//! calls run at which server, so that what a server says meanwhile reaches nobody else.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use usher_core::host::Host;
use usher_core::request_error::RequestError;
use usher_core::servers::Follow;
use usher_types::id::ServerId;

/// A resource of a server.
type Subject = (ServerId, String);

/// Which connections follow what, and whose calls run where.
pub(crate) struct Subscriptions {
    host: Host,
    state: Mutex<State>,
    /// Held while a server is asked, so that the last to leave and the first to come do not meet.
    asking: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    followers: HashMap<Subject, Followers>,
    /// The calls of each connection that run at a server, by their numbers.
    calls: HashMap<ServerId, HashMap<u64, BTreeSet<u64>>>,
    next_call: u64,
}

#[derive(Default)]
struct Followers {
    sessions: HashSet<u64>,
    /// Whether the person followed it before any client did.
    is_of_person: bool,
}

/// A call that runs at a server, until dropped.
pub(crate) struct RunningAt<'a> {
    of: &'a Subscriptions,
    server: ServerId,
    session: u64,
    call: u64,
}

impl Subscriptions {
    pub(crate) fn new(host: Host) -> Self {
        Self {
            host,
            state: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
        }
    }

    /// Follows a resource for a connection; the server is asked for the first only.
    pub(crate) async fn follow(&self, session: u64, subject: &Subject) -> Result<(), RequestError> {
        let _asking = self.asking.lock().await;
        let is_first = !self.lock().followers.contains_key(subject);
        let mut is_of_person = false;
        if is_first {
            let resources = self.host.resources();
            is_of_person = resources.followed(&subject.0)?.contains(&subject.1);
            if !is_of_person {
                resources.follow(&subject.0, &subject.1, Follow::On).await?;
            }
        }
        let mut state = self.lock();
        let followers = state.followers.entry(subject.clone()).or_default();
        followers.is_of_person |= is_of_person;
        followers.sessions.insert(session);
        Ok(())
    }

    /// Follows a resource no longer; the server hears of the last only.
    pub(crate) async fn unfollow(&self, session: u64, subject: &Subject) {
        let _asking = self.asking.lock().await;
        let is_last = {
            let mut state = self.lock();
            let Some(followers) = state.followers.get_mut(subject) else {
                return;
            };
            followers.sessions.remove(&session);
            let is_last = followers.sessions.is_empty() && !followers.is_of_person;
            if followers.sessions.is_empty() {
                state.followers.remove(subject);
            }
            is_last
        };
        if is_last {
            // A server that has gone follows nothing.
            let _ = self
                .host
                .resources()
                .follow(&subject.0, &subject.1, Follow::Off)
                .await;
        }
    }

    /// Whether a connection follows a resource.
    pub(crate) fn follows(&self, session: u64, server: &ServerId, uri: &str) -> bool {
        let subject = (server.clone(), uri.to_owned());
        let state = self.lock();
        state
            .followers
            .get(&subject)
            .is_some_and(|followers| followers.sessions.contains(&session))
    }

    /// Ends what a connection follows.
    pub(crate) async fn end(&self, session: u64) {
        let followed: Vec<_> = {
            let state = self.lock();
            let followers = state.followers.iter();
            followers
                .filter(|(_, followers)| followers.sessions.contains(&session))
                .map(|(subject, _)| subject.clone())
                .collect()
        };
        for subject in followed {
            self.unfollow(session, &subject).await;
        }
    }

    /// Takes note that a call of a connection runs at a server.
    pub(crate) fn runs_at(&self, server: ServerId, session: u64) -> RunningAt<'_> {
        let mut state = self.lock();
        let call = state.next_call;
        state.next_call += 1;
        let of_server = state.calls.entry(server.clone()).or_default();
        of_server.entry(session).or_default().insert(call);
        drop(state);
        RunningAt {
            of: self,
            server,
            session,
            call,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningAt<'_> {
    /// Whether this call tells its client what the server says meanwhile: no other client's call runs there, and no
    /// earlier one of its own.
    pub(crate) fn hears(&self, server: &ServerId) -> bool {
        let state = self.of.lock();
        let callers = state.calls.get(server).filter(|callers| callers.len() == 1);
        let own = callers.and_then(|callers| callers.get(&self.session));
        *server == self.server && own.and_then(BTreeSet::first) == Some(&self.call)
    }
}

impl Drop for RunningAt<'_> {
    fn drop(&mut self) {
        let mut state = self.of.lock();
        let Some(callers) = state.calls.get_mut(&self.server) else {
            return;
        };
        if let Some(running) = callers.get_mut(&self.session) {
            running.remove(&self.call);
            if running.is_empty() {
                callers.remove(&self.session);
            }
        }
        if callers.is_empty() {
            state.calls.remove(&self.server);
        }
    }
}
