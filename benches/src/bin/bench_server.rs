//! The scripted server as a program of its own, which all clients are measured against.

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_testkit::scripted::program::main()
}
