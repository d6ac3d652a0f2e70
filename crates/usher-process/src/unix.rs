//! Runs a process and everything it starts.
//!
//! That is its process group, and the processes that left the group but carry its marker.

use std::fs::File;
use std::io;
use std::process::ExitStatus;
use std::sync::OnceLock;
use std::time::Duration;

use nix::sys::signal::Signal;
use process_wrap::tokio::{CommandWrap, CommandWrapper as _, ProcessSession};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use super::End;
use super::marker::MARKER;
use super::process_tree::{self, MatchBy, ProcessTree};
use super::registry::Entry;

/// How often the tree is checked while it may exit.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How a process is isolated from the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Isolation {
    /// It leads a group.
    Group,
    /// It leads a session, and the group in it.
    ///
    /// The terminal the host was started from is not its terminal. This takes a fork of the host, so it is done only
    /// where there is a terminal.
    Session,
}

impl Isolation {
    /// Checks once for a terminal; a host keeps it or never gets one.
    fn for_this_host() -> Self {
        static ISOLATION: OnceLock<Isolation> = OnceLock::new();
        *ISOLATION.get_or_init(|| match File::open("/dev/tty") {
            Ok(_) => Self::Session,
            Err(_) => Self::Group,
        })
    }

    fn apply(self, command: &mut Command) -> io::Result<()> {
        match self {
            Self::Group => command.process_group(0),
            Self::Session => {
                ProcessSession.pre_spawn(command, &CommandWrap::with_new("", |_| ()))?;
                command
            }
        };
        Ok(())
    }
}

/// Takes a process out of the group of this one, and from its terminal.
pub(super) fn isolate(command: &mut Command) -> io::Result<()> {
    Isolation::for_this_host().apply(command)
}

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
        starting.leads(leader.unwrap_or(0));
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

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[tokio::test]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is behind the one spawn door"
    )]
    async fn a_process_leads_its_group_and_where_there_is_a_terminal_its_session() {
        for (isolation, leads_session) in [(Isolation::Group, false), (Isolation::Session, true)] {
            let mut command = Command::new("cat");
            command.arg("/proc/self/stat");
            isolation.apply(&mut command).unwrap();
            let output = command.output().await.unwrap();
            let line = String::from_utf8(output.stdout).unwrap();
            // pid (name) state parent group session …
            let (id, _) = line.split_once(' ').unwrap();
            let (_, fields) = line.rsplit_once(") ").unwrap();
            let fields: Vec<&str> = fields.split(' ').collect();
            assert_eq!(
                (fields[2] == id, fields[3] == id),
                (true, leads_session),
                "group and session of {isolation:?}: {line}"
            );
        }
    }
}
