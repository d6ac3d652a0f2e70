//! What servers said is told with what to do.

use super::*;

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
    let cases = r"
        no such package | npm error code E404␊npm error 404 Not Found - GET https://registry.example/x␊npm error 404  'x@*' is not in this registry.␊npm error A complete log of this run can be found in: /l
        no such package | ␠␠× No solution found when resolving tool dependencies:␊␠␠╰─▶ Because x was not found in the package registry
        install “mcp<2” beside it | ModuleNotFoundError: No module named 'mcp.server.fastmcp'
        install “mcp<2” beside it | ImportError: cannot import name 'McpError' from 'mcp.shared.exceptions' (/x)
        newer Node.js | npm WARN EBADENGINE   required: { node: '>=22' }␊usage: x
        The server said: Error: KEY is missing | npm warn EBADENGINE Unsupported engine { package: 'x', required: { node: '>=22' } }␊Error: KEY is missing
        newer Node.js | npm warn EBADENGINE Unsupported engine { package: 'x' }␊npm error code EBADENGINE
        newer Node.js | npm warn EBADENGINE Unsupported engine␊usage: x
        The server said: Error: KEY is missing | Error: KEY is missing␊npm warn error of no weight
        newer Node.js | SyntaxError: Unexpected token '??='␊␊Node.js v14.0.0
        port is already in use | Error: listen EADDRINUSE: address already in use :::3000
        Docker isn’t running | docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock.
        couldn’t reach a host | npm error code EAI_AGAIN␊npm error request to https://registry.example/x failed
        doesn’t trust a certificate | error: invalid peer certificate: UnknownIssuer
        The server said: two | one␊two␊
        The server said: Error: b | Error: a␊Error: b
    ";
    let check = |stderr: &[&str], expected: &str| {
        let advice = advice_after(&program("npx"), stderr);
        assert!(advice.contains(expected), "{stderr:?}: {advice}");
    };
    for [expected, stderr] in usher_cases::rows(cases) {
        check(&stderr.split('\n').collect::<Vec<_>>(), &expected);
    }
    for (stderr, expected) in [
        (
            &[
                "usage: x",
                "\u{1b}[31mError: KEY is missing\u{1b}[0m",
                "  at main.js:3",
            ][..],
            "The server said: Error: KEY is missing",
        ),
        (&["a\u{202e}b"][..], "The server said: a\\u{202e}b"),
        (&[""][..], "Run the same command in a terminal"),
        (&[][..], "Run the same command in a terminal"),
    ] {
        check(stderr, expected);
    }
    let with_args = |command: &str, args: &[&str]| {
        let mut definition = program(command);
        if let Transport::Stdio { args: place, .. } = &mut definition.transport {
            *place = args.iter().map(|arg| (*arg).to_owned()).collect();
        }
        definition
    };
    let older_mcp: [(&str, &[&str], &str); 5] = [
        (
            "/usr/bin/uvx",
            &["--quiet", "mcp-server-x", "--db", "a b"],
            "start it with uvx --with \"mcp<2\" --quiet mcp-server-x --db \"a b\"",
        ),
        (
            "uvx",
            &["--python", "3.12", "x"],
            "start it with uvx --with \"mcp<2\" --python 3.12 x",
        ),
        (
            "uv",
            &["tool", "run", "x"],
            "start it with uv tool run --with \"mcp<2\" x",
        ),
        (
            "uv",
            &["run", "--directory", "/d", "x.py"],
            "start it with uv run --with \"mcp<2\" --directory /d x.py",
        ),
        ("python", &["-m", "x"], "install “mcp<2” beside it."),
    ];
    for (command, args, expected) in older_mcp {
        let advice = advice_after(
            &with_args(command, args),
            &["AttributeError: 'Server' object has no attribute 'list_resources'"],
        );
        assert!(advice.ends_with(expected), "{advice}");
    }
    for argument in [
        "$DATA/notes",
        "--root=$XDG_DATA_HOME/x",
        "file://${HOME_DIR}",
    ] {
        let advice = advice_after(&with_args("npx", &["-y", "x", argument]), &["ENOENT"]);
        assert!(
            advice.ends_with(&format!("in place of {argument}")),
            "{advice}"
        );
    }
    for (command, args) in [
        ("/bin/sh", ["-c", "exec $SERVER"]),
        ("bash", ["-lc", "exec ${SERVER}"]),
        ("perl", ["-e", "print $ENV{A}"]),
        ("npx", ["-y", "x@$"]),
    ] {
        let advice = advice_after(&with_args(command, &args), &["ENOENT"]);
        assert!(!advice.contains("in place of"), "{command}: {advice}");
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
                "The server printed text that is not MCP: “Welcome”. Usher didn’t pass on HTTPS_PROXY, KEY of its own environment; pass them only if the server needs them.",
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
            "requires sign-in: Send your key in the header X-API-Key",
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
