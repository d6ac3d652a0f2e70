//! The terminal program: `usher probe` looks at one server; `usher connect` passes messages between a client and the
//! owner of the data folder, which is the window or `usher serve`; `usher clients`, `usher approvals` and `usher approve` are
//! the person's words to that owner; `usher` alone opens the window; with `--demo-server` it is the demo MCP server on
//! stdin and stdout, with `--content-worker` a process that works on contents of servers, with `--guardian` or
//! `--supervise` one that ends the servers with Usher.
//!
//! Not here: the window (`usher-desktop`), which this program starts and never is.

mod approve;
mod connect;
mod probe;
mod questions;
mod serve;
mod terminal;
mod window;

use std::ffi::OsString;
use std::process::ExitCode;

use usher_messages::Message;

use terminal::{MISUSE, err, out, text, text_of};

/// Runs the command line without the program's name.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    if let Some(code) = usher_process::run_as_helper(arguments.iter().cloned()) {
        return code;
    }
    let mut rest = arguments.into_iter();
    let Some(command) = rest.next() else {
        return window::open();
    };
    match command.to_str() {
        Some("probe") => probe::run(rest),
        Some("connect") => connect::run(rest),
        Some("serve") => serve::run(rest),
        Some("clients") => approve::list_clients(rest),
        Some("approvals") => approve::list_approvals(rest),
        Some("approve") => approve::approve(rest),
        Some("--demo-server") => usher_demo::run(),
        Some("--content-worker") => usher_content::worker::work(),
        Some("--version") => out(&format!("usher {}", usher_app::VERSION)),
        Some("--help" | "-h") => out(&text("terminal.help")),
        _ => {
            let unknown = Message::new("terminal.unknownCommand")
                .with("command", command.to_string_lossy().into_owned());
            err(&text_of(&unknown), ExitCode::from(MISUSE))
        }
    }
}
