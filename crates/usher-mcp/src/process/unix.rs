//! A process and everything it started: its process group, and those that left the group but carry its marker.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use nix::sys::signal::Signal;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use super::custody::Entry;
use super::kin::{self, Kin, Proof};

/// How often the tree is looked at while it may leave by itself.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A process that leads a group of its own. Dropping it kills the whole tree.
pub(crate) struct Tree {
    child: Child,
    kin: Kin,
    /// `None` when everybody has gone.
    custody: Option<Entry>,
}

impl Tree {
    pub(super) fn spawn(mut command: Command, custody: Entry) -> io::Result<Self> {
        command.env(kin::MARKER, custody.marker().as_str());
        let child = command.process_group(0).spawn()?;
        let leader = child.id().and_then(|id| i32::try_from(id).ok());
        Ok(Self {
            child,
            // A process that has just been started has an id; 0 stands for none.
            kin: custody.started(leader.unwrap_or(0)),
            custody: Some(custody),
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

    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for the process itself; its children may live on until [`Tree::end`].
    pub(crate) async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends the whole tree: the process may leave by itself, then everybody is asked to, then they have to.
    /// A leader that has already gone does not save its children.
    pub(crate) async fn end(&mut self, patience: Duration) -> io::Result<ExitStatus> {
        let _ = tokio::time::timeout(patience, self.child.wait()).await;
        if self.signal(Some(Signal::SIGTERM)).await > 0 {
            let gone = async {
                let _ = self.child.wait().await;
                while self.signal(None).await > 0 {
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            };
            // Whoever is still there afterwards is killed.
            if tokio::time::timeout(patience, gone).await.is_err() {
                let trees = [self.kin.clone()];
                let killed = move || kin::kill(&trees, Proof::Birth);
                // It fails only while the runtime ends, and then dropping does the same.
                let _ = tokio::task::spawn_blocking(killed).await;
            }
        }
        let status = self.child.wait().await;
        self.custody = None;
        status
    }

    /// Kills the whole tree, now.
    pub(crate) fn kill(&mut self) {
        if self.custody.is_some() {
            kin::kill(std::slice::from_ref(&self.kin), Proof::Birth);
            self.custody = None;
        }
    }

    /// Signals everybody, or only looks; returns how many there are. The list of processes is read on a
    /// thread that may wait.
    async fn signal(&self, signal: Option<Signal>) -> usize {
        let trees = [self.kin.clone()];
        let signalled = move || kin::signal(&trees, Proof::Birth, signal);
        tokio::task::spawn_blocking(signalled).await.unwrap_or(0)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.kill();
    }
}
