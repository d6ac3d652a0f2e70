//! Tests that ended connections leave no tasks and no open files.

use std::time::Duration;

use usher_mcp::launch::Launch;
use usher_testkit::scripted::http::HttpServer;
use usher_testkit::usage::Usage;

use crate::kit::{PATIENCE, call, http, open, options_within, stdio};

/// Styles of bad servers behind an address.
const STYLES: [&str; 14] = [
    "json",
    "sse",
    "hang",
    "drop",
    "reset",
    "slow_head",
    "slow_body",
    "short_body",
    "broken_chunk",
    "endless_event",
    "comments_only",
    "retry_absurd",
    "orphaned",
    "status-404",
];

/// Modes of bad programs.
const MODES: [&str; 6] = [
    "plain",
    "hang",
    "die",
    "half_line",
    "batch",
    "stops_reading",
];

/// How often each is connected to.
const ROUNDS: usize = 4;

/// Sockets kept for the next request; far fewer than one a connection.
const SLACK: usize = 12;

/// Runs a server in another process, whose resources are not counted.
fn elsewhere() -> HttpServer {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            sender.send(HttpServer::start().await.unwrap()).unwrap();
            std::future::pending::<()>().await;
        });
    });
    receiver.recv().unwrap()
}

async fn meet_all(server: &HttpServer) {
    let addresses = STYLES.iter().map(|style| http(server, style, "plain"));
    let launches: Vec<Launch> = addresses
        .chain(MODES.iter().map(|mode| stdio(mode)))
        .collect();
    for launch in launches {
        let probe = open(launch).await.unwrap();
        // The outcome is tested elsewhere.
        let _ = call(&probe.connection, options_within(150)).await;
        probe.connection.close().await;
    }
}

#[tokio::test]
async fn what_has_ended_uses_nothing_any_more() {
    let server = elsewhere();
    meet_all(&server).await;
    let before = Usage::now();
    for _ in 0..ROUNDS {
        meet_all(&server).await;
    }
    let settled = async {
        loop {
            let now = Usage::now();
            if now.tasks <= before.tasks + SLACK && now.files <= before.files + SLACK {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let settled = tokio::time::timeout(PATIENCE, settled).await;
    let now = Usage::now();
    assert!(
        settled.is_ok(),
        "{} connections left tasks {} → {}, files {} → {}",
        ROUNDS * (STYLES.len() + MODES.len()),
        before.tasks,
        now.tasks,
        before.files,
        now.files
    );
}
