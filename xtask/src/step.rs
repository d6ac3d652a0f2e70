//! Running programs: where the workspace is, and one command.

use std::env;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use crate::usage;

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
/// whoever runs this may take any time, and are no part of what is checked. Panics print no backtrace: CI keeps the end
/// of the log, and backtraces take the place of the messages there.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command.env("RUST_BACKTRACE", "0");
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
/// would build Tauri and half the tree once more. The first feature puts the built page into the app;
/// without it the app would look for Vite's dev server. The second lets journeys share a window.
pub(crate) const EVERYTHING: [&str; 4] = [
    "--locked",
    "--workspace",
    "--features",
    "usher/custom-protocol,usher/swap-data-folder",
];

/// A command of cargo on [`EVERYTHING`].
pub(crate) fn with_everything(command: &str, more: &[&str]) -> Command {
    let mut cargo = cargo(&[command]);
    cargo.args(EVERYTHING).args(more);
    cargo
}

/// Builds the app with its page inside.
pub(crate) fn app_build() -> Command {
    with_everything("build", &["--bin", "usher-desktop", "--bin", "usher"])
}

/// As [`with_everything`], and clippy compiles our packages: what is built for tests is linted by the way. What it
/// builds lies beside what rustc builds; libraries of others are the same.
pub(crate) fn linted(command: &str, more: &[&str]) -> Command {
    let mut cargo = with_everything(command, more);
    lint(&mut cargo);
    cargo
}

/// All that is compiled for tests.
pub(crate) const ALL_TARGETS: [&str; 6] = [
    "--lib",
    "--bins",
    "--tests",
    "--examples",
    JOURNEYS[0],
    JOURNEYS[1],
];

/// Adds the journeys, which plain `cargo test` leaves out.
pub(crate) const JOURNEYS: [&str; 2] = ["--features", "usher-tests/journeys"];

/// Builds all that is compiled for tests. A step that needs one program builds all: without the tests, libraries would
/// be built once more, without the features that tests add.
pub(crate) fn everything_built() -> Command {
    linted("build", &ALL_TARGETS)
}

/// Has clippy compile our packages, with its warnings as errors.
pub(crate) fn lint(cargo: &mut Command) {
    // As `cargo clippy -- -D warnings` hands them to its driver.
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env(
        "CLIPPY_ARGS",
        "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
    );
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
pub(crate) fn run(command: Command) -> Outcome {
    let shown = show(&command);
    println!("  $ {shown}");
    let (mut command, times) = usage::measured(command);
    let status = command
        .status()
        .map_err(|error| could_not_start(&shown, &error))?;
    if let Some(times) = times {
        times.count();
    }
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
pub(crate) fn run_tests(command: Command) -> Outcome {
    let shown = show(&command);
    println!("  $ {shown}");
    let failed = |error| could_not_start(&shown, &error);
    let (mut command, times) = usage::measured(command);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let errors = child.stderr.take();
    // A test program writes what failed on its output, nextest on its errors, and there the times of tests, too.
    let output = child.stdout.take();
    let output = thread::spawn(|| output.map_or_else(String::new, panics_passed_on));
    let mut panics = errors.map_or_else(String::new, panics_passed_on);
    panics.push_str(&output.join().unwrap_or_default());
    let status = child.wait().map_err(failed)?;
    if let Some(times) = times {
        times.count();
    }
    judged(&shown, status, &panics)
}

/// Prints what a program prints, counts the tests it times, and returns what its panics say.
fn panics_passed_on(output: impl Read) -> String {
    let mut panics = String::new();
    let mut is_panic = false;
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        let line = line.trim();
        if let Some((name, took)) = timed_test(line) {
            usage::add_test(name, took);
        }
        let ends = line.starts_with("stack backtrace:") || line.starts_with("note: ");
        is_panic = line.contains(") panicked at ") || (is_panic && !ends);
        if is_panic && !line.is_empty() {
            panics.push_str("\n    ");
            panics.push_str(line);
        }
    }
    panics
}

/// Reads the test and its duration from a line of nextest: `PASS [   0.012s] (  1/12) package module::test`.
fn timed_test(line: &str) -> Option<(&str, Duration)> {
    let rest = line
        .strip_prefix("PASS [")
        .or_else(|| line.strip_prefix("FAIL ["))?;
    let (seconds, rest) = rest.split_once("s] ")?;
    let name = match rest.trim_start().strip_prefix('(') {
        Some(counted) => counted.split_once(") ")?.1,
        None => rest,
    };
    let took = Duration::try_from_secs_f64(seconds.trim().parse().ok()?).ok()?;
    Some((name.trim(), took))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_durations_of_tests_are_read_from_the_lines_of_nextest() {
        let cases = [
            (
                "PASS [   0.012s] (   1/1234) usher-core calls::tests::runs",
                Some(("usher-core calls::tests::runs", 12)),
            ),
            (
                "PASS [  61.500s] usher-tests::it a",
                Some(("usher-tests::it a", 61_500)),
            ),
            ("FAIL [   1.000s] ( 2/2) p t", Some(("p t", 1_000))),
            ("SLOW [> 60.000s] ( 2/2) p t", None),
            ("test one ... ok", None),
        ];
        for (line, expected) in cases {
            let expected = expected.map(|(name, ms)| (name, Duration::from_millis(ms)));
            assert_eq!(timed_test(line), expected, "{line}");
        }
    }

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
