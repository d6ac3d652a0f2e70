//! Defines how a process tree and its processes are identified.

use std::fmt;

/// Identifies the processes of a tree; different for each start. No secret.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Marker(String);

/// The first process of a tree, whose id is the group's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Leader {
    pub(crate) pid: i32,
    /// In the system's units since boot; 0 = not known here.
    pub(crate) start_time: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProcessTree {
    pub(crate) marker: Marker,
    /// `None` while it is being started.
    pub(crate) leader: Option<Leader>,
}

/// What proves that a process belongs to a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchBy {
    /// Id and start time: the tree was started a moment ago, or by this run.
    StartTime,
    /// Only the marker: ids recorded long ago may belong to other processes by now.
    Marker,
}

/// Which processes of a tree are not killed while others of it run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spared {
    None,
    Leaders,
}

impl Marker {
    pub(crate) fn random() -> Self {
        use std::hash::{BuildHasher as _, Hasher as _};
        let random = || std::hash::RandomState::new().build_hasher().finish();
        Self(format!("{:016x}{:016x}", random(), random()))
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_valid = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_valid.then(|| Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Leader {
    /// Never accepts pid 1, nor those that signal many processes.
    pub(super) fn with_start_time(
        pid: i32,
        start_time: impl FnOnce(i32) -> Option<u64>,
    ) -> Option<Self> {
        (pid > 1).then(|| Self {
            pid,
            start_time: start_time(pid).unwrap_or(0),
        })
    }

    pub(crate) fn parse(pid: &str, start_time: &str) -> Option<Self> {
        let pid = pid.parse().ok().filter(|pid| *pid > 1)?;
        let start_time = start_time.parse().ok()?;
        Some(Self { pid, start_time })
    }
}
