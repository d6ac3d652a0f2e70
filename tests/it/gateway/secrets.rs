//! No secret of a server reaches a client, whatever the server writes it into: here into all of its texts.

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_tests::scripted::declares::WAITS;
use usher_types::id::SourceId;

use super::client::{Client, Era, gateway};
use super::{allow, answer, run};
use crate::recorded_secrets::{tools, until_sent};
use crate::reviews::Declaring;
use crate::test_host::{TestHost, scripted};

pub(super) const CANARY: &str = "canary-7f3a9c51e8d2";

/// A server of an era that knows the canary, and tells it.
pub(super) async fn telling(host: &TestHost, era: Era) -> String {
    let mode = match era {
        Era::Legacy => "features",
        Era::Modern => "modern_features",
    };
    let mut config = scripted(mode);
    let secret = |name: &str| json!({ "name": name, "secret": true, "value": CANARY });
    config["env"] = json!([secret("API_KEY"), secret("TELLS")]);
    host.add_listed("Scripted", config).await
}

/// Everything that a client may request, with what the server does meanwhile.
fn requests() -> Vec<(&'static str, Value)> {
    let meta = json!({ "progressToken": CANARY, "com.example/with": CANARY });
    let mut requests = vec![
        ("tools/list", json!({})),
        ("prompts/list", json!({})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({ "uri": "a:1" })),
        ("resources/read", json!({ "uri": "a:nothing/there" })),
    ];
    for what in ["steps", "log", "form", "model", CANARY] {
        let greeted = json!({ "name": "scripted__greet", "arguments": { "who": what } });
        let completed = json!({
            "ref": { "type": "ref/prompt", "name": "scripted__greet" },
            "argument": { "name": "who", "value": what },
        });
        requests.push(("prompts/get", greeted));
        requests.push(("resources/read", json!({ "uri": format!("a:{what}") })));
        // A completion has no rounds in which it could be asked.
        if !["form", "model"].contains(&what) {
            requests.push(("completion/complete", completed));
        }
    }
    for tool in [
        "environment",
        "echo",
        "fails",
        "steps",
        "log",
        "form",
        "model",
    ] {
        let arguments = json!({ "with": CANARY });
        let called = json!({ "name": format!("scripted__{tool}"), "arguments": arguments });
        requests.push(("tools/call", called));
    }
    let own = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    for query in ["described", "environment"] {
        requests.push(("tools/call", own("search_tools", json!({ "query": query }))));
    }
    let names = json!({ "names": ["scripted__described", "scripted__echo"] });
    requests.push(("tools/call", own("describe_tools", names)));
    for (_, params) in &mut requests {
        params["_meta"] = meta.clone();
    }
    requests
}

/// Makes a request, with a yes of the person to each call, and answers what is asked of the client.
async fn made(host: &TestHost, client: &mut Client, method: &str, params: &Value) -> Value {
    let mut asked = client.begin(method, params.clone()).await;
    if method == "tools/call" && params["arguments"]["with"] == CANARY {
        answer(host, run(&params["arguments"])).await;
    }
    loop {
        let (Ok(got) | Err(got)) = asked.await;
        if got["resultType"] != "input_required" {
            return got;
        }
        // What is asked so is kept with what the client was told.
        let again = client.asked_again(params, &got);
        asked = client.begin(method, again).await;
    }
}

