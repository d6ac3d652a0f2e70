//! The closed union of events the window hears.

use crate::approval;
use crate::approval::{Approval, ApprovalClosed};
use crate::call::CallProgress;
use crate::mcp_app::AppSnapshot;
use crate::sampling::SamplingState;
use crate::server::ServerSnapshot;
use crate::wire::WireExtent;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_core::host::Host;
use usher_messages::Message;
use usher_servers::events as core;
use usher_types::id::{AppId, ApprovalId, ClientId, ServerId, TestId};
use usher_types::keyring::KeyringStatus;
use usher_types::protocol::ListKind;
use usher_types::server::TestStep;
use usher_types::settings::Settings;

/// Something changed in the core. Ordered; the page patches its cache in one place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AppEvent {
    /// A server was added or its row changed.
    ServerChanged {
        server: ServerSnapshot,
    },
    /// A server is gone.
    ServerRemoved {
        server_id: ServerId,
    },
    /// The order of the servers changed; their groups are in their rows.
    ServersArranged {
        /// All servers, in their order.
        server_ids: Vec<ServerId>,
    },
    /// A server's list was read anew; refetch it.
    CatalogChanged {
        server_id: ServerId,
        list: ListKind,
    },
    /// A resource someone follows has changed; read it again.
    ResourceUpdated {
        server_id: ServerId,
        uri: String,
    },
    /// A running call reports progress.
    CallProgress {
        progress: CallProgress,
    },
    /// The history has a new row, or was cleared.
    HistoryChanged,
    /// Bookmarks were added or removed; refetch them.
    BookmarksChanged,
    /// What was opened last, or the values given last, changed; refetch them.
    RecentChanged,
    /// A call became a task, its task advanced, or it ended; refetch the tasks.
    TasksChanged,
    /// A server asks the person something.
    ApprovalOpened {
        approval: Approval,
    },
    /// An open question shows something else now.
    ApprovalChanged {
        approval: Approval,
    },
    /// The person chose an approval outside of the window; show it.
    ApprovalShown {
        approval_id: ApprovalId,
    },
    /// The person wants to close Usher, and questions of servers would end without an answer. `app.close` closes it.
    CloseRequested {
        /// How many.
        questions: usize,
    },
    /// A model that writes for an open question is further.
    SamplingChanged {
        approval_id: ApprovalId,
        /// How far it is.
        state: SamplingState,
    },
    /// A question needs no answer any more.
    ApprovalClosed {
        closed: ApprovalClosed,
    },
    /// Records of approvals, or the limits of a server, changed; at most one such event every 50 ms. Refetch both.
    ApprovalRecordsChanged,
    /// Messages passed; at most one such event per server every 50 ms.
    WireAppended {
        server_id: ServerId,
        /// What its log holds now.
        extent: WireExtent,
    },
    /// The program of a draft that is tested waits for a sign-in.
    TestAwaitsSignIn {
        test_id: TestId,
        /// Where the program asks the person to sign in. Server text.
        url: String,
    },
    /// A test that runs has come further; at most one such event of a test every 200 ms.
    TestProgressed {
        test_id: TestId,
        /// The steps that are over, in order.
        steps: Vec<TestStep>,
        /// The last lines of stderr so far, in order. Server text.
        stderr: Vec<String>,
    },
    /// A program wrote to stderr; at most one such event per server every 50 ms.
    StderrAppended {
        server_id: ServerId,
        /// The number of the first of them; [`ServerDetail::stderr_next_seq`](crate::ServerDetail) tells which are
        /// known.
        first_seq: u64,
        /// The new lines, in order.
        lines: Vec<String>,
    },
    /// A message of a server was repaired, or a request declined; its page shows it.
    ServerRepaired {
        server_id: ServerId,
    },
    /// A server sent a log message (`notifications/message`).
    ServerLogged {
        server_id: ServerId,
        /// `debug` … `emergency`, as it came.
        level: String,
        /// Which part of the server.
        logger: Option<String>,
        /// The message. Server text.
        text: String,
    },
    /// The keyring's state changed.
    KeyringChanged {
        status: KeyringStatus,
    },
    /// Folders shown to servers, or who may see them, changed; refetch them.
    RootsChanged,
    /// Policies, their uses, or the trust in a server changed; refetch them.
    PoliciesChanged,
    /// Providers, model hints, sampling rules or their use changed; refetch them.
    ModelsChanged,
    /// A client connected or left, or the person decided about one; refetch them.
    ClientsChanged,
    /// The person chose a client that waits outside of the window; show it in Approvals.
    ClientShown {
        client_id: ClientId,
    },
    /// Usher wrote into the file of an agent; refetch the agents.
    AgentsChanged,
    SettingsChanged {
        settings: Settings,
    },
    /// A webtool or its state was added, changed or removed; refetch them and the tools.
    WebtoolsChanged,
    /// An app runs, or what is shown of it has changed.
    McpAppChanged {
        app: AppSnapshot,
    },
    /// An app has ended.
    McpAppStopped {
        app_id: AppId,
        /// Why, if nobody stopped it.
        why: Option<Message>,
    },
    /// Events were lost; refetch everything.
    Resync,
}

