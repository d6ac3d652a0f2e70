//! Checks what is recorded of approvals, and what servers may not ask.

use std::fs;

use futures::StreamExt as _;
use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::op;
use usher_messages::Message;

use crate::reviews::Declaring;
use crate::test_host::{TestHost, scripted, text};
use crate::usage::call;

/// What servers asked. That the person has reviewed them is recorded as well.
async fn records(host: &TestHost, filter: Value) -> Vec<Value> {
    let params = json!({ "filter": filter, "limit": 200 });
    let listed = host.call(op::ApprovalRecordList, params).await;
    let listed = listed.as_array().cloned().unwrap_or_default();
    let is_asked = |record: &Value| record["approvalKind"] != "definition";
    listed.into_iter().filter(is_asked).collect()
}

/// Waits for so many matching records, newest first.
async fn recorded(host: &TestHost, filter: Value, count: usize) -> Vec<Value> {
    host.until(&format!("{count} are recorded"), async || {
        let listed = records(host, filter.clone()).await;
        (listed.len() >= count).then_some(listed)
    })
    .await
}

async fn ask_form(host: &TestHost, server: &str, id: &str, answer: Value) {
    let ask = call(server, id, "ask_form", &json!({}));
    tokio::join!(host.call(op::ToolCall, ask), async {
        let opened = host
            .until_event("approvalOpened", |event| {
                event["approval"]["cause"]["callId"] == id
            })
            .await;
        host.answer(&opened["approval"], answer).await;
    });
}

#[tokio::test]
async fn closing_with_a_question_open_is_asked_about_and_recorded() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    assert!(host.api.request_close(), "nothing would be lost");
    let ask = call(&server, "open", "ask_form", &json!({}));
    let api = host.api.clone();
    let running = tokio::spawn(async move { api.call("tool.call", ask).await });
    host.until_event("approvalOpened", |_| true).await;
    assert!(!host.api.request_close(), "the person is asked first");
    host.until_event("closeRequested", |event| event["questions"] == 1)
        .await;
    host.api.close().await;
    let ended = running.await.expect("the call has ended");
    let host = host.reopen().await;
    let record = &recorded(&host, json!({}), 1).await[0];
    assert_eq!(
        (&record["ending"], &record["reason"], &record["policy"]),
        (
            &json!("cancelled"),
            &json!(Message::new("ended.closedDismissed")),
            &Value::Null
        ),
        "{record}; the call: {ended:?}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_secret_that_is_typed_into_a_form_is_sent_and_stands_nowhere() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let typed = "hunter2-and-more";
    let content = json!({ "name": "Ada", "guests": 2, "row": "front", "password": typed });
    let ask = call(&server, "told", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, ask), async {
        let opened = host.until_event("approvalOpened", |_| true).await;
        let answer = json!({ "kind": "accept", "content": content });
        host.answer(&opened["approval"], answer).await;
    });
    assert_eq!(
        outcome["ending"]["structured"]["content"]["password"], typed,
        "the server got it, and what it answers is shown as it came: {outcome}"
    );
    recorded(&host, json!({}), 1).await;
    let shown = host.wire_texts(&server).await;
    let answered = shown.iter().filter(|text| text.contains("•••")).count();
    assert_eq!(
        answered, 2,
        "its way there and back are in the log: {shown:?}"
    );
    for (what, places) in [
        ("the wire log", shown.join("\n")),
        (
            "the record of questions",
            host.call(op::ApprovalRecordSave, json!({ "filter": {} }))
                .await["path"]
                .as_str()
                .map(|path| std::fs::read_to_string(path).expect("the file is there"))
                .expect("a path"),
        ),
    ] {
        assert!(!places.contains("hunter2"), "it stands in {what}: {places}");
    }
    host.api.close().await;
    no_file_holds(&host, "hunter2");
}

/// Looks into everything in the data folder of a closed host.
pub(crate) fn no_file_holds(host: &TestHost, secret: &str) {
    let mut folders = vec![host.data_dir()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder can be listed") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).expect("the file can be read");
            let found = bytes
                .windows(secret.len())
                .any(|window| window == secret.as_bytes());
            assert!(!found, "{} holds what was typed", path.display());
        }
    }
}

