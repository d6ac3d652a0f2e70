//! Sessions of clients over HTTP: one for each `initialize`, and one connection for all requests without.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_core::clients::{ClientError, ClientSession, Clients};
use usher_types::client::TokenDigest;
use usher_types::id::ClientId;

use super::streams::Streams;
use crate::limits;
use crate::session::Session;
use crate::session::client_timeout::Transport;
use crate::session::outbox::{Outbox, Outgoing, Waiting};
use crate::{Gateway, token};

/// From this revision on, a stream begins with an event without data, and may be closed for a while.
const POLLS: &str = "2025-11-25";

/// A session with `initialize`.
pub(super) struct HttpSession {
    pub(super) client: ClientId,
    pub(super) session: Arc<Session>,
    pub(super) streams: Streams,
    used: Mutex<Instant>,
}

/// All of them.
#[derive(Default)]
pub(super) struct Sessions {
    legacy: Mutex<HashMap<String, Arc<HttpSession>>>,
    modern: tokio::sync::Mutex<HashMap<ClientId, Connected>>,
}

/// The connection that requests without `initialize` share.
struct Connected {
    connection: Arc<ClientSession>,
    used: Instant,
}

impl HttpSession {
    /// Begins one.
    pub(super) async fn begin(
        gateway: &Gateway,
        client: &ClientId,
    ) -> Result<Arc<Self>, ClientError> {
        let clients = gateway.0.context.host.clients();
        let connection = Arc::new(clients.connect_http(client).await?);
        let access = Access::of(clients, &connection);
        let ended = CancellationToken::new();
        let (outbox, outgoing) = Outbox::channel(ended.clone());
        let session = gateway.session(connection, Transport::Http, outbox, ended);
        let begun = Arc::new(Self {
            client: client.clone(),
            session,
            streams: Streams::default(),
            used: Mutex::new(Instant::now()),
        });
        tokio::spawn(Arc::clone(&begun.session).notify_of_changes());
        tokio::spawn(Arc::clone(&begun).route(outgoing, access));
        Ok(begun)
    }

    /// Puts what is said onto the streams it belongs to, until the session ends.
    async fn route(self: Arc<Self>, mut outgoing: Waiting, access: Access) {
        let ended = self.session.ended.clone();
        let _guard = ended.clone().drop_guard();
        let revoked = access.revoked();
        tokio::pin!(revoked);
        loop {
            let message = tokio::select! {
                () = ended.cancelled() => break,
                () = &mut revoked => break,
                message = outgoing.recv() => message,
            };
            match message {
                Some(Outgoing::Told { line, about }) => {
                    self.streams.notify(about.as_deref(), line.into());
                }
                Some(Outgoing::Answer { line, of, .. }) => self.streams.answer(&of, line.into()),
                Some(Outgoing::NoAnswer { of }) => self.streams.leave(&of),
                Some(Outgoing::Break { of }) if self.polls() => self.streams.break_off(&of),
                Some(Outgoing::Break { .. }) => {}
                None => break,
            }
        }
        self.streams.end();
        self.session.end_following().await;
    }

    /// Whether the client comes back for the rest of a stream that was closed.
    pub(super) fn polls(&self) -> bool {
        // Revisions are dates, so that text is ordered as they are.
        self.session
            .revision()
            .is_some_and(|revision| revision >= POLLS)
    }

    fn touch(&self) {
        *self.used.lock() = Instant::now();
    }

    fn is_idle(&self) -> bool {
        let used = *self.used.lock();
        used.elapsed() > limits::HTTP_SESSION_IDLE
            && !self.session.is_busy()
            && !self.streams.is_read()
    }

    fn is_over(&self) -> bool {
        self.session.ended.is_cancelled()
    }
}

impl Sessions {
    /// Keeps a session under a name that nobody can guess; `None` = the client has too many.
    pub(super) fn keep(&self, session: &Arc<HttpSession>) -> Option<String> {
        let mut sessions = self.legacy.lock();
        sessions.retain(|_, one| !one.is_over());
        let of_client = |one: &&Arc<HttpSession>| one.client == session.client;
        if sessions.values().filter(of_client).count() >= limits::HTTP_SESSIONS {
            return None;
        }
        let name = token::unguessable();
        sessions.insert(name.clone(), Arc::clone(session));
        Some(name)
    }

    /// The session of this name, if it is of this client: those of others do not exist for it.
    pub(super) fn find(&self, name: &str, client: &ClientId) -> Option<Arc<HttpSession>> {
        let sessions = self.legacy.lock();
        let found = sessions.get(name)?;
        if found.client != *client || found.is_over() {
            return None;
        }
        found.touch();
        Some(Arc::clone(found))
    }

    /// Ends a session.
    pub(super) fn end(&self, name: &str) {
        if let Some(session) = self.legacy.lock().remove(name) {
            session.session.ended.cancel();
        }
    }

    /// The connection for requests without `initialize`.
    pub(super) async fn connection(
        &self,
        clients: &Clients,
        client: &ClientId,
    ) -> Result<Arc<ClientSession>, ClientError> {
        let mut modern = self.modern.lock().await;
        if let Some(found) = modern.get_mut(client)
            && clients.snapshot(client).is_ok()
        {
            found.used = Instant::now();
            return Ok(Arc::clone(&found.connection));
        }
        let connection = Arc::new(clients.connect_http(client).await?);
        let connected = Connected {
            connection: Arc::clone(&connection),
            used: Instant::now(),
        };
        modern.insert(client.clone(), connected);
        Ok(connection)
    }

    /// Ends what is not used any more.
    pub(super) async fn tidy(&self) {
        self.legacy.lock().retain(|_, one| {
            if one.is_idle() {
                one.session.ended.cancel();
            }
            !one.is_over()
        });
        self.modern.lock().await.retain(|_, one| {
            let is_used = Arc::strong_count(&one.connection) > 1;
            is_used || one.used.elapsed() <= limits::HTTP_CLIENT_IDLE
        });
    }

    /// Ends all of them.
    pub(super) async fn end_all(&self) {
        for (_, session) in self.legacy.lock().drain() {
            session.session.ended.cancel();
        }
        self.modern.lock().await.clear();
    }
}

/// What a client has shown, and whether it still holds.
pub(super) struct Access {
    clients: Clients,
    client: ClientId,
    token: Option<TokenDigest>,
    state: tokio::sync::watch::Receiver<usher_types::client::KnownClient>,
}

impl Access {
    pub(super) fn of(clients: &Clients, connection: &ClientSession) -> Self {
        Self {
            clients: clients.clone(),
            client: connection.id(),
            token: connection.client().token,
            state: connection.watch(),
        }
    }

    /// Returns once the client is forgotten or has another token.
    pub(super) async fn revoked(mut self) {
        while self.holds() {
            if self.state.changed().await.is_err() {
                return;
            }
        }
    }

    fn holds(&mut self) -> bool {
        let is_known = self.clients.snapshot(&self.client).is_ok();
        is_known && self.state.borrow_and_update().token == self.token
    }
}