/// Has a call go on as a task; returns all that the client reads of it.
async fn of_task(host: &TestHost, client: &mut Client, tool: &str) -> Vec<Value> {
    let arguments = json!({ "with": CANARY });
    let mut params = json!({ "name": format!("scripted__{tool}"), "arguments": arguments });
    if client.era == Era::Legacy {
        params["task"] = json!({ "ttl": 60_000 });
    } else {
        client.capabilities["extensions"] = json!({ "io.modelcontextprotocol/tasks": {} });
    }
    // It becomes a task when it takes long: the person has not answered yet.
    let created = client.request("tools/call", params).await;
    let created = created.expect("a task");
    let task = match client.era {
        Era::Legacy => &created["task"]["taskId"],
        Era::Modern => &created["taskId"],
    };
    let id = json!({ "taskId": task });
    answer(host, run(&arguments)).await;
    let mut read = vec![created.clone()];
    loop {
        let (Ok(state) | Err(state)) = client.request("tasks/get", id.clone()).await;
        let is_over = state["status"] != "working";
        read.push(state);
        if is_over {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    if client.era == Era::Legacy {
        for (method, params) in [("tasks/result", id), ("tasks/list", json!({}))] {
            let (Ok(got) | Err(got)) = client.request(method, params).await;
            read.push(got);
        }
    }
    client.capabilities["extensions"].take();
    read
}

#[tokio::test]
async fn no_secret_of_a_server_reaches_a_client() {
    for client_era in [Era::Legacy, Era::Modern] {
        for server_era in [Era::Legacy, Era::Modern] {
            let what = format!("{client_era:?} client, {server_era:?} server");
            let host = TestHost::open().await;
            telling(&host, server_era).await;
            let serving = gateway(&host, Duration::from_secs(50));
            let mut client = Client::connect_to(&serving, "Editor");
            client.era = client_era;
            client.capabilities = json!({ "elicitation": {}, "sampling": {} });
            if client_era == Era::Legacy {
                client.initialize().await;
                let level = json!({ "level": "debug" });
                client
                    .request("logging/setLevel", level)
                    .await
                    .expect("it is set");
            }
            let content = json!({ "type": "text", "text": "Row A" });
            client.answers(
                "elicitation/create",
                Ok(json!({ "action": "accept", "content": {} })),
            );
            let sampled = json!({ "role": "assistant", "model": "theirs", "content": content });
            client.answers("sampling/createMessage", Ok(sampled));
            drop(client.begin("tools/list", json!({})).await);
            let answers = json!({ "elicitation": "client", "sampling": "client" });
            super::allow_with(&host, "Editor", answers).await;
            let mut read = Vec::new();
            for (method, mut params) in requests() {
                if client_era == Era::Modern {
                    params["_meta"]["io.modelcontextprotocol/logLevel"] = "debug".into();
                }
                let got = made(&host, &mut client, method, &params).await;
                read.push((format!("{method} {params}"), got));
            }
            for tool in ["environment", "fails", "log"] {
                for got in of_task(&host, &mut client, tool).await {
                    read.push((format!("task of {tool}"), got));
                }
            }
            // What the client said itself comes back to it in the token.
            for mut told in client.all_told() {
                if let Some(params) = told["params"].as_object_mut() {
                    params.remove("progressToken");
                }
                read.push((format!("told {}", told["method"]), told));
            }
            for (where_, got) in &read {
                assert!(!got.to_string().contains(CANARY), "{what}: {where_}: {got}");
            }
            let all = json!(read.iter().map(|(_, got)| got).collect::<Vec<_>>()).to_string();
            for told in [
                "API_KEY=",
                "One of them.",
                "logged",
                "Who sits here?",
                "Which row?",
            ] {
                assert!(all.contains(told), "{what}: the server tells {told}");
            }
            let uris = client.names("resources/list", "resources", "uri").await;
            assert_eq!(uris, ["a:1"], "{what}: a URI with a secret is not listed");
            let tools = client.names("tools/list", "tools", "name").await;
            let described = "scripted__described".to_owned();
            assert!(
                !tools.contains(&described),
                "{what}: nor what is described with one"
            );
        }
    }
}

/// The record of the last call, as soon as there is one.
async fn recorded(host: &TestHost) -> Value {
    let rows = host
        .until("the call is recorded", async || {
            let rows = host.call(op::HistoryList, json!({ "limit": 1 })).await;
            rows.get(0).cloned()
        })
        .await;
    host.call(op::HistoryGet, json!({ "id": rows["id"] })).await
}

#[tokio::test]
async fn secrets_of_a_server_that_was_removed_are_told_to_nobody() {
    let host = TestHost::open().await;
    let server = telling(&host, Era::Legacy).await;
    let mut client = Client::connect(&host, "Editor");
    client.initialize().await;
    allow(&host, "Editor").await;
    let shared = host.api.shared_host().expect("the data is open");
    let secrets = shared.calls().secrets_of(&SourceId::from(server.as_str()));
    let arguments = json!({ "with": "x" });
    let call = json!({ "name": "scripted__environment", "arguments": arguments });
    let called = client.begin("tools/call", call).await;
    answer(&host, run(&arguments)).await;
    let result = called.await.expect("a result");
    assert!(
        result.to_string().contains("API_KEY=•••"),
        "it tells its environment: {result}"
    );
    // The call is recorded a moment after its answer.
    host.call_on(op::ServerRemove, &server).await;
    let masked = secrets.without_secrets(json!([CANARY])).await;
    assert_eq!(
        masked.expect("they are known"),
        json!(["•••"]),
        "what came before the removal and is answered after it"
    );
    let entry = recorded(&host).await;
    assert!(!entry.to_string().contains(CANARY), "{entry:#}");
    host.api.close().await;
}

#[tokio::test]
async fn what_the_person_typed_reaches_no_client_after_the_server_has_run_anew() {
    let host = TestHost::open().await;
    let program = Declaring::new(host.scratch());
    program.say("tools", &tools().to_string());
    let mut config = program.config();
    config["args"] = json!(["modern_declares"]);
    let server = host.add_listed("Notes", config).await;
    let mut client = Client::connect(&host, "Editor");
    client.initialize().await;
    allow(&host, "Editor").await;
    let arguments = json!({ "note": "kept" });
    let call = json!({ "name": format!("notes__{WAITS}"), "arguments": arguments });
    let called = client.begin("tools/call", call).await;
    let first = answer(&host, run(&arguments)).await;
    host.until("its server asks", async || {
        let ask = host.asked().await;
        (ask["id"] != first["id"]).then_some(())
    })
    .await;
    let content = json!({ "password": "hunter2-and-more" });
    answer(&host, json!({ "kind": "accept", "content": content })).await;
    until_sent(&host, &server, "tasks/update").await;
    let enable = |enabled: bool| json!({ "serverId": server, "enabled": enabled });
    host.call(op::ServerSetEnabled, enable(false)).await;
    program.say("result", "You typed hunter2-and-more.");
    host.call(op::ServerSetEnabled, enable(true)).await;
    let result = called.await.expect("a result");
    assert_eq!(result["content"][0]["text"], "You typed •••.", "{result}");
    let entry = recorded(&host).await;
    assert!(!entry.to_string().contains("hunter2"), "{entry:#}");
    host.api.close().await;
}
