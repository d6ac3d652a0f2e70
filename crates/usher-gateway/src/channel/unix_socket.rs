//! The address as a Unix socket: mode 0600 in a private folder, and taken from programs of the same user only.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, PermissionsExt as _,
};
use std::path::{Path, PathBuf};

use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};

use crate::channel::listener_error::ListenerError;

/// The socket at which the owner of a data folder takes connections.
pub(crate) struct Address {
    listener: UnixListener,
    own_user: u32,
    place: Place,
}

/// Where a socket was made, and which file it is: another owner may have put its own there since.
#[derive(Clone)]
pub(crate) struct Place {
    path: PathBuf,
    device: u64,
    inode: u64,
}

impl Place {
    fn of(path: &Path, found: &Metadata) -> Self {
        Self {
            path: path.to_owned(),
            device: found.dev(),
            inode: found.ino(),
        }
    }

    /// Removes the socket, unless another is there by now.
    pub(crate) fn remove(&self) {
        let is_own = |found: Metadata| (found.dev(), found.ino()) == (self.device, self.inode);
        if fs::symlink_metadata(&self.path).is_ok_and(is_own) {
            // One that is gone already is no failure.
            let _ = fs::remove_file(&self.path);
        }
    }
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
        let made = fs::symlink_metadata(path).map_err(unusable)?;
        Ok(Self {
            listener,
            own_user: made.uid(),
            place: Place::of(path, &made),
        })
    }

    /// Returns what has to be removed at the end.
    pub(crate) fn place(&self) -> Place {
        self.place.clone()
    }

    /// Waits for the next program of this user that connects.
    pub(crate) async fn accept(&self) -> io::Result<Stream> {
        loop {
            let (stream, _) = self.listener.accept().await?;
            // The folder is private; this holds also where it is not.
            let peer = stream.peer_cred().map(|peer| peer.uid());
            match admit(peer, self.own_user) {
                Ok(()) => return Ok(Stream(stream)),
                Err(error) => tracing::warn!(%error, "a connection was refused"),
            }
        }
    }
}

/// Whether the program of this user may connect to one of that user.
fn admit(peer: io::Result<u32>, own_user: u32) -> io::Result<()> {
    let peer = peer?;
    if peer == own_user {
        return Ok(());
    }
    let refused = format!("it comes from another user: {peer}");
    Err(io::Error::new(io::ErrorKind::PermissionDenied, refused))
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

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Output};

    use super::*;

    #[test]
    fn programs_of_the_same_user_are_admitted_and_no_others() {
        let unknown = || Err(io::ErrorKind::NotConnected.into());
        let cases = [
            (Ok(1000), 1000, true, "the person's own"),
            (Ok(0), 0, true, "also where that is root"),
            (Ok(1001), 1000, false, "another person's"),
            (Ok(0), 1000, false, "root's"),
            (unknown(), 1000, false, "of a user the system does not tell"),
        ];
        for (peer, own_user, expected, which) in cases {
            assert_eq!(admit(peer, own_user).is_ok(), expected, "a program {which}");
        }
    }

    #[tokio::test]
    async fn only_the_own_socket_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let socket = dir.path().join("socket");
        let first = Address::bind(&socket).unwrap();
        let second = Address::bind(&socket).unwrap();
        first.place().remove();
        assert!(socket.exists(), "another owner is there by now");
        second.place().remove();
        assert!(!socket.exists());
        second.place().remove();
    }

    /// A program that connects and says whether it is talked to.
    #[expect(
        clippy::disallowed_methods,
        reason = "a test starts a program of another user"
    )]
    fn talks(socket: &Path, user: u32) -> Output {
        let program = "import socket, sys; \
            it = socket.socket(socket.AF_UNIX); it.connect(sys.argv[1]); sys.stdout.buffer.write(it.recv(1))";
        let mut command = Command::new("python3");
        let command = command.args(["-c", program]).arg(socket).current_dir("/");
        command.uid(user).output().unwrap()
    }

    /// Only root can start programs of other users, so this shows the rule only where the tests run as root; the table
    /// above shows it anywhere.
    #[tokio::test]
    async fn a_program_of_another_user_is_not_talked_to() {
        let dir = tempfile::tempdir().unwrap();
        let open_to_all = |path: &Path| {
            fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
        };
        let folder = dir.path().join("private");
        let socket = folder.join("socket");
        let address = Address::bind(&socket).unwrap();
        let own_user = address.own_user;
        // As if the folder were not private.
        [dir.path(), &folder, &socket]
            .into_iter()
            .for_each(open_to_all);
        tokio::spawn(async move {
            while let Ok(stream) = address.accept().await {
                let (_input, output) = stream.split();
                assert_eq!(output.try_write(b"x").unwrap(), 1, "it is talked to");
            }
        });
        let mut cases = vec![(own_user, &b"x"[..])];
        if own_user == 0 {
            cases.push((65_534, b""));
        }
        for (user, expected) in cases {
            let path = socket.clone();
            let said = tokio::task::spawn_blocking(move || talks(&path, user)).await;
            let said = said.unwrap();
            let error = String::from_utf8_lossy(&said.stderr);
            assert!(said.status.success(), "user {user} can connect: {error}");
            assert_eq!(said.stdout, expected, "user {user}");
        }
    }
}
