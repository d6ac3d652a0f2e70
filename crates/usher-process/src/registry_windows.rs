//! Registers what runs, to know it again. Nothing has to be ended: on Windows each server's job ends with Usher.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use super::FolderUse;
use super::helpers::OwnProgram;

/// The first processes of all jobs. Clones share it.
#[derive(Clone, Default)]
pub struct ProcessRegistry(Arc<Mutex<BTreeSet<u32>>>);

impl ProcessRegistry {
    pub fn new(_record: PathBuf, _helper: Option<PathBuf>) -> Self {
        Self::default()
    }

    /// Does nothing: no job outlives Usher.
    pub fn sweep(_record: &Path, _folder: FolderUse) -> usize {
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

    /// Returns whether a process leads a job that has not been ended yet.
    pub fn leads(&self, pid: u32) -> bool {
        self.0.lock().contains(&pid)
    }

    pub(super) fn register(&self) -> Entry {
        Entry {
            registry: self.clone(),
            leader: None,
        }
    }
}

/// A job, which ends with Usher. It is registered until this is dropped.
pub(super) struct Entry {
    registry: ProcessRegistry,
    leader: Option<u32>,
}

impl Entry {
    /// Takes note of the first process.
    pub(super) fn set_leader(&mut self, pid: Option<u32>) {
        self.leader = pid;
        self.registry.lock().extend(pid);
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(pid) = self.leader {
            self.registry.lock().remove(&pid);
        }
    }
}
