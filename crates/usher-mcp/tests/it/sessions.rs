//! Tests HTTP sessions: accepted ids, replacement, and isolation of servers.

use std::collections::BTreeSet;

use usher_mcp::launch::{HttpLaunch, Launch};
use usher_testkit::scripted::http::{HttpServer, Seen};

use crate::kit::{PATIENCE, at, call, describe, http, open, options, secret};

const ECHO: &str = r#"[{"zeta":1,"alpha":2}]"#;

fn header(seen: &Seen, name: &str) -> String {
    seen.headers.get(name).cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_session_id_that_could_do_harm_is_never_sent_back() {
    let longest = "x".repeat(1024);
    // What is sent back of the id, unless there is no connection.
    let rows = [
        ("json", Some("s1")),
        ("names_longest", Some(longest.as_str())),
        ("names_long", Some("")),
        ("names_blank", Some("")),
        ("names_tab", Some("")),
        ("names_control", None),
        ("names_folded", None),
        ("names_split", Some("s1")),
    ];
    for (style, expected) in rows {
        let server = HttpServer::start().await.unwrap();
        let opened = open(http(&server, style, "echo")).await;
        assert_eq!(
            opened.is_ok(),
            expected.is_some(),
            "{style}: is there a connection?"
        );
        if let Ok(probe) = opened {
            assert_eq!(
                describe(&call(&probe.connection, options("t")).await),
                ECHO,
                "{style}"
            );
            probe.connection.close().await;
        }
        let seen = server.seen();
        let (first, later) = seen.split_first().unwrap();
        assert_eq!(
            header(first, "mcp-session-id"),
            "",
            "{style}: there is none yet"
        );
        for request in later {
            assert_eq!(
                header(request, "mcp-session-id"),
                expected.unwrap_or_default(),
                "{style}: {}",
                request.line
            );
        }
        assert!(
            seen.iter()
                .all(|seen| !seen.headers.contains_key("x-injected")),
            "{style}: no header of ours is written by the server"
        );
    }
}

#[tokio::test]
async fn a_forgotten_session_is_replaced_once() {
    // The number of concurrent calls, of sessions begun, and the outcome of each call.
    let rows = [
        ("forgets", 8, 2, ECHO),
        ("forgets-410", 8, 2, ECHO),
        ("forgets-503", 8, 2, ECHO),
        ("status-404", 1, 2, "http 404: exchange.sessionsForgotten"),
    ];
    for (style, calls, begun, expected) in rows {
        let server = HttpServer::start().await.unwrap();
        let probe = open(http(&server, style, "echo")).await.unwrap();
        let calls = (0..calls).map(|_| call(&probe.connection, options("t")));
        for outcome in futures::future::join_all(calls).await {
            assert_eq!(describe(&outcome), expected, "{style}");
        }
        probe.connection.close().await;
        let seen = server.seen();
        let handshakes = seen
            .iter()
            .filter(|seen| seen.body["method"] == "initialize");
        assert_eq!(
            handshakes.count(),
            begun,
            "{style}: sessions that were begun"
        );
    }
}

#[tokio::test]
async fn a_new_session_has_a_stream_of_its_own() {
    // How the old session's stream is refused, and whether a call finds the session lost.
    let rows = [
        ("forgets_by-404", false),
        ("forgets_by-400", false),
        ("forgets_by-405", true),
    ];
    for (style, by_call) in rows {
        let server = HttpServer::start().await.unwrap();
        let probe = open(http(&server, style, "echo")).await.unwrap();
        let refused =
            |seen: &Seen| seen.line.starts_with("GET") && header(seen, "last-event-id") == "g1";
        let asked = tokio::time::timeout(PATIENCE, server.wait_seen(refused)).await;
        assert_eq!(
            asked
                .map(|seen| header(&seen, "mcp-session-id"))
                .ok()
                .as_deref(),
            Some("s1"),
            "{style}: the old stream is taken up again with the old session"
        );
        if by_call {
            assert_eq!(
                describe(&call(&probe.connection, options("t")).await),
                ECHO,
                "{style}"
            );
        }
        let anew =
            |seen: &Seen| seen.line.starts_with("GET") && header(seen, "mcp-session-id") == "s2";
        let asked = tokio::time::timeout(PATIENCE, server.wait_seen(anew)).await;
        assert_eq!(
            asked
                .map(|seen| header(&seen, "last-event-id"))
                .ok()
                .as_deref(),
            Some(""),
            "{style}: the new session is listened to, and told nothing of the old one's events"
        );
        probe.connection.close().await;
        let handshakes = server
            .seen()
            .iter()
            .filter(|seen| seen.body["method"] == "initialize")
            .count();
        assert_eq!(handshakes, 2, "{style}: one new session");
    }
}

#[tokio::test]
async fn two_servers_at_one_host_share_nothing() {
    let server = HttpServer::start().await.unwrap();
    let launch = |mode: &str, token: &str| {
        let url = format!("http://127.0.0.1:{}/json/{mode}", server.port);
        Launch::Http(HttpLaunch {
            headers: vec![("authorization".parse().unwrap(), secret(token))],
            ..at(&url)
        })
    };
    let one = open(launch("echo", "one")).await.unwrap();
    let other = open(launch("plain", "other")).await.unwrap();
    for _ in 0..3 {
        for connection in [&one.connection, &other.connection] {
            call(connection, options("t")).await.unwrap();
        }
    }
    one.connection.close().await;
    other.connection.close().await;
    let said: BTreeSet<_> = server
        .seen()
        .iter()
        .map(|seen| {
            let place = seen.line.rsplit('/').next().unwrap_or_default().to_owned();
            (
                place,
                header(seen, "authorization"),
                header(seen, "mcp-session-id"),
            )
        })
        .collect();
    let sent = |place: &str, token: &str, session: &str| {
        (place.to_owned(), token.to_owned(), session.to_owned())
    };
    let expected = BTreeSet::from([
        sent("echo", "one", ""),
        sent("echo", "one", "s1"),
        sent("plain", "other", ""),
        sent("plain", "other", "s2"),
    ]);
    assert_eq!(
        said, expected,
        "each is told its own token and its own session"
    );
}

#[tokio::test]
async fn a_server_that_is_there_over_ipv6_only_is_used() {
    let server = HttpServer::start_on("::1".parse().unwrap()).await.unwrap();
    let url = format!("http://[::1]:{}/json/echo", server.port);
    let probe = open(Launch::Http(at(&url))).await.unwrap();
    assert_eq!(describe(&call(&probe.connection, options("t")).await), ECHO);
}

#[tokio::test]
async fn a_question_of_a_forgotten_session_is_withdrawn() {
    let server = HttpServer::start().await.unwrap();
    let mut probe = open(http(&server, "forgets", "read_asks")).await.unwrap();
    let connection = probe.connection.clone();
    let reading = tokio::spawn(async move { connection.read_resource("a:1").await });
    let ask = probe.asks.recv().await.expect("a question comes");
    call(&probe.connection, options("t")).await.unwrap();
    // The next session counts its requests anew: the answer would be taken for one to something else.
    tokio::time::timeout(PATIENCE, ask.withdrawn.cancelled())
        .await
        .expect("it is void, for its session has ended");
    reading.abort();
    probe.connection.close().await;
}
