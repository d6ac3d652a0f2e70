//! A process and everything it started, as one process group.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

/// How often the group is looked at while it may leave by itself.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A process that leads a group of its own. Dropping it kills the group.
pub(crate) struct Tree {
    child: Child,
    group: Option<Pid>,
}

impl Tree {
    pub(super) fn spawn(mut command: Command) -> io::Result<Self> {
        let child = command.process_group(0).spawn()?;
        let group = child
            .id()
            .and_then(|id| i32::try_from(id).ok())
            .map(Pid::from_raw);
        Ok(Self { child, group })
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

    /// Ends the whole tree: the process may leave by itself, then the group is asked to, then it has to.
    /// A leader that has already gone does not save its children.
    pub(crate) async fn end(&mut self, patience: Duration) -> io::Result<ExitStatus> {
        let mut left = tokio::time::timeout(patience, self.child.wait()).await;
        self.signal(Signal::SIGTERM);
        if left.is_err() {
            left = tokio::time::timeout(patience, self.child.wait()).await;
        }
        if left.is_ok() {
            self.wait_for_group(patience).await;
        }
        self.kill();
        match left {
            Ok(status) => status,
            Err(_) => self.child.wait().await,
        }
    }

    /// Kills the whole group, now.
    pub(crate) fn kill(&mut self) {
        self.signal(Signal::SIGKILL);
        self.group = None;
    }

    async fn wait_for_group(&self, patience: Duration) {
        let gone = async {
            while self.group.is_some_and(|group| killpg(group, None).is_ok()) {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        // Whoever is still there afterwards is killed.
        let _ = tokio::time::timeout(patience, gone).await;
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // The only failure is that nobody is left, which is what was wanted.
            let _ = killpg(group, signal);
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.kill();
    }
}
