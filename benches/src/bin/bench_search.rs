//! What searching the history costs: 100,000 calls kept, and the first page of hits of several queries.
//! `cargo xtask bench` runs it in release mode.
#![expect(
    clippy::expect_used,
    reason = "a measurement that cannot go on must say where it stopped"
)]

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use usher_store::{FinishedCall, HistoryFilter, Store};
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_types::call::{CallStatus, RequestKind};
use usher_types::caller::Caller;

const CALLS: u32 = 100_000;

/// How often each query is made.
const SAMPLES: usize = 21;

/// The rows of a page.
const PAGE: u32 = 200;

const QUERIES: [(&str, &str); 5] = [
    ("in every call", "note"),
    ("a part of a name", "issue"),
    ("in one result", "receipt-0099"),
    ("two words", "create zürich"),
    ("in none", "swordfish"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    // What is measured is searching; filling is not to wait for a disk.
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::tempdir_in(memory)?
    } else {
        tempfile::tempdir()?
    };
    let paths = Paths::at(folder.path());
    let store = Store::open(&paths, &Clock::System).await;
    let store = store.expect("the database opens").store;
    let started = Instant::now();
    for number in 0..CALLS {
        let kept = store.add_calls(&[call(number)], CALLS).await;
        kept.expect("a call is kept");
    }
    let kept = started.elapsed();
    let mut out = std::io::stdout();
    writeln!(out, "search keep {CALLS} calls    {kept:>9.3?}")?;
    let started = Instant::now();
    let indexed = store.index_calls().await;
    indexed.expect("the calls are indexed");
    let indexed = started.elapsed();
    writeln!(out, "search index {CALLS} calls   {indexed:>9.3?}")?;
    for (what, query) in QUERIES {
        let mut took = Vec::new();
        let mut found = 0;
        for _ in 0..SAMPLES {
            let started = Instant::now();
            found = search(&store, query).await;
            took.push(started.elapsed());
        }
        took.sort_unstable();
        let (p50, worst) = (took[SAMPLES / 2], took[SAMPLES - 1]);
        writeln!(
            out,
            "search {what:<18} p50 {p50:>9.3?}  worst {worst:>9.3?}  ({found} on the first page)"
        )?;
    }
    store.close().await;
    let opened = opened_again(&paths).await;
    writeln!(out, "search open all of them    {opened:>9.3?}")
}

async fn search(store: &Store, query: &str) -> usize {
    let filter = HistoryFilter {
        query: Some(query.to_owned()),
        ..HistoryFilter::default()
    };
    let rows = store.list_calls(&filter, PAGE).await;
    rows.expect("the history is read").len()
}

/// How long a start looks over the database.
async fn opened_again(paths: &Paths) -> Duration {
    let started = Instant::now();
    let opened = Store::open(paths, &Clock::System).await;
    let opened = opened.expect("the database opens");
    let took = started.elapsed();
    opened.store.close().await;
    took
}

fn call(number: u32) -> FinishedCall {
    let tools = [
        "list_notes",
        "createIssue",
        "search",
        "read_file",
        "weather",
    ];
    let cities = ["Zürich", "Paris", "London"];
    let tool = tools[number as usize % tools.len()];
    let city = cities[number as usize % cities.len()];
    FinishedCall {
        source: format!("server{}", number % 8).into(),
        caller: Caller::Person,
        server_label: "Notebook".to_owned(),
        kind: RequestKind::Tool,
        name: tool.to_owned(),
        started_at: number.into(),
        duration_ms: 12,
        status: CallStatus::Completed,
        arguments: json!({ "city": city, "limit": number }),
        outcome: json!({
            "call": format!("call-{number}"),
            "ending": { "kind": "result", "raw": { "content": [{
                "type": "text",
                "text": format!("The answer of {tool} for {city}, receipt-{number:06}, as long as such answers are."),
            }]}},
        }),
        times: None,
        client_leg: None,
    }
}
