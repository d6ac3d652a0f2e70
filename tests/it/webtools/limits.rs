//! Checks limits of fetching, of calls, and of an unchanged document.

use std::time::Duration;
use usher_api::operations::op;

use serde_json::{Value, json};
use usher_messages::Message;
use usher_net::{FetchError, FetchRules, Reach};
use usher_tests::webtool::{Manner, metadata, openapi};

use super::{add, configure, reference, run};
use crate::test_host::{TestHost, text};

#[tokio::test]
async fn nothing_a_document_refers_to_is_fetched() {
    let (server, host) = reference().await;
    let elsewhere = format!("{}/elsewhere", server.url());
    let reference_to = || json!({ "$ref": elsewhere });
    let mut webtool = metadata("1.2.0");
    webtool["actions"][1]["requestSchema"] = reference_to();
    let mut result = metadata("1.2.0");
    result["actions"][1]["responseSchema"] = reference_to();
    let mut settings = metadata("1.2.0");
    settings["configSchema"]["properties"]["units"] = reference_to();
    let mut api = openapi();
    api["components"]["schemas"]["Elsewhere"] = reference_to();
    api["paths"]["/tools/add"]["post"]["requestBody"] = reference_to();
    for document in [webtool, result, settings, api] {
        server.be(Manner::Says(
            document.to_string(),
            "application/json".into(),
        ));
        let look = host
            .call(op::WebtoolDiscover, json!({ "url": server.url() }))
            .await;
        assert_ne!(look["kind"], "webtool", "{look:#}");
        let asked: Vec<String> = server.seen().into_iter().map(|seen| seen.line).collect();
        assert!(
            asked.iter().all(|line| !line.contains("elsewhere")),
            "nothing was fetched for a reference: {asked:?}"
        );
    }
    host.api.close().await;
}

#[tokio::test]
async fn an_answer_that_nothing_was_modified_changes_nothing() {
    let (server, host) = reference().await;
    let id = add(&host, &server.url()).await;
    configure(&host, &id).await;
    let webtool = json!({ "webtoolId": id });
    let before = host.call(op::WebtoolGet, webtool.clone()).await;
    server.be(Manner::Unmodified);
    let checked = host.call(op::WebtoolCheck, webtool.clone()).await;
    let found = &checked["checked"]["found"];
    assert_eq!(
        found["kind"], "failed",
        "nobody asked for less than the whole: {found}"
    );
    assert!(
        text(&found["message"]).contains("HTTP status 304"),
        "{found}"
    );
    let after = host.call(op::WebtoolGet, webtool).await;
    assert_eq!(
        (&after["pins"], &after["document"]),
        (&before["pins"], &before["document"]),
        "what was reviewed stays"
    );
    assert_eq!(
        run(&host, &id, "count", json!({})).await["isError"],
        false,
        "and runs"
    );
    host.api.close().await;
}

#[tokio::test]
async fn the_same_action_of_two_webtools_runs_where_it_belongs() {
    let (one, host) = reference().await;
    let other = usher_tests::webtool::WebtoolServer::start()
        .await
        .expect("a server");
    let mut ids = Vec::new();
    for server in [&one, &other] {
        let id = add(&host, &server.url()).await;
        configure(&host, &id).await;
        ids.push(id);
    }
    let posts = |server: &usher_tests::webtool::WebtoolServer| -> Vec<Value> {
        let seen = server.seen().into_iter();
        let posts = seen.filter(|seen| seen.line.starts_with("POST"));
        posts.map(|seen| seen.body["request"].clone()).collect()
    };
    for turn in 0..20 {
        for (at, id) in ids.iter().enumerate() {
            let ending = run(&host, id, "count", json!({ "turn": turn, "at": at })).await;
            assert_eq!(
                ending["structured"]["count"],
                turn + 1,
                "each counts its own: {ending:#}"
            );
        }
    }
    for (at, server) in [&one, &other].into_iter().enumerate() {
        let expected: Vec<Value> = (0..20)
            .map(|turn| json!({ "turn": turn, "at": at }))
            .collect();
        assert_eq!(posts(server), expected, "and nothing of the other");
    }
    host.api.close().await;
}

#[tokio::test]
async fn nothing_is_sent_to_a_private_address_be_it_written_out_or_behind_a_name() {
    let host = TestHost::open().await;
    let mut document = openapi();
    document["servers"] = json!([{ "url": "https://10.0.0.1/" }]);
    let read = json!({ "text": document.to_string() });
    let looked = host.call(op::WebtoolParse, read).await;
    let new = json!({ "label": "", "sha256": looked["sha256"], "base": "https://10.0.0.1/" });
    let id = text(&host.call(op::WebtoolAdd, new).await["id"]);
    let ending = run(&host, &id, "add", json!({ "a": 7, "b": 3 })).await;
    assert_eq!(
        ending["error"]["message"]["params"]["reason"]["message"],
        json!(Message::new("net.private")),
        "{ending}"
    );

    // What an address says of itself is looked at first, and where its name leads when it is connected to.
    let named = "https://localhost:9/".parse().expect("a URL");
    let rules = FetchRules {
        max_bytes: 1024,
        timeout: Duration::from_mins(1),
        reach: Reach::Public,
    };
    let fetched = usher_net::fetch(&named, rules).await;
    assert_eq!(
        fetched,
        Err(FetchError::Unreachable(Message::new("net.privateOnly")))
    );
    host.api.close().await;
}
