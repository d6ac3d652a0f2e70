//! Programs that serve while the suites run.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::step;

/// A program that serves until it is dropped.
pub(super) struct ServedProgram {
    child: Child,
    /// Its end is the end of the program.
    input: Option<ChildStdin>,
    /// The first line it printed.
    said: String,
    address: String,
}

impl ServedProgram {
    /// The conformance server.
    pub(super) fn server() -> Result<Self, String> {
        let mut running = Self::start(built("conformance_server"))?;
        running.address.clone_from(&running.said);
        Ok(running)
    }

    /// Usher before a server.
    pub(super) fn gateway(server: &str, era: &str) -> Result<Self, String> {
        let mut command = built("usher-conformance-gateway");
        command.args([server, era]);
        let mut running = Self::start(command)?;
        running.address = running.said("url")?;
        Ok(running)
    }

    /// Where it is reached.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// A text in the JSON object it printed.
    pub(super) fn said(&self, name: &str) -> Result<String, String> {
        let found = self.said.split_once(&format!("\"{name}\":\""));
        let found = found.and_then(|(_, rest)| rest.split_once('"'));
        match found {
            Some((text, _)) => Ok(text.to_owned()),
            None => Err(format!("a program did not say its {name}: {}", self.said)),
        }
    }

    /// Starts a program, and waits for the first line it prints.
    fn start(mut command: Command) -> Result<Self, String> {
        let program = command.get_program().display().to_string();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command
            .spawn()
            .map_err(|error| format!("could not start {program}: {error}"))?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let mut running = Self {
            child,
            input,
            said: String::new(),
            address: String::new(),
        };
        let mut output = BufReader::new(output.ok_or("it has no output")?);
        let mut line = String::new();
        output
            .read_line(&mut line)
            .map_err(|error| format!("{program} said nothing: {error}"))?;
        if line.is_empty() {
            return Err(format!("{program} ended at once"));
        }
        line.trim().clone_into(&mut running.said);
        // It may go on printing, and must not wait for a reader.
        thread::spawn(move || output.read_to_end(&mut Vec::new()));
        Ok(running)
    }
}

fn built(name: &str) -> Command {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Command::new(step::target().join("debug").join(name))
}

impl Drop for ServedProgram {
    fn drop(&mut self) {
        drop(self.input.take());
        // It is given a moment to stop what it started.
        for _ in 0..60 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
