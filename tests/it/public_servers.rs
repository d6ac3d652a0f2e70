//! Public servers of npm and `PyPI` at pinned versions (`benches/tool-servers`): Usher lists of each what a plain client
//! lists, and starts it once. What came of each is written to `artifacts/public-servers.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use futures::StreamExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{ChildStdin, ChildStdout, Command};
use usher_api::operations::op;
use usher_testkit::extent;

use crate::test_host::{TestHost, text};

/// Servers that run at the same time.
const TOGETHER: usize = 3;

/// The version without `initialize`.
const MODERN: &str = "2026-07-28";

/// Longest wait for a server.
const PATIENCE: Duration = Duration::from_mins(1);

/// Appends a line to the file `$0` and becomes the program.
const COUNTED: &str = r#"echo started >> "$0"; exec "$@""#;

/// A server, as it is started.
#[derive(Deserialize)]
struct Server {
    /// Below `node_modules`, or among the programs of a Python environment.
    program: String,
    /// The folder of its npm packages, below `benches`.
    #[serde(default = "Server::folder")]
    folder: String,
    /// The Python environment.
    python: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    /// Words in place of accounts.
    #[serde(default)]
    env: BTreeMap<String, String>,
}

impl Server {
    fn folder() -> String {
        "tool-servers".to_owned()
    }

    fn command(&self) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let built = Path::new(env!("CARGO_BIN_EXE_demo_server"));
        let target = built.ancestors().nth(2).unwrap_or(&root);
        let path = |path: PathBuf| path.join(&self.program).display().to_string();
        let mut command = if let Some(environment) = &self.python {
            let environment = target.join("tool-servers-python").join(environment);
            vec![path(environment.join("bin"))]
        } else {
            vec![
                "node".to_owned(),
                path(root.join("benches").join(&self.folder).join("node_modules")),
            ]
        };
        command.extend(self.args.iter().cloned());
        command
    }
}

/// Tools as JSON text by their names.
type Tools = BTreeMap<String, String>;

/// What the plain client declares. Some servers list more tools to clients that draw apps.
fn capabilities() -> Value {
    json!({ "extensions": { "io.modelcontextprotocol/ui": { "mimeTypes": ["text/html;profile=mcp-app"] } } })
}

fn by_name(tools: impl IntoIterator<Item = Value>) -> Tools {
    let named = |tool: Value| (text(&tool["name"]), tool.to_string());
    tools.into_iter().map(named).collect()
}

/// A client that does the least: it starts a program and lists its tools.
struct PlainClient {
    stdin: ChildStdin,
    stdout: Lines<BufReader<ChildStdout>>,
}

impl PlainClient {
    async fn send(&mut self, message: Value) {
        let line = format!("{message}\n");
        let sent = self.stdin.write_all(line.as_bytes()).await;
        sent.expect("the server reads");
    }

    async fn request(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
        while let Ok(Some(line)) = self.stdout.next_line().await {
            let mut message: Value = serde_json::from_str(&line).unwrap_or_default();
            if message["id"] == id && message.get("method").is_none() {
                return message["result"].take();
            }
        }
        panic!("{method} gets no answer");
    }

