//! A client that speaks for itself: what it sends is what the test says.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, WriteHalf};
use tokio::sync::oneshot;
use usher_core::clients::Introduction;
use usher_gateway::{ClientTimeout, Gateway, GatewayOptions};
use usher_types::client::ClientProgram;

use crate::test_host::TestHost;

/// Longest wait for an answer, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

pub(super) struct Client {
    output: Output,
    state: Arc<Mutex<State>>,
    next_id: i64,
    pub(super) era: Era,
    /// The name it gives itself.
    pub(super) declares: &'static str,
    /// What it declares to be able to do.
    pub(super) capabilities: Value,
}

type Output = Arc<tokio::sync::Mutex<WriteHalf<DuplexStream>>>;

/// How the client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    Legacy,
    Modern,
}

#[derive(Default)]
struct State {
    waiting: HashMap<String, oneshot::Sender<Value>>,
    /// What it answers to requests of Usher, by their methods: a result, or an error.
    answers: HashMap<&'static str, Result<Value, Value>>,
    /// Whatever came that answers no request, in order.
    told: Vec<Value>,
    /// The last message as it came.
    last_line: String,
}

impl State {
    /// Takes a message; the answer to it, if it is a request that is answered.
    fn hear(&mut self, message: Value) -> Option<Value> {
        let id = message.get("id").cloned();
        let Some(method) = message["method"].as_str() else {
            match id.and_then(|id| self.waiting.remove(&id.to_string())) {
                Some(waiting) => drop(waiting.send(message)),
                None => self.told.push(message),
            }
            return None;
        };
        let answer = self.answers.get(method).cloned();
        self.told.push(message);
        let (member, content) = match (id.as_ref(), answer?) {
            (None, _) => return None,
            (Some(_), Ok(result)) => ("result", result),
            (Some(_), Err(error)) => ("error", error),
        };
        Some(json!({ "jsonrpc": "2.0", "id": id, member: content }))
    }
}

async fn write(output: &Output, line: &str) {
    let line = format!("{line}\n");
    let mut output = output.lock().await;
    output.write_all(line.as_bytes()).await.expect("it is read");
}

impl Client {
    /// Connects, and says nothing yet.
    pub(super) fn connect(host: &TestHost, name: &str) -> Self {
        Self::connect_to(&gateway(host, Duration::from_secs(50)), name)
    }

    pub(super) fn connect_to(gateway: &Gateway, name: &str) -> Self {
        Self::connect_from(gateway, name, ClientProgram::default())
    }

