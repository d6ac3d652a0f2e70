//! Runs a process and everything it starts as one job object.
//!
//! It gets no console window.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use super::End;
use super::marker::MARKER;
use super::registry::Entry;
use process_wrap::tokio::{ChildWrapper, CommandWrap, CreationFlags, JobObject, KillOnDrop};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use windows::Win32::System::Threading::CREATE_NO_WINDOW;

/// A process in its own job; dropping it ends the job.
pub struct Tree {
    child: Box<dyn ChildWrapper>,
    _entry: Entry,
}

impl Tree {
    pub(super) fn spawn(mut command: Command, mut entry: Entry) -> io::Result<Self> {
        command.env(MARKER, "1");
        let child = CommandWrap::from(command)
            .wrap(KillOnDrop)
            .wrap(CreationFlags(CREATE_NO_WINDOW))
            .wrap(JobObject)
            .spawn()?;
        entry.set_leader(child.id());
        Ok(Self {
            child,
            _entry: entry,
        })
    }

    pub(super) fn take_pipes(
        &mut self,
    ) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (
            self.child.stdin().take(),
            self.child.stdout().take(),
            self.child.stderr().take(),
        )
    }

    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for the whole job.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends the whole tree: it may exit first, then it is terminated.
    ///
    /// Windows has no signal in between.
    pub async fn end(&mut self, timeout: Duration) -> io::Result<End> {
        let exited = tokio::time::timeout(timeout, self.child.wait()).await;
        let by_itself = exited.is_ok();
        let status = if let Ok(status) = exited {
            status?
        } else {
            self.kill();
            self.child.wait().await?
        };
        Ok(End { status, by_itself })
    }

    /// Ends the whole job now.
    pub fn kill(&mut self) {
        // It fails only if no process is left.
        let _ = self.child.start_kill();
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.kill();
    }
}
