//! Checks that private lists stay with their session (2026-07-28, server/utilities/caching).

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_tests::scripted::guarded::{Guarded, Manner};
use usher_tests::scripted::http::HttpServer;

use super::{address, revoke, sign_in};
use crate::test_host::TestHost;

async fn tools(host: &TestHost, id: &str) -> (Value, usize) {
    let section = host.call_on(op::ToolList, &id).await;
    let items = section[0]["items"].as_array().map_or(0, Vec::len);
    (section[0]["state"]["kind"].clone(), items)
}

/// A guarded server whose lists were seen while signed in.
async fn signed_in(place: &'static str, manner: Manner) -> (Guarded, TestHost, String) {
    let guarded = Guarded::start_at(place, manner).await;
    let guarded = guarded.expect("a server");
    let host = TestHost::open().await;
    let id = host.add("Guarded", address(&guarded)).await;
    host.until_state(&id, "needsSignIn").await;
    sign_in(&host, &id, Value::Null).await;
    host.until_listed(&id).await;
    (guarded, host, id)
}

/// Who signs in first is told one tool; from the next sign-in on, the list cannot be had.
#[tokio::test]
async fn a_list_for_one_person_is_gone_before_the_next_one_signs_in() {
    // Where, what the tools are said to be for, and how many are left of them.
    let rows = [
        ("/json/modern", "nobody else, as nothing is said", 0),
        ("/json/modern_fresh", "everybody", 1),
    ];
    for (place, whom, left) in rows {
        let (_, host, id) = signed_in(place, Manner::TellsOnce).await;
        assert_eq!(tools(&host, &id).await, (json!("ready"), 1), "for {whom}");

        // Somebody else, while the first one still is.
        sign_in(&host, &id, Value::Null).await;
        host.until("the next one is told nothing", async || {
            (tools(&host, &id).await.0 == "failed").then_some(())
        })
        .await;
        assert_eq!(
            tools(&host, &id).await.1,
            left,
            "for {whom}: what is left of a list when another one has signed in"
        );
        host.api.close().await;
    }
}

#[tokio::test]
async fn a_list_for_one_person_is_gone_when_the_server_takes_the_sign_in_back() {
    for (place, left) in [("/json/modern", 0), ("/json/modern_fresh", 1)] {
        let (guarded, host, id) = signed_in(place, Manner::Honest).await;
        revoke(&guarded, &host, &id).await;
        assert_eq!(
            tools(&host, &id).await,
            (json!("offline"), left),
            "{place}: what is left when nobody is signed in any more"
        );
        host.api.close().await;
    }
}

#[tokio::test]
async fn a_list_for_one_token_is_gone_when_another_one_is_typed_in() {
    let web = HttpServer::start().await.expect("a server");
    let config = |token: &str| {
        let url = format!("http://127.0.0.1:{}/json/modern", web.port);
        let header = json!({ "name": "Authorization", "secret": true, "value": token });
        json!({ "kind": "http", "url": url, "headers": [header] })
    };
    let host = TestHost::open().await;
    let id = host.add_listed("Tokens", config("Bearer one")).await;
    assert_eq!(tools(&host, &id).await, (json!("ready"), 1), "for the one");
    web.stop();
    let draft = json!({ "label": "Tokens", "config": config("Bearer two") });
    host.call(op::ServerUpdate, json!({ "serverId": id, "draft": draft }))
        .await;
    assert_eq!(
        tools(&host, &id).await,
        (json!("offline"), 0),
        "nobody answers the other"
    );
    host.api.close().await;
}
