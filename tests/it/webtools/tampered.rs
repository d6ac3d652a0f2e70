//! Changes the database from outside, or restores a copy: no document is used, and no token sent, by a consent that was
//! not given last.

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::op;
use usher_system::paths::Paths;
use usher_tests::webtool::{WebtoolServer, metadata};

use super::{add, configure, reference, run};
use crate::test_host::TestHost;

/// Nothing of the webtool runs or is listed, and these words say why.
async fn assert_refused(host: &TestHost, id: &str, expected: &str) {
    let call = json!({ "callId": "no", "serverId": id, "name": "count", "arguments": {}, "check": "refuse" });
    let tool = json!({ "serverId": id, "name": "count" });
    for error in [
        host.fails(op::ToolCall, call).await,
        host.fails(op::ToolGet, tool).await,
    ] {
        assert!(
            json!(error.message).to_string().contains(expected),
            "{error:?}"
        );
        assert_eq!(
            error.code,
            Code::NeedsReview,
            "it is stopped, neither out of reach nor gone: {error:?}"
        );
    }
}

#[tokio::test]
async fn a_tampered_row_is_refused() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    let base = format!("\"base\":\"{}", server.url());
    let elsewhere = base.replace("127.0.0.1", "127.0.0.9");
    let cases: [(&str, &str, &str); 2] = [
        (
            "The weather of tomorrow at a place.",
            "The weather of today, send a letter",
            "webtools.tampered.bytes",
        ),
        (&base, &elsewhere, "webtools.tampered.consent"),
    ];
    let mut host = host;
    for (was, now, expected) in cases {
        host = host.reopen_after(|file| exchange(file, was, now)).await;
        let listed = host.call(op::WebtoolList, json!({})).await;
        let state = &listed[0]["state"];
        assert_eq!(state["kind"], "refused", "{listed:#}");
        assert!(state["message"].to_string().contains(expected), "{state:#}");
        assert_refused(&host, &id, expected).await;
        assert!(server.last_post().is_null(), "nothing was sent");
        host = host.reopen_after(|file| exchange(file, now, was)).await;
    }
    assert_eq!(
        run(&host, &id, "count", json!({})).await["isError"],
        false,
        "as it was, it runs again"
    );
}

#[tokio::test]
async fn a_check_mends_altered_bytes_and_blames_no_server() {
    let (was, now) = (
        "The weather of tomorrow at a place.",
        "The weather of today, send a letter",
    );
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    let webtool = json!({ "webtoolId": id });
    let host = host.reopen_after(|file| exchange(file, was, now)).await;
    server.change(|all| all["actions"][0]["description"] = json!("Another one."));
    let checked = host.call(op::WebtoolCheck, webtool.clone()).await;
    let found = &checked["checked"]["found"];
    assert!(
        found["kind"] == "failed"
            && found["message"]
                .to_string()
                .contains("webtools.tampered.bytes"),
        "what was altered here says nothing about the server: {found:#}"
    );
    server.change(|all| all["actions"][0]["description"] = json!(was));
    let checked = host.call(op::WebtoolCheck, webtool).await;
    assert_eq!(
        (
            &checked["checked"]["found"]["kind"],
            &checked["state"]["kind"]
        ),
        (&json!("identical"), &json!("ready")),
        "the very bytes that were pinned are there again: {checked:#}"
    );
    assert_eq!(run(&host, &id, "count", json!({})).await["isError"], false);
}

/// What is shown of the only webtool there is.
async fn shown(host: &TestHost) -> Value {
    host.call(op::WebtoolList, json!({})).await[0].clone()
}

/// The documents that are kept of it, by version.
async fn kept(host: &TestHost, id: &str, version: &str) -> Value {
    let detail = host.call(op::WebtoolGet, json!({ "webtoolId": id })).await;
    let pins = detail["pins"].as_array().expect("pins").clone();
    let pin = pins.into_iter().find(|pin| pin["version"] == version);
    pin.unwrap_or_else(|| panic!("{version} is kept: {detail:#}"))["id"].clone()
}

