//! The scripted server as a program: `scripted_server <mode>` on stdio, or `scripted_server --http`, which
//! says on its first line where it listens.

use std::io::Write;
use std::process::ExitCode;

use usher_tests::scripted::{http::HttpServer, stdio};

fn main() -> ExitCode {
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
