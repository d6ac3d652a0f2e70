//! Whatever a server names, nobody goes there by himself. Everything leads to a place that hears every visit.

use serde_json::{Value, json};
use usher_tests::canary_port::CanaryPort;
use usher_tests::scripted::http::HttpServer;

use crate::core_use::call;
use crate::desk::{Desk, program};

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
    let lures = format!("lures_{}_{}", canary.port, web.port);
    let address = |style: &str| {
        let url = format!("http://127.0.0.1:{}/{style}/{lures}", web.port);
        json!({ "kind": "http", "url": url, "headers": [] })
    };
    let ways = [
        (
            "stdio",
            program(env!("CARGO_BIN_EXE_scripted_server"), &[&lures]),
        ),
        ("JSON", address("json")),
        ("events", address("sse")),
    ];
    let desk = Desk::open().await;
    for (way, config) in ways {
        let server = desk.add(way, config).await;
        desk.until_listed(&server).await;
        let about = json!({ "serverId": server });
        let mut seen = vec![desk.call("server.get", about.clone()).await];
        for list in ["tool.list", "resource.list", "template.list", "prompt.list"] {
            seen.push(desk.call(list, about.clone()).await);
        }
        for tool in ["echo", "visit"] {
            seen.push(
                desk.call("tool.get", json!({ "serverId": server, "name": tool }))
                    .await,
            );
            let mut calling = call(&server, &format!("{way} {tool}"), tool, &json!({ "a": 1 }));
            calling["check"] = json!("sendAnyway");
            let outcome = desk.call("tool.call", calling).await;
            assert!(
                outcome.to_string().contains("picture.png"),
                "{way}: {outcome}"
            );
            seen.push(outcome);
        }
        let resource = format!("http://127.0.0.1:{}/resource", canary.port);
        let read = json!({ "serverId": server, "uri": resource });
        seen.push(desk.call("resource.read", read).await);
        let get = json!({ "serverId": server, "name": "greet", "arguments": {} });
        seen.push(desk.call("prompt.get", get).await);
        let mut keys = Vec::new();
        icons(&json!(seen), &mut keys);
        assert!(keys.len() > 8, "{way}: every entry has icons: {keys:?}");
        for key in keys {
            desk.call("icon.get", json!({ "key": key })).await;
        }
    }
    let url = format!("http://127.0.0.1:{}/locked_{}/echo", web.port, canary.port);
    let locked = json!({ "kind": "http", "url": url, "headers": [] });
    let locked = desk.add("Locked", locked).await;
    desk.until_state(&locked, "needsSignIn").await;
    desk.until_event("askOpened", |event| event.to_string().contains("/visit"))
        .await;
    assert_eq!(
        *desk.opened.lock().unwrap(),
        Vec::<String>::new(),
        "the browser was told nothing"
    );
    desk.api.close().await;
    assert_eq!(
        canary.visits().await.unwrap(),
        0,
        "somebody went where a server led"
    );
}
