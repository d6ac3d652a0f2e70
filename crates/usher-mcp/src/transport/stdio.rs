//! Transports lines over a process's stdin and stdout (2025-11-25, basic/transports, stdio).
//!
//! A message is written by the task that sends it, and read by the one that answers the server: each further task
//! costs a wake-up, as much as the message.

mod background;
#[cfg(unix)]
mod eager_write;
mod reader;
mod stderr;
mod writer;

use std::sync::Arc;

use futures::StreamExt;
use futures::stream::BoxStream;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::rpc::{Incoming, Sink, Transport};
use crate::wire::Wire;
use background::Background;
#[cfg(unix)]
pub(crate) use eager_write::EagerWrite;
pub(crate) use stderr::StderrTail;
use writer::Writer;

/// The host's side of the pipes.
///
/// Dropping it closes the server's input; what the server still writes is read and logged.
pub(crate) struct LineTransport<W> {
    incoming: BoxStream<'static, Incoming>,
    writer: Arc<Writer<W>>,
    /// Dropping it sends what is queued and closes the server's input.
    close_on_drop: Option<DropGuard>,
    closed: CancellationToken,
    background: Background,
}

/// Signals the state of the pipes.
pub(crate) struct StdioSignals {
    /// Cancelled at the end of the server's output.
    pub(crate) ended: CancellationToken,
    /// Cancelled when the server has not read its input for too long.
    pub(crate) not_reading: CancellationToken,
    /// Cancelled when the server has closed its input.
    pub(crate) input_closed: CancellationToken,
}

/// Makes a transport of two pipes, and the writer to be run.
///
/// The writer ends when it has closed the server's input. Cancelling `stop` sends what is queued and then closes it;
/// nothing is read once the server is `closed`.
pub(crate) fn start<R, W>(
    output: R,
    input: W,
    wire: Arc<Wire>,
    stop: &CancellationToken,
    closed: CancellationToken,
) -> (
    LineTransport<W>,
    StdioSignals,
    impl Future<Output = ()> + Send + use<R, W>,
)
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (ended, closing) = (CancellationToken::new(), stop.child_token());
    let (not_reading, input_closed) = (CancellationToken::new(), CancellationToken::new());
    let writer = Arc::new(Writer::new(input, wire.clone()));
    let close_on_drop = closing.clone().drop_guard();
    let write_task = writer::run(
        writer.clone(),
        closing,
        not_reading.clone(),
        input_closed.clone(),
    );
    let transport = LineTransport {
        incoming: reader::incoming(output, wire, ended.clone().drop_guard()),
        writer,
        close_on_drop: Some(close_on_drop),
        closed,
        background: Background::default(),
    };
    let signals = StdioSignals {
        ended,
        not_reading,
        input_closed,
    };
    (transport, signals, write_task)
}

impl<W> LineTransport<W> {
    /// Runs this while messages are received, and as a task afterwards.
    pub(crate) fn run_in_background(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        self.background = Background::new(work);
    }

    /// Stops reading: the background work becomes a task.
    pub(crate) fn stop_reading(&mut self) {
        self.background = Background::default();
    }
}

impl<W> Transport for LineTransport<W>
where
    W: AsyncWrite + Send + Unpin + 'static,
{
    fn sink(&self) -> Arc<dyn Sink> {
        self.writer.clone()
    }

    /// May be dropped at any time; bytes read so far are kept.
    async fn receive(&mut self) -> Option<Incoming> {
        self.background.run_with(self.incoming.next()).await
    }

    async fn close(&mut self) {
        self.close_on_drop = None;
    }
}

impl<W> Drop for LineTransport<W> {
    fn drop(&mut self) {
        let nothing = futures::stream::empty().boxed();
        let mut rest = std::mem::replace(&mut self.incoming, nothing);
        let closed = self.closed.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let drain = async move { while rest.next().await.is_some() {} };
            runtime.spawn(closed.run_until_cancelled_owned(drain));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::io::{
        AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, WriteHalf, duplex, split,
    };
    use tokio::sync::mpsc;

    use super::*;
    use crate::event::{ConnectionEvent, Direction, Frame};
    use crate::limits::Limits;
    use crate::redact::Redactor;
    use crate::rpc::Message;

    type Host = LineTransport<WriteHalf<DuplexStream>>;

    /// Returns the server's pipes, the host's transport, and its events.
    fn connected() -> (
        DuplexStream,
        Host,
        StdioSignals,
        mpsc::Receiver<ConnectionEvent>,
    ) {
        let (server, host) = duplex(1024);
        let (output, input) = split(host);
        let (events, reported) = mpsc::channel(64);
        let wire = Wire::new(events, Redactor::default(), Limits::default());
        let never = CancellationToken::new();
        let (transport, lines, writer) = start(output, input, wire, &never, never.clone());
        tokio::spawn(writer);
        (server, transport, lines, reported)
    }

    #[tokio::test]
    async fn an_end_stays_an_end_and_last_words_are_logged() {
        let (mut server, transport, lines, mut reported) = connected();
        let ping = Message::Notification {
            method: "ping",
            params: None,
        };
        transport.sink().send(&ping).unwrap();
        drop(transport);
        let mut sent = String::new();
        server.read_to_string(&mut sent).await.unwrap();
        assert_eq!(
            sent.lines().count(),
            1,
            "what was sent leaves before the server's input is closed: {sent}"
        );
        let last_words = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}});
        let last_words = last_words.to_string();
        server.write_all(last_words.as_bytes()).await.unwrap();
        drop(server);
        lines.ended.cancelled().await;
        let mut logged = Vec::new();
        while let Ok(event) = reported.try_recv() {
            if let ConnectionEvent::Frame(Frame {
                direction: Direction::In,
                text,
                ..
            }) = event
            {
                logged.push(text.to_string());
            }
        }
        assert_eq!(logged, [last_words], "the line lacked its end");
    }

    #[tokio::test]
    async fn who_asks_after_the_end_is_told_of_it_again() {
        let (server, mut transport, _lines, _heard) = connected();
        drop(server);
        for _ in 0..2 {
            assert!(transport.receive().await.is_none(), "the output has ended");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn blank_lines_and_noise_are_heard_at_the_speed_that_is_allowed_and_much_of_it_is_told() {
        for (line, notes) in [("", 0), ("a log line", 1)] {
            let (mut server, mut transport, lines, mut reported) = connected();
            let noted = tokio::spawn(async move {
                let mut notes = Vec::new();
                while let Some(event) = reported.recv().await {
                    if let ConnectionEvent::Repaired(note) = event {
                        notes.push(note);
                    }
                }
                notes
            });
            tokio::spawn(async move {
                for _ in 0..10_000 {
                    server
                        .write_all(format!("{line}\n").as_bytes())
                        .await
                        .unwrap();
                }
            });
            let began = tokio::time::Instant::now();
            assert!(transport.receive().await.is_none(), "it holds no message");
            assert_eq!(
                began.elapsed().as_secs(),
                10_000 / 2_000 - 2,
                "ten thousand times {line:?}, at two thousand a second after a burst of two seconds"
            );
            drop((transport, lines));
            let note = usher_messages::Message::new("repair.stdout").with("lines", 100);
            let expected = vec![note; notes];
            assert_eq!(noted.await.unwrap(), expected, "told of {line:?}");
        }
    }
}
