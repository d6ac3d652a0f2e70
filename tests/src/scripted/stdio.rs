//! The scripted server on stdin and stdout.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;

use super::peer::{Memory, Output, Peer};
use super::script;

/// Serves until stdin ends; some modes end earlier.
pub async fn serve(mode: String) -> ExitCode {
    let (out, queue) = mpsc::unbounded_channel();
    let writer = tokio::spawn(write(queue));
    let memory = Arc::<Memory>::default();
    let peer = Peer::new(out, memory.clone());
    script::prelude(&mode, &peer);
    let reader = tokio::spawn(read(mode.clone(), peer, memory));
    let code = writer.await.ok().and_then(Result::ok).unwrap_or_default();
    reader.abort();
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

async fn read(mode: String, peer: Peer, memory: Arc<Memory>) -> io::Result<()> {
    if mode == "never_reads" {
        std::future::pending::<()>().await;
    }
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let Ok(message) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        if mode == "stops_reading" && message["method"] == "tools/call" {
            std::future::pending::<()>().await;
        }
        let (mode, peer, memory) = (mode.clone(), peer.clone(), memory.clone());
        let handle = async move { script::handle(&mode, message, &peer, &memory).await };
        tokio::spawn(handle);
    }
    if mode == "outlives_stdin" {
        std::future::pending::<()>().await;
    }
    peer.put(Output::Exit(0));
    Ok(())
}

async fn write(mut queue: mpsc::UnboundedReceiver<Output>) -> io::Result<i32> {
    let mut stdout = tokio::io::stdout();
    let mut stderr = tokio::io::stderr();
    while let Some(output) = queue.recv().await {
        match output {
            Output::Line(line) => {
                stdout.write_all(&line).await?;
                stdout.write_all(b"\n").await?;
            }
            Output::Bare(bytes) => stdout.write_all(&bytes).await?,
            Output::Stderr(bytes) => {
                stderr.write_all(&bytes).await?;
                stderr.flush().await?;
            }
            Output::Exit(code) => {
                stdout.flush().await?;
                std::process::exit(code);
            }
        }
        stdout.flush().await?;
    }
    Ok(0)
}
