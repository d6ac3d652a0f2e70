//! What is recorded of questions, and what servers may not ask.

use std::fs;

use futures::future::join_all;
use serde_json::{Value, json};

use crate::core_use::call;
use crate::desk::{Desk, program, text};

/// What servers asked. That the person has reviewed them is recorded as well.
async fn records(desk: &Desk, filter: Value) -> Vec<Value> {
    let params = json!({ "filter": filter, "limit": 200 });
    let listed = desk.call("approvalRecord.list", params).await;
    let listed = listed.as_array().cloned().unwrap_or_default();
    let is_asked = |record: &Value| record["askKind"] != "definition";
    listed.into_iter().filter(is_asked).collect()
}

/// The records that fit, newest first, as soon as there are so many.
async fn recorded(desk: &Desk, filter: Value, count: usize) -> Vec<Value> {
    desk.until(&format!("{count} are recorded"), async || {
        let listed = records(desk, filter.clone()).await;
        (listed.len() >= count).then_some(listed)
    })
    .await
}

async fn ask_form(desk: &Desk, server: &str, id: &str, answer: Value) {
    let ask = call(server, id, "ask_form", &json!({}));
    tokio::join!(desk.call("tool.call", ask), async {
        let opened = desk
            .until_event("askOpened", |event| event["ask"]["cause"]["callId"] == id)
            .await;
        let params = json!({ "askId": opened["ask"]["id"], "answer": answer });
        desk.call("approval.answer", params).await;
    });
}

