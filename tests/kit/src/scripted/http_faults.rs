//! What can go wrong between HTTP and the message: bodies that never end, never come or lie, streams that
//! break rules, redirects. One style per fault, each in answer to `tools/call` and `resources/read`; which requests get one is
//! decided by the server over HTTP.

use std::io;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::http::{Seen, plain, start_events};

/// Bytes between two steps of something that takes forever.
const STEP: Duration = Duration::from_millis(20);

/// Answers in the style; `None` if it is no fault. True keeps the connection.
pub(super) async fn answer(
    style: &str,
    id: &Value,
    stream: &mut TcpStream,
) -> Option<io::Result<bool>> {
    let answer = json!({"jsonrpc": "2.0", "id": id, "result": {"content": [{"type": "text", "text": "late"}]}});
    let json = |length: usize| {
        format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
    };
    let events = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    let done = match style {
        "slow_head" => forever(stream, "HTTP/1.1 200 OK\r\nX-Slow: ", "a").await,
        "slow_body" => forever(stream, &json(100_000), " ").await,
        "short_body" => write(stream, &format!("{}{{\"a", json(500))).await,
        // Two gigabytes, of which it sends the first byte.
        "declares_2gb" => {
            let sent = write(stream, &format!("{}{{", json(2_000_000_000))).await;
            never(stream).await;
            sent
        }
        // It says nothing of a length.
        "endless_body" => {
            let head =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n";
            forever(stream, head, &" ".repeat(1 << 20)).await
        }
        "long_body" => {
            let text = answer.to_string();
            write(stream, &format!("{}{text}", json(text.len() / 2))).await
        }
        "coded_zstd" => coded(stream, "application/json", "zstd", b"\x28\xb5\x2f\xfd").await,
        "coded_br" => coded(stream, "application/json", "br", b"\x28\xb5\x2f\xfd").await,
        "coded_twice" => {
            let bomb = BASE64.decode(GZIP_IN_GZIP).unwrap_or_default();
            coded(stream, "application/json", "gzip, gzip", &bomb).await
        }
        "br_bomb" | "br_events" => {
            let bomb = BASE64.decode(BROTLI).unwrap_or_default();
            let kind = match style {
                "br_events" => "text/event-stream",
                _ => "application/json",
            };
            coded(stream, kind, "br", &bomb).await
        }
        "accepted_words" => {
            let text = answer.to_string();
            let head = "HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\n";
            let length = text.len();
            write(
                stream,
                &format!("{head}Content-Length: {length}\r\n\r\n{text}"),
            )
            .await
        }
        "reset" => match write(stream, &json(500)).await {
            // What is closed without lingering is reset.
            Ok(()) => stream.set_zero_linger(),
            failed => failed,
        },
        "much_later" => {
            let head = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1000000000\r\n";
            write(stream, &format!("{head}Content-Length: 0\r\n\r\n")).await
        }
        "broken_chunk" => {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
            write(stream, &format!("{head}40\r\n{{\"jsonrpc\"")).await
        }
        "no_http" => write(stream, "hello, is it MCP you are looking for\r\n\r\n").await,
        "endless_event" => forever(stream, &format!("{events}data: "), &"x".repeat(65536)).await,
        "comments_only" => forever(stream, events, ": still here\n\n").await,
        "many_events" => {
            let tick =
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n".repeat(5000);
            write(stream, &format!("{events}{tick}data: {answer}\n\n")).await
        }
        "other_event" => write(stream, &format!("{events}event: foo\ndata: {answer}\n\n")).await,
        "returns_only" => write(stream, &format!("{events}: a\r\rdata: {answer}\r\r")).await,
        "no_last_line" => write(stream, &format!("{events}data: {answer}")).await,
        "retry_absurd" => {
            write(
                stream,
                &format!("{events}id: e1\nretry: 999999999999999\ndata:\n\n"),
            )
            .await
        }
        "text_type" => {
            let body = answer.to_string();
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            write(stream, &format!("{head}{body}")).await
        }
        "gzip_bomb" | "gzip_events" => {
            let bomb = bomb();
            let kind = match style {
                "gzip_events" => "text/event-stream",
                _ => "application/json",
            };
            coded(stream, kind, "gzip", &bomb).await
        }
        _ => return None,
    };
    Some(done.map(|()| false))
}

