//! The scripted server that all clients are measured against.

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_testkit::scripted::program::main()
}
