//! Opens connections for tests, and describes outcomes in one line.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a test that cannot go on must say where it stopped"
)]

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Map, Value};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;
use usher_mcp::launch::{HttpLaunch, Launch, LaunchSecrets, LaunchValue, StdioLaunch};
use usher_mcp::{
    Body, CallError, CallOptions, CallTag, ClientIdentity, ConnectError, ConnectOptions,
    Connection, ConnectionEvent, ContentBlock, Direction, FrameKind, Limits, ServerRequest,
    ToolResult,
};
use usher_messages::{Message, Param};
use usher_process::HostEnvironment;
use usher_process::ProcessRegistry;
use usher_testkit::scripted::http::HttpServer;
use usher_types::secret::Secret;

/// Long enough for a loaded machine; a test that needs it has failed.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A connection and everything it reported.
pub struct Probe {
    pub connection: Connection,
    pub log: Log,
    pub asks: mpsc::UnboundedReceiver<ServerRequest>,
}

impl Probe {
    /// Closes the connection; the log is complete afterwards.
    pub async fn finish(self) -> Log {
        self.connection.close().await;
        self.log
            .wait(|event| matches!(event, ConnectionEvent::Closed(_)).then_some(()))
            .await;
        self.log
    }
}

/// What a connection has reported so far.
#[derive(Clone, Default)]
pub struct Log {
    events: Arc<Mutex<Vec<ConnectionEvent>>>,
    more: Arc<Notify>,
}

impl Log {
    /// Returns what `pick` makes of each event, in order.
    pub fn pick<T>(&self, pick: impl Fn(&ConnectionEvent) -> Option<T>) -> Vec<T> {
        self.events.lock().iter().filter_map(pick).collect()
    }

    /// Waits until `pick` returns a value.
    pub async fn wait<T>(&self, pick: impl Fn(&ConnectionEvent) -> Option<T>) -> T {
        let found = async {
            loop {
                let more = self.more.notified();
                if let Some(found) = self.pick(&pick).into_iter().next() {
                    return found;
                }
                more.await;
            }
        };
        tokio::time::timeout(PATIENCE, found)
            .await
            .expect("the event comes")
    }

    fn push(&self, event: ConnectionEvent) {
        self.events.lock().push(event);
        self.more.notify_waiters();
    }
}

/// Returns the environment of these tests; its login shell runs once.
pub fn host_environment() -> HostEnvironment {
    static HOST: LazyLock<HostEnvironment> =
        LazyLock::new(|| HostEnvironment::new(std::env::vars_os()));
    HOST.clone()
}

pub fn program(program: &str, args: &[&str]) -> StdioLaunch {
    StdioLaunch {
        secrets: LaunchSecrets::default(),
        program: PathBuf::from(program),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        env: Vec::new(),
        cwd: std::env::temp_dir(),
        host: host_environment(),
        typed: usher_mcp::TypedSecrets::default(),
    }
}

/// A server at an address, without anything to prove.
pub fn at(url: &str) -> HttpLaunch {
    HttpLaunch {
        url: url.parse().unwrap(),
        known: None,
        headers: Vec::new(),
        access: usher_mcp::Access::default(),
        typed: usher_mcp::TypedSecrets::default(),
        secrets: LaunchSecrets::default(),
    }
}

pub fn http(server: &HttpServer, style: &str, mode: &str) -> Launch {
    let url = format!("http://127.0.0.1:{}/{style}/{mode}", server.port);
    Launch::Http(at(&url))
}

pub fn limits() -> Limits {
    Limits {
        exit_wait: Duration::from_millis(500),
        quiet_start: Duration::ZERO,
        ..Limits::default()
    }
}

pub async fn open(launch: Launch) -> Result<Probe, ConnectError> {
    open_with(launch, |_| {}).await.0
}

/// Opens with changed options.
///
/// The log is returned even if connecting fails.
pub async fn open_with(
    launch: Launch,
    change: impl FnOnce(&mut ConnectOptions),
) -> (Result<Probe, ConnectError>, Log) {
    let (events, mut arriving) = mpsc::channel(64);
    let (ask_sender, asks) = mpsc::unbounded_channel();
    let log = Log::default();
    let keeping = log.clone();
    tokio::spawn(async move {
        while let Some(event) = arriving.recv().await {
            match event {
                ConnectionEvent::ServerRequest(ask) => drop(ask_sender.send(ask)),
                ConnectionEvent::ReapprovalRequest(going) => going.reply(Ok(())),
                other => keeping.push(other),
            }
        }
    });
    let mut options = ConnectOptions {
        launch,
        client: ClientIdentity {
            name: "usher-tests".into(),
            title: "Usher tests".into(),
            version: "1".into(),
        },
        era: usher_mcp::EraChoice::Legacy,
        remembered: None,
        connect_timeout: Duration::from_secs(30),
        request_timeout: Duration::from_secs(30),
        limits: limits(),
        events,
        process_registry: ProcessRegistry::default(),
    };
    change(&mut options);
    let connected = tokio::time::timeout(PATIENCE, usher_mcp::connect(options))
        .await
        .expect("connecting ends");
    (
        connected.map(|connection| Probe {
            connection,
            log: log.clone(),
            asks,
        }),
        log,
    )
}

pub fn options(tag: &str) -> CallOptions {
    CallOptions {
        meta: serde_json::Map::new(),
        tag: CallTag(tag.into()),
        cancel: CancellationToken::new(),
        timeout: Duration::from_secs(30),
    }
}

pub fn options_within(millis: u64) -> CallOptions {
    CallOptions {
        meta: serde_json::Map::new(),
        timeout: Duration::from_millis(millis),
        ..options("t")
    }
}

