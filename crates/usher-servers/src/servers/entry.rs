//! Keeps what is known of one server: definition, state, lists, wire log and stderr.
//!
//! The supervisor alone changes the state shown here.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::mpsc;
use tokio::time::Instant;
use usher_mcp::{Agreed, Challenge, Connection, Direction, Endpoint, Frame, Redactor};
use usher_messages::Message;

use crate::catalog::Catalog;
use crate::events::{Events, HostEvent};
use crate::wire_log::{RingLimits, WireRing};
use usher_config::definition::{CachedProtocol, ConfiguredServer, ServerDefinition};
use usher_types::content::ThemedIcon;
use usher_types::group::ServerGroup;
use usher_types::id::ServerId;
use usher_types::review::ReviewCounts;
use usher_types::signed_in::{MissingAccess, SignedIn};
use usher_types::text;

use super::access::{self, AccessState};
use super::command::SentCommand;
use crate::servers::line_buffer::LineBuffer;
use crate::snapshot::{Negotiated, ProgramChange, ServerSnapshot, ServerState};
use usher_types::log_level::LogLevel;

/// One server as the rest of the host sees it.
pub struct ServerEntry {
    pub id: ServerId,
    pub(crate) created_at: i64,
    pub catalog: Catalog,
    /// Held while the server is asked to tell of a resource or no longer to, so that the last follower to leave and the
    /// first to come do not meet.
    pub subscribing: tokio::sync::Mutex<()>,
    /// Held while what it declares is counted against its pins.
    pub review_turn: tokio::sync::Mutex<()>,
    pub(super) commands: mpsc::Sender<SentCommand>,
    events: Events,
    wire: Mutex<WireRing>,
    /// When the server last sent anything.
    last_received_at: Mutex<Instant>,
    inner: Mutex<Inner>,
    /// Held from reading what the row shows until it is sent, so that the last event is the newest.
    publishing: Mutex<()>,
}

/// The definition, and whether the person agreed to exactly it.
#[derive(Clone)]
pub struct Agreement {
    pub(crate) definition: Arc<ServerDefinition>,
    pub agreed_to: bool,
}

struct Inner {
    agreement: Agreement,
    /// The fingerprint of the transport of this definition.
    fingerprint: Option<(Arc<ServerDefinition>, String)>,
    group: Option<ServerGroup>,
    log_level: LogLevel,
    state: ServerState,
    connection: Option<Connection>,
    agreed: Option<Arc<Agreed>>,
    endpoint: Option<Endpoint>,
    cached_protocol: Option<CachedProtocol>,
    access: AccessState,
    icon: Option<ThemedIcon>,
    redactor: Arc<Redactor>,
    stderr: LineBuffer,
    repairs: LineBuffer<Message>,
    followed: HashMap<String, HashSet<Follower>>,
    /// Followed resources whose thumbnail was not drawn since they changed.
    outdated: HashSet<String>,
    /// What is being read through a template, and through which.
    reading: Vec<(String, String)>,
    /// Pages of apps that were read, by their URI, each as what the person agrees to.
    ui_resources: Vec<(String, serde_json::Value)>,
    review: ReviewCounts,
    /// Since when something of it waits for the person, Unix ms.
    needs_since: Option<i64>,
    program_changed: Option<ProgramChange>,
}

impl Inner {
    /// Takes note of when something began to wait for the person.
    fn mark_need(&mut self, now_ms: i64) {
        let need = self.state.need(self.review.changed);
        self.needs_since = need.map(|_| self.needs_since.unwrap_or(now_ms));
    }
}

/// Returns what a server requires beside what it has; `None` = nothing that the person can give while it runs.
fn wanted_access(challenge: &Challenge, state: &ServerState) -> Option<MissingAccess> {
    if challenge.wants_more() {
        let scope = challenge.scope.clone()?;
        return Some(MissingAccess::Scope { scope });
    }
    matches!(state, ServerState::Running { .. }).then_some(MissingAccess::SignIn)
}

