//! Listens on a free port of the loopback address, and answers request after request.

use std::io;
use std::net::Ipv4Addr;

use tokio::io::BufReader;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};

use crate::scripted::http::{Seen, read_request};

/// What answers requests.
pub(crate) trait Answers: Clone + Send + Sync + 'static {
    /// Answers one request; false when the connection is to be closed.
    fn answer(
        &self,
        request: Seen,
        stream: &mut TcpStream,
    ) -> impl Future<Output = io::Result<bool>> + Send;
}

/// A port at which nobody answers yet.
pub(crate) struct Loopback {
    listener: TcpListener,
    pub(crate) port: u16,
}

impl Loopback {
    pub(crate) async fn bind() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        Ok(Self { listener, port })
    }

    /// Serves as long as the runtime lives. When the task is ended, so are all connections.
    pub(crate) fn serve(self, server: impl Answers) -> AbortHandle {
        let serving = async move {
            let mut talking = JoinSet::new();
            while let Ok((stream, _)) = self.listener.accept().await {
                let server = server.clone();
                // One that breaks is its client's to notice.
                talking.spawn(async move { talk(&server, stream).await });
            }
        };
        tokio::spawn(serving).abort_handle()
    }
}

async fn talk(server: &impl Answers, stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    while let Some(request) = read_request(&mut stream).await? {
        if !server.answer(request, stream.get_mut()).await? {
            break;
        }
    }
    Ok(())
}