    async fn list(server: &Server, home: &Path, version: &str) -> Tools {
        let command = server.command();
        let mut process = Command::new(&command[0])
            .args(&command[1..])
            .envs(&server.env)
            .env("HOME", home)
            .current_dir(home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("it starts");
        let stdout = process.stdout.take().expect("it is piped");
        let mut client = Self {
            stdin: process.stdin.take().expect("it is piped"),
            stdout: BufReader::new(stdout).lines(),
        };
        let meta = if version == MODERN {
            json!({
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientCapabilities": capabilities(),
                "io.modelcontextprotocol/clientInfo": { "name": "plain", "version": "1" },
            })
        } else {
            client.initialize().await;
            Value::Null
        };
        let mut tools = Vec::new();
        let mut cursor = Value::Null;
        for id in 2.. {
            let mut params = json!({});
            for (name, member) in [("_meta", &meta), ("cursor", &cursor)] {
                if !member.is_null() {
                    params[name] = member.clone();
                }
            }
            let page = client.request(id, "tools/list", params).await;
            tools.extend(page["tools"].as_array().cloned().unwrap_or_default());
            cursor = page["nextCursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        by_name(tools)
    }

    async fn initialize(&mut self) {
        let introduction = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": capabilities(),
            "clientInfo": { "name": "plain", "version": "1" },
        });
        self.request(1, "initialize", introduction).await;
        self.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
    }
}

/// Lists the tools of a server through Usher, and says how often it was started.
async fn list_in_usher(
    host: &TestHost,
    key: &str,
    server: &Server,
    home: &Path,
) -> (String, Tools, usize) {
    let starts = home.join("starts");
    let mut args = vec![
        "-c".to_owned(),
        COUNTED.to_owned(),
        starts.display().to_string(),
    ];
    args.extend(server.command());
    let env = server
        .env
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()));
    let env = env.chain([("HOME".to_owned(), home.display().to_string())]);
    let env: Vec<_> = env
        .map(|(name, value)| json!({ "name": name, "secret": false, "value": value }))
        .collect();
    let config = json!({
        "kind": "stdio", "command": "sh", "args": args, "env": env, "cwd": home.display().to_string(),
    });
    let id = host.add(key, config).await;
    let this = json!({ "serverId": id });
    let snapshot = host
        .until(&format!("{key} is listed"), async || {
            let snapshot = host.call(op::ServerGet, this.clone()).await["snapshot"].clone();
            let has_failed = snapshot["state"].get("failure").is_some();
            (has_failed || snapshot["counts"]["tools"].is_u64()).then_some(snapshot)
        })
        .await;
    let sections = host.call(op::ToolList, this.clone()).await;
    let heads = sections[0]["items"].as_array().cloned().unwrap_or_default();
    let mut tools = Vec::new();
    for head in heads {
        let entry = json!({ "serverId": id, "list": "tools", "key": head["name"] });
        tools.push(host.call(op::CatalogEntry, entry).await["raw"].clone());
    }
    host.call(op::ServerRemove, this).await;
    let version = match snapshot["negotiated"]["protocolVersion"].as_str() {
        Some(version) => version.to_owned(),
        None => text(&snapshot["state"]["failure"]["summary"]),
    };
    let started = std::fs::read_to_string(starts).unwrap_or_default();
    (version, by_name(tools), started.lines().count())
}

/// Compares both lists of one server; returns its row, and whether they differ.
async fn compare(host: &TestHost, key: &str, server: &Server) -> (String, bool) {
    let home = tempfile::tempdir().expect("a temporary directory");
    let (version, listed, starts) = list_in_usher(host, key, server, home.path()).await;
    let direct = PlainClient::list(server, home.path(), &version);
    let direct = tokio::time::timeout(PATIENCE, direct).await;
    let direct = direct.unwrap_or_else(|_| panic!("{key} does not answer"));
    let names: BTreeSet<_> = direct.keys().chain(listed.keys()).collect();
    let differing: Vec<_> = names
        .into_iter()
        .filter(|name| direct.get(*name) != listed.get(*name))
        .collect();
    let is_healthy = differing.is_empty() && starts == 1 && !direct.is_empty();
    let first = differing.first().map(|name| {
        let text = |tools: &Tools| tools.get(*name).cloned().unwrap_or_default();
        format!("{name}: {} / {}", text(&direct), text(&listed))
    });
    let row = format!(
        "| {key} | {version} | {} | {starts} | {} {} |",
        direct.len(),
        differing.len(),
        first.unwrap_or_default()
    );
    (row, !is_healthy)
}

#[tokio::test(flavor = "multi_thread")]
async fn public_servers_are_started_once_and_listed_as_a_plain_client_lists_them() {
    if !extent::is_all() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list: PathBuf = root.join("benches/tool-servers/servers.json");
    let list = std::fs::read_to_string(list).expect("the list can be read");
    let servers: BTreeMap<String, Server> = serde_json::from_str(&list).expect("a list");
    let host = TestHost::open().await;
    let rows = futures::stream::iter(&servers).map(|(key, server)| compare(&host, key, server));
    let rows: Vec<_> = rows.buffered(TOGETHER).collect().await;
    let mut table =
        "| server | version | tools | starts | tools that differ |\n|---|---|---|---|---|\n"
            .to_owned();
    for (row, _) in &rows {
        let _ = writeln!(table, "{row}");
    }
    std::fs::create_dir_all(root.join("artifacts")).expect("the folder can be made");
    std::fs::write(root.join("artifacts/public-servers.md"), &table).expect("it can be written");
    let differing: Vec<_> = rows
        .iter()
        .filter(|(_, differs)| *differs)
        .map(|(row, _)| row.as_str())
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    host.api.close().await;
}
