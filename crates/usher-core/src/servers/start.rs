//! One start of a server, from its definition to a connection that is listed and watched.

use std::sync::Arc;

use tokio::sync::{Notify, Semaphore, SemaphorePermit, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::launch::Launch;
use usher_mcp::{Access, Arriving, ClientIdentity, ConnectOptions, Connection};

use super::context::Context;
use crate::limits;
use usher_config::definition::{Recalled, ServerDefinition, Transport, Verdict, casts_doubt};

use super::failure::StartFault;
use super::launch;
use super::room::{Follow, Room};
use super::state::Up;
use super::{access, lists, program, pulse, pump};

/// How far a start is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// It waits until fewer others are starting.
    Queued,
    Starting,
}

/// Starts the server. Dropping the future stops it again.
pub(super) async fn start(
    room: Arc<Room>,
    context: Arc<Context>,
    definition: Arc<ServerDefinition>,
    previous_gone: CancellationToken,
    phase: watch::Sender<Phase>,
) -> Result<Up, StartFault> {
    // Two processes of one server at a time would fight over ports and files.
    previous_gone.cancelled().await;
    let _slot = place(&context.starts, &phase).await?;
    let mut launch = launch::prepare(&context, &definition.transport).await?;
    let recalled = recall(&room, &context, &definition);
    if let Launch::Http(http) = &mut launch {
        http.known = recalled.endpoint;
    }
    let started = program::Started::of(&definition.transport, &launch);
    let unmet = match (&mut launch, &definition.transport) {
        (Launch::Http(http), Transport::Http { url, .. }) => {
            let session = access::session(&room, &context, url).await?;
            http.access = Access::by(session.clone());
            Some(session.unmet())
        }
        _ => None,
    };
    room.begin_run(launch.redactor());

    let (events, arriving) = mpsc::channel(limits::EVENTS_WAITING);
    let (closed_sender, closed) = oneshot::channel();
    tokio::spawn(pump::run(
        Arc::clone(&room),
        Arc::clone(&context),
        Arriving::new(arriving),
        closed_sender,
    ));
    let connected = usher_mcp::connect(ConnectOptions {
        launch,
        client: identity(&context.version),
        era: definition.era,
        remembered: recalled.era,
        connect_timeout: limits::CONNECT_WITHIN,
        request_timeout: context.request_timeout(),
        limits: context.connection_limits.clone(),
        events,
        custody: context.custody.clone(),
    })
    .await;
    let connection = match connected {
        Ok(connection) => connection,
        Err(error) => {
            if casts_doubt(&error) {
                know(&room, &context, None).await;
            }
            return Err(StartFault::Connect(error));
        }
    };
    let learned = Verdict::learn(
        room.verdict().filter(|verdict| verdict.fits(&definition)),
        &definition,
        connection.agreed(),
        connection.endpoint(),
        context.clock.now_ms(),
    );
    know(&room, &context, learned).await;
    room.met(connection.agreed());
    let look_now = Arc::<Notify>::default();
    let pulse = tokio::spawn(pulse::watch(
        Arc::clone(&room),
        Arc::clone(&context),
        connection.clone(),
        Arc::clone(&look_now),
    ));
    let reader = {
        let (context, connection) = (Arc::clone(&context), connection.clone());
        tokio::spawn(async move {
            if let Some(started) = started {
                program::look(&room, &context, started).await;
            }
            tokio::join!(
                settle_in(&room, &connection),
                lists::keep_current(&room, &context, &connection),
            );
        })
    };
    Ok(Up {
        connection,
        closed,
        reader: AbortOnDropHandle::new(reader),
        pulse: AbortOnDropHandle::new(pulse),
        look_now,
        unmet,
    })
}

/// A place among those that start, which may have to be waited for.
async fn place<'a>(
    starts: &'a Semaphore,
    phase: &watch::Sender<Phase>,
) -> Result<SemaphorePermit<'a>, StartFault> {
    if let Ok(free) = starts.try_acquire() {
        return Ok(free);
    }
    phase.send_replace(Phase::Queued);
    let place = starts.acquire().await;
    phase.send_replace(Phase::Starting);
    place.map_err(|_| StartFault::Broken("Usher is closing".into()))
}

fn recall(room: &Room, context: &Context, definition: &ServerDefinition) -> Recalled {
    let now_ms = context.clock.now_ms();
    room.verdict()
        .map(|verdict| verdict.recall(definition, now_ms))
        .unwrap_or_default()
}

/// Keeps what is known now about how the server is spoken to.
async fn know(room: &Room, context: &Context, verdict: Option<Verdict>) {
    if room.verdict() == verdict {
        return;
    }
    if let Err(error) = context.store.set_verdict(&room.id, verdict.as_ref()).await {
        // It holds for this run, and is found out again in the next.
        tracing::warn!(%error, "what was found out about a server could not be kept");
    }
    room.set_verdict(verdict);
}

/// Asks the new connection for what the last one was asked for.
async fn settle_in(room: &Room, connection: &Connection) {
    // Servers without logging say so; nobody has to act on that.
    let _ = connection.set_log_level(room.log_level().as_str()).await;
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
