//! Tests the connection against the demo server.
//!
//! That server is an independent reading of the protocol.

use serde_json::{Map, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use usher_mcp::launch::{Launch, LaunchValue};
use usher_mcp::{ClientReply, ConnectionEvent, ListKind};

use crate::kit::{Probe, describe, open, options, program};

async fn demo() -> Probe {
    open(Launch::Stdio(program(
        env!("CARGO_BIN_EXE_mcp_demo_server"),
        &[],
    )))
    .await
    .unwrap()
}

#[tokio::test]
async fn everything_it_offers_is_read_without_a_repair() {
    let probe = demo().await;
    let connection = &probe.connection;
    for kind in [
        ListKind::Tools,
        ListKind::Resources,
        ListKind::Templates,
        ListKind::Prompts,
    ] {
        assert!(connection.offers(kind), "{kind:?}");
    }
    let tools = connection.list_tools().await.unwrap();
    assert!(
        tools.items.len() > 9,
        "more than one page of tools: {}",
        tools.items.len()
    );
    assert!(
        tools
            .items
            .iter()
            .all(|tool| tool.repaired.is_empty() && !tool.icons.is_empty())
    );
    let resources = connection.list_resources().await.unwrap();
    for resource in &resources.items {
        let read = connection.read_resource(&resource.uri).await.unwrap();
        assert!(
            !read.contents.is_empty() && read.broken.is_empty(),
            "{}",
            resource.uri
        );
    }
    assert!(!connection.list_templates().await.unwrap().items.is_empty());
    assert!(!connection.list_prompts().await.unwrap().items.is_empty());
    let cut = [tools.cut_short, resources.cut_short];
    assert_eq!(cut, [None, None]);
    let repairs = probe.finish().await.pick(|event| match event {
        ConnectionEvent::Repaired(note) => Some(note.to_string()),
        _ => None,
    });
    assert_eq!(repairs, Vec::<String>::new());
}

#[tokio::test]
async fn its_questions_can_all_be_declined() {
    let mut probe = demo().await;
    let connection = probe.connection.clone();
    for tool in ["ask_form", "ask_url", "ask_model", "ask_roots"] {
        let running = connection.call_tool(tool, Map::new(), options(tool));
        let answering = async {
            let ask = probe.asks.recv().await.expect("a question comes");
            ask.responder.answer(ClientReply::Decline);
        };
        let (result, ()) = tokio::join!(running, answering);
        assert!(
            result.is_ok(),
            "a no is an answer the tool tells of: {tool} {}",
            describe(&result)
        );
    }
}

#[tokio::test]
async fn its_echo_comes_back() {
    let probe = demo().await;
    let arguments = json!({"message": "hello"}).as_object().unwrap().clone();
    let result = probe
        .connection
        .call_tool("echo", arguments, options("e"))
        .await;
    assert!(describe(&result).contains("hello"), "{}", describe(&result));
}

#[tokio::test]
async fn its_webtool_is_there_for_this_computer_as_long_as_the_demo_runs() {
    let free = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let mut launch = program(env!("CARGO_BIN_EXE_mcp_demo_server"), &[]);
    let port_value = LaunchValue::Plain(port.to_string());
    launch
        .env
        .push(("USHER_DEMO_WEBTOOL_PORT".into(), port_value));
    let probe = open(Launch::Stdio(launch)).await.unwrap();

    let mut line = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let ask = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    line.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = String::new();
    line.read_to_string(&mut answer).await.unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 200 ") && answer.contains(r#""name":"convert""#),
        "its document: {answer}"
    );
    let elsewhere = TcpStream::connect(("127.0.0.2", port)).await;
    assert!(elsewhere.is_err(), "it listens at one address only");
    probe.connection.close().await;
    let gone = TcpStream::connect(("127.0.0.1", port)).await;
    assert!(gone.is_err(), "it goes with the demo");
}
