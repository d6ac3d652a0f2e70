//! Usher between the official server suites and a server: what a person sets up in the window, done by a program. It
//! prints where clients of that one server reach it: over HTTP, with a token, and through a bridge to `usher connect`.
//! It ends when its input ends.
//!
//! Started with the address of the server and the era to speak to it in: `legacy` or `modern`.

mod person;

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;
use usher_app::Environment;
use usher_testkit::conformance::bridge::{Bridge, Start};

use person::{Outcome, Person};

/// The first argument with which it is `usher connect` itself, so that the window need not be built for it.
const CONNECT: &str = "connect";

fn main() -> ExitCode {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|first| first == CONNECT)
    {
        return usher_cli::run(std::env::args_os().skip(1));
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // That nobody reads it is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run() -> Outcome {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("no address of a server")?;
    let era = arguments.next().ok_or("no era of a server")?;
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let runtime = folder.path().join("runtime");
    std::fs::create_dir(&runtime)?;
    let environment = Environment::at(&data).with_runtime_dir(runtime.clone());
    let person = Person::open(&environment).await;
    let served = usher_app::serve_clients(&environment, &person.api, None)?;
    let (address, token) = person.set_up(&url, &era).await?;
    tokio::spawn(person.clone().attend());
    let start: Start = Arc::new(move || connect(&data, &runtime));
    let bridge = Bridge::start(start).await?;
    let mut output = std::io::stdout();
    let said = json!({ "url": address, "token": token, "bridge": bridge.url() });
    writeln!(output, "{said}")?;
    output.flush()?;
    let mut rest = Vec::new();
    tokio::io::stdin().read_to_end(&mut rest).await?;
    drop(served);
    person.api.close().await;
    Ok(())
}

/// The program that clients start.
#[expect(
    clippy::disallowed_methods,
    reason = "it is what a client does, which is no part of Usher"
)]
fn connect(data: &std::path::Path, runtime: &std::path::Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap_or_default());
    command
        .args([CONNECT, "--as", "Bridge"])
        .env("USHER_DATA_DIR", data)
        .env("XDG_RUNTIME_DIR", runtime);
    command
}