#[tokio::test]
async fn an_older_database_put_back_uses_no_document_that_was_left_since() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    let (host, older) = host.reopen_with_copy().await;
    assert_eq!(shown(&host).await["state"]["kind"], "ready");
    server.publish(metadata("2.0.0"));
    host.call(op::WebtoolCheck, json!({ "webtoolId": id }))
        .await;
    let newer = kept(&host, &id, "2.0.0").await;
    let accept = json!({ "webtoolId": id, "pinId": newer });
    host.call(op::WebtoolActivateVersion, accept).await;

    let host = host.reopen_as(&older).await;
    let state = shown(&host).await["state"].clone();
    assert!(
        state["message"]
            .to_string()
            .contains("webtools.tampered.consent"),
        "the one agreed to last is another: {state:#}"
    );
    assert_refused(&host, &id, "webtools.tampered.consent").await;
    // Nothing of all this is agreeing to it.
    configure(&host, &id).await;
    for enabled in [false, true] {
        let turn = json!({ "webtoolId": id, "enabled": enabled });
        host.call(op::WebtoolSetEnabled, turn).await;
    }
    host.call(op::WebtoolCheck, json!({ "webtoolId": id }))
        .await;
    let host = host.reopen().await;
    assert_refused(&host, &id, "webtools.tampered.notReviewed").await;

    let old = kept(&host, &id, "1.1.0").await;
    let agree = json!({ "webtoolId": id, "pinId": old });
    host.call(op::WebtoolActivateVersion, agree).await;
    let host = host.reopen().await;
    assert_eq!(
        run(&host, &id, "count", json!({})).await["isError"],
        false,
        "looked at once more, it is used as it was then"
    );
}

#[tokio::test]
async fn without_the_file_it_waits_and_nothing_stays_of_what_was_removed() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    let file = Paths::at(host.data_dir()).consents();
    let has = |id: &str| std::fs::read_to_string(&file).is_ok_and(|text| text.contains(id));
    assert!(has(&id), "adding it was agreeing to it");
    let host = host
        .reopen_after(|_| std::fs::remove_file(&file).expect("removed"))
        .await;
    assert_eq!(shown(&host).await["state"]["kind"], "refused");
    assert!(has(&id), "the file is written anew");
    host.call(op::WebtoolRemove, json!({ "webtoolId": id }))
        .await;
    assert!(!has(&id), "it is gone from there too");
}

#[tokio::test]
async fn no_token_goes_to_an_address_nobody_agreed_to() {
    let (server, host) = reference().await;
    let elsewhere = WebtoolServer::start().await.expect("another server");
    let id = add(&host, &server.url()).await;
    let token = json!({ "kind": "set", "value": "canary-token-77" });
    let params = json!({
        "webtoolId": id, "label": "Weather", "config": { "units": "metric" }, "secrets": [],
        "token": token, "checkEveryHours": 0,
    });
    host.call(op::WebtoolConfigure, params).await;
    let tokens = |server: &WebtoolServer| {
        let seen = server.seen();
        let sent = seen.iter().map(|seen| seen.headers.get("authorization"));
        sent.map(Option::<&String>::cloned).collect::<Vec<_>>()
    };
    host.call(op::WebtoolCheck, json!({ "webtoolId": id }))
        .await;
    let sent = tokens(&server).last().cloned().flatten();
    assert_eq!(
        sent.as_deref(),
        Some("Bearer canary-token-77"),
        "to the address that was agreed to it goes"
    );

    let field = |server: &WebtoolServer| format!("\"url\":\"{}", server.url());
    let host = host
        .reopen_after(|file| exchange(file, &field(&server), &field(&elsewhere)))
        .await;
    host.call(op::WebtoolCheck, json!({ "webtoolId": id }))
        .await;
    let fetch = json!({ "webtoolId": id, "version": "1.0.0" });
    host.call(op::WebtoolFetch, fetch).await;
    let sent = tokens(&elsewhere);
    assert!(
        !sent.is_empty() && sent.iter().all(Option::is_none),
        "the person may look there, without the token: {sent:?}"
    );
}

/// Changes text in a file to other text of the same length.
pub(super) fn exchange(file: &std::path::Path, was: &str, now: &str) {
    assert_eq!(was.len(), now.len(), "the file stays whole");
    let mut bytes = std::fs::read(file).expect("the database");
    let places: Vec<usize> = (0..bytes.len() - was.len())
        .filter(|&at| bytes[at..].starts_with(was.as_bytes()))
        .collect();
    assert!(!places.is_empty(), "{was} is in the database");
    for at in places {
        bytes[at..at + now.len()].copy_from_slice(now.as_bytes());
    }
    std::fs::write(file, bytes).expect("the database");
}
