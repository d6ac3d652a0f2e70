//! What a client gets over HTTP: sessions and streams to 2025-11-25, requests that stand for themselves from 2026-07-28.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::kit::{Answer, Served};
use crate::gateway::{answer, run};

/// A host with the demo server, and a client that may see it.
async fn with_client() -> (Served, String) {
    let served = Served::open().await;
    served.host.add_demo().await;
    let token = served.add("Editor").await;
    (served, token)
}

#[expect(clippy::needless_pass_by_value, reason = "each call makes its own")]
pub(super) fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// Begins a session, and returns the header that names it.
pub(super) async fn begin(served: &Served, token: &str, revision: &str) -> String {
    let params = json!({
        "protocolVersion": revision, "capabilities": {}, "clientInfo": { "name": "test-client", "version": "1" },
    });
    let begun = served
        .post(token, "", &request(0, "initialize", params))
        .await;
    assert_eq!(begun.status, 200);
    let name = begun.session.clone();
    assert!(name.len() >= 32, "nobody guesses it: {name}");
    assert_eq!(begun.json().await["result"]["protocolVersion"], revision);
    let headers = format!("Mcp-Session-Id: {name}\r\nMCP-Protocol-Version: {revision}\r\n");
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(served.post(token, &headers, &ready).await.status, 202);
    headers
}

/// A request of 2026-07-28, with the headers it has to have.
pub(super) async fn modern(
    served: &Served,
    token: &str,
    method: &str,
    mut params: Value,
) -> Answer {
    let meta = params["_meta"].take();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test-client", "version": "1" },
    });
    for (name, value) in meta.as_object().into_iter().flatten() {
        params["_meta"][name] = value.clone();
    }
    let named = params["name"].as_str().or(params["uri"].as_str());
    let name = named.map_or_else(String::new, |name| format!("Mcp-Name: {name}\r\n"));
    let headers = format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}");
    served
        .post(token, &headers, &request(1, method, params))
        .await
}

fn names(listed: &Value) -> Vec<String> {
    let tools = listed["result"]["tools"].as_array().into_iter().flatten();
    tools
        .filter_map(|tool| tool["name"].as_str())
        .map(str::to_owned)
        .collect()
}

#[tokio::test]
async fn a_session_lists_calls_hears_of_progress_and_ends() {
    let (served, token) = with_client().await;
    let session = begin(&served, &token, "2025-11-25").await;
    let listed = served
        .post(&token, &session, &request(1, "tools/list", json!({})))
        .await;
    assert_eq!(
        listed.header("content-type").as_deref(),
        Some("application/json")
    );
    let listed = listed.json().await;
    assert!(
        names(&listed).contains(&"demo__count_slowly".to_owned()),
        "{listed}"
    );

    let arguments = json!({ "steps": 3, "delayMs": 10 });
    let call = json!({ "name": "demo__count_slowly", "arguments": arguments, "_meta": { "progressToken": "p" } });
    let call = request(2, "tools/call", call);
    let called = served.post(&token, &session, &call);
    let (mut called, ask) = tokio::join!(called, answer(&served.host, run(&arguments)));
    assert_eq!(ask["request"]["kind"], "call", "the person is asked: {ask}");
    assert_eq!(
        called.header("content-type").as_deref(),
        Some("text/event-stream")
    );
    called.event("notifications/progress").await;
    let result = called.event("\"result\"").await;
    assert_eq!(
        (&result["id"], &result["result"]["isError"]),
        (&json!(2), &Value::Null),
        "{result}"
    );
    let rest = called.rest().await;
    assert!(
        rest.contains("data: \n"),
        "it begins with an event without data: {rest}"
    );

    let client = served.client("Editor").await;
    assert_eq!(
        (
            &client["transport"],
            &client["sessions"],
            &client["declared"]["name"]
        ),
        (&json!("http"), &json!(1), &json!("test-client"))
    );
    let ended = served.send(&served.bare("DELETE", &token, &session)).await;
    assert_eq!(ended.status, 200);
    let late = served
        .post(&token, &session, &request(3, "ping", json!({})))
        .await;
    assert_eq!(late.status, 404);
    assert_eq!(late.json().await["error"]["code"], -32001);
    served
        .host
        .until("the client has left", async || {
            (served.client("Editor").await["sessions"] == 0).then_some(())
        })
        .await;
}

