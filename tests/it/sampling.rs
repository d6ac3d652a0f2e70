//! Requests to models in two steps: what is asked goes to a model only when the person says so, and what it writes goes to
//! the server only when the person sends it.

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_tests::scripted::provider::{Provider, Reply};

use crate::approvals::said;
use crate::test_host::{TestHost, scripted, text};
use crate::usage::call;

/// The question, as soon as its stage is this.
async fn at(host: &TestHost, stage: &str) -> Value {
    let is_there = |ask: &Value| ask["request"]["state"]["kind"] == stage;
    let what = format!("the stage is {stage}");
    host.asked_what(&what, is_there).await
}

async fn add_provider(host: &TestHost, kind: &str, base: &str) -> String {
    let params = json!({ "kind": kind, "label": kind, "baseUrl": base, "key": "sk-canary-9" });
    let id = text(&host.call(op::ModelAdd, params).await["id"]);
    host.call(op::ModelList, json!({ "providerId": id })).await;
    id
}

fn budget() -> Value {
    json!({ "requestsPerHour": 20, "tokensPerDay": 200_000, "moneyPerDay": 1_000_000 })
}

fn run(ask: &Value, params: &Value, provider: &str, allow: &Value) -> Value {
    json!({
        "approvalId": ask["id"],
        "params": params,
        "model": { "providerId": provider, "model": "tiny-writer" },
        "allow": allow,
    })
}

fn answer(ask: &Value, author: &str, content: &Value, stop: &str) -> Value {
    json!({
        "approvalId": ask["id"],
        "answer": { "kind": "sampled", "author": author, "content": content, "stopReason": stop },
    })
}

#[tokio::test]
async fn a_model_writes_for_a_server_and_nothing_leaves_before_it_is_sent() {
    for kind in ["anthropic", "openai", "gemini", "ollama", "compatible"] {
        let fake = Provider::start().await.expect("a port is free");
        let host = TestHost::open().await;
        let server = host.add_demo().await;
        let provider = add_provider(&host, kind, &fake.base()).await;
        let running = call(&server, "a", "ask_model", &json!({ "question": "Where?" }));
        let (outcome, ()) = tokio::join!(host.call(op::ToolCall, running), async {
            let ask = host.asked().await;
            let mut params = ask["request"]["params"].clone();
            let plan = json!({ "approvalId": ask["id"], "params": params, "model": null });
            let plan = host.call(op::SamplingPlan, plan).await;
            assert_eq!(
                (
                    &plan["decided"],
                    &plan["faults"],
                    &plan["tokensOut"],
                    &plan["model"]["why"]["kind"]
                ),
                (&json!(false), &json!([]), &json!(200), &json!("priorities")),
                "{kind}: {plan}"
            );
            let refused = host
                .fails(op::SamplingRun, run(&ask, &params, &provider, &Value::Null))
                .await;
            assert!(
                refused.message.code == "budget.error.notAllowed",
                "{refused:?}"
            );
            assert_eq!(fake.asked().len(), 0, "{kind}: nothing was sent yet");

            params["systemPrompt"] = json!("Answer in one word.");
            fake.will(Reply::Says("Row B, of course.".into()));
            host.call(op::SamplingRun, run(&ask, &params, &provider, &budget()))
                .await;
            let ask = at(&host, "written").await;
            let stage = &ask["request"]["state"];
            assert_eq!(
                stage["answer"],
                json!({
                    "content": [{ "type": "text", "text": "Row B, of course." }],
                    "stopReason": "endTurn", "tokensIn": 12, "tokensOut": 7,
                }),
                "{kind}"
            );
            let body = fake.asked()[0].body.to_string();
            assert!(body.contains("Answer in one word."), "{kind}: {body}");
            assert!(!body.contains("small theatre"), "{kind}: {body}");
            let edited = json!([{ "type": "text", "text": "Row B." }]);
            host.call(
                op::ApprovalAnswer,
                answer(&ask, "model", &edited, "endTurn"),
            )
            .await;
        });
        assert_eq!(said(&outcome), "tiny-writer answered:\n\nRow B.", "{kind}");
        let record = host
            .until("it is recorded", async || {
                let listed = host
                    .call(
                        op::ApprovalRecordList,
                        json!({ "filter": { "approvalKind": "sample" }, "limit": 5 }),
                    )
                    .await;
                listed.get(0).cloned()
            })
            .await;
        let record = host
            .call(op::ApprovalRecordGet, json!({ "id": record["id"] }))
            .await;
        assert_eq!(
            record["changed"]["request"]["systemPrompt"]["to"], "Answer in one word.",
            "{record}"
        );
        assert_eq!(
            record["changed"]["answer"]["from"]["content"][0]["text"], "Row B, of course.",
            "{record}"
        );
        assert_eq!(
            record["sent"]["toServer"]["content"]["text"], "Row B.",
            "{record}"
        );
        assert_eq!(
            record["sent"]["toModels"][0]["model"], "tiny-writer",
            "{record}"
        );
        let servers = host.call(op::SamplingServers, json!({})).await;
        assert_eq!(
            servers[0]["spent"],
            json!({ "requests": 1, "tokens": 19, "money": 0 }),
            "{kind}: what it took counts, not what it might have"
        );
        host.api.close().await;
    }
}

