//! Runs a host that tests kill.
//!
//! It starts the same server several times, prints `ready` and waits for its end. `killed_host <record>
//! <guarded|alone> <count> <script> [NAME=VALUE …]`; it is its own helper too.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use tokio::sync::mpsc;
use usher_mcp::launch::{Launch, LaunchValue, StdioLaunch};
use usher_mcp::{ClientIdentity, ConnectOptions, Limits};
use usher_process::HostEnvironment;
use usher_process::ProcessRegistry;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    if let Some(code) = usher_process::run_as_helper(std::env::args_os().skip(1)) {
        return code;
    }
    match host() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn host() -> Outcome {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or("an argument is missing");
    let record = PathBuf::from(next()?);
    let helper = match next()?.as_str() {
        "guarded" => Some(std::env::current_exe()?),
        _ => None,
    };
    let count: usize = next()?.parse()?;
    let script = next()?;
    let launch = Launch::Stdio(StdioLaunch {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script],
        env: args
            .filter_map(|pair| {
                let (name, value) = pair.split_once('=')?;
                Some((name.to_owned(), LaunchValue::Plain(value.to_owned())))
            })
            .collect(),
        cwd: std::env::temp_dir(),
        host: HostEnvironment::new(std::env::vars_os()),
        typed: usher_mcp::TypedSecrets::default(),
        secrets: usher_mcp::launch::LaunchSecrets::default(),
    });
    let process_registry = ProcessRegistry::new(record, helper);
    let connecting = (0..count).map(|_| usher_mcp::connect(options(&launch, &process_registry)));
    let _connections = futures::future::try_join_all(connecting).await?;
    writeln!(std::io::stdout(), "ready")?;
    std::future::pending().await
}

fn options(launch: &Launch, process_registry: &ProcessRegistry) -> ConnectOptions {
    let (events, mut arriving) = mpsc::channel(64);
    tokio::spawn(async move { while arriving.recv().await.is_some() {} });
    ConnectOptions {
        launch: launch.clone(),
        client: ClientIdentity {
            name: "killed".into(),
            title: "Killed".into(),
            version: "1".into(),
        },
        era: usher_mcp::EraChoice::Auto,
        remembered: None,
        connect_timeout: Duration::from_secs(50),
        request_timeout: Duration::from_secs(30),
        limits: Limits::default(),
        events,
        process_registry: process_registry.clone(),
    }
}
