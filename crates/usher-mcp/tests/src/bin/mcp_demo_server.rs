//! Runs the demo server as a program, for tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_demo::run()
}
