//! Uses a working server: list, run, read, answer, history.

mod list_refresh;
mod prompts;
mod routing;

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;

use crate::test_host::{TestHost, scripted, text};

pub(crate) fn call(server: &str, call_id: &str, name: &str, arguments: &Value) -> Value {
    json!({
        "callId": call_id, "serverId": server, "name": name, "arguments": arguments, "check": "refuse",
    })
}

#[tokio::test]
async fn a_server_is_added_listed_run_and_remembered() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;

    let snapshot = host.until_state(&server, "running").await;
    assert!(
        snapshot["counts"]["tools"].as_u64() > Some(10),
        "the demo offers many tools: {snapshot}"
    );
    assert_eq!(
        snapshot["negotiated"]["era"], "legacy",
        "agreed by initialize"
    );
    let icon = host
        .call(op::IconGet, json!({ "key": snapshot["icon"]["light"] }))
        .await;
    assert_eq!(icon["kind"], "png", "its icon is drawn by us: {icon}");

    let detail = host.call_on(op::ServerGet, &server).await;
    assert!(
        detail["serverInfo"]["name"].is_string(),
        "what it says of itself is shown: {detail}"
    );
    let tool = host
        .call(op::ToolGet, json!({ "serverId": server, "name": "greet" }))
        .await;
    assert_eq!(tool["schemaProblem"], Value::Null);
    assert_eq!(
        tool["head"]["title"], "Greet",
        "the title comes before the name: {tool}"
    );

    let outcome = host
        .call(
            op::ToolCall,
            call(&server, "one", "greet", &json!({ "name": "Ada" })),
        )
        .await;
    let ending = &outcome["ending"];
    assert_eq!(ending["kind"], "result", "{outcome}");
    assert!(
        text(&ending["content"][0]["text"]).contains("Ada"),
        "{outcome}"
    );

    let rows = host.call(op::HistoryList, json!({ "limit": 10 })).await;
    assert_eq!(rows[0]["arguments"], json!({ "name": "Ada" }));
    assert_eq!(rows[0]["status"], "completed");
    let entry = host
        .call(op::HistoryGet, json!({ "id": rows[0]["id"] }))
        .await;
    assert_eq!(
        entry["outcome"], outcome,
        "what is read back is what was shown"
    );

    let log = host.wire_log(&server).await;
    let frames = log["frames"].as_array().expect("frames");
    let ours: Vec<_> = frames
        .iter()
        .filter(|frame| frame["callId"] == "one")
        .collect();
    assert_eq!(
        ours.iter()
            .map(|frame| text(&frame["kind"]))
            .collect::<Vec<_>>(),
        ["request", "result"],
        "the frames of a call know it"
    );
    assert_eq!(ours[0]["summary"], r#"greet {"name":"Ada"}"#);
    let seqs: Vec<_> = frames.iter().map(|frame| frame["seq"].as_u64()).collect();
    assert!(seqs.is_sorted(), "frames are in order");
    let whole = host
        .call(
            op::WireGet,
            json!({ "serverId": server, "seq": ours[0]["seq"] }),
        )
        .await;
    assert!(
        text(&whole["text"]).contains(r#""method":"tools/call""#),
        "{whole}"
    );

    let saved = host.call_on(op::WireSave, &server).await;
    let written = std::fs::read_to_string(text(&saved["path"])).expect("the saved log");
    for line in written.lines() {
        serde_json::from_str::<Value>(line).expect("each line is JSON");
    }
    assert!(
        written.lines().count() >= frames.len(),
        "all frames are saved"
    );
    host.call_on(op::WireClear, &server).await;
    let log = host.call_on(op::WireList, &server).await;
    let last = seqs.last().copied().flatten();
    assert!(
        log["frames"]
            .as_array()
            .is_some_and(|left| left.iter().all(|frame| frame["seq"].as_u64() > last)),
        "emptied: {log}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn calls_are_indexed_for_the_search_once_none_ends() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_state(&server, "running").await;
    for (call_id, name) in [("one", "Ada"), ("two", "Grace")] {
        let params = call(&server, call_id, "greet", &json!({ "name": name }));
        host.call(op::ToolCall, params).await;
    }
    let not_indexed =
        "SELECT count(*) FROM tool_calls WHERE id > (SELECT up_to FROM calls_indexed)";
    while host.number(not_indexed).await > 0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(
        host.number("SELECT count(*) FROM calls_search WHERE calls_search MATCH 'Gra'")
            .await,
        1,
        "the last call is in the index though nobody has searched"
    );
    host.api.close().await;
}

#[tokio::test]
async fn arguments_are_checked_unless_the_person_sends_them_anyway() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let mut params = call(&server, "bad", "greet", &json!({ "name": 5 }));
    let error = host.fails(op::ToolCall, params.clone()).await;
    let error = serde_json::to_value(error).expect("errors are JSON");
    assert_eq!(error["code"], "invalid");
    assert_eq!(
        error["detail"]["fields"][0]["field"], "name",
        "the field is named: {error}"
    );

    params["check"] = json!("sendAnyway");
    let outcome = host.call(op::ToolCall, params).await;
    assert_eq!(
        outcome["ending"]["kind"], "result",
        "the server judged for itself: {outcome}"
    );
    assert_eq!(outcome["ending"]["isError"], true);
    let rows = host.call(op::HistoryList, json!({ "limit": 10 })).await;
    assert_eq!(
        rows.as_array().map(Vec::len),
        Some(1),
        "what was refused was not sent: {rows}"
    );
    assert_eq!(rows[0]["status"], "toolError");
    host.api.close().await;
}

#[tokio::test]
async fn progress_comes_in_order_and_a_call_can_be_cancelled() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let count = call(
        &server,
        "count",
        "count_slowly",
        &json!({ "steps": 20, "delayMs": 5 }),
    );
    host.call(op::ToolCall, count).await;
    host.until_event("callProgress", |event| {
        event["progress"]["progress"] == 20.0
    })
    .await;
    let steps: Vec<_> = host
        .heard("callProgress")
        .iter()
        .map(|event| event["progress"]["progress"].as_f64())
        .collect();
    assert_eq!(steps.len(), 20, "every step was told");
    assert!(steps.is_sorted(), "in the server's order: {steps:?}");

    let wait = call(&server, "wait", "wait", &json!({ "seconds": 3600 }));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, wait), async {
        host.until("the call is on the wire", async || {
            let log = host.call_on(op::WireList, &server).await;
            let frames = log["frames"].as_array()?.clone();
            frames
                .iter()
                .any(|frame| frame["callId"] == "wait")
                .then_some(())
        })
        .await;
        host.call(op::ToolCancel, json!({ "callId": "wait" })).await;
    });
    assert_eq!(
        outcome["ending"],
        json!({ "kind": "cancelled" }),
        "cancelled is not failed"
    );
    host.until("the server is told", async || {
        let log = host.call_on(op::WireList, &server).await;
        let frames = log["frames"].as_array()?.clone();
        frames
            .iter()
            .any(|frame| frame["method"] == "notifications/cancelled")
            .then_some(())
    })
    .await;
    host.api.close().await;
}

