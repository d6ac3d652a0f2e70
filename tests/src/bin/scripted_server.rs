//! The scripted server as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_testkit::scripted::program::main()
}
