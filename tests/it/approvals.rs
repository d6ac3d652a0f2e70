//! Checks that requests of servers wait for the person.

mod logged;
mod storm;
mod timing;
mod withdrawn;

use futures::future::join_all;
use serde_json::{Value, json};
use usher_api::operations::op;
use usher_messages::Message;

use crate::test_host::{TestHost, text};
use crate::usage::call;

#[tokio::test]
async fn a_question_waits_for_the_person_and_its_answer_is_checked() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let ask = call(&server, "ask", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, ask), async {
        let opened = host.until_event("approvalOpened", |_| true).await;
        let ask = &opened["approval"];
        assert_eq!(
            ask["cause"]["callId"], "ask",
            "it belongs to its call: {ask}"
        );
        assert_eq!(ask["serverLabel"], "Demo");
        assert_eq!(host.questions().await[0]["id"], ask["id"]);

        let answer = |content: Value| json!({ "approvalId": ask["id"], "answer": { "kind": "accept", "content": content } });
        let error = host
            .fails(
                op::ApprovalAnswer,
                answer(json!({ "name": "A", "guests": 99 })),
            )
            .await;
        let error = serde_json::to_value(error).expect("errors are JSON");
        let fields: Vec<_> = error["detail"]["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| text(&field["field"]))
            .collect();
        for field in ["name", "guests", "row"] {
            assert!(
                fields.contains(&field.to_owned()),
                "{field} is named: {error}"
            );
        }
        host.call(
            op::ApprovalAnswer,
            answer(json!({ "name": "Ada", "guests": 2, "row": "front" })),
        )
        .await;
        host.until_event("approvalClosed", |event| {
            event["closed"]["approvalId"] == ask["id"]
        })
        .await;
        let error = host.fails(op::ApprovalAnswer, answer(json!({}))).await;
        assert_eq!(
            error.code,
            usher_api::Code::NotFound,
            "a question is answered once"
        );
    });
    assert_eq!(
        outcome["ending"]["structured"]["content"]["name"], "Ada",
        "{outcome}"
    );
    assert_eq!(outcome["ending"]["verdict"]["kind"], "matches");
    host.api.close().await;
}

#[tokio::test]
async fn a_server_that_stops_takes_its_questions_with_it() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let ask = call(&server, "ask", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, ask), async {
        host.until_event("approvalOpened", |_| true).await;
        host.turn_off(&server).await;
    });
    assert_eq!(
        outcome["ending"]["error"]["code"], "serverUnreachable",
        "{outcome}"
    );
    let closed = host.until_event("approvalClosed", |_| true).await;
    assert_eq!(
        closed["closed"]["reason"],
        json!(Message::new("ended.disabled"))
    );
    assert_eq!(host.questions().await, json!([]));
    host.api.close().await;
}

#[tokio::test]
async fn a_flood_of_questions_is_declined_beyond_three() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let calls = (0..4).map(|number| {
        let ask = call(&server, &format!("ask{number}"), "ask_form", &json!({}));
        host.call(op::ToolCall, ask)
    });
    let (outcomes, ()) = tokio::join!(join_all(calls), async {
        host.until_event("serverRepaired", |event| event["serverId"] == *server)
            .await;
        let detail = host.call_on(op::ServerGet, &server).await;
        let declined = text(&detail["repairs"][0]);
        assert_eq!(declined, Message::new("limit.open").to_string());
        let open = host.questions().await;
        assert_eq!(open.as_array().map(Vec::len), Some(3), "three wait: {open}");
        for ask in open.as_array().into_iter().flatten() {
            host.answer(ask, json!({ "kind": "cancel" })).await;
        }
    });
    let mut actions: Vec<_> = outcomes
        .iter()
        .map(|outcome| text(&outcome["ending"]["structured"]["action"]))
        .collect();
    actions.sort();
    assert_eq!(actions, ["cancel", "cancel", "cancel", "decline"]);
    host.api.close().await;
}

