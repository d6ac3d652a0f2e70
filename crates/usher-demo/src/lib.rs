//! The demo MCP server inside Usher: one of every primitive, with icons, on stdio.
//!
//! It is what *Start demo server* runs, and the first peer of Usher's own tests. It is written by
//! hand on tokio and `serde_json`, so that a client library's habits are tested against a second
//! reading of the specification. It touches no disk, asks no network, and what it offers is
//! the same in every run, except the clock and the notes of the session. As a program it also
//! serves a small webtool on the loopback address.
//!
//! | module | holds |
//! |---|---|
//! | [`wire`] | lines in, lines out, which message is which |
//! | [`session`] | what one connection remembers: client, calls, questions, subscriptions, notes |
//! | [`methods`] | the table of methods, `initialize` |
//! | [`tools`], [`resources`], [`prompts`], [`completion`] | what the server offers |
//! | [`webtool`] | the demo webtool on the loopback address |
//! | [`tasks`] | calls that go on as tasks |
//! | [`media`], [`icons`], [`world`] | pictures, sounds and facts, all made in code |

mod apps;
mod completion;
mod content;
mod fault;
mod icons;
mod media;
mod methods;
mod page;
mod params;
mod prompts;
mod resources;
mod session;
mod tasks;
mod tools;
mod webtool;
mod wire;
mod world;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

pub use media::leaflet;
use session::Session;
pub use webtool::address as webtool_address;

/// Speaks MCP on `reader` and `writer`, one line each, to the end.
///
/// Calls still running at the end are dropped; what was answered before is still written.
/// Fails only when reading or writing fails.
pub async fn serve<R, W>(reader: R, writer: W) -> io::Result<()>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let (outbox, frames) = mpsc::unbounded_channel();
    let session = Arc::new(Session::new(outbox));
    let reading = async {
        let ended = wire::read(reader, &session).await;
        session.close();
        drop(session);
        ended
    };
    tokio::try_join!(reading, wire::write(writer, frames)).map(|_| ())
}

/// Runs the demo on this process's stdin and stdout: the whole of `usher --demo-server`.
pub fn run() -> ExitCode {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    else {
        return ExitCode::FAILURE;
    };
    let outcome = runtime.block_on(async {
        tokio::select! {
            outcome = serve(tokio::io::stdin(), tokio::io::stdout()) => outcome,
            never = serve_webtool() => match never {},
        }
    });
    // A read of stdin cannot be interrupted; waiting for it would keep the process alive.
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Serves the webtool as long as the demo runs. Without its port there is none; the demo goes on.
async fn serve_webtool() -> std::convert::Infallible {
    drop(webtool::serve().await);
    std::future::pending().await
}