#[tokio::test]
async fn an_argument_that_its_tool_marks_as_secret_stands_in_no_file() {
    let host = TestHost::open().await;
    let program = Declaring::new(host.scratch());
    let tools = json!([{ "name": "read", "inputSchema": { "type": "object", "properties": {
        "word": { "type": "string", "format": "password" },
        "login": { "type": "object", "properties": { "code": { "type": "string", "writeOnly": true } } },
        "note": { "type": "string" },
    } } }]);
    program.say("tools", &tools.to_string());
    let server = host.add_listed("Notes", program.config()).await;
    host.review(&server).await;
    let arguments = json!({ "word": "swordfish-9", "login": { "code": "0423x" }, "note": "kept" });
    host.call(op::ToolCall, call(&server, "typed", "read", &arguments))
        .await;
    let rows = host.call(op::HistoryList, json!({ "limit": 1 })).await;
    let entry = host
        .call(op::HistoryGet, json!({ "id": rows[0]["id"] }))
        .await;
    let kept = &entry["row"]["arguments"];
    assert_eq!(kept["note"], "kept", "the rest can be run again: {entry:#}");
    let shown = host.wire_texts(&server).await.join("\n");
    assert!(!shown.contains("swordfish-9"), "not in the log: {shown}");
    host.api.close().await;
    no_file_holds(&host, "swordfish-9");
    no_file_holds(&host, "0423x");
}

const REFUSE_RECORDS: &str = "CREATE TRIGGER full BEFORE INSERT ON ask_records
    BEGIN SELECT RAISE(ABORT, 'no room'); END";

#[tokio::test]
async fn an_answer_goes_out_only_once_it_is_recorded() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.execute(REFUSE_RECORDS).await;
    let content = json!({ "name": "Zuzanna", "guests": 2, "row": "front" });
    let asking = call(&server, "held", "ask_form", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, asking), async {
        let opened = host.until_event("approvalOpened", |_| true).await;
        let id = &opened["approval"]["id"];
        let answer =
            json!({ "approvalId": id, "answer": { "kind": "accept", "content": content } });
        let refused = host.fails(op::ApprovalAnswer, answer.clone()).await;
        assert_eq!(
            refused.code,
            Code::StoreUnwritable,
            "the person learns that it was not recorded: {refused:?}"
        );
        let open = host.questions().await;
        assert_eq!(&open[0]["id"], id, "it stays open: {open}");
        let sent = host.wire_texts(&server).await;
        assert!(
            !sent.iter().any(|text| text.contains("Zuzanna")),
            "the server got nothing: {sent:?}"
        );
        host.execute("DROP TRIGGER full").await;
        host.call(op::ApprovalAnswer, answer).await;
    });
    assert_eq!(
        outcome["ending"]["structured"]["content"]["name"], "Zuzanna",
        "the second answer arrived: {outcome}"
    );
    let listed = records(&host, json!({})).await;
    assert_eq!(
        listed.len(),
        1,
        "recorded once, before it was sent: {listed:?}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_server_learns_of_a_visit_only_once_it_is_recorded() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.execute(REFUSE_RECORDS).await;
    let asking = call(&server, "url", "ask_url", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, asking), async {
        let opened = host.until_event("approvalOpened", |_| true).await;
        let visit = json!({ "approvalId": opened["approval"]["id"] });
        let refused = host.fails(op::ApprovalOpenUrl, visit.clone()).await;
        assert_eq!(
            refused.code,
            Code::StoreUnwritable,
            "the person learns that it was not recorded: {refused:?}"
        );
        let open = host.questions().await;
        assert_eq!(
            open[0]["request"]["visitedAt"],
            Value::Null,
            "the server got nothing, and it stays open: {open}"
        );
        host.execute("DROP TRIGGER full").await;
        host.call(op::ApprovalOpenUrl, visit).await;
    });
    assert_eq!(outcome["ending"]["kind"], "result", "{outcome}");
    let listed = recorded(&host, json!({}), 1).await;
    let endings: Vec<_> = listed.iter().map(|head| text(&head["ending"])).collect();
    assert_eq!(endings, ["accepted"], "recorded once: {listed:?}");
    host.api.close().await;
}

#[tokio::test]
async fn what_cannot_be_recorded_at_once_is_recorded_later() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.execute(REFUSE_RECORDS).await;
    let left = call(&server, "left", "ask_form", &json!({}));
    tokio::join!(host.call(op::ToolCall, left), async {
        host.until_event("approvalOpened", |_| true).await;
        host.call(op::ToolCancel, json!({ "callId": "left" })).await;
        host.until_event("approvalClosed", |_| true).await;
    });
    let listed = records(&host, json!({})).await;
    assert_eq!(listed, [] as [Value; 0], "the database takes nothing");
    host.execute("DROP TRIGGER full").await;
    let listed = recorded(&host, json!({}), 1).await;
    assert_eq!(listed[0]["ending"], "moot", "tried again: {listed:?}");
    host.api.close().await;
}

