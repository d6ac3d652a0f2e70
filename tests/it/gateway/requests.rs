//! Prompts, resources and completions: what belongs to a request reaches the server and the client as with a call.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::client::Era;
use super::features::{Setting, setting};

/// The requests, and which of their parameters says what the server does.
const REQUESTS: [&str; 3] = ["prompts/get", "resources/read", "completion/complete"];

/// A request during which the server does what this names.
fn params(method: &str, what: &str, meta: &Value) -> Value {
    let mut params = match method {
        "prompts/get" => json!({ "name": "scripted__greet", "arguments": { "who": what } }),
        "resources/read" => json!({ "uri": format!("a:{what}") }),
        _ => json!({
            "ref": { "type": "ref/prompt", "name": "scripted__greet" },
            "argument": { "name": "who", "value": what },
        }),
    };
    params["_meta"] = meta.clone();
    params
}

/// Runs a case for each request, client era and server era, on a host whose client leaves all answers to the person.
async fn for_each(case: impl AsyncFn(&mut Setting, &str, &str)) {
    for client_era in [Era::Legacy, Era::Modern] {
        for server_era in [Era::Legacy, Era::Modern] {
            let mut setting = setting(client_era, server_era, "person").await;
            for method in REQUESTS {
                let what = format!("{method}, {client_era:?} client, {server_era:?} server");
                case(&mut setting, method, &what).await;
            }
        }
    }
}

#[tokio::test]
async fn a_request_that_is_taken_back_is_cancelled_at_its_server() {
    for_each(async |setting, method, what| {
        let before = setting.sent(method).await.len();
        let asked = setting
            .client
            .begin(method, params(method, "wait", &json!({})));
        drop(asked.await);
        let sent = setting.host.until("it is sent", async || {
            (setting.sent(method).await.len() > before).then_some(())
        });
        sent.await;
        let id = setting.client.last_id();
        let cancels = setting.sent("notifications/cancelled").await.len();
        setting.client.cancel(json!({ "requestId": id })).await;
        let heard = setting.host.until(what, async || {
            let now = setting.sent("notifications/cancelled").await.len();
            (now > cancels).then_some(())
        });
        heard.await;
        setting.until_cancelled(method).await;
    })
    .await;
}

#[tokio::test]
async fn what_a_request_and_its_result_hold_beyond_the_protocol_arrives() {
    for_each(async |setting, method, what| {
        let meta = json!({ "com.example/kept": [1] });
        let asked = setting.client.request(method, params(method, "1", &meta));
        let got = asked
            .await
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(
            got["_meta"]["com.example/seen"], meta,
            "{what}: `_meta` both ways"
        );
        assert_eq!(got["theirs"], 1, "{what}: a member that no revision has");
        if method == "completion/complete" {
            let completion = json!({
                "values": ["alpha", "5", "beta"], "total": 9, "hasMore": true, "theirs": 2,
            });
            assert_eq!(
                got["completion"], completion,
                "{what}: a number is its text"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn progress_and_log_messages_of_a_request_reach_its_client() {
    for_each(async |setting, method, what| {
        setting.client.forget("notifications/progress");
        setting.client.forget("notifications/message");
        let mut meta = json!({ "progressToken": "t" });
        match setting.client.era {
            Era::Legacy => {
                let level = setting
                    .client
                    .request("logging/setLevel", json!({ "level": "info" }));
                level.await.expect("it is set");
            }
            Era::Modern => meta["io.modelcontextprotocol/logLevel"] = "info".into(),
        }
        for does in ["steps", "log"] {
            let asked = setting.client.request(method, params(method, does, &meta));
            asked
                .await
                .unwrap_or_else(|error| panic!("{what}: {error}"));
        }
        let told = setting.client.told("notifications/progress");
        let steps: Vec<_> = told
            .iter()
            .map(|told| &told["params"]["progress"])
            .collect();
        assert_eq!(steps, [&json!(1), &json!(2), &json!(3)], "{what}");
        let logged = setting.client.told("notifications/message");
        let data: Vec<_> = logged.iter().map(|told| &told["params"]["data"]).collect();
        let expected = json!({ "said": "logged", "times": [1, 2] });
        assert_eq!(data, [&expected], "{what}: as its server wrote it");
    })
    .await;
}

#[tokio::test]
async fn what_a_client_may_not_see_it_completes_nothing_for() {
    let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
    let clients = setting.host.call(op::ClientList, json!({})).await;
    let (id, profile) = (clients[0]["id"].clone(), clients[0]["profile"].clone());
    let of_prompt = json!({ "type": "ref/prompt", "name": "scripted__greet" });
    let of_template = json!({ "type": "ref/resource", "uri": "a:{x}" });
    for (hidden, reference, message) in [
        ("prompts", &of_prompt, "Unknown prompt: scripted__greet"),
        (
            "resources",
            &of_template,
            "Unknown resource template: a:{x}",
        ),
    ] {
        for (offering, is_completed) in [("offered", true), ("hidden", false)] {
            let mut profile = profile.clone();
            profile[hidden] = offering.into();
            let decision = json!({ "kind": "allow", "profile": profile });
            let params = json!({ "clientId": id, "decision": decision });
            setting.host.call(op::ClientDecide, params).await;
            let params = json!({ "ref": reference, "argument": { "name": "x", "value": "1" } });
            let completed = setting.client.request("completion/complete", params).await;
            match completed {
                Ok(_) => assert!(is_completed, "{hidden} are {offering}"),
                Err(error) => {
                    assert!(!is_completed, "{hidden} are {offering}: {error}");
                    assert_eq!(error["message"], message);
                }
            }
        }
    }
}
