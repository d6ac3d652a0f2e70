//! Uses servers behind an address through the host.

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_cases::rows;
use usher_tests::scripted::http::HttpServer;

use crate::test_host::{TestHost, text};
use crate::usage::call;

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
    let host = TestHost::open().await;
    let server = host.add_listed("", address(&web, "json/echo")).await;
    let snapshot = host.until_state(&server, "running").await;
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

    let resources = host.call_on(op::ResourceList, &server).await;
    assert_eq!(
        resources[0]["items"].as_array().map(Vec::len),
        Some(1),
        "a broken entry never hides the others: {resources}"
    );
    assert_eq!(
        resources[0]["broken"][0]["name"], "lost",
        "and is shown itself: {resources}"
    );

    let outcome = host
        .call(
            op::ToolCall,
            call(&server, "c", "echo", &json!({ "zeta": "z", "alpha": "a" })),
        )
        .await;
    assert_eq!(
        outcome["ending"]["content"][0]["text"], r#"{"zeta":"z","alpha":"a"}"#,
        "arguments keep their order: {outcome}"
    );
    let sent = format!("{:?}", web.seen());
    assert!(sent.contains("swordfish-22"), "the header is sent");
    let log = host.wire_log(&server).await;
    assert!(
        !log.to_string().contains("swordfish"),
        "but it stands in no log"
    );

    web.stop();
    let lost = call(&server, "d", "echo", &json!({}));
    // Either the loss was noticed before the call, or the call finds out.
    let error = match host.api.call(op::ToolCall::NAME, lost).await {
        Ok(outcome) => outcome["ending"]["error"].clone(),
        Err(error) => serde_json::to_value(error).expect("errors are JSON"),
    };
    assert_eq!(error["code"], "serverUnreachable", "{error}");
    assert!(
        text(&error["message"]).contains("127.0.0.1"),
        "the server is named: {error}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn an_address_that_does_not_serve_says_why() {
    let web = HttpServer::start().await.expect("a server");
    let host = TestHost::open().await;
    let server = host.add("Locked", address(&web, "init-401/echo")).await;
    let snapshot = host.until_state(&server, "needsSignIn").await;
    assert!(
        text(&snapshot["state"]["reason"]).contains("requires sign-in"),
        "{snapshot}"
    );
    let error = host
        .fails(op::ToolCall, call(&server, "c", "echo", &json!({})))
        .await;
    assert_eq!(
        json!(error.message),
        snapshot["state"]["reason"],
        "the call says the same"
    );

    let server = host.add("Elsewhere", address(&web, "init-404/echo")).await;
    let snapshot = host.until_state(&server, "failed").await;
    assert_eq!(
        snapshot["state"]["failure"]["kind"], "httpStatus",
        "{snapshot}"
    );
    assert!(
        text(&snapshot["state"]["failure"]["summary"]).contains("404"),
        "{snapshot}"
    );

    for (path, kind) in [
        ("init-404/echo", "httpStatus"),
        // By this kind the window offers a sign-in instead of calling the test failed.
        ("init-401/echo", "unauthorized"),
    ] {
        let draft = json!({ "draft": { "label": "", "config": address(&web, path) } });
        let report = host.call(op::ServerTest, draft).await;
        assert_eq!(
            report["steps"][0]["name"]["code"], "connectionTest.handshake",
            "no program is looked for: {report}"
        );
        assert_eq!(report["failure"]["kind"], kind, "{report}");
    }
    host.api.close().await;
}

#[tokio::test]
async fn each_status_of_an_address_has_its_state_and_its_sentence() {
    let web = HttpServer::start().await.expect("a server");
    let host = TestHost::open().await;
    let place = format!("http://127.0.0.1:{}", web.port);
    let statuses = r"
        204 | failed | notMcp | responds, but not with MCP. | Check the path of the URL; many servers use /mcp. On a network with a sign-in page, sign in there first.
        page | failed | notMcp | responds, but not with MCP. | Check the path of the URL; many servers use /mcp. On a network with a sign-in page, sign in there first.
        400 | failed | httpStatus | responded with HTTP status 400. | Check the URL and the headers.
        401 | needsSignIn |  | requires sign-in: go away |
        403 | failed | httpStatus | responded with HTTP status 403. | Check the headers and the permissions of their account.
        404 | failed | httpStatus | responded with HTTP status 404. | Check the path of the URL; many servers use /mcp.
        405 | failed | httpStatus | responded with HTTP status 405. | Check the path of the URL; many servers use /mcp.
        406 | failed | httpStatus | responded with HTTP status 406. | Check the path of the URL; many servers use /mcp.
        415 | failed | httpStatus | responded with HTTP status 415. | Check the path of the URL; many servers use /mcp.
        429 | retrying | httpStatus | responded with HTTP status 429. | Rate limited. Usher retries later.
        500 | retrying | httpStatus | responded with HTTP status 500. | This is an error of the server. Usher retries later.
        502 | retrying | httpStatus | responded with HTTP status 502. | This is an error of the server. Usher retries later.
        503 | retrying | httpStatus | responded with HTTP status 503. | This is an error of the server. Usher retries later.
    ";
    let mut surprises = Vec::new();
    for [status, state, kind, summary, next_step] in rows(statuses) {
        let server = host
            .add(&status, address(&web, &format!("init-{status}/echo")))
            .await;
        let shown = host
            .until("it is known what came of it", async || {
                let detail = host.call_on(op::ServerGet, &server).await;
                let state = detail["snapshot"]["state"].clone();
                let is_under_way = ["queued", "starting"].contains(&text(&state["kind"]).as_str());
                (!is_under_way).then_some(state)
            })
            .await;
        let failure = &shown["failure"];
        let summary = format!("{place} {summary}");
        let expected = [state, kind, summary, next_step];
        let observed = [
            text(&shown["kind"]),
            text(&failure["kind"]),
            text(if failure.is_null() {
                &shown["reason"]
            } else {
                &failure["summary"]
            }),
            text(&failure["nextStep"]),
        ];
        if observed != expected {
            surprises.push(format!("{status}: {observed:?}"));
        }
    }
    assert!(
        surprises.is_empty(),
        "(state, kind, summary, next step) differ:\n{}",
        surprises.join("\n")
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_call_is_not_repeated_in_a_session_that_declares_another_tool() {
    let web = HttpServer::start().await.expect("a server");
    let host = TestHost::open().await;
    let server = host
        .add_listed("", address(&web, "forgets/redeploys"))
        .await;
    host.review(&server).await;
    let params = call(&server, "c", "echo", &json!({ "zeta": "everything" }));
    let outcome = host.api.call(op::ToolCall::NAME, params).await;
    let said = format!("{outcome:?}");
    assert!(
        said.contains("request.review.changed") && said.contains("echo"),
        "the server forgot the session, and is another one in the next: {said}"
    );
    let calls = web
        .seen()
        .into_iter()
        .filter(|seen| seen.body["method"] == "tools/call");
    assert_eq!(calls.count(), 1, "only the reviewed tool was called");
    host.api.close().await;
}
