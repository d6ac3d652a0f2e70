//! A tool that destroys something is asked about before anything is sent; the person changes its arguments, allows these
//! and then all its calls for the session, and takes that back.

use serde_json::{Value, json};
use usher_tests::text::{text, text_with};
use usher_tests::window::{Window, has};

use crate::elicitation::{request, takes_answers};
use crate::{fixture, servers};

const TOOL: &str = "Clear all notes";

#[tokio::test]
async fn a_destructive_call_is_changed_allowed_and_forbidden_again() {
    let (_fixture, window) = fixture::with_demo().await;

    servers::open_tool(&window, TOOL).await;
    servers::run(&window).await;
    window.find("region", text("tools.confirm.title")).await;
    let reason = text_with("policies.reason.destructive", &[("server", "Demo server")]);
    window.see(&reason).await;
    window.inspect("60-confirm").await;
    assert_eq!(sent(&window).await, [] as [Value; 0], "nothing is sent yet");

    window.go_to("Approvals").await;
    window.find("article", request()).await;
    window.fill("spinbutton", "Keep", "3").await;
    window.see(&text("approvals.edited")).await;
    window.inspect("61-call").await;
    takes_answers(&window).await;
    window.push(text("policies.allow.open")).await;
    let same = format!(
        "{} {}",
        text("policies.allow.sameArguments"),
        text("policies.allow.editedArgumentsHelp")
    );
    window.find("menuitemradio", &same).await;
    window.inspect("61-allow").await;
    window
        .click("menuitem", text("policies.allow.session"))
        .await;
    window.gone("article", request()).await;
    let [three, none] = [3, 0].map(|keep| json!({ "keep": keep }));
    until_sent(&window, std::slice::from_ref(&three)).await;

    // The arguments that were sent first were not those that are allowed.
    servers::open_tool(&window, TOOL).await;
    servers::run(&window).await;
    window.find("region", text("tools.confirm.title")).await;
    takes_answers(&window).await;
    window.push(text("policies.allow.open")).await;
    let all = has(text("policies.allow.allOfTool"));
    window.click("menuitemradio", all).await;
    window
        .click("menuitem", text("policies.allow.session"))
        .await;
    until_sent(&window, &[three.clone(), none.clone()]).await;
    servers::run(&window).await;
    until_sent(&window, &[three, none.clone(), none]).await;

    window.go_to("Approvals").await;
    window.choose(text("common.permissions")).await;
    window.see(&text("policies.decision.session")).await;
    window.see("1 time").await;
    window.inspect("62-policies").await;
    for scope in [
        &*text_with(
            "policies.withArguments",
            &[("tool", "clear_notes"), ("arguments", r#"{"keep":3}"#)],
        ),
        "clear_notes",
    ] {
        let revoke = [("scope", scope), ("server", "Demo server")];
        window.push(text_with("policies.revokeOf", &revoke)).await;
    }
    window.see(&text("policies.empty.title")).await;
    window.pictures("63-revoked").await;

    servers::open_tool(&window, TOOL).await;
    servers::run(&window).await;
    window.find("region", text("tools.confirm.title")).await;
    takes_answers(&window).await;
    window.push(text("common.decline")).await;
    window.gone("region", text("tools.confirm.title")).await;
    assert_eq!(sent(&window).await.len(), 3, "declined means not sent");
    window.done().await;
}

/// Waits until exactly these arguments were sent to `clear_notes`.
pub(crate) async fn until_sent(window: &Window, expected: &[Value]) {
    window
        .eventually("the call as it was changed", || async {
            (sent(window).await == expected).then_some(())
        })
        .await;
}

/// The arguments of every call that was sent, in order.
async fn sent(window: &Window) -> Vec<Value> {
    let servers = window.rpc("server.list", json!({})).await;
    let server = servers.expect("servers can be listed")[0]["id"].clone();
    let whole = json!({ "serverId": server, "from": 0, "limit": 1000 });
    let log = window.rpc("wire.list", whole).await;
    let log = log.expect("the wire log can be read");
    let mut sent = Vec::new();
    for frame in log["frames"].as_array().into_iter().flatten() {
        if frame["method"] != "tools/call" {
            continue;
        }
        let params = json!({ "serverId": server, "seq": frame["seq"] });
        let whole = window.rpc("wire.get", params).await;
        let whole = whole.expect("a message can be read");
        let text = whole["text"].as_str().unwrap_or_default();
        let message: Value = serde_json::from_str(text).unwrap_or_default();
        if message["params"]["name"] == "clear_notes" {
            sent.push(message["params"]["arguments"].clone());
        }
    }
    sent
}
