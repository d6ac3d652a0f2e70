//! Tests the log: every message, exactly, in order, without the secrets.

use usher_mcp::launch::Launch;
use usher_mcp::{CallError, ConnectError, ConnectionEvent, Direction, Frame, FrameKind};
use usher_messages::Message;

use crate::kit::{Log, call, open, open_with, options, plain, scripted, secret, stdio};

fn frames(log: &Log) -> Vec<Frame> {
    log.pick(|event| match event {
        ConnectionEvent::Frame(frame) => Some(frame.clone()),
        _ => None,
    })
}

#[tokio::test]
async fn every_message_is_logged_with_what_it_belongs_to() {
    let probe = open(stdio("echo")).await.unwrap();
    call(&probe.connection, options("my-call")).await.unwrap();
    let logged = frames(&probe.finish().await);
    let outline: Vec<_> = logged
        .iter()
        .map(|frame| {
            (
                frame.direction,
                frame.kind,
                frame.method.as_deref().unwrap_or("-"),
                frame.rpc_id.as_deref().unwrap_or("-"),
            )
        })
        .collect();
    let expected = [
        (
            Direction::Out,
            FrameKind::Request,
            "initialize",
            "2147483647",
        ),
        (Direction::In, FrameKind::Result, "initialize", "2147483647"),
        (
            Direction::Out,
            FrameKind::Notification,
            "notifications/initialized",
            "-",
        ),
        (Direction::Out, FrameKind::Request, "tools/call", "0"),
        (Direction::In, FrameKind::Result, "tools/call", "0"),
    ];
    assert_eq!(outline, expected);
    assert!(
        logged[0]
            .text
            .contains("\"protocolVersion\":\"2025-11-25\""),
        "{}",
        logged[0].text
    );
    assert!(
        logged[0].text.contains(
            r#""elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{"listChanged":true},"tasks":{},"extensions":{"io.modelcontextprotocol/tasks":{},"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}"#
        ),
        "only what is built is declared: {}",
        logged[0].text
    );
    let answer = &logged[4];
    let expected = r#"{"jsonrpc":"2.0","id":0,"result":{"content":[{"type":"text","text":"{\"zeta\":1,\"alpha\":2}"}]}}"#;
    assert_eq!(
        &*answer.text, expected,
        "the text is what came, byte for byte"
    );
    assert_eq!(
        (
            answer.size_bytes,
            answer.tag.as_ref().map(|tag| tag.0.as_str())
        ),
        (expected.len() as u64, Some("my-call"))
    );
    assert!(answer.elapsed.is_some(), "an answer knows how long it took");
}

#[tokio::test]
async fn noise_and_oversized_messages_are_logged_too() {
    let probe = open(stdio("banner")).await.unwrap();
    let noise: Vec<String> = frames(&probe.finish().await)
        .iter()
        .filter(|frame| frame.kind == FrameKind::Noise)
        .map(|frame| frame.text.to_string())
        .collect();
    let expected = [
        "Server starting on stdio...",
        "\u{1b}[32mINFO\u{1b}[0m ready",
        r#"{"level":"info","msg":"a log line that is JSON"}"#,
    ];
    assert_eq!(noise, expected);

    let log = open(stdio("noisy")).await.unwrap().finish().await;
    let noise = frames(&log).into_iter();
    let noise = noise.filter(|frame| frame.kind == FrameKind::Noise);
    assert_eq!(noise.count(), 152, "every line but the blank one is kept");
    let logged = log.pick(|event| match event {
        ConnectionEvent::Repaired(note) => (note.code == "repair.stdout").then(|| note.to_string()),
        _ => None,
    });
    assert_eq!(
        logged,
        ["The server writes logs to stdout (100 lines so far) instead of stderr."],
        "and it is said once that they are many"
    );

    let probe = open(stdio("big_40")).await.unwrap();
    call(&probe.connection, options("t")).await.unwrap_err();
    let logged = frames(&probe.finish().await);
    let last = logged.last().unwrap();
    assert_eq!(
        (last.kind, last.method.as_deref(), last.rpc_id.as_deref()),
        (FrameKind::Noise, Some("tools/call"), Some("0"))
    );
    assert!(
        last.text.len() < 8192 && last.size_bytes > 40 << 20,
        "the head and the size are kept: {}",
        last.size_bytes
    );
}

#[tokio::test]
async fn secrets_never_leave_the_connection() {
    const TOKEN: &str = "canary-0123456789abcdef";
    let mut launch = scripted("leak");
    launch.env = vec![("SCRIPTED_TOKEN".into(), secret(TOKEN))];
    let probe = open(Launch::Stdio(launch)).await.unwrap();
    let error = call(&probe.connection, options("t")).await.unwrap_err();
    assert!(
        matches!(&error, CallError::Rejected { message, .. } if message == "bad token •••"),
        "{error:?}"
    );
    let stderr = probe.log.wait(|event| match event {
        ConnectionEvent::Stderr(line) => Some(line.clone()),
        _ => None,
    });
    assert_eq!(stderr.await, "using token •••");
    probe.connection.close().await;
    probe
        .log
        .wait(|event| matches!(event, ConnectionEvent::Closed(_)).then_some(()))
        .await;
    let everything = probe
        .log
        .pick(|event| Some(format!("{event:?}")))
        .join("\n");
    assert!(
        !everything.contains(&TOKEN[..TOKEN.len() / 2]),
        "no event holds the secret, nor half of it: {everything}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_failure_to_connect_hides_secrets_and_nothing_else() {
    let mut launch = crate::kit::program(
        "/bin/sh",
        &["-c", "echo \"token $TOKEN in $STAGE\" >&2; exit 4"],
    );
    launch.env = vec![
        ("TOKEN".into(), secret("canary-0123456789")),
        ("STAGE".into(), plain("production")),
    ];
    let (result, _) = open_with(Launch::Stdio(launch), |_| {}).await;
    let error = result.err();
    assert!(
        matches!(&error, Some(ConnectError::ExitedEarly { exit, clues }) if clues.stderr == ["token ••• in production"] && *exit == Some(Message::new("connection.exited").with("code", "4"))),
        "{error:?}"
    );
}
