//! A tool that a client calls by way of Usher's own takes the way of every call, and what is wrong with one is said.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::super::approvals::sent;
use super::super::client::Era;
use super::super::{answer, run};
use super::{Fixture, first_text};
use crate::test_host::text;

#[tokio::test]
async fn a_call_takes_the_way_of_every_call() {
    for era in [Era::Legacy, Era::Modern] {
        let mut fixture = Fixture::searching(era).await;
        let arguments = json!({ "title": "one", "shelf": "left" });
        let call = json!({
            "name": "call_tool", "arguments": { "name": "notes__createNote", "arguments": arguments },
            "_meta": { "progressToken": 1 },
        });
        let called = fixture.client.begin("tools/call", call.clone()).await;
        let changed = json!({ "title": "two", "shelf": "left" });
        let ask = answer(&fixture.host, run(&changed)).await;
        let held = &ask["request"]["call"];
        assert_eq!(
            (&held["client"], &held["tool"], &held["arguments"]),
            (&json!("Editor"), &json!("createNote"), &arguments),
            "{era:?}: the question is about the tool that is called"
        );
        assert_ne!(called.await.expect("an answer")["isError"], true, "{era:?}");
        let calls = sent(&fixture.host, &fixture.server, "createNote").await;
        assert_eq!(
            (calls.len(), &calls[0]["arguments"]),
            (1, &changed),
            "{era:?}: once, as the person left it"
        );

        // What is allowed of the tool is allowed both ways.
        let always = json!({ "name": "notes__createNote", "arguments": arguments });
        let called = fixture.client.begin("tools/call", always).await;
        let grant = json!({ "kind": "run", "arguments": arguments, "grant": { "kind": "always", "calls": "allOfTool" } });
        answer(&fixture.host, grant).await;
        called.await.expect("an answer");
        let called = fixture
            .client
            .request("tools/call", call)
            .await
            .expect("an answer");
        assert_ne!(
            called["isError"], true,
            "{era:?}: it needs no question any more"
        );

        let denied = json!({ "name": "notes__delete_note", "arguments": "{\"id\":\"7\"}" });
        let denied = fixture
            .client
            .begin(
                "tools/call",
                json!({ "name": "call_tool", "arguments": denied }),
            )
            .await;
        let ask = answer(&fixture.host, json!({ "kind": "decline" })).await;
        assert_eq!(
            ask["request"]["call"]["arguments"],
            json!({ "id": "7" }),
            "{era:?}: an object as text is read"
        );
        assert_eq!(denied.await.expect("an answer")["isError"], true, "{era:?}");
        assert_eq!(
            sent(&fixture.host, &fixture.server, "delete_note").await,
            [Value::Null; 0]
        );

        // A call of a client is recorded after it is answered.
        let params = json!({ "serverId": null, "before": null, "limit": 10 });
        let history = async || {
            let history = fixture.host.call(op::HistoryList, params.clone()).await;
            let rows = history.as_array().cloned().unwrap_or_default();
            (rows.len() >= 3).then_some(rows)
        };
        let history = fixture.host.until("the calls are recorded", history).await;
        let tools: Vec<_> = history.iter().map(|row| text(&row["name"])).collect();
        assert!(
            tools
                .iter()
                .all(|tool| tool == "createNote" || tool == "delete_note"),
            "{era:?}: {history:?}"
        );
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_call_is_said() {
    let mut fixture = Fixture::searching(Era::Legacy).await;
    let cases = r#"
        call_tool | {} | name is missing: the name of the tool to call.
        call_tool | { "name": "notes__create_note" } | No tool is called notes__create_note. Similar names: notes__createNote
        call_tool | { "name": "qqqq" } | No tool is called qqqq. Find tools with search_tools.
        call_tool | { "name": "notes__createNote", "arguments": { "shelf": "x" } } | notes__createNote needs more arguments: title. Nothing was called.
        call_tool | { "name": "notes__createNote", "arguments": [1] } | arguments must be an object with the arguments of the tool.
        call_tool | { "name": "call_tool", "arguments": { "name": "notes__createNote" } } | call_tool is a tool of Usher itself and cannot be called this way.
        search_tools | { "query": " " } | query is missing
        describe_tools | { "names": [] } | names must hold 1 to 10 names
    "#;
    for [tool, arguments, expected] in usher_cases::rows(cases) {
        let arguments: Value = serde_json::from_str(&arguments).expect("JSON");
        let answer = fixture
            .client
            .call(&tool, arguments.clone())
            .await
            .expect("an answer");
        assert_eq!(answer["isError"], true, "{tool} {arguments}: {answer}");
        let said = first_text(&answer);
        assert!(said.starts_with(&expected), "{tool} {arguments}: {said}");
    }
    let task = json!({ "name": "search_tools", "arguments": { "query": "note" }, "task": {} });
    let task = fixture.client.request("tools/call", task).await;
    assert_eq!(task.expect_err("a search is no task")["code"], -32601);
    fixture.limit(|_| {}).await;
    let clients = fixture.host.call(op::ClientList, json!({})).await;
    let pause = json!({ "clientId": clients[0]["id"], "decision": { "kind": "pause" } });
    fixture.host.call(op::ClientDecide, pause).await;
    for (tool, arguments) in [
        ("search_tools", json!({ "query": "note" })),
        ("describe_tools", json!({ "names": ["notes__createNote"] })),
        ("call_tool", json!({ "name": "notes__createNote" })),
    ] {
        let answer = fixture
            .client
            .call(tool, arguments)
            .await
            .expect("an answer");
        assert_eq!(
            first_text(&answer),
            "The user paused this client in Usher. No tools can be called.",
            "{tool}"
        );
    }
}

#[tokio::test]
async fn a_tool_that_is_called_like_one_of_usher_stays_what_it_is() {
    let tools = json!([
        { "name": "call_tool", "description": "Rings a bell.", "inputSchema": { "type": "object" } },
        { "name": "ring", "description": "Rings another one.", "inputSchema": { "type": "object" } },
    ]);
    let mut fixture = Fixture::new(&tools, Era::Legacy).await;
    let server = fixture.server.clone();
    fixture
        .limit(|profile| {
            profile["listing"] = "search".into();
            profile["names"] = "plain".into();
            profile["sources"] = json!({ "kind": "only", "serverIds": [server] });
            profile["favoriteTools"] = json!([{ "serverId": server, "tool": "call_tool" }]);
        })
        .await;
    let listed = fixture.listed().await;
    assert_eq!(
        listed,
        [
            "search_tools",
            "describe_tools",
            "usher_call_tool",
            "call_tool"
        ]
    );
    for (name, arguments, tool) in [
        ("call_tool", json!({}), "call_tool"),
        ("usher_call_tool", json!({ "name": "ring" }), "ring"),
    ] {
        let called = fixture
            .client
            .begin(
                "tools/call",
                json!({ "name": name, "arguments": arguments }),
            )
            .await;
        let ask = fixture.host.asked().await;
        assert_eq!(ask["request"]["call"]["tool"], tool, "{name}");
        answer(&fixture.host, run(&json!({}))).await;
        called.await.expect("an answer");
    }
}
