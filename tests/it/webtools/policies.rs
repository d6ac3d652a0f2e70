//! Applies policies to actions of webtools.

use std::sync::Arc;

use serde_json::json;
use usher_api::Code;
use usher_api::operations::op;
use usher_system::secrets::SecretStore;
use usher_tests::webtool::{API_KEY, Manner, WebtoolServer};

use super::{add, configure, notes, reference, run};
use crate::secrets::Lockable;
use crate::test_host::{TestHost, text};

async fn decide(host: &TestHost, id: &str, decision: &str) {
    let tool = json!({ "serverId": id, "name": "forecast" });
    let definition = host.call(op::ToolGet, tool).await["definition"].clone();
    let rule = json!({
        "serverId": id, "tool": "forecast", "definition": definition, "decision": { "kind": decision },
    });
    host.call(op::PolicySetForTool, rule).await;
}

#[tokio::test]
async fn an_action_is_asked_about_sent_as_changed_or_never_sent() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    decide(&host, &id, "ask").await;
    let (ending, ()) = tokio::join!(
        run(&host, &id, "forecast", json!({ "place": "Paris" })),
        async {
            let ask = host.asked().await;
            assert_eq!(
                (
                    &ask["serverLabel"],
                    &ask["origin"],
                    &ask["request"]["call"]["arguments"]
                ),
                (
                    &json!("Weather"),
                    &json!({ "kind": "host", "text": server.url(), "url": format!("{}/", server.url()) }),
                    &json!({ "place": "Paris" })
                ),
                "{ask:#}"
            );
            assert!(server.last_post().is_null(), "nothing is sent yet");
            let answer = json!({ "kind": "run", "arguments": { "place": "Rome" }, "grant": { "kind": "once" } });
            host.answer(&ask, answer).await;
        }
    );
    assert_eq!(ending["isError"], false, "{ending:#}");
    assert_eq!(
        server.last_post()["request"],
        json!({ "place": "Rome" }),
        "what the person changed is what is sent"
    );

    decide(&host, &id, "never").await;
    let sent = server.seen().len();
    let call = json!({
        "callId": "never", "serverId": id, "name": "forecast", "arguments": { "place": "Oslo" }, "check": "refuse",
    });
    let error = host.fails(op::ToolCall, call).await;
    assert!(error.message.to_string().contains("“Block”"), "{error:?}");
    assert_eq!(server.seen().len(), sent, "nothing was sent");

    let policies = host.call(op::PolicyList, json!({})).await;
    assert_eq!(
        (
            &policies["rules"][0]["serverId"],
            &policies["rules"][0]["status"],
            &policies["rules"][0]["uses"]
        ),
        (&json!(id), &json!("holds"), &json!(1)),
        "{policies:#}"
    );
    host.call(op::WebtoolRemove, json!({ "webtoolId": id }))
        .await;
    assert_eq!(
        host.call(op::PolicyList, json!({})).await["rules"],
        json!([]),
        "a removed webtool takes its policies along"
    );
}

#[tokio::test]
async fn turning_it_off_ends_the_question_and_accepting_a_version_asks_none() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    decide(&host, &id, "ask").await;
    let call = json!({
        "callId": "off", "serverId": id, "name": "forecast", "arguments": { "place": "Paris" }, "check": "refuse",
    });
    let (error, ()) = tokio::join!(host.fails(op::ToolCall, call), async {
        host.asked().await;
        let off = json!({ "webtoolId": id, "enabled": false });
        host.call(op::WebtoolSetEnabled, off).await;
    });
    assert!(
        error.message.to_string().contains("Nothing was sent"),
        "{error:?}"
    );
    assert_eq!(host.questions().await, json!([]));
    assert!(server.last_post().is_null(), "nothing was sent");

    let on = json!({ "webtoolId": id, "enabled": true });
    host.call(op::WebtoolSetEnabled, on).await;
    run(&host, &id, "count", json!({})).await;
    server.be(Manner::Honest);
    server.publish({
        let mut next = usher_tests::webtool::metadata("1.2.0");
        next["actions"][1]["description"] = json!("Counts otherwise.");
        next
    });
    let found = host
        .call(op::WebtoolCheck, json!({ "webtoolId": id }))
        .await;
    let pin = found["checked"]["found"]["pinId"].clone();
    let choice = json!({ "webtoolId": id, "pinId": pin });
    host.call(op::WebtoolActivateVersion, choice).await;
    let ending = run(&host, &id, "count", json!({ "again": true })).await;
    assert_eq!(
        (&ending["isError"], notes(&ending), text(&ending["kind"])),
        (&json!(false), "[]".to_owned(), "result".to_owned()),
        "the new definition was reviewed: no second question"
    );
}

