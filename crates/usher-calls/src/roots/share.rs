//! What a server may be told of folders at this moment.

use super::Roots;
use super::folder::folder_state;
use usher_system::blocking::spawn_blocking;
use usher_types::id::ServerId;
use usher_types::roots::{RootFolder, RootState, RootsConsent};

/// Returns a server's roots, and whether the person agreed to share them.
pub(crate) enum SharedRoots {
    /// There is nothing to show.
    None,
    /// The person has agreed.
    Agreed(Vec<RootFolder>),
    /// Exactly these would be shown.
    ToBeAsked(Vec<RootFolder>),
}

impl Roots {
    /// Looks at the folders of a server. That may take as long as their disks.
    pub(crate) async fn exposure(&self, server: &ServerId) -> SharedRoots {
        let folders = self.seen_by(server);
        let folders = spawn_blocking(move || accessible(folders))
            .await
            .unwrap_or_default();
        if folders.is_empty() {
            return SharedRoots::None;
        }
        if self.consent(server) == RootsConsent::Always {
            return SharedRoots::Agreed(folders);
        }
        SharedRoots::ToBeAsked(folders)
    }
}

fn accessible(folders: Vec<RootFolder>) -> Vec<RootFolder> {
    folders
        .into_iter()
        .filter(|folder| folder_state(folder) == RootState::Accessible)
        .collect()
}
