//! Tools and prompts that become something else while the person answers what their server asks.

use serde_json::{Value, json};
use usher_api::Code;
use usher_tests::scripted::http::HttpServer;

use super::{Declaring, with};
use crate::core_use::call;
use crate::desk::{Desk, text};

/// A server that asks before it answers, with all it declares reviewed; and where it notes what it is sent.
async fn asking() -> (Desk, Declaring, String, std::path::PathBuf) {
    let desk = Desk::open().await;
    let program = Declaring::new(desk.scratch());
    let seen = desk.scratch().join("seen");
    let mut config = program.config();
    config["args"] = json!(["modern_declares"]);
    let env = config["env"].as_array_mut().expect("an environment");
    let note = usher_tests::scripted::stdio::SEEN;
    env.push(json!({ "name": note, "secret": false, "value": seen.display().to_string() }));
    let server = desk.add("Notes", config).await;
    desk.until_listed(&server).await;
    (desk, program, server, seen)
}

/// Waits for the question, lets something happen, and answers.
async fn answer_after(desk: &Desk, meanwhile: impl AsyncFnOnce()) {
    let ask = desk
        .until("a question is open", async || {
            desk.call("approval.list", json!({})).await.get(0).cloned()
        })
        .await;
    meanwhile().await;
    let answer = json!({ "kind": "accept", "content": {} });
    desk.call(
        "approval.answer",
        json!({ "askId": ask["id"], "answer": answer }),
    )
    .await;
}

async fn change(desk: &Desk, program: &Declaring, server: &str, what: &str, words: &str) {
    program.say(what, words);
    desk.call("catalog.refresh", json!({ "serverId": server }))
        .await;
}

fn sent(seen: &std::path::Path, method: &str) -> usize {
    let seen = std::fs::read_to_string(seen).expect("it notes what it is sent");
    seen.lines().filter(|line| *line == method).count()
}

#[tokio::test]
async fn answers_do_not_go_to_a_tool_that_has_changed_meanwhile() {
    let (desk, program, server, seen) = asking().await;
    let changed = with("/0/description", json!("Reads every note.")).to_string();
    let calling = call(&server, "c", "read", &json!({}));
    let (outcome, ()) = tokio::join!(
        desk.call("tool.call", calling),
        answer_after(&desk, async || {
            change(&desk, &program, &server, "tools", &changed).await;
        })
    );
    let error = &outcome["ending"]["error"];
    assert_eq!(
        (&error["code"], text(&error["message"]).as_str()),
        (
            &json!("needsReview"),
            "read of “Notes” changed since you reviewed it and is stopped: The description changed. \
             Review the change, then try again."
        ),
        "{outcome:#}"
    );
    assert_eq!(sent(&seen, "tools/call"), 1, "the answers stayed here");
    let records = json!({ "filter": { "askKind": "form" }, "limit": 9 });
    desk.until("what the person answered is kept", async || {
        let listed = desk.call("approvalRecord.list", records.clone()).await;
        (listed.as_array().map(Vec::len) == Some(1)).then_some(())
    })
    .await;

    desk.review(&server).await;
    let again = call(&server, "again", "read", &json!({}));
    let (outcome, ()) = tokio::join!(
        desk.call("tool.call", again),
        answer_after(&desk, async || {})
    );
    assert_eq!(
        outcome["ending"]["content"][0]["text"], "ran read",
        "{outcome:#}"
    );
    assert_eq!(sent(&seen, "tools/call"), 3, "asked, then answered");
    desk.api.close().await;
}

#[tokio::test]
async fn answers_do_not_go_to_a_template_or_a_task_whose_tool_has_changed_meanwhile() {
    let (desk, program, server, seen) = asking().await;
    let template = json!({ "serverId": server, "uriTemplate": "a:{x}", "variables": { "x": "1" } });
    let changed = json!([{ "uriTemplate": "a:{x}", "name": "others" }]).to_string();
    let (error, ()) = tokio::join!(
        desk.fails("template.read", template.clone()),
        answer_after(&desk, async || {
            change(&desk, &program, &server, "templates", &changed).await;
        })
    );
    assert_eq!(error.code, Code::NeedsReview, "{error:?}");
    assert_eq!(sent(&seen, "resources/read"), 1, "the answers stayed here");
    desk.review(&server).await;
    let (read, ()) = tokio::join!(
        desk.call("template.read", template),
        answer_after(&desk, async || {})
    );
    assert_eq!(read["raw"]["contents"][0]["text"], "read", "{read:#}");

    let changed = with("/1/description", json!("Writes every note.")).to_string();
    let calling = call(&server, "task", "write", &json!({}));
    let (outcome, ()) = tokio::join!(
        desk.call("tool.call", calling),
        answer_after(&desk, async || {
            change(&desk, &program, &server, "tools", &changed).await;
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
    desk.review(&server).await;
    let again = call(&server, "again", "write", &json!({}));
    let (outcome, ()) = tokio::join!(
        desk.call("tool.call", again),
        answer_after(&desk, async || {})
    );
    assert_eq!(
        outcome["ending"]["content"][0]["text"], "ran write",
        "{outcome:#}"
    );
    desk.api.close().await;
}

#[tokio::test]
async fn answers_do_not_go_to_a_prompt_that_has_changed_meanwhile() {
    let (desk, program, server, seen) = asking().await;
    let prompt = json!({ "serverId": server, "name": "greet", "arguments": {} });
    let changed = json!([{ "name": "greet", "description": "Greets otherwise." }]).to_string();
    let (error, ()) = tokio::join!(
        desk.fails("prompt.get", prompt.clone()),
        answer_after(&desk, async || {
            change(&desk, &program, &server, "prompts", &changed).await;
        })
    );
    assert_eq!(error.code, Code::NeedsReview, "{error:?}");
    assert_eq!(sent(&seen, "prompts/get"), 1, "the answers stayed here");
    desk.review(&server).await;
    let (got, ()) = tokio::join!(
        desk.call("prompt.get", prompt),
        answer_after(&desk, async || {})
    );
    assert_eq!(got["messages"], Value::Array(Vec::new()), "{got:#}");
    desk.api.close().await;
}

#[tokio::test]
async fn arguments_go_into_no_header_that_was_not_reviewed() {
    let web = HttpServer::start().await.expect("a port is free");
    let desk = Desk::open().await;
    let url = format!("http://127.0.0.1:{}/json/modern_headers_later", web.port);
    let config = json!({ "kind": "http", "url": url, "headers": [] });
    let server = desk.add("Mirror", config).await;
    desk.until_listed(&server).await;
    let params = call(&server, "c", "echo", &json!({ "zeta": "private" }));
    let outcome = desk.call("tool.call", params).await;
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
    desk.api.close().await;
}
