//! Connects to one address and prints the outcome in one line.
//!
//! It is a process of its own, so that a test decides which certificates it trusts and what else its environment
//! holds.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use tokio::sync::mpsc;
use usher_mcp::launch::{HttpLaunch, Launch};
use usher_mcp::{Access, ClientIdentity, ConnectOptions, EraChoice, Limits};
use usher_process::ProcessRegistry;

type Outcome = Result<String, Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let said = connect().await.unwrap_or_else(|error| error.to_string());
    match writeln!(std::io::stdout(), "{said}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

async fn connect() -> Outcome {
    let url = std::env::args().nth(1).ok_or("an address is missing")?;
    let (events, mut arriving) = mpsc::channel(64);
    tokio::spawn(async move { while arriving.recv().await.is_some() {} });
    let connection = usher_mcp::connect(ConnectOptions {
        launch: Launch::Http(HttpLaunch {
            url: url.parse()?,
            known: None,
            headers: Vec::new(),
            access: Access::default(),
            typed: usher_mcp::TypedSecrets::default(),
            secrets: usher_mcp::launch::LaunchSecrets::default(),
        }),
        client: ClientIdentity {
            name: "connect-once".into(),
            title: "Connect once".into(),
            version: "1".into(),
        },
        era: EraChoice::Auto,
        remembered: None,
        connect_timeout: Duration::from_secs(30),
        request_timeout: Duration::from_secs(30),
        limits: Limits::default(),
        events,
        process_registry: ProcessRegistry::default(),
    })
    .await
    .map_err(|error| usher_mcp_tests::describe_failure(&error))?;
    let said = format!("connected to {}", connection.agreed().name);
    connection.close().await;
    Ok(said)
}
