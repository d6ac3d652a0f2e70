//! The address as a Unix socket: mode 0600 in a private folder, and taken from programs of the same user only.

use std::fs;
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, PermissionsExt as _,
};
use std::path::Path;

use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};

use crate::listener::ListenerError;

/// The socket at which the owner of a data folder takes connections.
pub(crate) struct Address {
    listener: UnixListener,
    own_user: u32,
}

impl Address {
    /// Makes the socket. A socket of that name is replaced, anything else is not.
    pub(crate) fn bind(path: &Path) -> Result<Self, ListenerError> {
        let unusable = |source| ListenerError::Unusable {
            address: path.to_owned(),
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
        Ok(Self { listener, own_user })
    }

    /// Removes the socket.
    pub(crate) fn remove(path: &Path) {
        // One that is gone already is no failure.
        let _ = fs::remove_file(path);
    }

    /// Waits for the next program of this user that connects.
    pub(crate) async fn accept(&self) -> io::Result<Stream> {
        loop {
            let (stream, _) = self.listener.accept().await?;
            // The folder is private; this holds also where it is not.
            match stream.peer_cred() {
                Ok(peer) if peer.uid() == self.own_user => return Ok(Stream(stream)),
                Ok(peer) => tracing::warn!(user = peer.uid(), "another user was refused"),
                Err(error) => tracing::warn!(%error, "a connection was refused"),
            }
        }
    }
}

/// What is read of a connection.
pub type Input = OwnedReadHalf;
/// What is written to a connection.
pub type Output = OwnedWriteHalf;

/// A connection to the owner of a data folder.
pub struct Stream(UnixStream);

impl Stream {
    /// Connects to the owner.
    pub async fn connect(address: &Path) -> io::Result<Self> {
        UnixStream::connect(address).await.map(Self)
    }

    /// The process at the other end; `None` = the system does not tell.
    pub(crate) fn client_pid(&self) -> Option<u32> {
        let peer = self.0.peer_cred().ok()?;
        peer.pid().and_then(|pid| u32::try_from(pid).ok())
    }

    /// What is read and what is written, apart.
    pub fn split(self) -> (Input, Output) {
        self.0.into_split()
    }
}

/// Makes a folder that only its owner may enter, or checks that it is one.
fn make_private(folder: &Path) -> Result<(), ListenerError> {
    let unusable = |source| ListenerError::Unusable {
        address: folder.to_owned(),
        source,
    };
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder);
    made.map_err(unusable)?;
    let found = fs::symlink_metadata(folder).map_err(unusable)?;
    if !found.is_dir() || found.permissions().mode() & 0o077 != 0 {
        return Err(ListenerError::OpenToAll(folder.to_owned()));
    }
    Ok(())
}
