//! Messages as lines over a process's stdin and stdout (2025-11-25, basic/transports, stdio).

use std::io;
use std::sync::Arc;

use rmcp::model::ClientJsonRpcMessage;
use rmcp::service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::decode::scan::Scanner;
use crate::wire::{Arrival, Departure, Wire};

/// How much of a line over the limit is kept for the log, in bytes.
const HEAD_BYTES: usize = 4096;

/// Messages that wait are written together until there are so many bytes of them.
const TOGETHER_BYTES: usize = 16 * 1024;

/// Messages waiting for rmcp.
const QUEUE: usize = 256;

/// rmcp's side of the pipe.
pub(crate) struct LineTransport {
    wire: Arc<Wire>,
    arrived: mpsc::Receiver<RxJsonRpcMessage<RoleClient>>,
    departing: Option<mpsc::UnboundedSender<Departure>>,
}

/// The two tasks that move the lines.
pub(crate) struct LineTasks {
    /// Ends at the end of the server's output.
    pub(crate) reader: JoinHandle<()>,
    /// Ends when it has closed the server's input.
    pub(crate) writer: JoinHandle<()>,
    /// Cancelled when nothing can be written to the server any more: it stopped reading, or closed its input.
    pub(crate) stuck: CancellationToken,
}

/// Starts moving lines. Cancelling `stop` lets what is queued leave and then closes the server's input.
pub(crate) fn start<R, W>(
    output: R,
    input: W,
    wire: Arc<Wire>,
    stop: CancellationToken,
) -> (LineTransport, LineTasks)
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (arrived_sender, arrived) = mpsc::channel(QUEUE);
    let (departing, queue) = mpsc::unbounded_channel();
    let stuck = CancellationToken::new();
    let reader = tokio::spawn(read_lines(output, wire.clone(), arrived_sender));
    let writer = tokio::spawn(write_lines(input, wire.clone(), queue, stop, stuck.clone()));
    let transport = LineTransport {
        wire,
        arrived,
        departing: Some(departing),
    };
    (
        transport,
        LineTasks {
            reader,
            writer,
            stuck,
        },
    )
}

impl Transport<RoleClient> for LineTransport {
    type Error = io::Error;

    /// Queues at once, so that messages leave in the order rmcp gives them. Nobody waits until one has left: a pipe
    /// that takes nothing any more ends the connection, and with it every request.
    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        std::future::ready(self.queue(&message))
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        self.arrived.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.departing = None;
        Ok(())
    }
}

impl LineTransport {
    fn queue(&self, message: &ClientJsonRpcMessage) -> io::Result<()> {
        let departing = self.departing.as_ref().ok_or(io::ErrorKind::NotConnected)?;
        let departure = self.wire.depart(message).map_err(io::Error::other)?;
        departing
            .send(departure)
            .map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

async fn write_lines<W: AsyncWrite + Unpin>(
    mut input: W,
    wire: Arc<Wire>,
    mut queue: mpsc::UnboundedReceiver<Departure>,
    stop: CancellationToken,
    stuck: CancellationToken,
) {
    loop {
        let next = tokio::select! {
            biased;
            next = queue.recv() => next,
            () = stop.cancelled() => None,
        };
        let Some(first) = next else { break };
        let mut lines = Vec::new();
        let mut leaving = Some(first);
        // What has queued up meanwhile leaves in the same write.
        while let Some(departure) = leaving {
            lines.extend_from_slice(departure.text.as_bytes());
            lines.push(b'\n');
            wire.report_frame(departure.frame).await;
            leaving = (lines.len() < TOGETHER_BYTES)
                .then(|| queue.try_recv().ok())
                .flatten();
        }
        let written = tokio::time::timeout(wire.limits.write_timeout, async {
            input.write_all(&lines).await?;
            input.flush().await
        });
        if !matches!(written.await, Ok(Ok(()))) {
            stuck.cancel();
            break;
        }
    }
    // A pipe that cannot be closed is closed by dropping it.
    let _ = input.shutdown().await;
}

async fn read_lines<R: AsyncRead + Unpin>(
    output: R,
    wire: Arc<Wire>,
    arrived: mpsc::Sender<RxJsonRpcMessage<RoleClient>>,
) {
    let mut output = BufReader::with_capacity(64 * 1024, output);
    let mut line = Line::default();
    loop {
        let (used, ended) = match output.fill_buf().await {
            Ok([]) | Err(_) => break,
            Ok(bytes) => match bytes.iter().position(|byte| *byte == b'\n') {
                Some(end) => (
                    line.take(&bytes[..end], wire.limits.message_bytes, end + 1),
                    true,
                ),
                None => (
                    line.take(bytes, wire.limits.message_bytes, bytes.len()),
                    false,
                ),
            },
        };
        output.consume(used);
        if line.oversized.is_some() {
            // Nobody will read it, however long it is.
            wire.pace.heard(0, used as u64).await;
        }
        if ended && !deliver(&wire, std::mem::take(&mut line), &arrived).await {
            return;
        }
    }
    // The last line may lack its end.
    deliver(&wire, line, &arrived).await;
}

/// Hands a line on; false when rmcp has gone.
async fn deliver(
    wire: &Wire,
    line: Line,
    arrived: &mpsc::Sender<RxJsonRpcMessage<RoleClient>>,
) -> bool {
    let messages = match &line.oversized {
        Some(scanner) => {
            wire.arrive_oversized(&line.bytes, line.length, scanner)
                .await
        }
        None => {
            wire.arrive(Arrival {
                bytes: &line.bytes,
                stream: None,
                whole_answer: false,
            })
            .await
        }
    };
    for message in messages {
        if arrived.send(message).await.is_err() {
            return false;
        }
    }
    true
}

/// One line while it comes in.
#[derive(Default)]
struct Line {
    /// All of it, or the head of a line over the limit.
    bytes: Vec<u8>,
    length: u64,
    /// Reads on where the bytes are no longer kept.
    oversized: Option<Scanner>,
}

impl Line {
    /// Takes the next bytes; returns how many the reader may let go.
    fn take(&mut self, bytes: &[u8], limit: usize, used: usize) -> usize {
        self.length += bytes.len() as u64;
        if let Some(scanner) = &mut self.oversized {
            scanner.feed(bytes);
            return used;
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > limit {
            let mut scanner = Scanner::default();
            scanner.feed(&self.bytes);
            self.bytes.truncate(HEAD_BYTES);
            self.bytes.shrink_to_fit();
            self.oversized = Some(scanner);
        }
        used
    }
}
