//! The scripted server on stdin and stdout.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, BufWriter};
#[cfg(unix)]
use tokio::net::unix::pipe;
use tokio::sync::mpsc;

use super::peer::{Memory, Output, Peer};
use super::script;

/// Names the file where the server logs starts and methods.
pub const SEEN: &str = "SCRIPTED_SEEN";

/// Serves until stdin ends; some modes end earlier. A mode `@file` stands in that file, so that the server can
/// become another one from one start to the next.
pub async fn serve(mode: String) -> ExitCode {
    let mode = match mode.strip_prefix('@') {
        Some(file) => std::fs::read_to_string(file).unwrap_or_default(),
        None => mode,
    };
    note("start");
    let (out, queue) = mpsc::unbounded_channel();
    let writer = tokio::spawn(write(queue, flood(&mode)));
    let memory = Arc::<Memory>::default();
    let peer = Peer::new(out, memory.clone());
    script::prelude(&mode, &peer);
    let reader = tokio::spawn(read(mode.clone(), peer, memory));
    let code = writer.await.ok().and_then(Result::ok).unwrap_or_default();
    reader.abort();
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

async fn read(mode: String, peer: Peer, memory: Arc<Memory>) -> io::Result<()> {
    if mode.ends_with("slow_start") {
        peer.put(Output::Stderr(b"started\n".to_vec()));
        tokio::time::sleep(Duration::from_millis(700)).await;
    }
    if mode == "never_reads" {
        std::future::pending::<()>().await;
    }
    let mut lines = BufReader::new(stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let Ok(message) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        note(message["method"].as_str().unwrap_or("an answer"));
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

/// Standard input. A pipe is waited for by the runtime itself: through a thread of its own, as the runtime reads other
/// files, a call would mostly be measured to take what that costs.
fn stdin() -> Box<dyn AsyncRead + Send + Unpin> {
    #[cfg(unix)]
    if let Ok(pipe) = own(io::stdin()).and_then(pipe::Receiver::from_owned_fd) {
        return Box::new(pipe);
    }
    Box::new(tokio::io::stdin())
}

/// As [`stdin`], for what is written.
fn stdout() -> Box<dyn AsyncWrite + Send + Unpin> {
    #[cfg(unix)]
    if let Ok(pipe) = own(io::stdout()).and_then(pipe::Sender::from_owned_fd) {
        return Box::new(pipe);
    }
    Box::new(tokio::io::stdout())
}

#[cfg(unix)]
fn own(stream: impl std::os::fd::AsFd) -> io::Result<std::os::fd::OwnedFd> {
    stream.as_fd().try_clone_to_owned()
}

fn note(what: &str) {
    let Some(file) = std::env::var_os(SEEN) else {
        return;
    };
    // A test that finds too little written down fails.
    if let Ok(mut file) = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)
    {
        let _ = file.write_all(format!("{what}\n").as_bytes());
    }
}

/// What a flooding mode sends after its second answer: by then it is connected.
fn flood(mode: &str) -> Option<fn() -> Output> {
    fn again(message: &[u8]) -> Output {
        Output::Line([message, b"\n"].concat().repeat(100))
    }
    match mode {
        "flood_notifications" => Some(|| {
            again(br#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"again"}}"#)
        }),
        "flood_progress" => Some(|| {
            again(br#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"nobody","progress":1}}"#)
        }),
        "flood_list_changed" => {
            Some(|| again(br#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#))
        }
        "flood_stderr" => Some(|| Output::Stderr(b"again and again and again\n".repeat(100))),
        "flood_lines" => Some(|| {
            let head = br#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":""#;
            Output::Line([head.as_slice(), &vec![b'x'; 20_000_000], b"\"}}"].concat())
        }),
        "flood_endless_line" => Some(|| Output::Bare(vec![b'x'; 1 << 20])),
        _ => None,
    }
}

async fn write(
    mut queue: mpsc::UnboundedReceiver<Output>,
    flood: Option<fn() -> Output>,
) -> io::Result<i32> {
    let mut stdout = BufWriter::new(stdout());
    let mut stderr = tokio::io::stderr();
    let mut answers = 0;
    loop {
        let flooding = flood.filter(|_| answers > 1);
        let output = tokio::select! {
            biased;
            output = queue.recv() => match output {
                Some(output) => output,
                None => break,
            },
            more = async { flooding.map(|more| more()) }, if flooding.is_some() => {
                more.unwrap_or(Output::Exit(0))
            }
        };
        match output {
            Output::Line(line) => {
                answers += 1;
                stdout.write_all(&line).await?;
                stdout.write_all(b"\n").await?;
            }
            Output::Bare(bytes) => stdout.write_all(&bytes).await?,
            Output::Repeated(bytes, times) => {
                for _ in 0..times {
                    stdout.write_all(&bytes).await?;
                }
            }
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
