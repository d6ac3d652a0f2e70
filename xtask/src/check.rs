//! `cargo xtask test`: every check and every test, in the order in which they fail fastest.

use std::process::Command;

use crate::session::{self, Display};
use crate::setup;
use crate::step::{self, Outcome, Steps};

/// Sets the machine up and runs all steps, or those whose names contain one of `only`.
pub(crate) fn run(only: &[String]) -> Outcome {
    let mut steps = Steps::only(only);
    steps.step("set-up", setup::for_tests);
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
    steps.step("page: tests", || {
        step::run(step::node_bin("vitest", &["run"]))
    });
    steps.step("page: build", setup::build_page);
    steps.step("rust: format", || {
        step::run(step::cargo(&["fmt", "--all", "--check"]))
    });
    steps.step("rust: clippy", || {
        step::run(step::cargo(&[
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]))
    });
    steps.step("rust: licences and sources", deny);
    steps.step("rust: tests", || {
        step::run(session::wrap(rust_tests(), Display::None)?)
    });
    steps.step("rust: doc tests", || {
        step::run(step::cargo(&["test", "--locked", "--workspace", "--doc"]))
    });
    steps.step("app: build", || step::run(step::app_build()));
    if cfg!(target_os = "linux") {
        steps.step("app: journeys in the real window", || {
            let journeys = step::cargo(&[
                "test",
                "--locked",
                "-p",
                "usher-tests",
                "--test",
                "journeys",
            ]);
            step::run(session::wrap(journeys, Display::Virtual)?)
        });
    }
    steps.summary()
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
    if step::stdout_of(step::cargo(&["nextest", "--version"]).arg("--verbose")).is_some() {
        return step::cargo(&[
            "nextest",
            "run",
            "--locked",
            "--workspace",
            "--no-fail-fast",
        ]);
    }
    step::cargo(&[
        "test",
        "--locked",
        "--workspace",
        "--lib",
        "--bins",
        "--tests",
        "--no-fail-fast",
    ])
}

/// Licences, sources and banned crates. The walls between our crates are also a test of their own.
fn deny() -> Outcome {
    if step::stdout_of(&mut step::cargo(&["deny", "--version"])).is_none() {
        println!(
            "  cargo-deny is not installed: the hosted workflow runs it; the walls are checked by the tidy tests."
        );
        return Ok(());
    }
    step::run(step::cargo(&[
        "deny", "check", "bans", "licenses", "sources",
    ]))
}
