//! Names a listening address in everything a server sends; nothing may connect to it.

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_tests::canary_port::CanaryPort;
use usher_tests::scripted::http::HttpServer;

use crate::test_host::{TestHost, scripted};
use crate::usage::call;

/// The keys of all icons within.
fn icons(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(members) => {
            if let (Some(light), Some(dark)) = (members.get("light"), members.get("dark")) {
                found.extend([light.clone(), dark.clone()]);
            }
            members.values().for_each(|value| icons(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| icons(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn nobody_goes_where_a_server_leads() {
    let (canary, web) = (
        CanaryPort::start().await.unwrap(),
        HttpServer::start().await.unwrap(),
    );
    let mode = format!("exfiltration_{}_{}", canary.port, web.port);
    let address = |style: &str| {
        let url = format!("http://127.0.0.1:{}/{style}/{mode}", web.port);
        json!({ "kind": "http", "url": url, "headers": [] })
    };
    let ways = [
        ("stdio", scripted(&mode)),
        ("JSON", address("json")),
        ("events", address("sse")),
    ];
    let host = TestHost::open().await;
    for (way, config) in ways {
        let server = host.add_listed(way, config).await;
        let about = json!({ "serverId": server });
        let mut seen = vec![host.call(op::ServerGet, about.clone()).await];
        for list in [
            op::ToolList::NAME,
            op::ResourceList::NAME,
            op::TemplateList::NAME,
            op::PromptList::NAME,
        ] {
            seen.push(host.call_named(list, about.clone()).await);
        }
        for tool in ["echo", "visit"] {
            seen.push(
                host.call(op::ToolGet, json!({ "serverId": server, "name": tool }))
                    .await,
            );
            let mut calling = call(&server, &format!("{way} {tool}"), tool, &json!({ "a": 1 }));
            calling["check"] = json!("sendAnyway");
            let outcome = host.call(op::ToolCall, calling).await;
            assert!(
                outcome.to_string().contains("picture.png"),
                "{way}: {outcome}"
            );
            seen.push(outcome);
        }
        let resource = format!("http://127.0.0.1:{}/resource", canary.port);
        let read = json!({ "serverId": server, "uri": resource });
        seen.push(host.call(op::ResourceRead, read).await);
        let get = json!({ "serverId": server, "name": "greet", "arguments": {} });
        seen.push(host.call(op::PromptGet, get).await);
        let mut keys = Vec::new();
        icons(&json!(seen), &mut keys);
        assert!(keys.len() > 8, "{way}: every entry has icons: {keys:?}");
        for key in keys {
            host.call(op::IconGet, json!({ "key": key })).await;
        }
    }
    let url = format!("http://127.0.0.1:{}/locked_{}/echo", web.port, canary.port);
    let locked = json!({ "kind": "http", "url": url, "headers": [] });
    let locked = host.add("Locked", locked).await;
    host.until_state(&locked, "needsSignIn").await;
    host.until_event("approvalOpened", |event| {
        event.to_string().contains("/visit")
    })
    .await;
    assert_eq!(
        *host.opened.lock(),
        Vec::<String>::new(),
        "the browser was told nothing"
    );
    host.api.close().await;
    assert_eq!(
        canary.visits().await.unwrap(),
        0,
        "somebody went where a server led"
    );
}
