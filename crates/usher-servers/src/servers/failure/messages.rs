//! The messages.

use std::io;
use std::time::Duration;

use usher_mcp::{CloseReason, ConnectError, Era, Leads};
use usher_messages::Message;

use usher_config::definition::{Label, ServerDefinition, Transport};

use super::causes::Said;
use super::{Outcome, StartFault, not_found_advice};
use crate::snapshot::{Failure, FailureKind};

/// The system's errors for a file it cannot run: `ENOEXEC`, `ERROR_BAD_EXE_FORMAT`.
const WRONG_FORMAT: i32 = if cfg!(windows) { 193 } else { 8 };

const RESTART: Message = Message::new("failure.next.restart");
const READ_STDERR: Message = Message::new("failure.next.readStderr");

/// Describes a definition that is not the accepted one.
pub(in super::super) fn needs_review(label: &Label) -> Message {
    Message::new("failure.needsReview").with("server", label.as_str())
}

/// Describes a server that was in use and is gone.
pub(in super::super) fn of_loss(definition: &ServerDefinition, reason: &CloseReason) -> Failure {
    let of_server = |code| Message::new(code).with("server", definition.label.as_str());
    let said = Said::of_stderr(reason.stderr.clone());
    let (kind, summary, next_step) = match (&definition.transport, &reason.exit) {
        (Transport::Http { .. }, _) => (
            FailureKind::Unreachable,
            of_server("failure.connectionEnded").with("place", place(definition)),
            RESTART,
        ),
        (Transport::Stdio { .. } | Transport::Demo, Some(exit)) => (
            FailureKind::Exited,
            of_server("failure.exited").with("exit", exit.clone()),
            said.next_step(definition).unwrap_or(READ_STDERR),
        ),
        (Transport::Stdio { .. } | Transport::Demo, None) => {
            let summary = match reason.detail.clone() {
                Some(detail) => of_server("failure.disconnected").with("reason", detail),
                None => of_server("failure.closed"),
            };
            let next_step = said.next_step(definition).unwrap_or(READ_STDERR);
            (FailureKind::Exited, summary, next_step)
        }
    };
    Failure {
        kind,
        summary,
        next_step,
        detail: None,
        stderr: said.stderr,
        withheld: Vec::new(),
    }
}

/// Describes a server that no longer accepts the tokens.
pub(in super::super) fn of_sign_out(definition: &ServerDefinition) -> Message {
    Message::new("failure.signedOut").with("place", place(definition))
}

/// Describes a server that answers no ping.
pub(in super::super) fn of_silence(
    definition: &ServerDefinition,
    waited: Duration,
    stderr: Vec<String>,
) -> Failure {
    Failure {
        kind: FailureKind::Timeout,
        summary: Message::new("failure.noPing")
            .with("server", definition.label.as_str())
            .with("waited", waited),
        next_step: RESTART,
        detail: None,
        stderr: Said::of_stderr(stderr).stderr,
        withheld: Vec::new(),
    }
}

impl Outcome {
    /// Returns the failure, where nobody waits for a sign-in or for another try: in a connection test, a probe.
    pub(in super::super) fn into_failure(self) -> Failure {
        match self {
            Self::SignIn(reason) => failure(
                FailureKind::Unauthorized,
                reason,
                Message::new("failure.next.credentials"),
            ),
            Self::ForGood(failure) | Self::ForNow(failure) => failure,
        }
    }
}

fn failure(kind: FailureKind, summary: Message, next_step: Message) -> Failure {
    Failure {
        kind,
        summary,
        next_step,
        detail: None,
        stderr: Vec::new(),
        withheld: Vec::new(),
    }
}

