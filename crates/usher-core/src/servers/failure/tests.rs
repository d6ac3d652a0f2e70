//! Tests kind, message and retry of every failure to start.

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

/// The next step of a program that said this on stderr and ended.
fn advice_after(definition: &ServerDefinition, stderr: &[&str]) -> String {
    let clues = Clues {
        stderr: stderr.iter().map(|line| (*line).to_owned()).collect(),
        ..Clues::default()
    };
    let fault = StartFault::Connect(ConnectError::ExitedEarly { exit: None, clues });
    of_start(definition, fault)
        .into_failure()
        .next_step
        .to_string()
}

#[test]
fn what_a_program_said_is_what_to_do() {
    let cases: [(&[&str], &str); 16] = [
        (
            &[
                "npm error code E404",
                "npm error 404 Not Found - GET https://registry.example/x",
                "npm error 404  'x@*' is not in this registry.",
                "npm error A complete log of this run can be found in: /l",
            ],
            "no such package",
        ),
        (
            &[
                "  × No solution found when resolving tool dependencies:",
                "  ╰─▶ Because x was not found in the package registry",
            ],
            "no such package",
        ),
        (
            &["ModuleNotFoundError: No module named 'mcp.server.fastmcp'"],
            "install “mcp<2” beside it",
        ),
        (
            &["ImportError: cannot import name 'McpError' from 'mcp.shared.exceptions' (/x)"],
            "install “mcp<2” beside it",
        ),
        (
            &[
                "npm WARN EBADENGINE   required: { node: '>=22' }",
                "SyntaxError: x",
            ],
            "newer Node.js",
        ),
        (
            &["SyntaxError: Unexpected token '??='", "", "Node.js v14.0.0"],
            "newer Node.js",
        ),
        (
            &["Error: listen EADDRINUSE: address already in use :::3000"],
            "port is already in use",
        ),
        (
            &["docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock."],
            "Docker isn’t running",
        ),
        (
            &[
                "npm error code EAI_AGAIN",
                "npm error request to https://registry.example/x failed",
            ],
            "couldn’t reach a host",
        ),
        (
            &["error: invalid peer certificate: UnknownIssuer"],
            "doesn’t trust a certificate",
        ),
        (
            &[
                "usage: x",
                "\u{1b}[31mError: KEY is missing\u{1b}[0m",
                "  at main.js:3",
            ],
            "The server said: Error: KEY is missing",
        ),
        (&["one", "two", ""], "The server said: two"),
        (&["Error: a", "Error: b"], "The server said: Error: b"),
        (&["a\u{202e}b"], "The server said: a\\u{202e}b"),
        (&[""], "Run the same command in a terminal"),
        (&[], "Run the same command in a terminal"),
    ];
    for (stderr, expected) in cases {
        let advice = advice_after(&program("npx"), stderr);
        assert!(advice.contains(expected), "{stderr:?}: {advice}");
    }
    let with_args = |command: &str, args: &[&str]| {
        let mut definition = program(command);
        if let Transport::Stdio { args: place, .. } = &mut definition.transport {
            *place = args.iter().map(|arg| (*arg).to_owned()).collect();
        }
        definition
    };
    let uvx = with_args("/usr/bin/uvx", &["--quiet", "mcp-server-x", "--db", "y"]);
    let advice = advice_after(
        &uvx,
        &["AttributeError: 'Server' object has no attribute 'list_resources'"],
    );
    assert!(
        advice.ends_with("start it with uvx --with \"mcp<2\" mcp-server-x"),
        "{advice}"
    );
    for argument in ["~/notes", "--root=$HOME/x", "${HOME}"] {
        let advice = advice_after(&with_args("npx", &["-y", "x", argument]), &["ENOENT"]);
        assert!(
            advice.ends_with(&format!("in place of {argument}")),
            "{advice}"
        );
    }
}

