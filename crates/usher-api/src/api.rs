//! The opened host behind the contract; calls are in `operations`, events in `stream`.

use std::sync::Arc;

use usher_core::clients::{HttpState, http_url};
use usher_core::host::{Deps, Host};
use usher_core::mcp_apps::{AppDocument, AppFailure};
use usher_servers::snapshot::ServerSnapshot;
use usher_types::client::ClientStatus;
use usher_types::content::PixelSize;
use usher_types::id::AppId;
use usher_types::mcp_app::AppViolation;

use crate::app::AppInfo;
use crate::error::ApiError;
use crate::server::Need;
use usher_messages::Message;

/// What the web view of an app reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AppReport {
    /// A message of the app, as JSON text.
    Message(String),
    /// It tried what its content policy forbids.
    Violations {
        /// How often since the last report.
        count: u32,
        /// The newest of them, the newest last.
        last: Vec<AppViolation>,
    },
    /// How large its frame is, in its CSS pixels.
    Resized(PixelSize),
    /// Whether its page answers.
    Responds(bool),
    /// Its window was closed.
    Closed,
    /// Its page took more memory than an app may have, and is ended.
    OutOfMemory,
    /// Its page has ended by itself.
    Crashed,
}

/// The host behind the contract. Clones share it.
#[derive(Clone)]
pub struct Api(Arc<Inner>);

struct Inner {
    info: AppInfo,
    /// `None` if the data could not be opened; [`AppInfo::blocked`] then says why.
    host: Option<Host>,
}

impl Api {
    /// Opens the host. Never fails: a data directory that cannot be used is told by `app.info`.
    pub async fn open(deps: Deps) -> Self {
        let mut info = AppInfo {
            version: deps.version.clone(),
            data_dir: deps.paths.data_dir().display().to_string(),
            log_dir: deps.paths.log_dir().display().to_string(),
            platform: std::env::consts::OS.to_owned(),
            demo_webtool: deps.demo.webtool.clone(),
            blocked: None,
            notices: Vec::new(),
        };
        let host = match Host::open(deps).await {
            Ok(host) => {
                info.notices = host.notices().to_vec();
                Some(host)
            }
            Err(error) => {
                tracing::error!(%error, "the data could not be opened");
                info.blocked = Some(error.into());
                None
            }
        };
        Self(Arc::new(Inner { info, host }))
    }

    /// How much waits for the person, as Approvals lists it: open questions, the definitions to review, and servers
    /// and webtools with another [`Need`].
    pub fn waiting(&self) -> usize {
        let Some(host) = &self.0.host else { return 0 };
        let servers = host.servers().list();
        let definitions = usize::from(servers.iter().any(ServerSnapshot::has_review));
        let servers = servers.iter().filter_map(ServerSnapshot::need);
        let servers = servers.filter(|need| *need != Need::Changed).count();
        let clients = host.clients().list();
        let clients = clients
            .iter()
            .filter(|shown| shown.client.status == ClientStatus::Waiting);
        let webtools = host.webtools().list();
        let webtools = webtools.iter().filter_map(|one| one.state.need());
        host.approvals().count() + definitions + servers + webtools.count() + clients.count()
    }

    /// Whether the person may close Usher without being asked. If not, an event tells the page what would be lost.
    pub fn request_close(&self) -> bool {
        self.0.host.as_ref().is_none_or(Host::request_close)
    }

    /// The document of an app, for its web view: handed out once.
    pub fn app_document(&self, app: &AppId) -> Option<AppDocument> {
        self.0.host.as_ref()?.mcp_apps().document(app)
    }

    /// Takes what the web view of an app reports.
    pub fn app_reports(&self, app: &AppId, report: AppReport) {
        let Some(host) = &self.0.host else { return };
        match report {
            AppReport::Message(text) => host.mcp_apps().receive(app, &text),
            AppReport::Violations { count, last } => host.mcp_apps().violated(app, count, last),
            AppReport::Resized(size) => host.mcp_apps().resized(app, size),
            AppReport::Responds(responds) => host.mcp_apps().set_responds(app, responds),
            AppReport::Closed => host.mcp_apps().close(app),
            AppReport::OutOfMemory => host.mcp_apps().fail(app, AppFailure::OutOfMemory),
            AppReport::Crashed => host.mcp_apps().fail(app, AppFailure::Crashed),
        }
    }

    /// The page of the window is loaded anew: what it had drawn for itself ends.
    pub fn page_loads(&self) {
        if let Some(host) = &self.0.host {
            host.mcp_apps().end_html_pages();
        }
    }

    /// Stops all servers and closes the data. Takes at most some eight seconds.
    pub async fn close(&self) {
        if let Some(host) = &self.0.host {
            host.close().await;
        }
    }

    /// Why the data could not be opened.
    pub fn blocked(&self) -> Option<Message> {
        let blocked = self.0.info.blocked.as_ref();
        blocked.map(|error| error.message.clone())
    }

    /// How many connections clients have.
    pub fn connected_clients(&self) -> usize {
        let Some(host) = &self.0.host else { return 0 };
        let clients = host.clients().list();
        clients.iter().map(|client| client.sessions).sum()
    }

    /// Lets clients connect over HTTP until this program ends, and says where.
    pub async fn turn_http_on_for_now(&self) -> Result<String, Message> {
        let blocked = || Message::new("operation.noData");
        let host = self.0.host.as_ref().ok_or_else(blocked)?;
        match host.http_access().turn_on_for_now().await.state {
            HttpState::Open { port } => Ok(http_url(port)),
            HttpState::Failed(problem) => Err(problem),
            HttpState::Closed => Err(Message::new("knownClient.httpLate")),
        }
    }

    /// The host, for what serves clients beside the page; `None` if the data could not be opened.
    pub fn shared_host(&self) -> Option<Host> {
        self.0.host.clone()
    }

    pub(crate) fn info(&self) -> &AppInfo {
        &self.0.info
    }

    pub(crate) fn host(&self) -> Result<&Host, ApiError> {
        self.0.host.as_ref().ok_or_else(|| {
            self.0
                .info
                .blocked
                .clone()
                .unwrap_or_else(|| ApiError::internal(Message::new("operation.noData")))
        })
    }
}