/// Describes a failed start, and whether a retry may help.
pub(in super::super) fn of_start(definition: &ServerDefinition, fault: StartFault) -> Outcome {
    let label = &definition.label;
    let of_server = |code| Message::new(code).with("server", label.as_str());
    match fault {
        StartFault::ProgramNotFound => {
            let (program, args) = command(definition);
            Outcome::ForGood(program_not_found(&program, args))
        }
        StartFault::OtherProgram(other) => {
            let (program, args) = command(definition);
            Outcome::ForGood(Failure {
                next_step: Message::new("failure.next.otherProgram").with("program", other),
                ..program_not_found(&program, args)
            })
        }
        StartFault::IsFolder(path) => Outcome::ForGood(failure(
            FailureKind::NotExecutable,
            Message::new("failure.isFolder").with("path", path.display().to_string()),
            Message::new("failure.next.chooseProgram"),
        )),
        StartFault::NotExecutable(path) => {
            Outcome::ForGood(not_executable(&path.display().to_string()))
        }
        StartFault::WorkingDirectory(path) => {
            Outcome::ForGood(working_directory(label, &path.display().to_string()))
        }
        StartFault::Secret { name, problem } => Outcome::ForGood(failure(
            FailureKind::SecretUnavailable,
            of_server("failure.secret").with("name", name),
            problem,
        )),
        StartFault::Unfilled(placeholders) => Outcome::ForGood(failure(
            FailureKind::Other,
            of_server("failure.unfilled").with("placeholders", placeholders),
            Message::new("failure.next.fillIn"),
        )),
        StartFault::SignInSecret(problem) => Outcome::ForGood(failure(
            FailureKind::SecretUnavailable,
            of_server("failure.signInSecret"),
            problem,
        )),
        StartFault::Unchecked => Outcome::ForGood(failure(
            FailureKind::SecretUnavailable,
            of_server("failure.unchecked"),
            Message::new("failure.next.unlock"),
        )),
        StartFault::Broken(detail) => Outcome::ForGood(Failure {
            detail: Some(detail),
            ..failure(FailureKind::Other, of_server("failure.internal"), RESTART)
        }),
        StartFault::Lists(detail) => Outcome::ForGood(Failure {
            detail: Some(detail),
            ..failure(
                FailureKind::Other,
                of_server("failure.lists"),
                Message::new("failure.next.readLog"),
            )
        }),
        StartFault::Connect(error) => of_connect(definition, error),
    }
}

