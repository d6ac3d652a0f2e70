//! The scripted server as a program: `<program> <mode>` on stdio, or `<program> --http`, which
//! says on its first line where it listens.

use std::io::Write;
use std::process::ExitCode;

use super::{http::HttpServer, stdio};

/// Runs the program. A package whose tests start it has a program of its own that calls this.
pub fn main() -> ExitCode {
    let mode = std::env::args().nth(1).unwrap_or_default();
    if mode == "--http" {
        return http();
    }
    talk(mode)
}

/// On one thread: a server on pipes is asked by one client.
#[tokio::main(flavor = "current_thread")]
async fn talk(mode: String) -> ExitCode {
    stdio::serve(mode).await
}

#[tokio::main]
async fn http() -> ExitCode {
    let Ok(server) = HttpServer::start().await else {
        return ExitCode::FAILURE;
    };
    if writeln!(std::io::stdout(), "http://127.0.0.1:{}/", server.port).is_err() {
        return ExitCode::FAILURE;
    }
    std::future::pending().await
}
