//! Tests Streamable HTTP: strange answers end, and nothing is sent elsewhere.

use std::time::Duration;

use usher_mcp::launch::Launch;
use usher_mcp::{ConnectError, ConnectionEvent, ListKind};
use usher_net::{FetchError, FetchRules, Reach, fetch};
use usher_testkit::scripted::http::HttpServer;

use usher_cases::rows;

use crate::calls::ODD_RESULTS;
use crate::kit::{
    self, call, describe, describe_failure, http, observe, open, open_with, options,
    options_within, secret,
};

#[tokio::test]
async fn strange_answers_end_the_call_over_http_too() {
    let server = HttpServer::start().await.unwrap();
    let mut surprises = Vec::new();
    for style in ["json", "sse"] {
        for [mode, expected, repaired] in rows(ODD_RESULTS) {
            let observed = observe(http(&server, style, &mode), options("t")).await;
            // As the one answer of an exchange, a refusal without an id is the refusal of its request.
            let repaired = match (style, &*mode) {
                // What a banner is stands on stdout only.
                ("json", "null_id_error") | (_, "banner") => String::new(),
                _ => repaired,
            };
            if observed != (expected, repaired, true) {
                surprises.push(format!("{style}/{mode}: {observed:?}"));
            }
        }
    }
    assert!(
        surprises.is_empty(),
        "(outcome, repaired, alive) differ:\n{}",
        surprises.join("\n")
    );
}

