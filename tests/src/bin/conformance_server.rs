//! The conformance server as a program: prints its address, and serves until its input ends.

use std::io::{self, Write as _};
use std::process::ExitCode;

use tokio::io::AsyncReadExt as _;
use usher_testkit::conformance::server::ConformanceServer;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // That nobody reads it is no reason to stop.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run() -> io::Result<()> {
    let server = ConformanceServer::start().await?;
    let mut output = io::stdout();
    writeln!(output, "{}", server.url())?;
    output.flush()?;
    let mut rest = Vec::new();
    tokio::io::stdin().read_to_end(&mut rest).await.map(drop)
}
