//! `cargo xtask test`: every check and every test. `cargo xtask check`: what takes a minute, before each commit.

use std::process::Command;
use std::time::Duration;

use crate::conformance;
use crate::extent::Extent;
use crate::journeys;
use crate::session::{self, Display};
use crate::setup;
use crate::step::{self, Outcome};
use crate::steps::{Steps, Told};
use crate::tree;
use crate::usage;

/// Option that asks for [`Extent::All`].
const ALL_OPTION: &str = "--all";

/// Sets up and runs all steps, or those whose names contain one of `args`.
///
/// What is fetched and the tests of the page run at the same time. All other steps run one after another: the compiler and
/// the tests use both cores, took longer beside each other, and need what those before made.
pub(crate) fn test(args: &[String]) -> Result<(), Told> {
    let (options, only): (Vec<_>, Vec<_>) = args.iter().cloned().partition(|arg| arg == ALL_OPTION);
    let extent = if options.is_empty() {
        Extent::Usual
    } else {
        Extent::All
    };
    let steps = Steps::only(&only);
    steps.side_by_side(&[
        &|steps| steps.step("set-up: programs", setup::programs),
        &|steps| {
            steps.step("set-up: page", setup::page_packages);
            // The app has the page inside.
            steps.step("page: build", setup::build_page);
        },
        &|steps| {
            steps.step("set-up: crates", setup::crates);
            steps.step("rust: format", rust_format);
        },
    ]);
    if !steps.passed("set-up") {
        return steps.summary();
    }
    steps.side_by_side(&[
        &|steps| {
            steps.step("set-up: peers", setup::peers);
            if extent == Extent::All {
                steps.step("set-up: public servers", setup::public_servers);
            }
        },
        &|steps| {
            page_checks(steps);
            steps.step("page: tests", page_tests);
        },
        &tidiness,
    ]);
    if !steps.passed("set-up") {
        return steps.summary();
    }
    steps.step("rust: build and clippy", || {
        step::run(step::everything_built())
    });
    steps.step("rust: licences and sources", deny);
    steps.step("rust: tests", || {
        step::run_tests(session::wrap(rust_tests(extent), Display::None)?)
    });
    if cfg!(target_os = "linux") {
        steps.step("app: journeys in the real window", || journeys::run(extent));
        steps.step("client: conformance suites", conformance::judge_client);
        steps.step("gateway: conformance suites", || {
            conformance::judge_gateway(extent)
        });
    }
    steps.summary()
}

/// Checks which package uses which, and that files form no circle.
pub(crate) fn structure() -> Outcome {
    let tests = [
        "test",
        "--quiet",
        "--locked",
        "--package",
        "xtask",
        "--test",
        "structure",
    ];
    step::run(step::cargo(&tests))
}

/// Runs what tells within a minute whether a change is well-formed: formats, lints, types, structure, texts, documents.
pub(crate) fn check() -> Result<(), Told> {
    let steps = Steps::only(&[]);
    steps.step("set-up", setup::for_run);
    if !steps.passed("set-up") {
        return steps.summary();
    }
    tree::print_long_files(&step::root());
    steps.side_by_side(&[
        &|steps| {
            steps.step("rust: format", rust_format);
            tidiness(steps);
            steps.step("rust: clippy", || {
                let mut clippy = step::with_everything("clippy", &step::ALL_TARGETS);
                clippy.args(["--features", "usher-bench/programs"]);
                clippy.args(["--", "-D", "warnings"]);
                step::run(clippy)
            });
        },
        &|steps| {
            page_checks(steps);
            steps.step("page: texts", || {
                step::run(step::node_bin("vitest", &["run", "src/words"]))
            });
        },
    ]);
    steps.summary()
}

/// Layers, lengths of files, documents, migrations.
fn tidiness(steps: &Steps) {
    steps.step("tree: layers and tidiness", || {
        let mut tests = step::cargo(&["test", "--quiet", "--locked", "--package", "xtask"]);
        step::lint(&mut tests);
        step::run(tests)
    });
}

fn rust_format() -> Outcome {
    step::run(step::cargo(&["fmt", "--all", "--check"]))
}

/// What is known of the page without running it.
fn page_checks(steps: &Steps) {
    // Each of them first writes what the texts take, which is not in git.
    let script = |name| step::run(step::npm(&["run", name], &step::ui()));
    steps.step("page: types", || script("check"));
    steps.step("page: lint", || script("lint"));
    steps.step("page: unused code", || script("unused"));
    steps.step("page: format", || {
        step::run(step::node_bin("oxfmt", &["--check"]))
    });
}

/// Runs the tests of the page. The error says which failed and how: the summary shows it again.
fn page_tests() -> Outcome {
    let report = step::target().join("page-tests.xml");
    let into = format!("--outputFile.junit={}", report.display());
    let mut tests = step::node_bin("vitest", &["run"]);
    tests.args(["--reporter=default", "--reporter=junit", into.as_str()]);
    let outcome = step::run(tests);
    let report = std::fs::read_to_string(&report).unwrap_or_default();
    for (name, took) in report.lines().filter_map(timed_test) {
        usage::add_test(&name, took);
    }
    outcome.map_err(|error| format!("{error}{}", failed_tests(&report)))
}

/// Reads the test and its duration from a line of a `JUnit` report that begins the element of a test.
fn timed_test(line: &str) -> Option<(String, Duration)> {
    let line = line.trim_start().strip_prefix("<testcase ")?;
    let attribute = |name: &str| {
        let (_, rest) = line.split_once(&format!("{name}=\""))?;
        rest.split_once('"').map(|(value, _)| value)
    };
    let took = Duration::try_from_secs_f64(attribute(" time")?.parse().ok()?).ok()?;
    let file = attribute("classname")?;
    Some((format!("{file}: {}", attribute(" name")?), took))
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

fn rust_tests(extent: Extent) -> Command {
    let has_nextest = step::stdout_of(&mut step::cargo(&["nextest", "--version"])).is_some();
    let mut tests = if has_nextest {
        let mut tests = step::cargo(&["nextest", "run"]);
        tests.args(step::EVERYTHING).args(step::JOURNEYS);
        // The tests of xtask are a step of their own. Without its package, what it uses would be compiled once more, with
        // other features.
        tests.args(["--filterset", "not (binary(journeys) + package(xtask))"]);
        tests
    } else {
        step::with_everything("test", &["--tests"])
    };
    tests.arg("--no-fail-fast");
    step::lint(&mut tests);
    extent.tell(&mut tests);
    tests
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
    fn the_durations_of_tests_are_read_from_a_report() {
        let line = r#"    <testcase classname="src/a.test.ts" name="adds &gt; one" time="1.25">"#;
        let expected = (
            "src/a.test.ts: adds &gt; one".to_owned(),
            Duration::from_millis(1_250),
        );
        assert_eq!(timed_test(line), Some(expected), "file, name and time");
        for line in ["<testsuite name=\"a\" time=\"1\">", "<testcase name=\"a\">"] {
            assert_eq!(timed_test(line), None, "{line}");
        }
    }

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
