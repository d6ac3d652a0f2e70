//! Listens for the redirect of the browser on a loopback port.
//!
//! The port is open only while a sign-in waits, and accepts one path with one state (RFC 8252, section 7.3). No connection
//! keeps it from being free afterwards.

use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use url::Url;
use usher_messages::{Catalogue, Language, Message};

use crate::limits;

/// What the browser brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) code: Option<String>,
    pub(super) error: Option<String>,
    pub(super) issuer: Option<String>,
}

/// An open port, before anybody knows of it.
pub(super) struct Listener {
    listener: TcpListener,
    host: String,
}

impl Listener {
    pub(super) async fn bind() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let host = listener.local_addr()?.to_string();
        Ok(Self { listener, host })
    }

    /// The address the browser is to come back to.
    pub(super) fn redirect(&self) -> String {
        format!("http://{}/callback", self.host)
    }

    /// Waits for the redirect with this state; other requests are refused.
    pub(super) async fn answer(self, state: &str, language: Language) -> io::Result<Answer> {
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if connections.len() < limits::CALLBACK_CONNECTIONS => {
                    let (stream, _) = accepted?;
                    // One that is given up is reset: whoever closes first holds the port for a minute (RFC 9293, section
                    // 3.6).
                    stream.set_zero_linger()?;
                    let (host, state) = (self.host.clone(), state.to_owned());
                    connections.spawn(async move { serve(stream, &host, &state, language).await });
                }
                Some(served) = connections.join_next() => {
                    if let Ok(Some(answer)) = served {
                        return Ok(answer);
                    }
                }
            }
        }
    }
}

/// Answers one request; what it brought, if it is what is waited for.
async fn serve(
    mut stream: TcpStream,
    host: &str,
    state: &str,
    language: Language,
) -> Option<Answer> {
    let head = tokio::time::timeout(limits::CALLBACK_HEAD_WAIT, head(&mut stream)).await;
    let head = head.ok()?.ok()?;
    let answer = read(&head, host, state);
    let (status, key) = match &answer {
        Some(_) => ("200 OK", "desktop.signIn.done"),
        None => ("400 Bad Request", "desktop.signIn.notExpected"),
    };
    let page = page(language, key);
    let reply = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n\
         Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n{page}",
        page.len()
    );
    // A browser that has gone already has brought its answer all the same.
    let told = stream.write_all(reply.as_bytes());
    let _ = tokio::time::timeout(limits::CALLBACK_HEAD_WAIT, told).await;
    match &answer {
        // The sign-in goes on meanwhile.
        Some(_) => drop(tokio::spawn(end(stream))),
        None => end(stream).await,
    }
    answer
}

/// Ends a connection. It is left to the browser to close it, as it was told to, once it has read the page; one that waits
/// for Usher to do so is not kept waiting for long.
async fn end(mut stream: TcpStream) {
    if !is_closed_soon(&mut stream).await {
        let _ = stream.shutdown().await;
        is_closed_soon(&mut stream).await;
    }
}

async fn is_closed_soon(stream: &mut TcpStream) -> bool {
    let mut rest = [0; 256];
    let closed = async { while stream.read(&mut rest).await.is_ok_and(|read| read > 0) {} };
    let closed = tokio::time::timeout(limits::CALLBACK_CLOSED_WITHIN, closed).await;
    closed.is_ok()
}

/// A page with one text of the catalogue.
fn page(language: Language, key: &'static str) -> String {
    let tag = match language {
        Language::English => "en",
        Language::German => "de",
    };
    let text = Catalogue::of(language).text(&Message::new(key));
    format!(
        "<!doctype html><html lang=\"{tag}\"><meta charset=\"utf-8\"><title>Usher</title><p>{text}</p>"
    )
}

async fn head(stream: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    let mut chunk = [0; 2048];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut chunk).await?;
        if read == 0 || head.len() + read > limits::CALLBACK_HEAD_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        head.extend_from_slice(&chunk[..read]);
    }
    String::from_utf8(head).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// What a request brings; `None` if it is not the one that is waited for.
fn read(head: &str, host: &str, state: &str) -> Option<Answer> {
    let mut lines = head.split("\r\n");
    let target = lines.next()?.strip_prefix("GET ")?;
    let target = target.split(' ').next()?;
    let mut hosts = lines.filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim())
    });
    // A page elsewhere whose name was made to lead here says its own name (DNS rebinding).
    if hosts.next() != Some(host) || hosts.next().is_some() || !target.starts_with("/callback?") {
        return None;
    }
    let url = Url::parse(&format!("http://{host}{target}")).ok()?;
    let one = |wanted: &str| {
        let mut found = url.query_pairs().filter(|(name, _)| name == wanted);
        let (_, value) = found.next()?;
        // What is said twice says nothing.
        found.next().is_none().then(|| value.into_owned())
    };
    if !is_same(&one("state")?, state) {
        return None;
    }
    Some(Answer {
        code: one("code"),
        error: one("error"),
        issuer: one("iss"),
    })
}

