//! Tests kind, message and retry of every failure to start.

mod said;

use std::path::PathBuf;
use std::time::Duration;

use usher_mcp::{Challenge, CloseReason, Clues, ConnectError, Leads, Redirect};
use usher_messages::Message;

use super::{Outcome, StartFault, of_loss, of_start};
use crate::snapshot::{Failure, FailureKind};
use usher_config::definition::{Label, ServerDefinition, Transport};

fn program(command: &str) -> ServerDefinition {
    ServerDefinition {
        label: Label::trusted("Mine"),
        transport: Transport::Stdio {
            command: command.into(),
            args: Vec::new(),
            env: Vec::new(),
            cwd: None,
            inputs: Vec::new(),
        },
        era: usher_mcp::EraChoice::Auto,
    }
}

fn address() -> ServerDefinition {
    ServerDefinition {
        label: Label::trusted("Mine"),
        transport: Transport::Http {
            url: "https://example.com/mcp".parse().expect("an address"),
            headers: Vec::new(),
            inputs: Vec::new(),
        },
        era: usher_mcp::EraChoice::Auto,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tried {
    Again,
    Never,
}

/// `says` has to stand in the summary or the next step.
fn check(
    definition: &ServerDefinition,
    fault: StartFault,
    kind: FailureKind,
    tried: Tried,
    says: &str,
) {
    let (failure, found) = match of_start(definition, fault) {
        Outcome::ForNow(failure) => (failure, Tried::Again),
        Outcome::ForGood(failure) => (failure, Tried::Never),
        Outcome::SignIn(reason) => panic!("a sign-in is no failure: {reason}"),
    };
    assert_eq!((failure.kind, found), (kind, tried), "{failure:?}");
    check_words(&failure, says);
}

fn check_words(failure: &Failure, says: &str) {
    let words = format!("{} {}", failure.summary, failure.next_step);
    assert!(words.contains(says), "“{says}” is not said: {words}");
    for message in [&failure.summary, &failure.next_step] {
        let sentence = message.to_string();
        let is_sentence = sentence.ends_with('.')
            && sentence
                .chars()
                .next()
                .is_some_and(|first| !first.is_lowercase());
        assert!(
            is_sentence || sentence.starts_with(char::is_alphanumeric),
            "no sentence: {sentence}"
        );
    }
}

#[test]
fn programs_that_do_not_start() {
    use FailureKind as Kind;
    use Tried::{Again, Never};
    let npx = program("npx");
    let stderr = || vec!["KEY is missing".to_owned()];
    check(
        &npx,
        StartFault::ProgramNotFound,
        Kind::ProgramNotFound,
        Never,
        "Install Node.js",
    );
    check(
        &program("uvx"),
        StartFault::ProgramNotFound,
        Kind::ProgramNotFound,
        Never,
        "Install uv",
    );
    check(
        &program("/opt/x"),
        StartFault::ProgramNotFound,
        Kind::ProgramNotFound,
        Never,
        "No program found at /opt/x",
    );
    check(
        &npx,
        StartFault::NotExecutable("/opt/x".into()),
        Kind::NotExecutable,
        Never,
        "chmod +x /opt/x",
    );
    check(
        &npx,
        StartFault::WorkingDirectory("/gone".into()),
        Kind::WorkingDirectory,
        Never,
        "/gone",
    );
    let secret = StartFault::Secret {
        name: "KEY".into(),
        problem: Message::new("keyring.locked"),
    };
    check(
        &npx,
        secret,
        Kind::SecretUnavailable,
        Never,
        "the secret KEY",
    );
    check(
        &npx,
        StartFault::Unfilled(vec!["${input:key}".into(), "${env:A}".into()]),
        Kind::Other,
        Never,
        "has values to fill in: ${input:key} and ${env:A}.",
    );
    check(
        &npx,
        StartFault::Broken(Message::verbatim("why")),
        Kind::Other,
        Never,
        "Usher failed to start",
    );
    check(
        &npx,
        StartFault::Lists(Message::verbatim("why")),
        Kind::Other,
        Never,
        "lists",
    );

    let connect = StartFault::Connect;
    check(
        &npx,
        connect(ConnectError::ProgramNotFound {
            program: PathBuf::from("/x"),
        }),
        Kind::ProgramNotFound,
        Never,
        "/x",
    );
    check(
        &npx,
        connect(ConnectError::Spawn(std::io::Error::other("no"))),
        Kind::Other,
        Again,
        "couldn’t be started",
    );
    check(
        &npx,
        connect(ConnectError::Spawn(std::io::ErrorKind::NotFound.into())),
        Kind::ProgramNotFound,
        Never,
        "first line",
    );
    let wrong_format = if cfg!(windows) { 193 } else { 8 };
    check(
        &npx,
        connect(ConnectError::Spawn(std::io::Error::from_raw_os_error(
            wrong_format,
        ))),
        Kind::NotExecutable,
        Never,
        "not a valid executable",
    );
    let exit = Some(Message::new("connection.exited").with("code", "3"));
    check(
        &npx,
        connect(ConnectError::ExitedEarly {
            exit: exit.clone(),
            clues: Clues {
                stderr: stderr(),
                ..Clues::default()
            },
        }),
        Kind::ExitedEarly,
        Again,
        "exited with code 3",
    );
    check(
        &npx,
        connect(ConnectError::ExitedEarly {
            exit,
            clues: Clues::default(),
        }),
        Kind::ExitedEarly,
        Again,
        "in a terminal",
    );
    let waited = Duration::from_secs(9);
    check(
        &npx,
        connect(ConnectError::Timeout {
            waited,
            clues: Clues {
                stderr: stderr(),
                ..Clues::default()
            },
        }),
        Kind::Timeout,
        Again,
        "within 9 s",
    );
    check(
        &npx,
        connect(ConnectError::NotMcp {
            detail: Message::verbatim("x"),
            stderr: stderr(),
        }),
        Kind::NotMcp,
        Never,
        "Check the arguments",
    );
    check(
        &npx,
        connect(ConnectError::UnsupportedVersion {
            picked: "1999-01-01".into(),
        }),
        Kind::UnsupportedVersion,
        Never,
        "1999-01-01",
    );
}

#[test]
fn addresses_that_do_not_answer() {
    use FailureKind as Kind;
    use Tried::{Again, Never};
    let there = address();
    let status = |status| {
        StartFault::Connect(ConnectError::HttpStatus {
            status,
            body_head: String::new(),
            retry_after: None,
        })
    };
    check(&there, status(404), Kind::HttpStatus, Never, "/mcp");
    let rejected = |status| {
        StartFault::Connect(ConnectError::Rejected {
            status,
            code: -32000,
            message: "no session".into(),
            data: None,
        })
    };
    let with_status = "refused the connection with HTTP status 400: no session";
    check(&there, rejected(Some(400)), Kind::Other, Never, with_status);
    check(&there, rejected(Some(404)), Kind::Other, Never, "/mcp");
    let without = "refused the connection: no session";
    check(&there, rejected(None), Kind::Other, Never, without);
    check(&there, status(429), Kind::HttpStatus, Again, "Rate limited");
    check(&there, status(503), Kind::HttpStatus, Again, "503");
    let unreachable = ConnectError::Unreachable {
        host: "example.com:443".into(),
        detail: Message::verbatim("dns"),
    };
    check(
        &there,
        StartFault::Connect(unreachable),
        Kind::Unreachable,
        Again,
        "example.com:443",
    );
    let untrusted = ConnectError::Untrusted {
        host: "example.com:443".into(),
        reason: Message::new("net.tls.expired"),
    };
    check(
        &there,
        StartFault::Connect(untrusted),
        Kind::Unreachable,
        Again,
        "example.com:443 isn’t trusted: its certificate has expired.",
    );
    let refused = ConnectError::Refused {
        reason: Message::new("net.private"),
    };
    check(
        &there,
        StartFault::Connect(refused),
        Kind::Refused,
        Never,
        "a private address",
    );
    let not_mcp = ConnectError::NotMcp {
        detail: Message::verbatim("html"),
        stderr: Vec::new(),
    };
    check(
        &there,
        StartFault::Connect(not_mcp),
        Kind::NotMcp,
        Never,
        "Check the path",
    );

    let unauthorized = StartFault::Connect(ConnectError::Unauthorized {
        challenge: usher_mcp::Challenge::default(),
    });
    match of_start(&there, unauthorized) {
        Outcome::SignIn(reason) => assert!(
            reason.to_string().contains("https://example.com"),
            "{reason}"
        ),
        Outcome::ForGood(failure) | Outcome::ForNow(failure) => {
            panic!("refused credentials are for the person to mend, not a failure: {failure:?}")
        }
    }
}

#[test]
fn servers_that_are_lost() {
    let exited = CloseReason {
        exit: Some(Message::new("connection.killed").with("signal", "9")),
        detail: None,
        stderr: vec!["last words".into()],
    };
    let failure = of_loss(&program("npx"), &exited);
    assert_eq!(failure.kind, FailureKind::Exited);
    assert_eq!(failure.stderr, ["last words"], "what it said last is kept");
    check_words(&failure, "was killed by signal 9");
    let deaf = CloseReason {
        detail: Some(Message::new("connection.notReading")),
        ..CloseReason::default()
    };
    check_words(
        &of_loss(&program("npx"), &deaf),
        "the server stopped reading its input",
    );
    let failure = of_loss(&address(), &CloseReason::default());
    assert_eq!(failure.kind, FailureKind::Unreachable);
    check_words(&failure, "https://example.com");
}
