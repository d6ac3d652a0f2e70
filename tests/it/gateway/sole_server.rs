//! A client that uses one server by its own names and answers all that it requests: what it gets is what it would get
//! from the server itself. The server is the one that the official suites are run against.

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_testkit::conformance::server::ConformanceServer;

use super::client::{Client, Era, gateway};
use crate::test_host::{TestHost, text};

/// A client of this era that stands alone before a server spoken to in that era.
async fn alone(client_era: Era, server_era: Era, capabilities: Value) -> (TestHost, Client) {
    let host = TestHost::open().await;
    let server = ConformanceServer::start().await.expect("it listens");
    let profile = profile(&host, &server, server_era).await;
    let mut client = Client::connect_to(&gateway(&host, Duration::from_secs(50)), "Editor");
    client.era = client_era;
    client.capabilities = capabilities;
    if client_era == Era::Legacy {
        client.initialize().await;
    }
    drop(client.begin("tools/list", json!({})).await);
    super::allow_as(&host, "Editor", &profile).await;
    tokio::spawn(approve_calls(host.api.clone()));
    (host, client)
}

/// Adds and reviews a server, and returns how its client sees it.
pub(super) async fn profile(host: &TestHost, server: &ConformanceServer, era: Era) -> Value {
    let era = match era {
        Era::Legacy => "legacy",
        Era::Modern => "modern",
    };
    let config = json!({ "kind": "http", "url": server.url(), "headers": [] });
    let draft = json!({ "draft": { "label": "Server", "config": config, "era": era } });
    let server = text(&host.call(op::ServerAdd, draft).await["id"]);
    host.until_listed(&server).await;
    json!({
        "sources": { "kind": "only", "serverIds": [server] }, "hiddenTools": [],
        "prompts": "offered", "resources": "offered", "names": "plain",
        "answers": { "elicitation": "client", "sampling": "client", "roots": "client" },
    })
}

