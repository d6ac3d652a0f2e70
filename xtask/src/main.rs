//! The one entry for people and CI: `cargo xtask run | check | test | conformance | bench | package | bindings |
//! structure`.
//!
//! Each command first sets the machine up ([`setup`]), then runs plain programs ([`step`], [`steps`]). Nothing here knows what Usher does; it only knows what to call.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a build script for people: it starts programs and talks on the terminal"
)]

mod app_suite;
mod bench;
mod check;
mod conformance;
mod extent;
mod journeys;
mod package;
mod session;
mod setup;
mod start;
mod step;
mod steps;
#[cfg(test)]
mod tidy;
mod tree;
mod usage;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask <command>

  run [ARGS]         set up, build and open Usher
  check              what takes about a minute: formats, lints, types, structure, texts, documents
  test [--all] [STEP ...]  set up, then every check and test (or only the steps whose names contain STEP); --all adds
                     further example apps, agents, versions of SDKs and servers, and the old protocol versions
  conformance [NAME ...]  hold the client to the official suites, and what passes through Usher to what servers say
                     themselves (or only scenarios whose names contain NAME; gateway = only what passes through)
  bench [NAME ...]   measure, in release mode (all, or programs whose names contain NAME); the comparison goes to artifacts/bench.md
  package [--smoke]  build the installers; --smoke also installs the .deb and opens it once
  bindings           write the TypeScript of the contract
  structure          check which package uses which, and that files form no circle
  setup              only install what is missing
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let outcome = match command.as_str() {
        "run" => start::run(&rest),
        "test" => return exit_code(&check::test(&rest)),
        "check" => return exit_code(&check::check()),
        "conformance" => conformance::run(&rest),
        "bench" => bench::run(&rest),
        "package" => package::run(&rest),
        "bindings" => check::write_bindings(),
        "structure" => check::structure(),
        "setup" => setup::for_tests(),
        "" | "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        other => Err(format!("there is no command “{other}”\n\n{USAGE}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn exit_code(outcome: &Result<(), steps::Told>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(steps::Told) => ExitCode::FAILURE,
    }
}
