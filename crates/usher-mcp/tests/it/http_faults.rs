//! Tests faults between HTTP and the message.
//!
//! Every fault has its outcome, the connection goes on, and a lost session is replaced with all of its state.

use std::collections::HashSet;
use std::time::Duration;

use usher_mcp::{ClientReply, ConnectionEvent, EraChoice, ListKind, Root, ServerRequestKind};
use usher_testkit::scripted::http::HttpServer;

use crate::kit::{PATIENCE, call, describe, http, open, open_with, options};

#[tokio::test]
async fn a_call_a_busy_server_refused_is_not_made_again() {
    let server = HttpServer::start().await.unwrap();
    let probe = open(http(&server, "much_later", "plain")).await.unwrap();
    let outcome = describe(&call(&probe.connection, options("t")).await);
    probe.connection.close().await;
    let calls = server
        .seen()
        .iter()
        .filter(|seen| seen.body["method"] == "tools/call")
        .count();
    assert_eq!(
        (outcome.split(": ").next(), calls),
        (Some("http 429"), 1),
        "whether to try again is for whoever called to say"
    );
}

#[tokio::test]
async fn an_answer_that_comes_on_the_servers_own_stream_is_taken() {
    let server = HttpServer::start().await.unwrap();
    let probe = open(http(&server, "orphaned", "plain")).await.unwrap();
    let listening = |event: &ConnectionEvent| {
        matches!(event, ConnectionEvent::ListChanged(ListKind::Tools)).then_some(())
    };
    probe.log.wait(listening).await;
    for _ in 0..5 {
        let outcome = describe(&call(&probe.connection, options("t")).await);
        assert_eq!(outcome, "[aside]");
    }
}

#[tokio::test]
async fn the_servers_own_stream_is_taken_up_where_it_closed() {
    let server = HttpServer::start().await.unwrap();
    let probe = open(http(&server, "polled", "plain")).await.unwrap();
    let prompts = |event: &ConnectionEvent| {
        matches!(event, ConnectionEvent::ListChanged(ListKind::Prompts)).then_some(())
    };
    probe.log.wait(prompts).await;
    let seen = server.seen();
    let again = seen
        .iter()
        .find_map(|request| request.headers.get("last-event-id"));
    assert_eq!(again.map(String::as_str), Some("p1"));
}

