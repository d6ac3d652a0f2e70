//! The `usher-guardian` binary: with `--guardian` the process that ends the servers if Usher is killed, with
//! `--supervise` the one below which a server and everything it starts runs. It links no web view, to stay small.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    usher_core::run_as_helper(std::env::args_os().skip(1)).unwrap_or(ExitCode::FAILURE)
}
