//! What a host keeps of a server's lists: until when, and what is asked anew when somebody looks. And what a
//! server is to log.

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_system::clock::{Clock, FixedClock};

use super::call;
use crate::protocol_detection::Changing;
use crate::test_host::{TestHost, text};

const NOON: i64 = 1_800_000_000_000;
const MINUTE_MS: i64 = 60_000;

async fn look(host: &TestHost, server: &str) {
    let params = json!({ "serverId": server, "list": "tools" });
    host.call(op::CatalogMarkViewed, params).await;
}

#[tokio::test]
async fn a_list_is_read_anew_when_somebody_looks_at_it_after_its_time() {
    let clock = FixedClock::at(NOON);
    let host = TestHost::open_by(Clock::Fixed(clock.clone())).await;
    // It says that its tools are fresh for a minute.
    let program = Changing::new(host.scratch(), "modern_fresh");
    let server = host.add_listed("Fresh", program.config(&[])).await;
    let tools = async || {
        let section = host.call_on(op::ToolList, &server).await;
        section[0]["state"].clone()
    };
    let ready = |at: i64| json!({ "kind": "ready", "fetchedAt": at, "freshUntil": at + 60_000 });
    assert_eq!(tools().await, ready(NOON));
    let listed = || {
        program
            .seen()
            .iter()
            .filter(|line| *line == "tools/list")
            .count()
    };

    clock.advance_ms(MINUTE_MS - 1);
    look(&host, &server).await;
    clock.advance_ms(1);
    assert_eq!(
        tools().await,
        ready(NOON),
        "what is out of date is shown as it is"
    );
    assert_eq!(listed(), 1, "nobody looked after its time");
    look(&host, &server).await;
    host.until("it is read anew", async || {
        (tools().await == ready(NOON + 60_000)).then_some(())
    })
    .await;
    look(&host, &server).await;
    clock.advance_ms(MINUTE_MS);
    look(&host, &server).await;
    host.until("it is read anew", async || {
        (tools().await == ready(NOON + 120_000)).then_some(())
    })
    .await;
    assert_eq!(
        listed(),
        3,
        "the looks in between found it fresh, and age alone asks for nothing"
    );
    let read = json!({ "serverId": server, "uri": "a:1" });
    let read = host.call(op::ResourceRead, read).await;
    assert_eq!(
        (&read["readAt"], &read["freshUntil"]),
        (&json!(NOON + 120_000), &json!(NOON + 120_000)),
        "an answer that says nothing is out of date at once: {read}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_server_of_the_older_era_says_itself_when_a_list_has_changed() {
    let host = TestHost::open().await;
    let program = Changing::new(host.scratch(), "plain");
    let server = host.add_listed("Plain", program.config(&[])).await;
    let section = host.call_on(op::ToolList, &server).await;
    assert_eq!(section[0]["state"]["freshUntil"], Value::Null, "{section}");
    host.api.close().await;
}

#[tokio::test]
async fn every_entry_can_be_seen_as_it_came() {
    let host = TestHost::open().await;
    let program = Changing::new(host.scratch(), "plain");
    let server = host.add_listed("Plain", program.config(&[])).await;
    let entry = |list: &str, key: &str| json!({ "serverId": server, "list": list, "key": key });
    let rows = [
        ("resources", "a:1", json!({ "uri": "a:1", "name": "one" })),
        (
            "templates",
            "a:{x}",
            json!({ "uriTemplate": "a:{x}", "name": "all" }),
        ),
        (
            "prompts",
            "greet",
            json!({ "name": "greet", "arguments": [{ "name": "who", "required": true }] }),
        ),
    ];
    for (list, key, raw) in rows {
        // All four lists are read at once, but not all at the same moment.
        let seen = host
            .until("the entry is listed", async || {
                host.api
                    .call(op::CatalogEntry::NAME, entry(list, key))
                    .await
                    .ok()
            })
            .await;
        assert_eq!(seen, json!({ "raw": raw, "repaired": [] }), "{list}");
    }
    let gone = host.fails(op::CatalogEntry, entry("tools", "gone")).await;
    assert!(
        gone.message.to_string().contains("no longer lists gone"),
        "{gone:?}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_log_level_is_told_to_the_server_at_once_and_at_each_start() {
    let host = TestHost::open().await;
    // It logs one message of the level it is told.
    let program = Changing::new(host.scratch(), "plain");
    let server = host.add("Logs", program.config(&[])).await;
    let logged = async |level: &str, times: usize| {
        host.until(&format!("{level} is logged {times} times"), async || {
            let heard = host.heard("serverLogged");
            let count = heard.iter().filter(|line| line["level"] == level).count();
            (count == times).then_some(())
        })
        .await;
    };
    logged("info", 1).await;
    let set = json!({ "serverId": server, "level": "debug" });
    let snapshot = host.call(op::ServerSetLogLevel, set).await;
    assert_eq!(snapshot["logLevel"], "debug", "{snapshot}");
    logged("debug", 1).await;
    host.call_on(op::ServerRestart, &server).await;
    logged("debug", 2).await;
    let host = host.reopen().await;
    let snapshot = host.until_state(&server, "running").await;
    assert_eq!(snapshot["logLevel"], "debug", "it is kept: {snapshot}");

    program.become_mode("modern");
    host.call_on(op::ServerRestart, &server).await;
    host.until_listed(&server).await;
    let set = json!({ "serverId": server, "level": "error" });
    host.call(op::ServerSetLogLevel, set).await;
    let outcome = host
        .call(op::ToolCall, call(&server, "c", "echo", &json!({})))
        .await;
    assert_eq!(
        text(&outcome["ending"]["content"][0]["text"]),
        "\"error\" 0",
        "without a session each request says it: {outcome}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn what_a_server_tells_at_length_reaches_the_page_in_short() {
    let host = TestHost::open().await;
    let program = Changing::new(host.scratch(), "long_names");
    let server = host.add_listed("Long", program.config(&[])).await;
    host.call(op::ToolCall, call(&server, "c", "echo", &json!({})))
        .await;
    host.until_event("resourceUpdated", |event| event["uri"] == "a:last")
        .await;
    for kind in ["serverLogged", "resourceUpdated"] {
        let heard = host.heard(kind);
        let longest = heard.iter().map(|event| event.to_string().len()).max();
        assert!(
            longest.is_some_and(|bytes| bytes < 64 * 1024),
            "{kind}: {longest:?} bytes"
        );
    }
    host.api.close().await;
}
