//! Serves the person at a terminal: one request per line, each answered by one line.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt as _};

use crate::bounded_lines::{Line, Lines};
use crate::limits;

/// What the person requests at a terminal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PersonRequest {
    /// The name of an operation of the contract.
    pub operation: String,
    pub params: Value,
}

/// Answers requests of the person.
pub type OnPerson =
    Arc<dyn Fn(PersonRequest) -> Pin<Box<dyn Future<Output = Value> + Send>> + Send + Sync>;

/// Answers requests until the input ends, or is none.
pub(crate) async fn serve(
    on_person: &OnPerson,
    input: impl AsyncBufRead + Unpin,
    mut output: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    let mut lines = Lines::new(input, limits::FRAME_BYTES);
    while let Line::Whole(line) = lines.next().await? {
        let request: PersonRequest = serde_json::from_slice(line)?;
        let mut answer = serde_json::to_vec(&on_person(request).await)?;
        answer.push(b'\n');
        output.write_all(&answer).await?;
        output.flush().await?;
    }
    Ok(())
}
