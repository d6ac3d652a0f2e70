//! Many servers at once on a whole host.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Map;
use usher_calls::calls::{NewCall, Subject};
use usher_calls::reviews::ViewedItem;
use usher_config::definition::{DraftDefinition, DraftTransport};
use usher_core::host::{Deps, Host};
use usher_mcp::Limits as ConnectionLimits;
use usher_process::OwnProgram;
use usher_servers::network::Network;
use usher_servers::servers::DemoProgram;
use usher_servers::snapshot::{ServerSnapshot, ServerState};
use usher_system::clock::Clock;
use usher_system::paths::Paths;
use usher_system::secrets::Memory;
use usher_types::call::ArgumentCheck;
use usher_types::id::ServerId;
use usher_types::review::ItemState;

/// What a measuring program comes to.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Longest any wait may take; who needs it has failed.
const PATIENCE: Duration = Duration::from_mins(2);

/// A host on this data directory, guarded by this very program.
pub async fn open(data: &Path) -> Outcome<Host> {
    let program = std::env::current_exe()?;
    let host = Host::open(Deps {
        paths: Paths::at(data),
        folder: None,
        clock: Clock::System,
        network: Network::System,
        environment: usher_process::HostEnvironment::new(std::env::vars_os()),
        secrets: Arc::new(Memory::default()),
        demo: DemoProgram {
            program: program.clone(),
            args: vec!["--serve".into(), "echo".into()],
            webtool: None,
        },
        content_worker: OwnProgram {
            program: program.clone(),
            args: vec!["--content-worker".into()],
        },
        helper: Some(program.clone()),
        other_apps: None,
        agent_places: None,
        agents_start: program,
        choose_path: None,
        app_views: None,
        close_app: None,
        open_url: None,
        language: None,
        connection_limits: ConnectionLimits::default(),
        version: "0.0.0-bench".into(),
    });
    Ok(host.await?)
}

/// Servers that are looked at together.
#[derive(Default)]
pub struct ManyServers(Vec<ServerId>);

impl ManyServers {
    pub fn servers(&self) -> &[ServerId] {
        &self.0
    }

    /// Adds this program as a server that serves in `mode`, turned off.
    pub async fn add_local(&mut self, host: &Host, label: &str, mode: &str) -> Outcome<()> {
        let transport = DraftTransport::Stdio {
            command: std::env::current_exe()?.display().to_string(),
            args: vec!["--serve".into(), mode.into()],
            env: Vec::new(),
            cwd: None,
            inputs: Vec::new(),
        };
        self.add(host, label, transport).await
    }

    /// Adds a server behind an address, turned off.
    pub async fn add_addressed(&mut self, host: &Host, label: &str, url: &str) -> Outcome<()> {
        let transport = DraftTransport::Http {
            url: url.into(),
            headers: Vec::new(),
            inputs: Vec::new(),
        };
        self.add(host, label, transport).await
    }

    async fn add(&mut self, host: &Host, label: &str, transport: DraftTransport) -> Outcome<()> {
        let draft = DraftDefinition {
            label: label.into(),
            transport,
            era: usher_mcp::EraChoice::Auto,
        };
        let added = host.servers().add_disabled(vec![draft]).await?;
        self.0.extend(added.into_iter().map(|server| server.id));
        Ok(())
    }

    /// Turns all of them on.
    pub async fn switch_on(&self, host: &Host) -> Outcome<()> {
        for server in &self.0 {
            host.servers().enable(server).await?;
        }
        Ok(())
    }

    /// Turns all of them off.
    pub async fn switch_off(&self, host: &Host) -> Outcome<()> {
        for server in &self.0 {
            host.servers().disable(server).await?;
        }
        Ok(())
    }

    /// Waits until all are connected and their tools are read.
    pub async fn until_ready(&self, host: &Host) -> Outcome<()> {
        self.until(host, |server| {
            is_running(server) && server.counts.tools.is_some()
        })
        .await
    }

    /// Accepts everything they declare, as the person does.
    pub async fn review(&self, host: &Host) -> Outcome<()> {
        for server in &self.0 {
            let items = host.reviews().items(server).await?.into_iter();
            let looked_at: Vec<_> = items
                .filter(|item| item.state != ItemState::Unchanged)
                .map(|item| ViewedItem {
                    item: item.item,
                    digest: item.digest.map(|digest| digest.to_string()),
                })
                .collect();
            host.reviews().accept(server, &looked_at).await?;
        }
        Ok(())
    }

    /// Waits until all are connected.
    pub async fn until_running(&self, host: &Host) -> Outcome<()> {
        self.until(host, is_running).await
    }

    async fn until(&self, host: &Host, fits: impl Fn(&ServerSnapshot) -> bool) -> Outcome<()> {
        let began = Instant::now();
        loop {
            let servers = host.servers().list();
            let missing: Vec<_> = servers
                .iter()
                .filter(|server| self.0.contains(&server.id) && !fits(server))
                .collect();
            let Some(first) = missing.first() else {
                return Ok(());
            };
            if began.elapsed() > PATIENCE {
                return Err(format!("{} servers are not ready: {first:?}", missing.len()).into());
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Calls `echo` on each in turn, so often altogether; the median and the 95th percentile.
    pub async fn echo(&self, host: &Host, calls: usize) -> Outcome<(Duration, Duration)> {
        let mut times = Vec::with_capacity(calls);
        for (number, server) in self.0.iter().cycle().take(calls).enumerate() {
            let call = NewCall {
                meta: serde_json::Map::new(),
                id: format!("{server:?} {number} {:?}", Instant::now()).into(),
                source: server.into(),
                caller: usher_types::caller::Caller::Person,
                name: "echo".into(),
                arguments: Arc::new(Map::from_iter([("zeta".to_owned(), "hello".into())])),
                subject: Subject::Tool {
                    run_as: usher_mcp::RunAs::Call,
                    check: ArgumentCheck::SendAnyway,
                },
            };
            let sent = Instant::now();
            host.calls().run(call).await?;
            times.push(sent.elapsed());
        }
        times.sort_unstable();
        let at = |percent: usize| times.get(times.len() * percent / 100).copied();
        Ok((at(50).unwrap_or_default(), at(95).unwrap_or_default()))
    }
}

fn is_running(server: &ServerSnapshot) -> bool {
    matches!(server.state, ServerState::Running { .. })
}
