//! The address as a named pipe of Windows: its access list names the user of this process and nobody else.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll};

use interprocess::os::windows::named_pipe::pipe_mode::Bytes;
use interprocess::os::windows::named_pipe::tokio::{
    DuplexPipeStream, PipeListener, SendPipeStream,
};
use interprocess::os::windows::named_pipe::{PipeListenerOptions, PipeMode};
use interprocess::os::windows::security_descriptor::SecurityDescriptor;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::windows::named_pipe::{ClientOptions, NamedPipeClient};
use tokio::time::{Duration, Instant, sleep};
use usher_core::processes;
use widestring::U16CString;

use crate::channel::listener_error::ListenerError;

/// `ERROR_PIPE_BUSY`: the owner has not yet made the next end of the pipe.
const PIPE_BUSY: i32 = 231;
const BUSY_WITHIN: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The pipe at which the owner of a data folder takes connections.
pub(crate) struct Address(PipeListener<Bytes, Bytes>);

/// Where a pipe was made.
pub(crate) struct Place;

impl Place {
    /// Does nothing: a pipe ends with its last handle.
    pub(crate) fn remove(&self) {}
}

impl Address {
    /// Makes the pipe. Fails if any program has one of that name.
    pub(crate) fn bind(address: &Path) -> Result<Self, ListenerError> {
        let make = || {
            let user = processes::own_user().ok_or_else(|| {
                io::Error::other("the system does not name the user of this process")
            })?;
            PipeListenerOptions::new()
                .path(address)
                .mode(PipeMode::Bytes)
                .accept_remote(false)
                .security_descriptor(Some(for_user_only(&user)?))
                .create_tokio_duplex()
        };
        make().map(Self).map_err(|source| ListenerError::Unusable {
            address: address.to_owned(),
            source,
        })
    }

    /// Returns what has to be removed at the end: nothing.
    pub(crate) fn place(&self) -> Place {
        Place
    }

    /// Waits for the next program that connects.
    pub(crate) async fn accept(&self) -> io::Result<Stream> {
        self.0.accept().await.map(Stream::Owner)
    }
}

/// A descriptor by which a user may do everything and anybody else nothing (security descriptor definition language:
/// protected list, one entry that allows `GENERIC_ALL`).
fn for_user_only(user: &str) -> io::Result<SecurityDescriptor> {
    let text = U16CString::from_str(format!("D:P(A;;GA;;;{user})")).map_err(io::Error::other)?;
    SecurityDescriptor::deserialize(&text)
}

/// What is read of a connection.
pub type Input = Box<dyn AsyncRead + Send + Unpin>;
/// What is written to a connection.
pub type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// A connection to the owner of a data folder.
pub enum Stream {
    /// The owner's end.
    Owner(DuplexPipeStream<Bytes>),
    /// The other end.
    Client(NamedPipeClient),
}

impl Stream {
    /// Connects to the owner, who may not act in the name of this process.
    pub async fn connect(address: &Path) -> io::Result<Self> {
        let until = Instant::now() + BUSY_WITHIN;
        loop {
            match ClientOptions::new().open(address) {
                Err(error) if error.raw_os_error() == Some(PIPE_BUSY) && Instant::now() < until => {
                    sleep(LOOK_EVERY).await;
                }
                opened => return opened.map(Self::Client),
            }
        }
    }

    /// The process at the other end; `None` = the system does not tell.
    pub(crate) fn client_pid(&self) -> Option<u32> {
        match self {
            Self::Owner(stream) => stream.client_process_id().ok(),
            Self::Client(_) => None,
        }
    }

    /// What is read and what is written, apart.
    pub fn split(self) -> (Input, Output) {
        match self {
            Self::Owner(stream) => {
                let (input, output) = stream.split();
                (Box::new(input), Box::new(Unflushed(output)))
            }
            Self::Client(stream) => {
                let (input, output) = tokio::io::split(stream);
                (Box::new(input), Box::new(output))
            }
        }
    }
}

/// The written part of a pipe, without the flush of Windows: that would wait until the other end has read everything,
/// and what is written has already left this process.
struct Unflushed(SendPipeStream<Bytes>);

impl AsyncWrite for Unflushed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test]
    async fn a_pipe_has_one_owner_and_passes_bytes_until_an_end_is_gone() {
        let name = format!(r"\\.\pipe\usher-test-{}", std::process::id());
        let address = PathBuf::from(name);
        let bound = Address::bind(&address).unwrap();
        assert!(
            Address::bind(&address).is_err(),
            "no second program takes it"
        );
        let (owner, client) = tokio::join!(bound.accept(), Stream::connect(&address));
        let (owner, client) = (owner.unwrap(), client.unwrap());
        assert_eq!(
            owner.client_pid(),
            Some(std::process::id()),
            "the owner knows who connects"
        );
        let ((mut asked, mut answers), (mut answered, mut asks)) = (owner.split(), client.split());
        asks.write_all(b"ping\n").await.unwrap();
        let mut line = [0; 5];
        asked.read_exact(&mut line).await.unwrap();
        assert_eq!(&line, b"ping\n");
        // A flush does not wait for the reader.
        answers.write_all(b"pong\n").await.unwrap();
        answers.flush().await.unwrap();
        answered.read_exact(&mut line).await.unwrap();
        assert_eq!(&line, b"pong\n");
        drop((answered, asks));
        let end = asked.read(&mut line).await;
        assert!(
            matches!(&end, Ok(0)) || end.is_err(),
            "an end that is gone is seen: {end:?}"
        );
        let (_, next) = tokio::join!(Stream::connect(&address), bound.accept());
        assert!(next.is_ok(), "the next one is served");
    }
}
