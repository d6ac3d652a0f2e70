//! The demo server as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_demo::run()
}
