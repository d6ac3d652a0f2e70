//! What is refused, and before what. Each request announces a body and never sends it: an answer can only come of the
//! head alone.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use usher_api::operations::op;
use usher_cases::rows;
use usher_gateway::GatewayOptions;

use super::eras::{begin, request};
use super::kit::Served;

/// The head of a request, with one line in place of another.
fn head(port: u16, token: &str, replaced: &str, by: &str) -> String {
    let lines = [
        "POST /mcp HTTP/1.1".to_owned(),
        format!("Host: 127.0.0.1:{port}"),
        format!("Authorization: Bearer {token}"),
        "Content-Type: application/json".to_owned(),
        "Accept: application/json, text/event-stream".to_owned(),
        "Content-Length: 10".to_owned(),
    ];
    let mut head = String::new();
    for line in lines {
        if line.starts_with(replaced) {
            if !by.is_empty() {
                head.push_str(by);
                head.push_str("\r\n");
            }
        } else {
            head.push_str(&line);
            head.push_str("\r\n");
        }
    }
    head + "\r\n"
}

#[tokio::test]
async fn what_may_not_be_here_is_refused_by_its_head() {
    let served = Served::open().await;
    let token = served.add("Editor").await;
    let port = served.port;
    let last = if token.ends_with('A') { 'B' } else { 'A' };
    let wrong = format!("{}{last}", &token[..token.len() - 1]);
    // The status, what is replaced, what it is, and by what; `⏎` ends a line.
    let cases = r"
        403 | Host | a name that leads here | Host: evil.example.com
        403 | Host | the same with the port | Host: evil.example.com:{port}
        403 | Host | localhost | Host: localhost:{port}
        403 | Host | IPv6 loopback | Host: [::1]:{port}
        403 | Host | any IPv6 | Host: [::]:{port}
        403 | Host | any IPv4 | Host: 0.0.0.0:{port}
        403 | Host | another form of the address | Host: 127.1:{port}
        403 | Host | another port | Host: 127.0.0.1:1
        403 | Host | no port | Host: 127.0.0.1
        403 | Host | a trailing dot | Host: 127.0.0.1.:{port}
        403 | Host | no host |
        403 | Host | two hosts | Host: 127.0.0.1:{port}⏎Host: evil.example.com
        403 | POST | another authority | POST http://evil.example.com/mcp HTTP/1.1
        403 | Host | no origin at all | Host: 127.0.0.1:{port}⏎Origin: null
        403 | Host | a page | Host: 127.0.0.1:{port}⏎Origin: https://evil.example.com
        403 | Host | a page here | Host: 127.0.0.1:{port}⏎Origin: http://localhost:{port}
        403 | Host | a page with TLS | Host: 127.0.0.1:{port}⏎Origin: https://127.0.0.1:{port}
        403 | Host | a page at another port | Host: 127.0.0.1:{port}⏎Origin: http://127.0.0.1:3000
        403 | Host | an empty origin | Host: 127.0.0.1:{port}⏎Origin:␠
        405 | POST | a preflight | OPTIONS /mcp HTTP/1.1
        405 | POST | another method | PUT /mcp HTTP/1.1
        404 | POST | another path | POST / HTTP/1.1
        404 | POST | metadata of a sign-in | POST /.well-known/oauth-protected-resource HTTP/1.1
        401 | Authorization | no token |
        401 | Authorization | an empty token | Authorization: Bearer␠
        401 | Authorization | a wrong token | Authorization: Bearer {wrong}
        401 | Authorization | a longer token | Authorization: Bearer {token}A
        401 | Authorization | another scheme | Authorization: Basic {token}
        401 | Authorization | two tokens | Authorization: Bearer {wrong}⏎Authorization: Bearer {token}
        415 | Content-Type | a form of a page | Content-Type: text/plain
        415 | Content-Type | no kind of body |
        406 | Accept | no events | Accept: application/json
        406 | Accept | nothing |
        413 | Content-Length | 100 MB | Content-Length: 100000000
        413 | Content-Length | one byte too many | Content-Length: 4194305
    ";
    for [status, replaced, what, by] in rows(cases) {
        let by = by
            .replace("{port}", &port.to_string())
            .replace("{token}", &token);
        let by = by.replace("{wrong}", &wrong).replace('⏎', "\r\n");
        let answer = served.send(&head(port, &token, &replaced, &by)).await;
        assert_eq!(answer.status.to_string(), status, "{what}: {by}");
        assert!(
            !answer.headers.contains("access-control-"),
            "{what}: no page may read this: {}",
            answer.headers
        );
        assert_eq!(
            answer.header("connection").as_deref(),
            Some("close"),
            "{what}: the rest is not read"
        );
    }
}