#[tokio::test]
async fn resources_templates_prompts_and_completion_answer() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let read = host
        .call(
            op::ResourceRead,
            json!({ "serverId": server, "uri": "demo://clock" }),
        )
        .await;
    assert_eq!(read["contents"][0]["body"]["kind"], "text", "{read}");
    let templates = host.call_on(op::TemplateList, &server).await;
    let forecast = templates[0]["items"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|template| template["name"] == "forecast")
        .cloned()
        .unwrap_or_default();
    assert_eq!(forecast["variables"], json!(["city", "days", "unit"]));
    assert_eq!(
        forecast["annotations"],
        json!({ "audience": ["user", "assistant"], "priority": 0.6, "lastModified": null }),
    );
    let table = json!({
        "serverId": server, "uriTemplate": "demo://tables/{number}", "variables": { "number": "7" },
    });
    let read = host.call(op::TemplateRead, table).await;
    assert_eq!(read["uri"], "demo://tables/7");
    let broken = json!({ "serverId": server, "uriTemplate": "demo://{", "variables": {} });
    assert_eq!(
        host.fails(op::TemplateRead, broken).await.code,
        usher_api::Code::Invalid
    );

    let incomplete =
        json!({ "serverId": server, "name": "plan_weekend", "arguments": { "city": "Turku" } });
    let error = serde_json::to_value(host.fails(op::PromptGet, incomplete).await).expect("JSON");
    assert_eq!(error["detail"]["fields"][0]["field"], "country", "{error}");
    let completion = json!({
        "serverId": server,
        "reference": { "kind": "prompt", "name": "plan_weekend" },
        "argument": "country", "value": "", "context": {},
    });
    let countries = host.call(op::CompletionComplete, completion).await;
    let country = text(&countries["values"][0]);
    assert!(!country.is_empty(), "there are proposals: {countries}");
    let prompt = json!({
        "serverId": server, "name": "plan_weekend", "arguments": { "country": country, "city": "x" },
    });
    let got = host.call(op::PromptGet, prompt).await;
    assert_eq!(got["messages"][0]["role"], "user", "{got}");
    host.api.close().await;
}