#[derive(Debug, Clone)]
pub struct ServerDetail {
    /// What its row shows.
    pub snapshot: ServerSnapshot,
    /// Returns the cached protocol of its present definition.
    pub cached_protocol: Option<CachedProtocol>,
    /// That the person has signed in to it.
    pub signed_in: Option<SignedIn>,
    /// What the server requires beside what the person gave it.
    pub wants_access: Option<MissingAccess>,
    /// Returns what the last handshake negotiated.
    pub agreed: Option<Arc<Agreed>>,
    /// The end of its stderr, oldest first. Server text.
    pub stderr: Vec<String>,
    /// The number of the line after it.
    pub stderr_next_seq: u64,
    /// What had to be repaired in its messages, newest last.
    pub repairs: Vec<Message>,
}

impl ServerEntry {
    pub(super) fn new(
        server: ConfiguredServer,
        agreement: Agreement,
        wire_limits: RingLimits,
        events: Events,
        commands: mpsc::Sender<SentCommand>,
    ) -> Self {
        Self {
            catalog: Catalog::new(server.id.clone(), events.clone()),
            subscribing: tokio::sync::Mutex::default(),
            review_turn: tokio::sync::Mutex::default(),
            id: server.id,
            created_at: server.created_at,
            commands,
            events,
            wire: Mutex::new(WireRing::new(wire_limits)),
            last_received_at: Mutex::new(Instant::now()),
            inner: Mutex::new(Inner {
                agreement,
                fingerprint: None,
                group: server.group,
                log_level: server.log_level,
                state: ServerState::Disabled,
                connection: None,
                agreed: None,
                endpoint: None,
                cached_protocol: server.cached_protocol,
                access: AccessState {
                    signed_in: server.sign_in,
                    ..AccessState::default()
                },
                icon: None,
                redactor: Arc::default(),
                stderr: LineBuffer::default(),
                repairs: LineBuffer::default(),
                followed: HashMap::new(),
                outdated: HashSet::new(),
                reading: Vec::new(),
                ui_resources: Vec::new(),
                review: ReviewCounts::default(),
                needs_since: None,
                program_changed: None,
            }),
            publishing: Mutex::new(()),
        }
    }

    pub(crate) fn snapshot(&self) -> ServerSnapshot {
        let counts = self.catalog.counts();
        let inner = self.inner.lock();
        ServerSnapshot {
            id: self.id.clone(),
            definition: ServerDefinition::clone(&inner.agreement.definition),
            group: inner.group.clone(),
            state: inner.state.clone(),
            icon: inner.icon.clone(),
            negotiated: inner
                .agreed
                .as_deref()
                .map(|agreed| negotiated(agreed, inner.endpoint.as_ref())),
            counts,
            log_level: inner.log_level,
            review: inner.review,
            needs_since: inner.needs_since,
            program_changed: inner.program_changed.clone(),
            created_at: self.created_at,
        }
    }

    pub(crate) fn detail(&self) -> ServerDetail {
        let snapshot = self.snapshot();
        let inner = self.inner.lock();
        let wants_access = access::resource(&inner.agreement.definition.transport)
            .and_then(|server| inner.access.wanted_at(&server))
            .and_then(|challenge| wanted_access(challenge, &snapshot.state));
        ServerDetail {
            cached_protocol: inner
                .cached_protocol
                .clone()
                .filter(|cached| cached.fits(&snapshot.definition)),
            snapshot,
            signed_in: inner.access.signed_in.clone(),
            wants_access,
            agreed: inner.agreed.clone(),
            stderr: inner.stderr.to_vec(),
            stderr_next_seq: inner.stderr.next_seq(),
            repairs: inner.repairs.to_vec(),
        }
    }

    pub fn definition(&self) -> Arc<ServerDefinition> {
        Arc::clone(&self.inner.lock().agreement.definition)
    }

    /// Returns the fingerprint of what is started or reached.
    pub(super) fn transport_fingerprint(&self) -> String {
        let mut inner = self.inner.lock();
        let definition = &inner.agreement.definition;
        match &inner.fingerprint {
            Some((of, known)) if Arc::ptr_eq(of, definition) => known.clone(),
            _ => {
                let definition = Arc::clone(definition);
                let made = definition.transport.fingerprint();
                inner.fingerprint = Some((definition, made.clone()));
                made
            }
        }
    }

    pub fn agreement(&self) -> Agreement {
        self.inner.lock().agreement.clone()
    }

    pub(super) fn set_agreement(&self, agreement: Agreement) {
        self.inner.lock().agreement = agreement;
    }

    /// The group it is listed in.
    pub(super) fn group(&self) -> Option<ServerGroup> {
        self.inner.lock().group.clone()
    }

