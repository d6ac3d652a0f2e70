//! A program that is ended in time with everything it started.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::usage;

/// What became of it.
pub(crate) enum Limited {
    Ended {
        /// Whether it was content.
        success: bool,
    },
    /// It did not end, and was ended.
    TooLong,
}

/// How often is looked whether it has ended.
const LOOK: Duration = Duration::from_millis(50);

/// The same command, to be changed.
pub(crate) fn again(command: &Command) -> Command {
    let mut again = Command::new(command.get_program());
    again.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => again.env(name, value),
            None => again.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        again.current_dir(folder);
    }
    again
}

/// Runs a command for at most `longest`, in its own group.
pub(crate) fn run(command: Command, longest: Duration) -> Result<Limited, String> {
    let program = command.get_program().display().to_string();
    let (mut command, times) = usage::measured(command);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command
        .spawn()
        .map_err(|error| format!("could not start {program}: {error}"))?;
    let began = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if began.elapsed() < longest => thread::sleep(LOOK),
            Ok(None) => {
                end_all(&mut child);
                return Ok(Limited::TooLong);
            }
            Err(error) => return Err(format!("could not wait for a program: {error}")),
        }
    };
    if let Some(times) = times {
        times.count();
    }
    Ok(Limited::Ended {
        success: status.success(),
    })
}

/// Ends the program and all it started.
fn end_all(child: &mut Child) {
    let id = child.id().to_string();
    let mut end = if cfg!(windows) {
        let mut end = Command::new("taskkill");
        end.args(["/T", "/F", "/PID", &id]);
        end
    } else {
        let mut end = Command::new("kill");
        end.args(["-KILL", "--", &format!("-{id}")]);
        end
    };
    if end.output().is_err() || child.try_wait().is_ok_and(|ended| ended.is_none()) {
        // Whether it worked shows in the wait below.
        let _ = child.kill();
    }
    let _ = child.wait();
}
