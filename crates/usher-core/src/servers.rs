//! The configured servers: what each is doing, and everything that changes which there are.
//!
//! One room and one supervisor task per server. Changes of the configuration happen one at a time, so
//! that the database and the supervisors hear of them in the same order.

mod access;
mod consent;
mod copy;
mod edit;
mod failure;
mod heard;
mod launch;
mod lines;
mod logging;
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

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::join_all;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument as _;

pub use access::SignInFault;
pub use consent::LaunchReview;
pub use edit::ServerError;
pub use failure::advice;
pub use probe::{Errand, Findings, Probe, ProbedList, Yield, probe};
pub use removal::RemovedServer;
pub(crate) use removal::finish_removals;
pub use request::RequestError;
pub(crate) use room::Room;
pub use room::{Follow, ServerDetail};
pub use takeover::{Offer, Offered};
pub use trial::{TestReport, TestStep};
pub(crate) use waiting::watch_waiting;
pub(crate) use wake::watch_surroundings;

use crate::host::Surroundings;
use crate::wire::RingLimits;
use room::Agreement;
use supervisor::Command;
use usher_config::definition::{ConfiguredServer, Label};
use usher_types::id::ServerId;

/// Commands that may wait for one supervisor, which never waits itself.
const ORDERS_WAITING: usize = 16;

/// All servers of a host.
pub(crate) struct Servers {
    around: Arc<Surroundings>,
    /// In the person's order.
    rooms: Mutex<Vec<Arc<Room>>>,
    /// Held while the configuration changes.
    edit: tokio::sync::Mutex<()>,
}

impl Servers {
    /// Reads the configuration and starts what is on. What went wrong comes back as notices.
    pub(crate) async fn load(around: &Arc<Surroundings>) -> (Self, Vec<String>) {
        let servers = Self {
            around: Arc::clone(around),
            rooms: Mutex::default(),
            edit: tokio::sync::Mutex::default(),
        };
        match around.store.list_servers().await {
            Err(error) => {
                let notice = format!("The servers could not be read: {error}");
                (servers, vec![notice])
            }
            Ok(configured) => {
                for server in configured {
                    let enabled = server.enabled;
                    let room = servers.admit(server);
                    if enabled {
                        servers.order(&room, Command::Enable).await;
                    }
                }
                (servers, Vec::new())
            }
        }
    }

    /// All rooms, in the person's order.
    pub(crate) fn rooms(&self) -> Vec<Arc<Room>> {
        self.lock().clone()
    }

    pub(crate) fn room(&self, id: &ServerId) -> Option<Arc<Room>> {
        self.lock().iter().find(|room| &room.id == id).cloned()
    }

    /// Stops all servers and their supervisors.
    pub(crate) async fn end_all(&self) {
        let _edit = self.edit.lock().await;
        let rooms = self.rooms();
        join_all(rooms.iter().map(|room| self.order(room, Command::End))).await;
    }

    /// Makes a room at the end of the order, with a supervisor that waits for orders.
    fn admit(&self, server: ConfiguredServer) -> Arc<Room> {
        let (orders, arriving) = mpsc::channel(ORDERS_WAITING);
        let agreement = Agreement {
            agreed_to: self.around.store.has_agreed(&server),
            definition: Arc::new(server.definition.clone()),
        };
        let room = Arc::new(Room::new(
            server,
            agreement,
            RingLimits::from(&*self.around.settings.borrow()),
            self.around.events.clone(),
            orders,
        ));
        let span = tracing::info_span!("server", id = %room.id);
        tokio::spawn(
            supervisor::run(Arc::clone(&room), Arc::clone(&self.around), arriving).instrument(span),
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
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
