//! The owner of a data folder and its clients, whatever ends and however they are tied together.

use std::time::Duration;

use serde_json::json;
use usher_tests::serving::kill_again_and_again;
use usher_tests::window::{Binary, Window};

use crate::fixture;

/// `cargo xtask bench gateway` kills 200 times, and measures how long clients wait.
const KILLS: usize = 40;
/// Far longer than a client waits, also on a machine with much else to do, and shorter than a call runs.
const WITHIN: Duration = Duration::from_secs(15);

#[test]
fn whatever_is_killed_each_call_is_answered_and_nothing_is_left() {
    let kills = kill_again_and_again(&Binary::Terminal.path(), KILLS, WITHIN);
    let seed = kills.seed;
    assert_eq!(
        kills.wrong,
        Vec::<String>::new(),
        "after {KILLS} kills, which USHER_KILLS_SEED={seed} repeats"
    );
}

#[tokio::test]
async fn usher_is_no_server_of_itself() {
    let fixture = fixture::new();
    let data = fixture.data.path();
    let window = Window::open(data).await;
    let runtime = std::env::var("XDG_RUNTIME_DIR").unwrap_or_default();
    let variable =
        |name: &str, value: String| json!({ "name": name, "secret": false, "value": value });
    let config = json!({
        "kind": "stdio", "command": Binary::Terminal.path(), "args": ["connect", "--as", "Loop"], "cwd": null,
        "env": [
            variable("USHER_DATA_DIR", data.join("usher").display().to_string()),
            variable("XDG_RUNTIME_DIR", runtime),
        ],
    });
    let draft = json!({ "draft": { "label": "Usher", "config": config } });
    window.rpc("server.add", draft).await.expect("it is added");
    let state = window
        .eventually("the server has failed", || async {
            let servers = window.rpc("server.list", json!({})).await.ok()?;
            let state = servers[0]["state"].clone();
            (state["kind"] == "failed").then_some(state)
        })
        .await;
    assert!(
        state
            .to_string()
            .contains("a server of Usher cannot connect to Usher"),
        "it says why: {state}"
    );
    let clients = window.rpc("client.list", json!({})).await.expect("clients");
    assert_eq!(clients, json!([]), "nothing is asked about");
    window.done().await;
}
