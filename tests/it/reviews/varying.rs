//! Definitions that differ at every start: only what the person has accepted as changing does not stop them.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::{Declaring, refused, run, standing};
use crate::test_host::{TestHost, text};

/// What each start says of itself; the path and the time stand in one text, too.
struct Start {
    path: &'static str,
    time: &'static str,
    fields: [&'static str; 3],
    does: &'static str,
}

const FIRST: Start = Start {
    path: "/home/ann/notes",
    time: "1764463200.123",
    fields: ["status", "labels", "created"],
    does: "Saves",
};

impl Start {
    /// A tool about which the person is asked, unless a rule allows it, and one that stays.
    fn tools(&self) -> String {
        let tools = json!([
            {
                "name": "save", "description": format!("{} relative to {}.", self.does, self.path),
                "inputSchema": { "type": "object", "properties": {
                    "from": { "type": "string", "default": self.time },
                    "to": { "type": "string", "default": format!("{} at {}", self.path, self.time) },
                    "fields": { "type": "string", "default": self.fields.join(",") },
                    "field": { "type": "string", "enum": self.fields },
                } },
                "annotations": { "readOnlyHint": false, "destructiveHint": true },
            },
            { "name": "steady", "description": "Stays.", "inputSchema": { "type": "object" } },
        ]);
        tools.to_string()
    }
}

async fn save_tool(host: &TestHost, server: &str) -> Value {
    let params = json!({ "serverId": server, "kind": "tool", "name": "save" });
    host.call(op::PinGet, params).await
}

/// A yes to what differs, as it was shown.
fn viewed(server: &str, shown: &Value) -> Value {
    let item = json!({ "kind": "tool", "name": "save", "digest": shown["item"]["digest"] });
    json!({ "serverId": server, "item": item })
}

async fn rule_status(host: &TestHost) -> Value {
    host.call(op::PolicyList, json!({})).await["rules"][0]["status"].clone()
}

async fn definition(host: &TestHost, server: &str) -> Value {
    let params = json!({ "serverId": server, "name": "save" });
    host.call(op::ToolGet, params).await["definition"].clone()
}

/// Texts of messages.
fn said(messages: &Value) -> Vec<String> {
    let messages = messages.as_array().into_iter().flatten();
    messages
        .map(|message| {
            let message: usher_messages::Message =
                serde_json::from_value(message.clone()).expect("a message");
            message.to_string()
        })
        .collect()
}

async fn started_with(
    host: TestHost,
    server: &str,
    program: &Declaring,
    start: &Start,
) -> TestHost {
    program.say("tools", &start.tools());
    let host = host.reopen().await;
    host.until_read(server).await;
    host
}

#[tokio::test]
async fn what_differs_at_every_start_is_accepted_once_and_nothing_else_with_it() {
    let host = TestHost::open().await;
    let program = Declaring::new(host.scratch());
    program.say("tools", &FIRST.tools());
    let server = host.add_listed("Notes", program.config()).await;
    let reviewed = definition(&host, &server).await;
    let always = json!({ "serverId": server, "tool": "save", "definition": reviewed,
        "decision": { "kind": "allowAlways" } });
    host.call(op::PolicySetForTool, always).await;
    assert_eq!(run(&host, &server, "save").await, "ran save");

    // The next start says something else: it is blocked, and said what alone differs.
    let second = Start {
        path: "/srv/notes",
        time: "1764463207.004",
        fields: ["created", "status", "labels"],
        ..FIRST
    };
    let host = started_with(host, &server, &program, &second).await;
    refused(&host, &server, "save").await;
    assert_eq!(run(&host, &server, "steady").await, "ran steady");
    assert_eq!(rule_status(&host).await, "outdated");
    let shown = save_tool(&host, &server).await;
    assert_eq!(shown["varying"], json!([]));
    assert_eq!(
        said(&shown["differs"]),
        [
            "Description: a path differs, from `/home/ann/notes` to `/srv/notes`",
            "Parameter `from` › Default: a number differs, from `1764463200.123` to `1764463207.004`",
            "Parameter `to` › Default: a path differs, from `/home/ann/notes` to `/srv/notes`",
            "Parameter `to` › Default: a number differs, from `1764463200.123` to `1764463207.004`",
            "Parameter `fields` › Default: only the order differs",
            "Parameter `field` › Allowed values: only the order differs",
        ]
    );
    let mut other = viewed(&server, &shown);
    other["item"]["digest"] = json!("0".repeat(64));
    let error = host.fails(op::PinAcceptVarying, other).await;
    assert_eq!(
        error.message.code, "request.review.other",
        "only what was shown is accepted"
    );
    refused(&host, &server, "save").await;

    // Accepted, it runs, and the rule holds: nobody is asked.
    host.call(op::PinAcceptVarying, viewed(&server, &shown))
        .await;
    assert_eq!(run(&host, &server, "save").await, "ran save");
    assert_eq!(rule_status(&host).await, "holds");

    // And at the next start.
    let third = Start {
        path: "/",
        time: "5",
        fields: ["labels", "created", "status"],
        ..FIRST
    };
    let host = started_with(host, &server, &program, &third).await;
    assert_eq!(
        standing(&host, &server).await.last().map(String::as_str),
        Some("tool steady: unchanged")
    );
    let holds = async || (rule_status(&host).await == "holds").then_some(());
    host.until("the new list is held against the pins", holds)
        .await;
    assert_eq!(definition(&host, &server).await, reviewed);
    assert_eq!(run(&host, &server, "save").await, "ran save");
    let shown = save_tool(&host, &server).await;
    assert_eq!(text(&shown["item"]["state"]["kind"]), "unchanged");
    assert_eq!(
        said(&shown["varying"]),
        [
            "Description: the path `/home/ann/notes`",
            "Parameter `from` › Default: the number `1764463200.123`",
            "Parameter `to` › Default: the path `/home/ann/notes`",
            "Parameter `to` › Default: the number `1764463200.123`",
            "Parameter `fields` › Default: the order",
            "Parameter `field` › Allowed values: the order",
        ]
    );

    // Any other change stops it, and is not accepted as changing.
    let mut host = host;
    for change in [
        Start {
            does: "Deletes",
            ..third
        },
        Start {
            path: "anything",
            ..third
        },
        Start {
            time: "5\u{200b}",
            ..third
        },
        Start {
            fields: ["labels", "created", "body"],
            ..third
        },
    ] {
        host = started_with(host, &server, &program, &change).await;
        refused(&host, &server, "save").await;
        let shown = save_tool(&host, &server).await;
        assert_eq!(shown["differs"], json!([]), "{}", change.tools());
        let error = host
            .fails(op::PinAcceptVarying, viewed(&server, &shown))
            .await;
        assert_eq!(error.message.code, "request.review.notVarying");
        refused(&host, &server, "save").await;
    }

    // What is accepted as a change has to be accepted as changing anew.
    host.review(&server).await;
    assert_eq!(rule_status(&host).await, "outdated");
    let host = started_with(host, &server, &program, &second).await;
    refused(&host, &server, "save").await;
    host.api.close().await;
}
