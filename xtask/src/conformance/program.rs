//! A program that is ended in time with everything it started.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What became of it.
pub(crate) enum Limited {
    Ended {
        /// Whether it was content.
        success: bool,
        /// What it printed, on both ways.
        output: String,
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
pub(crate) fn run(mut command: Command, longest: Duration) -> Result<Limited, String> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| {
        format!(
            "could not start {}: {error}",
            command.get_program().display()
        )
    })?;
    let out = drain(child.stdout.take());
    let err = drain(child.stderr.take());
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
    let text = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Limited::Ended {
        success: status.success(),
        output: text(err) + &text(out),
    })
}

/// Reads to the end, so that the program never waits for us.
fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before the pipe broke is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
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
