//! Defines the errors of serving clients at an address.

use std::io;
use std::path::PathBuf;

/// Why clients cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ListenerError {
    #[error("the address {} cannot be used: {source}", address.display())]
    Unusable { address: PathBuf, source: io::Error },
    /// Somebody else could put something into its folder.
    #[error("the folder {} belongs to others, too", .0.display())]
    OpenToAll(PathBuf),
}