fn of_connect(definition: &ServerDefinition, error: ConnectError) -> Outcome {
    let label = &definition.label;
    let detail = detail(&error);
    let is_http = matches!(definition.transport, Transport::Http { .. });
    let of_place = |code| Message::new(code).with("place", place(definition));
    let plain = |kind, summary, next_step| Failure {
        detail: detail.clone(),
        ..failure(kind, summary, Message::new(next_step))
    };
    match error {
        ConnectError::ProgramNotFound { program } => {
            Outcome::ForGood(program_not_found(&program.display().to_string(), &[]))
        }
        ConnectError::NotExecutable { program } => {
            Outcome::ForGood(not_executable(&program.display().to_string()))
        }
        ConnectError::WorkingDirectory { directory } => {
            Outcome::ForGood(working_directory(label, &directory.display().to_string()))
        }
        ConnectError::Spawn(error) => match unfit(&error) {
            Some((kind, summary, next_step)) => {
                Outcome::ForGood(plain(kind, of_place(summary), next_step))
            }
            None => Outcome::ForNow(plain(
                FailureKind::Other,
                of_place("failure.spawn"),
                "failure.next.checkProgram",
            )),
        },
        ConnectError::ExitedEarly { exit, clues } => {
            let said = Said::of(clues);
            let summary = match exit {
                Some(exit) => of_place("failure.exitedEarly").with("exit", exit),
                None => of_place("failure.closedEarly"),
            };
            let next_step = said.next_step(definition);
            Outcome::ForNow(Failure {
                kind: FailureKind::ExitedEarly,
                summary,
                next_step: next_step.unwrap_or(Message::new("failure.next.runInTerminal")),
                detail: said.detail(),
                stderr: said.stderr,
                withheld: said.withheld,
            })
        }
        ConnectError::Timeout { waited, clues } => {
            Outcome::ForNow(timed_out(definition, waited, Said::of(clues)))
        }
        ConnectError::NotMcp { stderr, .. } => Outcome::ForGood(Failure {
            stderr: Said::of_stderr(stderr).stderr,
            ..plain(
                FailureKind::NotMcp,
                of_place("failure.notMcp"),
                if is_http {
                    "failure.next.checkPathOrPortal"
                } else {
                    "failure.next.checkArguments"
                },
            )
        }),
        ConnectError::UnsupportedVersion { picked } => Outcome::ForGood(plain(
            FailureKind::UnsupportedVersion,
            of_place("failure.unsupportedVersion").with("version", picked),
            "failure.next.update",
        )),
        ConnectError::OtherEra { wanted, .. } => Outcome::ForGood(plain(
            FailureKind::UnsupportedVersion,
            of_place(match wanted {
                Era::Modern => "failure.notModern",
                Era::Legacy => "failure.notLegacy",
            }),
            "failure.next.automaticVersion",
        )),
        ConnectError::Rejected {
            message, status, ..
        } => Outcome::ForGood(plain(
            FailureKind::Other,
            match status {
                Some(status) => of_place("failure.rejectedWithStatus")
                    .with("status", status.to_string())
                    .with("message", message),
                None => of_place("failure.rejected").with("message", message),
            },
            match status {
                Some(status @ (404 | 405 | 406 | 415)) => http_advice(status),
                _ => "failure.next.readDocumentation",
            },
        )),
        ConnectError::Unreachable { host, .. } => Outcome::ForNow(plain(
            FailureKind::Unreachable,
            Message::new("failure.unreachable").with("host", host),
            "failure.next.checkNetwork",
        )),
        ConnectError::Untrusted { host, reason } => Outcome::ForNow(plain(
            FailureKind::Unreachable,
            Message::new("failure.untrusted")
                .with("host", host)
                .with("reason", reason),
            "failure.next.reportCertificate",
        )),
        ConnectError::Redirected(redirect) => {
            let (summary, next_step) = match redirect.leads {
                Leads::Within => ("failure.redirectedWithin", "failure.next.redirectedWithin"),
                Leads::Elsewhere => (
                    "failure.redirectedElsewhere",
                    "failure.next.redirectedElsewhere",
                ),
                Leads::InCircle => (
                    "failure.redirectedInCircle",
                    "failure.next.redirectedInCircle",
                ),
            };
            Outcome::ForGood(plain(
                FailureKind::HttpStatus,
                of_place(summary).with("to", redirect.to),
                next_step,
            ))
        }
        ConnectError::HttpStatus {
            status,
            body_head,
            retry_after,
        } => {
            if let Some(failure) = host_check(definition, status, &body_head) {
                return Outcome::ForGood(Failure { detail, ..failure });
            }
            let summary = of_place("failure.httpStatus").with("status", status.to_string());
            let mut failure = plain(FailureKind::HttpStatus, summary, http_advice(status));
            if let Some(waited) = retry_after {
                failure.next_step = Message::new("failure.next.retryAfter").with("waited", waited);
            }
            // A request the server will not have does not get better by asking again.
            if (400..500).contains(&status) && status != 408 && status != 429 {
                Outcome::ForGood(failure)
            } else {
                Outcome::ForNow(failure)
            }
        }
        ConnectError::Unauthorized { challenge } => Outcome::SignIn(match challenge.said {
            Some(said) => of_place("failure.unauthorizedWith").with("text", said),
            None => of_place("failure.unauthorized"),
        }),
        ConnectError::Refused { reason } => Outcome::ForGood(plain(
            FailureKind::Refused,
            of_place("failure.refused").with("reason", reason),
            "failure.next.publicAddress",
        )),
    }
}

fn timed_out(definition: &ServerDefinition, waited: Duration, said: Said) -> Failure {
    let of_place = |code| Message::new(code).with("place", place(definition));
    let (summary, next_step) = match (&definition.transport, said.sign_in_address()) {
        (Transport::Http { .. }, _) => (
            of_place("failure.timeout").with("waited", waited),
            Some(Message::new("failure.next.checkEndpoint")),
        ),
        (_, Some(url)) => (
            of_place("failure.waitsForSignIn"),
            Some(Message::new("failure.next.signInAt").with("url", url)),
        ),
        (_, None) => (
            of_place("failure.timeout").with("waited", waited),
            said.next_step(definition),
        ),
    };
    Failure {
        kind: FailureKind::Timeout,
        summary,
        next_step: next_step.unwrap_or(Message::new("failure.next.firstStart")),
        detail: said.detail(),
        stderr: said.stderr,
        withheld: said.withheld,
    }
}

