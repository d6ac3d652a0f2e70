//! Usher between the official server suites and a server: what a person sets up in the window, done by a program. It
//! prints the address and the token of a client that sees that server alone, and ends when its input ends.
//!
//! Started with the address of the server and the era to speak to it in: `legacy` or `modern`.

mod person;

use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

use serde_json::json;
use tokio::io::AsyncReadExt as _;
use usher_gateway::{Gateway, GatewayOptions, HttpEndpoint};

use person::Person;

/// What goes wrong, in words for the log of the run.
type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
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
    let person = Person::open(folder.path()).await;
    let host = person.api.shared_host().ok_or("the data is not open")?;
    let gateway = Gateway::new(host, GatewayOptions::new("0.0.0-conformance"));
    let endpoint = HttpEndpoint::start(gateway);
    let (address, token) = person.set_up(&url, &era).await?;
    tokio::spawn(person.clone().allow_calls());
    let mut output = std::io::stdout();
    writeln!(output, "{}", json!({ "url": address, "token": token }))?;
    output.flush()?;
    let mut rest = Vec::new();
    tokio::io::stdin().read_to_end(&mut rest).await?;
    drop(endpoint);
    person.api.close().await;
    Ok(())
}
