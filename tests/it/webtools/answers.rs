//! Shows good and bad responses of webtools as the window does.

use std::time::Duration;
use usher_api::operations::op;

use serde_json::json;
use usher_tests::webtool::Manner;

use super::{add, configure, notes, reference, run};

#[tokio::test]
async fn every_error_code_is_explained_and_what_breaks_a_rule_is_shown() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    for (code, expected) in [
        ("RATE_LIMIT", "Too many requests"),
        ("INTERNAL_ERROR", "The server failed"),
        ("WEBTOOL_NOT_FOUND", "does not have this webtool"),
        ("SCHEMA_ERROR", "does not accept the request"),
        ("CONFIG_ERROR", "does not accept the configuration"),
        ("OUT_OF_TOWN", "the webtool's own"),
    ] {
        let ending = run(&host, &id, "fail", json!({ "code": code })).await;
        let said = notes(&ending);
        assert_eq!(ending["isError"], true, "{code}");
        assert!(
            said.starts_with(&format!("{code}: ")) && said.contains(expected),
            "{code}: {said}"
        );
        assert!(
            said.contains("HTTP status"),
            "{code}: the status stands beside it: {said}"
        );
    }
    let ending = run(&host, &id, "lie", json!({})).await;
    assert_eq!(
        (
            &ending["isError"],
            &ending["structured"],
            &ending["verdict"]["kind"]
        ),
        (
            &json!(false),
            &json!({ "celsius": "warm" }),
            &json!("mismatch")
        ),
        "data that breaks its schema is shown and flagged"
    );
    let json = "application/json";
    for (status, kind, body, expected) in [
        (200, json, "[]", "no JSON object"),
        (200, json, "{}", "no “status”"),
        (200, json, r#"{"status":"fine"}"#, "Its “status” is “fine”"),
        (200, json, "not json", "no JSON object"),
        (
            200,
            "text/html",
            "<html>login</html>",
            "content type “text/html”",
        ),
        (
            200,
            "text/event-stream",
            "data: {}",
            "content type “text/event-stream”",
        ),
        (200, "", "{}", "content type"),
        (502, "text/html", "<html>", "HTTP status 502"),
        (302, "text/html", "", "does not follow"),
        (
            500,
            json,
            r#"{"status":"ok","data":{}}"#,
            "its HTTP status is 500",
        ),
        (
            200,
            json,
            r#"{"status":"error","error":{"code":"X","message":"y"}}"#,
            "as if nothing were wrong",
        ),
        (
            400,
            json,
            r#"{"status":"error"}"#,
            "without a code or a message",
        ),
    ] {
        server.be(Manner::Answers(status, kind.into(), body.into()));
        let ending = run(
            &host,
            &id,
            "count",
            json!({ "case": format!("{status} {kind} {body}") }),
        )
        .await;
        assert!(
            notes(&ending).contains(expected),
            "{status} {kind} {body}: {ending:#}"
        );
        assert_eq!(
            ending["raw"]["httpStatus"], status,
            "it is shown as it came: {ending:#}"
        );
    }
    server.be(Manner::Hangs);
    let call = json!({ "callId": "slow", "serverId": id, "name": "count", "arguments": {}, "check": "refuse" });
    let (ended, ()) = tokio::join!(host.call(op::ToolCall, call), async {
        host.until("it is sent", async || {
            (server
                .seen()
                .iter()
                .filter(|seen| seen.line.starts_with("POST"))
                .count()
                == 20)
                .then_some(())
        })
        .await;
        host.call(op::ToolCancel, json!({ "callId": "slow" })).await;
    });
    assert_eq!(ended["ending"]["kind"], "cancelled");
}

#[tokio::test]
async fn an_answer_is_kept_as_one_although_its_webtool_was_removed_meanwhile() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    server.be(Manner::Waits);
    let running = run(&host, &id, "forecast", json!({ "place": "Paris" }));
    let removing = async {
        while server.last_post().is_null() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        host.call(op::WebtoolRemove, json!({ "webtoolId": id }))
            .await;
        server.be(Manner::Honest);
    };
    let (ending, ()) = tokio::join!(running, removing);
    assert_eq!(ending["structured"]["celsius"], json!(21.5), "{ending:#}");
    let history = host
        .call(op::HistoryList, json!({ "serverId": id, "limit": 10 }))
        .await;
    let kept = host
        .call(op::HistoryGet, json!({ "id": history[0]["id"] }))
        .await;
    assert_eq!(
        kept["outcome"]["ending"], ending,
        "it is read again as it was"
    );
}
