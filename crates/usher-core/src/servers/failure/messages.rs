//! The sentences.

use std::io;
use std::time::Duration;

use usher_mcp::{CloseReason, ConnectError, Era};

use usher_config::definition::{Label, ServerDefinition, Transport};

use super::{Outcome, StartFault, advice};
use crate::snapshot::{Failure, FailureKind};

const RESTART: &str = "Restart the server to try again.";
const LOOK_AT_STDERR: &str =
    "Look at what the program wrote to stderr; often it names a missing setting.";

/// The system's errors for a file it cannot run: `ENOEXEC`, `ERROR_BAD_EXE_FORMAT`.
const WRONG_FORMAT: i32 = if cfg!(windows) { 193 } else { 8 };

/// Describes a definition that is not the accepted one.
pub(in super::super) fn needs_review(label: &Label) -> String {
    format!(
        "The saved definition of “{label}” is not known to be the one you agreed to last. Look at what changed, and agree to it, or edit it back to what it was."
    )
}

/// Words for a server that was in use and is gone.
pub(in super::super) fn of_loss(definition: &ServerDefinition, reason: &CloseReason) -> Failure {
    let label = &definition.label;
    let (kind, summary, next_step) = match (&definition.transport, &reason.exit) {
        (Transport::Http { .. }, _) => (
            FailureKind::Unreachable,
            format!(
                "The connection of “{label}” to {} ended.",
                place(definition)
            ),
            RESTART.to_owned(),
        ),
        (Transport::Stdio { .. } | Transport::Demo, Some(exit)) => (
            FailureKind::Exited,
            format!("The program of “{label}” {exit} while it was in use."),
            LOOK_AT_STDERR.to_owned(),
        ),
        (Transport::Stdio { .. } | Transport::Demo, None) => {
            let noticed = reason.detail.as_deref();
            let noticed = noticed.unwrap_or("the server closed the connection");
            (
                FailureKind::Exited,
                format!("“{label}” could not be used any more: {noticed}."),
                LOOK_AT_STDERR.to_owned(),
            )
        }
    };
    Failure {
        kind,
        summary,
        next_step,
        detail: reason.detail.clone(),
        stderr: reason.stderr.clone(),
    }
}

/// Words for a server that does not take the tokens any more.
pub(in super::super) fn of_sign_out(definition: &ServerDefinition) -> String {
    format!(
        "{} does not take your sign-in any more. Sign in again.",
        place(definition)
    )
}

/// Words for a server that is there and says nothing any more.
pub(in super::super) fn of_silence(
    definition: &ServerDefinition,
    waited: Duration,
    stderr: Vec<String>,
) -> Failure {
    Failure {
        kind: FailureKind::Timeout,
        summary: format!(
            "“{}” stopped answering: it was asked for a sign of life and gave none within {} seconds.",
            definition.label,
            waited.as_secs()
        ),
        next_step: RESTART.to_owned(),
        detail: None,
        stderr,
    }
}

/// A wanted sign-in, where none is waited for: a connection test, a probe.
pub(super) fn of_sign_in(reason: String) -> Failure {
    Failure {
        kind: FailureKind::Unauthorized,
        summary: reason,
        next_step: "Add or correct its credentials, then test again.".into(),
        detail: None,
        stderr: Vec::new(),
    }
}

/// Describes a failed start, and whether a retry may help.
pub(in super::super) fn of_start(definition: &ServerDefinition, fault: StartFault) -> Outcome {
    let label = &definition.label;
    let program = program(definition);
    match fault {
        StartFault::ProgramNotFound => Outcome::ForGood(program_not_found(&program)),
        StartFault::NotExecutable(path) => {
            Outcome::ForGood(not_executable(&path.display().to_string()))
        }
        StartFault::WorkingDirectory(path) => {
            Outcome::ForGood(working_directory(label, &path.display().to_string()))
        }
        StartFault::Secret { name, problem } => Outcome::ForGood(Failure {
            kind: FailureKind::SecretUnavailable,
            summary: format!("“{label}” needs the secret {name}, which cannot be read now."),
            next_step: problem,
            detail: None,
            stderr: Vec::new(),
        }),
        StartFault::Unchecked => Outcome::ForGood(Failure {
            kind: FailureKind::SecretUnavailable,
            summary: format!(
                "Whether “{label}” was changed outside Usher cannot be checked without the system keyring."
            ),
            next_step: "Unlock the keyring, or edit the server and save it again.".into(),
            detail: None,
            stderr: Vec::new(),
        }),
        StartFault::Broken(detail) => Outcome::ForGood(Failure {
            kind: FailureKind::Other,
            summary: format!("Starting “{label}” failed inside Usher."),
            next_step: RESTART.into(),
            detail: Some(detail),
            stderr: Vec::new(),
        }),
        StartFault::Lists(detail) => Outcome::ForGood(Failure {
            kind: FailureKind::Other,
            summary: format!("“{label}” is connected, but some of its lists cannot be read."),
            next_step: "It can be used all the same; look at its wire log for the fault.".into(),
            detail: Some(detail),
            stderr: Vec::new(),
        }),
        StartFault::Connect(error) => of_connect(definition, error),
    }
}