#[tokio::test]
async fn a_configured_key_in_a_link_or_a_document_is_not_recorded() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    let link = json!({
        "serverId": id, "address": format!("https://example.com/{API_KEY}/page"), "place": { "kind": "website" },
    });
    let ask = host.call(op::ApprovalRequestOpenLink, link).await;
    host.answer(&ask, json!({ "kind": "decline" })).await;

    server.publish({
        let mut next = usher_tests::webtool::metadata("1.2.0");
        next["actions"][1]["description"] = json!(format!("Counts for {API_KEY}."));
        next
    });
    let found = host
        .call(op::WebtoolCheck, json!({ "webtoolId": id }))
        .await;
    let pin = found["checked"]["found"]["pinId"].clone();
    let choice = json!({ "webtoolId": id, "pinId": pin });
    host.call(op::WebtoolActivateVersion, choice).await;

    for (kind, place) in [("link", "url"), ("definition", "differences")] {
        let list = json!({ "filter": { "approvalKind": kind }, "limit": 200 });
        let head = host
            .until(&format!("the {kind} is recorded"), async || {
                let listed = host.call(op::ApprovalRecordList, list.clone()).await;
                listed.get(0).cloned()
            })
            .await;
        let get = json!({ "id": head["id"] });
        let record = host.call(op::ApprovalRecordGet, get).await;
        assert!(!record["shown"][place].is_null(), "{kind}: {record:#}");
        assert!(!record.to_string().contains(API_KEY), "{kind}: {record:#}");
    }
}

#[tokio::test]
async fn what_is_decided_while_the_keyring_is_waited_for_is_heeded() {
    for (forbidden, code) in [
        ("blocked", Code::Forbidden),
        ("off", Code::ServerUnreachable),
    ] {
        let server = WebtoolServer::start().await.expect("a server");
        let keyring = Arc::new(Lockable::default());
        let host = TestHost::open_with(Arc::clone(&keyring) as Arc<dyn SecretStore>).await;
        let id = add(&host, &server.url()).await;
        configure(&host, &id).await;
        decide(&host, &id, "ask").await;
        let arguments = json!({ "place": "Paris" });
        let call = json!({
            "callId": "c", "serverId": id, "name": "forecast", "arguments": arguments, "check": "refuse",
        });
        let (error, ()) = tokio::join!(host.fails(op::ToolCall, call), async {
            let ask = host.asked().await;
            let held = keyring.giving.lock().await;
            let answer =
                json!({ "kind": "run", "arguments": arguments, "grant": { "kind": "once" } });
            host.answer(&ask, answer).await;
            host.until("the credential is waited for", async || {
                keyring.is_waited_for().then_some(())
            })
            .await;
            if forbidden == "blocked" {
                decide(&host, &id, "never").await;
            } else {
                let off = json!({ "webtoolId": id, "enabled": false });
                host.call(op::WebtoolSetEnabled, off).await;
            }
            drop(held);
        });
        assert_eq!(error.code, code, "{forbidden}: {error:?}");
        assert!(server.last_post().is_null(), "{forbidden}: nothing is sent");
        host.api.close().await;
    }
}
