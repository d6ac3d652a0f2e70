//! Runs a process and everything it starts.
//!
//! That is its process group, and the processes that left the group but carry its marker.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use nix::sys::signal::Signal;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use super::End;
use super::isolation::isolate;
use super::marker::MARKER;
use super::process_tree::{self, MatchBy, ProcessTree};
use super::registry::Entry;

/// How often the tree is checked while it may exit.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A process that leads a group and has no terminal.
///
/// Dropping it kills the whole tree.
pub struct Tree {
    child: Child,
    processes: ProcessTree,
    /// `None` when all processes have ended.
    entry: Option<Entry>,
}

impl Tree {
    pub(super) fn spawn(mut command: Command, entry: Entry) -> io::Result<Self> {
        command.env(MARKER, entry.marker().as_str());
        isolate(&mut command)?;
        #[cfg(target_os = "linux")]
        let starting = crate::orphans::starting();
        let child = command.spawn()?;
        let leader = child.id().and_then(|id| i32::try_from(id).ok());
        #[cfg(target_os = "linux")]
        starting.started(leader.unwrap_or(0), crate::orphans::Role::Leader);
        Ok(Self {
            child,
            // A process that has just been started has an id; 0 means none.
            processes: entry.set_leader(leader.unwrap_or(0)),
            entry: Some(entry),
        })
    }

    pub(super) fn take_pipes(
        &mut self,
    ) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (
            self.child.stdin.take(),
            self.child.stdout.take(),
            self.child.stderr.take(),
        )
    }

    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for the process itself; its children may live on until [`Tree::end`].
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends the whole tree.
    ///
    /// The process may exit first, then all get SIGTERM, then SIGKILL. The children of a leader that has already
    /// exited are ended as well.
    pub async fn end(&mut self, timeout: Duration) -> io::Result<End> {
        let exited = tokio::time::timeout(timeout, self.child.wait()).await;
        if self.signal(Some(Signal::SIGTERM)).await > 0 {
            let gone = async {
                let _ = self.child.wait().await;
                while self.signal(None).await > 0 {
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
            };
            // What still runs afterwards is killed.
            if tokio::time::timeout(timeout, gone).await.is_err() {
                let trees = [self.processes.clone()];
                let killed = move || process_tree::kill(&trees, MatchBy::StartTime);
                // It fails only while the runtime ends, and then dropping does the same.
                let _ = tokio::task::spawn_blocking(killed).await;
            }
        }
        let status = self.child.wait().await;
        self.entry = None;
        Ok(End {
            status: status?,
            by_itself: exited.is_ok(),
        })
    }

    /// Kills the whole tree now.
    pub fn kill(&mut self) {
        if self.entry.is_some() {
            process_tree::kill(std::slice::from_ref(&self.processes), MatchBy::StartTime);
            self.entry = None;
        }
    }

    /// Signals all processes, or only counts them, and returns their number.
    ///
    /// The list of processes is read on a thread that may block.
    async fn signal(&self, signal: Option<Signal>) -> usize {
        let trees = [self.processes.clone()];
        let signalled = move || process_tree::signal(&trees, MatchBy::StartTime, signal);
        tokio::task::spawn_blocking(signalled).await.unwrap_or(0)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.kill();
    }
}