#[tokio::test]
async fn what_only_http_can_answer_ends_the_call() {
    let server = HttpServer::start().await.unwrap();
    let rows = [
        ("json", "bad_utf8", "[a\u{fffd}\u{fffd}b]"),
        ("sse", "bad_utf8", "[a\u{fffd}\u{fffd}b]"),
        ("json", "wrong_id_only", "[ok]"),
        (
            "sse",
            "big_40",
            "undecodable: response.tooLong {limit: 33554432 bytes, size: 41943113 bytes}",
        ),
        (
            "json",
            "big_40",
            "http 200: response.tooLong {limit: 33554432 bytes, size: 41943113 bytes}",
        ),
        (
            "html",
            "plain",
            r#"http 200: exchange.noMessage {status: "200", text: "login"}"#,
        ),
        (
            "accepted",
            "plain",
            r#"http 202: exchange.accepted {status: "202"}"#,
        ),
        ("empty_events", "plain", "http 0: exchange.streamEnded"),
        (
            "status-500",
            "plain",
            r#"http 500: exchange.status {status: "500", text: "oops"}"#,
        ),
        (
            "status-429",
            "plain",
            r#"http 429: exchange.status {status: "429", text: "oops"}"#,
        ),
        (
            "status-401",
            "plain",
            r#"exchange.unauthorizedWith {text: "oops"}"#,
        ),
        ("redirect", "echo", r#"[{"zeta":1,"alpha":2}]"#),
        ("forgets", "echo", r#"[{"zeta":1,"alpha":2}]"#),
        ("resume", "plain", "[resumed]"),
        ("hang", "plain", "timeout"),
        // As an event it is unexpected before the answer.
        ("sse", "deep_line", "[ok]"),
        ("json", "no_id", "[ok]"),
        ("sse", "no_id", "http 0: exchange.streamEnded"),
        (
            "json",
            "too_deep",
            r#"undecodable: response.noJson {reason: "recursion limit exceeded"}"#,
        ),
    ];
    for (style, mode, expected) in rows {
        let probe = open(http(&server, style, mode))
            .await
            .unwrap_or_else(|error| panic!("{style}/{mode}: {error}"));
        let options = if expected == "timeout" {
            options_within(500)
        } else {
            options("t")
        };
        assert_eq!(
            describe(&call(&probe.connection, options).await),
            expected,
            "calling a tool of {style}/{mode}"
        );
        assert!(
            probe.connection.ping().await.is_ok(),
            "after {style}/{mode} the connection answers"
        );
    }
    let probe = open(http(&server, "drop", "plain")).await.unwrap();
    let outcome = describe(&call(&probe.connection, options("t")).await);
    assert!(outcome.starts_with("http 0: "), "drop gave {outcome}");
    assert!(
        probe.connection.ping().await.is_ok(),
        "after a broken exchange the connection answers"
    );
}

#[tokio::test]
async fn progress_comes_over_a_stream_in_order() {
    let server = HttpServer::start().await.unwrap();
    let probe = open(http(&server, "sse", "progress")).await.unwrap();
    assert_eq!(
        describe(&call(&probe.connection, options("t")).await),
        "[ok]"
    );
    let steps = probe.finish().await.pick(|event| match event {
        ConnectionEvent::Progress { progress, .. } => Some(*progress),
        _ => None,
    });
    assert_eq!(steps, (1..=40).map(f64::from).collect::<Vec<_>>());
}

#[tokio::test]
async fn failures_to_connect_say_what_happened() {
    let server = HttpServer::start().await.unwrap();
    let error = |style: &'static str| {
        let launch = http(&server, style, "plain");
        async move { open(launch).await.err() }
    };
    assert!(
        matches!(
            error("init-401").await,
            Some(ConnectError::Unauthorized { .. })
        ),
        "a bare 401 counts"
    );
    let status = error("init-500").await;
    assert!(
        matches!(&status, Some(ConnectError::HttpStatus { status: 500, body_head, .. }) if body_head == "go away"),
        "{status:?}"
    );
    let not_found = error("init-404").await;
    assert!(
        matches!(
            not_found,
            Some(ConnectError::HttpStatus { status: 404, .. })
        ),
        "{not_found:?}"
    );
    let accepted = error("init-202").await;
    assert!(
        matches!(accepted, Some(ConnectError::NotMcp { .. })),
        "{accepted:?}"
    );
    let page = error("init-200").await;
    assert!(
        matches!(page, Some(ConnectError::NotMcp { .. })),
        "{page:?}"
    );
    let rows = [
        (
            "init_hang",
            "plain",
            1,
            "the server did not answer within 1 s",
        ),
        ("sse", "init_silent", 30, "not MCP: exchange.streamEnded"),
    ];
    for (style, mode, seconds, expected) in rows {
        let (silent, _) = open_with(http(&server, style, mode), |options| {
            options.connect_timeout = Duration::from_secs(seconds);
        })
        .await;
        let words = silent.err().map(|error| describe_failure(&error));
        assert_eq!(words.as_deref(), Some(expected), "{style}/{mode}");
    }
    let free = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let nobody = open(at(&format!("http://{free}/mcp"))).await.err();
    assert!(
        matches!(&nobody, Some(ConnectError::Unreachable { host, .. }) if *host == free.to_string()),
        "{nobody:?}"
    );
    let unresolved = open(at("https://no-such-host.invalid/mcp")).await.err();
    assert!(
        matches!(unresolved, Some(ConnectError::Unreachable { .. })),
        "{unresolved:?}"
    );
    for url in ["ftp://127.0.0.1/mcp", "http://user:pass@127.0.0.1/mcp"] {
        let refused = open(at(url)).await.err();
        assert!(
            matches!(refused, Some(ConnectError::Refused { .. })),
            "{url} gave {refused:?}"
        );
    }
}

fn at(url: &str) -> Launch {
    Launch::Http(kit::at(url))
}

#[tokio::test]
async fn session_headers_and_farewell_are_as_the_protocol_has_them() {
    let server = HttpServer::start().await.unwrap();
    let Launch::Http(mut launch) = http(&server, "json", "echo") else {
        unreachable!("built as HTTP")
    };
    launch.headers = vec![
        (
            "authorization".parse().unwrap(),
            secret("Bearer tok-123456"),
        ),
        ("accept".parse().unwrap(), secret("text/plain")),
    ];
    let probe = open(Launch::Http(launch)).await.unwrap();
    call(&probe.connection, options("t")).await.unwrap();
    probe.connection.close().await;
    let seen = server.seen();
    let lines: Vec<&str> = seen
        .iter()
        .map(|request| request.line.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(lines.first(), Some(&"POST"));
    assert_eq!(
        lines.last(),
        Some(&"DELETE"),
        "the session is deleted at the end: {lines:?}"
    );
    for request in &seen {
        assert_eq!(
            request.headers.get("authorization").map(String::as_str),
            Some("Bearer tok-123456"),
            "{}",
            request.line
        );
        let accepts = request.headers.get("accept").cloned().unwrap_or_default();
        assert!(
            request.line.starts_with("DELETE") || accepts.contains("text/event-stream"),
            "the protocol's own header wins: {accepts}"
        );
    }
    let called = seen
        .iter()
        .find(|request| request.body["method"] == "tools/call")
        .expect("the call was seen");
    assert_eq!(
        called.headers.get("mcp-session-id").map(String::as_str),
        Some("s1")
    );
    assert_eq!(
        called
            .headers
            .get("mcp-protocol-version")
            .map(String::as_str),
        Some("2025-11-25")
    );
    let frames = probe.log.pick(|event| match event {
        ConnectionEvent::Frame(frame) => Some(frame.text.to_string()),
        _ => None,
    });
    assert!(
        frames.iter().all(|frame| !frame.contains("tok-123456")),
        "no frame holds the token"
    );
    let gone = call(&probe.connection, options("t")).await;
    assert_eq!(describe(&gone), "closed: connection.closed");
}

#[tokio::test]
async fn the_servers_own_stream_is_listened_to() {
    let server = HttpServer::start().await.unwrap();
    let probe = open(http(&server, "sse", "list_changed")).await.unwrap();
    probe
        .log
        .wait(|event| matches!(event, ConnectionEvent::ListChanged(ListKind::Tools)).then_some(()))
        .await;
}

#[tokio::test]
async fn a_server_that_has_gone_is_known_to_have_gone() {
    // With an open GET stream, the host notices it; without one, at the next call.
    for (style, mode) in [("sse", "list_changed"), ("json", "plain")] {
        let server = HttpServer::start().await.unwrap();
        let probe = open(http(&server, style, mode)).await.unwrap();
        call(&probe.connection, options("t")).await.unwrap();
        if style == "sse" {
            let changed = |event: &ConnectionEvent| {
                matches!(event, ConnectionEvent::ListChanged(ListKind::Tools)).then_some(())
            };
            probe.log.wait(changed).await;
        }
        server.stop();
        if style == "json" {
            let failed = call(&probe.connection, options("t")).await;
            assert!(failed.is_err(), "nobody is there: {}", describe(&failed));
            let failed = call(&probe.connection, options("t")).await;
            assert!(failed.is_err(), "nobody is there: {}", describe(&failed));
        }
        let reason = probe.log.wait(|event| match event {
            ConnectionEvent::Closed(reason) => Some(reason.to_string()),
            _ => None,
        });
        let expected = format!("127.0.0.1:{} no longer responds", server.port);
        assert_eq!(reason.await, expected, "over {style}");
    }
}

#[tokio::test]
async fn a_fetch_reaches_only_what_it_may() {
    let server = HttpServer::start().await.unwrap();
    let home: url::Url = format!("http://127.0.0.1:{}/mcp", server.port)
        .parse()
        .unwrap();
    let rules = |max_bytes, reach: &Reach| FetchRules {
        max_bytes,
        timeout: Duration::from_secs(20),
        reach: reach.clone(),
    };
    let image = home.join("/image/i.png").unwrap();
    let here = Reach::SameHostAs(home.clone());
    let fetched = fetch(&image, rules(100, &here)).await.unwrap();
    assert_eq!(
        (fetched.bytes.as_ref(), fetched.content_type.as_deref()),
        (&b"not really"[..], Some("image/png"))
    );
    let too_large = fetch(&image, rules(5, &here)).await;
    assert!(
        matches!(too_large, Err(FetchError::TooLarge { max_bytes: 5 })),
        "{too_large:?}"
    );
    let status = fetch(&home.join("/nothing").unwrap(), rules(100, &here)).await;
    assert!(matches!(status, Err(FetchError::Status(405))), "{status:?}");
    let before = server.seen().len();
    for (url, reach) in [
        (image.clone(), Reach::Public),
        (
            image.clone(),
            Reach::SameHostAs("https://example.com/mcp".parse().unwrap()),
        ),
        ("https://localhost/i.png".parse().unwrap(), Reach::Public),
        ("data:image/png;base64,AA==".parse().unwrap(), here.clone()),
    ] {
        let refused = fetch(&url, rules(100, &reach)).await;
        assert!(
            matches!(
                refused,
                Err(FetchError::Refused(_) | FetchError::Unreachable(_))
            ),
            "{url} for {reach:?} gave {refused:?}"
        );
    }
    assert_eq!(server.seen().len(), before, "nothing was sent");
}