/// Calls a tool, within a time limit.
pub async fn call(connection: &Connection, options: CallOptions) -> Result<ToolResult, CallError> {
    let arguments = Map::from_iter([
        ("zeta".to_owned(), Value::from(1)),
        ("alpha".to_owned(), Value::from(2)),
    ]);
    tokio::time::timeout(PATIENCE, connection.call_tool("echo", arguments, options))
        .await
        .expect("the call ends")
}

/// Describes a call to a strange server: outcome, repairs, whether it still answers.
///
/// In any case no request is pending afterwards, and the server got no message about it.
pub async fn observe(launch: Launch, options: CallOptions) -> (String, String, bool) {
    let probe = match open(launch).await {
        Ok(probe) => probe,
        Err(error) => return (describe_failure(&error), String::new(), false),
    };
    let outcome = describe(&call(&probe.connection, options).await);
    let alive = probe.connection.ping().await.is_ok();
    assert_eq!(probe.connection.in_flight(), 0, "{outcome}: nobody waits");
    let log = probe.finish().await;
    let complaints = log.pick(|event| match event {
        ConnectionEvent::Frame(frame) if frame.direction == Direction::Out => {
            (frame.kind == FrameKind::Error).then(|| frame.text.clone())
        }
        _ => None,
    });
    assert_eq!(
        complaints.len(),
        0,
        "{outcome}: {complaints:?} was said to the server"
    );
    let repairs = log.pick(|event| match event {
        ConnectionEvent::Repaired(note) => Some(note.to_string()),
        _ => None,
    });
    (outcome, repairs.join("; "), alive)
}

/// Describes the outcome of a call in one line; what failed, by its code and parameters.
pub fn describe(result: &Result<ToolResult, CallError>) -> String {
    match result {
        Ok(result) => {
            let mut words: Vec<String> = result.content.iter().map(block).collect();
            if let Some(structured) = &result.structured {
                words.push(format!("structured {structured}"));
            }
            if result.is_error {
                words.push("is error".into());
            }
            format!("[{}]", words.join(", "))
        }
        Err(CallError::Timeout { .. }) => "timeout".into(),
        Err(CallError::Closed(reason)) => format!("closed: {}", coded(&reason.message())),
        Err(CallError::Rejected {
            code,
            message,
            data,
        }) => format!(
            "rejected {code} {message:?} {}",
            data.clone().unwrap_or_default()
        ),
        // Where exactly the reader stopped is not fixed.
        Err(CallError::Undecodable { what, .. }) => match coded(what).split_once(" at line") {
            Some((fault, _)) => format!("undecodable: {fault}\"}}"),
            None => format!("undecodable: {}", coded(what)),
        },
        Err(CallError::Http { status, detail }) => {
            format!("http {}: {}", status.unwrap_or(0), coded(detail))
        }
        Err(other) => coded(&other.message()),
    }
}

/// Describes why connecting failed in one line; the reason by its code and parameters.
pub fn describe_failure(error: &ConnectError) -> String {
    match error {
        ConnectError::ExitedEarly { exit, clues } => {
            let exit = exit.as_ref().map(coded);
            format!(
                "exited early: {} {:?}",
                exit.unwrap_or_default(),
                clues.stderr
            )
        }
        ConnectError::NotMcp { detail, .. } => format!("not MCP: {}", coded(detail)),
        ConnectError::OtherEra { wanted, detail } => format!("not {wanted:?}: {}", coded(detail)),
        ConnectError::Unreachable { host, detail } => {
            format!("unreachable {host}: {}", coded(detail))
        }
        ConnectError::Untrusted { host, reason } => format!("untrusted {host}: {}", coded(reason)),
        ConnectError::Refused { reason } => format!("refused: {}", coded(reason)),
        other => other.to_string(),
    }
}

/// Writes a message as its code and parameters, such as `exchange.accepted {status: "202"}`.
///
/// Its text in a language may change without it.
pub fn coded(message: &Message) -> String {
    if message.params.is_empty() {
        return message.code.to_string();
    }
    let params = message.params.iter();
    let params: Vec<_> = params
        .map(|(name, value)| format!("{name}: {}", param(value)))
        .collect();
    format!("{} {{{}}}", message.code, params.join(", "))
}

fn param(value: &Param) -> String {
    match value {
        Param::Text { text } => format!("{text:?}"),
        Param::Number { value } => value.to_string(),
        Param::Bytes { bytes } => format!("{bytes} bytes"),
        Param::Duration { ms } => format!("{ms} ms"),
        Param::Moment { at } => format!("moment {at}"),
        Param::Message { message } => coded(message),
        Param::List { items } => {
            let items: Vec<_> = items.iter().map(param).collect();
            format!("[{}]", items.join(", "))
        }
    }
}

fn block(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text { text } if text.len() > 1000 => format!("text of {} bytes", text.len()),
        ContentBlock::Text { text } => text.clone(),
        ContentBlock::Image { mime_type, .. } => format!("image {mime_type:?}"),
        ContentBlock::Audio { mime_type, .. } => format!("audio {mime_type:?}"),
        ContentBlock::ResourceLink {
            uri, size_bytes, ..
        } => format!("link {uri} {size_bytes:?}"),
        ContentBlock::Resource(contents) => match &contents.body {
            Body::Text(text) => format!("resource {} {text}", contents.uri),
            Body::Blob(_) => format!("resource {} blob", contents.uri),
        },
        ContentBlock::Unknown(value) => format!("unknown {value}"),
    }
}

pub fn secret(text: &str) -> LaunchValue {
    LaunchValue::Secret(Secret::new(text))
}

pub fn plain(text: &str) -> LaunchValue {
    LaunchValue::Plain(text.to_owned())
}
