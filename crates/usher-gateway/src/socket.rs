//! The Unix socket at which clients reach the owner of a data folder: in a private folder, for its own user only.

use std::fs;
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, PermissionsExt as _,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::io::BufReader;
use tokio::net::{UnixListener, UnixStream};
use tokio_util::sync::CancellationToken;
use usher_core::clients::Introduction;
use usher_core::processes;
use usher_types::client::ClientProgram;

use crate::handshake::{AccessKey, HandshakeError, Hello, answer_challenge};
use crate::{Gateway, limits};

/// Why clients cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    #[error("the socket {} cannot be made: {source}", path.display())]
    Unusable { path: PathBuf, source: io::Error },
    /// Somebody else could put something into its folder.
    #[error("the folder {} belongs to others, too", .0.display())]
    OpenToAll(PathBuf),
}

/// Ends the program for a window that opens the same data folder.
pub type OnTakeOver = Arc<dyn Fn() + Send + Sync>;

/// Takes connections until it is dropped.
pub struct Listener {
    path: PathBuf,
    stop: CancellationToken,
}

impl Listener {
    /// Makes the socket and its key, and serves who connects. The caller holds the lock of the data folder, so whatever
    /// is at the address is left from a run that has ended.
    pub fn start(
        gateway: Gateway,
        path: &Path,
        key: AccessKey,
        take_over: Option<OnTakeOver>,
    ) -> Result<Self, SocketError> {
        let unusable = |source| SocketError::Unusable {
            path: path.to_owned(),
            source,
        };
        if let Some(folder) = path.parent() {
            make_private(folder)?;
        }
        match fs::symlink_metadata(path) {
            Ok(found) if found.file_type().is_socket() => {
                fs::remove_file(path).map_err(unusable)?;
            }
            Ok(_) => return Err(unusable(io::ErrorKind::AlreadyExists.into())),
            Err(_) => {}
        }
        let listener = UnixListener::bind(path).map_err(unusable)?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(unusable)?;
        // What this process makes belongs to its user.
        let own_user = fs::symlink_metadata(path).map_err(unusable)?.uid();
        let stop = CancellationToken::new();
        let owner = Owner {
            gateway,
            key,
            own_user,
            take_over,
        };
        tokio::spawn(accept(listener, Arc::new(owner), stop.clone()));
        Ok(Self {
            path: path.to_owned(),
            stop,
        })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop.cancel();
        // One that is gone already is no failure.
        let _ = fs::remove_file(&self.path);
    }
}

/// What every connection is served with.
struct Owner {
    gateway: Gateway,
    key: AccessKey,
    own_user: u32,
    take_over: Option<OnTakeOver>,
}

async fn accept(listener: UnixListener, owner: Arc<Owner>, stop: CancellationToken) {
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
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
    #[error("it is of another user ({0})")]
    OtherUser(u32),
    #[error("the data folder belongs to a window")]
    Window,
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    #[error(transparent)]
    Client(#[from] usher_core::clients::ClientError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

async fn serve(stream: UnixStream, owner: &Owner) -> Result<(), Refused> {
    let peer = stream.peer_cred()?;
    // The folder is private; this holds also where it is not.
    if peer.uid() != owner.own_user {
        return Err(Refused::OtherUser(peer.uid()));
    }
    let (input, mut output) = stream.into_split();
    let mut input = BufReader::new(input);
    let connects_as = match answer_challenge(&owner.key, &mut input, &mut output).await? {
        Hello::Connect { connects_as } => connects_as,
        Hello::TakeOver => {
            let take_over = owner.take_over.as_ref().ok_or(Refused::Window)?;
            take_over();
            return Ok(());
        }
    };
    let program = match peer.pid().and_then(|pid| u32::try_from(pid).ok()) {
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

/// Makes a folder that only its owner may enter, or checks that it is one.
fn make_private(folder: &Path) -> Result<(), SocketError> {
    let unusable = |source| SocketError::Unusable {
        path: folder.to_owned(),
        source,
    };
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder);
    made.map_err(unusable)?;
    let found = fs::symlink_metadata(folder).map_err(unusable)?;
    if !found.is_dir() || found.permissions().mode() & 0o077 != 0 {
        return Err(SocketError::OpenToAll(folder.to_owned()));
    }
    Ok(())
}
