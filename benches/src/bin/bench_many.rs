//! What many servers cost, through the whole host: how long until 50 local and 20 addressed ones are ready,
//! what they use while idle, what 1000 starts and stops leave behind, and what bad neighbours do to a good
//! one. It fails if that is more than its bounds allow. `cargo xtask bench` runs it in release mode; with `flood` it prints
//! only how far floods make it grow, with `neighbours` only what they do to others.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ExitCode, Stdio};
use std::time::{Duration, Instant};

use usher_bench::many_servers::{self, ManyServers, Outcome};
use usher_core::host::Host;
use usher_testkit::scripted::http::{HttpServer, flooding};
use usher_testkit::scripted::stdio;
use usher_testkit::usage::Usage;
use usher_types::settings::Settings;

const LOCAL: usize = 50;
const ADDRESSED: usize = 20;
const CYCLES: usize = 1000;
const WARM_UP: usize = 50;
const CALLS: usize = 500;
const IDLE: Duration = Duration::from_secs(5);
const FLOOD: Duration = Duration::from_secs(3);

/// Longest until all of many servers are ready.
const READY_WITHIN: Duration = Duration::from_secs(15);

/// Files and tasks that may be more after all the cycles: far less than one a cycle.
const LEFT: usize = 8;

/// Allowed growth of memory after all cycles, in percent.
const GROWN: u64 = 5;

/// What the wire log keeps during the cycles: it is full long before they are counted, so that it hides no leak and is
/// none.
const WIRE_FRAMES: u32 = 100;

/// Most of one processor that many idle servers may cost.
const IDLE_SHARE: f64 = 0.01;

/// Allowed slowdown of a call during a flood, as a factor.
const SLOWED: f64 = 1.1;

/// Local neighbours that send without end, each in its own way. Those behind an address are in [`flooding::WAYS`].
const FLOODS: [&str; 6] = [
    "flood_notifications",
    "flood_progress",
    "flood_list_changed",
    "flood_stderr",
    "flood_lines",
    "flood_endless_line",
];

/// Measurements without and with each flooding server, in turn; the median counts.
const ROUNDS: usize = 9;

fn main() -> ExitCode {
    if let Some(code) = usher_process::run_as_helper(std::env::args_os().skip(1)) {
        return code;
    }
    let mut args = std::env::args().skip(1);
    match (args.next().as_deref(), args.next()) {
        (Some("--content-worker"), _) => usher_content::worker::work(),
        (Some("--serve"), Some(mode)) => serve(mode),
        (Some("--http"), _) => told(serve_http()),
        (Some("flood"), _) => told(flood_only()),
        (Some("neighbours"), _) => told(neighbours_only()),
        _ => told(measure()),
    }
}

fn told(outcome: Outcome<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn serve(mode: String) -> ExitCode {
    stdio::serve(mode).await
}

#[tokio::main]
async fn serve_http() -> Outcome<()> {
    let server = HttpServer::start().await?;
    writeln!(std::io::stdout(), "{}", server.port)?;
    std::future::pending().await
}

/// The HTTP servers, in another process so their cost is not counted.
struct Addressed {
    process: Child,
    port: u16,
}

impl Addressed {
    #[expect(
        clippy::disallowed_methods,
        reason = "the bench plays the part of the servers, too"
    )]
    fn start() -> Outcome<Self> {
        let mut process = std::process::Command::new(std::env::current_exe()?)
            .arg("--http")
            .stdout(Stdio::piped())
            .spawn()?;
        let output = process.stdout.take().ok_or("no output")?;
        let mut port = String::new();
        BufReader::new(output).read_line(&mut port)?;
        Ok(Self {
            process,
            port: port.trim().parse()?,
        })
    }
}

impl Drop for Addressed {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::main]
async fn measure() -> Outcome<()> {
    let dir = tempfile::tempdir()?;
    let addressed = Addressed::start()?;
    let mut broken = many(dir.path(), addressed.port).await?;
    broken.extend(cycles(dir.path()).await?);
    broken.extend(neighbours(dir.path(), addressed.port).await?);
    judge(&broken)
}

/// Fails if a bound was broken, with all that were.
fn judge(broken: &[String]) -> Outcome<()> {
    if broken.is_empty() {
        return Ok(());
    }
    Err(format!("More than is allowed:\n  {}", broken.join("\n  ")).into())
}