/// `None` if there is nothing left to tell: a question of a server that is gone already.
pub(crate) fn of(host: &Host, event: core::HostEvent) -> Option<AppEvent> {
    Some(match event {
        core::HostEvent::ServerChanged(server) => AppEvent::ServerChanged {
            server: (*server).into(),
        },
        core::HostEvent::ServerRemoved(server) => AppEvent::ServerRemoved { server_id: server },
        core::HostEvent::ServersArranged(server_ids) => AppEvent::ServersArranged { server_ids },
        core::HostEvent::CatalogChanged { server, list } => AppEvent::CatalogChanged {
            server_id: server,
            list,
        },
        core::HostEvent::ResourceUpdated { server, uri } => AppEvent::ResourceUpdated {
            server_id: server,
            uri,
        },
        // Clients are told; the page hears of the approval's end. With its host the page's stream ends.
        core::HostEvent::ElicitationCompleted { .. } | core::HostEvent::Closed => return None,
        core::HostEvent::CallProgress(progress) => AppEvent::CallProgress { progress },
        core::HostEvent::HistoryChanged => AppEvent::HistoryChanged,
        core::HostEvent::BookmarksChanged => AppEvent::BookmarksChanged,
        core::HostEvent::RecentChanged => AppEvent::RecentChanged,
        core::HostEvent::TasksChanged => AppEvent::TasksChanged,
        core::HostEvent::ApprovalOpened(opened) => AppEvent::ApprovalOpened {
            approval: approval::of(host, *opened)?,
        },
        core::HostEvent::ApprovalChanged(changed) => AppEvent::ApprovalChanged {
            approval: approval::of(host, *changed)?,
        },
        core::HostEvent::ApprovalShown(approval) => AppEvent::ApprovalShown {
            approval_id: approval,
        },
        core::HostEvent::CloseRequested { questions } => AppEvent::CloseRequested { questions },
        core::HostEvent::SamplingChanged { approval, state } => AppEvent::SamplingChanged {
            approval_id: approval,
            state: *state,
        },
        core::HostEvent::ApprovalClosed(closed) => AppEvent::ApprovalClosed { closed },
        core::HostEvent::ApprovalRecordsChanged => AppEvent::ApprovalRecordsChanged,
        core::HostEvent::WireAppended { server, extent } => AppEvent::WireAppended {
            server_id: server,
            extent,
        },
        core::HostEvent::TestProgressed {
            test,
            steps,
            stderr,
        } => AppEvent::TestProgressed {
            test_id: test,
            steps,
            stderr,
        },
        core::HostEvent::TestAwaitsSignIn { test, url } => {
            AppEvent::TestAwaitsSignIn { test_id: test, url }
        }
        core::HostEvent::StderrAppended {
            server,
            first_seq,
            lines,
        } => AppEvent::StderrAppended {
            server_id: server,
            first_seq,
            lines,
        },
        core::HostEvent::ServerRepaired { server } => {
            AppEvent::ServerRepaired { server_id: server }
        }
        core::HostEvent::ServerLogged {
            server,
            level,
            logger,
            data,
            at: _,
        } => AppEvent::ServerLogged {
            server_id: server,
            level,
            logger,
            text: match data {
                Value::String(text) => text,
                other => other.to_string(),
            },
        },
        core::HostEvent::KeyringChanged(status) => AppEvent::KeyringChanged { status },
        core::HostEvent::RootsChanged => AppEvent::RootsChanged,
        core::HostEvent::PoliciesChanged => AppEvent::PoliciesChanged,
        core::HostEvent::WebtoolsChanged => AppEvent::WebtoolsChanged,
        core::HostEvent::McpAppChanged(app) => AppEvent::McpAppChanged { app: *app },
        core::HostEvent::McpAppStopped { app, why } => AppEvent::McpAppStopped { app_id: app, why },
        core::HostEvent::ModelsChanged => AppEvent::ModelsChanged,
        core::HostEvent::ClientsChanged => AppEvent::ClientsChanged,
        core::HostEvent::ClientShown(client) => AppEvent::ClientShown { client_id: client },
        core::HostEvent::AgentsChanged => AppEvent::AgentsChanged,
        core::HostEvent::SettingsChanged(settings) => AppEvent::SettingsChanged { settings },
    })
}
