//! What a connection costs: connecting, one call, calls a second; against the scripted server over stdio and
//! HTTP. `cargo xtask bench` runs it in release mode.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Map;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use usher_mcp::launch::{HttpLaunch, Launch, StdioLaunch};
use usher_mcp::{
    CallOptions, CallTag, ClientIdentity, ConnectOptions, Connection, Custody, Limits,
};
use usher_tests::scripted::{http::HttpServer, stdio};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const CONNECTS: usize = 10;
const CALLS: usize = 2000;
const SIDE_BY_SIDE: usize = 16;

#[tokio::main]
async fn main() -> Outcome<()> {
    // The server under test is this program itself, so that nothing else has to be built.
    if std::env::args().nth(1).as_deref() == Some("--serve") {
        stdio::serve("echo".into()).await;
        return Ok(());
    }
    let pipe = StdioLaunch {
        program: std::env::current_exe()?,
        args: vec!["--serve".into()],
        env: Vec::new(),
        cwd: PathBuf::from("/"),
    };
    measure("stdio", &Launch::Stdio(pipe)).await?;
    let server = HttpServer::start().await?;
    let url = format!("http://127.0.0.1:{}/json/echo", server.port).parse()?;
    let address = HttpLaunch {
        url,
        known: None,
        headers: Vec::new(),
    };
    measure("http", &Launch::Http(address)).await
}

async fn measure(way: &str, launch: &Launch) -> Outcome<()> {
    let mut out = std::io::stdout();
    // Finding the login shell's PATH happens once per process and is not what is measured.
    usher_mcp::launch::login_path().await;
    let mut connects = Vec::new();
    for _ in 0..CONNECTS {
        let started = Instant::now();
        let connection = open(launch).await?;
        connection.list_tools().await?;
        connects.push(started.elapsed());
        connection.close().await;
    }
    writeln!(
        out,
        "{way:5}  connect and list   p50 {:>9.3?}",
        percentile(&mut connects, 50)
    )?;

    let connection = open(launch).await?;
    let mut calls = Vec::with_capacity(CALLS);
    let started = Instant::now();
    for _ in 0..CALLS {
        let sent = Instant::now();
        call(&connection).await?;
        calls.push(sent.elapsed());
    }
    let rate = per_second(CALLS, started.elapsed());
    let (half, most) = (percentile(&mut calls, 50), percentile(&mut calls, 95));
    writeln!(
        out,
        "{way:5}  one call           p50 {half:>9.3?}  p95 {most:>9.3?}"
    )?;
    writeln!(out, "{way:5}  one after another  {rate:>9} calls/s")?;

    let started = Instant::now();
    let lanes = (0..SIDE_BY_SIDE).map(|_| async {
        for _ in 0..CALLS / SIDE_BY_SIDE {
            call(&connection).await?;
        }
        Ok::<(), usher_mcp::CallError>(())
    });
    futures::future::try_join_all(lanes).await?;
    let rate = per_second(CALLS, started.elapsed());
    writeln!(
        out,
        "{way:5}  {SIDE_BY_SIDE} side by side    {rate:>9} calls/s"
    )?;
    connection.close().await;
    Ok(())
}

async fn open(launch: &Launch) -> Outcome<Connection> {
    let (events, mut arriving) = mpsc::channel(1024);
    tokio::spawn(async move { while arriving.recv().await.is_some() {} });
    let options = ConnectOptions {
        launch: launch.clone(),
        client: ClientIdentity {
            name: "bench".into(),
            title: "Bench".into(),
            version: "1".into(),
        },
        era: usher_mcp::EraChoice::Legacy,
        remembered: None,
        connect_timeout: Duration::from_secs(30),
        request_timeout: Duration::from_secs(30),
        limits: Limits::default(),
        events,
        custody: Custody::default(),
    };
    Ok(usher_mcp::connect(options).await?)
}

async fn call(connection: &Connection) -> Result<(), usher_mcp::CallError> {
    let options = CallOptions {
        tag: CallTag("bench".into()),
        cancel: CancellationToken::new(),
        timeout: Duration::from_secs(30),
    };
    connection
        .call_tool(
            "echo",
            Map::from_iter([("text".to_owned(), "hello".into())]),
            options,
        )
        .await
        .map(drop)
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times
        .get(times.len() * percent / 100)
        .copied()
        .unwrap_or_default()
}

fn per_second(count: usize, time: Duration) -> u128 {
    count as u128 * 1_000_000 / time.as_micros().max(1)
}
