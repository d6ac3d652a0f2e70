//! Tests the outcome of a call for each fault of HTTP.

use usher_testkit::scripted::http::HttpServer;

use crate::kit::{call, describe, http, open, options, options_within};

#[tokio::test]
async fn every_fault_of_an_exchange_has_its_outcome() {
    const SHORT: &str =
        "http 200: error reading a body from connection: end of file before message length reached";
    let server = HttpServer::start().await.unwrap();
    let rows = [
        ("slow_head", "plain", "timeout"),
        ("slow_body", "plain", "timeout"),
        ("endless_event", "plain", "timeout"),
        ("comments_only", "plain", "timeout"),
        ("retry_absurd", "plain", "timeout"),
        ("short_body", "plain", SHORT),
        ("broken_chunk", "plain", SHORT),
        (
            "long_body",
            "plain",
            "undecodable: not valid JSON: EOF while parsing a string",
        ),
        (
            "reset",
            "plain",
            "http 200: error reading a body from connection: …",
        ),
        (
            "coded_zstd",
            "plain",
            "http 200: the server coded its answer in a way it was not asked to: zstd",
        ),
        ("coded_br", "plain", "http 200: brotli error"),
        (
            "coded_twice",
            "plain",
            "http 200: the server coded its answer in a way it was not asked to: gzip, gzip",
        ),
        (
            "br_bomb",
            "plain",
            "http 200: the answer is longer than the limit of 33554432 bytes",
        ),
        (
            "br_events",
            "plain",
            "http 0: the server's stream ended without an answer",
        ),
        (
            "much_later",
            "plain",
            "http 429: the server answered with HTTP status 429 Too Many Requests: ",
        ),
        (
            "no_http",
            "plain",
            "http 0: client error (SendRequest): invalid HTTP version parsed",
        ),
        (
            "gzip_bomb",
            "plain",
            "http 200: the answer is longer than the limit of 33554432 bytes",
        ),
        (
            "gzip_events",
            "plain",
            "http 0: the server's stream broke: CRC computed does not match",
        ),
        (
            "accepted_words",
            "plain",
            "http 202: the server accepted the request without answering it (HTTP status 202 Accepted)",
        ),
        ("many_events", "plain", "[late]"),
        ("returns_only", "plain", "[late]"),
        ("no_last_line", "plain", "[late]"),
        ("text_type", "plain", "[late]"),
        (
            "other_event",
            "plain",
            "http 0: the server's stream ended without an answer",
        ),
        (
            "json",
            "deep_line",
            "http 200: the server answered with HTTP status 200 OK and no message: [[[[…",
        ),
        ("bounce-307", "echo", r#"[{"zeta":1,"alpha":2}]"#),
        ("bounce-308", "echo", r#"[{"zeta":1,"alpha":2}]"#),
        (
            "bounce-301",
            "echo",
            "http 301: the server answered with HTTP status 301 Moved Permanently: ",
        ),
        (
            "bounce-302",
            "echo",
            "http 302: the server answered with HTTP status 302 Found: ",
        ),
        (
            "bounce-303",
            "echo",
            "http 303: the server answered with HTTP status 303 See Other: ",
        ),
        (
            "bounce-307",
            "loop",
            "http 307: the server answered with HTTP status 307 Temporary Redirect: ",
        ),
        (
            "status-204",
            "plain",
            "http 204: the server accepted the request without answering it (HTTP status 204 No Content)",
        ),
        (
            "status-403",
            "plain",
            "http 403: the server answered with HTTP status 403 Forbidden: <html>oops</html>",
        ),
        (
            "status-404",
            "plain",
            "http 404: the server forgets every session at once",
        ),
        (
            "status-405",
            "plain",
            "http 405: the server answered with HTTP status 405 Method Not Allowed: <html>oops</html>",
        ),
        (
            "status-406",
            "plain",
            "http 406: the server answered with HTTP status 406 Not Acceptable: <html>oops</html>",
        ),
        (
            "status-415",
            "plain",
            "http 415: the server answered with HTTP status 415 Unsupported Media Type: <html>oops</html>",
        ),
        (
            "status-502",
            "plain",
            "http 502: the server answered with HTTP status 502 Bad Gateway: <html>oops</html>",
        ),
        (
            "status-503",
            "plain",
            "http 503: the server answered with HTTP status 503 Service Unavailable: <html>oops</html>",
        ),
    ];
    let mut surprises = Vec::new();
    for (style, mode, expected) in rows {
        let probe = open(http(&server, style, mode))
            .await
            .unwrap_or_else(|error| panic!("{style}/{mode}: {error}"));
        let options = if expected == "timeout" {
            options_within(400)
        } else {
            options("t")
        };
        let outcome = describe(&call(&probe.connection, options).await);
        let alive = probe.connection.ping().await.is_ok();
        // The rest is long, or in the words of the system.
        let is_expected = match expected.strip_suffix('…') {
            Some(begin) => outcome.starts_with(begin),
            None => outcome == expected,
        };
        if !is_expected || !alive {
            surprises.push(format!("{style}/{mode}: {outcome}, alive {alive}"));
        }
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
    let rounds = server
        .seen()
        .iter()
        .filter(|seen| seen.line == "POST /bounce-307/loop" && seen.body["method"] == "tools/call")
        .count();
    assert_eq!(rounds, 11, "a redirect in a circle is followed ten times");
}