#[test]
fn what_a_program_printed_is_told() {
    let failure = |clues: Clues| {
        let waited = Duration::from_secs(9);
        let fault = StartFault::Connect(ConnectError::Timeout { waited, clues });
        let failure = of_start(&program("npx"), fault).into_failure();
        let said = [
            Some(failure.summary),
            Some(failure.next_step),
            failure.detail,
        ];
        said.map(|message| {
            message
                .map(|message| message.to_string())
                .unwrap_or_default()
        })
    };
    let lines = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| (*line).to_owned())
            .collect::<Vec<_>>()
    };
    let late = "Command “npx” didn’t respond within 9 s.";
    let cases = [
        (
            Clues::default(),
            [
                late,
                "The first start may download a package. Restart the server to try again.",
                "",
            ],
        ),
        (
            Clues {
                stdout: lines(&["Need to install x", "\u{1b}[1mOk to proceed?\u{1b}[0m (y) "]),
                ..Clues::default()
            },
            [
                late,
                "The server printed text that is not MCP: “Need to install x Ok to proceed? (y)”.",
                "",
            ],
        ),
        (
            Clues {
                stderr: lines(&["loading"]),
                stdout: lines(&["Welcome"]),
                withheld: lines(&["HTTPS_PROXY", "KEY"]),
            },
            [
                late,
                "The server said: loading",
                "The server printed text that is not MCP: “Welcome”. Usher didn’t pass on HTTPS_PROXY, KEY of its own environment; if the server needs them, add them to its environment.",
            ],
        ),
        (
            Clues {
                stderr: lines(&[
                    "Please authorize this client by visiting:",
                    "https://a.example/authorize",
                ]),
                ..Clues::default()
            },
            [
                "Command “npx” waits for a sign-in in the browser.",
                "Open https://a.example/authorize, sign in, then restart the server.",
                "",
            ],
        ),
    ];
    for (clues, expected) in cases {
        assert_eq!(failure(clues.clone()), expected, "{clues:?}");
    }
}

#[test]
fn what_an_address_said_is_told() {
    let at = |url: &str| ServerDefinition {
        transport: Transport::Http {
            url: url.parse().expect("an address"),
            headers: Vec::new(),
            inputs: Vec::new(),
        },
        ..address()
    };
    let status = |status, body: &str, retry_after| ConnectError::HttpStatus {
        status,
        body_head: body.into(),
        retry_after,
    };
    let redirected = |leads| {
        ConnectError::Redirected(Redirect {
            to: "https://b.example/login".into(),
            leads,
        })
    };
    let host_check = "Access is only allowed at localhost:8931";
    let cases = [
        (
            "http://127.0.0.1:8931/mcp",
            status(403, host_check, None),
            "Use http://localhost:8931/mcp as the URL.",
        ),
        (
            "https://a.example/mcp",
            status(403, host_check, None),
            "Check the headers",
        ),
        (
            "http://127.0.0.1:8931/mcp",
            status(403, "no", None),
            "Check the headers",
        ),
        (
            "https://a.example/mcp",
            status(429, "", Some(Duration::from_secs(7))),
            "The server asks to wait 7 s; Usher retries then.",
        ),
        (
            "https://a.example/mcp",
            redirected(Leads::Within),
            "redirects to https://b.example/login, where no MCP server responds",
        ),
        (
            "https://a.example/mcp",
            redirected(Leads::Elsewhere),
            "redirects to another site: https://b.example/login",
        ),
        (
            "https://a.example/mcp",
            redirected(Leads::InCircle),
            "in a circle",
        ),
        (
            "https://a.example/mcp",
            ConnectError::Unauthorized {
                challenge: Challenge {
                    said: Some("Send your key in the header X-API-Key".into()),
                    ..Challenge::default()
                },
            },
            "requires authentication: Send your key in the header X-API-Key",
        ),
    ];
    for (url, error, says) in cases {
        let failure = of_start(&at(url), StartFault::Connect(error)).into_failure();
        check_words(&failure, says);
    }
}

#[test]
fn what_is_no_program_is_told_what_it_is() {
    let cases = [
        (StartFault::IsFolder("/srv/x".into()), "/srv/x is a folder."),
        (
            StartFault::OtherProgram("python3"),
            "Use python3 as the command",
        ),
    ];
    for (fault, says) in cases {
        let failure = of_start(&program("python"), fault).into_failure();
        check_words(&failure, says);
    }
}
