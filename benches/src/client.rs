//! What a client costs, measured the same way whoever wrote it: connecting, one call, calls a second, processor
//! time, memory. A program measures one client against one server and prints one line of JSON; `cargo xtask bench`
//! puts the lines beside each other. `benches/sdk.mjs` does the same for the TypeScript SDKs.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;
use usher_testkit::usage::Usage;

/// What the measuring programs end with.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

const CONNECTS: usize = 40;
/// Before each connection, so that everybody begins from rest: what ending the one before has left to do, or has
/// kept warm, is not counted to the next.
const REST: Duration = Duration::from_millis(20);
const WARM_UP: usize = 200;
const CALLS: u32 = 3000;
const SIDE_BY_SIDE: u32 = 16;
const SESSIONS: usize = 20;

/// The server a client is measured against.
pub enum Peer {
    /// A program that speaks over its standard input and output.
    Stdio {
        program: PathBuf,
        args: Vec<String>,
    },
    Http(String),
}

impl Peer {
    /// `stdio PROGRAM ARGS…` or `http URL`, as the measuring programs are started.
    ///
    /// # Errors
    /// When it is neither.
    pub fn from_args() -> Outcome<Self> {
        let mut args = std::env::args().skip(1);
        match (args.next().as_deref(), args.next()) {
            (Some("stdio"), Some(program)) => Ok(Self::Stdio {
                program: program.into(),
                args: args.collect(),
            }),
            (Some("http"), Some(url)) => Ok(Self::Http(url)),
            _ => Err("say `stdio PROGRAM ARGS…` or `http URL`".into()),
        }
    }
}

/// A client library under measurement.
pub trait Client: Send + Sync + 'static {
    type Session: Send + Sync;
    /// Connects and reads the list of tools.
    fn connect_and_list(&self) -> impl Future<Output = Outcome<Self::Session>> + Send;
    /// Calls the tool `echo` with a short text and reads its result.
    fn echo(session: &Self::Session) -> impl Future<Output = Outcome<()>> + Send;
    /// Ends the connection and its process.
    fn close(session: Self::Session) -> impl Future<Output = ()> + Send;
}

/// Measures `client` and prints one line of JSON.
///
/// # Errors
/// When a connection or a call fails.
pub async fn measure<C: Client>(client: C) -> Outcome<()> {
    // Whoever connects in an app is a task; from the thread of `main`, every step would wake another thread.
    tokio::spawn(async move { take(&client).await }).await?
}

async fn take<C: Client>(client: &C) -> Outcome<()> {
    let mut connects = Vec::with_capacity(CONNECTS);
    for _ in 0..CONNECTS {
        tokio::time::sleep(REST).await;
        let started = Instant::now();
        let session = client.connect_and_list().await?;
        connects.push(started.elapsed());
        C::close(session).await;
    }

    let session = client.connect_and_list().await?;
    for _ in 0..WARM_UP {
        C::echo(&session).await?;
    }
    let memory_one = Usage::now().memory_bytes;
    let before = Usage::now().cpu;
    let mut calls = Vec::new();
    let started = Instant::now();
    for _ in 0..CALLS {
        let sent = Instant::now();
        C::echo(&session).await?;
        calls.push(sent.elapsed());
    }
    let sequential = per_second(started.elapsed());
    let cpu = Usage::now().cpu.saturating_sub(before);

    let started = Instant::now();
    let lanes = (0..SIDE_BY_SIDE).map(|_| async {
        for _ in 0..CALLS / SIDE_BY_SIDE {
            C::echo(&session).await?;
        }
        Outcome::Ok(())
    });
    futures::future::try_join_all(lanes).await?;
    let side_by_side = per_second(started.elapsed());

    let mut sessions = vec![session];
    while sessions.len() < SESSIONS {
        sessions.push(client.connect_and_list().await?);
    }
    let memory_many = Usage::now().memory_bytes;
    for session in sessions {
        C::close(session).await;
    }

    let line = json!({
        "connect_ms": millis(percentile(&mut connects, 50)),
        "echo_p50_ms": millis(percentile(&mut calls, 50)),
        "echo_p95_ms": millis(percentile(&mut calls, 95)),
        "sequential_per_s": sequential,
        "side_by_side_per_s": side_by_side,
        "cpu_per_call_us": cpu.as_secs_f64() * 1e6 / f64::from(CALLS),
        "memory_1_mb": megabytes(memory_one),
        "memory_20_mb": megabytes(memory_many),
    });
    writeln!(std::io::stdout(), "{line}")?;
    Ok(())
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let at = times.get(times.len() * percent / 100);
    at.copied().unwrap_or_default()
}

fn per_second(time: Duration) -> f64 {
    f64::from(CALLS) / time.as_secs_f64()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn megabytes(bytes: u64) -> f64 {
    f64::from(u32::try_from(bytes / 1000).unwrap_or(u32::MAX)) / 1e3
}