fn of_connect(definition: &ServerDefinition, error: ConnectError) -> Outcome {
    let label = &definition.label;
    let detail = Some(error.to_string());
    let place = place(definition);
    let plain = |kind, summary, next_step: &str, stderr| Failure {
        kind,
        summary,
        next_step: next_step.to_owned(),
        detail: detail.clone(),
        stderr,
    };
    match error {
        ConnectError::ProgramNotFound { program } => {
            Outcome::ForGood(program_not_found(&program.display().to_string()))
        }
        ConnectError::NotExecutable { program } => {
            Outcome::ForGood(not_executable(&program.display().to_string()))
        }
        ConnectError::WorkingDirectory { directory } => {
            Outcome::ForGood(working_directory(label, &directory.display().to_string()))
        }
        ConnectError::Spawn(error) => match unfit(&place, &error) {
            Some((kind, summary, next_step)) => {
                Outcome::ForGood(plain(kind, summary, next_step, Vec::new()))
            }
            None => Outcome::ForNow(plain(
                FailureKind::Other,
                format!("The system could not start {place}."),
                "Check that the program runs in a terminal, then restart the server.",
                Vec::new(),
            )),
        },
        ConnectError::ExitedEarly { exit, stderr } => {
            let how = exit.as_deref().unwrap_or("closed its output");
            Outcome::ForNow(plain(
                FailureKind::ExitedEarly,
                format!("{place} {how} before it was ready."),
                if stderr.is_empty() {
                    "Run the same command in a terminal to see what it says."
                } else {
                    LOOK_AT_STDERR
                },
                stderr,
            ))
        }
        ConnectError::Timeout { waited, stderr } => Outcome::ForNow(plain(
            FailureKind::Timeout,
            format!(
                "{place} did not answer within {} seconds.",
                waited.as_secs()
            ),
            match definition.transport {
                Transport::Http { .. } => "Check that the address is the one of an MCP endpoint.",
                Transport::Stdio { .. } | Transport::Demo => {
                    "A first start may have to download a package; restart the server to try again."
                }
            },
            stderr,
        )),
        ConnectError::NotMcp { stderr, .. } => Outcome::ForGood(plain(
            FailureKind::NotMcp,
            format!("{place} answers, but not as an MCP server does."),
            match definition.transport {
                Transport::Http { .. } => {
                    "Check the path of the address; many servers answer at /mcp. On a network that asks for a sign-in of its own, such as in a hotel, sign in there first."
                }
                Transport::Stdio { .. } | Transport::Demo => {
                    "Check the arguments; some programs need one to speak MCP over stdio."
                }
            },
            stderr,
        )),
        ConnectError::UnsupportedVersion { picked } => Outcome::ForGood(plain(
            FailureKind::UnsupportedVersion,
            format!("{place} speaks protocol version {picked}, which Usher does not know."),
            "Update Usher, or use a version of the server for a published revision of MCP.",
            Vec::new(),
        )),
        ConnectError::OtherEra { wanted, .. } => Outcome::ForGood(plain(
            FailureKind::UnsupportedVersion,
            match wanted {
                Era::Modern => format!("{place} does not speak MCP 2026-07-28."),
                Era::Legacy => format!("{place} speaks no MCP version before 2026-07-28."),
            },
            "Set the protocol era of this server to Auto.",
            Vec::new(),
        )),
        ConnectError::Rejected {
            message, status, ..
        } => Outcome::ForGood(plain(
            FailureKind::Other,
            match status {
                Some(status) => {
                    format!("{place} refused the connection with HTTP status {status}: {message}")
                }
                None => format!("{place} refused the connection: {message}"),
            },
            match status {
                Some(status @ (404 | 405 | 406 | 415)) => http_advice(status),
                _ => "Look at the server's own documentation; it may need a setting or a key.",
            },
            Vec::new(),
        )),
        ConnectError::Unreachable { host, .. } => Outcome::ForNow(plain(
            FailureKind::Unreachable,
            format!("Nothing answers at {host}."),
            "Check the address and the network, and that the server runs.",
            Vec::new(),
        )),
        ConnectError::Untrusted { host, reason } => Outcome::ForNow(plain(
            FailureKind::Unreachable,
            format!("{host} cannot be trusted: {reason}."),
            "Tell whoever runs the server. On a network that asks for a sign-in of its own, such as in a hotel, sign in there first.",
            Vec::new(),
        )),
        ConnectError::HttpStatus { status, .. } => {
            let failure = plain(
                FailureKind::HttpStatus,
                format!("{place} answered with HTTP status {status}."),
                http_advice(status),
                Vec::new(),
            );
            // A request the server will not have does not get better by asking again.
            if (400..500).contains(&status) && status != 408 && status != 429 {
                Outcome::ForGood(failure)
            } else {
                Outcome::ForNow(failure)
            }
        }
        ConnectError::Unauthorized { .. } => Outcome::SignIn(format!(
            "{place} wants you to sign in, or refused the credentials it got. Sign in in the browser, or give it an Authorization header with a token as a secret."
        )),
        ConnectError::Refused { reason } => Outcome::ForGood(plain(
            FailureKind::Refused,
            format!("Usher does not connect to {place}: {reason}."),
            "Use a public https address, or the machine's own address for a local server.",
            Vec::new(),
        )),
    }
}