/// The text a tool answered with.
pub(crate) fn said(outcome: &Value) -> String {
    text(&outcome["ending"]["content"][0]["text"])
}

#[tokio::test]
async fn an_address_is_opened_only_by_the_person_and_exactly_as_shown() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let running = call(&server, "url", "ask_url", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, running), async {
        let ask = host.asked().await;
        let address = &ask["request"]["address"];
        assert_eq!(
            (
                text(&address["before"]),
                text(&address["host"]),
                text(&address["after"])
            ),
            (
                "https://".to_owned(),
                "example.com".to_owned(),
                "/theatre/confirm?seat=12B&from=usher-demo".to_owned()
            ),
        );
        let visited = json!({ "approvalId": ask["id"], "answer": { "kind": "visited" } });
        let error = host.fails(op::ApprovalAnswer, visited).await;
        assert_eq!(
            error.code,
            usher_api::Code::Invalid,
            "nobody has been there yet"
        );
        assert_eq!(
            host.opened.lock().as_slice(),
            [""; 0],
            "nothing opens by itself"
        );
        host.call(op::ApprovalOpenUrl, json!({ "approvalId": ask["id"] }))
            .await;
        host.until_event("approvalChanged", |event| {
            event["approval"]["request"]["visitedAt"].is_number()
        })
        .await;
        host.until_event("approvalClosed", |event| {
            event["closed"]["approvalId"] == ask["id"]
        })
        .await;
    });
    assert_eq!(
        host.opened.lock().as_slice(),
        ["https://example.com/theatre/confirm?seat=12B&from=usher-demo"]
    );
    assert_eq!(
        said(&outcome),
        "You agreed to open the page. Seat 12B is yours."
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_call_refused_for_want_of_a_visit_leaves_the_visit_to_do() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let refused = call(&server, "url", "ask_url", &json!({ "way": "refusal" }));
    let outcome = host.call(op::ToolCall, refused).await;
    let error = &outcome["ending"]["error"];
    assert_eq!(error["code"], "serverRejected", "{outcome}");
    assert!(
        text(&error["message"]).contains("run the tool again"),
        "the person is told what to do: {error}"
    );
    let ask = host.asked().await;
    assert_eq!(ask["request"]["callFailed"], true);
    assert_eq!(
        ask["cause"]["tool"], "ask_url",
        "it still belongs to the call that has ended: {ask}"
    );
    host.call(op::ApprovalConfirmUrl, json!({ "approvalId": ask["id"] }))
        .await;
    assert_eq!(
        host.opened.lock().as_slice(),
        [""; 0],
        "the person has opened it elsewhere"
    );
    host.answer(&ask, json!({ "kind": "visited" })).await;
    assert_eq!(host.questions().await, json!([]));
    host.api.close().await;
}

