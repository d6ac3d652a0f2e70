//! Tests that HTTP leaks nothing to other places and keeps no cookies.
//!
//! Nor does it repeat requests too often.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener, TcpStream};
use std::sync::Arc;

use parking_lot::Mutex;
use usher_mcp::launch::{HttpLaunch, Launch, LaunchValue};
use usher_testkit::scripted::http::HttpServer;
use usher_types::secret::Secret;

use crate::kit::{at, call, describe, http as address, open, options};

/// A server that records requests and always answers the same bytes.
struct Signpost {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Signpost {
    fn start(answer: impl Into<String>) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        Self::on(listener, answer)
    }

    fn on(listener: TcpListener, answer: impl Into<String>) -> Self {
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::<Mutex<Vec<String>>>::default();
        let (answer, hearing) = (answer.into(), heard.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if let Ok(request) = request(&stream) {
                    hearing.lock().push(request);
                }
                let _ = (&stream).write_all(answer.as_bytes());
            }
        });
        Self { port, heard }
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().clone()
    }

    fn launch(&self) -> Launch {
        let secret = LaunchValue::Secret(Secret::new("Bearer canary-77"));
        Launch::Http(HttpLaunch {
            headers: vec![(http::header::AUTHORIZATION, secret)],
            ..at(&format!("http://127.0.0.1:{}/mcp", self.port))
        })
    }
}

/// Reads one request: its head and its body.
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

/// Listens at other addresses of this machine, to detect leaks.
///
/// Where the system has no such address, nothing can be sent there either.
fn sinks() -> Vec<(String, Signpost)> {
    let addresses = [
        IpAddr::from(Ipv4Addr::LOCALHOST),
        IpAddr::from([127, 0, 0, 2]),
        IpAddr::from(Ipv6Addr::LOCALHOST),
    ];
    let listening = |address: IpAddr| {
        let listener = TcpListener::bind((address, 0)).ok()?;
        let place = listener.local_addr().ok()?.to_string();
        Some((place, Signpost::on(listener, answer(200, ""))))
    };
    addresses.into_iter().filter_map(listening).collect()
}

fn heard(sinks: &[(String, Signpost)]) -> Vec<(&str, Vec<String>)> {
    let heard = sinks.iter().map(|(at, sink)| (at.as_str(), sink.heard()));
    heard.filter(|(_, heard)| !heard.is_empty()).collect()
}

#[tokio::test]
async fn a_redirect_carries_nothing_to_another_place() {
    let sinks = sinks();
    let mut places = vec![
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "file:///etc/passwd".to_owned(),
        "data:application/json,{}".to_owned(),
        "javascript:alert(1)".to_owned(),
        String::new(),
    ];
    for (at, sink) in &sinks {
        places.extend([
            format!("http://{at}/mcp"),
            format!("http://localhost:{}/mcp", sink.port),
            format!("//{at}/mcp"),
            format!("https://{at}/mcp"),
        ]);
    }
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
                heard(&sinks),
                [],
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
async fn a_call_is_not_sent_on_to_another_place() {
    let sinks = sinks();
    let server = HttpServer::start().await.unwrap();
    for (at, _) in &sinks {
        let probe = open(address(&server, "redirect_away", at)).await.unwrap();
        let outcome = describe(&call(&probe.connection, options("t")).await);
        assert_eq!(
            outcome,
            format!(
                r#"http 307: exchange.redirected {{status: "307", to: "http://{at}/json/echo"}}"#
            ),
            "what comes of a call that is sent on to {at}"
        );
        assert_eq!(heard(&sinks), [], "nothing of it reaches {at}");
        assert!(probe.connection.ping().await.is_ok(), "it lives on");
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
