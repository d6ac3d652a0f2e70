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
        ("RATE_LIMIT", "webtools.answer.code.rateLimit"),
        ("INTERNAL_ERROR", "webtools.answer.code.internal"),
        ("WEBTOOL_NOT_FOUND", "webtools.answer.code.notFound"),
        ("SCHEMA_ERROR", "webtools.answer.code.schema"),
        ("CONFIG_ERROR", "webtools.answer.code.configuration"),
        ("OUT_OF_TOWN", "webtools.answer.code.other"),
    ] {
        let ending = run(&host, &id, "fail", json!({ "code": code })).await;
        let said = notes(&ending);
        assert_eq!(ending["isError"], true, "{code}");
        assert!(
            said.contains(&format!("\"{code}\"")) && said.contains(expected),
            "{code}: {said}"
        );
        assert!(
            said.contains("\"status\""),
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
        (200, json, "[]", "webtools.answer.noObject"),
        (200, json, "{}", "webtools.answer.noStatus"),
        (
            200,
            json,
            r#"{"status":"fine"}"#,
            "webtools.answer.otherStatus",
        ),
        (200, json, "not json", "webtools.answer.noObject"),
        (200, "text/html", "<html>login</html>", "\"text/html\""),
        (
            200,
            "text/event-stream",
            "data: {}",
            "\"text/event-stream\"",
        ),
        (200, "", "{}", "webtools.contentType.none"),
        (502, "text/html", "<html>", "\"502\""),
        (302, "text/html", "", "webtools.answer.redirect"),
        (
            500,
            json,
            r#"{"status":"ok","data":{}}"#,
            "webtools.answer.okStatus",
        ),
        (
            200,
            json,
            r#"{"status":"error","error":{"code":"X","message":"y"}}"#,
            "webtools.answer.errorStatus",
        ),
        (
            400,
            json,
            r#"{"status":"error"}"#,
            "webtools.answer.error.unknown",
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
