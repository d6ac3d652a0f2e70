//! Servers behind an address, as the host shows them.

use serde_json::{Value, json};
use usher_tests::scripted::http::HttpServer;

use crate::core_use::call;
use crate::desk::{Desk, text};

fn address(server: &HttpServer, path: &str) -> Value {
    json!({
        "kind": "http",
        "url": format!("http://127.0.0.1:{}/{path}", server.port),
        "headers": [{ "name": "X-Api-Key", "secret": true, "value": "swordfish-22" }],
    })
}

#[tokio::test]
async fn a_server_behind_an_address_works_and_its_header_stays_secret() {
    let web = HttpServer::start().await.expect("a server");
    let desk = Desk::open().await;
    let server = desk.add("", address(&web, "json/echo")).await;
    desk.until_listed(&server).await;
    let snapshot = desk.until_state(&server, "running").await;
    assert_eq!(
        snapshot["label"], "127.0.0.1",
        "named after its host: {snapshot}"
    );
    assert_eq!(
        snapshot["state"]["pid"],
        Value::Null,
        "it is no process of ours"
    );
    assert_eq!(snapshot["origin"]["kind"], "host");

    let resources = desk
        .call("resource.list", json!({ "serverId": server }))
        .await;
    assert_eq!(
        resources[0]["items"].as_array().map(Vec::len),
        Some(1),
        "a broken entry never hides the others: {resources}"
    );
    assert_eq!(
        resources[0]["broken"][0]["name"], "lost",
        "and is shown itself: {resources}"
    );

    let outcome = desk
        .call(
            "tool.call",
            call(&server, "c", "echo", &json!({ "zeta": "z", "alpha": "a" })),
        )
        .await;
    assert_eq!(
        outcome["ending"]["content"][0]["text"], r#"{"zeta":"z","alpha":"a"}"#,
        "arguments keep their order: {outcome}"
    );
    let sent = format!("{:?}", web.seen());
    assert!(sent.contains("swordfish-22"), "the header is sent");
    let log = desk.wire_log(&server).await;
    assert!(
        !log.to_string().contains("swordfish"),
        "but it stands in no log"
    );

    web.stop();
    let lost = call(&server, "d", "echo", &json!({}));
    // Either the loss was noticed before the call, or the call finds out.
    let error = match desk.api.call("tool.call", lost).await {
        Ok(outcome) => outcome["ending"]["error"].clone(),
        Err(error) => serde_json::to_value(error).expect("errors are JSON"),
    };
    assert_eq!(error["code"], "serverUnreachable", "{error}");
    assert!(
        text(&error["message"]).contains("127.0.0.1"),
        "the server is named: {error}"
    );
    desk.api.close().await;
}

#[tokio::test]
async fn an_address_that_does_not_serve_says_why() {
    let web = HttpServer::start().await.expect("a server");
    let desk = Desk::open().await;
    let server = desk.add("Locked", address(&web, "init-401/echo")).await;
    let snapshot = desk.until_state(&server, "needsSignIn").await;
    assert!(
        text(&snapshot["state"]["reason"]).contains("Authorization"),
        "{snapshot}"
    );
    let error = desk
        .fails("tool.call", call(&server, "c", "echo", &json!({})))
        .await;
    assert_eq!(
        error.message,
        text(&snapshot["state"]["reason"]),
        "the call says the same"
    );

    let server = desk.add("Elsewhere", address(&web, "init-404/echo")).await;
    let snapshot = desk.until_state(&server, "failed").await;
    assert_eq!(
        snapshot["state"]["failure"]["kind"], "httpStatus",
        "{snapshot}"
    );
    assert!(
        text(&snapshot["state"]["failure"]["summary"]).contains("404"),
        "{snapshot}"
    );

    let draft = json!({ "draft": { "label": "", "config": address(&web, "init-404/echo") } });
    let report = desk.call("server.test", draft).await;
    assert_eq!(
        report["steps"][0]["name"], "Handshake",
        "no program is looked for: {report}"
    );
    assert_eq!(report["failure"]["kind"], "httpStatus");
    desk.api.close().await;
}