/// Compares in a time that does not tell how much is right.
fn is_same(given: &str, expected: &str) -> bool {
    let pairs = given.bytes().zip(expected.bytes());
    given.len() == expected.len() && pairs.fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use tokio::net::TcpSocket;

    #[test]
    fn only_the_browser_that_was_sent_is_heard() {
        let host = "127.0.0.1:4000";
        let check = |request: &str, host_header: &str, expected: Option<[&str; 3]>| {
            let head = format!("{request} HTTP/1.1\r\nHost: {host_header}\r\n\r\n");
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let expected = expected.map(|[code, error, issuer]| Answer {
                code: text(code),
                error: text(error),
                issuer: text(issuer),
            });
            assert_eq!(read(&head, host, "s3cret"), expected, "{head:?}");
        };
        check(
            "GET /callback?code=a%20b&state=s3cret",
            host,
            Some(["a b", "", ""]),
        );
        check(
            "GET /callback?error=access_denied&state=s3cret&iss=https%3A%2F%2Fa",
            host,
            Some(["", "access_denied", "https://a"]),
        );
        check(
            "GET /callback?code=a&code=b&state=s3cret",
            host,
            Some(["", "", ""]),
        );
        check("GET /callback?code=a&state=other!", host, None);
        check("GET /callback?code=a&state=s3cre", host, None);
        check("GET /callback?code=a&state=s3cret&state=s3cret", host, None);
        check("GET /callback?code=a", host, None);
        check("GET /callback", host, None);
        check("GET /elsewhere?code=a&state=s3cret", host, None);
        check("POST /callback?code=a&state=s3cret", host, None);
        check("GET /callback?code=a&state=s3cret", "evil.example", None);
        check("GET /callback?code=a&state=s3cret", "localhost:4000", None);
        check("nonsense", host, None);
    }

    #[tokio::test]
    async fn strangers_do_not_end_the_wait() {
        let listener = Listener::bind().await.expect("a port");
        let host = listener.host.clone();
        let waiting = tokio::spawn(async move { listener.answer("s", Language::German).await });
        let long = format!(
            "GET /callback?code={} HTTP/1.1\r\n",
            "x".repeat(limits::CALLBACK_HEAD_BYTES)
        );
        let request = |target: &str| format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let page = |key| super::page(Language::German, key);
        let (done, other) = (
            page("desktop.signIn.done"),
            page("desktop.signIn.notExpected"),
        );
        let knocks = [
            (long, "", ""),
            (request("/favicon.ico"), "HTTP/1.1 400", &*other),
            (
                request("/callback?code=a&state=wrong"),
                "HTTP/1.1 400",
                &other,
            ),
            (request("/callback?code=a&state=s"), "HTTP/1.1 200", &done),
        ];
        for (knock, expected, page) in knocks {
            let mut stream = TcpStream::connect(&host).await.expect("a connection");
            // One that is too long is cut off, maybe while it is being written.
            let _ = stream.write_all(knock.as_bytes()).await;
            let mut reply = Vec::new();
            let _ = stream.read_to_end(&mut reply).await;
            let reply = String::from_utf8(reply).expect("text");
            assert_eq!(
                reply.get(..12).unwrap_or(""),
                expected,
                "what {knock:.40} got"
            );
            assert!(reply.ends_with(page), "the page in the language: {reply}");
        }
        let answer = waiting.await.expect("no panic").expect("an answer");
        assert_eq!(
            answer.code.as_deref(),
            Some("a"),
            "the one with the state was heard"
        );
    }

    /// Reads a page and closes the connection, as browsers do.
    async fn read_page(mut browser: TcpStream) {
        let mut page = String::new();
        while !page.ends_with("</p>") {
            let mut some = [0; 256];
            let read = browser.read(&mut some).await.expect("a page");
            assert!(read > 0, "the whole page: {page}");
            page.push_str(std::str::from_utf8(&some[..read]).expect("text"));
        }
    }

    #[tokio::test]
    async fn the_port_is_free_at_once_after_the_end() {
        for ending in ["answered", "given up"] {
            let listener = Listener::bind().await.expect("a port");
            let host = listener.host.clone();
            let waiting =
                tokio::spawn(async move { listener.answer("s", Language::English).await });
            // Browsers open connections that they do not use.
            let spare = TcpStream::connect(&host).await.expect("a connection");
            let mut browser = TcpStream::connect(&host).await.expect("a connection");
            let state = if ending == "answered" { "s" } else { "wrong" };
            let target = format!("/callback?code=a&state={state}");
            let request = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n");
            browser
                .write_all(request.as_bytes())
                .await
                .expect("it is read");
            read_page(browser).await;
            if ending == "answered" {
                let answer = waiting.await.expect("no panic").expect("an answer");
                assert_eq!(answer.code.as_deref(), Some("a"));
            } else {
                waiting.abort();
                assert!(waiting.await.is_err(), "it is given up");
            }
            let is_free = || {
                let again = TcpSocket::new_v4().expect("a socket");
                again.bind(host.parse().expect("an address")).is_ok()
            };
            // A port that is held is so for a minute.
            let freed = tokio::time::timeout(Duration::from_secs(20), async {
                while !is_free() {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            });
            assert!(freed.await.is_ok(), "{ending}");
            drop(spare);
        }
    }
}
