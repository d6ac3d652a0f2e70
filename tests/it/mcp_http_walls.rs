//! What HTTP must never do for a server: carry a request or a secret to another place, keep its cookies, or
//! hammer it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use usher_mcp::Secret;
use usher_mcp::launch::{HttpLaunch, Launch, LaunchValue};
use usher_tests::scripted::http::HttpServer;

use crate::kit::{call, http as address, open, options};

/// A server that answers everything with the same bytes, and remembers what it was sent.
struct Signpost {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Signpost {
    fn start(answer: impl Into<String>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::<Mutex<Vec<String>>>::default();
        let (answer, hearing) = (answer.into(), heard.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if let Ok(request) = request(&stream) {
                    hearing.lock().unwrap().push(request);
                }
                let _ = (&stream).write_all(answer.as_bytes());
            }
        });
        Self { port, heard }
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    fn launch(&self) -> Launch {
        Launch::Http(HttpLaunch {
            url: format!("http://127.0.0.1:{}/mcp", self.port)
                .parse()
                .unwrap(),
            known: None,
            access: usher_mcp::Access::default(),
            headers: vec![(
                http::header::AUTHORIZATION,
                LaunchValue::Secret(Secret::new("Bearer canary-77")),
            )],
        })
    }
}

/// One request: its head and its body.
fn request(stream: &TcpStream) -> std::io::Result<String> {
    let mut reader = BufReader::new(stream);
    let (mut text, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        let is_end = line.trim().is_empty();
        text.push_str(&line);
        if is_end {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    text.push_str(&String::from_utf8_lossy(&body));
    Ok(text)
}

fn answer(status: u16, more: &str) -> String {
    format!("HTTP/1.1 {status} Status\r\n{more}Content-Length: 0\r\nConnection: close\r\n\r\n")
}

#[tokio::test]
async fn a_redirect_carries_nothing_to_another_place() {
    let sink = Signpost::start(answer(200, ""));
    let port = sink.port;
    let places = [
        format!("http://127.0.0.1:{port}/mcp"),
        format!("http://127.0.0.2:{port}/mcp"),
        format!("http://localhost:{port}/mcp"),
        format!("//127.0.0.1:{port}/mcp"),
        format!("https://127.0.0.1:{port}/mcp"),
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "http://[::1]/mcp".to_owned(),
        "file:///etc/passwd".to_owned(),
        "data:application/json,{}".to_owned(),
        "javascript:alert(1)".to_owned(),
        String::new(),
    ];
    for status in [301, 302, 303, 307, 308] {
        for place in &places {
            let signpost = Signpost::start(answer(status, &format!("Location: {place}\r\n")));
            let opened = open(signpost.launch()).await;
            let error = opened.err().map(|error| error.to_string());
            assert!(
                error.is_some(),
                "{status} to {place:?}: no server answered, so nothing may connect"
            );
            assert_eq!(
                sink.heard(),
                Vec::<String>::new(),
                "{status} to {place:?}: what was meant for one server reached another"
            );
            assert!(
                !signpost.heard().is_empty(),
                "{status} to {place:?}: the server that was meant was asked"
            );
        }
    }
}

#[tokio::test]
async fn cookies_are_not_kept() {
    let signpost = Signpost::start(answer(
        503,
        "Set-Cookie: usher=1; Path=/\r\nSet-Cookie: session=abc; Max-Age=9999\r\n",
    ));
    for _ in 0..2 {
        assert!(open(signpost.launch()).await.is_err());
    }
    let heard = signpost.heard();
    assert!(heard.len() >= 2, "it was asked again: {heard:#?}");
    for request in heard {
        assert!(
            !request.to_ascii_lowercase().contains("cookie"),
            "a cookie came back: {request}"
        );
    }
}

#[tokio::test]
async fn a_server_that_says_later_is_not_hammered() {
    let server = HttpServer::start().await.unwrap();
    for style in ["status-429", "status-503"] {
        let probe = open(address(&server, style, "echo")).await.unwrap();
        let refused = call(&probe.connection, options("t")).await.unwrap_err();
        let status = style.trim_start_matches("status-");
        assert!(
            refused.to_string().contains(status),
            "{style}: the status is said: {refused}"
        );
        let calls = server
            .seen()
            .iter()
            .filter(|seen| seen.line.contains(style) && seen.body["method"] == "tools/call")
            .count();
        assert_eq!(calls, 1, "{style}: a call is never sent again by itself");
        assert!(
            probe.connection.ping().await.is_ok(),
            "{style}: it lives on"
        );
    }
}
