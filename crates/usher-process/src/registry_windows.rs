//! Registers nothing: on Windows each server's job ends with Usher.

use std::path::{Path, PathBuf};

use super::own_programs::OwnProgram;

/// Does nothing: on Windows the jobs end what was started.
#[derive(Clone, Default)]
pub struct ProcessRegistry;

impl ProcessRegistry {
    pub fn new(_record: PathBuf, _helper: Option<PathBuf>) -> Self {
        Self
    }

    /// Does nothing: no job outlives Usher.
    pub fn sweep(_record: &Path) -> usize {
        0
    }

    /// Returns `None`: a job holds together what a server starts.
    pub(super) fn supervisor(&self) -> Option<OwnProgram> {
        None
    }

    /// Returns 0: no job has to be awaited.
    pub fn running(&self) -> usize {
        0
    }

    /// Does nothing: there is no guardian.
    pub fn finish(&self) {}

    /// Returns it as it is: there is no supervisor.
    pub fn server_of(&self, leader: u32) -> u32 {
        leader
    }

    pub(super) fn register(&self) -> Entry {
        Entry
    }
}

/// A job, which ends with Usher.
pub(super) struct Entry;
