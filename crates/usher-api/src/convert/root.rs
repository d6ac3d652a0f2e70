//! Roots.

use usher_core::roots as core;

use crate::id::ServerId;
use crate::root::{RootFolder, RootList, RootState, RootsConsent, ShownRoot};

/// Whose list is meant.
pub(crate) fn scope(server: Option<ServerId>) -> core::RootScope {
    match server {
        Some(server) => core::RootScope::Server(server.into()),
        None => core::RootScope::AllServers,
    }
}

impl From<core::RootFolder> for RootFolder {
    fn from(folder: core::RootFolder) -> Self {
        Self {
            id: folder.id.into(),
            server_id: match folder.scope {
                core::RootScope::AllServers => None,
                core::RootScope::Server(server) => Some(server.into()),
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

impl From<core::RootsConsent> for RootsConsent {
    fn from(consent: core::RootsConsent) -> Self {
        match consent {
            core::RootsConsent::Ask => Self::Ask,
            core::RootsConsent::Always => Self::Always,
        }
    }
}

impl From<RootsConsent> for core::RootsConsent {
    fn from(consent: RootsConsent) -> Self {
        match consent {
            RootsConsent::Ask => Self::Ask,
            RootsConsent::Always => Self::Always,
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
            consent: view.consent.into(),
        }
    }
}