/// Allows each call, and leaves all else open.
pub(super) async fn approve_calls(api: usher_api::Api) {
    loop {
        let open = api.call(op::ApprovalList::NAME, json!({})).await;
        for asked in open.unwrap_or_default().as_array().into_iter().flatten() {
            if asked["request"]["kind"] == "call" {
                let answer = super::run(&asked["request"]["call"]["arguments"]);
                let params = json!({ "approvalId": asked["id"], "answer": answer });
                // It may be answered already.
                let _ = api.call(op::ApprovalAnswer::NAME, params).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn all() -> Value {
    json!({ "elicitation": {}, "sampling": {}, "roots": {} })
}

/// The methods that a result asks for, by their keys.
fn asked(result: &Value) -> Value {
    let mut asked = json!({});
    for (key, request) in result["inputRequests"].as_object().into_iter().flatten() {
        asked[key] = request["method"].clone();
    }
    asked
}

fn accept(key: &str, content: &Value) -> Value {
    json!({ key: { "action": "accept", "content": content } })
}

#[tokio::test]
async fn keys_of_the_server_are_those_of_the_client() {
    let (_host, mut client) = alone(Era::Modern, Era::Modern, all()).await;
    let mut call = json!({ "name": "test_input_required_result_multiple_inputs", "arguments": {} });
    let result = client.request("tools/call", call.clone()).await;
    let result = result.expect("it asks");
    assert_eq!(
        asked(&result),
        json!({
            "user_name": "elicitation/create", "greeting": "sampling/createMessage",
            "client_roots": "roots/list",
        })
    );
    // Answers by its keys that come before it asks are those to what it asks.
    call = json!({ "name": "test_input_required_result_elicitation", "arguments": {} });
    call["inputResponses"] = accept("user_name", &json!({ "name": "Ada" }));
    call["inputResponses"]["unknown"] = json!({ "action": "accept", "content": {} });
    let result = client.request("tools/call", call.clone()).await;
    assert_eq!(
        result.expect("it is answered")["content"][0]["text"],
        "Hello, Ada!"
    );
    for wrong in [
        json!({ "user_name": 7 }),
        json!({ "other": {} }),
        json!(null),
    ] {
        call["inputResponses"] = wrong.clone();
        let result = client.request("tools/call", call.clone()).await;
        let result = result.expect("it asks");
        assert_eq!(
            asked(&result),
            json!({ "user_name": "elicitation/create" }),
            "with {wrong}"
        );
    }
}

#[tokio::test]
async fn calls_that_a_client_does_not_come_back_for_keep_nobody_from_asking() {
    let (_host, mut client) = alone(Era::Modern, Era::Modern, all()).await;
    let call = json!({ "name": "test_input_required_result_elicitation", "arguments": {} });
    for number in 1..=8 {
        let result = client.request("tools/call", call.clone()).await;
        assert_eq!(
            asked(&result.expect("it is answered")),
            json!({ "user_name": "elicitation/create" }),
            "call {number}"
        );
    }
}

#[tokio::test]
async fn prompts_and_resources_may_ask_too() {
    for (client_era, server_era) in [
        (Era::Modern, Era::Modern),
        (Era::Modern, Era::Legacy),
        (Era::Legacy, Era::Modern),
        (Era::Legacy, Era::Legacy),
    ] {
        let (host, mut client) = alone(client_era, server_era, all()).await;
        client.answers(
            "elicitation/create",
            Ok(json!({ "action": "accept", "content": { "context": "the sea" } })),
        );
        let requests = [
            (
                "prompts/get",
                json!({ "name": "test_input_required_result_prompt" }),
            ),
            ("resources/read", json!({ "uri": "test://asking-resource" })),
        ];
        for (method, params) in requests {
            let mut result = client.request(method, params.clone()).await;
            if client_era == Era::Modern {
                let first = result.expect("it asks");
                if server_era == Era::Modern {
                    assert_eq!(
                        asked(&first),
                        json!({ "user_context": "elicitation/create" }),
                        "{method}"
                    );
                }
                let again = client.asked_again(&params, &first);
                result = client.request(method, again.clone()).await;
                let used = client.request(method, again).await;
                let used = used.expect_err("a state is used once");
                assert_eq!(used["code"], -32602, "{method}");
            }
            let result = result.unwrap_or_else(|error| panic!("{method}: {error}"));
            assert!(result.to_string().contains("the sea"), "{method}: {result}");
        }
        let open = host.questions().await;
        assert_eq!(open, json!([]), "the person is asked nothing");
    }
}

#[tokio::test]
async fn a_server_hears_what_its_client_declares() {
    let sampling = json!({ "sampling": {} });
    let (host, mut client) = alone(Era::Modern, Era::Modern, sampling).await;
    let call = |name: &str| json!({ "name": name, "arguments": {} });
    let possible = call("test_input_required_result_capabilities");
    let result = client.request("tools/call", possible.clone()).await;
    let result = result.expect("it asks");
    assert_eq!(
        asked(&result),
        json!({ "greeting": "sampling/createMessage" })
    );
    let streaming = call("test_streaming_elicitation");
    let refused = client.request("tools/call", streaming.clone()).await;
    let refused = refused.expect_err("it needs what is not declared");
    assert_eq!(refused["code"], -32021);
    assert_eq!(
        refused["data"]["requiredCapabilities"],
        json!({ "elicitation": {} })
    );
    // A client with an answer that is left to the person is another: Usher stands in for what it cannot do.
    let client_id = host.call(op::ClientList, json!({})).await[0]["id"].clone();
    let mut profile = host.call(op::ClientList, json!({})).await[0]["profile"].clone();
    profile["answers"]["elicitation"] = "person".into();
    let decision = json!({ "kind": "allow", "profile": profile });
    let params = json!({ "clientId": client_id, "decision": decision });
    host.call(op::ClientDecide, params).await;
    let called = client.begin("tools/call", streaming).await;
    let form = json!({ "kind": "accept", "content": { "word": "sea" } });
    let asked = host.asked_of("elicitForm").await;
    host.answer(&asked, form).await;
    let result = called.await.expect("it is answered");
    assert!(result.to_string().contains("sea"), "{result}");
}

#[tokio::test]
async fn what_its_server_follows_as_a_task_is_one_for_the_client() {
    let mut capabilities = all();
    capabilities["extensions"] = json!({ "io.modelcontextprotocol/tasks": {} });
    let (_host, mut client) = alone(Era::Modern, Era::Modern, capabilities).await;
    let mut call = json!({ "name": "test_tool_with_task", "arguments": {} });
    let result = client.request("tools/call", call.clone()).await;
    let result = result.expect("it asks");
    assert_eq!(
        (&result["resultType"], asked(&result)),
        (
            &json!("input_required"),
            json!({ "user_name": "elicitation/create" })
        ),
        "what it asks before there is a task is asked in a round"
    );
    call["requestState"] = result["requestState"].clone();
    call["inputResponses"] = accept("user_name", &json!({ "name": "Ada" }));
    let task = client.request("tools/call", call).await;
    let task = task.expect("it goes on");
    assert_eq!(task["resultType"], "task");
    let ended = ended(&mut client, &task).await;
    assert_eq!(
        ended["result"]["content"][0]["text"],
        "The job of Ada is done."
    );
    let both = json!({ "name": "multi_input", "arguments": {} });
    let task = client.request("tools/call", both).await.expect("a task");
    let id = task["taskId"].clone();
    let open = loop {
        let got = client.request("tasks/get", json!({ "taskId": id })).await;
        let got = got.expect("it is known");
        if got["inputRequests"]
            .as_object()
            .is_some_and(|open| open.len() == 2)
        {
            break asked(&got);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(
        open,
        json!({ "first": "elicitation/create", "second": "elicitation/create" })
    );
    let update =
        json!({ "taskId": id, "inputResponses": accept("first", &json!({ "name": "Ada" })) });
    client
        .request("tasks/update", update)
        .await
        .expect("it is taken");
    let got = client.request("tasks/get", json!({ "taskId": id })).await;
    assert_eq!(
        asked(&got.expect("it is known")),
        json!({ "second": "elicitation/create" })
    );
}

/// The task at its end.
async fn ended(client: &mut Client, task: &Value) -> Value {
    loop {
        let id = json!({ "taskId": task["taskId"] });
        let got = client.request("tasks/get", id).await.expect("it is known");
        if !["working", "input_required"].contains(&got["status"].as_str().unwrap_or_default()) {
            return got;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn each_of_several_changes_is_heard() {
    let (host, mut client) = alone(Era::Legacy, Era::Legacy, all()).await;
    let server = host.call(op::ServerList, json!({})).await[0]["id"].clone();
    let server = text(&server);
    let changed = "notifications/tools/list_changed";
    for is_there in [true, false, true] {
        client.forget(changed);
        let change = json!({ "name": "test_trigger_tool_change", "arguments": {} });
        client.request("tools/call", change).await.expect("it runs");
        host.until("the client hears of it", async || {
            // What is new is offered once it is reviewed.
            host.review(&server).await;
            (!client.told(changed).is_empty()).then_some(())
        })
        .await;
        let names = client.names("tools/list", "tools", "name").await;
        let found = names.iter().any(|name| name == "test_further_tool");
        assert_eq!(found, is_there, "{names:?}");
    }
}

#[tokio::test]
async fn each_subscription_of_a_connection_hears_what_it_asked_for() {
    let (host, mut client) = alone(Era::Modern, Era::Modern, all()).await;
    let server = text(&host.call(op::ServerList, json!({})).await[0]["id"]);
    let kinds = [
        ("toolsListChanged", "tools", "test_trigger_tool_change"),
        (
            "promptsListChanged",
            "prompts",
            "test_trigger_prompt_change",
        ),
    ];
    let mut ids = Vec::new();
    for (wanted, ..) in kinds {
        let listen = json!({ "notifications": { wanted: true } });
        drop(client.begin("subscriptions/listen", listen).await);
        ids.push(client.last_id());
    }
    for _ in 0..2 {
        for ((_, list, tool), id) in kinds.into_iter().zip(&ids) {
            let changed = format!("notifications/{list}/list_changed");
            client.forget(&changed);
            let change = json!({ "name": tool, "arguments": {} });
            client.request("tools/call", change).await.expect("it runs");
            let heard = host
                .until("the client hears of it", async || {
                    host.review(&server).await;
                    client.told(&changed).first().cloned()
                })
                .await;
            let subscription = &heard["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
            assert_eq!(subscription, id, "{heard}");
        }
    }
}

#[tokio::test]
async fn methods_of_tasks_need_the_extension_and_there_are_no_others() {
    let (_host, mut client) = alone(Era::Modern, Era::Modern, all()).await;
    for (method, code) in [
        ("tasks/get", -32021),
        ("tasks/update", -32021),
        ("tasks/cancel", -32021),
        ("tasks/list", -32601),
        ("tasks/result", -32601),
    ] {
        let refused = client.request(method, json!({ "taskId": "a" })).await;
        let refused = refused.expect_err("it is not there");
        assert_eq!(refused["code"], code, "{method}");
        let needed = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
        if code == -32021 {
            assert_eq!(refused["data"]["requiredCapabilities"], needed, "{method}");
        }
    }
    let required = json!({ "name": "failing_job", "arguments": {} });
    let refused = client.request("tools/call", required).await;
    assert_eq!(refused.expect_err("it needs a task")["code"], -32021);
}