#[tokio::test]
async fn a_provider_that_fails_says_so_in_the_question_and_the_server_hears_nothing() {
    let fake = Provider::start().await.expect("a port is free");
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let provider = add_provider(&host, "compatible", &fake.base()).await;
    let running = call(&server, "a", "ask_model", &json!({}));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, running), async {
        let ask = host.asked().await;
        let params = ask["request"]["params"].clone();
        for (reply, words) in [
            (
                Reply::Refuses(401),
                "doesn’t accept the API key: “You may not”",
            ),
            (Reply::Refuses(500), "HTTP status 500"),
            (Reply::Nonsense, "not valid"),
        ] {
            fake.will(reply);
            host.call(op::SamplingRun, run(&ask, &params, &provider, &budget()))
                .await;
            let failed = at(&host, "failed").await;
            let why = text(&failed["request"]["state"]["why"]);
            assert!(why.contains(words), "{why}");
            assert!(!why.contains("canary"), "{why}");
            // So that the next failure is seen to be another one.
            fake.will(Reply::Hangs("It begins well".into()));
            host.call(op::SamplingRun, run(&ask, &params, &provider, &budget()))
                .await;
            at(&host, "writing").await;
            let twice = host
                .fails(op::SamplingRun, run(&ask, &params, &provider, &budget()))
                .await;
            assert!(twice.message.code == "budget.error.writing", "{twice:?}");
            host.call(op::SamplingStop, json!({ "approvalId": ask["id"] }))
                .await;
            at(&host, "request").await;
        }
        let unwritten = answer(
            &ask,
            "model",
            &json!([{ "type": "text", "text": "x" }]),
            "endTurn",
        );
        host.fails(op::ApprovalAnswer, unwritten).await;
        for (content, stop) in [
            (json!([{ "type": "text", "text": " \n" }]), "endTurn"),
            (json!([{ "type": "text", "text": "x" }]), "toolUse"),
            (
                json!([{ "type": "tool_use", "id": "a", "name": "f", "input": {} }]),
                "toolUse",
            ),
            (json!([{ "type": "film" }]), "endTurn"),
        ] {
            let error = host
                .fails(op::ApprovalAnswer, answer(&ask, "person", &content, stop))
                .await;
            assert_eq!(error.code, usher_api::Code::Invalid, "{error:?}");
        }
        let by_hand = answer(
            &ask,
            "person",
            &json!([{ "type": "text", "text": "Row C." }]),
            "endTurn",
        );
        host.call(op::ApprovalAnswer, by_hand).await;
    });
    assert_eq!(said(&outcome), "written by a person answered:\n\nRow C.");
    host.api.close().await;
}