#[tokio::test]
async fn what_belongs_to_no_request_comes_over_the_stream_that_a_client_opens() {
    let (served, token) = with_client().await;
    let session = begin(&served, &token, "2025-06-18").await;
    let mut stream = served.send(&served.bare("GET", &token, &session)).await;
    assert_eq!(stream.status, 200);
    let followed = request(1, "resources/subscribe", json!({ "uri": "demo://clock" }));
    let followed = served.post(&token, &session, &followed).await;
    assert_eq!(followed.json().await["result"], json!({}));
    stream.event("notifications/resources/updated").await;
    let last = stream.last_event();
    drop(stream);

    let headers = format!("{session}Last-Event-ID: {last}\r\n");
    let mut again = served.send(&served.bare("GET", &token, &headers)).await;
    again.event("notifications/resources/updated").await;
    let (stream, number) = last.split_once('-').expect("a stream and a number");
    let (same, next) = again.first_event();
    assert_eq!(same, stream, "it is the same stream");
    assert_eq!(
        next,
        number.parse::<u64>().expect("a number") + 1,
        "and nothing is lost"
    );
}

#[tokio::test]
async fn a_call_whose_stream_broke_is_answered_on_the_next() {
    let (served, token) = with_client().await;
    let session = begin(&served, &token, "2025-11-25").await;
    let call = json!({ "name": "demo__greet", "arguments": { "name": "Ada" }, "_meta": { "progressToken": 7 } });
    let mut called = served
        .post(&token, &session, &request(1, "tools/call", call))
        .await;
    called.until_begun().await;
    let last = called.last_event();
    drop(called);
    answer(&served.host, run(&json!({ "name": "Ada" }))).await;
    let headers = format!("{session}Last-Event-ID: {last}\r\n");
    let mut rest = served.send(&served.bare("GET", &token, &headers)).await;
    let result = rest.event("\"result\"").await;
    assert!(
        result["result"]["content"].to_string().contains("Ada"),
        "{result}"
    );
}

#[tokio::test]
async fn sessions_are_held_to_what_was_agreed() {
    let (served, token) = with_client().await;
    let ping = request(1, "ping", json!({}));
    let unknown = "Mcp-Session-Id: AAAA\r\n";
    let none = served
        .post(&token, "", &request(1, "tools/list", json!({})))
        .await;
    assert_eq!(none.status, 400, "without a session");
    assert_eq!(served.post(&token, unknown, &ping).await.status, 404);
    assert_eq!(
        served
            .send(&served.bare("GET", &token, unknown))
            .await
            .status,
        404
    );
    assert_eq!(
        served
            .send(&served.bare("DELETE", &token, unknown))
            .await
            .status,
        404
    );
    let get = served.send(&served.bare("GET", &token, "")).await;
    assert_eq!(
        (get.status, get.header("allow").as_deref()),
        (405, Some("post"))
    );

    let session = begin(&served, &token, "2025-06-18").await;
    let other = session.replace("2025-06-18", "1999-01-01");
    assert_eq!(
        served.post(&token, &other, &ping).await.status,
        400,
        "an unknown version"
    );
    let batch = json!([ping, request(2, "ping", json!({}))]);
    let refused = served.post(&token, &session, &batch).await;
    assert_eq!(refused.status, 400, "2025-06-18 has no batches");
    for broken in [
        "{",
        "7",
        "{}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
    ] {
        let answer = served.send(&served.posted(&token, &session, broken)).await;
        assert_eq!(answer.status, 400, "{broken}");
        assert!(answer.json().await["error"]["code"].is_i64(), "{broken}");
    }

    let with_batches = begin(&served, &token, "2025-03-26").await;
    let mut answered = served.post(&token, &with_batches, &batch).await;
    for id in [1, 2] {
        let one = answered.event(&format!("\"id\":{id}")).await;
        assert_eq!(one["result"], json!({}), "{one}");
    }
}

#[tokio::test]
async fn clients_do_not_see_each_other() {
    let (served, token) = with_client().await;
    let other = served.add("Other").await;
    let session = begin(&served, &token, "2025-11-25").await;
    let ping = request(1, "ping", json!({}));
    let foreign = served.post(&other, &session, &ping).await;
    assert_eq!(foreign.status, 404, "the session of another does not exist");
    let taken = served.send(&served.bare("DELETE", &other, &session)).await;
    assert_eq!(taken.status, 404);
    assert_eq!(
        served.post(&token, &session, &ping).await.status,
        200,
        "it goes on"
    );

    let client = served.client("Other").await;
    let mut profile = client["profile"].clone();
    profile["sources"] = json!({ "kind": "only", "serverIds": [] });
    let params =
        json!({ "clientId": client["id"], "decision": { "kind": "limit", "profile": profile } });
    served.host.call(op::ClientDecide, params).await;
    let tools = async |token: &str| {
        let listed = modern(&served, token, "tools/list", json!({})).await;
        names(&listed.json().await)
    };
    assert_eq!(tools(&other).await, Vec::<String>::new());
    assert!(!tools(&token).await.is_empty());
}

