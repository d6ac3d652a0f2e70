//! The `usher` binary: the window; with `probe` a look at one server from a terminal; with
//! `--demo-server` the demo MCP server on stdin and stdout; with `--content-worker` one that works on pictures
//! and schemas of servers; with `--guardian` or `--supervise` what `usher-guardian` is, where that is missing.
//!
//! Only the first argument is looked at, and anything unknown opens the window: arguments may come
//! from a desktop file or a link and are never taken as options of the web view.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = usher_core::run_as_helper(std::env::args_os().skip(1)) {
        return code;
    }
    match std::env::args_os()
        .nth(1)
        .as_deref()
        .and_then(|argument| argument.to_str())
    {
        Some("--demo-server") => usher_demo::run(),
        Some("probe") => usher_shell::probe::run(std::env::args_os().skip(2)),
        Some("--content-worker") => usher_core::work_on_content(),
        Some("--version") => say(
            std::io::stdout(),
            concat!("usher ", env!("CARGO_PKG_VERSION")),
        ),
        _ => window(),
    }
}

fn window() -> ExitCode {
    match usher_shell::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(std::io::stderr(), &format!("usher: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn say(mut to: impl Write, line: &str) -> ExitCode {
    match writeln!(to, "{line}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