#[tokio::test]
async fn a_server_gets_no_more_than_its_budget_and_nothing_once_it_is_off() {
    let fake = Provider::start().await.expect("a port is free");
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let provider = add_provider(&host, "compatible", &fake.base()).await;
    let row = json!({
        "hint": "small",
        "model": { "providerId": provider, "model": "tiny-writer" },
        "prices": { "input": 1_000_000, "output": 2_000_000 },
    });
    host.call(op::ModelSetMappings, json!({ "rows": [row] }))
        .await;
    let mut little = budget();
    little["requestsPerHour"] = json!(1);
    let running = call(&server, "a", "ask_model", &json!({}));
    tokio::join!(host.call(op::ToolCall, running), async {
        let ask = host.asked().await;
        let params = ask["request"]["params"].clone();
        let plan = json!({ "approvalId": ask["id"], "params": params, "model": null });
        let plan = host.call(op::SamplingPlan, plan).await;
        assert_eq!(
            plan["model"]["why"],
            json!({ "kind": "table", "hint": "small", "words": "small" })
        );
        assert!(
            plan["cost"].as_u64() > Some(400),
            "200 tokens at $2 a million: {plan}"
        );
        host.call(op::SamplingRun, run(&ask, &params, &provider, &little))
            .await;
        at(&host, "written").await;
        let again = host
            .fails(op::SamplingRun, run(&ask, &params, &provider, &Value::Null))
            .await;
        assert!(
            again.message.to_string().contains("1 of 1 requests"),
            "{again:?}"
        );
        assert_eq!(fake.asked().len(), 1, "the second never left");
        host.call(
            op::ApprovalAnswer,
            json!({ "approvalId": ask["id"], "answer": { "kind": "decline" } }),
        )
        .await;
    });
    let servers = host.call(op::SamplingServers, json!({})).await;
    assert_eq!(
        servers[0]["spent"],
        json!({ "requests": 1, "tokens": 19, "money": 26 })
    );
    let outcome = host
        .call(
            op::ToolCall,
            call(&server, "used up", "ask_model", &json!({})),
        )
        .await;
    assert!(said(&outcome).contains("(-1)"), "{outcome}");
    let limits = host.call(op::ApprovalLimits, json!({})).await;
    let reason = text(&limits[0]["last"][0]["reason"]);
    assert!(
        reason.contains("Limit reached: 1 of 1 requests"),
        "it is declined by itself, and said so: {limits}"
    );
    let record = host
        .until("it is recorded", async || {
            let listed = host
                .call(
                    op::ApprovalRecordList,
                    json!({ "filter": { "approvalKind": "sample" }, "limit": 5 }),
                )
                .await;
            (listed[0]["ending"] == "refused").then(|| listed[0].clone())
        })
        .await;
    assert_eq!(text(&record["reason"]), reason, "{record}");
    let off = json!({ "serverId": server, "rule": { "allowed": false, "budget": budget() } });
    host.call(op::SamplingSetServer, off).await;
    let outcome = host
        .call(op::ToolCall, call(&server, "b", "ask_model", &json!({})))
        .await;
    assert!(said(&outcome).contains("(-1)"), "{outcome}");
    assert_eq!(host.questions().await, json!([]));
    host.api.close().await;
}

#[tokio::test]
async fn a_server_leads_a_model_through_its_tools() {
    let fake = Provider::start().await.expect("a port is free");
    let host = TestHost::open().await;
    let server = host.add_listed("Scripted", scripted("sample_loop")).await;
    let provider = add_provider(&host, "anthropic", &fake.base()).await;
    let running = call(&server, "a", "echo", &json!({ "zeta": "1" }));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, running), async {
        let ask = host.asked().await;
        let params = ask["request"]["params"].clone();
        fake.will(Reply::Uses("seats".into(), json!({ "row": "B" })));
        host.call(op::SamplingRun, run(&ask, &params, &provider, &budget()))
            .await;
        let ask = at(&host, "written").await;
        let written = ask["request"]["state"]["answer"].clone();
        assert_eq!(
            written["content"],
            json!([{ "type": "tool_use", "id": "t1", "name": "seats", "input": { "row": "B" } }])
        );
        let sent = answer(&ask, "model", &written["content"], "toolUse");
        host.call(op::ApprovalAnswer, sent).await;
        // The server has used the tool and asks on, with its result.
        let next = host.asked_after(&ask).await;
        let params = next["request"]["params"].clone();
        let plan = json!({ "approvalId": next["id"], "params": params, "model": null });
        assert_eq!(host.call(op::SamplingPlan, plan).await["rounds"], 1);
        fake.will(Reply::Says("Two are free.".into()));
        host.call(
            op::SamplingRun,
            run(&next, &params, &provider, &Value::Null),
        )
        .await;
        let next = at(&host, "written").await;
        let content = next["request"]["state"]["answer"]["content"].clone();
        host.call(
            op::ApprovalAnswer,
            answer(&next, "model", &content, "endTurn"),
        )
        .await;
    });
    assert_eq!(said(&outcome), "tiny-writer: Two are free.");
    let second = &fake.asked()[1].body;
    assert_eq!(
        second["messages"][2]["content"][0],
        json!({
            "type": "tool_result", "tool_use_id": "t1", "is_error": false,
            "content": [{ "type": "text", "text": "B4 and B5" }],
        }),
        "{second}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_question_in_the_middle_of_a_call_is_answered_with_the_retry() {
    let host = TestHost::open().await;
    let server = host.add_listed("Scripted", scripted("modern_model")).await;
    let running = call(&server, "a", "echo", &json!({ "zeta": "1" }));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, running), async {
        let ask = host.asked().await;
        let row = json!([{ "type": "text", "text": "Row B." }]);
        host.call(op::ApprovalAnswer, answer(&ask, "person", &row, "endTurn"))
            .await;
    });
    assert_eq!(said(&outcome), "true \"Row B.\"");
    host.api.close().await;
}
