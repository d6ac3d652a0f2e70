//! What keeps many servers in hand: a few starts at a time, a look after sleep, what they cost, floods that
//! stay in their banks.

#[cfg(unix)]
mod cut_off;

use std::collections::BTreeSet;
use std::time::Duration;
use usher_api::operations::op;

use serde_json::{Value, json};
use usher_mcp::Limits as ConnectionLimits;
use usher_net::LocalAddresses;
use usher_servers::network::{FixedNetwork, Network};
use usher_system::clock::{Clock, FixedClock};
use usher_tests::scripted::http::HttpServer;

#[cfg(unix)]
use crate::faults::signal;
use crate::test_host::{TestHost, demo_program, program, scripted, text};

#[cfg(unix)]
#[tokio::test]
async fn at_most_eight_servers_start_at_once_and_the_next_can_be_turned_off_while_it_waits() {
    let host = TestHost::open().await;
    let starts = host.scratch().join("starts");
    let script = format!("echo $0 >> '{}'; sleep 600", starts.display());
    let begun = || {
        let text = std::fs::read_to_string(&starts).unwrap_or_default();
        // One that was asked for its era and said nothing begins a second time.
        text.lines().map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let mut servers = Vec::new();
    for number in 0..10 {
        let config = program("sh", &["-c", &script, &format!("server-{number}")]);
        servers.push(host.add(&format!("Server {number}"), config).await);
    }
    host.until("eight have begun", async || {
        (begun().len() >= 8).then_some(())
    })
    .await;
    host.until_state(&servers[8], "queued").await;
    host.until_state(&servers[9], "queued").await;
    host.until_state(&servers[7], "starting").await;
    let turn_off = async |number: usize| {
        let params = json!({ "serverId": servers[number], "enabled": false });
        host.call(op::ServerSetEnabled, params).await
    };
    assert_eq!(
        turn_off(8).await["state"]["kind"],
        "disabled",
        "a server in the queue need not be waited for"
    );
    assert_eq!(begun().len(), 8, "the others wait for a place");
    turn_off(0).await;
    host.until("the last one has begun", async || {
        begun().contains("server-9").then_some(())
    })
    .await;
    host.until_state(&servers[9], "starting").await;
    assert!(
        !begun().contains("server-8"),
        "a server that was turned off in the queue is never started"
    );
    // Closing does not wait for those that hang or queue.
    host.api.close().await;
}

#[tokio::test]
async fn after_a_sleep_a_server_behind_an_address_that_was_given_up_is_tried_again() {
    let clock = FixedClock::at(1_800_000_000_000);
    let host = TestHost::open_by(Clock::Fixed(clock.clone())).await;
    let server = HttpServer::start().await.expect("a free port");
    let url = format!("http://127.0.0.1:{}/init-404/echo", server.port);
    let config = json!({ "kind": "http", "url": url, "headers": [] });
    let address = host.add("Away", config).await;
    let missing = host
        .add("Missing", program("no-such-program-here", &[]))
        .await;
    host.until_state(&address, "failed").await;
    host.until_state(&missing, "failed").await;
    let asked = server.seen().len();
    let starts = |id: &str| {
        let changes = host.heard("serverChanged").into_iter();
        let starts = changes.filter(|event| {
            event["server"]["id"] == id && event["server"]["state"]["kind"] == "starting"
        });
        starts.count()
    };
    let tried = starts(&missing);
    clock.advance_ms(3_600_000);
    host.until("it is tried again", async || {
        (server.seen().len() > asked).then_some(())
    })
    .await;
    assert_eq!(
        starts(&missing),
        tried,
        "a local program does not get better by sleeping"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_server_that_falls_deaf_is_noticed_told_of_and_started_again() {
    let limits = ConnectionLimits {
        ping_every: Duration::from_millis(100),
        ping_patience: Duration::from_secs(2),
        ..ConnectionLimits::default()
    };
    let host = TestHost::open_within(limits).await;
    let address = HttpServer::start().await.expect("a free port");
    let url = format!("http://127.0.0.1:{}/json/falls_deaf", address.port);
    let configs = [
        (
            "Address",
            json!({ "kind": "http", "url": url, "headers": [] }),
        ),
        ("Program", scripted("falls_deaf")),
    ];
    for (label, config) in configs {
        let server = host.add(label, config).await;
        let states = || -> Vec<Value> {
            let changes = host.heard("serverChanged").into_iter();
            let mut states: Vec<_> = changes
                .filter(|event| event["server"]["id"] == server)
                .map(|event| event["server"]["state"].clone())
                .collect();
            states.dedup_by_key(|state| state["kind"].clone());
            states
        };
        let running = |states: &[Value]| -> Vec<Value> {
            let running = states.iter().filter(|state| state["kind"] == "running");
            running.cloned().collect()
        };
        let states = host
            .until("it runs again", async || {
                let states = states();
                (running(&states).len() > 1).then_some(states)
            })
            .await;
        let kinds: Vec<_> = states.iter().map(|state| text(&state["kind"])).collect();
        let since = kinds.iter().position(|kind| kind == "running");
        assert_eq!(
            kinds[since.unwrap_or_default()..],
            ["running", "retrying", "starting", "running"],
            "{label} is left, waited for, and started again"
        );
        let told = states.iter().find(|state| state["kind"] == "retrying");
        let failure = &told.expect("it is told of")["failure"];
        let words = format!("“{label}” stopped responding (no ping reply in 2 s).");
        assert_eq!(
            (&failure["kind"], text(&failure["summary"])),
            (&json!("timeout"), words),
            "{label}: the person reads why"
        );
        let pids: Vec<_> = running(&states)
            .iter()
            .map(|state| state["pid"].clone())
            .collect();
        let is_program = label == "Program";
        assert_eq!(
            pids[0] != pids[1],
            is_program,
            "{label}: a program that hears nothing is replaced by a new one"
        );
    }
    let sessions: BTreeSet<_> = address
        .seen()
        .iter()
        .filter_map(|seen| seen.headers.get("mcp-session-id").cloned())
        .collect();
    assert!(
        sessions.len() > 1,
        "the lost session is not used again: {sessions:?}"
    );
    host.api.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_process_that_is_stopped_in_its_tracks_is_replaced_and_gone() {
    let limits = ConnectionLimits {
        ping_every: Duration::from_millis(100),
        ping_patience: Duration::from_secs(2),
        exit_wait: Duration::from_millis(200),
        ..ConnectionLimits::default()
    };
    let host = TestHost::open_within(limits).await;
    let server = host.add("Demo", program(demo_program(), &[])).await;
    let first = host.until_state(&server, "running").await["state"]["pid"].clone();
    // Of one that never answered a ping, nobody would know by that.
    host.until("it has answered a ping", async || {
        let log = host.wire_log(&server).await;
        let mut frames = log["frames"].as_array()?.iter();
        frames
            .any(|frame| frame["method"] == "ping" && frame["kind"] == "result")
            .then_some(())
    })
    .await;
    assert!(signal(&first, "-STOP"), "process {first} can be stopped");
    let told = host
        .until_event("serverChanged", |event| {
            event["server"]["state"]["kind"] == "retrying"
        })
        .await;
    let failure = &told["server"]["state"]["failure"];
    assert_eq!(failure["kind"], "timeout", "{told}");
    let second = host.until_state(&server, "running").await["state"]["pid"].clone();
    assert_ne!(first, second, "another process took its place");
    assert!(
        !signal(&first, "-0"),
        "the stopped one does not stay behind"
    );
    host.api.close().await;
}

#[tokio::test]
async fn on_another_network_servers_behind_addresses_are_looked_at_again() {
    let way = |last: u8| LocalAddresses::new([Some([192, 168, 0, last].into()), None]);
    let network = FixedNetwork::at(way(1));
    let host = TestHost::open_on(Network::Fixed(network.clone())).await;
    let away = HttpServer::start().await.expect("a free port");
    let there = HttpServer::start().await.expect("a free port");
    let address = |server: &HttpServer, style: &str| {
        let url = format!("http://127.0.0.1:{}/{style}/echo", server.port);
        json!({ "kind": "http", "url": url, "headers": [] })
    };
    let given_up = host.add("Away", address(&away, "init-404")).await;
    let running = host.add("There", address(&there, "json")).await;
    host.until_state(&given_up, "failed").await;
    host.until_listed(&running).await;
    let asked = away.seen().len();
    let pings = || {
        let seen = there.seen();
        seen.iter()
            .filter(|seen| seen.body["method"] == "ping")
            .count()
    };
    let pinged = pings();
    network.change(way(2));
    host.until("the one is tried and the other asked", async || {
        (away.seen().len() > asked && pings() > pinged).then_some(())
    })
    .await;
    host.until_state(&running, "running").await;
    host.api.close().await;
}

#[tokio::test]
async fn what_servers_use_is_told_when_somebody_asks() {
    let host = TestHost::open().await;
    let server = host.add("Demo", program(demo_program(), &[])).await;
    let pid = host.until_state(&server, "running").await["state"]["pid"].clone();
    let first = host.call(op::ServerProcesses, json!({})).await;
    let usage = &first["servers"][0];
    assert_eq!(
        (
            &usage["serverId"],
            &usage["usage"]["pid"],
            &usage["usage"]["processes"]
        ),
        (&json!(server), &pid, &json!(1)),
        "{first}"
    );
    assert!(
        usage["usage"]["memoryBytes"].as_u64() > Some(100_000),
        "a program holds memory: {first}"
    );
    assert_eq!(
        (&usage["usage"]["cpuPercent"], &first["usher"]["pid"]),
        (&Value::Null, &json!(std::process::id())),
        "nothing can be said of a share at the first look: {first}"
    );
    let second = host.call(op::ServerProcesses, json!({})).await;
    assert!(
        second["servers"][0]["usage"]["cpuPercent"].is_number(),
        "at the second look it can: {second}"
    );
    host.turn_off(&server).await;
    let after = host.call(op::ServerProcesses, json!({})).await;
    assert_eq!(after["servers"], json!([]), "what is off uses nothing");
    host.api.close().await;
}

#[tokio::test]
async fn a_busy_server_is_left_alone_as_long_as_it_asks_for() {
    let now = 1_800_000_000_000;
    // What it says, and how long the first wait is, in milliseconds: without a word it is half a second, more or less.
    let rows = [
        ("busy_429_7", 7_000..=7_000),
        ("busy_503_1000000000", 60_000..=60_000),
        ("busy_503_0", 400..=600),
        ("busy_500_7", 400..=600),
    ];
    let server = HttpServer::start().await.expect("a free port");
    for (style, expected) in rows {
        let host = TestHost::open_by(Clock::Fixed(FixedClock::at(now))).await;
        let url = format!("http://127.0.0.1:{}/{style}/echo", server.port);
        let config = json!({ "kind": "http", "url": url, "headers": [] });
        let busy = host.add("Busy", config).await;
        let snapshot = host.until_state(&busy, "retrying").await;
        let next_at = snapshot["state"]["nextAt"].as_i64().unwrap();
        assert!(
            expected.contains(&(next_at - now)),
            "{style}: the next try is {} ms away",
            next_at - now
        );
        host.api.close().await;
    }
}
