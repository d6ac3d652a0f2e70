//! Tests the reference servers of npm, in every transport they have.

use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use usher_mcp::{
    CallTag, ClientReply, EraChoice, FollowOptions, RunAs, ServerRequestKind, Started, TaskStatus,
    TaskSupport,
};

use crate::kit::{PATIENCE, open, options};
use crate::peers::{self, Peer, Seen, Visit, Way, node, peer_file, visit};

fn package(name: &str) -> String {
    peer_file(&format!(
        "node_modules/@modelcontextprotocol/{name}/dist/index.js"
    ))
}

fn expect(lists: &[&'static str], called: &str, read: Option<&str>, got: Option<&str>) -> Seen {
    Seen {
        version: "2025-11-25".into(),
        lists: lists.to_vec(),
        called: Some(called.into()),
        read: read.map(str::to_owned),
        got: got.map(str::to_owned),
        odd: Vec::new(),
    }
}

#[tokio::test]
async fn the_server_with_everything_is_used_over_all_its_transports() {
    let everything = Visit {
        call: Some(("echo", json!({"message": "hello"}))),
        read: Some("demo://resource/static/document/features.md"),
        get: Some(("args-prompt", json!({"city": "Zurich"}))),
    };
    let ways = [
        (Way::Stdio, "stdio"),
        (Way::Http("/mcp"), "streamableHttp"),
        (Way::Http("/sse"), "sse"),
    ];
    for (way, transport) in ways {
        for choice in peers::choices() {
            let words = [&*node(), &package("server-everything"), transport];
            let peer = Peer::start(way, &words).await;
            let mut found = visit(peer.launch.clone(), choice, &everything).await;
            let read = found.read.take().unwrap_or_default();
            assert!(
                read.starts_with("# Everything Server"),
                "{transport}: {read}"
            );
            let expected = expect(
                &["tools", "resources", "templates", "prompts"],
                "[Echo: hello]",
                None,
                Some("What's weather in Zurich?"),
            );
            assert_eq!(found, expected, "{transport} {choice:?}");
        }
    }
}

#[tokio::test]
async fn the_filesystem_server_lists_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("one.txt"), "1").unwrap();
    // Except on Linux the temporary folder may be a link, which the server resolves.
    let path = folder.path().canonicalize().unwrap();
    let path = path.to_str().unwrap().to_owned();
    let visiting = Visit {
        call: Some(("list_directory", json!({"path": path}))),
        ..Visit::default()
    };
    let words = [&*node(), &package("server-filesystem"), &path];
    let peer = Peer::start(Way::Stdio, &words).await;
    let found = visit(peer.launch.clone(), EraChoice::Auto, &visiting).await;
    let called = r#"[[FILE] one.txt, structured {"content":"[FILE] one.txt"}]"#;
    assert_eq!(found, expect(&["tools"], called, None, None));
}

#[tokio::test]
async fn the_memory_server_answers() {
    let visiting = Visit {
        call: Some(("search_nodes", json!({"query": "nobody knows this"}))),
        ..Visit::default()
    };
    let words = [&*node(), &package("server-memory")];
    let peer = Peer::start(Way::Stdio, &words).await;
    let mut found = visit(peer.launch.clone(), EraChoice::Auto, &visiting).await;
    let called = found.called.take().unwrap_or_default();
    assert!(
        called.contains(r#"structured {"entities":[],"relations":[]}"#),
        "{called}"
    );
    let expected = Seen {
        called: None,
        ..expect(&["tools", "resources"], "", None, None)
    };
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_research_runs_as_a_task_and_asks_on_its_way() {
    let words = [&*node(), &package("server-everything"), "stdio"];
    let peer = Peer::start(Way::Stdio, &words).await;
    let mut probe = open(peer.launch.clone()).await.unwrap();
    let connection = probe.connection.clone();
    let tools = connection.list_tools().await.unwrap();
    let research = tools
        .items
        .iter()
        .find(|tool| tool.name == "simulate-research-query");
    assert_eq!(
        research.map(|tool| tool.task_support),
        Some(TaskSupport::Required)
    );
    let arguments = json!({"topic": "python", "ambiguous": true});
    let arguments = arguments.as_object().cloned().unwrap();
    let started = connection
        .start_tool(
            "simulate-research-query",
            arguments,
            options("research"),
            RunAs::Task,
        )
        .await;
    let Ok(Started::Task(task)) = started else {
        panic!("it became no task: {started:?}");
    };
    let (task, states) = watch::channel(task);
    let following = FollowOptions {
        task,
        tag: CallTag("research".into()),
        cancel: CancellationToken::new(),
        first_poll: Duration::ZERO,
    };
    let running = tokio::spawn(async move { connection.follow_task(following).await });
    let asking = async {
        loop {
            let ask = probe.asks.recv().await.unwrap();
            // It also requests the roots, at its own time.
            if ask.question != ServerRequestKind::Roots {
                return ask;
            }
        }
    };
    let ask = tokio::time::timeout(PATIENCE, asking).await;
    let ask = ask.expect("it asks");
    assert_eq!(ask.cause, Some(CallTag("research".into())));
    assert_eq!(states.borrow().status, TaskStatus::InputRequired);
    ask.responder
        .answer(ClientReply::Accept(json!({"interpretation": "snake"})));
    let ended = tokio::time::timeout(PATIENCE, running).await;
    let report = ended.expect("it ends").unwrap().unwrap().raw;
    assert!(
        report["content"][0]["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("# Research Report: python (snake)")),
        "{report}"
    );
    probe.connection.close().await;
}
