//! Tests the outcome of a call for each fault of HTTP.

use usher_cases::rows;
use usher_testkit::scripted::http::HttpServer;

use crate::kit::{call, describe, http, open, options, options_within};

#[tokio::test]
async fn every_fault_of_an_exchange_has_its_outcome() {
    let server = HttpServer::start().await.unwrap();
    let outcomes = r#"
        slow_head | plain | timeout
        slow_body | plain | timeout
        endless_event | plain | timeout
        comments_only | plain | timeout
        retry_absurd | plain | timeout
        short_body | plain | http 200: net.failedWith {detail: "error reading a body from connection: end of file before message length reached"}
        broken_chunk | plain | http 200: net.failedWith {detail: "error reading a body from connection: end of file before message length reached"}
        declares_2gb | plain | http 200: response.tooLong {limit: 33554432 bytes, size: 2000000000 bytes}
        long_body | plain | undecodable: response.noJson {reason: "EOF while parsing a string"}
        reset | plain | http 200: net.failedWith {detail: "error reading a body from connection: …
        coded_zstd | plain | http 200: exchange.encoding {encoding: "zstd"}
        coded_br | plain | http 200: net.failedWith {detail: "brotli error"}
        coded_twice | plain | http 200: exchange.encoding {encoding: "gzip, gzip"}
        br_bomb | plain | http 200: net.tooLarge {size: 33554432 bytes}
        br_events | plain | http 0: exchange.streamEnded
        much_later | plain | http 429: exchange.tryLater {reason: net.status {status: "429"}, waited: 60000 ms}
        no_http | plain | http 0: net.failedWith {detail: "client error (SendRequest): invalid HTTP version parsed"}
        gzip_bomb | plain | http 200: net.tooLarge {size: 33554432 bytes}
        gzip_events | plain | http 0: exchange.streamBroken {reason: net.failedWith {detail: "CRC computed does not match"}}
        accepted_words | plain | http 202: exchange.accepted {status: "202"}
        many_events | plain | [late]
        returns_only | plain | [late]
        no_last_line | plain | [late]
        text_type | plain | [late]
        other_event | plain | http 0: exchange.streamEnded
        json | deep_line | http 200: exchange.noMessage {status: "200", text: "[[[[…
        bounce-307 | echo | [{"zeta":1,"alpha":2}]
        bounce-308 | echo | [{"zeta":1,"alpha":2}]
        bounce-301 | echo | [{"zeta":1,"alpha":2}]
        bounce-302 | echo | [{"zeta":1,"alpha":2}]
        bounce-303 | echo | http 303: exchange.redirected {status: "303", to: "http://HERE/json/echo"}
        bounce-307 | loop | http 307: exchange.redirected {status: "307", to: "http://HERE/bounce-307/loop"}
        bounce-302 | loop | http 302: exchange.redirected {status: "302", to: "http://HERE/bounce-302/loop"}
        status-204 | plain | http 204: exchange.accepted {status: "204"}
        status-403 | plain | http 403: exchange.status {status: "403", text: "oops"}
        status-404 | plain | http 404: exchange.sessionsForgotten
        status-405 | plain | http 405: exchange.status {status: "405", text: "oops"}
        status-406 | plain | http 406: exchange.status {status: "406", text: "oops"}
        status-415 | plain | http 415: exchange.status {status: "415", text: "oops"}
        status-502 | plain | http 502: exchange.status {status: "502", text: "oops"}
        status-503 | plain | http 503: exchange.status {status: "503", text: "oops"}
    "#;
    let mut surprises = Vec::new();
    for [style, mode, expected] in rows(outcomes) {
        let probe = open(http(&server, &style, &mode))
            .await
            .unwrap_or_else(|error| panic!("{style}/{mode}: {error}"));
        let options = if expected == "timeout" {
            options_within(400)
        } else {
            options("t")
        };
        let outcome = describe(&call(&probe.connection, options).await);
        let alive = probe.connection.ping().await.is_ok();
        let here = format!("127.0.0.1:{}", server.port);
        let outcome = outcome.replace(&here, "HERE");
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