#[tokio::test]
async fn requests_of_2026_07_28_stand_for_themselves() {
    let (served, token) = with_client().await;
    let found = modern(&served, &token, "server/discover", json!({})).await;
    assert_eq!(
        found.json().await["result"]["supportedVersions"],
        json!(["2026-07-28"])
    );
    let listed = modern(&served, &token, "tools/list", json!({}))
        .await
        .json()
        .await;
    assert!(
        names(&listed).contains(&"demo__greet".to_owned()),
        "{listed}"
    );
    let unknown = modern(&served, &token, "tools/unknown", json!({})).await;
    assert_eq!(unknown.status, 404);
    assert_eq!(unknown.json().await["error"]["code"], -32601);
    let missing = modern(
        &served,
        &token,
        "resources/read",
        json!({ "uri": "demo://nothing" }),
    )
    .await;
    assert_eq!(
        missing.status, 200,
        "what a server says is no failure of the transport"
    );
    assert_eq!(missing.json().await["error"]["code"], -32602);

    let arguments = json!({ "steps": 3, "delayMs": 10 });
    let call = json!({ "name": "demo__count_slowly", "arguments": arguments, "_meta": { "progressToken": "p" } });
    let called = modern(&served, &token, "tools/call", call);
    let (mut called, _) = tokio::join!(called, answer(&served.host, run(&arguments)));
    called.event("notifications/progress").await;
    let result = called.event("\"result\"").await;
    assert_eq!(result["result"]["resultType"], "complete", "{result}");
    assert!(
        !called.rest().await.contains("id: "),
        "nothing is resumed in this era"
    );
}

#[tokio::test]
async fn headers_of_2026_07_28_say_what_the_body_says() {
    let (served, token) = with_client().await;
    let meta = |version: &str| {
        json!({ "_meta": {
            "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {},
        } })
    };
    let version = "MCP-Protocol-Version: 2026-07-28\r\n";
    let cases = [
        ("", meta("2026-07-28"), -32020),
        (version, meta("2026-07-28"), -32020),
        (
            "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n",
            meta("2026-07-28"),
            -32020,
        ),
        (
            "MCP-Protocol-Version: 2025-11-25\r\nMcp-Method: tools/list\r\n",
            meta("2026-07-28"),
            -32020,
        ),
        (
            "MCP-Protocol-Version: 2099-01-01\r\nMcp-Method: tools/list\r\n",
            meta("2099-01-01"),
            -32022,
        ),
        (
            "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list\r\n",
            json!({}),
            -32602,
        ),
    ];
    for (headers, params, code) in cases {
        let refused = served
            .post(&token, headers, &request(1, "tools/list", params.clone()))
            .await;
        assert_eq!(refused.status, 400, "{headers} {params}");
        let refused = refused.json().await;
        assert_eq!(
            (&refused["error"]["code"], &refused["id"]),
            (&json!(code), &json!(1)),
            "{headers} {params}"
        );
    }
    let get = format!("{version}Mcp-Session-Id: AAAA\r\n");
    assert_eq!(
        served.send(&served.bare("GET", &token, &get)).await.status,
        405
    );
    assert_eq!(
        served
            .send(&served.bare("DELETE", &token, &get))
            .await
            .status,
        405
    );
}

#[tokio::test]
async fn a_stream_that_is_closed_takes_its_request_back() {
    let (served, token) = with_client().await;
    let listening = json!({ "notifications": { "toolsListChanged": true, "resourceSubscriptions": ["demo://clock"] } });
    let mut stream = modern(&served, &token, "subscriptions/listen", listening).await;
    let honored = stream
        .event("notifications/subscriptions/acknowledged")
        .await;
    assert_eq!(honored["params"]["notifications"]["toolsListChanged"], true);
    stream.event("notifications/resources/updated").await;
    let client = served.client("Editor").await;
    let mut profile = client["profile"].clone();
    profile["sources"] = json!({ "kind": "only", "serverIds": [] });
    let params =
        json!({ "clientId": client["id"], "decision": { "kind": "limit", "profile": profile } });
    served.host.call(op::ClientDecide, params).await;
    stream.event("notifications/tools/list_changed").await;
    drop(stream);
    served
        .host
        .until("the server is asked no more", async || {
            let followed = served.host.call(op::ResourceSubscriptions, json!({})).await;
            (followed == json!([])).then_some(())
        })
        .await;
}
