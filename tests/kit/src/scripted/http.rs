//! The scripted server over Streamable HTTP: `/<style>/<mode>`, where the style says how answers come.
//!
//! | style | answers |
//! |---|---|
//! | `json` | one JSON body |
//! | `sse` | a stream of events |
//! | `status-<n>` | this status instead of an answer to `tools/call` |
//! | `discover_<what>` | nothing of use to `server/discover`: see `discovered` |
//! | `busy_<n>_<s>` | this status to everything, to be asked again after so many seconds |
//! | `locked_<p>` | wants a sign-in, described by a server at that port |
//! | `names_<how>` | one JSON body, and a session whose id is odd |
//! | `bounced` | to a GET: a redirect to the port that is the mode |
//! | `init-<n>` | this status instead of an answer to `initialize`; `init-page` is a web page |
//! | `init_hang` | nothing to `initialize` |
//! | `orphaned` | an acknowledgement, and the answer on the stream of a GET |
//! | `asks_aside` | a question on the stream of a GET before the answer; without such a stream it is lost |
//! | `polled` | a GET gives one event and closes, and goes on after it |
//! | `redirect_away` | to a call: a redirect to the host and port that are the mode |
//! | `bounce-<n>` | a redirect with this status: `loop` to itself, `near` to `/json/echo` |
//! | others | see [`HttpServer::respond`] and the faults beside it |
//!
//! What a GET hears, and what is said there, is in `listening`. Written by hand on TCP: what is tested includes what no HTTP library would send.

pub mod flooding;
mod listening;
mod socket;

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use serde_json::Value;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::peer::{Memory, Output, Peer};
use super::{exfiltration, http_faults, script};
pub use socket::Seen;
pub(crate) use socket::{plain, read_request, redirect, start_events};

#[derive(Clone, Default)]
pub struct HttpServer {
    /// The port it listens on.
    pub port: u16,
    seen: Arc<watch::Sender<Vec<Seen>>>,
    /// Requests that hang and whose exchange the client ended, by id.
    hung_up: Arc<watch::Sender<Vec<Value>>>,
    sessions: Arc<Mutex<HashMap<String, Arc<Memory>>>>,
    /// Who listens by GET.
    listeners: Arc<Mutex<Vec<mpsc::UnboundedSender<Value>>>>,
    connections: Arc<AtomicUsize>,
    stopped: CancellationToken,
}

impl HttpServer {
    /// Starts listening on a free port of the loopback address; serves as long as the runtime lives.
    pub async fn start() -> io::Result<Self> {
        Self::start_on(Ipv4Addr::LOCALHOST.into()).await
    }

    /// As [`HttpServer::start`], on this address of the machine.
    pub async fn start_on(address: IpAddr) -> io::Result<Self> {
        let listener = TcpListener::bind((address, 0)).await?;
        let server = Self {
            port: listener.local_addr()?.port(),
            ..Self::default()
        };
        let serving = server.clone();
        tokio::spawn(async move {
            let accepting = async {
                while let Ok((stream, _)) = listener.accept().await {
                    let server = serving.clone();
                    server.connections.fetch_add(1, Ordering::Relaxed);
                    tokio::spawn(async move {
                        tokio::select! {
                            talked = server.talk(stream) => talked,
                            () = server.stopped.cancelled() => Ok(()),
                        }
                    });
                }
            };
            tokio::select! {
                () = accepting => {}
                () = serving.stopped.cancelled() => {}
            }
        });
        Ok(server)
    }

    /// Stops listening and breaks every connection, as a dying server would.
    pub fn stop(&self) {
        self.stopped.cancel();
    }

