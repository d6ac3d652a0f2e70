//! Tests that a server's questions are answered under exactly their ids.

use usher_mcp::{ConnectionEvent, Direction, FrameKind};
use usher_testkit::scripted::bytes::IDS;

use crate::kit::{call, describe, open, options, stdio};

#[tokio::test]
async fn an_id_that_cannot_be_repeated_gets_no_answer() {
    let mut probe = open(stdio("odd_ids")).await.unwrap();
    assert_eq!(
        describe(&call(&probe.connection, options("t")).await),
        "[ok]"
    );
    assert!(probe.connection.ping().await.is_ok(), "it lives on");
    assert!(probe.asks.try_recv().is_err(), "no person is asked");
    let mut answered = probe.finish().await.pick(|event| match event {
        ConnectionEvent::Frame(frame) if frame.direction == Direction::Out => {
            matches!(frame.kind, FrameKind::Result | FrameKind::Error)
                .then(|| frame.text.to_string())
        }
        _ => None,
    });
    let mut expected: Vec<String> = IDS
        .iter()
        .filter(|(_, can_be)| *can_be)
        .map(|(written, _)| String::from_utf8_lossy(written).into_owned())
        .chain(["\"ask-0\"".to_owned()])
        .map(|id| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#))
        .collect();
    answered.sort();
    expected.sort();
    assert_eq!(answered, expected);
}
