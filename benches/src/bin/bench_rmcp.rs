//! Measures rmcp as it comes, with its own transports: the anchor of [`usher_bench::client`]. Built only with the
//! feature `anchors`, because Usher itself does not use those transports.

use std::process::Stdio;

use rmcp::model::{CallToolRequestParams, object};
use rmcp::service::RunningService;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{RoleClient, ServiceExt as _};
use tokio::process::Child;
use usher_bench::client::{self, Client, Outcome, Peer};

#[tokio::main]
async fn main() -> Outcome<()> {
    // The HTTP client is built without a TLS of its own choice.
    let _ = rustls::crypto::ring::default_provider().install_default();
    client::measure(Rmcp(Peer::from_args()?)).await
}

struct Rmcp(Peer);

struct Session {
    service: RunningService<RoleClient, ()>,
    process: Option<Child>,
}

impl Client for Rmcp {
    type Session = Session;

    async fn connect_and_list(&self) -> Outcome<Session> {
        let session = match &self.0 {
            Peer::Stdio { program, args } => over_pipes(program, args).await?,
            Peer::Http(url) => Session {
                service: ().serve(StreamableHttpClientTransport::from_uri(url.as_str())).await?,
                process: None,
            },
        };
        session.service.list_all_tools().await?;
        Ok(session)
    }

    async fn echo(session: &Session) -> Outcome<()> {
        let params = CallToolRequestParams::new("echo")
            .with_arguments(object(serde_json::json!({"text": "hello"})));
        session.service.call_tool(params).await?;
        Ok(())
    }

    async fn close(session: Session) {
        let _ = session.service.cancel().await;
        if let Some(mut process) = session.process {
            let _ = process.wait().await;
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the anchor starts its server as any program would"
)]
async fn over_pipes(program: &std::path::Path, args: &[String]) -> Outcome<Session> {
    let mut process = tokio::process::Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let output = process.stdout.take().ok_or("no output")?;
    let input = process.stdin.take().ok_or("no input")?;
    Ok(Session {
        service: ().serve((output, input)).await?,
        process: Some(process),
    })
}
