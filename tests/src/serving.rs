//! The programs people install, without a window: `usher serve` with servers, and clients behind `usher connect`. Used
//! by journeys and by `cargo xtask bench`.

mod kills;
mod place;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use usher_api::Api;
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host_with};

use crate::reviewing::accept_declared;

pub use kills::{Kills, TAG, end, hosts, kill_again_and_again, servers, tagged, windows};
pub use place::Place;

/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(90);

impl Place {
    /// A command of the program, on this folder.
    pub fn command(&self, usher: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(usher);
        command
            .args(arguments)
            .env("USHER_DATA_DIR", self.data())
            .env("XDG_RUNTIME_DIR", self.runtime())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command
    }

    /// `usher connect`, always under the same name.
    pub fn connect(&self, usher: &Path) -> Command {
        self.command(usher, &["connect", "--as", "Client"])
    }

    /// Starts the host, and waits until it serves.
    pub fn serve(&self, usher: &Path) -> Serving {
        let serving = Serving(self.command(usher, &["serve"]).spawn().expect("it starts"));
        let folder = self.runtime().join("usher");
        let began = Instant::now();
        while std::fs::read_dir(&folder).map_or(0, Iterator::count) == 0 {
            assert!(began.elapsed() < PATIENCE, "usher serve does not serve");
            std::thread::sleep(Duration::from_millis(5));
        }
        serving
    }

    /// Has the person allow the client that has connected, trust the demo server, and add and review further servers.
    pub fn prepare(&self, usher: &Path, servers: &[Value]) {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let environment = Environment::at(&self.data());
            let desktop = Desktop::default();
            let api = open_host_with(&environment, None, desktop, usher.to_owned()).await;
            let demo = call(&api, op::ServerAddDemo::NAME, json!({})).await;
            let trust = json!({ "serverId": demo["id"], "trust": "yes" });
            call(&api, op::PolicySetTrust::NAME, trust).await;
            let mut added = Vec::new();
            for (number, config) in servers.iter().enumerate() {
                let draft = json!({ "label": format!("Server {}", number + 2), "config": config });
                let draft = json!({ "draft": draft });
                added.push(call(&api, op::ServerAdd::NAME, draft).await["id"].clone());
            }
            for server in added {
                accept_declared(async |name, params| call(&api, name, params).await, &server).await;
                let trust = json!({ "serverId": server, "trust": "yes" });
                call(&api, op::PolicySetTrust::NAME, trust).await;
            }
            let clients = call(&api, op::ClientList::NAME, json!({})).await;
            let mut profile = clients[0]["profile"].clone();
            profile["listing"] = "all".into();
            let decision = json!({ "kind": "allow", "profile": profile });
            let params = json!({ "clientId": clients[0]["id"], "decision": decision });
            call(&api, op::ClientDecide::NAME, params).await;
            api.close().await;
        });
    }
}

async fn call(api: &Api, operation: &str, params: Value) -> Value {
    api.call(operation, params)
        .await
        .unwrap_or_else(|error| panic!("{operation}: {error:?}"))
}

/// The host, until it is stopped.
pub struct Serving(Child);

impl Serving {
    /// Ends it as the system does.
    pub fn stop(self) {
        let pid = self.0.id().to_string();
        let sent = Command::new("kill").args(["-s", "TERM", &pid]).status();
        assert!(sent.is_ok_and(|sent| sent.success()), "it is told to end");
        self.ended();
    }

    /// Waits until it has ended by itself.
    pub fn ended(mut self) {
        let ended = self.0.wait().expect("it ends");
        assert!(ended.success(), "in order");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It has ended already, but for a test that has failed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A client behind `usher connect`, or at a server of its own.
pub struct Client {
    pub child: Child,
    pub input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
    next_id: u64,
}

impl Client {
    /// Starts the command that leads to its server.
    pub fn start(mut command: impl std::borrow::BorrowMut<Command>) -> Self {
        let command = command
            .borrow_mut()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        Self {
            input: child.stdin.take(),
            output: child.stdout.take().map(BufReader::new),
            child,
            next_id: 0,
        }
    }

    /// What it is told, for a reader of its own. Nothing is read here any more.
    pub fn take_output(&mut self) -> BufReader<ChildStdout> {
        self.output.take().expect("it is read once")
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().expect("it is open");
        input
            .write_all(format!("{message}\n").as_bytes())
            .expect("it is read");
    }

    /// Sends a request and waits for its answer.
    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.receive(|message| message["id"] == id)
    }

    /// Sends a request, and returns its id.
    pub fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Waits for a message; those before it are read over.
    pub fn receive(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let output = self.output.as_mut().expect("it is read here");
        let mut line = String::new();
        loop {
            line.clear();
            output.read_line(&mut line).expect("it answers");
            assert!(!line.is_empty(), "it has ended");
            let message: Value = serde_json::from_str(&line).expect("JSON");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// Begins as clients until 2025-11-25 do.
    pub fn initialize(&mut self) {
        self.initialize_with(&json!({}));
    }

    /// As [`Self::initialize`], with these capabilities.
    pub fn initialize_with(&mut self, capabilities: &Value) {
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": { "name": "bench", "version": "1" },
        });
        let begun = self.request("initialize", &params);
        assert!(begun["result"].is_object(), "{begun}");
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    /// How many tools are listed.
    pub fn tools(&mut self) -> usize {
        let listed = self.request("tools/list", &json!({}));
        listed["result"]["tools"].as_array().map_or(0, Vec::len)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