/// 64 MiB of spaces as Brotli has them.
const BROTLI: &str = "z///f/glQOKxQCD3/p/////wSwDEYQGA7v0/////4ZcAiMMiAN37//z//8cvARCHBQC69/8=";

/// 64 MiB of spaces as gzip has them, and that once more.
const GZIP_IN_GZIP: &str = concat!(
    "H4sIAAAAAAACA+3cIU4DURCA4QddEgIJFEEQCNb2BjUNBYFGgG44QCWaEoKqJj1BBQcgwZG6+grAcYAqQlBtttk9xpvvU6NHTib/",
    "2Xg31bZby9ljPYzKl3Xn5HUvAQAAAJkbfT+1tuqhrD6vrm8BAACA3N0dHhTNUWA1OL2wDgAAAMjec6/bbj4Efh+GhXUAAABA9o7/",
    "f/rNLWBevR3d2AcAAABk70swAAAAAEIRDAAAAIBYBAMAAAAgFsEAAAAACEYwAAAAAGIRDAAAAIBYBAMAAAAgFsEAAAAACEYwAAAA",
    "AGIRDAAAAIBYpr1uWT8GtP+q+/PLnQQAAEAk7/vLxcckpVRsAHLzCMrj/gAA",
);

/// Answers with a body in a coding.
async fn coded(stream: &mut TcpStream, kind: &str, coding: &str, body: &[u8]) -> io::Result<()> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Encoding: {coding}\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await
}

/// Refuses everything with the status and wait of the style.
pub(super) async fn busy(style: &str, stream: &mut TcpStream) -> Option<io::Result<bool>> {
    if let Some(port) = style.strip_prefix("locked_") {
        let place = format!("http://127.0.0.1:{port}/.well-known/oauth-protected-resource");
        let head = format!(
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer resource_metadata=\"{place}\"\r\n"
        );
        let refused = write(stream, &format!("{head}Content-Length: 0\r\n\r\n")).await;
        return Some(refused.map(|()| true));
    }
    let (status, seconds) = style.strip_prefix("busy_")?.split_once('_')?;
    let head = format!("HTTP/1.1 {status} Busy\r\nRetry-After: {seconds}\r\n");
    let refused = write(stream, &format!("{head}Content-Length: 0\r\n\r\n")).await;
    Some(refused.map(|()| true))
}

/// Answers `server/discover` as servers that do not know it; `None` if the style is none of that.
pub(super) async fn discovered(
    style: &str,
    id: &Value,
    stream: &mut TcpStream,
) -> Option<io::Result<bool>> {
    let error = |code: i64, message: &str, data: Value| {
        json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message, "data": data}})
            .to_string()
    };
    let (status, kind, body) = match style {
        "discover_hang" => return Some(Ok(never(stream).await)),
        "discover_accepted" => (202, "text/plain", String::new()),
        "discover_no_content" => (204, "text/plain", String::new()),
        "discover_blank" => (200, "application/json", String::new()),
        "discover_page" => (200, "text/html", "<html>welcome</html>".into()),
        "discover_other_json" => (200, "application/json", r#"{"status":"ok"}"#.into()),
        "discover_no_session" => {
            let error = error(-32001, "Session not found", Value::Null);
            (400, "application/json", error)
        }
        "discover_not_found" => {
            let error = error(-32601, "Method not found", Value::Null);
            (404, "application/json", error)
        }
        "discover_unsupported" => {
            let data = json!({"supported": ["2031-01-01"]});
            let error = error(-32022, "Unsupported protocol version", data);
            (400, "application/json", error)
        }
        "discover_mismatch" => {
            let error = error(-32020, "Header mismatch", Value::Null);
            (400, "application/json", error)
        }
        "discover_unavailable" => (503, "text/plain", "later".into()),
        "discover_empty_events" => {
            return Some(start_events(stream, "").await.map(|()| false));
        }
        "discover_other_events" => {
            let note = json!({"jsonrpc": "2.0", "method": "notifications/x"});
            let events = format!("data: {note}\n\n");
            return Some(match start_events(stream, "").await {
                Ok(()) => write(stream, &events).await.map(|()| false),
                Err(error) => Err(error),
            });
        }
        _ => return None,
    };
    Some(plain(stream, status, kind, &body).await)
}

