//! The `usher` binary: the terminal program and the processes that help the window. It links no web view, to stay
//! small, and is a part of this package only so that the installers contain it.

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_cli::run(std::env::args_os().skip(1))
}
