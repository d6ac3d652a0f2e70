//! The address at which clients reach the owner of a data folder: a Unix socket or a named pipe, for its own user only.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::io::BufReader;
use tokio_util::sync::CancellationToken;
use usher_core::clients::Introduction;
use usher_core::processes;
use usher_types::client::ClientProgram;

use crate::address::{Address, Stream};
use crate::handshake::{AccessKey, HandshakeError, Hello, answer_challenge};
use crate::{Gateway, limits};

/// Why clients cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ListenerError {
    #[error("the address {} cannot be used: {source}", address.display())]
    Unusable { address: PathBuf, source: io::Error },
    /// Somebody else could put something into its folder.
    #[error("the folder {} belongs to others, too", .0.display())]
    OpenToAll(PathBuf),
}

/// Ends the program for a window that opens the same data folder.
pub type OnTakeOver = Arc<dyn Fn() + Send + Sync>;

/// Takes connections until it is dropped.
pub struct Listener {
    address: PathBuf,
    stop: CancellationToken,
}

impl Listener {
    /// Makes the address, and serves who connects. The caller holds the lock of the data folder, so whatever is at the
    /// address is left from a run that has ended.
    pub fn start(
        gateway: Gateway,
        address: &Path,
        key: AccessKey,
        take_over: Option<OnTakeOver>,
    ) -> Result<Self, ListenerError> {
        let bound = Address::bind(address)?;
        let stop = CancellationToken::new();
        let owner = Owner {
            gateway,
            key,
            take_over,
        };
        tokio::spawn(accept(bound, Arc::new(owner), stop.clone()));
        Ok(Self {
            address: address.to_owned(),
            stop,
        })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop.cancel();
        Address::remove(&self.address);
    }
}

/// What every connection is served with.
struct Owner {
    gateway: Gateway,
    key: AccessKey,
    take_over: Option<OnTakeOver>,
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
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    #[error(transparent)]
    Client(#[from] usher_core::clients::ClientError),
}

async fn serve(stream: Stream, owner: &Owner) -> Result<(), Refused> {
    let pid = stream.client_pid();
    let (input, mut output) = stream.split();
    let mut input = BufReader::new(input);
    let connects_as = match answer_challenge(&owner.key, &mut input, &mut output).await? {
        Hello::Connect { connects_as } => connects_as,
        Hello::TakeOver => {
            let take_over = owner.take_over.as_ref().ok_or(Refused::Window)?;
            take_over();
            return Ok(());
        }
    };
    let program = match pid {
        Some(pid) => processes::starters_of(pid).await,
        None => ClientProgram::default(),
    };
    let connects_as = connects_as.unwrap_or_else(|| {
        let file = program.path.as_deref().and_then(Path::file_name);
        file.map_or(NAMELESS.into(), |name| name.to_string_lossy().into_owned())
    });
    let introduction = Introduction {
        connects_as,
        program,
    };
    owner.gateway.serve(introduction, input, output).await?;
    Ok(())
}
