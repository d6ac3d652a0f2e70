//! What the terminal shows. It uses English.

use std::io::Write;
use std::process::ExitCode;

use usher_gateway::Refusal;
use usher_messages::{Catalogue, Language, Message};

/// The exit code of a command line that was not understood.
pub(crate) const MISUSE: u8 = 2;

/// The text of a key without parameters.
pub(crate) fn text(key: &'static str) -> String {
    text_of(&Message::new(key))
}

/// The text of a message whose code is a whole key.
pub(crate) fn text_of(message: &Message) -> String {
    Catalogue::of(Language::English).text(message)
}

/// Says why the owner refuses a connection.
pub(crate) fn refusal_text(refusal: Refusal) -> String {
    text(match refusal {
        Refusal::OfServer => "terminal.refusedOfServer",
        Refusal::Changed => "terminal.refusedChanged",
        Refusal::OfClient => "terminal.refusedOfClient",
        Refusal::Orphan => "terminal.refusedOrphan",
    })
}

/// Prints a result.
pub(crate) fn out(text: &str) -> ExitCode {
    print(std::io::stdout(), text, ExitCode::SUCCESS)
}

/// Prints what went wrong.
pub(crate) fn err(text: &str, code: ExitCode) -> ExitCode {
    print(std::io::stderr(), text, code)
}

/// Prints; a reader that has gone away is no failure of the program.
fn print(mut to: impl Write, text: &str, code: ExitCode) -> ExitCode {
    let _ = writeln!(to, "{text}");
    code
}
