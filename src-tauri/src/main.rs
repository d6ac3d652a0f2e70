//! The `usher-desktop` binary: the window.
//!
//! Arguments may come from a desktop file or a link: they are never taken as options of the web view.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    match usher_shell::run(arguments.filter_map(|argument| argument.into_string().ok())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may be reading.
            let _ = writeln!(std::io::stderr(), "usher: {error}");
            ExitCode::FAILURE
        }
    }
}
