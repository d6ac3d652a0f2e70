//! Starts a program whose process tree is registered.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::Stdio;

use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use crate::registry::ProcessRegistry;
use crate::tree::Tree;

pub struct Start<'a> {
    pub program: &'a Path,
    pub args: &'a [String],
    /// The whole environment; nothing is inherited.
    pub env: &'a [(OsString, OsString)],
    pub cwd: Option<&'a Path>,
    /// Ends the process if this one cannot.
    pub process_registry: &'a ProcessRegistry,
}

pub struct Started {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
    pub stderr: ChildStderr,
    pub tree: Tree,
}

pub fn start(start: &Start<'_>) -> io::Result<Started> {
    let mut command = command(start);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut tree = Tree::spawn(command, start.process_registry.register())?;
    let (stdin, stdout, stderr) = tree.take_pipes();
    let missing = || io::Error::other("a pipe of the new process is missing");
    Ok(Started {
        stdin: stdin.ok_or_else(missing)?,
        stdout: stdout.ok_or_else(missing)?,
        stderr: stderr.ok_or_else(missing)?,
        tree,
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place where processes start"
)]
fn command(start: &Start<'_>) -> Command {
    let mut command = match start.process_registry.supervisor() {
        Some(supervisor) => {
            let mut command = Command::new(supervisor.program);
            command.args(supervisor.args).arg(start.program);
            command
        }
        None => Command::new(start.program),
    };
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
