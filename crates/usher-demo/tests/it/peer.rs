//! A client of a few lines: it sends, waits, and checks each frame that comes back.

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

use crate::schema;

/// Long enough for the slowest machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// One connection to a fresh demo server.
pub(crate) struct Peer {
    to_server: WriteHalf<DuplexStream>,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    /// Frames that came while something else was awaited.
    early: VecDeque<Value>,
    last_id: u64,
    server: JoinHandle<std::io::Result<()>>,
}

/// What most tests declare: everything.
pub(crate) fn capable() -> Value {
    json!({
        "elicitation": { "form": {}, "url": {} },
        "sampling": {},
        "roots": {},
    })
}

impl Peer {
    /// A server that has not been initialized.
    pub(crate) fn generate() -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(theirs);
        let server = tokio::spawn(usher_demo::serve(reader, writer));
        let (from_server, to_server) = tokio::io::split(ours);
        Self {
            to_server,
            lines: BufReader::new(from_server).lines(),
            early: VecDeque::new(),
            last_id: 0,
            server,
        }
    }

    /// A server ready for work, told that the client can do `capabilities`.
    pub(crate) async fn ready(capabilities: Value) -> Self {
        let mut peer = Self::generate();
        let result = peer.initialize("2025-11-25", capabilities).await;
        schema::assert_fits("InitializeResult", &result);
        peer
    }

    pub(crate) async fn initialize(&mut self, version: &str, capabilities: Value) -> Value {
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": { "name": "peer", "version": "1" },
        });
        let result = self.result("initialize", params).await;
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        result
    }

    pub(crate) async fn send(&mut self, frame: &Value) {
        self.send_text(&frame.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, line: &str) {
        let line = format!("{line}\n");
        self.to_server
            .write_all(line.as_bytes())
            .await
            .expect("the server reads");
    }

    /// Sends a request without waiting, and tells its id.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
        id
    }

    /// The result of a request, held against the definition of its method.
    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params).await;
        self.result_of(id, method).await
    }

    pub(crate) async fn result_of(&mut self, id: u64, method: &str) -> Value {
        let mut answer = self.wait_for(|frame| frame["id"] == id).await;
        assert_eq!(answer["error"], Value::Null, "{method} must not fail");
        let result = answer["result"].take();
        schema::assert_fits(result_definition(method), &result);
        result
    }

    /// The error of a request that must fail.
    pub(crate) async fn error(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params).await;
        let answer = self.wait_for(|frame| frame["id"] == id).await;
        assert!(
            answer["error"].is_object(),
            "{method} must fail, not {answer}"
        );
        answer["error"].clone()
    }

    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.result(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
        .await
    }

    pub(crate) async fn notification(&mut self, method: &str) -> Value {
        let method = format!("notifications/{method}");
        self.wait_for(|frame| frame["method"] == method.as_str())
            .await["params"]
            .clone()
    }

    /// Returns the server's next request, checked by its method.
    pub(crate) async fn question(&mut self) -> Value {
        self.wait_for(|frame| frame.get("method").is_some() && frame.get("id").is_some())
            .await
    }

    pub(crate) async fn answer(&mut self, question: &Value, result: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": result }))
            .await;
    }

    /// The first frame that `wanted` likes; those before it are kept for later.
    pub(crate) async fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.early.iter().position(&wanted) {
            return self.early.remove(at).expect("it was just found");
        }
        loop {
            let frame = self.next().await;
            if wanted(&frame) {
                return frame;
            }
            self.early.push_back(frame);
        }
    }

    /// Every frame that has come until the server answers a ping.
    pub(crate) async fn drain(&mut self) -> Vec<Value> {
        let id = self.request("ping", json!({})).await;
        self.wait_for(|frame| frame["id"] == id).await;
        self.early.drain(..).collect()
    }

    async fn next(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line())
            .await
            .expect("the server sends something in time")
            .expect("the stream is readable")
            .expect("the server is still there");
        let frame: Value = serde_json::from_str(&line).expect("every line is JSON");
        check_frame(&frame);
        frame
    }

    /// Ends the input and waits until the server has left.
    pub(crate) async fn leave(mut self) {
        self.to_server.shutdown().await.expect("the end is sent");
        let ended = tokio::time::timeout(PATIENCE, self.server)
            .await
            .expect("the server ends with its input");
        ended.expect("it does not panic").expect("it does not fail");
    }
}

fn check_frame(frame: &Value) {
    schema::assert_fits("JSONRPCMessage", frame);
    match (frame.get("method"), frame.get("id")) {
        (Some(_), Some(_)) => schema::assert_fits("ServerRequest", frame),
        (Some(_), None) => schema::assert_fits("ServerNotification", frame),
        _ => {}
    }
}

fn result_definition(method: &str) -> &'static str {
    match method {
        "initialize" => "InitializeResult",
        "tools/list" => "ListToolsResult",
        "tools/call" | "tasks/result" => "CallToolResult",
        "tasks/get" => "GetTaskResult",
        "tasks/cancel" => "CancelTaskResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "resources/read" => "ReadResourceResult",
        "prompts/list" => "ListPromptsResult",
        "prompts/get" => "GetPromptResult",
        "completion/complete" => "CompleteResult",
        _ => "EmptyResult",
    }
}