    /// Every request so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.borrow().clone()
    }

    /// Waits for a request that fits.
    pub async fn wait_seen(&self, fits: impl Fn(&Seen) -> bool) -> Seen {
        self.wait_seen_times(1, fits).await
    }

    /// Waits until so many requests fit; the last of them.
    pub async fn wait_seen_times(&self, times: usize, fits: impl Fn(&Seen) -> bool) -> Seen {
        let mut seen = self.seen.subscribe();
        loop {
            let last = seen
                .borrow_and_update()
                .iter()
                .filter(|seen| fits(seen))
                .nth(times - 1)
                .cloned();
            if let Some(last) = last {
                return last;
            }
            // The sender lives as long as this server.
            let _ = seen.changed().await;
        }
    }

    /// Waits until the client has ended a hanging exchange; the id of that request.
    pub async fn hung_up(&self) -> Value {
        let mut hung_up = self.hung_up.subscribe();
        match hung_up.wait_for(|ids| !ids.is_empty()).await {
            Ok(ids) => ids[0].clone(),
            Err(_) => Value::Null,
        }
    }

    /// How many connections were made to it.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    async fn talk(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let mut stream = BufReader::new(stream);
        while let Some(request) = read_request(&mut stream).await? {
            self.seen.send_modify(|seen| seen.push(request.clone()));
            if !self.respond(&request, stream.get_mut()).await? {
                break;
            }
        }
        Ok(())
    }

    /// Answers one request; false when the connection is to be closed.
    pub(super) async fn respond(&self, request: &Seen, stream: &mut TcpStream) -> io::Result<bool> {
        let mut path = request
            .line
            .split([' ', '/'])
            .filter(|part| !part.is_empty());
        let verb = path.next().unwrap_or_default().to_owned();
        let style = path.next().unwrap_or_default().to_owned();
        let mut mode = path.next().unwrap_or_default().to_owned();
        if mode == "modern_headers_later" && self.was_called() {
            "modern_headers_since_a_call".clone_into(&mut mode);
        }
        let session = request
            .headers
            .get("mcp-session-id")
            .cloned()
            .unwrap_or_default();
        if mode == "redeploys" && session == "s2" {
            "redeployed".clone_into(&mut mode);
        }
        match verb.as_str() {
            "GET" => return self.hear(request, &style, &mode, stream).await,
            "DELETE" => return plain(stream, 200, "text/plain", "").await,
            _ => {}
        }
        let method = request.body["method"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        if let Some(done) = http_faults::busy(&style, stream).await {
            return done;
        }
        if method == "server/discover"
            && let Some(done) = http_faults::discovered(&style, &request.body["id"], stream).await
        {
            return done;
        }
        if method == "initialize" {
            if style == "init_hang" {
                return Ok(http_faults::never(stream).await);
            }
            if let Some(status) = style.strip_prefix("init-") {
                return http_faults::refused(status, stream).await;
            }
            let name = format!("s{}", self.sessions.lock().len() + 1);
            let memory = Arc::<Memory>::default();
            self.sessions.lock().insert(name.clone(), memory.clone());
            let headers = socket::session_header(&style, &name) + &exfiltration::headers(&mode);
            return self
                .respond_mcp(request, stream, &style, &mode, memory, &headers)
                .await;
        }
        let memory = self
            .sessions
            .lock()
            .get(&session)
            .cloned()
            .unwrap_or_default();
        if style == "breaks_once" && (method == "tools/call" || self.is_first_look(&method)) {
            start_events(stream, "").await?;
            return Ok(false);
        }
        if method == "tools/list" && style == flooding::BODIES {
            return flooding::oversize(stream).await;
        }
        let is_request = !request.body["id"].is_null() && !method.is_empty();
        if let Some(done) = flooding::take_answer(&style, &request.body, stream).await {
            return done;
        }
        if !is_request && let Some(done) = http_faults::refused_endlessly(&style, stream).await {
            return done;
        }
        if !is_request {
            let (out, _) = mpsc::unbounded_channel();
            script::handle(
                &mode,
                request.body.clone(),
                &Peer::new(out, memory.clone()),
                &memory,
            )
            .await;
            return plain(stream, 202, "text/plain", "").await;
        }
        if matches!(method.as_str(), "tools/call" | "resources/read")
            && let Some(done) = http_faults::answer(&style, &request.body["id"], stream).await
        {
            return done;
        }
        if method == "tools/call" {
            if let Some(done) = http_faults::mismatch(&mode, request, stream).await {
                return done;
            }
            if let Some(status) = style.strip_prefix("status-") {
                return plain(
                    stream,
                    status.parse().unwrap_or(500),
                    "text/html",
                    "<html>oops</html>",
                )
                .await;
            }
            match style.as_str() {
                "html" => return plain(stream, 200, "text/html", "<html>login</html>").await,
                "accepted" => return plain(stream, 202, "text/plain", "").await,
                "drop" => return Ok(false),
                "hang" => return Ok(self.hang(&request.body["id"], stream).await),
                "empty_events" => return start_events(stream, "").await.map(|()| false),
                "orphaned" => return self.answer_on_stream(&request.body["id"], stream).await,
                "asks_aside" => return self.ask_aside(&request.body["id"], memory, stream).await,
                bounce if bounce.starts_with("bounce-") => {
                    let status = bounce["bounce-".len()..].parse().unwrap_or(307);
                    let near = if mode == "loop" { bounce } else { "json" };
                    return redirect(stream, status, &format!("/{near}/{mode}")).await;
                }
                "redirect" => return redirect(stream, 307, &format!("/json/{mode}")).await,
                "redirect_away" => {
                    return redirect(stream, 307, &format!("http://{mode}/json/echo")).await;
                }
                forgets if forgets.starts_with("forgets") && session == "s1" => {
                    let status = forgets.strip_prefix("forgets-").unwrap_or("404");
                    let body = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#;
                    return plain(
                        stream,
                        status.parse().unwrap_or(404),
                        "application/json",
                        body,
                    )
                    .await;
                }
                "resume" => {
                    start_events(stream, "").await?;
                    stream.write_all(b"id: e1\nretry: 500\ndata: \n\n").await?;
                    return Ok(false);
                }
                _ => {}
            }
        }
        let headers = exfiltration::headers(&mode);
        self.respond_mcp(request, stream, &style, &mode, memory, &headers)
            .await
    }

    /// Whether any tool was called.
    fn was_called(&self) -> bool {
        let seen = self.seen.borrow();
        seen.iter().any(|seen| seen.body["method"] == "tools/call")
    }

    /// Whether this is the first request of a method that changes nothing.
    fn is_first_look(&self, method: &str) -> bool {
        let seen = self.seen.borrow();
        let made = seen.iter().filter(|seen| seen.body["method"] == method);
        made.count() == 1 && (method.ends_with("/list") || method == "resources/read")
    }

    /// Never answers, and notices when the client ends the exchange.
    async fn hang(&self, id: &Value, stream: &mut TcpStream) -> bool {
        http_faults::never(stream).await;
        self.hung_up.send_modify(|ids| ids.push(id.clone()));
        false
    }

    /// Lets the script answer, in the style of the connection.
    async fn respond_mcp(
        &self,
        request: &Seen,
        stream: &mut TcpStream,
        style: &str,
        mode: &str,
        memory: Arc<Memory>,
        headers: &str,
    ) -> io::Result<bool> {
        let (out, mut queue) = mpsc::unbounded_channel();
        let (body, mode) = (request.body.clone(), mode.to_owned());
        tokio::spawn(async move {
            let peer = Peer::new(out, memory.clone());
            script::handle(&mode, body, &peer, &memory).await;
        });
        if !matches!(style, "sse" | "forgets") {
            return match queue.recv().await {
                Some(Output::Line(body) | Output::Bare(body)) => {
                    let head = format!(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{headers}Content-Length: {}\r\n\r\n",
                        body.len()
                    );
                    stream.write_all(head.as_bytes()).await?;
                    stream.write_all(&body).await?;
                    stream.flush().await.map(|()| true)
                }
                _ => Ok(false),
            };
        }
        start_events(stream, headers).await?;
        while let Some(output) = queue.recv().await {
            let (Output::Line(data) | Output::Bare(data)) = output else {
                break;
            };
            stream.write_all(b"event: message\ndata: ").await?;
            stream.write_all(&data).await?;
            stream.write_all(b"\n\n").await?;
            stream.flush().await?;
        }
        Ok(false)
    }
}
