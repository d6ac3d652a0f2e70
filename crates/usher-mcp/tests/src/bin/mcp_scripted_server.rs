//! Runs the scripted server as a program, for tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_testkit::scripted::program::main()
}
