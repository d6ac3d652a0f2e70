//! Messages to one client, in order, and the writer of those that go over a socket. A client that does not read is let
//! go, and holds nobody up.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::limits;

tokio::task_local! {
    /// The request that the running task answers, by its id as JSON text.
    static ANSWERED: String;
}

/// The request that the running task answers.
pub(crate) fn answered() -> Option<String> {
    ANSWERED.try_with(String::clone).ok()
}

/// Runs what answers a request: what is told meanwhile belongs to it.
pub(crate) async fn answering<F: Future>(request: String, answer: F) -> F::Output {
    ANSWERED.scope(request, answer).await
}

/// What a client is sent. Requests are named by their ids as JSON text.
pub(crate) enum Outgoing {
    /// A notification or a request.
    Told {
        line: String,
        /// The request of the client that it belongs to.
        about: Option<String>,
    },
    Answer {
        line: String,
        of: String,
        /// The code of the error that it is.
        fault: Option<i64>,
    },
    /// The request was cancelled, and gets no answer.
    NoAnswer { of: String },
    /// The stream of a request is closed for now, where there is one.
    Break { of: String },
}

/// The messages that wait for a client. Clones share them.
#[derive(Clone)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Outgoing>,
    /// How many bytes they have that wait.
    bytes: Arc<AtomicUsize>,
    /// The request that messages belong to, whoever sends them.
    about: Option<String>,
    /// Cancelled when the client cannot be written to any more.
    ended: CancellationToken,
}

impl Outbox {
    /// Makes one, whose messages are written until `ended` is cancelled.
    pub(crate) fn start(
        output: impl AsyncWrite + Send + Unpin + 'static,
        ended: CancellationToken,
    ) -> Self {
        let (outbox, waiting) = Self::channel(ended.clone());
        tokio::spawn(write(output, waiting, ended));
        outbox
    }

    /// Makes one whose messages are taken by the caller.
    pub(crate) fn channel(ended: CancellationToken) -> (Self, Waiting) {
        let (messages, waiting) = mpsc::channel(limits::FRAMES_WAITING);
        let bytes = Arc::<AtomicUsize>::default();
        let waiting = Waiting {
            messages: waiting,
            bytes: Arc::clone(&bytes),
        };
        let outbox = Self {
            messages,
            bytes,
            about: None,
            ended,
        };
        (outbox, waiting)
    }

    /// Sends a notification or a request.
    pub(crate) fn send_line(&self, line: String) {
        let about = self.about.clone().or_else(answered);
        self.send(Outgoing::Told { line, about });
    }

    /// The same one, for what belongs to the request that is being answered.
    pub(crate) fn of_answered(&self) -> Self {
        Self {
            about: answered(),
            ..self.clone()
        }
    }

    /// Sends a message. If too many wait already, the client is let go.
    pub(crate) fn send(&self, message: Outgoing) {
        let before = self.bytes.fetch_add(message.bytes(), Ordering::Relaxed);
        // One message may be of any length.
        if before > limits::BYTES_WAITING {
            tracing::warn!("a client does not read what it is sent");
            self.ended.cancel();
            return;
        }
        if let Err(mpsc::error::TrySendError::Full(_)) = self.messages.try_send(message) {
            tracing::warn!("a client does not read what it is sent");
            self.ended.cancel();
        }
    }
}

/// The messages of an outbox, for who passes them on.
pub(crate) struct Waiting {
    messages: mpsc::Receiver<Outgoing>,
    bytes: Arc<AtomicUsize>,
}

impl Waiting {
    /// The next message; `None` = there will be none.
    pub(crate) async fn recv(&mut self) -> Option<Outgoing> {
        let message = self.messages.recv().await?;
        Some(self.taken(message))
    }

    /// The next message, if there is one now.
    fn try_recv(&mut self) -> Option<Outgoing> {
        let message = self.messages.try_recv().ok()?;
        Some(self.taken(message))
    }

    fn taken(&self, message: Outgoing) -> Outgoing {
        self.bytes.fetch_sub(message.bytes(), Ordering::Relaxed);
        message
    }
}

impl Outgoing {
    fn bytes(&self) -> usize {
        match self {
            Self::Told { line, .. } | Self::Answer { line, .. } => line.len(),
            Self::NoAnswer { .. } | Self::Break { .. } => 0,
        }
    }

    fn line(self) -> Option<String> {
        match self {
            Self::Told { line, .. } | Self::Answer { line, .. } => Some(line),
            Self::NoAnswer { .. } | Self::Break { .. } => None,
        }
    }
}

async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut waiting: Waiting,
    ended: CancellationToken,
) {
    // Cancelled whatever ends this.
    let _guard = ended.clone().drop_guard();
    loop {
        let message = tokio::select! {
            () = ended.cancelled() => return,
            message = waiting.recv() => message,
        };
        let Some(message) = message else { return };
        let Some(mut line) = message.line() else {
            continue;
        };
        line.push('\n');
        // Answers that are ready go out together.
        while line.len() < 64 * 1024
            && let Some(next) = waiting.try_recv()
        {
            if let Some(next) = next.line() {
                line.push_str(&next);
                line.push('\n');
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bytes: usize) -> Outgoing {
        let line = "x".repeat(bytes);
        Outgoing::Told { line, about: None }
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_let_go_by_bytes_and_by_messages() {
        let half = limits::BYTES_WAITING / 2 + 1;
        let cases = [
            ("two that are long", half, 2, false),
            ("three that are long", half, 3, true),
            ("as many as may wait", 1, limits::FRAMES_WAITING, false),
            (
                "one more than may wait",
                1,
                limits::FRAMES_WAITING + 1,
                true,
            ),
        ];
        for (what, bytes, messages, is_let_go) in cases {
            let ended = CancellationToken::new();
            let (outbox, _waiting) = Outbox::channel(ended.clone());
            for _ in 0..messages {
                outbox.send(told(bytes));
            }
            assert_eq!(ended.is_cancelled(), is_let_go, "{what}");
        }
        let ended = CancellationToken::new();
        let (outbox, mut waiting) = Outbox::channel(ended.clone());
        for _ in 0..10 {
            outbox.send(told(half));
            waiting.recv().await.expect("it was sent");
        }
        assert!(!ended.is_cancelled(), "what was read waits no longer");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_for_a_while_is_let_go() {
        let (output, _unread) = tokio::io::duplex(1);
        let ended = CancellationToken::new();
        let outbox = Outbox::start(output, ended.clone());
        outbox.send(told(10));
        let began = tokio::time::Instant::now();
        ended.cancelled().await;
        assert_eq!(began.elapsed().as_secs(), limits::WRITE_WITHIN.as_secs());
    }
}
