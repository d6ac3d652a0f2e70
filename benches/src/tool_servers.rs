//! Tools of public servers, to search among: real packages at pinned versions, started without any account and asked what
//! they offer. What they answer is kept below `target`, never in the repository: its texts are others'.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use usher_mcp::launch::{Launch, LaunchValue, StdioLaunch};
use usher_mcp::{BatchReceiver, ClientIdentity, ConnectOptions, Connection, EraChoice, Limits};
use usher_process::{HostEnvironment, ProcessRegistry};

use crate::client::Outcome;

/// Where the list of servers, their packages and the queries are.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tool-servers");

/// A server, as it is started.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Server {
    /// What a person would call it.
    label: String,
    /// Its program, below `node_modules`.
    program: String,
    #[serde(default)]
    args: Vec<String>,
    /// Words in place of accounts.
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// Only `cargo xtask test --all` starts it (`tests/it/public_servers.rs`).
    #[serde(default)]
    only_listed: bool,
}

/// A tool of a server.
#[derive(Debug, Clone)]
pub struct PublicTool {
    /// What the server is called in queries.
    pub key: String,
    pub label: String,
    /// As it was listed.
    pub definition: Value,
}

/// A file beside the list of servers.
pub fn file(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

/// All tools of all servers.
///
/// # Errors
/// When a server cannot be started, or lists nothing.
pub async fn tools(target: &Path) -> Outcome<Vec<PublicTool>> {
    let list = fs::read_to_string(file("servers.json"))?;
    let mut servers: BTreeMap<String, Server> = serde_json::from_str(&list)?;
    servers.retain(|_, server| !server.only_listed);
    let mut hasher = DefaultHasher::new();
    (&list, fs::read(file("package-lock.json"))?).hash(&mut hasher);
    let cache = target
        .join("tool-servers")
        .join(format!("{:016x}.json", hasher.finish()));
    let listed: BTreeMap<String, Vec<Value>> = if let Ok(kept) = fs::read(&cache) {
        serde_json::from_slice(&kept)?
    } else {
        let listed = list_all(&servers, target).await?;
        fs::create_dir_all(target.join("tool-servers"))?;
        fs::write(&cache, json!(listed).to_string())?;
        listed
    };
    let tools = listed.into_iter().flat_map(|(key, tools)| {
        let label = servers.get(&key).map(|server| server.label.clone());
        tools.into_iter().map(move |definition| PublicTool {
            key: key.clone(),
            label: label.clone().unwrap_or_default(),
            definition,
        })
    });
    Ok(tools.collect())
}

async fn list_all(
    servers: &BTreeMap<String, Server>,
    target: &Path,
) -> Outcome<BTreeMap<String, Vec<Value>>> {
    // Whatever a server writes is written there.
    let home = target.join("tool-servers").join("home");
    fs::create_dir_all(&home)?;
    let host = HostEnvironment::new(
        std::env::vars_os()
            .filter(|(name, _)| ["PATH", "LANG", "TMPDIR"].iter().any(|kept| name == kept)),
    );
    let mut listed = BTreeMap::new();
    for (key, server) in servers {
        let tools = match list(server, &home, &host).await {
            Ok(tools) => tools,
            Err(error) => return Err(format!("{key} does not list its tools: {error}").into()),
        };
        writeln!(std::io::stdout(), "tools {key:<18} {:>5}", tools.len())?;
        listed.insert(key.clone(), tools);
    }
    Ok(listed)
}

async fn list(server: &Server, home: &Path, host: &HostEnvironment) -> Outcome<Vec<Value>> {
    let (events, arriving) = mpsc::channel(1024);
    let mut arriving = BatchReceiver::new(arriving);
    tokio::spawn(async move { while arriving.next().await.is_some() {} });
    let program = file("node_modules").join(&server.program);
    let mut args = vec![program.display().to_string()];
    args.extend(server.args.iter().cloned());
    let home_variable = ("HOME".to_owned(), home.display().to_string());
    let env = server.env.clone().into_iter().chain([home_variable]);
    let env = env.map(|(name, value)| (name, LaunchValue::Plain(value)));
    let connection = usher_mcp::connect(ConnectOptions {
        launch: Launch::Stdio(StdioLaunch {
            program: host.find_program("node", home).await?,
            args,
            env: env.collect(),
            cwd: home.to_owned(),
            host: host.clone(),
            typed: usher_mcp::TypedSecrets::default(),
            secrets: usher_mcp::launch::LaunchSecrets::default(),
        }),
        client: ClientIdentity {
            name: "usher-bench".into(),
            title: "Usher bench".into(),
            version: "1".into(),
        },
        era: EraChoice::Legacy,
        remembered: None,
        connect_timeout: Duration::from_mins(1),
        request_timeout: Duration::from_mins(1),
        limits: Limits::default(),
        events,
        process_registry: ProcessRegistry::default(),
    })
    .await?;
    let tools = raw_tools(&connection).await;
    connection.close().await;
    tools
}

async fn raw_tools(connection: &Connection) -> Outcome<Vec<Value>> {
    let listing = connection.list_tools().await?;
    let items = listing.items.into_iter();
    let tools: Vec<_> = items.map(|tool| tool.raw.into_value()).collect();
    if tools.is_empty() {
        return Err("it has none".into());
    }
    Ok(tools)
}