    pub(super) fn set_group(&self, group: Option<ServerGroup>) {
        self.inner.lock().group = group;
    }

    pub(super) fn cached_protocol(&self) -> Option<CachedProtocol> {
        self.inner.lock().cached_protocol.clone()
    }

    pub(super) fn set_cached_protocol(&self, cached_protocol: Option<CachedProtocol>) {
        self.inner.lock().cached_protocol = cached_protocol;
    }

    pub(super) fn log_level(&self) -> LogLevel {
        self.inner.lock().log_level
    }

    pub(super) fn set_log_level(&self, level: LogLevel) {
        self.inner.lock().log_level = level;
    }

    /// Looks at, or changes, what is known of the access to it.
    pub(super) fn access<T>(&self, change: impl FnOnce(&mut AccessState) -> T) -> T {
        change(&mut self.inner.lock().access)
    }

    /// The user's label of it.
    pub fn label(&self) -> String {
        self.inner.lock().agreement.definition.label.to_string()
    }

    pub fn state(&self) -> ServerState {
        self.inner.lock().state.clone()
    }

    /// The connection, while the server runs.
    pub fn connection(&self) -> Result<Connection, Box<ServerState>> {
        let inner = self.inner.lock();
        inner
            .connection
            .clone()
            .ok_or_else(|| Box::new(inner.state.clone()))
    }

    pub fn redactor(&self) -> Arc<Redactor> {
        Arc::clone(&self.inner.lock().redactor)
    }

