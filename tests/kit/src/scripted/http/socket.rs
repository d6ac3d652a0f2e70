//! Requests and answers as they stand on the socket.

use std::collections::HashMap;
use std::io;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// One request as it came.
#[derive(Debug, Clone)]
pub struct Seen {
    /// `POST /json/echo`.
    pub line: String,
    /// Header names in small letters.
    pub headers: HashMap<String, String>,
    /// The body: JSON, else text, or null.
    pub body: Value,
}

pub(crate) async fn read_request(stream: &mut BufReader<TcpStream>) -> io::Result<Option<Seen>> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let mut headers = HashMap::new();
    loop {
        let mut header = String::new();
        stream.read_line(&mut header).await?;
        let Some((name, value)) = header.split_once(':') else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers
        .get("content-length")
        .and_then(|length| length.parse().ok())
        .unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let body = serde_json::from_slice(&body).unwrap_or_else(|_| match String::from_utf8(body) {
        Ok(text) if !text.is_empty() => Value::String(text),
        _ => Value::Null,
    });
    let line = line.trim_end().trim_end_matches(" HTTP/1.1").to_owned();
    Ok(Some(Seen {
        line,
        headers,
        body,
    }))
}

pub(crate) async fn plain(
    stream: &mut TcpStream,
    status: u16,
    kind: &str,
    body: &str,
) -> io::Result<bool> {
    let head = format!(
        "HTTP/1.1 {status} Status\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.flush().await.map(|()| true)
}

pub(crate) async fn redirect(
    stream: &mut TcpStream,
    status: u16,
    location: &str,
) -> io::Result<bool> {
    let head =
        format!("HTTP/1.1 {status} Status\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.flush().await.map(|()| true)
}

pub(crate) async fn start_events(stream: &mut TcpStream, headers: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.flush().await
}

/// The session header, right or as the style says.
pub(super) fn session_header(style: &str, name: &str) -> String {
    let name = match style {
        "names_long" => "x".repeat(10 * 1024),
        "names_longest" => "x".repeat(1024),
        "names_blank" => "a b".to_owned(),
        "names_tab" => "a\tb".to_owned(),
        "names_control" => "a\u{1}b".to_owned(),
        "names_folded" => format!("{name}\r\n X-Injected: yes"),
        "names_split" => format!("{name}\r\nX-Injected: yes"),
        _ => name.to_owned(),
    };
    format!("Mcp-Session-Id: {name}\r\n")
}
