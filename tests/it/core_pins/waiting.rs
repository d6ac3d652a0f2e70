//! Calls that wait for the person's answer while their tool becomes something else.

use serde_json::{Value, json};
use usher_api::Code;

use super::{Declaring, run, with};
use crate::core_use::call;
use crate::desk::Desk;

/// A desk where *read* of the server is asked about before it is run.
async fn careful() -> (Desk, Declaring, String) {
    let desk = Desk::open().await;
    let program = Declaring::new(desk.scratch());
    let server = desk.add("Notes", program.config()).await;
    desk.until_listed(&server).await;
    let named = json!({ "serverId": server, "name": "read" });
    let shown = desk.call("tool.get", named).await;
    let rule = json!({
        "serverId": server, "tool": "read", "definition": shown["definition"], "stance": { "kind": "ask" },
    });
    desk.call("policy.setForTool", rule).await;
    (desk, program, server)
}

/// The open question, if it is another one than this.
async fn asked(desk: &Desk, before: &Value) -> Value {
    desk.until("a question is open", async || {
        let asks = desk.call("approval.list", json!({})).await;
        asks.get(0).filter(|ask| &ask["id"] != before).cloned()
    })
    .await
}

async fn agree(desk: &Desk, ask: &Value) {
    let yes = json!({ "kind": "run", "arguments": {}, "grant": { "kind": "once" } });
    let answer = json!({ "askId": ask["id"], "answer": yes });
    desk.call("approval.answer", answer).await;
}

/// The server declares another *read*, and Usher hears of it.
async fn change(desk: &Desk, program: &Declaring, server: &str) {
    let changed = with("/0/description", json!("Reads every note."));
    program.say("tools", &changed.to_string());
    assert_eq!(run(desk, server, "write").await, "ran write");
    desk.until("the change is known", async || {
        let detail = desk.call("server.get", json!({ "serverId": server })).await;
        (detail["snapshot"]["review"]["changed"] == 1).then_some(())
    })
    .await;
}

async fn kept(desk: &Desk) -> usize {
    let rows = desk.call("history.list", json!({ "limit": 10 })).await;
    rows.as_array().map_or(0, |rows| {
        rows.iter().filter(|row| row["tool"] == "read").count()
    })
}

#[tokio::test]
async fn a_call_that_waits_is_not_sent_to_a_tool_that_has_changed_meanwhile() {
    let (desk, program, server) = careful().await;
    let waiting = call(&server, "waits", "read", &json!({}));
    let (error, ()) = tokio::join!(desk.fails("tool.call", waiting), async {
        let ask = asked(&desk, &Value::Null).await;
        change(&desk, &program, &server).await;
        agree(&desk, &ask).await;
    });
    assert_eq!(
        (error.code, error.message.as_str()),
        (
            Code::NeedsReview,
            "read of “Notes” changed since you reviewed it and is stopped: The description changed. \
             Review the change, then try again."
        )
    );
    assert_eq!(kept(&desk).await, 0, "nothing was sent");
    desk.api.close().await;
}

#[tokio::test]
async fn a_change_accepted_while_a_call_waits_is_asked_about_as_what_it_is_now() {
    let (desk, program, server) = careful().await;
    let waiting = call(&server, "waits", "read", &json!({}));
    let (outcome, ()) = tokio::join!(desk.call("tool.call", waiting), async {
        let first = asked(&desk, &Value::Null).await;
        change(&desk, &program, &server).await;
        desk.review(&server).await;
        agree(&desk, &first).await;
        let second = asked(&desk, &first["id"]).await;
        assert_eq!(
            second["question"]["held"]["why"]["kind"], "rule",
            "the person agreed to another tool, and is not asked for the change once more: {second}"
        );
        agree(&desk, &second).await;
    });
    assert_eq!(
        outcome["ending"]["content"][0]["text"], "ran read",
        "{outcome}"
    );
    assert_eq!(kept(&desk).await, 1, "it was sent once");
    desk.api.close().await;
}
