//! Serves the person at a terminal: one request per line, each answered by one line.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt as _};
use usher_core::processes::Processes;
use usher_jsonrpc::{Line, Lines};
use usher_types::client::ClientProgram;
use usher_types::id::{ApprovalId, ClientId};

use crate::channel::handshake::Refusal;
use crate::limits;

/// What the person requests at a terminal. A decision names what was shown: it holds for nothing else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "requests",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum TerminalRequest {
    /// All clients, as `client.list` gives them.
    Clients,
    /// What waits, as `approval.list` gives it.
    Approvals,
    /// Runs a call that waits once, with these arguments.
    Run {
        approval: ApprovalId,
        arguments: Map<String, Value>,
    },
    Decline {
        approval: ApprovalId,
    },
    /// Lets a client that waits see what its profile names.
    Allow {
        client: ClientId,
        program: ClientProgram,
    },
    /// Refuses a client that waits.
    Block {
        client: ClientId,
        program: ClientProgram,
    },
}

/// Answers requests of the person.
pub type OnTerminalRequest =
    Arc<dyn Fn(TerminalRequest) -> Pin<Box<dyn Future<Output = Value> + Send>> + Send + Sync>;

/// Answers requests until the input ends or is none, or until the process may no longer speak for the person: it may have
/// become a client meanwhile.
pub(crate) async fn serve(
    on_terminal_request: &OnTerminalRequest,
    processes: &Processes,
    pid: u32,
    input: impl AsyncBufRead + Unpin,
    mut output: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    let mut lines = Lines::new(input, limits::FRAME_BYTES);
    while let Line::Whole(line) = lines.next().await? {
        let request: TerminalRequest = serde_json::from_slice(line)?;
        if !processes.speaks_for_person(pid).await {
            Refusal::OfClient.send(&mut output).await;
            return Ok(());
        }
        let mut answer = serde_json::to_vec(&on_terminal_request(request).await)?;
        answer.push(b'\n');
        output.write_all(&answer).await?;
        output.flush().await?;
    }
    Ok(())
}
