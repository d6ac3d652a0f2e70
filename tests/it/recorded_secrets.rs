//! Keeps secrets of a call out of all that is recorded, whatever becomes of its server or its tool while it runs.

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::{TypedOperation as _, op};
use usher_tests::scripted::declares::WAITS;

use crate::approval_records::no_file_holds;
use crate::reviews::Declaring;
use crate::test_host::{TestHost, text};
use crate::usage::call;

/// Two tools, one of which waits, with arguments that they mark as secret.
pub(crate) fn tools() -> Value {
    let schema = json!({ "type": "object", "properties": {
        "word": { "type": "string", "format": "password" },
        "door": { "type": "object", "properties": { "code": { "type": "string", "writeOnly": true } } },
        "note": { "type": "string" },
    } });
    json!([{ "name": WAITS, "inputSchema": schema }, { "name": "read", "inputSchema": schema }])
}

/// A server with these tools, in this mode.
async fn waiting(mode: &str) -> (TestHost, Declaring, String) {
    let host = TestHost::open().await;
    let program = Declaring::new(host.scratch());
    program.say("tools", &tools().to_string());
    let mut config = program.config();
    config["args"] = json!([mode]);
    let server = host.add_listed("Notes", config).await;
    (host, program, server)
}

/// Waits until the server was sent a message that holds this.
pub(crate) async fn until_sent(host: &TestHost, server: &str, what: &str) {
    host.until(&format!("{what} is sent"), async || {
        let sent = host.wire_texts(server).await;
        sent.iter().any(|text| text.contains(what)).then_some(())
    })
    .await;
}

/// The outcome of the last call, as it is in the history.
async fn last_of_history(host: &TestHost) -> Value {
    let rows = host.call(op::HistoryList, json!({ "limit": 1 })).await;
    host.call(op::HistoryGet, json!({ "id": rows[0]["id"] }))
        .await
}

#[tokio::test]
async fn marked_arguments_stand_nowhere_when_their_server_or_tool_is_gone_at_the_end() {
    for gone in ["the server", "the tool"] {
        let (host, program, server) = waiting("declares").await;
        let arguments =
            json!({ "word": "swordfish-9", "door": { "code": "0423x" }, "note": "kept" });
        let calling = call(&server, "c", WAITS, &arguments);
        tokio::join!(host.call(op::ToolCall, calling), async {
            until_sent(&host, &server, "tools/call").await;
            if gone == "the server" {
                host.call_on(op::ServerRemove, &server).await;
                return;
            }
            program.say("tools", "[]");
            host.call_on(op::CatalogRefresh, &server).await;
            host.until("the tool is gone", async || {
                let listed = host.call_on(op::ToolList, &server).await;
                (listed[0]["items"] == json!([])).then_some(())
            })
            .await;
            program.say("result", "The word is swordfish-9.");
        });
        let entry = last_of_history(&host).await;
        assert_eq!(
            entry["row"]["arguments"]["note"], "kept",
            "{gone}: the call is recorded: {entry:#}"
        );
        host.api.close().await;
        no_file_holds(&host, "swordfish-9");
        no_file_holds(&host, "0423x");
    }
}

#[tokio::test]
async fn marked_arguments_stand_in_no_record_rule_or_round() {
    let (host, _program, server) = waiting("modern_declares").await;
    let named = json!({ "serverId": server, "name": "read" });
    let shown = host.call(op::ToolGet, named).await;
    let rule = json!({
        "serverId": server, "tool": "read", "definition": shown["definition"], "decision": { "kind": "ask" },
    });
    host.call(op::PolicySetForTool, rule).await;
    // Too short for a redactor to know it.
    let arguments = |note: &str| json!({ "door": { "code": "0423x" }, "note": note });
    let api = host.api.clone();
    let calling = call(&server, "c", "read", &arguments("first"));
    let calling = tokio::spawn(async move { api.call(op::ToolCall::NAME, calling).await });
    let ask = host.asked_of("call").await;
    let run = |calls: &str| {
        let grant = json!({ "kind": "always", "calls": calls });
        json!({ "kind": "run", "arguments": arguments("changed"), "grant": grant })
    };
    let params = json!({ "approvalId": ask["id"], "answer": run("sameArguments") });
    let refused = host.fails(op::ApprovalAnswer, params).await;
    assert_eq!(
        (refused.code, refused.message.to_string().contains("secret")),
        (Code::Invalid, true),
        "a rule cannot name what is secret: {refused:?}"
    );
    host.answer(&ask, run("allOfTool")).await;
    // Its server asks because of the call, which would go on after a restart.
    host.asked_of("elicitForm").await;
    host.api.close().await;
    drop(calling.await.expect("the call ends"));
    no_file_holds(&host, "0423x");
}

#[tokio::test]
async fn what_the_person_typed_is_kept_out_of_a_call_that_outlives_the_run_of_its_server() {
    let (host, program, server) = waiting("modern_declares").await;
    let enable = |enabled: bool| json!({ "serverId": server, "enabled": enabled });
    let calling = call(&server, "c", WAITS, &json!({ "note": "kept" }));
    tokio::join!(host.call(op::ToolCall, calling), async {
        let ask = host.asked_of("elicitForm").await;
        let content = json!({ "password": "hunter2-and-more" });
        host.answer(&ask, json!({ "kind": "accept", "content": content }))
            .await;
        until_sent(&host, &server, "tasks/update").await;
        host.call(op::ServerSetEnabled, enable(false)).await;
        program.say("result", "You typed hunter2-and-more.");
        host.call(op::ServerSetEnabled, enable(true)).await;
    });
    let entry = last_of_history(&host).await;
    assert_eq!(
        text(&entry["outcome"]["ending"]["content"][0]["text"]),
        "You typed •••.",
        "{entry:#}"
    );
    let shown = host.wire_texts(&server).await.join("\n");
    assert!(!shown.contains("hunter2"), "nor is it in the log: {shown}");
    host.api.close().await;
    no_file_holds(&host, "hunter2");
}
