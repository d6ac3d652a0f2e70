//! The demo server as a program of its own, for tests that connect to it.

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_demo::run()
}