#[tokio::test]
async fn every_question_is_recorded_with_what_was_shown_changed_and_sent() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let content = json!({ "name": "Ada", "guests": 2, "row": "front" });
    ask_form(
        &host,
        &server,
        "yes",
        json!({ "kind": "accept", "content": content }),
    )
    .await;
    ask_form(&host, &server, "no", json!({ "kind": "decline" })).await;
    ask_form(&host, &server, "later", json!({ "kind": "cancel" })).await;
    let call_left = call(&server, "left", "ask_form", &json!({}));
    tokio::join!(host.call(op::ToolCall, call_left), async {
        host.until_event("approvalOpened", |event| {
            event["approval"]["cause"]["callId"] == "left"
        })
        .await;
        host.call(op::ToolCancel, json!({ "callId": "left" })).await;
    });
    let listed = recorded(&host, json!({}), 4).await;
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

    let yes = host
        .call(op::ApprovalRecordGet, json!({ "id": listed[3]["id"] }))
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
        (json!({ "approvalKind": "form" }), 4),
        (json!({ "approvalKind": "roots" }), 0),
        (json!({ "text": "ADA" }), 1),
        (json!({ "text": "100%" }), 0),
        (json!({ "serverId": "nobody" }), 0),
        (json!({ "since": 0 }), 4),
    ] {
        assert_eq!(
            records(&host, filter.clone()).await.len(),
            expected,
            "{filter}"
        );
    }

    let saved = host
        .call(
            op::ApprovalRecordSave,
            json!({ "filter": { "endings": ["accepted"], "approvalKind": "form" } }),
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

    host.call_on(op::ServerRemove, &server).await;
    let host = host.reopen().await;
    assert_eq!(
        records(&host, json!({})).await.len(),
        4,
        "records outlive their server"
    );
    host.call(op::ApprovalRecordClear, json!({})).await;
    assert_eq!(records(&host, json!({})).await.len(), 0);
    host.api.close().await;
}

#[tokio::test]
async fn a_muted_server_asks_nobody_until_it_is_heard_again() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let mute = |muted: bool| json!({ "serverId": server, "muted": muted });
    host.call(op::ApprovalSetMuted, mute(true)).await;
    let ask = call(&server, "unheard", "ask_form", &json!({}));
    let outcome = host.call(op::ToolCall, ask).await;
    assert_eq!(
        outcome["ending"]["structured"]["action"], "decline",
        "{outcome}"
    );
    let limits = host.call(op::ApprovalLimits, json!({})).await;
    assert_eq!(
        (&limits[0]["muted"], &limits[0]["refused"]),
        (&json!(true), &json!(1)),
        "{limits}"
    );
    assert!(
        text(&limits[0]["last"][0]["reason"]).contains("muted"),
        "{limits}"
    );
    let refused = recorded(&host, json!({ "endings": ["refused"] }), 1).await;
    assert_eq!(refused[0]["callId"], "unheard");

    let host = host.reopen().await;
    let limits = host.call(op::ApprovalLimits, json!({})).await;
    assert_eq!(limits[0]["muted"], true, "it is still muted: {limits}");
    host.call(
        op::ApprovalSetMuted,
        json!({ "serverId": server, "muted": false }),
    )
    .await;
    host.until_listed(&server).await;
    ask_form(&host, &server, "heard", json!({ "kind": "cancel" })).await;
    assert_eq!(host.call(op::ApprovalLimits, json!({})).await, json!([]));
    host.api.close().await;
}

#[tokio::test]
async fn of_five_hundred_questions_three_wait_and_every_other_is_counted_in_the_record() {
    const ASKED: usize = 500;
    // More at a time may wait longer for their arguments to be checked than any call may.
    const AT_A_TIME: usize = 50;
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let calls = (0..ASKED).map(|number| {
        let ask = call(&server, &format!("ask{number}"), "ask_form", &json!({}));
        host.call(op::ToolCall, ask)
    });
    let calls = futures::stream::iter(calls).buffer_unordered(AT_A_TIME);
    tokio::join!(calls.count(), async {
        host.until("all others are counted", async || {
            let limits = host.call(op::ApprovalLimits, json!({})).await;
            (limits[0]["refused"] == json!(ASKED - 3)).then_some(())
        })
        .await;
        let open = host.questions().await;
        assert_eq!(open.as_array().map(Vec::len), Some(3), "three wait: {open}");
        for ask in open.as_array().into_iter().flatten() {
            host.answer(ask, json!({ "kind": "cancel" })).await;
        }
    });
    let asked = json!({ "filter": { "approvalKind": "form" } });
    let saved = host.call(op::ApprovalRecordSave, asked).await;
    let written = fs::read_to_string(text(&saved["path"])).expect("the file is there");
    let times = |line: &str| {
        let record: Value = serde_json::from_str(line).expect("each line is JSON");
        record["times"].as_u64().unwrap_or(1)
    };
    let counted: u64 = written.lines().map(times).sum();
    assert_eq!(counted, ASKED as u64, "each is in the record");
    assert!(
        written.lines().count() < 100,
        "the same over and over is one record that says how often: {} lines",
        written.lines().count()
    );
    host.api.close().await;
}

