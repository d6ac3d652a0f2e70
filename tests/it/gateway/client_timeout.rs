//! How clients wait: each hears in time what its call waits for, and a call that was put off runs once.

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_gateway::{ClientTimeout, Gateway, GatewayOptions};

use super::approvals::sent;
use super::client::{Client, Era};
use super::{allow, answer, run};
use crate::test_host::{TestHost, scripted, text};

/// Shorter than anybody would notice, and longer than nothing.
pub(super) const SOON: Duration = Duration::from_millis(50);

/// So long that it does not come in a test.
const NEVER: Duration = Duration::from_hours(1);

/// Clients wait no longer than this part of what they say.
fn soon(divided_by: u32) -> ClientTimeout {
    ClientTimeout {
        others: SOON,
        divided_by,
    }
}

/// Options under which nothing comes by itself.
pub(super) fn options() -> GatewayOptions {
    GatewayOptions {
        client_timeout: ClientTimeout {
            others: NEVER,
            divided_by: 1,
        },
        keepalive_every: NEVER,
        kept_for: NEVER,
        ..GatewayOptions::new("0.0.0-test")
    }
}

pub(super) fn serving(host: &TestHost, options: GatewayOptions) -> Gateway {
    Gateway::new(host.api.shared_host().expect("the data is open"), options)
}

/// A host with the server that uses every feature, and a client of it.
async fn with_client(options: GatewayOptions) -> (TestHost, String, Client) {
    with_client_of(Era::Legacy, options).await
}

/// The same, with a client of an era.
async fn with_client_of(era: Era, options: GatewayOptions) -> (TestHost, String, Client) {
    let host = TestHost::open().await;
    let server = host.add_listed("Scripted", scripted("features")).await;
    let mut client = Client::connect_to(&serving(&host, options), "Editor");
    client.era = era;
    allow(&host, "Editor").await;
    if era == Era::Legacy {
        client.initialize().await;
    }
    (host, server, client)
}

/// The name that the page shows of the only open approval.
async fn named(host: &TestHost) -> String {
    format!("A-{}", host.asked().await["number"])
}

/// Waits until a client was told so often how far something is, and returns the last.
async fn beats(host: &TestHost, client: &Client, times: usize) -> Value {
    host.until("the client hears of progress", async || {
        let told = client.told("notifications/progress");
        (told.len() >= times)
            .then(|| told.last().cloned())
            .flatten()
    })
    .await
}

fn params(tool: &str, meta: &Value) -> Value {
    json!({ "name": format!("scripted__{tool}"), "arguments": {}, "_meta": meta })
}

#[tokio::test]
async fn a_client_with_a_token_hears_what_each_of_its_requests_waits_for() {
    let options = GatewayOptions {
        keepalive_every: SOON,
        ..options()
    };
    let (host, _, mut client) = with_client(options).await;
    let meta = json!({ "progressToken": "t" });
    let requests = [
        ("tools/call", params("form", &meta)),
        (
            "prompts/get",
            json!({ "name": "scripted__greet", "arguments": { "who": "form" }, "_meta": meta }),
        ),
        ("resources/read", json!({ "uri": "a:form", "_meta": meta })),
    ];
    for (method, params) in requests {
        let asking = client.begin(method, params).await;
        // A call is asked about before its server asks.
        if method == "tools/call" {
            let told = beats(&host, &client, 2).await;
            let expected = format!("Waiting for approval {} in Usher", named(&host).await);
            assert_eq!(
                told["params"]["message"], expected,
                "{method}, before it is sent"
            );
            answer(&host, run(&json!({}))).await;
        }
        host.asked_of("elicitForm").await;
        client.forget("notifications/progress");
        let told = beats(&host, &client, 2).await;
        let expected = format!("Waiting for approval {} in Usher", named(&host).await);
        assert_eq!(
            told["params"]["message"], expected,
            "{method}, while its server asks"
        );
        answer(&host, json!({ "kind": "decline" })).await;
        let got = asking
            .await
            .unwrap_or_else(|error| panic!("{method}: {error}"));
        assert!(got.to_string().contains("decline"), "{method}: {got}");
        client.forget("notifications/progress");
    }
}

