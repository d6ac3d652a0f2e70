//! Changes tools and prompts while the person answers requests of their server.

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::op;
use usher_tests::scripted::http::HttpServer;

use super::{Declaring, with};
use crate::test_host::{TestHost, text};
use crate::usage::call;

/// A server that asks before it answers, with all it declares reviewed; and where it notes what it is sent.
async fn asking() -> (TestHost, Declaring, String, std::path::PathBuf) {
    let host = TestHost::open().await;
    let program = Declaring::new(host.scratch());
    let seen = host.scratch().join("seen");
    let mut config = program.config();
    config["args"] = json!(["modern_declares"]);
    let env = config["env"].as_array_mut().expect("an environment");
    let note = usher_tests::scripted::stdio::SEEN;
    env.push(json!({ "name": note, "secret": false, "value": seen.display().to_string() }));
    let server = host.add_listed("Notes", config).await;
    (host, program, server, seen)
}

/// Waits for the question, lets something happen, and answers.
async fn answer_after(host: &TestHost, meanwhile: impl AsyncFnOnce()) {
    let ask = host.asked().await;
    meanwhile().await;
    let answer = json!({ "kind": "accept", "content": {} });
    host.call(
        op::ApprovalAnswer,
        json!({ "approvalId": ask["id"], "answer": answer }),
    )
    .await;
}

async fn change(host: &TestHost, program: &Declaring, server: &str, what: &str, words: &str) {
    program.say(what, words);
    host.call_on(op::CatalogRefresh, &server).await;
}

fn sent(seen: &std::path::Path, method: &str) -> usize {
    let seen = std::fs::read_to_string(seen).expect("it notes what it is sent");
    seen.lines().filter(|line| *line == method).count()
}

#[tokio::test]
async fn answers_do_not_go_to_a_tool_that_has_changed_meanwhile() {
    let (host, program, server, seen) = asking().await;
    let changed = with("/0/description", json!("Reads every note.")).to_string();
    let calling = call(&server, "c", "read", &json!({}));
    let (outcome, ()) = tokio::join!(
        host.call(op::ToolCall, calling),
        answer_after(&host, async || {
            change(&host, &program, &server, "tools", &changed).await;
        })
    );
    let error = &outcome["ending"]["error"];
    assert_eq!(
        (&error["code"], text(&error["message"]).as_str()),
        (
            &json!("needsReview"),
            "read of “Notes” changed after your review: Description changed. \
             Review the change, then try again."
        ),
        "{outcome:#}"
    );
    assert_eq!(sent(&seen, "tools/call"), 1, "the answers stayed here");
    let records = json!({ "filter": { "approvalKind": "form" }, "limit": 9 });
    host.until("what the person answered is kept", async || {
        let listed = host.call(op::ApprovalRecordList, records.clone()).await;
        (listed.as_array().map(Vec::len) == Some(1)).then_some(())
    })
    .await;

    host.review(&server).await;
    let again = call(&server, "again", "read", &json!({}));
    let (outcome, ()) = tokio::join!(
        host.call(op::ToolCall, again),
        answer_after(&host, async || {})
    );
    assert_eq!(
        outcome["ending"]["content"][0]["text"], "ran read",
        "{outcome:#}"
    );
    assert_eq!(sent(&seen, "tools/call"), 3, "asked, then answered");
    host.api.close().await;
}

#[tokio::test]
async fn answers_do_not_go_to_a_template_or_a_task_whose_tool_has_changed_meanwhile() {
    let (host, program, server, seen) = asking().await;
    let template = json!({ "serverId": server, "uriTemplate": "a:{x}", "variables": { "x": "1" } });
    let changed = json!([{ "uriTemplate": "a:{x}", "name": "others" }]).to_string();
    let (error, ()) = tokio::join!(
        host.fails(op::TemplateRead, template.clone()),
        answer_after(&host, async || {
            change(&host, &program, &server, "templates", &changed).await;
        })
    );
    assert_eq!(error.code, Code::NeedsReview, "{error:?}");
    assert_eq!(sent(&seen, "resources/read"), 1, "the answers stayed here");
    host.review(&server).await;
    let (read, ()) = tokio::join!(
        host.call(op::TemplateRead, template),
        answer_after(&host, async || {})
    );
    assert_eq!(read["raw"]["contents"][0]["text"], "read", "{read:#}");

    let changed = with("/1/description", json!("Writes every note.")).to_string();
    let calling = call(&server, "task", "write", &json!({}));
    let (outcome, ()) = tokio::join!(
        host.call(op::ToolCall, calling),
        answer_after(&host, async || {
            change(&host, &program, &server, "tools", &changed).await;
        })
    );
    assert_eq!(
        outcome["ending"]["error"]["code"], "needsReview",
        "{outcome:#}"
    );
    assert_eq!(
        (sent(&seen, "tasks/update"), sent(&seen, "tasks/cancel")),
        (0, 1),
        "the answers stayed here, and the task is not wanted any more"
    );
    host.review(&server).await;
    let again = call(&server, "again", "write", &json!({}));
    let (outcome, ()) = tokio::join!(
        host.call(op::ToolCall, again),
        answer_after(&host, async || {})
    );
    assert_eq!(
        outcome["ending"]["content"][0]["text"], "ran write",
        "{outcome:#}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn answers_do_not_go_to_a_prompt_that_has_changed_meanwhile() {
    let (host, program, server, seen) = asking().await;
    let prompt = json!({ "serverId": server, "name": "greet", "arguments": {} });
    let changed = json!([{ "name": "greet", "description": "Greets otherwise." }]).to_string();
    let (error, ()) = tokio::join!(
        host.fails(op::PromptGet, prompt.clone()),
        answer_after(&host, async || {
            change(&host, &program, &server, "prompts", &changed).await;
        })
    );
    assert_eq!(error.code, Code::NeedsReview, "{error:?}");
    assert_eq!(sent(&seen, "prompts/get"), 1, "the answers stayed here");
    host.review(&server).await;
    let (got, ()) = tokio::join!(
        host.call(op::PromptGet, prompt),
        answer_after(&host, async || {})
    );
    assert_eq!(got["messages"], Value::Array(Vec::new()), "{got:#}");
    host.api.close().await;
}

#[tokio::test]
async fn arguments_go_into_no_header_that_was_not_reviewed() {
    let web = HttpServer::start().await.expect("a port is free");
    let host = TestHost::open().await;
    let url = format!("http://127.0.0.1:{}/json/modern_headers_later", web.port);
    let config = json!({ "kind": "http", "url": url, "headers": [] });
    let server = host.add_listed("Mirror", config).await;
    let params = call(&server, "c", "echo", &json!({ "zeta": "private" }));
    let outcome = host.call(op::ToolCall, params).await;
    assert_eq!(
        outcome["ending"]["error"]["code"],
        json!("needsReview"),
        "the server refused the call and wants the argument in a header from now on: {outcome:#}"
    );
    let calls: Vec<_> = web
        .seen()
        .into_iter()
        .filter(|seen| seen.body["method"] == "tools/call")
        .map(|seen| seen.headers.get("mcp-param-zeta").cloned())
        .collect();
    assert_eq!(calls, [None], "it was made once, and said nothing aloud");
    host.api.close().await;
}
