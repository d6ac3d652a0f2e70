//! Makes the folders of a host and its clients.

use std::path::PathBuf;

/// A data folder and a runtime folder of their own.
pub struct Place(tempfile::TempDir);

impl Default for Place {
    fn default() -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(dir.path().join("runtime")).expect("a folder in it");
        Self(dir)
    }
}

impl Place {
    /// The data folder.
    pub fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }

    /// The runtime folder.
    pub fn runtime(&self) -> PathBuf {
        self.0.path().join("runtime")
    }
}
