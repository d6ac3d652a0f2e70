//! The one door through which processes start: arguments as they are, no shell, a cleared environment,
//! a group of its own, and an end that takes the whole tree with it.

#[cfg(unix)]
mod guardian;
#[cfg(unix)]
mod process_tree;
#[cfg_attr(unix, path = "process/registry.rs")]
#[cfg_attr(windows, path = "process/registry_windows.rs")]
mod registry;
mod stderr;
#[cfg_attr(unix, path = "process/unix.rs")]
#[cfg_attr(windows, path = "process/windows.rs")]
mod tree;

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use crate::limits;

#[cfg(unix)]
pub use guardian::guard;
pub use registry::ProcessRegistry;
pub(crate) use stderr::StderrTail;
pub(crate) use tree::Tree;

/// How the guardian is started: Usher's own binary, with an argument that makes it call [`guard`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardianProgram {
    pub program: PathBuf,
    pub args: Vec<String>,
}

pub(crate) struct Start<'a> {
    pub(crate) program: &'a Path,
    pub(crate) args: &'a [String],
    /// The whole environment; nothing is inherited.
    pub(crate) env: &'a [(OsString, OsString)],
    pub(crate) cwd: Option<&'a Path>,
    /// Who answers for it if this process cannot.
    pub(crate) process_registry: &'a ProcessRegistry,
}

/// A running process with its pipes.
pub(crate) struct Started {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
    pub(crate) tree: Tree,
}

/// How a process ended.
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    /// Whether it left without being made to.
    pub(crate) by_itself: bool,
}

pub(crate) fn start(start: &Start<'_>) -> io::Result<Started> {
    let mut command = command(start);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut tree = Tree::spawn(command, start.process_registry.expect())?;
    let (stdin, stdout, stderr) = tree.take_pipes();
    let missing = || io::Error::other("a pipe of the new process is missing");
    Ok(Started {
        stdin: stdin.ok_or_else(missing)?,
        stdout: stdout.ok_or_else(missing)?,
        stderr: stderr.ok_or_else(missing)?,
        tree,
    })
}

/// Runs a process that reads nothing and returns what it wrote; it and its children are gone afterwards. Once it
/// has said enough it has only a moment left: a child in the background may hold the pipe open for ever.
pub(crate) async fn run_to_end(
    start: &Start<'_>,
    timeout: Duration,
    is_enough: impl Fn(&[u8]) -> bool,
) -> io::Result<Vec<u8>> {
    let mut command = command(start);
    // Nobody reads its complaints. A pipe would block it when full, and end it when closed.
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let mut tree = Tree::spawn(command, start.process_registry.expect())?;
    let (_, stdout, _) = tree.take_pipes();
    let mut output = Vec::new();
    let read = async {
        let Some(stdout) = stdout else { return Ok(()) };
        let mut stdout = stdout.take(limits::OUTPUT_BYTES);
        while !is_enough(&output) {
            if stdout.read_buf(&mut output).await? == 0 {
                return Ok(());
            }
        }
        let rest = stdout.read_to_end(&mut output);
        let _ = tokio::time::timeout(limits::LAST_MOMENT, rest).await;
        io::Result::Ok(())
    };
    let ended = tokio::time::timeout(timeout, read).await;
    tree.kill();
    ended.map_err(|_| io::ErrorKind::TimedOut)??;
    Ok(output)
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place where processes start"
)]
fn command(start: &Start<'_>) -> Command {
    let mut command = Command::new(start.program);
    command
        .args(start.args)
        .env_clear()
        .envs(
            start
                .env
                .iter()
                .map(|(name, value)| (name.as_os_str() as &OsStr, value.as_os_str())),
        )
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    if let Some(cwd) = start.cwd {
        command.current_dir(cwd);
    }
    command
}

/// Starts the guardian. It outlives this process on purpose, and finds its libraries as this process did.
#[cfg(unix)]
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place where processes start"
)]
fn start_guardian(guardian: &GuardianProgram) -> io::Result<std::process::Child> {
    std::process::Command::new(&guardian.program)
        .args(&guardian.args)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// Windows ends the jobs by itself; there is nothing to guard.
#[cfg(not(unix))]
pub fn guard() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}

/// How a process ended, in words that follow "the process".
pub(crate) fn describe_exit(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was killed by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => "ended".into(),
    }
}
