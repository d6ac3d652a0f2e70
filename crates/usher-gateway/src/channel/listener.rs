//! The address at which clients reach the owner of a data folder: a Unix socket or a named pipe, for its own user only.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::io::BufReader;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use usher_core::clients::{ClientError, Introduction};
use usher_core::processes::{ConnectingProcess, Doubt};

use crate::channel::address::{Address, Place, Stream};
use crate::channel::handshake::{AccessKey, HandshakeError, Hello, Refusal, answer_challenge};
use crate::channel::listener_error::ListenerError;
use crate::channel::places::Places;
use crate::channel::terminal_requests::{self, OnTerminalRequest};
use crate::{Gateway, limits};

/// Ends the program for a window that opens the same data folder.
pub type OnTakeOver = Arc<dyn Fn() + Send + Sync>;

/// What an owner does for other programs of Usher than clients' adapters.
pub struct OwnerDuties {
    /// `None` = it is the window, which keeps the data folder.
    pub take_over: Option<OnTakeOver>,
    pub terminal: OnTerminalRequest,
}

/// Takes connections until it is dropped.
pub struct Listener {
    place: Place,
    stop: CancellationToken,
}

impl Listener {
    /// Makes the address, and serves who connects. The caller holds the lock of the data folder, so whatever is at the
    /// address is left from a run that has ended.
    pub fn start(
        gateway: Gateway,
        address: &Path,
        key: AccessKey,
        duties: OwnerDuties,
    ) -> Result<Self, ListenerError> {
        let bound = Address::bind(address)?;
        let stop = CancellationToken::new();
        let owner = Owner {
            gateway,
            key,
            duties,
            places: Places::new(limits::LOCAL_CONNECTIONS, limits::UNPROVEN_CONNECTIONS),
            terminals: Semaphore::new(limits::TERMINAL_CONNECTIONS),
            of_servers: Semaphore::new(limits::UNPROVEN_OF_SERVERS),
        };
        let place = bound.place();
        tokio::spawn(accept(bound, Arc::new(owner), stop.clone()));
        Ok(Self { place, stop })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop.cancel();
        self.place.remove();
    }
}

/// What every connection is served with.
struct Owner {
    gateway: Gateway,
    key: AccessKey,
    duties: OwnerDuties,
    /// Places of all connections but those of servers, few of which have not proven themselves yet.
    places: Places,
    /// Places of terminals that speak for the person.
    terminals: Semaphore,
    /// Places of processes below servers, which are refused at the end of the exchange.
    of_servers: Semaphore,
}

async fn accept(address: Address, owner: Arc<Owner>, stop: CancellationToken) {
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => return,
            accepted = address.accept() => accepted,
        };
        match accepted {
            Ok(stream) => {
                let (owner, stop) = (Arc::clone(&owner), stop.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        served = serve(stream, &owner) => if let Err(error) = served {
                            tracing::warn!(%error, "a connection was refused");
                        },
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                // Too many files are open: it may pass.
                tokio::time::sleep(limits::ACCEPT_PAUSE).await;
            }
        }
    }
}

/// A client that gave no name, and whose program the system does not tell.
const NAMELESS: &str = "client";

#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("the data folder belongs to a window")]
    Window,
    #[error("there are too many connections")]
    Crowded,
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    #[error("{0:?}")]
    Named(Refusal),
    #[error("requests of a terminal end: {0}")]
    Terminal(#[from] io::Error),
    #[error(transparent)]
    Client(#[from] ClientError),
}

async fn serve(stream: Stream, owner: &Owner) -> Result<(), Refused> {
    let pid = stream.client_pid();
    let before = owner.look_at(pid).await;
    // Those of servers have few places of their own, and take none from others.
    let (place, _of_server) = if before.is_of_server() {
        let of_server = owner
            .of_servers
            .try_acquire()
            .map_err(|_| Refused::Crowded)?;
        (None, Some(of_server))
    } else {
        (Some(owner.places.take().ok_or(Refused::Crowded)?), None)
    };
    let gives_way = async {
        match &place {
            Some(place) => place.given_up.cancelled().await,
            None => std::future::pending().await,
        }
    };
    let (input, mut output) = stream.split();
    let mut input = BufReader::new(input);
    let hello = tokio::select! {
        () = gives_way => return Err(Refused::Crowded),
        answered = answer_challenge(&owner.key, &mut input, &mut output) => answered?,
    };
    let process = match owner.admit(pid, before).await {
        Ok(process) => process,
        Err(refusal) => {
            refusal.send(&mut output).await;
            return Err(Refused::Named(refusal));
        }
    };
    if let Some(place) = &place {
        place.is_known();
    }
    let (connects_as, key) = match hello {
        Hello::Connect { connects_as, key } => (connects_as, key),
        Hello::TakeOver => {
            let take_over = owner.duties.take_over.as_ref().ok_or(Refused::Window)?;
            take_over();
            return Ok(());
        }
        Hello::Person => {
            let _place = owner
                .terminals
                .try_acquire()
                .map_err(|_| Refused::Crowded)?;
            // Of whom the system does not tell, nobody knows for whom it speaks.
            let pid = pid.ok_or(Refused::Named(Refusal::OfClient))?;
            let (host, terminal) = (owner.gateway.host(), &owner.duties.terminal);
            return Ok(
                terminal_requests::serve(terminal, host.processes(), pid, input, output).await?,
            );
        }
    };
    if process.is_orphan() {
        Refusal::Orphan.send(&mut output).await;
        return Err(Refused::Named(Refusal::Orphan));
    }
    if let Some(client) = process.client_pid() {
        let processes = owner.gateway.host().processes();
        processes.remember_client(client).await;
    }
    let program = process.program().await;
    let connects_as = connects_as.unwrap_or_else(|| {
        let file = program.path.as_deref().and_then(Path::file_name);
        file.map_or(NAMELESS.into(), |name| name.to_string_lossy().into_owned())
    });
    let introduction = Introduction {
        connects_as,
        program,
        key,
    };
    owner.gateway.serve(introduction, input, output).await?;
    Ok(())
}

impl Owner {
    async fn look_at(&self, pid: Option<u32>) -> ConnectingProcess {
        match pid {
            Some(pid) => self.gateway.host().processes().connecting(pid).await,
            None => ConnectingProcess::unknown(),
        }
    }

    /// Looks once more at who connects: the number of a process that has ended may be another's by now.
    async fn admit(
        &self,
        pid: Option<u32>,
        before: ConnectingProcess,
    ) -> Result<ConnectingProcess, Refusal> {
        let process = self.look_at(pid).await;
        process.same_as(&before).map_err(|doubt| match doubt {
            Doubt::OfServer => Refusal::OfServer,
            Doubt::Changed => Refusal::Changed,
        })
    }
}
