//! Changes tools while calls of them wait for the person's answer.

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::op;

use super::{Declaring, run, with};
use crate::test_host::TestHost;
use crate::usage::call;

/// A host that asks before *read* of the server runs.
async fn careful() -> (TestHost, Declaring, String) {
    let host = TestHost::open().await;
    let program = Declaring::new(host.scratch());
    let server = host.add_listed("Notes", program.config()).await;
    let named = json!({ "serverId": server, "name": "read" });
    let shown = host.call(op::ToolGet, named).await;
    let rule = json!({
        "serverId": server, "tool": "read", "definition": shown["definition"], "decision": { "kind": "ask" },
    });
    host.call(op::PolicySetForTool, rule).await;
    (host, program, server)
}

async fn agree(host: &TestHost, ask: &Value) {
    let yes = json!({ "kind": "run", "arguments": {}, "grant": { "kind": "once" } });
    host.answer(ask, yes).await;
}

/// The server declares another *read*, and Usher hears of it.
async fn change(host: &TestHost, program: &Declaring, server: &str) {
    let changed = with("/0/description", json!("Reads every note."));
    program.say("tools", &changed.to_string());
    assert_eq!(run(host, server, "write").await, "ran write");
    host.until("the change is known", async || {
        let detail = host.call_on(op::ServerGet, &server).await;
        (detail["snapshot"]["review"]["changed"] == 1).then_some(())
    })
    .await;
}

async fn kept(host: &TestHost) -> usize {
    let rows = host.call(op::HistoryList, json!({ "limit": 10 })).await;
    rows.as_array().map_or(0, |rows| {
        rows.iter().filter(|row| row["name"] == "read").count()
    })
}

#[tokio::test]
async fn a_call_that_waits_is_not_sent_to_a_tool_that_has_changed_meanwhile() {
    let (host, program, server) = careful().await;
    let waiting = call(&server, "waits", "read", &json!({}));
    let (error, ()) = tokio::join!(host.fails(op::ToolCall, waiting), async {
        let ask = host.asked().await;
        change(&host, &program, &server).await;
        agree(&host, &ask).await;
    });
    assert_eq!(
        (error.code, error.message.to_string().as_str()),
        (
            Code::NeedsReview,
            "read of “Notes” changed after your review: Description changed. \
             Review the change, then try again."
        )
    );
    assert_eq!(kept(&host).await, 0, "nothing was sent");
    host.api.close().await;
}

#[tokio::test]
async fn a_change_accepted_while_a_call_waits_is_asked_about_as_what_it_is_now() {
    let (host, program, server) = careful().await;
    let waiting = call(&server, "waits", "read", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, waiting), async {
        let first = host.asked().await;
        change(&host, &program, &server).await;
        host.review(&server).await;
        agree(&host, &first).await;
        let second = host.asked_after(&first).await;
        assert_eq!(
            second["request"]["call"]["why"]["kind"], "rule",
            "the person agreed to another tool, and is not asked for the change once more: {second}"
        );
        agree(&host, &second).await;
    });
    assert_eq!(
        outcome["ending"]["content"][0]["text"], "ran read",
        "{outcome}"
    );
    assert_eq!(kept(&host).await, 1, "it was sent once");
    host.api.close().await;
}
