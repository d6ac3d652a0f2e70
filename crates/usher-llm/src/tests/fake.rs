//! A fake provider: answers one request with given bytes, and returns the request.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use url::Url;

/// What it does once it has been asked.
#[derive(Clone, Copy)]
pub(super) enum Then {
    /// It closes the connection.
    Close,
    /// It says nothing more, and waits for the other end to go.
    Wait,
}

/// What it was asked.
pub(super) struct Asked {
    /// The request line and the headers, in small letters where names are.
    pub(super) head: String,
    pub(super) body: String,
}

impl Asked {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// Answers the next request with this head and these pieces; the base of its address has the path `/base`.
pub(super) async fn answer(
    head: &str,
    pieces: Vec<String>,
    then: Then,
) -> (Url, JoinHandle<Asked>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/base/", listener.local_addr().unwrap());
    let head = head.replace('\n', "\r\n");
    let serving = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let asked = read(&mut stream).await;
        let head = format!("HTTP/1.1 {head}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        for piece in pieces {
            // The client may have left already.
            if stream.write_all(piece.as_bytes()).await.is_err() {
                break;
            }
            let _ = stream.flush().await;
        }
        if matches!(then, Then::Wait) {
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest).await;
        }
        asked
    });
    (Url::parse(&base).unwrap(), serving)
}

async fn read(stream: &mut TcpStream) -> Asked {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "the request has a head");
        bytes.extend_from_slice(&buffer[..read]);
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut asked = Asked {
        head,
        body: String::new(),
    };
    let length: usize = asked
        .header("content-length")
        .map_or(0, |text| text.parse().unwrap());
    let mut body = bytes[end + 4..].to_vec();
    while body.len() < length {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "the request is whole");
        body.extend_from_slice(&buffer[..read]);
    }
    asked.body = String::from_utf8(body).unwrap();
    asked
}