fn http_advice(status: u16) -> &'static str {
    match status {
        403 => "Check the headers, and what the account they belong to may do.",
        404 | 405 | 406 | 415 => "Check the path of the address; many servers answer at /mcp.",
        429 => "It has had too many requests; it will be tried again later.",
        500.. => "The fault is on its side; it will be tried again later.",
        _ => "Check the address and the headers.",
    }
}

fn program_not_found(program: &str) -> Failure {
    let is_path = program.contains(['/', '\\']);
    Failure {
        kind: FailureKind::ProgramNotFound,
        summary: if is_path {
            format!("There is no program at {program}.")
        } else {
            format!("The program “{program}” was not found on your PATH.")
        },
        next_step: advice(program).unwrap_or_else(|| {
            "Install it, or correct the command, then restart the server.".into()
        }),
        detail: None,
        stderr: Vec::new(),
    }
}

fn not_executable(path: &str) -> Failure {
    Failure {
        kind: FailureKind::NotExecutable,
        summary: format!("{path} is there, but it may not be executed."),
        next_step: format!("Make it executable (chmod +x {path}), or correct the command."),
        detail: None,
        stderr: Vec::new(),
    }
}

/// Describes an existing file that the system refuses to start.
fn unfit(place: &str, error: &io::Error) -> Option<(FailureKind, String, &'static str)> {
    if error.kind() == io::ErrorKind::NotFound {
        return Some((
            FailureKind::ProgramNotFound,
            format!("{place} is there, but what has to run it is missing."),
            "If it is a script, install the program that its first line names.",
        ));
    }
    (error.raw_os_error() == Some(WRONG_FORMAT)).then(|| {
        (
            FailureKind::NotExecutable,
            format!("{place} is no program for this computer."),
            "Install the one that is made for this system and processor.",
        )
    })
}

fn working_directory(label: &Label, path: &str) -> Failure {
    Failure {
        kind: FailureKind::WorkingDirectory,
        summary: format!("The working directory of “{label}”, {path}, does not exist."),
        next_step: "Make that folder, or choose another one for this server.".into(),
        detail: None,
        stderr: Vec::new(),
    }
}

/// The program as the person wrote it.
fn program(definition: &ServerDefinition) -> String {
    match &definition.transport {
        Transport::Stdio { command, .. } => command.clone(),
        Transport::Http { url, .. } => url.to_string(),
        Transport::Demo => "the demo server".into(),
    }
}

/// What is meant by "it": the program or the host.
fn place(definition: &ServerDefinition) -> String {
    match &definition.transport {
        Transport::Stdio { command, .. } => format!("The program “{command}”"),
        Transport::Http { url, .. } => url.origin().ascii_serialization(),
        Transport::Demo => "The demo server".into(),
    }
}
