//! Puts Usher's connection beside raw rmcp and the TypeScript SDKs: each client measures itself in a process of its own
//! (see [`usher_bench::client`]) against the same scripted server, over stdio and over HTTP, in several rounds taken in
//! turn so that a busy moment of the machine hits everybody. Prints the medians as a table with ratios and writes it to
//! the file named by the first argument. Needs the feature `anchors` built beside it, Node and the test peers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use usher_bench::client::Outcome;
use usher_testkit::scripted::http::HttpServer;

const ROUNDS: usize = 7;

/// Each figure: its key in a client's line, its heading, and which way is better.
const FIGURES: [(&str, &str, Better); 8] = [
    ("connect_ms", "connect + list, ms", Better::Less),
    ("echo_p50_ms", "echo p50, ms", Better::Less),
    ("echo_p95_ms", "echo p95, ms", Better::Less),
    ("sequential_per_s", "calls/s", Better::More),
    ("side_by_side_per_s", "calls/s, 16 at once", Better::More),
    ("cpu_per_call_us", "CPU per call, µs", Better::Less),
    ("memory_1_mb", "memory, 1 session, MB", Better::Less),
    ("memory_20_mb", "memory, 20 sessions, MB", Better::Less),
];

#[derive(Clone, Copy)]
enum Better {
    Less,
    More,
}

/// What a client measured of itself.
type Figures = BTreeMap<String, f64>;

struct Client {
    name: &'static str,
    program: PathBuf,
    args: Vec<String>,
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let beside = std::env::current_exe()?
        .parent()
        .map(Path::to_path_buf)
        .unwrap_or_default();
    let server = HttpServer::start().await?;
    let ways = [
        (
            "stdio",
            vec![
                "stdio".to_owned(),
                beside.join("bench_server").display().to_string(),
                "echo".to_owned(),
            ],
        ),
        (
            "HTTP",
            vec![
                "http".to_owned(),
                format!("http://127.0.0.1:{}/json/echo", server.port),
            ],
        ),
    ];
    let mut report = String::new();
    for (way, target) in ways {
        let clients = clients(&beside);
        // The server answers on this runtime's other threads meanwhile.
        let medians = tokio::task::spawn_blocking(move || {
            let mut rounds: Vec<Vec<Figures>> = clients.iter().map(|_| Vec::new()).collect();
            for round in 0..ROUNDS {
                let mut turns: Vec<_> = clients.iter().zip(&mut rounds).collect();
                // Whoever went before leaves a machine behind that is warm in its own way.
                let first = round % turns.len();
                turns.rotate_left(first);
                for (client, rounds) in turns {
                    rounds.push(measured(client, &target)?);
                }
            }
            let named = clients.iter().map(|client| client.name).zip(rounds);
            Ok::<_, String>(
                named
                    .map(|(name, rounds)| (name, medians(&rounds)))
                    .collect::<Vec<_>>(),
            )
        })
        .await??;
        write!(report, "{}", table(way, &medians))?;
    }
    write!(std::io::stdout(), "{report}")?;
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, report)?;
    }
    Ok(())
}

fn clients(beside: &Path) -> Vec<Client> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("sdk.mjs");
    let node = |name, which: &str| Client {
        name,
        program: "node".into(),
        args: vec![script.display().to_string(), which.to_owned()],
    };
    let rust = |name, program| Client {
        name,
        program: beside.join(program),
        args: Vec::new(),
    };
    vec![
        rust("Usher", "bench_usher"),
        rust("rmcp", "bench_rmcp"),
        node("TypeScript SDK 1", "sdk"),
        node("TypeScript SDK 2", "client"),
    ]
}

#[expect(
    clippy::disallowed_methods,
    reason = "the bench starts the clients it compares"
)]
fn measured(client: &Client, target: &[String]) -> Result<Figures, String> {
    let ran = Command::new(&client.program)
        .args(&client.args)
        .args(target)
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("could not start {}: {error}", client.program.display()))?;
    let said = String::from_utf8_lossy(&ran.stdout);
    serde_json::from_str(&said)
        .map_err(|error| format!("{} measured nothing ({error}): {said}", client.name))
}

fn medians(rounds: &[Figures]) -> Figures {
    let median = |key: &str| {
        let mut values: Vec<f64> = rounds
            .iter()
            .filter_map(|round| round.get(key).copied())
            .collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    FIGURES
        .iter()
        .map(|(key, ..)| ((*key).to_owned(), median(key)))
        .collect()
}

/// Another client's figure, and how many times better Usher's is.
fn table(way: &str, clients: &[(&str, Figures)]) -> String {
    let mut text = format!("\n| {way} |");
    for (name, _) in clients {
        let _ = write!(text, " {name} |");
    }
    let _ = write!(text, "\n|---|{}\n", "---:|".repeat(clients.len()));
    let Some((_, ours)) = clients.first() else {
        return text;
    };
    for (key, heading, better) in FIGURES {
        let _ = write!(text, "| {heading} |");
        let own = ours.get(key).copied().unwrap_or(f64::NAN);
        for (at, (_, figures)) in clients.iter().enumerate() {
            let value = figures.get(key).copied().unwrap_or(f64::NAN);
            let ratio = match better {
                Better::Less => value / own,
                Better::More => own / value,
            };
            let _ = if at == 0 {
                write!(text, " {} |", shown(value))
            } else {
                write!(text, " {} (×{ratio:.2}) |", shown(value))
            };
        }
        text.push('\n');
    }
    text
}

fn shown(value: f64) -> String {
    if value >= 100.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.3}")
    }
}
