//! Tests what is agreed with good servers and reported about others.

use std::time::Duration;

use serde_json::json;
use usher_cases::rows;
use usher_mcp::{ConnectError, ConnectionEvent, Era, IconSource, IconTheme};

use crate::kit::{Probe, describe_failure, open, open_with, program, scripted, stdio};

#[tokio::test]
async fn what_was_agreed_is_known_with_every_member() {
    let probe = open(stdio("plain")).await.unwrap();
    let agreed = probe.connection.agreed();
    assert_eq!(
        (agreed.protocol_version.as_str(), agreed.era),
        ("2025-11-25", Era::Legacy)
    );
    assert_eq!(
        (
            agreed.name.as_str(),
            agreed.title.as_deref(),
            agreed.version.as_str()
        ),
        ("scripted", Some("Scripted"), "1")
    );
    assert_eq!(
        agreed.server_info["extra"], 5,
        "members nobody knows are kept"
    );
    assert_eq!(
        agreed.capabilities["tasks"],
        json!({"list": {}}),
        "capabilities nobody knows are kept"
    );
    assert_eq!(
        agreed.instructions.as_deref(),
        Some("Break one rule at a time.")
    );
    let icon = IconSource {
        src: "https://example.com/i.png".into(),
        mime_type: None,
        sizes: vec!["48x48".into()],
        theme: Some(IconTheme::Dark),
    };
    assert_eq!(agreed.icons, vec![icon]);
    assert!(probe.connection.pid().is_some());
}

#[tokio::test]
async fn sloppy_handshakes_succeed() {
    let modes = [
        "banner",
        "noisy",
        "stderr_flood",
        "stderr_long_line",
        "init_slow",
        "init_pinged",
        "init_logged",
        "init_no_server_info",
        "init_capability_true",
        "init_text_id",
        "init_no_jsonrpc",
        "init_crlf",
        "init_bom",
        "init_json_then_text",
        "init_id_twice",
        "init_old_version",
        "unknown_notifications",
    ];
    for mode in modes {
        let probe = open(stdio(mode))
            .await
            .unwrap_or_else(|error| panic!("mode {mode}: {error}"));
        let tools = probe
            .connection
            .list_tools()
            .await
            .unwrap_or_else(|error| panic!("mode {mode}: {error}"));
        assert_eq!(tools.items.len(), 1, "tools of mode {mode}");
        probe.connection.close().await;
    }
}

fn said(result: Result<Probe, ConnectError>) -> String {
    match result {
        Ok(_) => "connected".into(),
        Err(ConnectError::Timeout { .. }) => "timeout".into(),
        Err(error) => describe_failure(&error),
    }
}

