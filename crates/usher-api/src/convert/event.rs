//! Events.

use usher_core::events as core;
use usher_core::host::Host;

use super::approval;
use crate::event::AppEvent;

/// `None` if there is nothing left to tell: a question of a server that is gone already.
pub(crate) fn of(host: &Host, event: core::HostEvent) -> Option<AppEvent> {
    Some(match event {
        core::HostEvent::ServerChanged(server) => AppEvent::ServerChanged {
            server: (*server).into(),
        },
        core::HostEvent::ServerRemoved(server) => AppEvent::ServerRemoved { server_id: server },
        core::HostEvent::CatalogChanged { server, list } => AppEvent::CatalogChanged {
            server_id: server,
            list,
        },
        core::HostEvent::ResourceUpdated { server, uri } => AppEvent::ResourceUpdated {
            server_id: server,
            uri,
        },
        core::HostEvent::CallProgress(progress) => AppEvent::CallProgress { progress },
        core::HostEvent::HistoryChanged => AppEvent::HistoryChanged,
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
        core::HostEvent::SamplingChanged { approval, state } => AppEvent::SamplingChanged {
            approval_id: approval,
            state: (*state).into(),
        },
        core::HostEvent::ApprovalClosed(closed) => AppEvent::ApprovalClosed { closed },
        core::HostEvent::ApprovalRecordsChanged => AppEvent::ApprovalRecordsChanged,
        core::HostEvent::WireAppended { server, extent } => AppEvent::WireAppended {
            server_id: server,
            extent,
        },
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
            text,
        } => AppEvent::ServerLogged {
            server_id: server,
            level,
            logger,
            text,
        },
        core::HostEvent::KeyringChanged(status) => AppEvent::KeyringChanged { status },
        core::HostEvent::RootsChanged => AppEvent::RootsChanged,
        core::HostEvent::PoliciesChanged => AppEvent::PoliciesChanged,
        core::HostEvent::WebtoolsChanged => AppEvent::WebtoolsChanged,
        core::HostEvent::ModelsChanged => AppEvent::ModelsChanged,
        core::HostEvent::SettingsChanged(settings) => AppEvent::SettingsChanged { settings },
    })
}