/// Refuses a call without its header (2026-07-28, basic/transports/streamable-http).
pub(super) async fn mismatch(
    mode: &str,
    request: &Seen,
    stream: &mut TcpStream,
) -> Option<io::Result<bool>> {
    let zeta = request.body["params"]["arguments"]["zeta"].to_string();
    let mirrored = request.headers.get("mcp-param-zeta") == Some(&zeta);
    if !mode.starts_with("modern_headers") || mirrored {
        return None;
    }
    let error = json!({"code": -32020, "message": "Header mismatch"});
    let body = json!({"jsonrpc": "2.0", "id": request.body["id"], "error": error});
    Some(plain(stream, 400, "application/json", &body.to_string()).await)
}

/// Says nothing until the client has gone; false, because it has.
pub(super) async fn never(stream: &mut TcpStream) -> bool {
    let mut rest = [0; 64];
    while stream.read(&mut rest).await.is_ok_and(|read| read > 0) {}
    false
}

/// Refuses a notification with a body that never ends; `None` if it is not in this style.
pub(super) async fn refused_endlessly(
    style: &str,
    stream: &mut TcpStream,
) -> Option<io::Result<bool>> {
    let status = match style {
        "refuses_endlessly" => "400 Bad Request",
        "accepts_endlessly" => "200 OK",
        _ => return None,
    };
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: 100000\r\n\r\n");
    Some(forever(stream, &head, " ").await.map(|()| false))
}

/// Answers `initialize` with this status and what comes with it: the page of a network that wants a sign-in first, of a
/// gateway, or nothing.
pub(super) async fn refused(status: &str, stream: &mut TcpStream) -> io::Result<bool> {
    let (kind, body) = match status {
        "page" => ("text/html", "<html><h1>Welcome to Café Wi-Fi</h1></html>"),
        "204" => ("text/plain", ""),
        "502" => ("text/html", "<html>Bad Gateway</html>"),
        _ => ("text/plain", "go away"),
    };
    plain(stream, status.parse().unwrap_or(200), kind, body).await
}

async fn write(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes()).await?;
    stream.flush().await
}

async fn forever(stream: &mut TcpStream, first: &str, again: &str) -> io::Result<()> {
    write(stream, first).await?;
    loop {
        write(stream, again).await?;
        tokio::time::sleep(STEP).await;
    }
}

/// 64 MiB of spaces in some hundred kilobytes: one literal, and then "258 times the byte before" again and
/// again, in one block with the fixed codes of RFC 1951.
fn bomb() -> Vec<u8> {
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut bits: u32 = 0;
    let mut count = 0;
    let mut put = |value: u32, length: u32| {
        for place in (0..length).rev() {
            bits |= ((value >> place) & 1) << count;
            count += 1;
            if count == 8 {
                bytes.push(u8::try_from(bits).unwrap_or_default());
                (bits, count) = (0, 0);
            }
        }
    };
    // Last block (1), fixed codes (01, low bit first), the literal space: 0x30 + 0x20 in eight bits.
    put(1, 1);
    put(0b10, 2);
    put(0x50, 8);
    for _ in 0..(64 * 1024 * 1024 / 258) {
        // Length 258 is code 285, 11000101; distance 1 is code 0 in five bits.
        put(0b1100_0101, 8);
        put(0, 5);
    }
    put(0, 7);
    put(0, 8);
    bytes.extend([0; 8]);
    bytes
}