#[tokio::test]
async fn a_preflight_with_an_origin_gets_nothing_either() {
    let served = Served::open().await;
    let port = served.port;
    let answer = served
        .send(&format!(
            "OPTIONS /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: https://evil.example.com\r\n\
             Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization\r\n\r\n"
        ))
        .await;
    assert_eq!(answer.status, 403);
    assert!(
        !answer.headers.contains("access-control-"),
        "{}",
        answer.headers
    );
}

/// Pages at an origin that the person allowed, as browsers send them; everything else as before.
#[tokio::test]
async fn a_page_may_ask_at_exactly_an_allowed_origin() {
    let served = Served::open().await;
    let token = served.add("Editor").await;
    let port = served.port;
    let allow = async |origins: Value| {
        let params = json!({ "origins": origins });
        served.host.call(op::ClientSetHttpOrigins, params).await
    };
    allow(json!(["https://Example.com/", "http://localhost:5173"])).await;
    let cases: &[(&str, &str, u16)] = &[
        ("listed", "https://example.com", 200),
        ("listed with a port", "http://localhost:5173", 200),
        ("another scheme", "http://example.com", 403),
        ("the port that is meant", "https://example.com:443", 403),
        ("another port", "http://localhost:5174", 403),
        ("no port", "http://localhost", 403),
        ("a name below", "https://www.example.com", 403),
        (
            "a name that begins so",
            "https://example.com.evil.example",
            403,
        ),
        ("a name that ends so", "https://evilexample.com", 403),
        ("a trailing slash", "https://example.com/", 403),
        ("capitals", "https://Example.com", 403),
        (
            "two in one",
            "https://example.com, https://evil.example",
            403,
        ),
        (
            "two",
            "https://example.com\r\nOrigin: https://evil.example",
            403,
        ),
        ("no origin at all", "null", 403),
        ("an empty one", "", 403),
    ];
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} });
    for (what, origin, expected) in cases {
        let sent = served
            .post(&token, &format!("Origin: {origin}\r\n"), &ping)
            .await;
        assert_eq!(sent.status, *expected, "{what}: {origin}");
        let by = format!("Host: 127.0.0.1:{port}\r\nOrigin: {origin}");
        let unread = served.send(&head(port, "usher_wrong", "Host", &by)).await;
        let refused = if *expected == 200 { 401 } else { 403 };
        assert_eq!(
            unread.status, refused,
            "{what}: by its head, without a token"
        );
        let preflight = served.send(&preflight(port, origin)).await;
        let told = if *expected == 200 { 204 } else { 403 };
        assert_eq!(preflight.status, told, "{what}: before it is sent");
        for answer in [sent, unread, preflight] {
            let read = answer.header("access-control-allow-origin");
            let expected = (*expected == 200).then(|| (*origin).to_owned());
            assert_eq!(read, expected, "{what}: who may read {}", answer.headers);
        }
    }
    let asked = served.send(&preflight(port, "https://example.com")).await;
    let told = |name: &str| asked.header(name).unwrap_or_default();
    assert_eq!(
        [
            told("access-control-allow-methods"),
            told("access-control-allow-headers"),
            told("access-control-expose-headers"),
            told("vary"),
            told("access-control-allow-credentials"),
        ],
        [
            "post, get, delete",
            "authorization, *",
            "mcp-session-id, www-authenticate",
            "origin",
            "",
        ],
    );
    let elsewhere = head(
        port,
        &token,
        "Host",
        "Host: evil.example.com\r\nOrigin: https://example.com",
    );
    let answer = served.send(&elsewhere).await;
    assert_eq!(answer.status, 403, "the host counts for a page, too");
    assert!(
        !answer.headers.contains("access-control-"),
        "{}",
        answer.headers
    );
    let program = served.post(&token, "", &ping).await;
    assert_eq!(program.status, 200, "a program goes on");
    assert_eq!(program.header("access-control-allow-origin"), None);
}

