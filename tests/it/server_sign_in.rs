//! Signs in to a server as the window does: preview, browser, use, sign out.

mod private;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_tests::browser;
use usher_tests::scripted::guarded::{CANARY, Guarded, Manner};
use usher_tests::scripted::http::HttpServer;

use crate::test_host::{TestHost, text};

pub(crate) fn address(guarded: &Guarded) -> Value {
    json!({ "kind": "http", "url": guarded.url(), "headers": [] })
}

async fn detail(host: &TestHost, id: &str) -> Value {
    host.call_on(op::ServerGet, &id).await
}

/// Signs in: reviews the plan, opens it, follows the browser.
pub(crate) async fn sign_in(host: &TestHost, id: &str, client: Value) {
    let server = json!({ "serverId": id });
    host.call(op::SignInPrepare, server).await;
    let open = json!({ "serverId": id, "client": client });
    host.call(op::SignInOpen, open).await;
    let opened = host.opened.lock().last().cloned();
    let opened = opened.expect("the browser was told to open a page");
    browser::visit(&opened)
        .await
        .expect("the browser comes back");
}

/// The server takes the sign-in back, which the next call finds out.
async fn revoke(guarded: &Guarded, host: &TestHost, id: &str) {
    guarded.revoke();
    let call = json!({
        "callId": "last", "serverId": id, "name": "echo", "arguments": {}, "check": "sendAnyway",
    });
    host.call(op::ToolCall, call).await;
    host.until_state(id, "needsSignIn").await;
}

#[tokio::test]
async fn a_person_signs_in_stays_so_and_signs_out() {
    let guarded = Guarded::start(Manner::Honest).await.expect("a server");
    let host = TestHost::open().await;
    let id = host.add("Guarded", address(&guarded)).await;
    host.until_state(&id, "needsSignIn").await;
    let seen = guarded.seen();
    let asked = seen.iter().filter(|seen| seen.line.contains("well-known"));
    assert_eq!(
        asked.count(),
        0,
        "nobody is asked before the person wants it"
    );
    let server = json!({ "serverId": id });
    let unseen = json!({ "serverId": id, "client": null });
    host.fails(op::SignInOpen, unseen).await;

    let plan = host.call(op::SignInPrepare, server.clone()).await;
    assert_eq!(
        plan,
        json!({
            "page": {
                "before": "http://",
                "host": "127.0.0.1",
                "after": format!("{}/authorize", guarded.issuer().trim_start_matches("http://127.0.0.1")),
                "warnings": [{ "kind": "ipAddress" }, { "kind": "unencrypted" }],
                "refused": null,
            },
            "issuer": guarded.issuer(),
            "tokenHost": null,
            "scopes": ["read"],
            "needsClient": false,
        }),
        "what the person looks at"
    );
    assert!(host.opened.lock().is_empty(), "looking opens nothing");

    sign_in(&host, &id, Value::Null).await;
    host.until_state(&id, "running").await;
    let known = detail(&host, &id).await["signedIn"].clone();
    assert_eq!(
        (text(&known["issuer"]), known["scopes"].clone()),
        (guarded.issuer(), json!(["read"])),
        "who gave what"
    );

    let host = host.reopen().await;
    host.until_state(&id, "running").await;
    assert_eq!(
        guarded.token_requests().len(),
        1,
        "the access outlives Usher"
    );

    let wire = host.wire_log(&id).await;
    let shown = format!("{wire}{}", detail(&host, &id).await);
    assert!(!shown.contains(CANARY), "no secret is shown: {shown}");

    host.call(op::SignInForget, server).await;
    host.until_state(&id, "needsSignIn").await;
    assert_eq!(
        detail(&host, &id).await["signedIn"],
        Value::Null,
        "nobody is signed in"
    );
    host.until("the tokens were given back", async || {
        guarded.holds_nothing().then_some(())
    })
    .await;
    let data = host.data_dir();
    host.api.close().await;
    for path in files(&data) {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let found = bytes
            .windows(CANARY.len())
            .any(|part| part == CANARY.as_bytes());
        assert!(!found, "a secret is in {}", path.display());
    }
}

fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| match entry.path() {
            path if path.is_dir() => files(&path),
            path => vec![path],
        })
        .collect()
}

#[tokio::test]
async fn a_sign_in_that_comes_to_nothing_says_why_and_can_be_cancelled() {
    let denied = Guarded::start(Manner::Denied).await.expect("a server");
    let silent = Guarded::start(Manner::Silent).await.expect("a server");
    let broken = Guarded::start(Manner::NoPkce).await.expect("a server");
    let host = TestHost::open().await;
    let id = host.add("Denied", address(&denied)).await;
    host.until_state(&id, "needsSignIn").await;
    sign_in(&host, &id, Value::Null).await;
    host.until("the refusal is told", async || {
        let state = detail(&host, &id).await["snapshot"]["state"].clone();
        text(&state["reason"])
            .contains("declined in the browser")
            .then_some(())
    })
    .await;

    let id = host.add("Silent", address(&silent)).await;
    host.until_state(&id, "needsSignIn").await;
    sign_in(&host, &id, Value::Null).await;
    let waiting = host.until_state(&id, "signingIn").await;
    assert_eq!(
        waiting["state"]["issuer"],
        silent.issuer(),
        "who is waited for"
    );
    host.call_on(op::SignInCancel, &id).await;
    host.until_state(&id, "needsSignIn").await;

    let id = host.add("Broken", address(&broken)).await;
    host.until_state(&id, "needsSignIn").await;
    let error = host
        .fails(op::SignInPrepare, json!({ "serverId": id }))
        .await;
    assert!(error.message.to_string().contains("PKCE"), "{error:?}");
    host.api.close().await;
}

