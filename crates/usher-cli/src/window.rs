//! Opens the window: the program `usher-desktop`, which lies beside this one.

use std::process::ExitCode;

use usher_app::program_beside;
use usher_messages::Message;

use crate::terminal::{err, text_of};

/// Becomes the window, where the system can replace a process; elsewhere starts it and waits for its end.
pub(crate) fn open() -> ExitCode {
    let program = program_beside("usher-desktop");
    usher_process::become_program(&program).unwrap_or_else(|error| {
        let message = Message::new("terminal.noWindow")
            .with("program", program.display().to_string())
            .with("reason", error.to_string());
        err(&text_of(&message), ExitCode::FAILURE)
    })
}
