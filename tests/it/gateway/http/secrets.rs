//! No secret of a server reaches a client over HTTP either, in answers and in streams.

use serde_json::json;

use super::eras::{begin, modern, request};
use super::kit::{Answer, Served};
use crate::gateway::client::Era;
use crate::gateway::secrets::{CANARY, telling};
use crate::gateway::{answer, run};

/// All that was sent for a request.
async fn all(answer: Answer) -> String {
    match answer.header("content-length") {
        Some(_) => answer.whole().await,
        None => answer.rest().await,
    }
}

#[tokio::test]
async fn no_secret_of_a_server_reaches_a_client_over_http() {
    for era in [Era::Legacy, Era::Modern] {
        let served = Served::open().await;
        telling(&served.host, era).await;
        let token = served.add("Editor").await;
        let session = match era {
            Era::Legacy => begin(&served, &token, "2025-11-25").await,
            Era::Modern => String::new(),
        };
        let mut meta = json!({ "progressToken": "t" });
        match era {
            Era::Legacy => {
                let level = request(1, "logging/setLevel", json!({ "level": "debug" }));
                assert_eq!(served.post(&token, &session, &level).await.status, 200);
            }
            Era::Modern => meta["io.modelcontextprotocol/logLevel"] = "debug".into(),
        }
        let greet = |who: &str| json!({ "name": "scripted__greet", "arguments": { "who": who } });
        let mut requests = vec![
            ("tools/list", json!({})),
            ("prompts/list", json!({})),
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            ("resources/read", json!({ "uri": "a:steps" })),
            ("resources/read", json!({ "uri": "a:log" })),
            ("prompts/get", greet("steps")),
            ("prompts/get", greet("log")),
        ];
        for tool in ["environment", "echo", "fails", "steps", "log"] {
            let name = format!("scripted__{tool}");
            requests.push(("tools/call", json!({ "name": name, "arguments": {} })));
        }
        let mut read = String::new();
        for (number, (method, mut params)) in (2..).zip(requests) {
            params["_meta"] = meta.clone();
            let asked = async {
                match era {
                    Era::Legacy => {
                        let message = request(number, method, params);
                        served.post(&token, &session, &message).await
                    }
                    Era::Modern => modern(&served, &token, method, params).await,
                }
            };
            let got = if method == "tools/call" {
                tokio::join!(asked, answer(&served.host, run(&json!({})))).0
            } else {
                asked.await
            };
            let said = all(got).await;
            assert!(!said.contains(CANARY), "{era:?}, {method}: {said}");
            read.push_str(&said);
        }
        for told in [
            "API_KEY=",
            "One of them.",
            "logged",
            "notifications/progress",
        ] {
            assert!(read.contains(told), "{era:?}: the client reads {told}");
        }
    }
}