    pub(super) fn connect_from(gateway: &Gateway, name: &str, program: ClientProgram) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let introduction = Introduction {
            connects_as: name.to_owned(),
            program,
            key: None,
        };
        let gateway = gateway.clone();
        tokio::spawn(async move {
            let (input, output) = tokio::io::split(theirs);
            gateway
                .serve(introduction, input, output)
                .await
                .expect("it is served");
        });
        let (input, output) = tokio::io::split(ours);
        let output = Arc::new(tokio::sync::Mutex::new(output));
        let answering = Arc::clone(&output);
        let state = Arc::<Mutex<State>>::default();
        let heard = Arc::clone(&state);
        tokio::spawn(async move {
            let mut lines = BufReader::new(input).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                let message: Value = serde_json::from_str(&line).expect("each line is JSON");
                let answer = {
                    let mut heard = heard.lock();
                    heard.last_line = line;
                    heard.hear(message)
                };
                if let Some(answer) = answer {
                    write(&answering, &answer.to_string()).await;
                }
            }
        });
        Self {
            output,
            state,
            next_id: 1,
            era: Era::Legacy,
            declares: "test-client",
            capabilities: json!({}),
        }
    }

    /// Answers requests of Usher so from now on.
    pub(super) fn answers(&self, method: &'static str, answer: Result<Value, Value>) {
        let mut state = self.state.lock();
        state.answers.insert(method, answer);
    }

    /// The same call with the answers that its result asks for.
    pub(super) fn asked_again(&self, params: &Value, result: &Value) -> Value {
        let mut again = params.clone();
        again["requestState"] = result["requestState"].clone();
        let responses = self.responses(&result["inputRequests"]);
        if responses != json!({}) {
            again["inputResponses"] = responses;
        }
        again
    }

    /// Its answers to requests, by their keys.
    pub(super) fn responses(&self, requests: &Value) -> Value {
        let mut state = self.state.lock();
        let mut responses = json!({});
        for (key, request) in requests.as_object().into_iter().flatten() {
            state.told.push(request.clone());
            let answer = state
                .answers
                .get(request["method"].as_str().unwrap_or_default());
            responses[key] = answer
                .cloned()
                .unwrap_or_else(|| panic!("{request} was not expected"))
                .expect("errors are of the legacy era");
        }
        responses
    }

    /// Begins as clients until 2025-11-25 do.
    pub(super) async fn initialize(&mut self) -> Value {
        let begun = self
            .request(
                "initialize",
                json!({
                    "protocolVersion": "2025-11-25", "capabilities": self.capabilities,
                    "clientInfo": { "name": self.declares, "version": "1" },
                }),
            )
            .await
            .expect("it begins");
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        begun
    }

    /// Sends a message exactly as it is.
    pub(super) async fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string()).await;
    }

    /// Takes a request back: `requestId`, and `reason` if there is one.
    pub(super) async fn cancel(&mut self, params: Value) {
        self.send(
            &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }),
        )
        .await;
    }

    pub(super) async fn send_line(&mut self, line: &str) {
        write(&self.output, line).await;
    }

    /// Sends a request and waits for its answer: the result, or the error.
    pub(super) async fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let answer = self.begin(method, params).await;
        answer.await
    }

    /// Sends a request; its answer comes later.
    pub(super) async fn begin(
        &mut self,
        method: &str,
        mut params: Value,
    ) -> impl Future<Output = Result<Value, Value>> + use<> {
        let id = self.next_id;
        self.next_id += 1;
        if self.era == Era::Modern {
            let meta = params["_meta"].take();
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
                "io.modelcontextprotocol/clientInfo": { "name": self.declares, "version": "1" },
            });
            for (name, value) in meta.as_object().into_iter().flatten() {
                params["_meta"][name] = value.clone();
            }
        }
        let (sender, answer) = oneshot::channel();
        {
            let mut state = self.state.lock();
            state.waiting.insert(id.to_string(), sender);
        }
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&message).await;
        let what = message["method"].clone();
        async move {
            let answer = tokio::time::timeout(PATIENCE, answer).await;
            let answer = answer.unwrap_or_else(|_| panic!("{what} got no answer"));
            let mut answer = answer.unwrap_or_else(|_| panic!("{what} got none before the end"));
            match answer.get_mut("error") {
                Some(error) => Err(error.take()),
                None => Ok(answer["result"].take()),
            }
        }
    }

    /// Ends the connection, as a client that is closed does.
    pub(super) async fn close(self) {
        let mut output = self.output.lock().await;
        output.shutdown().await.expect("it ends");
    }

    /// The last message as it came.
    pub(super) fn last_line(&self) -> String {
        let state = self.state.lock();
        state.last_line.clone()
    }

    /// The id of the request that was begun last.
    pub(super) fn last_id(&self) -> i64 {
        self.next_id - 1
    }

    pub(super) async fn call(&mut self, tool: &str, arguments: Value) -> Result<Value, Value> {
        self.request(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
        .await
    }

    /// The names of a list.
    pub(super) async fn names(&mut self, list: &str, member: &str, name: &str) -> Vec<String> {
        let listed = self.request(list, json!({})).await.expect("it is listed");
        let entries = listed[member].as_array().cloned().unwrap_or_default();
        let names = entries.iter().filter_map(|entry| entry[name].as_str());
        names.map(str::to_owned).collect()
    }

    /// What it was told without asking, with this method.
    pub(super) fn told(&self, method: &str) -> Vec<Value> {
        let state = self.state.lock();
        let told = state.told.iter().filter(|told| told["method"] == method);
        told.cloned().collect()
    }

    /// Forgets what it was told with this method.
    pub(super) fn forget(&self, method: &str) {
        let mut state = self.state.lock();
        state.told.retain(|told| told["method"] != method);
    }

    /// Everything it was told without asking.
    pub(super) fn all_told(&self) -> Vec<Value> {
        self.state.lock().told.clone()
    }
}

/// Serves clients on a host; those of no known name wait as long as this.
pub(super) fn gateway(host: &TestHost, client_timeout: Duration) -> Gateway {
    let shared = host.api.shared_host().expect("the data is open");
    Gateway::new(
        shared,
        GatewayOptions {
            client_timeout: ClientTimeout {
                others: client_timeout,
                ..ClientTimeout::default()
            },
            ..GatewayOptions::new("0.0.0-test")
        },
    )
}
