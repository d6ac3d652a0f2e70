//! The `usher-desktop` binary: the window.
//!
//! No argument is looked at: they may come from a desktop file or a link, and are never taken as options of the web view.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    match usher_shell::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may be reading.
            let _ = writeln!(std::io::stderr(), "usher: {error}");
            ExitCode::FAILURE
        }
    }
}
