//! Running programs: where the workspace is, one command, and a list of steps with a summary.

use std::env;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What every command of xtask ends with.
pub(crate) type Outcome = Result<(), String>;

/// The workspace's root folder.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

pub(crate) fn ui() -> PathBuf {
    root().join("ui")
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A command that starts in the workspace's root. Usher asks the login shell for its `PATH`; the start-up files of
/// whoever runs this may take any time, and are no part of what is checked.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    if cfg!(unix) {
        command.env("SHELL", "/bin/sh");
    }
    command
}

/// The cargo that runs this xtask, so that one toolchain does everything.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut cargo = command(&cargo, args);
    // Build scripts that read them would run again for each of the commands that set others.
    for (name, _) in env::vars_os() {
        let of_package = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        });
        if of_package {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Every step builds the same selection of packages with the same features: with another one, cargo
/// would build Tauri and half the tree once more. The feature puts the built page into the app;
/// without it the app would look for Vite's dev server.
pub(crate) const EVERYTHING: [&str; 4] = [
    "--locked",
    "--workspace",
    "--features",
    "usher/custom-protocol",
];

/// A command of cargo on [`EVERYTHING`].
pub(crate) fn with_everything(command: &str, more: &[&str]) -> Command {
    let mut cargo = cargo(&[command]);
    cargo.args(EVERYTHING).args(more);
    cargo
}

/// Builds the app with its page inside.
pub(crate) fn app_build() -> Command {
    with_everything("build", &[])
}

/// npm; on Windows it is a script, which only `cmd` can start.
pub(crate) fn npm(args: &[&str], folder: &Path) -> Command {
    let mut command = if cfg!(windows) {
        let mut shell = command("cmd", &["/c", "npm"]);
        shell.args(args);
        shell
    } else {
        command("npm", args)
    };
    command.current_dir(folder);
    command
}

/// A program that npm installed for the page.
pub(crate) fn node_bin(name: &str, args: &[&str]) -> Command {
    let file = if cfg!(windows) {
        format!("{name}.cmd")
    } else {
        name.to_owned()
    };
    let program = ui().join("node_modules").join(".bin").join(file);
    let mut command = command(&program.to_string_lossy(), args);
    command.current_dir(ui());
    command
}

/// Runs a command with its output on the terminal.
pub(crate) fn run(mut command: Command) -> Outcome {
    let shown = show(&command);
    println!("  $ {shown}");
    let status = command
        .status()
        .map_err(|error| could_not_start(&shown, &error))?;
    judged(&shown, status, "")
}

fn could_not_start(shown: &str, error: &io::Error) -> String {
    format!("could not start `{shown}`: {error}")
}

/// What a command that has ended comes to; `said` is what it said of its failure.
fn judged(shown: &str, status: ExitStatus, said: &str) -> Outcome {
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{shown}` failed ({status}){said}"))
    }
}

/// What a program prints, if it runs and ends well.
pub(crate) fn stdout_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// As [`run`], for tests: the error repeats what each that failed says, so that the summary shows it.
pub(crate) fn run_tests(mut command: Command) -> Outcome {
    let shown = show(&command);
    println!("  $ {shown}");
    let failed = |error| could_not_start(&shown, &error);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let errors = child.stderr.take();
    let errors = thread::spawn(|| errors.map_or_else(String::new, panics_passed_on));
    let output = child.stdout.take();
    let mut panics = output.map_or_else(String::new, panics_passed_on);
    panics.push_str(&errors.join().unwrap_or_default());
    let status = child.wait().map_err(failed)?;
    judged(&shown, status, &panics)
}

/// Prints what a program prints, and returns what its panics say.
fn panics_passed_on(output: impl Read) -> String {
    let mut panics = String::new();
    let mut is_panic = false;
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        let line = line.trim();
        let ends = line.starts_with("stack backtrace:") || line.starts_with("note: ");
        is_panic = line.contains(") panicked at ") || (is_panic && !ends);
        if is_panic && !line.is_empty() {
            panics.push_str("\n    ");
            panics.push_str(line);
        }
    }
    panics
}

/// So many words of a command are shown.
const WORDS_SHOWN: usize = 24;

/// A command in one line: of a script among its words only the beginning, and not all words of a long one.
fn show(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|word| {
        let word = word.to_string_lossy();
        match word.trim_start().split_once('\n') {
            Some((first, _)) => format!("'{first} …'"),
            None => word.into_owned(),
        }
    }));
    if words.len() > WORDS_SHOWN {
        words.truncate(WORDS_SHOWN);
        words.push("…".to_owned());
    }
    words.join(" ")
}

/// A failure the person has read already.
pub(crate) struct Told;

/// Steps that have run, for the summary at the end.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(String, Duration, Outcome)>,
    only: Vec<String>,
}

impl Steps {
    /// Runs only steps whose names contain one of `only`; all, if it is empty.
    pub(crate) fn only(only: &[String]) -> Self {
        Self {
            done: Vec::new(),
            only: only.to_vec(),
        }
    }

    /// Whether every step so far has passed.
    pub(crate) fn all_passed(&self) -> bool {
        self.done.iter().all(|(_, _, outcome)| outcome.is_ok())
    }

    /// Runs one step, unless it was not asked for.
    pub(crate) fn step(&mut self, name: &str, work: impl FnOnce() -> Outcome) {
        let wanted =
            self.only.is_empty() || self.only.iter().any(|part| name.contains(part.as_str()));
        if !wanted {
            return;
        }
        println!("\n━━ {name}");
        let began = Instant::now();
        let outcome = work();
        let seconds = began.elapsed().as_secs_f64();
        match &outcome {
            Ok(()) => println!("  ✓ {name} ({seconds:.1} s)"),
            Err(message) => println!("  ✗ {name} ({seconds:.1} s): {message}"),
        }
        self.done.push((name.to_owned(), began.elapsed(), outcome));
    }

    /// Prints what passed and what failed. The last line is the count alone, for whoever reads it
    /// by machine; the error is for the exit code and has been told above it.
    pub(crate) fn summary(self) -> Result<(), Told> {
        println!("\n━━ Summary");
        for (name, took, outcome) in &self.done {
            let mark = if outcome.is_ok() { "✓" } else { "✗" };
            println!("  {mark} {name:<34} {:>7.1} s", took.as_secs_f64());
        }
        let failed: Vec<&str> = self
            .done
            .iter()
            .filter(|(_, _, outcome)| outcome.is_err())
            .map(|(name, _, _)| name.as_str())
            .collect();
        if self.done.is_empty() {
            println!("  no step has such a name");
        } else if !failed.is_empty() {
            for (name, _, outcome) in &self.done {
                if let Err(message) = outcome {
                    println!("\n{name}: {message}");
                }
            }
            println!("\nfailed: {}", failed.join(", "));
        }
        println!(
            "\n{} passed, {} failed",
            self.done.len() - failed.len(),
            failed.len()
        );
        if failed.is_empty() && !self.done.is_empty() {
            Ok(())
        } else {
            Err(Told)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_panic_says_is_repeated_without_its_backtrace_and_what_follows() {
        let panic = "thread 'one' (7) panicked at tests/a.rs:1:2:\nassertion failed\n  left: 1\n\n right: 2\n";
        let said = "\n    thread 'one' (7) panicked at tests/a.rs:1:2:\n    assertion failed\n    left: 1\n    right: 2";
        for behind in [
            "stack backtrace:\n   0: core\n",
            "note: run with `RUST_BACKTRACE=1` environment variable\n\n",
        ] {
            let output = format!("test one ... FAILED\n{panic}{behind}test two ... ok\n");
            assert_eq!(panics_passed_on(output.as_bytes()), said, "{output}");
        }
    }
}