#[tokio::test]
async fn a_person_can_write_what_a_model_would_or_decline() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let running = call(&server, "a", "ask_model", &json!({ "question": "Where?" }));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, running), async {
        let ask = host.asked().await;
        let question = &ask["request"];
        assert_eq!(
            (
                &question["systemPrompt"],
                &question["messages"],
                &question["params"]["maxTokens"]
            ),
            (
                &json!("You are an usher in a small theatre. Answer in two sentences."),
                &json!([{ "role": "user", "content": [{ "kind": "text", "text": "Where?" }], "within": [[]] }]),
                &json!(200),
            )
        );
        let nothing = json!({ "approvalId": ask["id"], "answer": { "kind": "sampled", "author": "person", "stopReason": "endTurn", "content": [] } });
        assert_eq!(
            host.fails(op::ApprovalAnswer, nothing).await.code,
            usher_api::Code::Invalid
        );
        let written = json!([{ "type": "text", "text": "In row B." }]);
        host.answer(&ask,
            json!({ "kind": "sampled", "author": "person", "stopReason": "endTurn", "content": written }),
        )
        .await;
    });
    assert_eq!(said(&outcome), "written by a person answered:\n\nIn row B.");

    let running = call(&server, "b", "ask_model", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, running), async {
        let ask = host.asked().await;
        host.answer(&ask, json!({ "kind": "decline" })).await;
    });
    assert!(
        said(&outcome).contains("User rejected sampling request (-1)"),
        "{outcome}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn folders_are_shown_only_to_servers_the_person_agreed_to() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let roots = async |id: &str| {
        let running = call(&server, id, "ask_roots", &json!({}));
        let outcome = host.call(op::ToolCall, running).await;
        assert_eq!(outcome["ending"]["kind"], "result", "{outcome}");
        said(&outcome)
    };
    let nothing = "The client shares no folder.";
    assert_eq!(roots("a").await, nothing, "there is nothing to ask about");

    let folder = std::fs::canonicalize(host.scratch())
        .expect("it is there")
        .join("work");
    std::fs::create_dir(&folder).expect("it can be made");
    let add = json!({ "serverId": null, "path": folder, "name": "" });
    let added = host.call(op::RootAdd, add.clone()).await;
    assert_eq!(added["name"], "work");
    let error = host.fails(op::RootAdd, add).await;
    assert_eq!(error.code, usher_api::Code::Invalid, "once is enough");
    host.until(
        "the server is told that its roots have changed",
        async || {
            let log = host.call_on(op::WireList, &server).await;
            log["frames"]
                .as_array()?
                .iter()
                .any(|frame| frame["method"] == "notifications/roots/list_changed")
                .then_some(())
        },
    )
    .await;

    let (told, ()) = tokio::join!(roots("b"), async {
        let ask = host.asked().await;
        assert_eq!(ask["request"]["folders"], json!([added]));
        host.answer(&ask, json!({ "kind": "decline" })).await;
    });
    assert_eq!(told, nothing, "a no shows nothing");

    let shown = format!("The client shares:\n{}", text(&added["uri"]));
    let (told, ()) = tokio::join!(roots("c"), async {
        let ask = host.asked().await;
        let always = json!({ "kind": "share", "remember": "always" });
        host.answer(&ask, always).await;
    });
    assert_eq!(told, shown);
    assert_eq!(roots("d").await, shown, "always asks no more");
    std::fs::remove_dir(&folder).expect("it can be removed");
    let list = host.call_on(op::RootList, &Value::Null).await;
    assert_eq!(list["folders"][0]["state"], "missing");
    assert_eq!(roots("e").await, nothing, "what is gone is not shown");
    std::fs::create_dir(&folder).expect("it can be made");

    let host = host.reopen().await;
    host.until_listed(&server).await;
    let own = host.call_on(op::RootList, &server).await;
    assert_eq!(own["consent"], "always", "it is remembered");
    let ask = json!({ "serverId": server, "consent": "ask" });
    host.call(op::RootSetConsent, ask).await;
    let running = call(&server, "f", "ask_roots", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, running), async {
        let ask = host.asked().await;
        host.call(op::RootRemove, json!({ "rootId": added["id"] }))
            .await;
        let changed = host.asked().await;
        assert_eq!(
            changed["request"]["folders"],
            json!([]),
            "what was removed meanwhile is not shown"
        );
        let once = json!({ "kind": "share", "remember": "once" });
        host.answer(&ask, once).await;
    });
    assert_eq!(said(&outcome), nothing);
    host.api.close().await;
}

#[tokio::test]
async fn a_folder_can_be_chosen_with_the_systems_dialog_and_nothing_is_added_by_that() {
    let host = TestHost::open().await;
    assert_eq!(
        host.call(op::RootChoose, json!({})).await,
        json!({ "path": null }),
        "the person may choose none"
    );
    let folder = host.scratch().to_path_buf();
    *host.chosen.lock() = Some(folder.clone());
    assert_eq!(
        host.call(op::RootChoose, json!({})).await,
        json!({ "path": folder })
    );
    let list = host.call_on(op::RootList, &Value::Null).await;
    assert_eq!(list["folders"], json!([]), "it is only a path so far");
    host.api.close().await;
}
