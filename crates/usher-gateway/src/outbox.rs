//! Writes messages to one client, in order. A client that does not read is let go, and holds nobody up.

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::limits;

/// The messages that wait for a client. Clones share them.
#[derive(Clone)]
pub(crate) struct Outbox {
    lines: mpsc::Sender<String>,
    /// Cancelled when the client cannot be written to any more.
    ended: CancellationToken,
}

impl Outbox {
    /// Makes one, whose messages are written until `ended` is cancelled.
    pub(crate) fn start(
        output: impl AsyncWrite + Send + Unpin + 'static,
        ended: CancellationToken,
    ) -> Self {
        let (lines, waiting) = mpsc::channel(limits::FRAMES_WAITING);
        tokio::spawn(write(output, waiting, ended.clone()));
        Self { lines, ended }
    }

    /// Sends a message. If too many wait already, the client is let go.
    pub(crate) fn send(&self, line: String) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.lines.try_send(line) {
            tracing::warn!("a client does not read what it is sent");
            self.ended.cancel();
        }
    }
}

async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut waiting: mpsc::Receiver<String>,
    ended: CancellationToken,
) {
    // Cancelled whatever ends this.
    let _guard = ended.clone().drop_guard();
    loop {
        let line = tokio::select! {
            () = ended.cancelled() => return,
            line = waiting.recv() => line,
        };
        let Some(mut line) = line else { return };
        line.push('\n');
        // Answers that are ready go out together.
        while line.len() < 64 * 1024
            && let Ok(next) = waiting.try_recv()
        {
            line.push_str(&next);
            line.push('\n');
        }
        let written = async {
            output.write_all(line.as_bytes()).await?;
            output.flush().await
        };
        let written = tokio::select! {
            () = ended.cancelled() => return,
            written = tokio::time::timeout(limits::WRITE_WITHIN, written) => written,
        };
        match written {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::debug!(%error, "a client has gone");
                return;
            }
            Err(_) => {
                tracing::warn!("a client does not read what it is sent");
                return;
            }
        }
    }
}
