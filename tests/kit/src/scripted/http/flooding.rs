//! HTTP servers that send without end, each in its own way.

use std::io;

use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::socket::start_events;

/// The ways there are.
pub const WAYS: [&str; 4] = [
    "flood_events",
    "flood_large_events",
    "flood_endless_event",
    BODIES,
];

/// Pings this often, and takes each answer without an end: as a stream, or without a word.
pub const PINGS: usize = 300;

/// The ways to take the answers to [`PINGS`].
pub const PING_WAYS: [&str; 2] = ["pings_hang", "pings_stream"];

/// Announces changed tools without end, with lists over the limit.
pub(super) const BODIES: &str = "flood_bodies";

/// More than is taken of one body.
const OVERSIZE: usize = 40 << 20;

/// Sends to whoever listens until they have gone; `None` = not in this style.
pub(super) async fn flood(style: &str, stream: &mut TcpStream) -> Option<io::Result<bool>> {
    let changed = br#"data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let changed = [changed.as_slice(), b"\n\n"].concat();
    let logged = br#"data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"again"}}"#;
    if PING_WAYS.contains(&style) {
        return Some(ping(&changed, stream).await);
    }
    let piece = match style {
        "flood_events" => [logged.as_slice(), b"\n\n"].concat().repeat(100),
        "flood_large_events" => {
            let head = br#"data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":""#;
            [head.as_slice(), &vec![b'x'; 20_000_000], b"\"}}\n\n"].concat()
        }
        "flood_endless_event" => [b"data: ".as_slice(), &vec![b'x'; 1 << 20], b"\n"].concat(),
        BODIES => changed.repeat(100),
        _ => return None,
    };
    Some(send(&piece, stream).await)
}

async fn ping(last: &[u8], stream: &mut TcpStream) -> io::Result<bool> {
    start_events(stream, "").await?;
    for id in 0..PINGS {
        let ping = format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n\n");
        stream.write_all(ping.as_bytes()).await?;
    }
    stream.write_all(last).await?;
    stream.flush().await?;
    std::future::pending().await
}

/// Takes an answer to a ping; `None` = not in this style.
pub(super) async fn take_answer(
    style: &str,
    body: &Value,
    stream: &mut TcpStream,
) -> Option<io::Result<bool>> {
    if !PING_WAYS.contains(&style) || body["result"].is_null() {
        return None;
    }
    if style == "pings_stream"
        && let Err(error) = start_events(stream, "").await
    {
        return Some(Err(error));
    }
    std::future::pending().await
}

async fn send(piece: &[u8], stream: &mut TcpStream) -> io::Result<bool> {
    start_events(stream, "").await?;
    loop {
        stream.write_all(piece).await?;
    }
}

/// A body nobody takes.
pub(super) async fn oversize(stream: &mut TcpStream) -> io::Result<bool> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {OVERSIZE}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&vec![b' '; OVERSIZE]).await?;
    Ok(false)
}