#[tokio::test]
async fn a_new_session_is_told_what_the_lost_one_knew() {
    let server = HttpServer::start().await.unwrap();
    let probe = open(http(&server, "forgets", "echo")).await.unwrap();
    probe.connection.subscribe("a:1").await.unwrap();
    probe.connection.subscribe("a:2").await.unwrap();
    probe.connection.unsubscribe("a:2").await.unwrap();
    probe.connection.set_log_level("warning").await.unwrap();
    let outcome = describe(&call(&probe.connection, options("t")).await);
    assert_eq!(outcome, r#"[{"zeta":1,"alpha":2}]"#);
    let again = |request: &usher_testkit::scripted::http::Seen| {
        request.body["method"] == "resources/subscribe"
            && request
                .headers
                .get("mcp-session-id")
                .is_some_and(|id| id == "s2")
    };
    // The state is restored after the call that found the old session lost.
    tokio::time::timeout(PATIENCE, async {
        while !server.seen().iter().any(again) {
            probe.connection.ping().await.unwrap();
        }
    })
    .await
    .expect("the new session is told");
    let requests: Vec<String> = server
        .seen()
        .iter()
        .filter(|request| {
            let session = request.headers.get("mcp-session-id");
            session.is_some_and(|session| session == "s2")
        })
        .map(|request| {
            let params = &request.body["params"];
            let detail = params["uri"].as_str().or(params["level"].as_str());
            let method = request.body["method"].as_str().unwrap_or_default();
            format!("{method} {}", detail.unwrap_or_default())
                .trim_end()
                .to_owned()
        })
        .filter(|line| line != "ping")
        .collect();
    let mut sorted = requests.clone();
    sorted.sort();
    assert_eq!(
        sorted,
        [
            "logging/setLevel warning",
            "notifications/initialized",
            "resources/subscribe a:1",
            "tools/call",
        ],
        "in the order {requests:?}"
    );
    assert_eq!(
        requests.first().map(String::as_str),
        Some("notifications/initialized"),
        "the session begins as every session does"
    );
}

#[tokio::test]
async fn a_new_session_hears_of_folders_as_the_lost_one_did() {
    let server = HttpServer::start().await.unwrap();
    let mut probe = open(http(&server, "forgets", "ask_roots")).await.unwrap();
    let folder = Root {
        uri: "file:///a".into(),
        name: Some("A".into()),
    };
    // The first session is gone when the call comes, so that the question is asked within the second.
    let running = call(&probe.connection, options("t"));
    let answering = async {
        let ask = probe.asks.recv().await.expect("a question comes");
        assert_eq!(ask.question, ServerRequestKind::Roots);
        ask.responder.answer(ClientReply::Roots(vec![folder]));
    };
    let (result, ()) = tokio::join!(running, answering);
    assert_eq!(
        describe(&result),
        r#"[{"roots":[{"uri":"file:///a","name":"A"}]}]"#
    );
    probe.connection.notify_roots_changed().await;
    let heard = server.wait_seen(|seen| seen.body["method"] == "notifications/roots/list_changed");
    let heard = tokio::time::timeout(PATIENCE, heard)
        .await
        .expect("the server hears that its folders have changed");
    let session = heard.headers.get("mcp-session-id").map(String::as_str);
    assert_eq!(session, Some("s2"), "it hears so within the new session");
    let handshakes: Vec<_> = server
        .seen()
        .iter()
        .filter(|seen| seen.body["method"] == "initialize")
        .map(|seen| seen.body["params"].clone())
        .collect();
    let [first, second] = handshakes.as_slice() else {
        panic!("there are two sessions, not {handshakes:?}");
    };
    assert_eq!(first, second, "the same is declared again");
}

#[tokio::test]
async fn many_calls_at_once_share_few_connections() {
    let server = HttpServer::start().await.unwrap();
    let probe = open(http(&server, "json", "echo")).await.unwrap();
    for _ in 0..8 {
        let calls = (0..16).map(|_| call(&probe.connection, options("t")));
        for outcome in futures::future::join_all(calls).await {
            assert_eq!(describe(&outcome), r#"[{"zeta":1,"alpha":2}]"#);
        }
    }
    let connections = server.connections();
    assert!(connections < 64, "128 calls took {connections} connections");
}

#[tokio::test]
async fn what_changes_nothing_is_asked_again_when_its_answer_broke_off() {
    for era in [EraChoice::Legacy, EraChoice::Auto] {
        let server = HttpServer::start().await.unwrap();
        let mode = if era == EraChoice::Auto {
            "modern"
        } else {
            "echo"
        };
        let launch = http(&server, "breaks_once", mode);
        let (probe, _) = open_with(launch, |options| options.era = era).await;
        let connection = probe.unwrap().connection;
        assert_eq!(
            connection.list_tools().await.unwrap().items.len(),
            1,
            "{era:?}"
        );
        connection.read_resource("a:1").await.unwrap();
        let outcome = describe(&call(&connection, options("t")).await);
        assert!(
            [
                "http 0: exchange.streamEnded",
                "http 0: exchange.streamBroken"
            ]
            .iter()
            .any(|code| outcome.starts_with(code)),
            "{era:?}: {outcome}"
        );
        connection.close().await;
        let seen = server.seen();
        let times = ["tools/list", "resources/read", "tools/call"].map(|method| {
            let ids = seen.iter().filter(|seen| seen.body["method"] == method);
            let ids: HashSet<String> = ids.map(|seen| seen.body["id"].to_string()).collect();
            ids.len()
        });
        assert_eq!(
            times,
            [2, 2, 1],
            "{era:?}: a list and a resource under a new id, a tool never by itself"
        );
    }
}

#[tokio::test]
async fn modern_requests_speak_for_themselves() {
    let server = HttpServer::start().await.unwrap();
    let launch = http(&server, "json", "modern_headers");
    let (probe, _) = open_with(launch, |options| {
        options.era = EraChoice::Auto;
    })
    .await;
    let probe = probe.unwrap();
    // No list was read yet, so the first attempt lacks the header; the server says so, and it is repeated.
    let outcome = describe(&call(&probe.connection, options("t")).await);
    assert!(!outcome.starts_with("rejected"), "{outcome}");
    let tools = probe.connection.list_tools().await.unwrap();
    assert_eq!(tools.items.len(), 1);
    assert_eq!(
        tools
            .broken
            .first()
            .and_then(|broken| broken.name.as_deref()),
        Some("broken"),
        "a tool whose annotation is invalid is left out, and it is said why"
    );
    probe.connection.close().await;
    let requests: Vec<String> = server
        .seen()
        .iter()
        .map(|request| {
            let header = |name: &str| request.headers.get(name).map_or("-", String::as_str);
            format!(
                "{} {} {} {} {} {}",
                request.line.split(' ').next().unwrap_or_default(),
                header("mcp-protocol-version"),
                header("mcp-method"),
                header("mcp-name"),
                header("mcp-param-zeta"),
                header("mcp-session-id"),
            )
        })
        .collect();
    // The connection listens for changes at its own time, concurrently with requests.
    let (listening, requests): (Vec<_>, Vec<_>) = requests
        .into_iter()
        .partition(|line| line.contains("subscriptions/listen"));
    assert_eq!(
        listening.first().map(String::as_str),
        Some("POST 2026-07-28 subscriptions/listen - - -"),
        "listening is described by the same headers"
    );
    assert_eq!(
        requests,
        [
            "POST 2026-07-28 server/discover - - -",
            "POST 2026-07-28 tools/call echo - -",
            "POST 2026-07-28 tools/list - - -",
            "POST 2026-07-28 tools/call echo 1 -",
            "POST 2026-07-28 tools/list - - -",
        ]
    );
}

#[tokio::test]
async fn what_a_server_does_with_a_notification_holds_up_nobody() {
    let server = HttpServer::start().await.unwrap();
    for style in ["refuses_endlessly", "accepts_endlessly"] {
        let (opened, _) = open_with(http(&server, style, "plain"), |options| {
            options.limits.delivery = Duration::from_millis(100);
        })
        .await;
        let probe = opened.unwrap_or_else(|error| panic!("{style}: {error}"));
        let called = call(&probe.connection, options("t")).await;
        assert_eq!(describe(&called), "[ok]", "{style}: calls go on");
    }
}