#[tokio::test]
async fn a_client_that_does_not_wait_for_a_form_makes_the_same_request_again() {
    let options = GatewayOptions {
        client_timeout: soon(1),
        keepalive_every: SOON,
        ..options()
    };
    let (host, server, mut client) = with_client(options).await;
    let requests = [
        ("tools/call", params("form", &json!({}))),
        (
            "prompts/get",
            json!({ "name": "scripted__greet", "arguments": { "who": "form" } }),
        ),
        ("resources/read", json!({ "uri": "a:form" })),
    ];
    for (method, params) in requests {
        if method == "tools/call" {
            client
                .request(method, params.clone())
                .await
                .expect("it waits");
            answer(&host, run(&json!({}))).await;
        }
        for again in ["at first", "and again"] {
            // The yes may be on its way still.
            let told = loop {
                let (Ok(told) | Err(told)) = client.request(method, params.clone()).await;
                let open = host.questions().await;
                if open[0]["request"]["kind"] == "elicitForm" {
                    break told.to_string();
                }
            };
            let expected = format!("approval {}", named(&host).await);
            assert!(told.contains(&expected), "{method} {again}: {told}");
            assert!(told.contains("same arguments"), "{method} {again}: {told}");
        }
        answer(&host, json!({ "kind": "decline" })).await;
        let got = loop {
            // The server may not have answered yet.
            if let Ok(got) = client.request(method, params.clone()).await
                && got["isError"] != true
            {
                break got;
            }
        };
        assert!(got.to_string().contains("decline"), "{method}: {got}");
    }
    assert_eq!(
        sent(&host, &server, "form").await.len(),
        1,
        "it is sent once"
    );
}

