//! Exports and imports the person's configuration as one file: servers, webtools and every pinned version of them, what
//! was reviewed, and what was decided about tools. There is no secret in it, and nothing in it is believed: importing
//! verifies every digest, agrees to nothing and starts nothing.

mod entries;
mod export;
mod file;
mod import;
mod permissions;
mod reviewed;

pub use entries::ImportedEntry;
pub use export::SetupError;
pub use permissions::{SetupPermissions, SetupRule};

use std::path::PathBuf;

use crate::webtools::Webtools;
use usher_calls::policies::Policies;
use usher_servers::servers::Servers;
use usher_store::Store;
use usher_system::clock::Clock;

/// Writes and reads setup files.
pub struct Setup {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) policies: Policies,
    pub(crate) servers: Servers,
    pub(crate) webtools: Webtools,
    /// Where setup files are written.
    pub(crate) exports_dir: PathBuf,
}
