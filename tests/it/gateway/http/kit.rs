//! A client that writes its requests itself, byte for byte.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use usher_api::operations::op;
use usher_gateway::{Gateway, GatewayOptions, HttpEndpoint};

use crate::test_host::{TestHost, text};

/// Longest wait for an answer, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A host that serves clients over HTTP.
pub(super) struct Served {
    pub(super) host: TestHost,
    pub(super) port: u16,
    _endpoint: HttpEndpoint,
}

impl Served {
    pub(super) async fn open() -> Self {
        Self::with(GatewayOptions::new("0.0.0-test")).await
    }

    pub(super) async fn with(options: GatewayOptions) -> Self {
        let host = TestHost::open().await;
        let endpoint = endpoint(&host, options);
        let access = host
            .call(op::ClientSetHttpAccess, json!({ "isOn": true }))
            .await;
        Self {
            port: port(&access),
            host,
            _endpoint: endpoint,
        }
    }

    /// Adds a client, and returns its token.
    pub(super) async fn add(&self, name: &str) -> String {
        let profile = json!({
            "sources": { "kind": "all" }, "hiddenTools": [], "prompts": "offered", "resources": "offered",
            "names": "withServer", "answers": { "elicitation": "person", "sampling": "person", "roots": "person" },
        });
        let params = json!({ "name": name, "profile": profile });
        let added = self.host.call(op::ClientAddHttp, params).await;
        text(&added["token"])
    }

    /// The client of a name, as the page shows it.
    pub(super) async fn client(&self, name: &str) -> Value {
        let clients = self.host.call(op::ClientList, json!({})).await;
        let clients = clients.as_array().cloned().unwrap_or_default();
        let found = clients.into_iter().find(|client| client["name"] == name);
        found.unwrap_or_else(|| panic!("there is no client {name}"))
    }

    /// Sends a request as it is written, and returns what can be read from then on.
    pub(super) async fn send(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))
            .await
            .expect("the port is open");
        // One that is refused early may be closed while it still sends.
        let _ = stream.write_all(request.as_bytes()).await;
        Answer::of(stream).await
    }

    /// Posts a message.
    pub(super) async fn post(&self, token: &str, headers: &str, message: &Value) -> Answer {
        self.send(&self.posted(token, headers, &message.to_string()))
            .await
    }

    /// A POST with these further headers, each with its line break.
    pub(super) fn posted(&self, token: &str, headers: &str, body: &str) -> String {
        format!(
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Content-Length: {}\r\n{headers}\r\n{body}",
            self.port,
            body.len(),
        )
    }

    /// A request without a body.
    pub(super) fn bare(&self, method: &str, token: &str, headers: &str) -> String {
        format!(
            "{method} /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {token}\r\n\
             Accept: text/event-stream\r\n{headers}\r\n",
            self.port,
        )
    }
}

/// Serves clients over HTTP while that is turned on.
pub(super) fn endpoint(host: &TestHost, options: GatewayOptions) -> HttpEndpoint {
    let shared = host.api.shared_host().expect("the data is open");
    HttpEndpoint::start(Gateway::new(shared, options))
}

/// The port of an address that is shown.
pub(super) fn port(access: &Value) -> u16 {
    let url = access["url"].as_str().unwrap_or_default();
    let port = url
        .strip_prefix("http://127.0.0.1:")
        .and_then(|rest| rest.strip_suffix("/mcp"))
        .and_then(|port| port.parse().ok());
    port.unwrap_or_else(|| panic!("no address: {access}"))
}

/// What came back.
pub(super) struct Answer {
    pub(super) status: u16,
    /// The header lines, in lower case.
    pub(super) headers: String,
    /// The name of the session that began.
    pub(super) session: String,
    /// What was read of the body so far.
    body: String,
    stream: TcpStream,
}

impl Answer {
    async fn of(stream: TcpStream) -> Self {
        let mut answer = Self {
            status: 0,
            headers: String::new(),
            session: String::new(),
            body: String::new(),
            stream,
        };
        answer.until(|read| read.contains("\r\n\r\n")).await;
        let (head, rest) = answer.body.split_once("\r\n\r\n").unwrap_or_default();
        let (line, headers) = head.split_once("\r\n").unwrap_or((head, ""));
        let status = line.split(' ').nth(1).unwrap_or_default();
        answer.status = status.parse().unwrap_or_default();
        let session = headers
            .lines()
            .find_map(|line| line.strip_prefix("mcp-session-id: "));
        answer.session = session.unwrap_or_default().to_owned();
        answer.headers = headers.to_ascii_lowercase();
        answer.body = rest.to_owned();
        answer
    }

    /// Reads until enough is there, or the connection ends.
    async fn until(&mut self, enough: impl Fn(&str) -> bool) {
        let mut part = [0; 16 * 1024];
        while !enough(&self.body) {
            let read = tokio::time::timeout(PATIENCE, self.stream.read(&mut part)).await;
            match read.expect("the other end goes on or ends") {
                Ok(0) | Err(_) => return,
                Ok(count) => self.body.push_str(&String::from_utf8_lossy(&part[..count])),
            }
        }
    }

    /// A header of the answer.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        let mut lines = self.headers.lines();
        let line = lines.find_map(|line| line.strip_prefix(&format!("{name}: ")))?;
        Some(line.to_owned())
    }

    /// The whole body of an answer that has a length.
    pub(super) async fn whole(mut self) -> String {
        let length = self.header("content-length");
        let length: usize = length.and_then(|length| length.parse().ok()).unwrap_or(0);
        self.until(|read| read.len() >= length).await;
        self.body
    }

    /// The body as JSON.
    pub(super) async fn json(self) -> Value {
        let body = self.whole().await;
        serde_json::from_str(&body).unwrap_or_else(|_| panic!("no JSON: {body:?}"))
    }

    /// Reads a stream of events until one of them holds this text.
    pub(super) async fn event(&mut self, holds: &str) -> Value {
        let has_it = |line: &str| {
            let data = line.strip_prefix("data: ")?;
            serde_json::from_str::<Value>(data)
                .ok()
                .filter(|_| data.contains(holds))
        };
        self.until(|read| read.lines().any(|line| has_it(line).is_some()))
            .await;
        let found = self.body.lines().find_map(has_it);
        found.unwrap_or_else(|| panic!("no event holds {holds}: {}", self.body))
    }

    /// Reads a stream until its first event.
    pub(super) async fn until_begun(&mut self) {
        self.until(|read| read.contains("\n\n")).await;
    }

    /// The stream and the number of the first event that was read.
    pub(super) fn first_event(&self) -> (String, u64) {
        let mut ids = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("id: "));
        let id = ids.next().and_then(|id| id.split_once('-'));
        let (stream, number) = id.expect("an event with an id");
        (stream.to_owned(), number.parse().expect("a number"))
    }

    /// Everything until the connection or the stream ends.
    pub(super) async fn rest(mut self) -> String {
        self.until(|read| read.ends_with("0\r\n\r\n")).await;
        self.body
    }

    /// The id of the last event that was read.
    pub(super) fn last_event(&self) -> String {
        let mut ids = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("id: "));
        ids.next_back().unwrap_or_default().to_owned()
    }
}
