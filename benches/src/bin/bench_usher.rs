//! Measures Usher's connection, with message log and lenient decoding; see [`usher_bench::client`].

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Map;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use usher_bench::client::{self, Client, Outcome, Peer};
use usher_mcp::launch::{HttpLaunch, Launch, StdioLaunch};
use usher_mcp::{
    BatchReceiver, CallOptions, CallTag, ClientIdentity, ConnectOptions, Connection, EraChoice,
    Limits,
};
use usher_process::HostEnvironment;
use usher_process::ProcessRegistry;

#[tokio::main]
async fn main() -> Outcome<()> {
    let host = HostEnvironment::new(std::env::vars_os());
    let launch = match Peer::from_args()? {
        Peer::Stdio { program, args } => Launch::Stdio(StdioLaunch {
            program,
            args,
            env: Vec::new(),
            cwd: PathBuf::from("/"),
            host: host.clone(),
            typed: usher_mcp::TypedSecrets::default(),
            secrets: usher_mcp::launch::LaunchSecrets::default(),
        }),
        Peer::Http(url) => Launch::Http(HttpLaunch {
            url: url.parse()?,
            known: None,
            headers: Vec::new(),
            access: usher_mcp::Access::default(),
            typed: usher_mcp::TypedSecrets::default(),
            secrets: usher_mcp::launch::LaunchSecrets::default(),
        }),
    };
    client::measure(Usher(launch)).await
}

struct Usher(Launch);

impl Client for Usher {
    type Session = Connection;

    async fn connect_and_list(&self) -> Outcome<Connection> {
        let (events, arriving) = mpsc::channel(1024);
        // Heard as the app hears it.
        let mut arriving = BatchReceiver::new(arriving);
        tokio::spawn(async move { while arriving.next().await.is_some() {} });
        let options = ConnectOptions {
            launch: self.0.clone(),
            client: ClientIdentity {
                name: "bench".into(),
                title: "Bench".into(),
                version: "1".into(),
            },
            // The handshake the other clients do by default.
            era: EraChoice::Legacy,
            remembered: None,
            connect_timeout: Duration::from_secs(30),
            request_timeout: Duration::from_secs(30),
            limits: Limits::default(),
            events,
            process_registry: ProcessRegistry::default(),
        };
        let connection = usher_mcp::connect(options).await?;
        connection.list_tools().await?;
        Ok(connection)
    }

    async fn echo(connection: &Connection) -> Outcome<()> {
        let options = CallOptions {
            meta: serde_json::Map::new(),
            tag: CallTag("bench".into()),
            cancel: CancellationToken::new(),
            timeout: Duration::from_secs(30),
        };
        let arguments = Map::from_iter([("text".to_owned(), "hello".into())]);
        connection.call_tool("echo", arguments, options).await?;
        Ok(())
    }

    async fn close(connection: Connection) {
        connection.close().await;
    }
}
