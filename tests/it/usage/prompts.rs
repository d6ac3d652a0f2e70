//! Gets prompts as a person: what was got is on record, also after a restart, and never among the calls of a tool.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::call;
use crate::test_host::{TestHost, scripted};

async fn rows(host: &TestHost, kind: &str, name: &str) -> Vec<Value> {
    let params = json!({ "kind": kind, "name": name, "limit": 50 });
    let listed = host.call(op::HistoryList, params).await;
    listed.as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn what_the_person_got_is_on_record_after_a_restart() {
    let host = TestHost::open().await;
    let server = host.add_listed("Scripted", scripted("features")).await;
    let get =
        |who: &str| json!({ "serverId": server, "name": "greet", "arguments": { "who": who } });
    let got = host.call(op::PromptGet, get("Ada")).await;
    host.fails(op::PromptGet, get("fails")).await;
    let unknown = json!({ "serverId": server, "name": "unknown", "arguments": {} });
    host.fails(op::PromptGet, unknown).await;
    host.call(op::ToolCall, call(&server, "one", "echo", &json!({})))
        .await;

    let entry = host
        .call(op::HistoryGet, json!({ "id": got["historyId"] }))
        .await;
    let log = host.wire_log(&server).await;
    let frames = log["frames"].as_array().into_iter().flatten();
    let ours = frames.filter(|frame| frame["callId"] == entry["outcome"]["callId"]);
    let kinds: Vec<_> = ours.map(|frame| &frame["kind"]).collect();
    assert_eq!(
        kinds,
        ["request", "result"],
        "its messages are found in the log"
    );

    let host = host.reopen().await;
    let prompts = rows(&host, "prompt", "greet").await;
    let told: Vec<_> = prompts
        .iter()
        .map(|row| json!([row["status"], row["arguments"], row["client"]]))
        .collect();
    let expected = [
        json!(["failed", { "who": "fails" }, null]),
        json!(["completed", { "who": "Ada" }, null]),
    ];
    assert_eq!(told, expected, "newest first, without what was not sent");
    assert_eq!(got["historyId"], prompts[1]["id"], "where it stands");
    let entry = host
        .call(op::HistoryGet, json!({ "id": got["historyId"] }))
        .await;
    let ending = &entry["outcome"]["ending"];
    for member in ["description", "messages", "raw"] {
        assert_eq!(ending[member], got[member], "{member} is as it was shown");
    }
    assert_eq!(entry["outcome"]["durationMs"], got["durationMs"]);
    for (kind, name) in [("tool", "greet"), ("prompt", "echo"), ("resource", "greet")] {
        assert_eq!(
            rows(&host, kind, name).await,
            [Value::Null; 0],
            "{kind} {name}"
        );
    }
    host.api.close().await;
}

#[tokio::test]
async fn a_history_of_no_rows_keeps_no_prompt() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_listed(&server).await;
    let mut settings = host.call(op::SettingGet, json!({})).await;
    settings["historyRows"] = 0.into();
    host.call(op::SettingSet, settings).await;
    let prompt = json!({ "serverId": server, "name": "daily_briefing", "arguments": {} });
    let got = host.call(op::PromptGet, prompt).await;
    assert_eq!(got["historyId"], Value::Null);
    assert_eq!(
        rows(&host, "prompt", "daily_briefing").await,
        [Value::Null; 0]
    );
    host.api.close().await;
}
