//! The keyring's state.

use usher_system::secrets::StoreState;

use crate::secret::{KeyringState, KeyringStatus};

impl From<usher_core::snapshot::KeyringStatus> for KeyringStatus {
    fn from(status: usher_core::snapshot::KeyringStatus) -> Self {
        Self {
            state: match status.state {
                StoreState::Available => KeyringState::Available,
                StoreState::Locked { message } => KeyringState::Locked { message },
                StoreState::Absent { message } => KeyringState::Absent { message },
            },
            keeping_for_this_run: status.keeping_for_this_run,
            waiting_servers: u32::try_from(status.waiting_servers).unwrap_or(u32::MAX),
        }
    }
}