fn preflight(port: u16, origin: &str) -> String {
    format!(
        "OPTIONS /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin}\r\n\
         Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization\r\n\r\n"
    )
}

#[tokio::test]
async fn an_origin_that_is_taken_back_ends_what_is_open_and_what_is_none_is_said() {
    let served = Served::open().await;
    let token = served.add("Editor").await;
    let allow = |origins: Value| json!({ "origins": origins });
    let set = served.host.call(
        op::ClientSetHttpOrigins,
        allow(json!(["https://example.com"])),
    );
    assert_eq!(set.await["origins"], json!(["https://example.com"]));
    for wrong in [
        "null",
        "*",
        "https://*.example.com",
        "https://example.com/path",
    ] {
        let params = allow(json!(["https://other.example", wrong]));
        let error = served.host.fails(op::ClientSetHttpOrigins, params).await;
        assert_eq!(
            error.message.code, "knownClient.origin",
            "{wrong}: {error:?}"
        );
    }
    let kept = served.host.call(op::ClientHttpAccess, json!({})).await;
    assert_eq!(
        kept["origins"],
        json!(["https://example.com"]),
        "nothing changed"
    );
    let session = begin(&served, &token, "2025-11-25").await;
    let page = format!("{session}Origin: https://example.com\r\n");
    let ping = request(1, "ping", json!({}));
    assert_eq!(served.post(&token, &page, &ping).await.status, 200);
    served
        .host
        .call(op::ClientSetHttpOrigins, allow(json!([])))
        .await;
    served
        .host
        .until("its session has ended", async || {
            let now = served.host.call(op::ClientHttpAccess, json!({})).await;
            (now["url"] != Value::Null).then_some(())?;
            (served.client("Editor").await["sessions"] == 0).then_some(())
        })
        .await;
    assert_eq!(served.post(&token, &page, &ping).await.status, 403);
    assert_eq!(
        served.post(&token, &session, &ping).await.status,
        404,
        "a program begins again, at the same port"
    );
}

#[tokio::test]
async fn it_listens_at_one_address_only() {
    let served = Served::open().await;
    for elsewhere in ["127.0.0.2", "::1"] {
        let reached = TcpStream::connect((elsewhere, served.port)).await;
        assert!(reached.is_err(), "nothing listens at {elsewhere}");
    }
}

#[tokio::test]
async fn the_own_address_as_origin_is_no_page() {
    let served = Served::open().await;
    let token = served.add("Editor").await;
    let headers = format!("Origin: http://127.0.0.1:{}\r\n", served.port);
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} });
    let answer = served.post(&token, &headers, &ping).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn slow_and_long_requests_end() {
    let options = GatewayOptions {
        http_header_within: Duration::from_millis(300),
        http_body_within: Duration::from_millis(300),
        ..GatewayOptions::new("0.0.0-test")
    };
    let served = Served::with(options).await;
    let token = served.add("Editor").await;

    let mut slow = TcpStream::connect(("127.0.0.1", served.port))
        .await
        .expect("the port is open");
    slow.write_all(b"POST /mcp HTTP/1.1\r\nHost: 127")
        .await
        .expect("it is read");
    let mut said = Vec::new();
    slow.read_to_end(&mut said).await.expect("it is closed");
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(!said.contains("200 OK"), "a head that never ends: {said}");

    let whole = served.posted(&token, "", "{\"jsonrpc\":\"2.0\"}");
    let answer = served.send(&whole[..whole.len() - 5]).await;
    assert_eq!(answer.status, 408, "a body that never ends");

    let chunked = format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n500001\r\n{}",
        served.port,
        " ".repeat(0x50_0001),
    );
    let answer = served.send(&chunked).await;
    assert_eq!(answer.status, 413, "a body that says no length");

    let long = format!("GET /mcp HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    let answer = served.send(&long).await;
    assert_eq!(answer.status, 431, "a head that is too long");
}