    pub(crate) fn wire(&self) -> MutexGuard<'_, WireRing> {
        self.wire.lock()
    }

    /// Whether somebody follows a resource.
    pub fn is_followed_by(&self, uri: &str, follower: Follower) -> bool {
        let inner = self.inner.lock();
        let followers = inner.followed.get(uri);
        followers.is_some_and(|followers| followers.contains(&follower))
    }

    /// URIs whose changes are followed, and by whom.
    pub fn followed(&self) -> HashMap<String, HashSet<Follower>> {
        self.inner.lock().followed.clone()
    }

    /// Notes who follows a resource from now on.
    pub fn add_follower(&self, uri: &str, follower: Follower) {
        let mut inner = self.inner.lock();
        let followers = inner.followed.entry(uri.to_owned()).or_default();
        followers.insert(follower);
    }

    /// Notes who follows a resource no longer. Returns whether nobody does any more.
    pub fn remove_follower(&self, uri: &str, follower: Follower) -> bool {
        let mut inner = self.inner.lock();
        let Some(followers) = inner.followed.get_mut(uri) else {
            return false;
        };
        let was_one = followers.remove(&follower);
        let is_last = followers.is_empty();
        if is_last {
            inner.followed.remove(uri);
        }
        was_one && is_last
    }

    /// Notes that a resource is followed no longer by anybody.
    pub(crate) fn forget_followers(&self, uri: &str) {
        self.inner.lock().followed.remove(uri);
    }

    /// Notes that a followed resource changed, so that its thumbnail is drawn anew.
    pub(crate) fn note_updated(&self, uri: &str) {
        let mut inner = self.inner.lock();
        if inner.followed.contains_key(uri) {
            inner.outdated.insert(uri.to_owned());
        }
    }

    /// Whether a resource changed since its thumbnail was drawn. An update that comes from now on is a new one.
    pub fn take_updated(&self, uri: &str) -> bool {
        self.inner.lock().outdated.remove(uri)
    }

    /// Templates through which this resource is being read.
    pub fn templates_of(&self, uri: &str) -> Vec<String> {
        let inner = self.inner.lock();
        let through = inner.reading.iter().filter(|(read, _)| read == uri);
        through.map(|(_, template)| template.clone()).collect()
    }

    /// A resource is read through a template, or is so no longer.
    pub fn change_reading(&self, change: impl FnOnce(&mut Vec<(String, String)>)) {
        change(&mut self.inner.lock().reading);
    }

    /// Pages of apps that were read, by their URI.
    pub fn ui_resources(&self) -> Vec<(String, serde_json::Value)> {
        self.inner.lock().ui_resources.clone()
    }

    /// The page of an app was read, and is this now.
    pub fn set_ui_resource(&self, uri: &str, definition: serde_json::Value) {
        let mut inner = self.inner.lock();
        inner.ui_resources.retain(|(other, _)| other != uri);
        inner.ui_resources.push((uri.to_owned(), definition));
    }

    /// A new run begins: what the program of the last one said is over, and these secrets are in play. What the person
    /// typed in earlier runs stays secret.
    pub(super) fn begin_run(&self, redactor: Redactor) {
        let mut inner = self.inner.lock();
        redactor.learn_from(&inner.redactor);
        inner.redactor = Arc::new(redactor);
        inner.stderr.clear();
        inner.repairs.clear();
    }

    pub(super) fn last_received_at(&self) -> Instant {
        *self.last_received_at.lock()
    }

    pub(super) fn log_frame(&self, frame: &Frame, at: i64) {
        if frame.direction == Direction::In {
            *self.last_received_at.lock() = Instant::now();
        }
        self.wire().push(frame, at);
    }

    /// Keeps a line; gives its number, and how it may be shown.
    pub(super) fn log_stderr(&self, line: &str) -> (u64, String) {
        let line = text::visible_output(line);
        (self.inner.lock().stderr.push(line.clone()), line)
    }

    /// Keeps and publishes why a request of the server was declined, unless that was the last to be kept.
    pub fn add_refusal(&self, note: Message) {
        if self.inner.lock().repairs.last() != Some(&note) {
            self.add_repairs([note]);
        }
    }

    /// Keeps and publishes repairs of the server's messages.
    pub(crate) fn add_repairs(&self, notes: impl IntoIterator<Item = Message>) {
        for note in notes {
            self.inner.lock().repairs.push(note);
        }
        let server = self.id.clone();
        self.events.send(HostEvent::ServerRepaired { server });
    }

    /// What the server says of itself, before its connection is handed out: its lists are read already.
    pub(super) fn set_agreed(&self, agreed: &Agreed) {
        self.inner.lock().agreed = Some(Arc::new(agreed.clone()));
    }

    /// How its program has changed, until the person dismisses it.
    pub(super) fn set_program_changed(&self, change: Option<ProgramChange>) {
        self.inner.lock().program_changed = change;
    }

    /// What the server says of itself.
    pub fn agreed(&self) -> Option<Arc<Agreed>> {
        self.inner.lock().agreed.clone()
    }

    /// How much of it waits for the person's look.
    pub fn set_review(&self, review: ReviewCounts, now_ms: i64) {
        let mut inner = self.inner.lock();
        inner.review = review;
        inner.mark_need(now_ms);
    }

    /// The server is connected: requests go to this connection from now on.
    pub(super) fn connected(&self, connection: Connection, icon: Option<ThemedIcon>) {
        let mut inner = self.inner.lock();
        inner.agreed = Some(Arc::new(connection.agreed().clone()));
        inner.endpoint = connection.endpoint().cloned();
        inner.icon = icon;
        inner.connection = Some(connection);
    }

    /// Requests fail from now on.
    pub(super) fn disconnected(&self) {
        self.inner.lock().connection = None;
    }

    /// Sets the state, and publishes the row if it has changed.
    pub(super) fn set_state(&self, state: ServerState, now_ms: i64) {
        {
            let mut inner = self.inner.lock();
            if inner.state == state {
                return;
            }
            inner.state = state;
            inner.mark_need(now_ms);
        }
        self.publish();
    }

    /// Publishes what the row shows now.
    pub fn publish(&self) {
        let _order = self.publishing.lock();
        self.events
            .send(HostEvent::ServerChanged(Box::new(self.snapshot())));
    }
}

/// Who follows changes of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Follower {
    Person,
    /// A connection of a client or a part of one, by its number.
    Client(u64),
}

impl Follower {
    /// Another one for a client.
    pub fn of_client() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self::Client(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

pub(super) fn negotiated(agreed: &Agreed, endpoint: Option<&Endpoint>) -> Negotiated {
    Negotiated {
        protocol_version: agreed.protocol_version.clone(),
        era: agreed.era,
        found: agreed.found,
        endpoint: endpoint.cloned(),
        server_name: agreed.name.clone(),
        server_title: agreed.title.clone(),
        server_version: agreed.version.clone(),
        can_subscribe: agreed.capabilities["resources"]["subscribe"]
            == serde_json::Value::Bool(true),
    }
}