#[tokio::test]
async fn a_followed_resource_tells_of_changes_also_after_a_restart() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let follow = json!({ "serverId": server, "uri": "demo://clock", "subscribed": true });
    host.call(op::ResourceSubscribe, follow).await;
    host.until_event("resourceUpdated", |event| event["uri"] == "demo://clock")
        .await;
    host.call_on(op::ServerRestart, &server).await;
    host.until_state(&server, "running").await;
    let before = host.heard("resourceUpdated").len();
    host.until("it is followed again", async || {
        (host.heard("resourceUpdated").len() > before + 1).then_some(())
    })
    .await;
    let listed = host.call_on(op::ResourceList, &server).await;
    let clock = listed[0]["items"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|resource| resource["uri"] == "demo://clock")
        .cloned()
        .unwrap_or_default();
    assert_eq!(clock["subscribed"], true, "{clock}");
    host.api.close().await;
}

#[tokio::test]
async fn resources_are_read_part_by_part_over_all_servers() {
    let host = TestHost::open().await;
    let demo = host.add_demo().await;
    host.until_read(&demo).await;
    let many = host.add("Many", scripted("many_resources")).await;
    host.until("its resources are listed", async || {
        let last = json!({ "serverId": many, "from": 99_999 });
        let listed = host.call(op::ResourceList, last).await;
        listed[0]["items"][0].is_object().then_some(())
    })
    .await;
    let list = async |from: u64, limit: Option<u64>| {
        let params = json!({ "serverId": null, "from": from, "limit": limit });
        let sections = host.call(op::ResourceList, params).await;
        let uris = |section: &Value| -> Vec<String> {
            let items = section["items"].as_array().into_iter().flatten();
            items.map(|item| item["uri"].to_string()).collect()
        };
        [uris(&sections[0]), uris(&sections[1])]
    };
    let [first, second] = list(0, None).await;
    assert_eq!(second.len(), 100_000, "a long list is whole");
    let of_first = first.len() as u64;
    let cases = [
        ("over the end of a server", of_first - 1, 3),
        ("of the second server alone", of_first + 10, 2),
        ("the last", of_first + 99_999, 5),
        ("behind the last", of_first + 100_000, 5),
    ];
    let all: Vec<_> = [first.clone(), second].concat();
    for (what, from, limit) in cases {
        let part = list(from, Some(limit)).await.concat();
        let (begin, limit) = (
            usize::try_from(from).unwrap(),
            usize::try_from(limit).unwrap(),
        );
        let expected = &all[begin..all.len().min(begin + limit)];
        assert_eq!(part, expected, "{what}");
    }
    host.api.close().await;
}

#[tokio::test]
async fn a_subscription_is_known_whether_its_resource_is_listed_or_not() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.until_read(&server).await;
    // One of a template, which is in no list.
    let uris = ["demo://clock", "demo://forecast/Lisbon"];
    for uri in uris {
        let follow = json!({ "serverId": server, "uri": uri, "subscribed": true });
        host.call(op::ResourceSubscribe, follow).await;
    }
    let expected = json!(uris.map(|uri| json!({ "serverId": server, "uri": uri })));
    let known = async || host.call(op::ResourceSubscriptions, json!({})).await;
    assert_eq!(known().await, expected);
    host.call_on(op::ServerRestart, &server).await;
    host.until_state(&server, "running").await;
    assert_eq!(known().await, expected, "they are subscribed again");
    let follow = json!({ "serverId": server, "uri": uris[1], "subscribed": false });
    host.call(op::ResourceSubscribe, follow).await;
    assert_eq!(known().await, json!([expected[0]]));
    host.api.close().await;
}

#[tokio::test]
async fn a_test_looks_at_a_server_and_saves_nothing() {
    let host = TestHost::open().await;
    let draft = json!({ "draft": { "label": "", "config": crate::test_host::program(crate::test_host::demo_program(), &[]) } });
    let report = host.call(op::ServerTest, draft).await;
    let steps: Vec<_> = report["steps"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|step| (text(&step["name"]["code"]), step["passed"].as_bool()))
        .collect();
    let expected = [
        "connectionTest.programFound",
        "connectionTest.processStarted",
        "connectionTest.handshake",
        "connectionTest.listsRead",
    ];
    assert_eq!(
        steps,
        expected.map(|name| (name.to_owned(), Some(true))),
        "{report}"
    );
    assert_eq!(report["failure"], Value::Null);
    assert_eq!(
        host.call(op::ServerList, json!({})).await,
        json!([]),
        "nothing was saved"
    );

    let wrong = json!({ "draft": { "label": "", "config": crate::test_host::program("no-such-program-here", &[]) } });
    let report = host.call(op::ServerTest, wrong).await;
    assert_eq!(report["steps"][0]["passed"], false);
    assert_eq!(report["failure"]["kind"], "programNotFound", "{report}");
    host.api.close().await;
}
