//! `usher connect`: passes messages between a client on stdin and stdout and the owner of the data folder.
//!
//! If nobody owns the folder, the owner is started. If the owner ends, what was open is answered with an error, and the
//! next owner is told how the client began and what it follows.

mod adapter;
mod client_state;
mod limits;
pub(crate) mod owner;
#[cfg(all(test, unix))]
mod tests;

use std::ffi::OsString;
use std::process::ExitCode;

use usher_app::Environment;
use usher_gateway::Hello;
use usher_messages::Message;

use crate::terminal::{MISUSE, err, out, text, text_of};
use adapter::Adapter;
use owner::Reach;

/// Runs the command line after `connect`.
pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let name = match read(arguments) {
        Ok(Asked::Help) => return out(&text("terminal.connectUsage")),
        Ok(Asked::Connect { name }) => name,
        Err(problem) => return err(&text_of(&problem), ExitCode::from(MISUSE)),
    };
    if usher_process::is_below_server() {
        return err(&text("terminal.connectLoop"), ExitCode::FAILURE);
    }
    let environment = match Environment::read() {
        Ok(environment) => environment,
        Err(error) => return failed(&error),
    };
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let reach = Reach {
        environment,
        hello: Hello::Connect {
            connects_as: name,
            key: Environment::client_key(),
        },
    };
    let ended = runtime.block_on(async {
        Adapter::new(reach, tokio::io::stdin(), tokio::io::stdout())
            .pass()
            .await
    });
    // Reading stdin cannot be cancelled: its thread is left behind.
    runtime.shutdown_background();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    let message = Message::new("terminal.connectFailed").with("reason", error.to_string());
    err(&text_of(&message), ExitCode::FAILURE)
}

#[derive(Debug, PartialEq)]
enum Asked {
    Help,
    Connect { name: Option<String> },
}

fn read(mut arguments: impl Iterator<Item = OsString>) -> Result<Asked, Message> {
    let mut name = None;
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--help" | "-h") => return Ok(Asked::Help),
            Some("--as") => match arguments.next().and_then(|given| given.into_string().ok()) {
                Some(given) if !given.trim().is_empty() => name = Some(given),
                _ => return Err(Message::new("terminal.connectNoName")),
            },
            _ => {
                return Err(Message::new("terminal.unknownArgument")
                    .with("argument", argument.to_string_lossy().into_owned()));
            }
        }
    }
    Ok(Asked::Connect { name })
}

#[cfg(test)]
mod command_line {
    use super::*;

    #[test]
    fn the_command_line_names_the_client() {
        let connect = |name: Option<&str>| {
            Ok(Asked::Connect {
                name: name.map(str::to_owned),
            })
        };
        let cases: [(&[&str], Result<Asked, Message>); 6] = [
            (&[], connect(None)),
            (&["--as", "Editor"], connect(Some("Editor"))),
            (&["--help"], Ok(Asked::Help)),
            (&["--as"], Err(Message::new("terminal.connectNoName"))),
            (&["--as", " "], Err(Message::new("terminal.connectNoName"))),
            (
                &["--port"],
                Err(Message::new("terminal.unknownArgument").with("argument", "--port")),
            ),
        ];
        for (arguments, expected) in cases {
            let given = arguments.iter().map(OsString::from);
            assert_eq!(read(given), expected, "{arguments:?}");
        }
    }
}