#[tokio::test]
async fn a_secret_that_is_typed_into_a_form_is_sent_and_stands_nowhere() {
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let typed = "hunter2-and-more";
    let content = json!({ "name": "Ada", "guests": 2, "row": "front", "password": typed });
    let ask = call(&server, "told", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(desk.call("tool.call", ask), async {
        let opened = desk.until_event("askOpened", |_| true).await;
        let answer = json!({ "kind": "accept", "content": content });
        let params = json!({ "askId": opened["ask"]["id"], "answer": answer });
        desk.call("approval.answer", params).await;
    });
    assert_eq!(
        outcome["ending"]["structured"]["content"]["password"], typed,
        "the server got it, and what it answers is shown as it came: {outcome}"
    );
    recorded(&desk, json!({}), 1).await;
    let shown = desk.wire_texts(&server).await;
    let answered = shown.iter().filter(|text| text.contains("•••")).count();
    assert_eq!(
        answered, 2,
        "its way there and back are in the log: {shown:?}"
    );
    for (what, places) in [
        ("the wire log", shown.join("\n")),
        (
            "the record of questions",
            desk.call("approvalRecord.save", json!({ "filter": {} }))
                .await["path"]
                .as_str()
                .map(|path| std::fs::read_to_string(path).expect("the file is there"))
                .expect("a path"),
        ),
    ] {
        assert!(!places.contains("hunter2"), "it stands in {what}: {places}");
    }
    desk.api.close().await;
}

#[tokio::test]
async fn every_question_is_recorded_with_what_was_shown_changed_and_sent() {
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let content = json!({ "name": "Ada", "guests": 2, "row": "front" });
    ask_form(
        &desk,
        &server,
        "yes",
        json!({ "kind": "accept", "content": content }),
    )
    .await;
    ask_form(&desk, &server, "no", json!({ "kind": "decline" })).await;
    ask_form(&desk, &server, "later", json!({ "kind": "cancel" })).await;
    let call_left = call(&server, "left", "ask_form", &json!({}));
    tokio::join!(desk.call("tool.call", call_left), async {
        desk.until_event("askOpened", |event| {
            event["ask"]["cause"]["callId"] == "left"
        })
        .await;
        desk.call("tool.cancel", json!({ "callId": "left" })).await;
    });
    let listed = recorded(&desk, json!({}), 4).await;
    let endings: Vec<_> = listed
        .iter()
        .map(|head| (text(&head["callId"]), text(&head["ending"])))
        .collect();
    let expected = [
        ("left", "moot"),
        ("later", "cancelled"),
        ("no", "declined"),
        ("yes", "accepted"),
    ];
    assert_eq!(
        endings,
        expected.map(|(call, ending)| (call.to_owned(), ending.to_owned())),
    );

    let yes = desk
        .call("approvalRecord.get", json!({ "id": listed[3]["id"] }))
        .await;
    assert_eq!(
        yes["sent"], content,
        "what was sent stands as it was: {yes}"
    );
    assert_eq!(yes["head"]["tool"], "ask_form");
    assert_eq!(yes["head"]["serverLabel"], "Demo");
    assert_eq!(yes["head"]["policy"], Value::Null, "the person answered");
    assert!(
        yes["shown"]["requestedSchema"]["properties"]["row"].is_object(),
        "what was shown is there: {yes}"
    );

    for (filter, expected) in [
        (json!({ "endings": ["declined"] }), 1),
        (json!({ "askKind": "form" }), 4),
        (json!({ "askKind": "roots" }), 0),
        (json!({ "text": "ADA" }), 1),
        (json!({ "text": "100%" }), 0),
        (json!({ "serverId": "nobody" }), 0),
        (json!({ "since": 0 }), 4),
    ] {
        assert_eq!(
            records(&desk, filter.clone()).await.len(),
            expected,
            "{filter}"
        );
    }

    let saved = desk
        .call(
            "approvalRecord.save",
            json!({ "filter": { "endings": ["accepted"], "askKind": "form" } }),
        )
        .await;
    let written = fs::read_to_string(text(&saved["path"])).expect("the file is there");
    let lines: Vec<Value> = written
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    assert_eq!(lines.len(), 1);
    assert_eq!(
        (&lines[0]["sent"], &lines[0]["kind"]),
        (&content, &json!("form"))
    );

    desk.call("server.remove", json!({ "serverId": server }))
        .await;
    let desk = desk.reopen().await;
    assert_eq!(
        records(&desk, json!({})).await.len(),
        4,
        "records outlive their server"
    );
    desk.call("approvalRecord.clear", json!({})).await;
    assert_eq!(records(&desk, json!({})).await.len(), 0);
    desk.api.close().await;
}

#[tokio::test]
async fn a_muted_server_asks_nobody_until_it_is_heard_again() {
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let mute = |muted: bool| json!({ "serverId": server, "muted": muted });
    desk.call("approval.setMuted", mute(true)).await;
    let ask = call(&server, "unheard", "ask_form", &json!({}));
    let outcome = desk.call("tool.call", ask).await;
    assert_eq!(
        outcome["ending"]["structured"]["action"], "decline",
        "{outcome}"
    );
    let limits = desk.call("approval.limits", json!({})).await;
    assert_eq!(
        (&limits[0]["muted"], &limits[0]["refused"]),
        (&json!(true), &json!(1)),
        "{limits}"
    );
    assert!(
        text(&limits[0]["last"][0]["reason"]).contains("muted"),
        "{limits}"
    );
    let refused = recorded(&desk, json!({ "endings": ["refused"] }), 1).await;
    assert_eq!(refused[0]["callId"], "unheard");

    let desk = desk.reopen().await;
    let limits = desk.call("approval.limits", json!({})).await;
    assert_eq!(limits[0]["muted"], true, "it is still muted: {limits}");
    desk.call(
        "approval.setMuted",
        json!({ "serverId": server, "muted": false }),
    )
    .await;
    desk.until_listed(&server).await;
    ask_form(&desk, &server, "heard", json!({ "kind": "cancel" })).await;
    assert_eq!(desk.call("approval.limits", json!({})).await, json!([]));
    desk.api.close().await;
}

#[tokio::test]
async fn of_five_hundred_questions_three_wait_and_every_other_is_recorded() {
    const ASKED: usize = 500;
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let calls = (0..ASKED).map(|number| {
        let ask = call(&server, &format!("ask{number}"), "ask_form", &json!({}));
        desk.call("tool.call", ask)
    });
    tokio::join!(join_all(calls), async {
        let declined = recorded(&desk, json!({ "endings": ["refused"] }), 200).await;
        assert_eq!(declined.len(), 200, "a page is full");
        desk.until("all others are counted", async || {
            let limits = desk.call("approval.limits", json!({})).await;
            (limits[0]["refused"] == json!(ASKED - 3)).then_some(())
        })
        .await;
        let open = desk.call("approval.list", json!({})).await;
        assert_eq!(open.as_array().map(Vec::len), Some(3), "three wait: {open}");
        for ask in open.as_array().into_iter().flatten() {
            let answer = json!({ "askId": ask["id"], "answer": { "kind": "cancel" } });
            desk.call("approval.answer", answer).await;
        }
    });
    let asked = json!({ "filter": { "askKind": "form" } });
    let saved = desk.call("approvalRecord.save", asked).await;
    let written = fs::read_to_string(text(&saved["path"])).expect("the file is there");
    assert_eq!(written.lines().count(), ASKED, "each is in the record");
    desk.api.close().await;
}

#[tokio::test]
async fn what_a_server_may_not_ask_is_refused_and_recorded() {
    // A mode of the scripted server, how the question is kept, and why it was refused.
    let rows = [
        (
            "modern_orphan",
            "roots",
            "Refused: no call of yours caused it",
        ),
        (
            "modern_undeclared",
            "other",
            "Refused: this client does not support dreams/list.",
        ),
    ];
    for (mode, kind, reason) in rows {
        let desk = Desk::open().await;
        let scripted = program(env!("CARGO_BIN_EXE_scripted_server"), &[mode]);
        let server = desk.add("Scripted", scripted).await;
        desk.until_listed(&server).await;
        let echo = call(&server, "c", "echo", &json!({ "zeta": "1" }));
        desk.call("tool.call", echo).await;
        let refused = recorded(&desk, json!({ "endings": ["refused"] }), 1).await;
        assert_eq!(refused[0]["askKind"], kind, "{mode}");
        assert!(
            text(&refused[0]["reason"]).starts_with(reason),
            "{mode}: {refused:?}"
        );
        assert_eq!(
            desk.call("approval.list", json!({})).await,
            json!([]),
            "{mode}"
        );
        let limits = desk.call("approval.limits", json!({})).await;
        assert_eq!(limits[0]["refused"], 1, "{mode}");
        desk.api.close().await;
    }
}

#[tokio::test]
async fn an_address_a_server_sent_is_asked_about_before_it_opens_and_recorded() {
    let desk = Desk::open().await;
    let server = desk.add_demo().await;
    let link = |address: &str| {
        let place = json!({ "kind": "resource", "title": "Programme" });
        json!({ "serverId": server, "address": address, "place": place })
    };
    let page = "https://example.com/programme?token=t0p";
    let ask = desk.call("approval.requestOpenLink", link(page)).await;
    assert_eq!(
        desk.call("approval.requestOpenLink", link(page)).await["id"],
        ask["id"],
        "a second click asks nothing new"
    );
    assert_eq!(desk.call("approval.list", json!({})).await, json!([ask]));
    assert_eq!(ask["question"]["address"]["host"], "example.com");
    let opened = || desk.opened.lock().expect("no test panics here").clone();
    assert_eq!(opened(), [""; 0], "nothing opens by itself");
    desk.call("approval.openUrl", json!({ "askId": ask["id"] }))
        .await;
    assert_eq!(opened(), [page]);
    assert_eq!(desk.call("approval.list", json!({})).await, json!([]));

    let answer = async |ask: &Value, kind: &str| {
        let answer = json!({ "askId": ask["id"], "answer": { "kind": kind } });
        desk.call("approval.answer", answer).await;
    };
    let put_away = desk
        .call("approval.requestOpenLink", link("https://example.com/x"))
        .await;
    answer(&put_away, "cancel").await;
    let refused = desk
        .call("approval.requestOpenLink", link("http://example.com/"))
        .await;
    let visit = json!({ "askId": refused["id"] });
    let error = desk.fails("approval.openUrl", visit).await;
    assert_eq!(error.code, usher_api::Code::Invalid, "it is not encrypted");
    answer(&refused, "decline").await;
    assert_eq!(opened(), [page], "only what was agreed to was opened");

    let heads = recorded(&desk, json!({ "askKind": "link" }), 3).await;
    let endings: Vec<_> = (0..3).map(|at| text(&heads[at]["ending"])).collect();
    assert_eq!(endings, ["declined", "cancelled", "accepted"]);
    let record = desk
        .call("approvalRecord.get", json!({ "id": heads[2]["id"] }))
        .await;
    let shown = json!({
        "url": "https://example.com/programme?token=...",
        "where": "the resource “Programme”",
    });
    let opened = json!({ "url": shown["url"] });
    assert_eq!((&record["shown"], &record["sent"]), (&shown, &opened));

    let nobody = json!({ "serverId": "gone", "address": page, "place": { "kind": "website" } });
    let error = desk.fails("approval.requestOpenLink", nobody).await;
    assert_eq!(error.code, usher_api::Code::NotFound);
    desk.api.close().await;
}