#[tokio::test]
async fn the_client_timeout_counts_from_the_arrival_of_a_request() {
    let host = TestHost::open().await;
    let options = GatewayOptions {
        client_timeout: soon(1),
        ..options()
    };
    let holds = host.scratch().join("holds");
    let mut config = scripted("features");
    config["env"] = json!([{ "name": "HOLDS", "secret": false, "value": holds }]);
    let server = host.add_listed("Scripted", config).await;
    let mut client = Client::connect_to(&serving(&host, options), "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;
    std::fs::write(&holds, "").expect("it is written");
    host.call_on(op::ServerRestart, &server).await;
    host.until_state(&server, "starting").await;
    let told = client
        .call("scripted__echo", json!({}))
        .await
        .expect("an answer while the server starts");
    let said = text(&told["content"][0]["text"]);
    assert_eq!(
        said,
        "The server is still starting. Call scripted__echo again with the same arguments."
    );
    // One that is taken back meanwhile is never sent, nor asked about.
    drop(client.begin("tools/call", params("echo", &json!({}))).await);
    let cancelled = json!({ "requestId": client.last_id() });
    client.cancel(cancelled).await;
    std::fs::remove_file(&holds).expect("it is there");
    host.until_listed(&server).await;
    client.request("ping", json!({})).await.expect("an answer");
    let open = host.questions().await;
    assert_eq!(open, json!([]), "nothing is asked for who has gone");
}

#[tokio::test]
async fn a_question_that_nobody_comes_back_for_is_taken_back() {
    let options = GatewayOptions {
        client_timeout: soon(1),
        kept_for: SOON,
        ..options()
    };
    let (host, server, mut client) = with_client(options).await;
    let told = client.call("scripted__echo", json!({})).await;
    let told = text(&told.expect("it is put off")["content"][0]["text"]);
    assert!(told.starts_with("Waiting for approval A-"), "{told}");
    host.until_unasked().await;
    assert_eq!(sent(&host, &server, "echo").await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_client_that_takes_the_wait_for_a_task_back_is_answered_no_more() {
    let (host, _, mut client) = with_client(options()).await;
    let mut params = params("echo", &json!({}));
    params["task"] = json!({ "ttl": 60_000 });
    let created = client.request("tools/call", params).await.expect("a task");
    let id = json!({ "taskId": created["task"]["taskId"] });
    let waiting = client.begin("tasks/result", id.clone()).await;
    let cancelled = json!({ "requestId": client.last_id() });
    client.cancel(cancelled).await;
    drop(waiting);
    // The task goes on, and its result can be asked for again.
    answer(&host, run(&json!({}))).await;
    let got = client
        .request("tasks/result", id)
        .await
        .expect("its result");
    assert_eq!(got["isError"], Value::Null, "{got}");
}

/// A client as it was recorded: what it calls itself, whether it asks for progress, and whether that keeps it waiting.
struct Profile {
    declares: &'static str,
    wants_progress: bool,
    is_kept: bool,
}

impl Profile {
    const fn of(declares: &'static str, wants_progress: bool, is_kept: bool) -> Self {
        Self {
            declares,
            wants_progress,
            is_kept,
        }
    }
}

/// November 2026, from the sources and issues of these clients, and from what they were recorded to send.
const PROFILES: [Profile; 9] = [
    Profile::of("claude-code", true, true),
    Profile::of("claude-code", false, false),
    // It sets a token with each request, and its clock goes on all the same.
    Profile::of("codex-mcp-client", true, false),
    Profile::of("codex-mcp-client", false, false),
    // Whether progress keeps it waiting is not known.
    Profile::of("Visual Studio Code", true, false),
    Profile::of("cursor-vscode", true, false),
    Profile::of("cursor-vscode", false, false),
    Profile::of("claude-ai", false, false),
    // `resetTimeoutOnProgress` is false unless it is asked for.
    Profile::of("typescript-sdk-v1", true, false),
];

#[test]
fn the_profiles_ask_for_progress_as_their_clients_were_recorded_to() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/clients");
    for (file, declares) in [
        ("claude-code", "claude-code"),
        ("codex", "codex-mcp-client"),
    ] {
        let recorded = std::fs::read_to_string(folder.join(format!("{file}.jsonl")));
        let wants = recorded.expect("a recording").contains("progressToken");
        let mut of_client = PROFILES.iter().filter(|row| row.declares == declares);
        assert!(
            of_client.any(|row| row.wants_progress == wants),
            "{declares} was recorded to ask for progress: {wants}"
        );
    }
}

#[tokio::test]
async fn a_late_yes_is_enough_for_every_client_and_the_call_runs_once() {
    for (number, profile) in PROFILES.iter().enumerate() {
        let what = format!("{}, progress: {}", profile.declares, profile.wants_progress);
        let host = TestHost::open().await;
        let server = host.add_demo().await;
        let options = GatewayOptions {
            // Parts of what they wait: 28 minutes are 3.4 s.
            client_timeout: soon(500),
            keepalive_every: SOON,
            ..options()
        };
        let mut client = Client::connect_to(&serving(&host, options), "Editor");
        client.declares = profile.declares;
        allow(&host, "Editor").await;
        client.initialize().await;
        let arguments = json!({ "message": format!("call {number}") });
        let meta = if profile.wants_progress {
            json!({ "progressToken": number })
        } else {
            json!({})
        };
        let params = json!({ "name": "demo__echo", "arguments": arguments, "_meta": meta });
        let called = client.begin("tools/call", params.clone()).await;
        let result = if profile.is_kept {
            // It goes on to wait however long that takes.
            beats(&host, &client, 3).await;
            answer(&host, run(&arguments)).await;
            called.await.expect("a result")
        } else {
            let told = called.await.expect("an answer before it gives up");
            let said = text(&told["content"][0]["text"]);
            let expected = format!(
                "Waiting for approval {} in Usher. Call demo__echo again with the same arguments.",
                named(&host).await
            );
            assert_eq!(said, expected, "{what}");
            answer(&host, run(&arguments)).await;
            let again = client.request("tools/call", params).await;
            again.expect("a result")
        };
        assert_ne!(result["isError"], true, "{what}: {result}");
        assert_eq!(sent(&host, &server, "echo").await.len(), 1, "{what}: once");
    }
}

#[tokio::test]
async fn a_call_that_is_made_again_while_it_is_asked_about_joins_the_open_question() {
    for era in [Era::Legacy, Era::Modern] {
        let options = GatewayOptions {
            keepalive_every: SOON,
            ..options()
        };
        let (host, server, mut client) = with_client_of(era, options).await;
        let first = client.begin("tools/call", params("echo", &json!({}))).await;
        let open = host.asked().await;
        // It gave up without a word.
        let meta = json!({ "progressToken": "again" });
        let again = client.begin("tools/call", params("echo", &meta)).await;
        beats(&host, &client, 1).await;
        let now = host.questions().await;
        assert_eq!(now, json!([open]), "{era:?}: it is asked about once");
        answer(&host, run(&json!({}))).await;
        for (answer, which) in [(again.await, "the second"), (first.await, "the first")] {
            let result = answer.unwrap_or_else(|error| panic!("{era:?}, {which}: {error}"));
            assert_ne!(result["isError"], true, "{era:?}, {which}: {result}");
        }
        let sent = sent(&host, &server, "echo").await;
        assert_eq!(sent.len(), 1, "{era:?}: it runs once");
    }
}

#[tokio::test]
async fn the_same_calls_of_one_instant_are_one_question() {
    for era in [Era::Legacy, Era::Modern] {
        let (host, server, mut client) = with_client_of(era, options()).await;
        let mut calls = Vec::new();
        for _ in 0..5 {
            calls.push(client.begin("tools/call", params("echo", &json!({}))).await);
        }
        let open = host.asked().await;
        // Nothing tells that the others have joined; nobody answers sooner.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let now = host.questions().await;
        assert_eq!(now, json!([open]), "{era:?}: it is asked about once");
        answer(&host, run(&json!({}))).await;
        for call in calls {
            let result = call.await.expect("a result");
            assert_ne!(result["isError"], true, "{era:?}: {result}");
        }
        assert_eq!(sent(&host, &server, "echo").await.len(), 1, "{era:?}: once");
    }
}

#[tokio::test]
async fn a_call_that_a_client_takes_back_because_it_waited_too_long_is_kept() {
    for reason in [
        "McpError: MCP error -32001: Request timed out",
        "request timeout",
    ] {
        let (host, server, mut client) = with_client(options()).await;
        for tool in ["echo", "form"] {
            drop(client.begin("tools/call", params(tool, &json!({}))).await);
            let mut open = host.asked().await;
            if tool == "form" {
                answer(&host, run(&json!({}))).await;
                open = host
                    .until("the form is open", async || {
                        let open = host.questions().await.get(0).cloned()?;
                        (open["request"]["kind"] == "elicitForm").then_some(open)
                    })
                    .await;
            }
            let of = json!({ "requestId": client.last_id(), "reason": reason });
            client.cancel(of).await;
            client.request("ping", json!({})).await.expect("an answer");
            let now = host.questions().await;
            assert_eq!(
                now,
                json!([open]),
                "{reason}, {tool}: it is asked about still"
            );
            let yes = if tool == "form" {
                json!({ "kind": "decline" })
            } else {
                run(&json!({}))
            };
            answer(&host, yes).await;
            let result = client.request("tools/call", params(tool, &json!({}))).await;
            let result = result.unwrap_or_else(|error| panic!("{reason}, {tool}: {error}"));
            assert_ne!(result["isError"], true, "{reason}, {tool}: {result}");
            let sent = sent(&host, &server, tool).await;
            assert_eq!(sent.len(), 1, "{reason}, {tool}: it runs once");
        }
    }
}

#[tokio::test]
async fn without_a_window_a_question_ends_by_name_and_the_answer_still_counts() {
    for (era, token) in [
        (Era::Legacy, json!({ "progressToken": 1 })),
        (Era::Legacy, json!({})),
        (Era::Modern, json!({})),
    ] {
        let what = format!("{era:?} client, _meta {token}");
        let options = GatewayOptions {
            no_approver_for: Some(SOON),
            ..options()
        };
        let (host, server, mut client) = with_client_of(era, options).await;
        for tool in ["echo", "form"] {
            let params = params(tool, &token);
            let expected = "Usher runs without a window. The user must open it, or decide in a terminal with “usher approvals”; then call again with the same arguments.";
            let told = client.request("tools/call", params.clone()).await;
            let told = told.expect("an answer although nobody is there");
            assert_eq!(told["content"][0]["text"], expected, "{what}, {tool}");
            answer(&host, run(&json!({}))).await;
            if tool == "form" {
                let told = client.request("tools/call", params.clone()).await;
                let told = told.expect("an answer although nobody is there");
                assert_eq!(
                    told["content"][0]["text"], expected,
                    "{what}, {tool}: its form"
                );
                answer(&host, json!({ "kind": "decline" })).await;
            }
            let got = client
                .request("tools/call", params)
                .await
                .expect("a result");
            assert_ne!(got["isError"], true, "{what}, {tool}: {got}");
            assert_eq!(
                sent(&host, &server, tool).await.len(),
                1,
                "{what}, {tool}: once"
            );
        }
    }
}

#[tokio::test]
async fn two_windows_of_one_agent_make_one_call_each() {
    let soon = GatewayOptions {
        client_timeout: soon(1),
        ..options()
    };
    let host = TestHost::open().await;
    host.add_listed("Scripted", scripted("features")).await;
    let gateway = serving(&host, soon);
    let mut windows = [(); 2].map(|()| Client::connect_to(&gateway, "Editor"));
    allow(&host, "Editor").await;
    for window in &mut windows {
        window.initialize().await;
    }
    let params = params("echo", &json!({}));
    for window in &mut windows {
        let told = window.request("tools/call", params.clone()).await;
        assert_eq!(
            told.expect("a result")["isError"],
            true,
            "it is to call again"
        );
    }
    let approvals = host.questions().await;
    let count = approvals.as_array().map(Vec::len);
    assert_eq!(count, Some(2), "each window has its question: {approvals}");
    let id = &approvals[0]["id"];
    host.call(
        op::ApprovalAnswer,
        json!({ "approvalId": id, "answer": run(&json!({})) }),
    )
    .await;
    let second = windows[1].request("tools/call", params.clone()).await;
    assert_eq!(
        second.expect("a result")["isError"],
        true,
        "the first yes is not for the second window"
    );
    let first = windows[0].request("tools/call", params.clone()).await;
    assert_ne!(
        first.expect("a result")["isError"],
        true,
        "the first window's call runs"
    );
}