/// Returns the bounds that were broken.
async fn many(dir: &Path, port: u16) -> Outcome<Vec<String>> {
    let mut broken = Vec::new();
    let mut out = std::io::stdout();
    let data = dir.join("many");
    let host = many_servers::open(&data).await?;
    let alone = Usage::now();
    let mut servers = ManyServers::default();
    for number in 0..LOCAL {
        servers
            .add_local(&host, &format!("local {number}"), "echo")
            .await?;
    }
    for number in 0..ADDRESSED {
        let url = format!("http://127.0.0.1:{port}/json/echo?{number}");
        servers
            .add_addressed(&host, &format!("addressed {number}"), &url)
            .await?;
    }
    // As at the start of the app: everything at once. Turning them on and closing at once leaves them on.
    servers.switch_on(&host).await?;
    host.close().await;
    drop(host);
    let began = Instant::now();
    let host = many_servers::open(&data).await?;
    let opened = began.elapsed();
    servers.until_ready(&host).await?;
    let ready = began.elapsed();
    if ready > READY_WITHIN {
        broken.push(format!(
            "{ready:.2?} until all are ready, not {READY_WITHIN:.2?}"
        ));
    }
    writeln!(out, "many   host usable          {opened:>9.2?}")?;
    writeln!(
        out,
        "many   {LOCAL} local + {ADDRESSED} addressed ready  {ready:>9.2?}"
    )?;
    tokio::time::sleep(IDLE).await;
    let before = Usage::now();
    tokio::time::sleep(IDLE).await;
    let after = Usage::now();
    let busy = after.cpu.saturating_sub(before.cpu).as_secs_f64() / IDLE.as_secs_f64();
    if busy >= IDLE_SHARE {
        let (busy, allowed) = (busy * 100.0, IDLE_SHARE * 100.0);
        broken.push(format!(
            "{busy:.2} % of a processor while idle, not {allowed:.2} %"
        ));
    }
    writeln!(out, "many   idle processor       {:>8.2} %", busy * 100.0)?;
    let sessions = (LOCAL + ADDRESSED) as u64;
    let each = after.memory_bytes.saturating_sub(alone.memory_bytes) / sessions / 1000;
    writeln!(out, "many   memory per session   {each:>8} kB")?;
    let began = Instant::now();
    host.close().await;
    writeln!(out, "many   all stopped          {:>9.2?}", began.elapsed())?;
    Ok(broken)
}

/// Returns the bounds that were broken.
async fn cycles(dir: &Path) -> Outcome<Vec<String>> {
    let mut broken = Vec::new();
    let mut out = std::io::stdout();
    let host = many_servers::open(&dir.join("cycles")).await?;
    let settings = Settings {
        wire_frames: WIRE_FRAMES,
        ..host.settings()
    };
    host.set_settings(settings).await?;
    let mut servers = ManyServers::default();
    servers.add_local(&host, "cycled", "echo").await?;
    let server = servers.servers().first().ok_or("no server")?.clone();
    let mut before = Usage::now();
    let mut began = Instant::now();
    for cycle in 0..WARM_UP + CYCLES {
        if cycle == WARM_UP {
            before = settled().await;
            began = Instant::now();
        }
        host.servers().enable(&server).await?;
        servers.until_ready(&host).await?;
        host.servers().disable(&server).await?;
    }
    let each = began.elapsed() / u32::try_from(CYCLES)?;
    let after = settled().await;
    writeln!(out, "cycle  start and stop       {each:>9.2?}")?;
    writeln!(
        out,
        "cycle  after {CYCLES}: files {} → {}, tasks {} → {}, memory {} → {} kB",
        before.files,
        after.files,
        before.tasks,
        after.tasks,
        before.memory_bytes / 1000,
        after.memory_bytes / 1000
    )?;
    for (what, before, after) in [
        ("open files", before.files, after.files),
        ("tasks", before.tasks, after.tasks),
    ] {
        if after > before + LEFT {
            broken.push(format!(
                "{after} {what} after {CYCLES} starts and stops, not {before}"
            ));
        }
    }
    let grown = after.memory_bytes.saturating_sub(before.memory_bytes) * 100 / before.memory_bytes;
    if grown > GROWN {
        broken.push(format!(
            "{grown} % more memory after {CYCLES} starts and stops, not at most {GROWN} %"
        ));
    }
    host.close().await;
    Ok(broken)
}

/// What is used once the last server that was stopped has gone.
async fn settled() -> Usage {
    tokio::time::sleep(Duration::from_secs(4)).await;
    Usage::now()
}

/// What calls took, the half and the 95th percentile of each round.
#[derive(Default)]
struct Times {
    /// Before each round, and after the last.
    alone: Vec<(Duration, Duration)>,
    beside: Vec<(Duration, Duration)>,
}

/// One of the two.
type Of = fn(&(Duration, Duration)) -> Duration;

impl Times {
    fn median(&self, of: Of) -> Duration {
        let mut times: Vec<_> = self.beside.iter().map(of).collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }

    /// Slowdown of calls during the flood, against just before and after: each round against its own surroundings, so
    /// that what the machine does meanwhile counts on both sides; of the rounds, the one in the middle.
    fn factor(&self, of: Of) -> f64 {
        let alone = self.alone.windows(2).map(|around| {
            let taken: Duration = around.iter().map(of).sum();
            taken.as_secs_f64() / 2.0
        });
        let mut factors: Vec<_> = self
            .beside
            .iter()
            .zip(alone)
            .map(|(beside, alone)| of(beside).as_secs_f64() / alone)
            .collect();
        factors.sort_unstable_by(f64::total_cmp);
        factors.get(factors.len() / 2).copied().unwrap_or_default()
    }
}

/// All floods, each with one server that does it.
async fn floods(host: &Host, port: u16) -> Outcome<Vec<(&'static str, ManyServers)>> {
    let mut floods = Vec::new();
    for flood in FLOODS {
        let mut bad = ManyServers::default();
        bad.add_local(host, flood, flood).await?;
        floods.push((flood, bad));
    }
    for flood in flooding::WAYS {
        let mut bad = ManyServers::default();
        let url = format!("http://127.0.0.1:{port}/{flood}/echo");
        bad.add_addressed(host, &format!("addressed {flood}"), &url)
            .await?;
        floods.push((flood, bad));
    }
    Ok(floods)
}

/// Four quiet servers, alone and beside each flood in turn: how much longer their calls take then. Returns the bounds that
/// were broken.
async fn neighbours(dir: &Path, port: u16) -> Outcome<Vec<String>> {
    let mut broken = Vec::new();
    let mut out = std::io::stdout();
    let host = many_servers::open(&dir.join("neighbours")).await?;
    let mut good = ManyServers::default();
    for number in 0..4 {
        good.add_local(&host, &format!("good {number}"), "echo")
            .await?;
    }
    good.switch_on(&host).await?;
    good.until_ready(&host).await?;
    good.review(&host).await?;
    good.echo(&host, CALLS).await?;
    writeln!(
        out,
        "| beside | p50 | p95 | of p50 alone | of p95 alone | memory |\n|---|---:|---:|---:|---:|---:|"
    )?;
    for (number, (flood, bad)) in floods(&host, port).await?.into_iter().enumerate() {
        let way = if number < FLOODS.len() {
            "stdio"
        } else {
            "HTTP"
        };
        let before = Usage::now();
        let mut times = Times::default();
        let mut most = before.memory_bytes;
        for _ in 0..ROUNDS {
            times.alone.push(good.echo(&host, CALLS).await?);
            bad.switch_on(&host).await?;
            bad.until_running(&host).await?;
            // What everybody may send at once is over by then.
            tokio::time::sleep(FLOOD).await;
            times.beside.push(good.echo(&host, CALLS).await?);
            most = most.max(Usage::now().memory_bytes);
            bad.switch_off(&host).await?;
        }
        times.alone.push(good.echo(&host, CALLS).await?);
        let (half, high): (Of, Of) = (|round| round.0, |round| round.1);
        let slowed = times.factor(half);
        if slowed >= SLOWED {
            broken.push(format!(
                "calls take ×{slowed:.2} beside {flood} ({way}), not less than ×{SLOWED:.2}"
            ));
        }
        let grown = most.saturating_sub(before.memory_bytes) / 1000;
        writeln!(
            out,
            "| {flood} ({way}) | {:.3?} | {:.3?} | ×{slowed:.2} | ×{:.2} | +{grown} kB |",
            times.median(half),
            times.median(high),
            times.factor(high),
        )?;
    }
    host.close().await;
    Ok(broken)
}

#[tokio::main]
async fn neighbours_only() -> Outcome<()> {
    let dir = tempfile::tempdir()?;
    let addressed = Addressed::start()?;
    judge(&neighbours(dir.path(), addressed.port).await?)
}

/// Prints by how many kB this process grows while all floods run.
#[tokio::main]
async fn flood_only() -> Outcome<()> {
    let dir = tempfile::tempdir()?;
    let host = many_servers::open(dir.path()).await?;
    let addressed = Addressed::start()?;
    let before = Usage::now();
    let floods = floods(&host, addressed.port).await?;
    for (_, bad) in &floods {
        bad.switch_on(&host).await?;
    }
    for (_, bad) in &floods {
        bad.until_running(&host).await?;
    }
    let mut most = before.memory_bytes;
    let until = Instant::now() + FLOOD;
    while Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(20)).await;
        most = most.max(Usage::now().memory_bytes);
    }
    host.close().await;
    writeln!(
        std::io::stdout(),
        "{}",
        most.saturating_sub(before.memory_bytes) / 1000
    )?;
    Ok(())
}