#[tokio::test]
async fn failures_say_what_happened() {
    let failures = r#"
        exit_early | exited early: connection.exited {code: "1"} ["Error: Cannot find module 'x'"]
        init_dies | exited early: connection.exited {code: "9"} ["panicked at the first word"]
        init_silent | timeout
        never_reads | timeout
        init_refused | the server refused the connection: not today (code -32000)
        init_null | not MCP: exchange.noObject
        init_zero_id | not MCP: exchange.foreignId {id: "0"}
        init_echo | not MCP: exchange.echo
        init_no_version | not MCP: exchange.noVersion
        init_modern_version | the server speaks protocol version "2026-07-28", which this host does not know
        init_strange_version | the server speaks protocol version "1999-01-01", which this host does not know
    "#;
    for [mode, expected] in rows(failures) {
        let (result, log) = open_with(stdio(&mode), |options| {
            options.connect_timeout = Duration::from_secs(2);
        })
        .await;
        assert_eq!(said(result), expected, "connecting to mode {mode}");
        let closed = log.pick(|event| matches!(event, ConnectionEvent::Closed(_)).then_some(()));
        assert!(
            closed.is_empty(),
            "mode {mode}: a connection that never was does not close"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn programs_that_cannot_start_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let plain_file = folder.path().join("notes.txt");
    std::fs::write(&plain_file, "no program").unwrap();
    let missing = folder.path().join("missing");
    let mut nowhere = scripted("plain");
    nowhere.cwd = missing.clone();
    let rows = [
        (
            program(missing.to_str().unwrap(), &[]),
            format!("the program {} does not exist", missing.display()),
        ),
        (
            program(plain_file.to_str().unwrap(), &[]),
            format!("{} is not an executable program", plain_file.display()),
        ),
        (
            nowhere,
            format!("the working directory {} does not exist", missing.display()),
        ),
    ];
    for (launch, expected) in rows {
        let words = said(open(usher_mcp::launch::Launch::Stdio(launch)).await);
        assert_eq!(words, expected);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_program_that_is_no_server_times_out_with_its_words() {
    let launch = usher_mcp::launch::Launch::Stdio(program(
        "/bin/sh",
        &[
            "-c",
            "echo hello; printf 'Proceed? (y) '; echo oops >&2; sleep 60",
        ],
    ));
    let (result, log) = open_with(launch, |options| {
        options.connect_timeout = Duration::from_secs(1);
        // It has spoken, so it is not downloading.
        options.limits.quiet_start = Duration::from_mins(10);
    })
    .await;
    let error = result.err();
    assert!(
        matches!(&error, Some(ConnectError::Timeout { clues, .. })
            if clues.stderr == ["oops"] && clues.stdout == ["hello", "Proceed? (y) "]),
        "{error:?}"
    );
    let noise = log.pick(|event| match event {
        ConnectionEvent::Frame(frame) if frame.kind == usher_mcp::FrameKind::Noise => {
            Some(frame.text.to_string())
        }
        _ => None,
    });
    assert_eq!(noise, ["hello"], "what it printed is in the log");
}

#[cfg(unix)]
#[tokio::test]
async fn a_program_that_downloads_first_is_started_once_and_waited_for() {
    let mut launch = scripted("plain");
    let downloading = "echo started >&2; sleep 2; exec \"$0\" \"$@\"";
    let mut args = vec!["-c".into(), downloading.into()];
    args.push(launch.program.display().to_string());
    args.append(&mut launch.args);
    launch.program = "/bin/sh".into();
    launch.args = args;
    let (result, log) = open_with(usher_mcp::launch::Launch::Stdio(launch), |options| {
        options.connect_timeout = Duration::from_millis(500);
        options.limits.quiet_start = Duration::from_secs(30);
    })
    .await;
    assert!(result.is_ok(), "{:?}", result.err());
    let started = log.pick(|event| match event {
        ConnectionEvent::Stderr(line) if line == "started" => Some(()),
        _ => None,
    });
    assert_eq!(started, [()]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_program_that_floods_before_it_agrees_times_out() {
    let message = r#"{"jsonrpc":"2.0","method":"x"}"#;
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for flood in [message, request, ""] {
        let launch = usher_mcp::launch::Launch::Stdio(program("/usr/bin/yes", &[flood]));
        let (result, _) = open_with(launch, |options| {
            options.connect_timeout = Duration::from_secs(1);
        })
        .await;
        assert_eq!(said(result), "timeout", "a flood of {flood:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_failure_to_connect_is_short_and_holds_no_secret_whatever_the_server_says() {
    const TOKEN: &str = "canary-0123456789abcdef";
    let error = r#""error":{"code":-1,"message":"TEXT"}"#;
    let picked = r#""result":{"protocolVersion":"TEXT","capabilities":{}}"#;
    for (answer, expected) in [
        (error, "the server refused the connection: •••xxx"),
        (picked, "the server speaks protocol version \"•••xxx"),
    ] {
        let (before, after) = answer.split_once("TEXT").unwrap();
        let script = format!(
            "read request; printf '{{\"jsonrpc\":\"2.0\",\"id\":2147483647,{before}%s' \"$TOKEN\"; head -c 3000000 /dev/zero | tr '\\0' x; printf '{after}}}\\n'; read end"
        );
        let mut launch = program("/bin/sh", &["-c", &script]);
        launch.env = vec![("TOKEN".into(), crate::kit::secret(TOKEN))];
        let words = said(open(usher_mcp::launch::Launch::Stdio(launch)).await);
        assert!(words.starts_with(expected), "{words}");
        assert!(words.len() < 1200, "{} bytes", words.len());
        assert!(!words.contains(TOKEN), "{words}");
    }
}
