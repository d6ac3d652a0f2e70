//! One start of a server, from its definition to a connection that is listed and watched.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{ClientIdentity, ConnectOptions, Connection, Limits};

use crate::catalog;
use crate::definition::ServerDefinition;
use crate::host::Surroundings;

use super::failure::StartFault;
use super::launch;
use super::room::{Follow, Room};
use super::state::Up;
use super::{pulse, pump};

/// Longest from the start of a server until its handshake is done; a first `npx` has to download.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_mins(1);

/// Servers are asked to log from this level on.
const LOG_LEVEL: &str = "info";

/// Events that may wait between the connection's reader and the pump.
pub(super) const EVENTS_WAITING: usize = 1024;

/// Starts the server. Dropping the future stops it again.
pub(super) async fn start(
    room: Arc<Room>,
    around: Arc<Surroundings>,
    definition: Arc<ServerDefinition>,
    previous_gone: CancellationToken,
) -> Result<Up, StartFault> {
    // Two processes of one server at a time would fight over ports and files.
    previous_gone.cancelled().await;
    let _slot = around
        .starts
        .acquire()
        .await
        .map_err(|_| StartFault::Broken("Usher is closing".into()))?;
    let launch = launch::prepare(&around, &definition.transport).await?;
    room.begin_run(launch.redactor());

    let (events, arriving) = mpsc::channel(EVENTS_WAITING);
    let (closed_sender, closed) = oneshot::channel();
    tokio::spawn(pump::run(
        Arc::clone(&room),
        Arc::clone(&around),
        arriving,
        closed_sender,
    ));
    let connection = usher_mcp::connect(ConnectOptions {
        launch,
        client: identity(&around.version),
        era: usher_mcp::EraChoice::Auto,
        remembered: None,
        connect_timeout: CONNECT_TIMEOUT,
        request_timeout: around.request_timeout(),
        limits: Limits::default(),
        events,
        custody: around.custody.clone(),
    })
    .await
    .map_err(StartFault::Connect)?;
    let look_now = Arc::<Notify>::default();
    let pulse = tokio::spawn(pulse::watch(
        Arc::clone(&room),
        Arc::clone(&around),
        connection.clone(),
        Arc::clone(&look_now),
    ));
    let reader = {
        let (around, connection) = (Arc::clone(&around), connection.clone());
        tokio::spawn(async move {
            tokio::join!(
                settle_in(&room, &connection),
                catalog::keep_fresh(&room, &around, &connection),
            );
        })
    };
    Ok(Up {
        connection,
        closed,
        reader: AbortOnDropHandle::new(reader),
        pulse: AbortOnDropHandle::new(pulse),
        look_now,
    })
}

/// Asks the new connection for what the last one was asked for.
async fn settle_in(room: &Room, connection: &Connection) {
    // Servers without logging say so; nobody has to act on that.
    let _ = connection.set_log_level(LOG_LEVEL).await;
    for uri in room.followed() {
        if let Err(error) = connection.subscribe(&uri).await {
            tracing::info!(%error, "a resource is no longer followed");
            room.set_followed(&uri, Follow::Off);
        }
    }
}

/// Who Usher says it is.
pub(super) fn identity(version: &str) -> ClientIdentity {
    ClientIdentity {
        name: "usher".into(),
        title: "Usher".into(),
        version: version.to_owned(),
    }
}
