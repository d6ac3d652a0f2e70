//! `cargo xtask test`: every check and every test, in the order in which they fail fastest.

use std::process::Command;
use std::thread;

use crate::conformance;
use crate::session::{self, Display};
use crate::setup;
use crate::step::{self, Outcome, Steps, Told};

/// Sets up and runs all steps, or those matching `only`.
pub(crate) fn run(only: &[String]) -> Result<(), Told> {
    let mut steps = Steps::only(only);
    steps.step("set-up", setup::for_tests);
    if !steps.all_passed() {
        return steps.summary();
    }
    steps.step("tree: layers and tidiness", || {
        step::run(step::cargo(&[
            "test",
            "--quiet",
            "--locked",
            "--package",
            "xtask",
        ]))
    });
    steps.step("page: types", || {
        step::run(step::node_bin("tsc", &["--noEmit"]))
    });
    steps.step("page: lint", || {
        step::run(step::npm(&["run", "lint"], &step::ui()))
    });
    steps.step("page: format", || {
        step::run(step::node_bin("oxfmt", &["--check"]))
    });
    steps.step("page: unused code", || {
        step::run(step::node_bin("knip", &[]))
    });
    steps.step("page: tests", page_tests);
    steps.step("page: build", setup::build_page);
    steps.step("rust: format", || {
        step::run(step::cargo(&["fmt", "--all", "--check"]))
    });
    steps.step("rust: clippy", || {
        clippy(&["--all-targets"])?;
        // `--all-targets` leaves out what plain `cargo test` leaves out.
        clippy(&["--test", "journeys"])
    });
    steps.step("rust: licences and sources", deny);
    steps.step("rust: tests", || {
        step::run_tests(session::wrap(rust_tests(), Display::None)?)
    });
    steps.step("rust: doc tests", || {
        step::run(step::with_everything("test", &["--doc"]))
    });
    steps.step("app: build", || step::run(step::app_build()));
    if cfg!(target_os = "linux") {
        steps.step("app: journeys in the real window", journeys);
        steps.step("client: conformance suites", || {
            setup::for_conformance()?;
            conformance::judge(&[])
        });
        steps.step("gateway: conformance suites", || {
            setup::for_conformance()?;
            conformance::judge_gateway()
        });
    }
    steps.summary()
}

/// Runs the tests of the page. The error says which failed and how: the summary shows it again.
fn page_tests() -> Outcome {
    let report = step::target().join("page-tests.xml");
    let into = format!("--outputFile.junit={}", report.display());
    let mut tests = step::node_bin("vitest", &["run"]);
    tests.args(["--reporter=default", "--reporter=junit", into.as_str()]);
    step::run(tests).map_err(|error| match std::fs::read_to_string(&report) {
        Ok(report) => format!("{error}{}", failed_tests(&report)),
        Err(_) => error,
    })
}

/// The failed tests of a `JUnit` report: the element that names each, and the first line of what it says.
fn failed_tests(report: &str) -> String {
    let mut test = "";
    let mut failed = String::new();
    for line in report.lines().map(str::trim_start) {
        if line.starts_with("<testcase ") {
            test = line;
        } else if line.starts_with("<failure ") || line.starts_with("<error ") {
            for part in [test, line] {
                failed.push_str("\n    ");
                failed.push_str(part);
            }
        }
    }
    failed
}

/// How many desktop sessions run journeys at the same time: each waits for its window for about half of the time.
const SESSIONS: usize = 2;

/// Runs the journeys, each session every second one of them.
fn journeys() -> Outcome {
    let journeys = |words: &[&str]| {
        let mut command = step::with_everything("test", &["--test", "journeys", "--"]);
        command.args(words);
        command
    };
    step::run(step::with_everything(
        "test",
        &["--test", "journeys", "--no-run"],
    ))?;
    let list = step::stdout_of(&mut journeys(&["--list", "--format", "terse"]))
        .ok_or("the journeys cannot be listed")?;
    let names: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_suffix(": test"))
        .collect();
    let sessions = (0..SESSIONS).map(|session| {
        let of_session = names.iter().skip(session).step_by(SESSIONS).copied();
        let words: Vec<&str> = std::iter::once("--exact").chain(of_session).collect();
        session::wrap(journeys(&words), Display::Virtual(session))
    });
    let sessions = sessions.collect::<Result<Vec<_>, _>>()?;
    thread::scope(|scope| {
        let running: Vec<_> = sessions
            .into_iter()
            .map(|session| scope.spawn(|| step::run_tests(session)))
            .collect();
        let failed: Vec<String> = running
            .into_iter()
            .map(|session| session.join().map_err(|_| "xtask panicked".to_owned()))
            .filter_map(|ended| ended.flatten().err())
            .collect();
        if failed.is_empty() {
            Ok(())
        } else {
            Err(failed.join("\n"))
        }
    })
}

fn clippy(targets: &[&str]) -> Outcome {
    let mut clippy = step::with_everything("clippy", targets);
    clippy.args(["--", "-D", "warnings"]);
    step::run(clippy)
}

/// Writes the generated TypeScript anew.
pub(crate) fn write_bindings() -> Outcome {
    step::run(step::cargo(&[
        "run",
        "--quiet",
        "--package",
        "usher-api",
        "--example",
        "bindings",
    ]))
}

fn rust_tests() -> Command {
    if step::stdout_of(&mut step::cargo(&["nextest", "--version"])).is_none() {
        return step::with_everything("test", &["--lib", "--bins", "--tests", "--no-fail-fast"]);
    }
    let mut nextest = step::cargo(&["nextest", "run"]);
    nextest.args(step::EVERYTHING).arg("--no-fail-fast");
    nextest
}

/// Licences, sources and banned crates. The layers of our crates are a test of their own.
fn deny() -> Outcome {
    if step::stdout_of(&mut step::cargo(&["deny", "--version"])).is_none() {
        println!(
            "  cargo-deny is not installed: the hosted workflow runs it; the tidy tests check which package uses which library."
        );
        return Ok(());
    }
    step::run(step::cargo(&[
        "deny", "check", "bans", "licenses", "sources",
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_gives_the_failed_tests_alone() {
        let report = r#"
            <testcase classname="a.test.ts" name="adds" time="0.1">
                <failure message="expected 1
                to be 2" type="AssertionError">
                AssertionError
                </failure>
            </testcase>
            <testcase classname="a.test.ts" name="passes" time="0.1">
            </testcase>
        "#;
        let expected = "\n    <testcase classname=\"a.test.ts\" name=\"adds\" time=\"0.1\">\
            \n    <failure message=\"expected 1";
        assert_eq!(failed_tests(report), expected, "the test and what it says");
        assert_eq!(failed_tests(""), "", "none");
    }
}