#[tokio::test]
async fn a_running_server_that_wants_more_says_so_and_one_that_takes_it_back_asks_again() {
    let guarded = Guarded::start(Manner::WantsMore).await.expect("a server");
    let host = TestHost::open().await;
    let id = host.add("Guarded", address(&guarded)).await;
    host.until_state(&id, "needsSignIn").await;
    sign_in(&host, &id, Value::Null).await;
    host.until_listed(&id).await;
    let call = json!({
        "callId": "c1", "serverId": id, "name": "echo", "arguments": {}, "check": "sendAnyway",
    });
    let refused = host.call(op::ToolCall, call.clone()).await;
    assert!(
        refused.to_string().contains("write"),
        "it says what is wanted: {refused}"
    );
    let known = detail(&host, &id).await;
    assert_eq!(
        (&known["wantsAccess"], &known["snapshot"]["state"]["kind"]),
        (
            &json!({ "kind": "scope", "scope": "write" }),
            &json!("running")
        ),
        "everything else still works"
    );
    sign_in(&host, &id, Value::Null).await;
    host.until("it runs with more rights", async || {
        let known = detail(&host, &id).await;
        let runs = known["snapshot"]["state"]["kind"] == "running";
        (runs && known["signedIn"]["scopes"] == json!(["read", "write"])).then_some(())
    })
    .await;
    host.until_listed(&id).await;
    revoke(&guarded, &host, &id).await;
    host.api.close().await;
}

#[tokio::test]
async fn a_server_that_guards_only_calls_stays_usable_and_its_call_runs_once() {
    let guarded = Guarded::start(Manner::GuardsCalls).await.expect("a server");
    let host = TestHost::open().await;
    let id = host.add_listed("Guarded", address(&guarded)).await;
    let call = |id: &str, server: &str| {
        json!({
            "callId": id, "serverId": server, "name": "echo", "arguments": { "message": "once" },
            "check": "sendAnyway",
        })
    };
    let refused = host.call(op::ToolCall, call("c1", &id)).await;
    assert_eq!(
        refused["ending"]["error"]["message"]["code"], "request.unauthorized",
        "{refused}"
    );
    let known = detail(&host, &id).await;
    assert_eq!(
        (&known["wantsAccess"], &known["snapshot"]["state"]["kind"]),
        (&json!({ "kind": "signIn" }), &json!("running")),
        "lists are open"
    );
    sign_in(&host, &id, Value::Null).await;
    host.until("it is signed in to", async || {
        let known = detail(&host, &id).await;
        let runs = known["snapshot"]["state"]["kind"] == "running";
        (runs && known["signedIn"].is_object()).then_some(())
    })
    .await;
    host.until_listed(&id).await;
    let ran = host.call(op::ToolCall, call("c2", &id)).await;
    assert_eq!(ran["ending"]["kind"], "result", "{ran}");
    assert_eq!(
        detail(&host, &id).await["wantsAccess"],
        Value::Null,
        "nothing more is required"
    );
    host.api.close().await;
}

#[tokio::test]
async fn what_one_server_wanted_is_not_heard_for_the_next_at_its_place() {
    let before = Guarded::start(Manner::WantsMore).await.expect("a server");
    let after = HttpServer::start().await.expect("another server");
    let host = TestHost::open().await;
    let id = host.add("Guarded", address(&before)).await;
    host.until_state(&id, "needsSignIn").await;
    sign_in(&host, &id, Value::Null).await;
    host.until_listed(&id).await;
    let call = json!({
        "callId": "c1", "serverId": id, "name": "echo", "arguments": {}, "check": "sendAnyway",
    });
    host.call(op::ToolCall, call).await;
    assert_eq!(
        detail(&host, &id).await["wantsAccess"]["scope"],
        "write",
        "it says where more rights are given"
    );

    let origin = format!("http://127.0.0.1:{}", after.port);
    let config = json!({ "kind": "http", "url": format!("{origin}/json/plain"), "headers": [] });
    let draft = json!({ "serverId": id, "draft": { "label": "Guarded", "config": config } });
    host.call(op::ServerUpdate, draft).await;
    after
        .wait_seen(|seen| seen.body["method"] == "tools/list")
        .await;
    host.until_state(&id, "running").await;
    assert_eq!(
        detail(&host, &id).await["wantsScope"],
        Value::Null,
        "nobody at the new address has wanted anything"
    );
    let asked = before.seen().len();
    let plan = host.call_on(op::SignInPrepare, &id).await;
    assert_eq!(
        (text(&plan["issuer"]), before.seen().len()),
        (origin, asked),
        "who gives out tokens is for the server at the new address to say"
    );
    host.api.close().await;
}