#[tokio::test]
async fn the_session_of_a_client_is_none_for_the_token_of_another() {
    let served = Served::open().await;
    let (one, two) = (served.add("One").await, served.add("Two").await);
    let session = begin(&served, &one, "2025-11-25").await;
    let ping = request(1, "ping", json!({}));
    for (what, token, expected) in [
        ("its own client", &one, 200),
        ("another client", &two, 404),
        ("its own client, afterwards", &one, 200),
    ] {
        let answer = served.post(token, &session, &ping).await;
        assert_eq!(answer.status, expected, "{what}");
    }
    for method in ["GET", "DELETE"] {
        let answer = served.send(&served.bare(method, &two, &session)).await;
        assert_eq!(answer.status, 404, "{method} of another client");
    }
    assert_eq!(
        served.post(&one, &session, &ping).await.status,
        200,
        "it goes on"
    );
}

/// Whether a connection is closed. One that is not says nothing.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut said = [0; 1];
    let waiting = tokio::time::timeout(Duration::from_millis(20), stream.read(&mut said));
    // Closed or reset, it is over before anything is said.
    matches!(waiting.await, Ok(Ok(0) | Err(_)))
}

#[tokio::test]
async fn connections_that_show_no_token_give_way_to_clients() {
    let served = Served::open().await;
    let token = served.add("Editor").await;
    let connect = async || {
        let connected = TcpStream::connect(("127.0.0.1", served.port)).await;
        connected.expect("the port is open")
    };
    let session = begin(&served, &token, "2025-11-25").await;
    let mut listening = served.send(&served.bare("GET", &token, &session)).await;
    listening.until_begun().await;
    let mut silent: Vec<TcpStream> = Vec::new();
    for _ in 0..300 {
        silent.push(connect().await);
        let ping = request(1, "ping", json!({}));
        if silent.len().is_multiple_of(100) {
            let answer = served.post(&token, &session, &ping).await;
            assert_eq!(answer.status, 200, "a client is served meanwhile");
        }
    }
    let mut latest = silent.pop().expect("one");
    served
        .host
        .until("all but a few silent ones are closed", async || {
            let mut open = Vec::new();
            for mut stream in silent.drain(..) {
                if !is_closed(&mut stream).await {
                    open.push(stream);
                }
            }
            silent = open;
            (silent.len() < 32).then_some(())
        })
        .await;
    assert!(!is_closed(&mut latest).await, "the latest is open");
    // What the client had open is open still.
    let end = served.bare("DELETE", &token, &session);
    assert_eq!(served.send(&end).await.status, 200);
    listening.rest().await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_process_of_a_server_gets_nothing_over_http() {
    let served = Served::open().await;
    served.add("Editor").await;
    let port = served.port;
    // What a server starts carries a lowered limit of file locks.
    for (limit, expected) in [("", "HTTP/1.1"), ("ulimit -x 5; ", "")] {
        let script = format!(
            "{limit}exec 3<>/dev/tcp/127.0.0.1/{port}
            printf 'GET /mcp HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n\\r\\n' >&3; head -c 8 <&3"
        );
        let run = move || {
            let mut shell = std::process::Command::new("bash");
            shell.args(["-c", &script]).output().expect("it starts")
        };
        let output = tokio::task::spawn_blocking(run).await;
        let answered = output.expect("it was waited for").stdout;
        assert_eq!(String::from_utf8_lossy(&answered), expected, "{limit:?}");
    }
}