/// Describes a server of this computer that answers under the name `localhost` only.
fn host_check(definition: &ServerDefinition, status: u16, body: &str) -> Option<Failure> {
    let Transport::Http { url, .. } = &definition.transport else {
        return None;
    };
    let is_local = matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "0.0.0.0"));
    let body = body.to_lowercase();
    let names_host = ["localhost", "host header", "invalid host", "allowed host"];
    if !is_local
        || !matches!(status, 400 | 403 | 421)
        || !names_host.iter().any(|text| body.contains(text))
    {
        return None;
    }
    let mut url = url.clone();
    url.set_host(Some("localhost")).ok()?;
    url.set_query(None);
    Some(failure(
        FailureKind::HttpStatus,
        Message::new("failure.hostCheck").with("place", place(definition)),
        Message::new("failure.next.useAddress").with("url", url.to_string()),
    ))
}

/// What the summary of a failure leaves out.
fn detail(error: &ConnectError) -> Option<Message> {
    match error {
        ConnectError::Spawn(error) => {
            Some(Message::new("failure.detail.system").with("text", error.to_string()))
        }
        ConnectError::NotMcp { detail, .. }
        | ConnectError::OtherEra { detail, .. }
        | ConnectError::Unreachable { detail, .. } => {
            Some(Message::new("failure.detail.reason").with("reason", detail.clone()))
        }
        ConnectError::Rejected { code, .. } => {
            Some(Message::new("failure.detail.code").with("code", code.to_string()))
        }
        ConnectError::HttpStatus { body_head, .. } => first_line(body_head)
            .map(|line| Message::new("failure.detail.response").with("text", line)),
        _ => None,
    }
}

/// The first line of a body.
fn first_line(body: &str) -> Option<&str> {
    body.trim().lines().next()
}

/// Returns the code of the advice for a status.
fn http_advice(status: u16) -> &'static str {
    match status {
        403 => "failure.next.checkHeaders",
        404 | 405 | 406 | 415 => "failure.next.checkPath",
        429 => "failure.next.rateLimited",
        500.. => "failure.next.serverFault",
        _ => "failure.next.checkAddressAndHeaders",
    }
}

fn program_not_found(program: &str, args: &[String]) -> Failure {
    let summary = if program.contains(['/', '\\']) {
        "failure.noProgramAt"
    } else {
        "failure.notOnPath"
    };
    failure(
        FailureKind::ProgramNotFound,
        Message::new(summary).with("program", program),
        not_found_advice(program, args).unwrap_or(Message::new("failure.next.installProgram")),
    )
}

fn not_executable(path: &str) -> Failure {
    failure(
        FailureKind::NotExecutable,
        Message::new("failure.notExecutable").with("path", path),
        Message::new("failure.next.makeExecutable").with("path", path),
    )
}

/// Describes an existing file that the system refuses to start: kind, summary, next step.
fn unfit(error: &io::Error) -> Option<(FailureKind, &'static str, &'static str)> {
    if error.kind() == io::ErrorKind::NotFound {
        return Some((
            FailureKind::ProgramNotFound,
            "failure.noInterpreter",
            "failure.next.installInterpreter",
        ));
    }
    (error.raw_os_error() == Some(WRONG_FORMAT)).then_some((
        FailureKind::NotExecutable,
        "failure.wrongFormat",
        "failure.next.installForSystem",
    ))
}

fn working_directory(label: &Label, path: &str) -> Failure {
    failure(
        FailureKind::WorkingDirectory,
        Message::new("failure.workingDirectory")
            .with("server", label.as_str())
            .with("path", path),
        Message::new("failure.next.workingDirectory"),
    )
}

/// The program and its arguments as the person wrote them.
fn command(definition: &ServerDefinition) -> (String, &[String]) {
    match &definition.transport {
        Transport::Stdio { command, args, .. } => (command.clone(), args),
        Transport::Http { url, .. } => (url.to_string(), &[]),
        Transport::Demo => (String::new(), &[]),
    }
}

/// Names the program or the host.
fn place(definition: &ServerDefinition) -> Message {
    match &definition.transport {
        Transport::Stdio { command, .. } => {
            Message::new("failure.place.program").with("program", command.as_str())
        }
        Transport::Http { url, .. } => {
            Message::new("failure.place.host").with("host", url.origin().ascii_serialization())
        }
        Transport::Demo => Message::new("failure.place.demo"),
    }
}