#[tokio::test]
async fn what_a_server_may_not_ask_is_refused_and_recorded() {
    // A mode of the scripted server, how the question is kept, and why it was refused.
    let rows = [
        (
            "modern_orphan",
            "roots",
            json!({ "code": "refusal.outsideCall", "params": {} }),
        ),
        (
            "modern_undeclared",
            "other",
            json!({
                "code": "refusal.invalid",
                "params": { "reason": { "kind": "text", "text": "this client does not support dreams/list" } },
            }),
        ),
    ];
    for (mode, kind, reason) in rows {
        let host = TestHost::open().await;
        let server = host.add_listed("Scripted", scripted(mode)).await;
        let echo = call(&server, "c", "echo", &json!({ "zeta": "1" }));
        host.call(op::ToolCall, echo).await;
        let refused = recorded(&host, json!({ "endings": ["refused"] }), 1).await;
        assert_eq!(refused[0]["approvalKind"], kind, "{mode}");
        assert_eq!(refused[0]["reason"], reason, "{mode}: {refused:?}");
        assert_eq!(host.questions().await, json!([]), "{mode}");
        let limits = host.call(op::ApprovalLimits, json!({})).await;
        assert_eq!(limits[0]["refused"], 1, "{mode}");
        host.api.close().await;
    }
}

#[tokio::test]
async fn an_address_a_server_sent_is_asked_about_before_it_opens_and_recorded() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let link = |address: &str| {
        let place = json!({ "kind": "resource", "title": "Programme" });
        json!({ "serverId": server, "address": address, "place": place })
    };
    let page = "https://example.com/programme?token=t0p";
    let ask = host.call(op::ApprovalRequestOpenLink, link(page)).await;
    assert_eq!(
        host.call(op::ApprovalRequestOpenLink, link(page)).await["id"],
        ask["id"],
        "a second click asks nothing new"
    );
    assert_eq!(host.questions().await, json!([ask]));
    assert_eq!(ask["request"]["address"]["host"], "example.com");
    let opened = || host.opened.lock().clone();
    assert_eq!(opened(), [""; 0], "nothing opens by itself");
    host.call(op::ApprovalOpenUrl, json!({ "approvalId": ask["id"] }))
        .await;
    assert_eq!(opened(), [page]);
    assert_eq!(host.questions().await, json!([]));

    let answer = async |ask: &Value, kind: &str| {
        host.answer(ask, json!({ "kind": kind })).await;
    };
    let put_away = host
        .call(op::ApprovalRequestOpenLink, link("https://example.com/x"))
        .await;
    answer(&put_away, "cancel").await;
    let refused = host
        .call(op::ApprovalRequestOpenLink, link("http://example.com/"))
        .await;
    let visit = json!({ "approvalId": refused["id"] });
    let error = host.fails(op::ApprovalOpenUrl, visit).await;
    assert_eq!(error.code, usher_api::Code::Invalid, "it is not encrypted");
    answer(&refused, "decline").await;
    assert_eq!(opened(), [page], "only what was agreed to was opened");

    let heads = recorded(&host, json!({ "approvalKind": "link" }), 3).await;
    let endings: Vec<_> = (0..3).map(|at| text(&heads[at]["ending"])).collect();
    assert_eq!(endings, ["declined", "cancelled", "accepted"]);
    let record = host
        .call(op::ApprovalRecordGet, json!({ "id": heads[2]["id"] }))
        .await;
    let shown = json!({
        "url": "https://example.com/programme?token=...",
        "place": { "kind": "resource", "title": "Programme" },
    });
    let opened = json!({ "url": shown["url"] });
    assert_eq!((&record["shown"], &record["sent"]), (&shown, &opened));

    let nobody = json!({ "serverId": "gone", "address": page, "place": { "kind": "website" } });
    let error = host.fails(op::ApprovalRequestOpenLink, nobody).await;
    assert_eq!(error.code, usher_api::Code::NotFound);
    host.api.close().await;
}
