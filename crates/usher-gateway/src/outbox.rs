//! Messages to one client, in order, and the writer of those that go over a socket. A client that does not read is let
//! go, and holds nobody up.

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
    pub(crate) fn channel(ended: CancellationToken) -> (Self, mpsc::Receiver<Outgoing>) {
        let (messages, waiting) = mpsc::channel(limits::FRAMES_WAITING);
        let outbox = Self {
            messages,
            about: None,
            ended,
        };
        (outbox, waiting)
    }

    /// Sends a notification or a request.
    pub(crate) fn tell(&self, line: String) {
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
        if let Err(mpsc::error::TrySendError::Full(_)) = self.messages.try_send(message) {
            tracing::warn!("a client does not read what it is sent");
            self.ended.cancel();
        }
    }
}

impl Outgoing {
    fn line(self) -> Option<String> {
        match self {
            Self::Told { line, .. } | Self::Answer { line, .. } => Some(line),
            Self::NoAnswer { .. } | Self::Break { .. } => None,
        }
    }
}

async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut waiting: mpsc::Receiver<Outgoing>,
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
            && let Ok(next) = waiting.try_recv()
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
