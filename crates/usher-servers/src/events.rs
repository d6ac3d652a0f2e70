//! What the host tells everyone who listens: one ordered broadcast of closed events.
//!
//! Not here: how they reach a window (that is the contract crate's business).

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use tokio::sync::{broadcast, watch};
use usher_mcp::ListKind;

use crate::limits;
use crate::snapshot::{Approval, KeyringStatus, SamplingState, ServerSnapshot, WireExtent};
use usher_messages::Message;
use usher_types::approval::ApprovalClosed;
use usher_types::call::CallProgress;
use usher_types::id::{AppId, ApprovalId, ClientId, ServerId, TestId};
use usher_types::mcp_app::AppSnapshot;
use usher_types::server::TestStep;
use usher_types::settings::Settings;

/// Something changed in the host.
#[derive(Debug, Clone)]
pub enum HostEvent {
    /// A server was added, or what its row shows has changed.
    ServerChanged(Box<ServerSnapshot>),
    /// A server is gone.
    ServerRemoved(ServerId),
    /// The person's order of the servers changed.
    ServersArranged(Vec<ServerId>),
    /// A list of a server changed or its state did.
    CatalogChanged {
        server: ServerId,
        list: ListKind,
    },
    /// A followed resource changed.
    ResourceUpdated {
        server: ServerId,
        uri: String,
    },
    /// A server says that what it sent the person to a web page for is done (2025-11-25, client/elicitation).
    ElicitationCompleted {
        server: ServerId,
        elicitation_id: String,
    },
    /// A running call reports progress.
    CallProgress(CallProgress),
    /// The history has a new row, or rows were deleted.
    HistoryChanged,
    /// Bookmarks were added or removed.
    BookmarksChanged,
    /// What was opened last, or the values given last, changed.
    RecentChanged,
    /// A call became a task, its task advanced, or it ended.
    TasksChanged,
    /// A server asks the person something.
    ApprovalOpened(Box<Approval>),
    /// An open question shows something else now.
    ApprovalChanged(Box<Approval>),
    /// The person chose an approval outside of the window.
    ApprovalShown(ApprovalId),
    /// The person wants to close Usher, and so many questions would end without an answer.
    CloseRequested {
        questions: usize,
    },
    /// A model that writes for an open question is further; at most ten such events a second for each.
    SamplingChanged {
        approval: ApprovalId,
        state: Box<SamplingState>,
    },
    /// A question needs no answer any more.
    ApprovalClosed(ApprovalClosed),
    /// Records of approvals, or the limits of a server, changed.
    ApprovalRecordsChanged,
    /// Messages passed; at most one such event per server every 50 ms.
    WireAppended {
        server: ServerId,
        /// What its log holds now.
        extent: WireExtent,
    },
    /// The program of a draft that is tested asks the person to sign in at a URL. Server text.
    TestAwaitsSignIn {
        test: TestId,
        url: String,
    },
    /// A test that runs has come further; at most one such event of a test every 200 ms.
    TestProgressed {
        test: TestId,
        /// The steps that are over, in order.
        steps: Vec<TestStep>,
        /// The last lines of stderr so far, in order. Server text.
        stderr: Vec<String>,
    },
    /// A program wrote to stderr; at most one such event per server every 50 ms.
    StderrAppended {
        server: ServerId,
        /// The number of the first of them; they are counted as long as Usher runs.
        first_seq: u64,
        /// The new lines, in order.
        lines: Vec<String>,
    },
    /// A message of a server was repaired, or a request declined; at most one such event per server every 50 ms for
    /// what was repaired.
    ServerRepaired {
        server: ServerId,
    },
    /// A server sent a log message.
    ServerLogged {
        server: ServerId,
        /// Its level, as it came.
        level: String,
        /// Which part of the server.
        logger: Option<String>,
        /// The message: text, or any other JSON. One that is too long is the beginning of its text.
        data: Value,
        /// When it was read.
        at: Instant,
    },
    /// The keyring's state changed.
    KeyringChanged(KeyringStatus),
    /// Folders shown to servers, or who may see them, changed.
    RootsChanged,
    /// Policies, their uses, or the trust in a server changed.
    PoliciesChanged,
    /// Providers, model hints, sampling rules or their use changed.
    ModelsChanged,
    /// A client connected or left, or the person decided about one.
    ClientsChanged,
    /// The person chose a client that waits outside of the window.
    ClientShown(ClientId),
    /// Usher wrote into the file of an agent.
    AgentsChanged,
    SettingsChanged(Settings),
    /// A webtool or its state was added, changed or removed.
    WebtoolsChanged,
    /// An app runs, or what is shown of it has changed.
    McpAppChanged(Box<AppSnapshot>),
    /// An app has ended.
    McpAppStopped {
        app: AppId,
        /// Why, if nobody stopped it.
        why: Option<Message>,
    },
    /// The host is closed. It is the last event.
    Closed,
}

/// The sending end, cheap to clone.
#[derive(Clone)]
pub struct Events {
    all: broadcast::Sender<HostEvent>,
    /// Counts how often a server was changed or removed.
    servers: Arc<watch::Sender<u64>>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            all: broadcast::Sender::new(limits::EVENTS_BEHIND),
            servers: Arc::default(),
        }
    }
}

impl Events {
    /// Notifies all listeners, of which there may be none.
    pub fn send(&self, event: HostEvent) {
        let of_server = matches!(
            event,
            HostEvent::ServerChanged(_) | HostEvent::ServerRemoved(_)
        );
        let _ = self.all.send(event);
        if of_server {
            self.servers.send_modify(|count| *count += 1);
        }
    }

    /// Changes whenever a server was changed or removed. Nothing is missed by who looks at the servers after each change.
    pub fn server_changes(&self) -> watch::Receiver<u64> {
        self.servers.subscribe()
    }

    pub fn subscribe(&self) -> broadcast::Receiver<HostEvent> {
        self.all.subscribe()
    }
}
