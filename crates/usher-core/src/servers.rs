//! The configured servers: what each is doing, and everything that changes which there are.
//!
//! One room and one supervisor task per server. Changes of the configuration happen one at a time, so
//! that the database and the supervisors hear of them in the same order.

mod access;
mod consent;
mod context;
mod copy;
mod edit;
mod failure;
mod heard;
mod launch;
mod lines;
mod lists;
mod logging;
mod observer;
mod probe;
mod program;
mod pulse;
mod pump;
mod removal;
mod request;
mod room;
mod start;
mod state;
mod supervisor;
mod takeover;
mod trial;
mod waiting;
mod wake;
mod wire_log;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use futures::future::join_all;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument as _;

pub use access::SignInFault;
pub use consent::LaunchReview;
pub(crate) use context::Context;
pub use edit::ServerError;
pub use failure::advice;
pub use launch::DemoProgram;
pub(crate) use observer::ServerObserver;
pub use probe::{Errand, Findings, Probe, ProbedList, Yield, probe};
pub use removal::RemovedServer;
pub(crate) use room::Room;
pub use room::{Follow, ServerDetail};
pub use takeover::{Offer, Offered};
pub use trial::{TestReport, TestStep};

use crate::request_error::RequestError;
use crate::wire::RingLimits;
use room::Agreement;
use supervisor::Command;
use usher_config::definition::{ConfiguredServer, Label};
use usher_types::id::ServerId;

/// Commands that may wait for one supervisor, which never waits itself.
const ORDERS_WAITING: usize = 16;

/// All servers of a host. Clones share them.
#[derive(Clone)]
pub struct Servers(Arc<Inner>);

struct Inner {
    context: Arc<Context>,
    /// In the person's order.
    rooms: Mutex<Vec<Arc<Room>>>,
    /// Held from the check of a draft until it is saved, so that labels stay free. The keyring may be waited for.
    drafts: tokio::sync::Mutex<()>,
    /// Held while the configuration changes; taken after `drafts`, and never while the keyring is waited for.
    edit: tokio::sync::Mutex<()>,
}

impl Servers {
    /// Reads the configuration and starts what is on. What went wrong comes back as notices.
    pub(crate) async fn open(context: Context) -> (Self, Vec<String>) {
        // From before the first server starts, so that none that waits for a secret is missed.
        let events = context.events.subscribe();
        let servers = Self(Arc::new(Inner {
            context: Arc::new(context),
            rooms: Mutex::default(),
            drafts: tokio::sync::Mutex::default(),
            edit: tokio::sync::Mutex::default(),
        }));
        let mut notices = Vec::new();
        match servers.context().store.list_servers().await {
            Err(error) => notices.push(format!("The servers could not be read: {error}")),
            Ok(configured) => {
                for server in configured {
                    let enabled = server.enabled;
                    let room = servers.admit(server);
                    if enabled {
                        servers.order(&room, Command::Enable).await;
                    }
                }
            }
        }
        servers.watch_waiting(events);
        servers.watch_network();
        servers.finish_removals();
        (servers, notices)
    }

    /// All rooms, in the person's order.
    pub(crate) fn rooms(&self) -> Vec<Arc<Room>> {
        self.lock().clone()
    }

    pub(crate) fn room(&self, id: &ServerId) -> Option<Arc<Room>> {
        self.lock().iter().find(|room| &room.id == id).cloned()
    }

    pub(crate) fn room_of(&self, id: &ServerId) -> Result<Arc<Room>, RequestError> {
        self.room(id).ok_or(RequestError::UnknownServer)
    }

    /// Replaces how much the wire log of each server may hold.
    pub(crate) fn set_wire_limits(&self, limits: RingLimits) {
        for room in self.rooms() {
            room.wire().set_limits(limits);
        }
    }

    /// Stops all servers and their supervisors.
    pub(crate) async fn end_all(&self) {
        let _edit = self.0.edit.lock().await;
        let rooms = self.rooms();
        join_all(rooms.iter().map(|room| self.order(room, Command::End))).await;
    }

    /// Makes a room at the end of the order, with a supervisor that waits for orders.
    fn admit(&self, server: ConfiguredServer) -> Arc<Room> {
        let (orders, arriving) = mpsc::channel(ORDERS_WAITING);
        let agreement = Agreement {
            agreed_to: self.context().store.has_agreed(&server),
            definition: Arc::new(server.definition.clone()),
        };
        let room = Arc::new(Room::new(
            server,
            agreement,
            RingLimits::from(&*self.context().settings.borrow()),
            self.context().events.clone(),
            orders,
        ));
        let span = tracing::info_span!("server", id = %room.id);
        tokio::spawn(
            supervisor::run(Arc::clone(&room), Arc::clone(self.context()), arriving)
                .instrument(span),
        );
        self.lock().push(Arc::clone(&room));
        room
    }

    /// Gives an order and waits until it is obeyed, which never takes long.
    async fn order(&self, room: &Room, command: Command) {
        let (done, obeyed) = oneshot::channel();
        // A supervisor that has ended has nothing left to obey with.
        if room.orders.send((command, done)).await.is_ok() {
            let _ = obeyed.await;
        }
    }

    fn labels(&self) -> Vec<Label> {
        self.labels_but(None)
    }

    fn labels_but(&self, except: Option<&ServerId>) -> Vec<Label> {
        self.lock()
            .iter()
            .filter(|room| Some(&room.id) != except)
            .map(|room| room.definition().label.clone())
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Room>>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn context(&self) -> &Arc<Context> {
        &self.0.context
    }

    /// A handle that does not keep the servers.
    fn downgrade(&self) -> WeakServers {
        WeakServers(Arc::downgrade(&self.0))
    }
}

/// A handle that does not keep the servers.
struct WeakServers(Weak<Inner>);

impl WeakServers {
    fn upgrade(&self) -> Option<Servers> {
        self.0.upgrade().map(Servers)
    }
}
