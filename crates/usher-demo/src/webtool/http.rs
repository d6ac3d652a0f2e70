//! As much of HTTP/1.1 (RFC 9112) as the demo webtool needs: one request a connection, small, from this computer only.
//!
//! A page in a browser cannot use it: whatever carries an `Origin`, or was sent to another name than the loopback
//! address, is refused, so that no web site reaches it by a name that leads here.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// The longest head, in bytes.
const HEAD_BYTES: u64 = 16 * 1024;
/// The longest body, in bytes.
const BODY_BYTES: u64 = 64 * 1024;
/// Longest one connection may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// So many are served at the same time.
const AT_ONCE: usize = 32;

/// A request that was read.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Whether it says that its body is `application/json`.
    pub(crate) is_json: bool,
    pub(crate) body: Vec<u8>,
}

/// Serves until it is dropped.
pub(super) async fn serve(
    listener: TcpListener,
    answer: impl Fn(&Request) -> (u16, Value) + Send + Sync + 'static,
) -> io::Result<()> {
    let answer = Arc::new(answer);
    let mut serving = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await?;
        while serving.len() >= AT_ONCE {
            serving.join_next().await;
        }
        let answer = Arc::clone(&answer);
        serving.spawn(async move {
            // A client that is too slow, or leaves, is not waited for.
            drop(tokio::time::timeout(PATIENCE, talk(stream, &*answer)).await);
        });
    }
}

async fn talk(
    stream: TcpStream,
    answer: &(impl Fn(&Request) -> (u16, Value) + Sync),
) -> io::Result<()> {
    let host = format!("127.0.0.1:{}", stream.local_addr()?.port());
    let mut stream = BufReader::new(stream);
    let (status, body) = match read(&mut stream, &host).await? {
        Ok(request) => answer(&request),
        Err(refusal) => refusal,
    };
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        reason(status),
        body.len()
    );
    let stream = stream.get_mut();
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}

type Refusal = (u16, Value);

pub(super) fn error(status: u16, code: &str, message: &str) -> (u16, Value) {
    let error = json!({ "code": code, "message": message });
    (status, json!({ "status": "error", "error": error }))
}

async fn read(
    stream: &mut BufReader<TcpStream>,
    host: &str,
) -> io::Result<Result<Request, Refusal>> {
    let bad = |status, message: &str| Ok(Err(error(status, "SCHEMA_ERROR", message)));
    let mut head = stream.take(HEAD_BYTES);
    let mut line = String::new();
    head.read_line(&mut line).await?;
    let mut words = line.split(' ');
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return bad(400, "This is no HTTP request");
    };
    if !target.starts_with('/') {
        return bad(400, "The target has to be a path");
    }
    let path = target.split('?').next().unwrap_or_default().to_owned();
    let method = method.to_owned();
    let (mut length, mut is_json, mut is_ours) = (0, false, false);
    loop {
        let mut field = String::new();
        if head.read_line(&mut field).await? == 0 {
            return bad(431, "The head is too long, or not whole");
        }
        let Some((name, value)) = field.trim_end().split_once(':') else {
            break;
        };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => is_ours = value == host || value == host.replace("127.0.0.1", "localhost"),
            "origin" => return bad(403, "Not from a web page"),
            "content-length" => length = value.parse().unwrap_or(u64::MAX),
            "transfer-encoding" => return bad(411, "Say how long the body is"),
            "content-type" => {
                let essence = value.split(';').next().unwrap_or_default().trim();
                is_json = essence.eq_ignore_ascii_case("application/json");
            }
            _ => {}
        }
    }
    if !is_ours {
        return bad(403, "Not under this name");
    }
    if length > BODY_BYTES {
        return bad(413, "The body is longer than 64 KiB");
    }
    let mut body = Vec::new();
    stream.take(length).read_to_end(&mut body).await?;
    Ok(Ok(Request {
        method,
        path,
        is_json,
        body,
    }))
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        403 => "Forbidden",
        404 => "Not Found",
        _ => "Bad Request",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::webtool::{Visits, answer};

    async fn ask(port: u16, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", port))
            .await
            .expect("it listens");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("answered");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.lines().next().unwrap_or_default();
        format!("{status} {}", &body[..body.len().min(70)])
    }

    #[tokio::test]
    async fn only_this_computer_and_no_web_page_is_answered() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let visits = Visits::default();
        tokio::spawn(serve(listener, move |request| answer(request, &visits)));
        let here = format!("Host: 127.0.0.1:{port}\r\n");
        let cases = [
            (
                format!("GET / HTTP/1.1\r\n{here}\r\n"),
                r#"HTTP/1.1 200 OK {"name":"demo_units""#,
            ),
            (
                format!("GET /1.0.0 HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"),
                "HTTP/1.1 200 OK",
            ),
            (
                format!("GET /9.9.9 HTTP/1.1\r\n{here}\r\n"),
                r#"HTTP/1.1 404 Not Found {"status":"error""#,
            ),
            (
                format!("GET / HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n"),
                "HTTP/1.1 403 Forbidden",
            ),
            (
                "GET / HTTP/1.1\r\n\r\n".to_owned(),
                "HTTP/1.1 403 Forbidden",
            ),
            (
                format!("GET / HTTP/1.1\r\n{here}Origin: https://evil.example\r\n\r\n"),
                "HTTP/1.1 403 Forbidden",
            ),
            (
                format!("POST / HTTP/1.1\r\n{here}Content-Length: 2\r\n\r\n{{}}"),
                "HTTP/1.1 415 Bad Request",
            ),
            (
                format!("POST / HTTP/1.1\r\n{here}Content-Length: 99999999\r\n\r\n"),
                "HTTP/1.1 413 Bad Request",
            ),
            (
                format!("GET / HTTP/1.1\r\n{here}X: {}\r\n\r\n", "x".repeat(20_000)),
                "HTTP/1.1 4",
            ),
            ("nonsense\r\n\r\n".to_owned(), "HTTP/1.1 400 Bad Request"),
        ];
        for (request, expected) in cases {
            let answer = ask(port, &request).await;
            assert!(
                answer.starts_with(expected),
                "{request:.80} was answered with {answer}"
            );
        }
    }
}
