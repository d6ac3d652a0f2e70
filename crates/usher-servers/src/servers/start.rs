//! Starts a server: from its definition to a listed and watched connection.

use std::sync::Arc;

use tokio::sync::{Notify, Semaphore, SemaphorePermit, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::launch::Launch;
use usher_mcp::{Access, BatchReceiver, ClientIdentity, ConnectError, ConnectOptions, Connection};

use super::access::{self, WantedAccess};
use super::context::Context;
use crate::limits;
use usher_config::definition::{CachedProtocol, KnownProtocol, ServerDefinition, invalidates};
use usher_messages::Message;

use super::failure::StartFault;
use super::phase::Phase;
use super::state::{ActiveConnection, Challenges};
use super::{grants, launch, list_reading, program};
use crate::servers::entry::ServerEntry;
use crate::servers::{event_loop, heartbeat};

/// Starts the server. Dropping the future stops it again.
pub(super) async fn start(
    entry: Arc<ServerEntry>,
    context: Arc<Context>,
    definition: Arc<ServerDefinition>,
    previous_gone: CancellationToken,
    phase: watch::Sender<Phase>,
) -> Result<ActiveConnection, StartFault> {
    // Two processes of one server at a time would fight over ports and files.
    previous_gone.cancelled().await;
    let slot = acquire_slot(&context.starts, &phase).await?;
    let mut launch = launch::prepare(&context, &definition.transport).await?;
    if context.store.is_unchecked(&entry.id) {
        return Err(StartFault::Unchecked);
    }
    let load_grant = recall(&entry, &context, &definition);
    if let Launch::Http(http) = &mut launch {
        http.known = load_grant.endpoint;
    }
    let started = program::StartedProgram::of(&definition.transport, &launch);
    let resource = access::resource(&definition.transport);
    let challenges = match (&mut launch, resource) {
        (Launch::Http(http), Some(resource)) => {
            let session = grants::session(&entry, &context, &resource).await?;
            http.access = Access::new(session.clone());
            Some(Challenges {
                server: resource,
                unmet: session.unmet(),
            })
        }
        _ => None,
    };
    entry.begin_run(launch.redactor());

    let (events, arriving) = mpsc::channel(limits::EVENTS_WAITING);
    let (closed_sender, closed) = oneshot::channel();
    tokio::spawn(event_loop::run(
        Arc::clone(&entry),
        Arc::clone(&context),
        BatchReceiver::new(arriving),
        closed_sender,
        phase,
    ));
    let mut connecting = Box::pin(usher_mcp::connect(ConnectOptions {
        launch,
        client: identity(&context.version),
        era: definition.era,
        remembered: load_grant.era,
        connect_timeout: limits::CONNECT_WITHIN,
        request_timeout: context.request_timeout(),
        limits: context.connection_limits.clone(),
        events,
        process_registry: context.process_registry.clone(),
    }));
    let soon = tokio::time::timeout(limits::CONNECT_WITHIN, &mut connecting).await;
    let connected = if let Ok(connected) = soon {
        connected
    } else {
        // It may be downloading: others need not wait for that.
        drop(slot);
        connecting.await
    };
    let connection = match connected {
        Ok(connection) => connection,
        Err(error) => {
            if let (ConnectError::Unauthorized { challenge }, Some(Challenges { server, .. })) =
                (&error, challenges)
            {
                let challenge = challenge.clone();
                entry.access(|access| access.wanted = Some(WantedAccess { server, challenge }));
            }
            if invalidates(&error) {
                remember_protocol(&entry, &context, None).await;
            }
            return Err(StartFault::Connect(error));
        }
    };
    let learned = CachedProtocol::learn(
        entry
            .cached_protocol()
            .filter(|cached| cached.fits(&definition)),
        &definition,
        connection.agreed(),
        connection.endpoint(),
        context.clock.now_ms(),
    );
    remember_protocol(&entry, &context, learned).await;
    entry.set_agreed(connection.agreed());
    let check_now = Arc::<Notify>::default();
    let heartbeat = tokio::spawn(heartbeat::watch(
        Arc::clone(&entry),
        Arc::clone(&context),
        connection.clone(),
        Arc::clone(&check_now),
    ));
    let reader = {
        let (context, connection) = (Arc::clone(&context), connection.clone());
        tokio::spawn(async move {
            if let Some(started) = started {
                program::check(&entry, &context, started).await;
            }
            tokio::join!(
                restore_settings(&entry, &connection),
                list_reading::keep_current(&entry, &context, &connection),
            );
        })
    };
    Ok(ActiveConnection {
        connection,
        closed,
        reader: AbortOnDropHandle::new(reader),
        heartbeat: AbortOnDropHandle::new(heartbeat),
        check_now,
        challenges,
    })
}

/// Waits for a permit to start.
async fn acquire_slot<'a>(
    starts: &'a Semaphore,
    phase: &watch::Sender<Phase>,
) -> Result<SemaphorePermit<'a>, StartFault> {
    if let Ok(free) = starts.try_acquire() {
        return Ok(free);
    }
    phase.send_replace(Phase::Queued);
    let slot = starts.acquire().await;
    phase.send_replace(Phase::Starting);
    slot.map_err(|_| StartFault::Broken(Message::new("operation.closing")))
}

fn recall(entry: &ServerEntry, context: &Context, definition: &ServerDefinition) -> KnownProtocol {
    let now_ms = context.clock.now_ms();
    entry
        .cached_protocol()
        .map(|cached| cached.recall(definition, now_ms))
        .unwrap_or_default()
}

/// Keeps what is known now about how the server is spoken to.
async fn remember_protocol(
    entry: &ServerEntry,
    context: &Context,
    cached_protocol: Option<CachedProtocol>,
) {
    if entry.cached_protocol() == cached_protocol {
        return;
    }
    if let Err(error) = context
        .store
        .set_cached_protocol(&entry.id, cached_protocol.as_ref())
        .await
    {
        // It holds for this run, and is found out again in the next.
        tracing::warn!(%error, "what was found out about a server could not be kept");
    }
    entry.set_cached_protocol(cached_protocol);
}

/// Asks the new connection for what the last one was asked for.
async fn restore_settings(entry: &ServerEntry, connection: &Connection) {
    // Servers without logging say so; nobody has to act on that.
    let _ = connection.set_log_level(entry.log_level().as_str()).await;
    for uri in entry.followed().into_keys() {
        if let Err(error) = connection.subscribe(&uri).await {
            tracing::info!(%error, "a resource is no longer followed");
            entry.forget_followers(&uri);
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
