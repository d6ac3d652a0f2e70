//! How soon a question is seen: from the moment the last byte of a server's request was read until the real window has
//! drawn the question; how long the window goes without a frame while a server asks 500 times in a second; and how the
//! 100,000 resources of a server scroll.
//! `cargo xtask bench` runs it in release mode, on a virtual screen.
#![expect(
    clippy::expect_used,
    reason = "a measurement that cannot go on must say where it stopped"
)]

use std::io::Write as _;

use serde_json::{Value, json};
use usher_bench::scrolling;
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

/// Fewer than a server may ask in a minute.
const SAMPLES: usize = 9;

/// The name of the demo server.
const SERVER: &str = "Demo server";

/// Notes when a question was first drawn: a frame begins after the change, and a second one after that was painted.
const WATCH: &str = "window.benchSeen = null;
    const [kind] = arguments;
    const look = () => {
        const rows = [...document.querySelectorAll('[role=option]')];
        if (window.benchSeen !== null || !rows.some((row) => row.textContent.includes(kind))) return;
        window.benchSeen = 0;
        requestAnimationFrame(() => requestAnimationFrame(() => { window.benchSeen = Date.now(); }));
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });";

const CALL: &str = "window.benchSeen = null;
    const [serverId, name] = arguments;
    const params = { callId: crypto.randomUUID(), serverId, name, arguments: {}, check: 'refuse', runAs: null };
    window.__TAURI_INTERNALS__.invoke('rpc', { name: 'tool.call', params }).catch(() => {});";

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let data = tempfile::tempdir()?;
    let window = Window::open(data.path()).await;
    window.push(text("common.startDemoServer")).await;
    window.find("option", has("Greet")).await;
    let servers = rpc(&window, "server.list", json!({})).await;
    let server = servers[0]["id"].clone();
    window.go_to("Approvals").await;
    window
        .script(WATCH, vec![text("approvals.kind.form").into()])
        .await;

    let mut took_ms = Vec::new();
    for _ in 0..SAMPLES {
        took_ms.push(one(&window, &server).await);
    }
    // The page has drawn no question before the first.
    let first_ms = took_ms[0];
    took_ms.sort_unstable();
    let gap_ms = flood(&window).await;
    resources(&window).await?;
    window.quit().await;
    writeln!(
        std::io::stdout(),
        "window goes without a frame for {gap_ms} ms at most while a server asks 500 times in a second",
    )?;
    writeln!(
        std::io::stdout(),
        "window a question is seen after  p50 {} ms, worst {} ms, the first {first_ms} ms  ({SAMPLES} questions)",
        took_ms[SAMPLES / 2],
        took_ms[SAMPLES - 1],
    )
}

/// Measures how long a question of the demo server takes to show.
async fn one(window: &Window, server: &Value) -> i64 {
    window
        .script(CALL, vec![server.clone(), "ask_form".into()])
        .await;
    let seen = window
        .eventually("a question that is seen", || async {
            let seen = window.script("return window.benchSeen", vec![]).await;
            seen.as_i64().filter(|at| *at > 0)
        })
        .await;
    let log = json!({ "serverId": server, "from": 0, "limit": 10_000 });
    let log = rpc(window, "wire.list", log).await;
    let frames = log["frames"].as_array().cloned().unwrap_or_default();
    let asked = frames
        .iter()
        .rfind(|frame| frame["method"] == "elicitation/create" && frame["kind"] == "request")
        .and_then(|frame| frame["at"].as_i64())
        .expect("the request stands in the wire log");
    let asks = rpc(window, "approval.list", json!({})).await;
    let answer = json!({ "approvalId": asks[0]["id"], "answer": { "kind": "decline" } });
    rpc(window, "approval.answer", answer).await;
    let request = text_with("approvals.request.label", &[("server", SERVER)]);
    window.gone("article", &request).await;
    seen - asked
}

/// The scripted server in one of its modes.
fn scripted(mode: &str) -> Value {
    let program = std::env::current_exe().expect("a program knows its own path");
    let program = program.with_file_name("bench_server");
    json!({ "kind": "stdio", "command": program, "args": [mode], "env": [], "cwd": null })
}

/// Measures the longest gap between frames while 500 questions arrive.
async fn flood(window: &Window) -> u64 {
    let config = scripted("ask_500");
    let draft = json!({ "draft": { "label": "Loud", "config": config, "era": "legacy" } });
    let server = rpc(window, "server.add", draft).await["id"].clone();
    window.accept_declared(&server).await;
    window.watch_frames().await;
    window.script(CALL, vec![server, "echo".into()]).await;
    let declined = text_with("approvals.limits.declined", &[("count", "497")]);
    window.see(&declined).await;
    window.longest_gap_ms().await
}

/// How long the window may go without a frame while 100,000 resources arrive, in milliseconds.
const ARRIVING_MS: u64 = 100;

/// Measures the longest gap between frames while 100,000 resources arrive, and how they scroll in each view.
async fn resources(window: &Window) -> std::io::Result<()> {
    window.go_to("Resources").await;
    window.watch_frames().await;
    let draft = json!({ "draft": { "label": "Many", "config": scripted("many_resources") } });
    let server = rpc(window, "server.add", draft).await["id"].clone();
    window.accept_declared(&server).await;
    let last = json!({ "serverId": server, "from": 99_999, "limit": 1 });
    window
        .eventually("100,000 resources", || async {
            let listed = rpc(window, "resource.list", last.clone()).await;
            listed[0]["items"][0].is_object().then_some(())
        })
        .await;
    window.see("100,0").await;
    let gap_ms = window.longest_gap_ms().await;
    writeln!(
        std::io::stdout(),
        "window goes without a frame for {gap_ms} ms at most while 100,000 resources arrive  (bound {ARRIVING_MS} ms)",
    )?;
    if gap_ms > ARRIVING_MS {
        return Err(std::io::Error::other(format!(
            "window goes without a frame for more than {ARRIVING_MS} ms while 100,000 resources arrive"
        )));
    }
    for view in ["list", "tree", "gallery"] {
        let name = text(&format!("resources.views.{view}"));
        window.choose(&name).await;
        window.find_some("[role=option], [role=treeitem]").await;
        scrolling::frames(window, &format!("window 100,000 resources as a {view}")).await?;
    }
    Ok(())
}

async fn rpc(window: &Window, name: &str, params: Value) -> Value {
    window
        .rpc(name, params)
        .await
        .unwrap_or_else(|error| panic!("{name} failed: {error}"))
}
