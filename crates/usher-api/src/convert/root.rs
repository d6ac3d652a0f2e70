//! Roots.

use usher_core::roots as core;

use crate::root::{RootFolder, RootList, RootState, ShownRoot};
use usher_types::id::ServerId;

/// Whose list is meant.
pub(crate) fn scope(server: Option<ServerId>) -> usher_types::roots::RootScope {
    match server {
        Some(server) => usher_types::roots::RootScope::Server(server),
        None => usher_types::roots::RootScope::AllServers,
    }
}

impl From<usher_types::roots::RootFolder> for RootFolder {
    fn from(folder: usher_types::roots::RootFolder) -> Self {
        Self {
            id: folder.id,
            server_id: match folder.scope {
                usher_types::roots::RootScope::AllServers => None,
                usher_types::roots::RootScope::Server(server) => Some(server),
            },
            path: folder.path.display().to_string(),
            name: folder.name,
            uri: folder.uri,
        }
    }
}

impl From<core::RootState> for RootState {
    fn from(state: core::RootState) -> Self {
        match state {
            core::RootState::Accessible => Self::Accessible,
            core::RootState::Missing => Self::Missing,
            core::RootState::Replaced => Self::Replaced,
            core::RootState::Unreadable => Self::Unreadable,
        }
    }
}

impl From<core::RootsView> for RootList {
    fn from(view: core::RootsView) -> Self {
        Self {
            folders: view
                .folders
                .into_iter()
                .map(|(folder, state)| ShownRoot {
                    folder: folder.into(),
                    state: state.into(),
                })
                .collect(),
            consent: view.consent,
        }
    }
}
