//! What calls of clients are bound to: whether they may begin, wait for the person, and run.
//!
//! Not here: who the clients are and what each may see (`clients`).

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_util::sync::CancellationToken;

use crate::limits;
use usher_types::caller::Caller;
use usher_types::client::{ClientStatus, KnownClient};
use usher_types::id::ClientId;

/// What a call is bound to from its beginning. What the person takes back stays taken back for it, also if the client is
/// allowed again later. Clones share it.
#[derive(Debug, Clone)]
pub struct ClientAccess {
    /// Cancelled when the client is paused, blocked or removed: nothing is asked or sent any more.
    suspended: CancellationToken,
    /// Cancelled when the client is blocked or removed: what runs ends, too.
    ended: CancellationToken,
    /// The questions about its calls that may be open.
    questions: Arc<Semaphore>,
    /// Counts how often the person has declined all calls that wait.
    declined: Arc<watch::Sender<u64>>,
}

impl Default for ClientAccess {
    fn default() -> Self {
        Self {
            suspended: CancellationToken::new(),
            ended: CancellationToken::new(),
            questions: Arc::new(Semaphore::new(limits::CLIENT_QUESTIONS)),
            declined: Arc::default(),
        }
    }
}

/// What became of a call that waits until it may be asked about.
pub(crate) enum Place {
    /// It may be asked about until this is dropped.
    Free(OwnedSemaphorePermit),
    /// The person has declined all calls of the client.
    Declined,
}

impl ClientAccess {
    /// A place among the questions of the client, if there is one now.
    pub(crate) fn free_place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.questions).try_acquire_owned().ok()
    }

    /// Waits for a place among the questions of the client.
    pub(crate) async fn place(&self) -> Place {
        let mut declined = self.declined.subscribe();
        tokio::select! {
            biased;
            // Its sender is here.
            _ = declined.changed() => Place::Declined,
            place = Arc::clone(&self.questions).acquire_owned() => match place {
                Ok(place) => Place::Free(place),
                // It is never closed.
                Err(_) => Place::Declined,
            },
        }
    }

    /// Of a client that may not begin anything. What it began before goes on.
    fn of_suspended() -> Self {
        let access = Self::default();
        access.suspended.cancel();
        access
    }

    /// Whether the person has paused, blocked or removed the client since.
    pub fn is_suspended(&self) -> bool {
        self.suspended.is_cancelled()
    }

    /// Whether the person has blocked or removed the client since.
    pub fn is_ended(&self) -> bool {
        self.ended.is_cancelled()
    }

    /// Returns once the client is paused, blocked or removed.
    pub async fn suspended(&self) {
        self.suspended.cancelled().await;
    }

    /// Returns once the client is blocked or removed.
    pub async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// A token of a call that is not sent yet.
    pub(crate) fn unsent_token(&self) -> CancellationToken {
        self.suspended.child_token()
    }

    /// A token of a call that its server works on.
    pub(crate) fn running_token(&self) -> CancellationToken {
        self.ended.child_token()
    }

    fn allow(&mut self) {
        if self.is_ended() {
            *self = Self::default();
        } else if self.is_suspended() {
            self.suspended = CancellationToken::new();
        }
    }

    fn suspend(&mut self) {
        self.suspended.cancel();
        if self.is_ended() {
            self.ended = CancellationToken::new();
        }
    }

    fn end(&self) {
        self.suspended.cancel();
        self.ended.cancel();
    }
}

/// The access of each client. Clones share it.
#[derive(Clone, Default)]
pub struct ClientAccesses(Arc<Mutex<HashMap<ClientId, ClientAccess>>>);

impl ClientAccesses {
    /// What a call of this caller is bound to. Only clients are ever suspended.
    pub(crate) fn of(&self, caller: &Caller) -> ClientAccess {
        caller
            .client()
            .map_or_else(ClientAccess::default, |client| self.of_client(client))
    }

    /// What a call of a client is bound to. One that is not known may begin nothing.
    pub fn of_client(&self, client: &ClientId) -> ClientAccess {
        let known = self.0.lock().get(client).cloned();
        known.unwrap_or_else(ClientAccess::of_suspended)
    }

    /// Takes note of what the person has decided about a client.
    pub fn follow(&self, client: &KnownClient) {
        let mut all = self.0.lock();
        let access = all
            .entry(client.id.clone())
            .or_insert_with(ClientAccess::of_suspended);
        match client.status {
            ClientStatus::Allowed => access.allow(),
            // What ran before its row was doubted goes on.
            ClientStatus::Paused | ClientStatus::Waiting => access.suspend(),
            ClientStatus::Refused => access.end(),
        }
    }

    /// Declines what waits until it may be asked about.
    pub(crate) fn decline_waiting(&self, client: &ClientId) {
        if let Some(access) = self.0.lock().get(client) {
            access.declined.send_modify(|count| *count += 1);
        }
    }

    /// Takes note that a client is removed.
    pub fn remove(&self, client: &ClientId) {
        if let Some(access) = self.0.lock().remove(client) {
            access.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use usher_types::client::{ClientIdentity, ClientProfile, ClientProgram};

    fn client(status: ClientStatus) -> KnownClient {
        KnownClient {
            id: "editor".into(),
            name: "Editor".to_owned(),
            connects_as: "Editor".to_owned(),
            program: ClientProgram::default(),
            status,
            profile: ClientProfile::default(),
            token: None,
            key: None,
            identity: ClientIdentity::Whole,
            created_at: 0,
            decided_at: None,
            seen_at: 0,
        }
    }

    #[test]
    fn what_was_taken_back_stays_so_for_what_was_begun_before() {
        use ClientStatus::{Allowed, Paused, Refused, Waiting};
        // What is decided after the beginning, and whether it is suspended or ended by then; a call begun now: the same.
        let cases: [(&[ClientStatus], [bool; 2], [bool; 2]); 8] = [
            (&[], [false, false], [false, false]),
            (&[Paused], [true, false], [true, false]),
            (&[Paused, Allowed], [true, false], [false, false]),
            (&[Refused], [true, true], [true, true]),
            (&[Refused, Allowed], [true, true], [false, false]),
            (&[Paused, Refused], [true, true], [true, true]),
            (&[Paused, Allowed, Refused], [true, true], [true, true]),
            (&[Waiting], [true, false], [true, false]),
        ];
        for (decided, before, now) in cases {
            let all = ClientAccesses::default();
            all.follow(&client(Allowed));
            let begun = all.of_client(&"editor".into());
            for status in decided {
                all.follow(&client(*status));
            }
            let shown = |access: &ClientAccess| [access.is_suspended(), access.is_ended()];
            assert_eq!(shown(&begun), before, "begun before {decided:?}");
            let again = all.of_client(&"editor".into());
            assert_eq!(shown(&again), now, "begun after {decided:?}");
        }
    }

    #[test]
    fn a_removed_client_begins_nothing_and_what_it_began_ends() {
        let all = ClientAccesses::default();
        all.follow(&client(ClientStatus::Allowed));
        let editor = "editor".into();
        let begun = all.of_client(&editor);
        assert!(!begun.is_suspended());
        all.remove(&editor);
        assert!(begun.is_ended());
        assert!(all.of_client(&editor).is_suspended());
        assert!(!all.of(&Caller::Person).is_suspended(), "the person may");
    }
}
