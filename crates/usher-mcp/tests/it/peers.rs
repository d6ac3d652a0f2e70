//! Runs real servers, and visits them.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Map, Value};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use usher_mcp::launch::{Launch, StdioLaunch};
use usher_mcp::{Body, CallError, Connection, ConnectionEvent, ContentBlock, EraChoice, Listing};

use usher_testkit::extent;

use crate::kit::{PATIENCE, at, describe, open_with, options, program};

/// A server that runs for one test; over stdio the connection starts it.
pub(crate) struct Peer {
    pub(crate) launch: Launch,
    _process: Option<Child>,
}

/// Where the endpoint of a server is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Way {
    /// Its stdin and stdout.
    Stdio,
    /// At this path of an HTTP server that listens on `$PORT`.
    Http(&'static str),
}

impl Peer {
    /// Starts a program, unless the connection starts it.
    pub(crate) async fn start(way: Way, words: &[&str]) -> Self {
        let launch = program(words[0], &words[1..]);
        match way {
            Way::Stdio => Self {
                launch: Launch::Stdio(launch),
                _process: None,
            },
            Way::Http(path) => Self::listen(path, &launch).await,
        }
    }

    async fn listen(path: &str, launch: &StdioLaunch) -> Self {
        let port = {
            let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
            free.local_addr().unwrap().port()
        };
        let mut process = Command::new(&launch.program)
            .args(&launch.args)
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let listening = async {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                assert!(
                    process.try_wait().unwrap().is_none(),
                    "{:?} ended before it listened",
                    launch.args
                );
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(PATIENCE, listening)
            .await
            .unwrap_or_else(|_| panic!("{:?} does not listen", launch.args));
        let url = format!("http://127.0.0.1:{port}{path}");
        Self {
            launch: Launch::Http(at(&url)),
            _process: Some(process),
        }
    }
}

/// Returns the choices of an era that a server of the older one is visited with.
pub(crate) fn choices() -> Vec<EraChoice> {
    let mut choices = vec![EraChoice::Auto];
    if extent::is_all() {
        choices.push(EraChoice::Legacy);
    }
    choices
}

pub(crate) fn node() -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let name = format!("node{}", std::env::consts::EXE_SUFFIX);
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join(&name))
        .find(|file| file.exists());
    text(&found.expect("node is on the PATH"))
}

/// Returns the path of a file of `tests/peers`.
pub(crate) fn peer_file(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/peers")
        .join(name);
    assert!(
        file.exists(),
        "{} is missing: `cargo xtask setup` installs it",
        file.display()
    );
    text(&file)
}

/// Returns the path of a program of the tests' Python environment.
#[cfg(unix)]
pub(crate) fn python(name: &str) -> String {
    let built = Path::new(env!("CARGO_BIN_EXE_mcp_demo_server"));
    let target = built.parent().and_then(Path::parent).unwrap();
    let file = target.join("peers-python").join("bin").join(name);
    assert!(
        file.exists(),
        "{} is missing: `cargo xtask setup` installs it",
        file.display()
    );
    text(&file)
}

fn text(path: &Path) -> String {
    PathBuf::from(path).to_str().unwrap().to_owned()
}

/// What a visit does with a server.
#[derive(Default)]
pub(crate) struct Visit {
    pub(crate) call: Option<(&'static str, Value)>,
    pub(crate) read: Option<&'static str>,
    pub(crate) get: Option<(&'static str, Value)>,
}

/// What a visit returned.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) version: String,
    /// The lists that are not empty.
    pub(crate) lists: Vec<&'static str>,
    /// The outcome of the call.
    pub(crate) called: Option<String>,
    pub(crate) read: Option<String>,
    /// The text of the prompt.
    pub(crate) got: Option<String>,
    /// What was repaired or left out.
    pub(crate) odd: Vec<String>,
}

/// Connects, lists, calls, reads, gets a prompt, and closes.
pub(crate) async fn visit(launch: Launch, era: EraChoice, visit: &Visit) -> Seen {
    let (probe, _) = open_with(launch, |options| {
        options.era = era;
        // Python takes seconds to start on a busy machine; silence must not be taken for an old server.
        options.limits.probe_wait = PATIENCE / 2;
        options.connect_timeout = PATIENCE;
    })
    .await;
    let probe = probe.unwrap_or_else(|error| panic!("connecting: {error}"));
    let connection = probe.connection.clone();
    let (lists, mut odd) = lists(&connection).await;
    let called = match &visit.call {
        Some((tool, arguments)) => {
            let call = connection.call_tool(tool, members(arguments), options("visit"));
            Some(describe(&call.await))
        }
        None => None,
    };
    let read = match visit.read {
        Some(uri) => Some(read(&connection, uri).await),
        None => None,
    };
    let got = match &visit.get {
        Some((prompt, arguments)) => Some(get(&connection, prompt, members(arguments)).await),
        None => None,
    };
    let version = connection.agreed().protocol_version.clone();
    drop(connection);
    odd.extend(probe.finish().await.pick(|event| match event {
        ConnectionEvent::Repaired(what) => Some(what.to_string()),
        _ => None,
    }));
    Seen {
        version,
        lists,
        called,
        read,
        got,
        odd,
    }
}

async fn lists(connection: &Connection) -> (Vec<&'static str>, Vec<String>) {
    let (mut full, mut odd) = (Vec::new(), Vec::new());
    let mut look = |name: &'static str, seen: Result<Glance, CallError>| match seen {
        Ok((0, left_out)) => odd.extend(left_out),
        Ok((_, left_out)) => {
            full.push(name);
            odd.extend(left_out);
        }
        Err(CallError::NotOffered { .. }) => {}
        Err(error) => odd.push(format!("{name}: {error}")),
    };
    look("tools", connection.list_tools().await.map(glance));
    look("resources", connection.list_resources().await.map(glance));
    look("templates", connection.list_templates().await.map(glance));
    look("prompts", connection.list_prompts().await.map(glance));
    (full, odd)
}

/// The number of entries, and the left-out ones.
type Glance = (usize, Vec<String>);

fn glance<T>(listing: Listing<T>) -> Glance {
    let broken = listing
        .broken
        .into_iter()
        .map(|entry| entry.problem.to_string());
    let left_out = broken
        .chain(listing.cut_short.map(|why| why.to_string()))
        .collect();
    (listing.items.len(), left_out)
}

async fn read(connection: &Connection, uri: &str) -> String {
    match connection.read_resource(uri).await {
        Ok(read) => match read.contents.first().map(|contents| &contents.body) {
            Some(Body::Text(text)) => text.clone(),
            Some(Body::Blob(_)) => "bytes".into(),
            None => "nothing".into(),
        },
        Err(error) => error.to_string(),
    }
}

async fn get(connection: &Connection, prompt: &str, arguments: Map<String, Value>) -> String {
    match connection.get_prompt(prompt, arguments).await {
        Ok(got) => match got.messages.first().map(|message| &message.content) {
            Some(ContentBlock::Text { text }) => text.clone(),
            other => format!("{other:?}"),
        },
        Err(error) => error.to_string(),
    }
}

fn members(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}
