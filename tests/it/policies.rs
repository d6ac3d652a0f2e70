//! Checks policies for tools: what is asked, what is sent, what never is.

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_messages::Message;

use crate::test_host::{TestHost, scripted, text};
use crate::usage::call;

/// The arguments of every call that was sent, in order.
async fn sent(host: &TestHost, server: &str, tool: &str) -> Vec<Value> {
    let log = host.wire_log(server).await;
    let mut sent = Vec::new();
    for frame in log["frames"].as_array().into_iter().flatten() {
        if frame["method"] != "tools/call" {
            continue;
        }
        let params = json!({ "serverId": server, "seq": frame["seq"] });
        let frame = host.call(op::WireGet, params).await;
        let frame: Value = serde_json::from_str(&text(&frame["text"])).expect("a frame is JSON");
        if frame["params"]["name"] == tool {
            sent.push(frame["params"]["arguments"].clone());
        }
    }
    sent
}

/// Runs the tool that deletes notes, and answers its approval.
async fn clear_answered(host: &TestHost, server: &str, id: &str, answer: Value) -> Value {
    let params = call(server, id, "clear_notes", &json!({ "keep": 1 }));
    let (outcome, ()) = tokio::join!(host.api.call(op::ToolCall::NAME, params), async {
        let ask = host.asked().await;
        host.answer(&ask, answer).await;
    });
    match outcome {
        Ok(outcome) => outcome,
        Err(error) => serde_json::to_value(error).expect("errors are JSON"),
    }
}

async fn tool_rule(host: &TestHost, server: &str, tool: &str, decision: Value) -> Value {
    let detail = host
        .call(op::ToolGet, json!({ "serverId": server, "name": tool }))
        .await;
    let params = json!({
        "serverId": server, "tool": tool, "definition": detail["definition"], "decision": decision,
    });
    host.call(op::PolicySetForTool, params).await
}

async fn rules(host: &TestHost) -> Vec<Value> {
    let policies = host.call(op::PolicyList, json!({})).await;
    policies["rules"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_destructive_tool_is_run_as_the_person_left_it_or_not_at_all() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;

    let params = call(&server, "one", "clear_notes", &json!({ "keep": 1 }));
    let (outcome, ()) = tokio::join!(host.call(op::ToolCall, params), async {
        let ask = host.asked().await;
        assert_eq!(ask["serverLabel"], "Demo", "the person's name for it");
        assert_eq!(ask["cause"]["callId"], "one", "the call waits: {ask}");
        let held = &ask["request"]["call"];
        assert_eq!(
            (&held["tool"], &held["arguments"], &held["why"]["kind"]),
            (
                &json!("clear_notes"),
                &json!({ "keep": 1 }),
                &json!("destructive")
            ),
            "{ask}"
        );
        assert_eq!(held["trust"], "no", "nobody trusts it yet");
        assert_eq!(sent(&host, &server, "clear_notes").await, [] as [Value; 0]);

        let answer = |arguments: Value| {
            json!({ "approvalId": ask["id"], "answer": {
                "kind": "run", "arguments": arguments, "grant": { "kind": "once" },
            }})
        };
        let error = host
            .fails(op::ApprovalAnswer, answer(json!({ "keep": "all" })))
            .await;
        let error = serde_json::to_value(error).expect("errors are JSON");
        assert_eq!(
            error["detail"]["fields"][0]["field"], "keep",
            "what does not fit is named: {error}"
        );
        host.call(op::ApprovalAnswer, answer(json!({ "keep": 3 })))
            .await;
    });
    assert_eq!(outcome["ending"]["kind"], "result", "{outcome}");
    assert_eq!(
        sent(&host, &server, "clear_notes").await,
        [json!({ "keep": 3 })],
        "exactly what was agreed to"
    );
    let history = host.call(op::HistoryList, json!({ "limit": 1 })).await;
    assert_eq!(
        history[0]["arguments"],
        json!({ "keep": 3 }),
        "and that is what is remembered"
    );

    for kind in ["decline", "cancel"] {
        let error = clear_answered(&host, &server, kind, json!({ "kind": kind })).await;
        assert_eq!(error["code"], "cancelled", "{error}");
        assert!(
            text(&error["message"]).contains("Nothing was sent"),
            "{error}"
        );
    }
    assert_eq!(sent(&host, &server, "clear_notes").await.len(), 1);
    assert_eq!(rules(&host).await, [] as [Value; 0], "no answer was a rule");
    host.api.close().await;
}

#[tokio::test]
async fn a_yes_holds_as_long_as_was_said_and_until_it_is_revoked() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let yes = |grant: Value| json!({ "kind": "run", "arguments": { "keep": 0 }, "grant": grant });
    clear_answered(
        &host,
        &server,
        "one",
        yes(json!({ "kind": "session", "calls": "allOfTool" })),
    )
    .await;
    let params = call(&server, "two", "clear_notes", &json!({ "keep": 2 }));
    let outcome = host.call(op::ToolCall, params).await;
    assert_eq!(outcome["ending"]["kind"], "result", "{outcome}");
    let rule = &rules(&host).await[0];
    assert_eq!(
        (&rule["decision"]["kind"], &rule["uses"], &rule["scope"]),
        (
            &json!("allowSession"),
            &json!(1),
            &json!({ "kind": "tool", "name": "clear_notes", "claimed": "destroys" })
        ),
        "{rule}"
    );
    host.call(op::PolicyRevoke, json!({ "ruleId": rule["id"] }))
        .await;
    assert_eq!(rules(&host).await, [] as [Value; 0]);
    let never = clear_answered(&host, &server, "three", json!({ "kind": "never" })).await;
    assert_eq!(never["code"], "cancelled", "asked again: {never}");
    let params = call(&server, "four", "clear_notes", &json!({}));
    let error = host.fails(op::ToolCall, params).await;
    assert_eq!(error.code, usher_api::Code::Forbidden);
    let forbidden = Message::new("request.forbiddenByTool")
        .with("tool", "clear_notes")
        .with("server", "Demo");
    assert_eq!(error.message, forbidden);
    assert_eq!(
        sent(&host, &server, "clear_notes").await,
        [json!({ "keep": 0 }), json!({ "keep": 2 })],
        "nothing was sent against the rule"
    );

    let far = 32_503_680_000_000_i64;
    let grant = json!({ "kind": "allowUntil", "at": far });
    tool_rule(&host, &server, "clear_notes", grant).await;
    let host = host.reopen().await;
    host.until_listed(&server).await;
    let params = call(&server, "five", "clear_notes", &json!({}));
    let outcome = host.call(op::ToolCall, params).await;
    assert_eq!(
        outcome["ending"]["kind"], "result",
        "it outlives a restart: {outcome}"
    );
    let rule = &rules(&host).await[0];
    assert_eq!(
        (&rule["decision"]["at"], &rule["uses"]),
        (&json!(far), &json!(1)),
        "{rule}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn what_a_rule_decides_is_recorded_under_its_name() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let arguments = json!({ "message": "x", "api_token": "hunter2-hunter2" });
    let echo = |id: &str| {
        let mut params = call(&server, id, "echo", &arguments);
        params["check"] = json!("sendAnyway");
        params
    };
    host.call(op::ToolCall, echo("unruled")).await;
    let rule = |effect: Value, decision: &str| {
        let params =
            json!({ "serverId": server, "effect": effect, "decision": { "kind": decision } });
        host.call(op::PolicySetForServer, params)
    };
    tool_rule(&host, &server, "echo", json!({ "kind": "allowSession" })).await;
    host.call(op::ToolCall, echo("allowed")).await;
    tool_rule(&host, &server, "echo", json!({ "kind": "never" })).await;
    host.fails(op::ToolCall, echo("refused")).await;
    rule(Value::Null, "never").await;
    host.fails(
        op::ToolCall,
        call(&server, "any", "greet", &json!({ "name": "Ada" })),
    )
    .await;
    let kept = host
        .until("three decisions are recorded", async || {
            let params = json!({ "filter": { "approvalKind": "toolCall" }, "limit": 9 });
            let rows = host.call(op::ApprovalRecordList, params).await;
            rows.as_array().filter(|rows| rows.len() == 3).cloned()
        })
        .await;
    let mut told = Vec::new();
    for row in kept {
        let record = host
            .call(op::ApprovalRecordGet, json!({ "id": row["id"] }))
            .await;
        told.push(json!([
            record["head"]["callId"],
            record["head"]["ending"],
            text(&record["head"]["policy"]),
            record["arguments"]["api_token"],
            record["sent"]["api_token"],
        ]));
    }
    let masked = json!({ "usher/omitted": { "code": "omitted.secret", "params": {} } });
    assert_eq!(
        told,
        [
            json!(["any", "declined", "Block: all tools", null, null]),
            json!(["refused", "declined", "Block: this tool", masked, null]),
            json!([
                "allowed",
                "accepted",
                "Allow in this session: this tool",
                masked,
                masked
            ]),
        ],
        "newest first; a call no rule was for is in the history alone"
    );
    host.api.close().await;
}

#[tokio::test]
async fn the_record_says_by_whom_it_was_decided() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let params = call(&server, "folders", "ask_roots", &json!({}));
    host.call(op::ToolCall, params).await;
    let yes = json!({ "kind": "run", "arguments": { "keep": 0 }, "grant": { "kind": "session", "calls": "allOfTool" } });
    clear_answered(&host, &server, "clicked", yes).await;
    let params = call(&server, "ruled", "clear_notes", &json!({ "keep": 2 }));
    host.call(op::ToolCall, params).await;
    let kept = host
        .until("three are recorded", async || {
            let rows = host
                .call(op::ApprovalRecordList, json!({ "filter": {}, "limit": 9 }))
                .await;
            let mut rows = rows.as_array().cloned().unwrap_or_default();
            rows.retain(|row| row["approvalKind"] != "definition");
            // What a server and the person do at the same time is written in any order.
            rows.sort_by_key(|row| row["openedAt"].as_i64());
            (rows.len() == 3).then_some(rows)
        })
        .await;
    let mut told = Vec::new();
    for row in kept {
        let record = host
            .call(op::ApprovalRecordGet, json!({ "id": row["id"] }))
            .await;
        let head = &record["head"];
        told.push(json!([
            head["callId"],
            head["ending"],
            text(&head["policy"]),
            text(&head["reason"]),
            record["shown"]["inputSchema"]["properties"]["keep"]["title"],
        ]));
    }
    assert_eq!(
        told,
        [
            json!([
                "folders",
                "automatic",
                "",
                "No roots are shared with this server.",
                null,
            ]),
            json!([
                "clicked",
                "accepted",
                "",
                "Answered. Permission added: Allow in this session: this tool.",
                "Keep",
            ]),
            json!([
                "ruled",
                "accepted",
                "Allow in this session: this tool",
                "Answered by a permission.",
                null,
            ]),
        ],
        "nothing to decide, a click with the form it was in, and a rule are three different things"
    );
    host.api.close().await;
}

#[tokio::test]
async fn a_revoked_rule_comes_back_as_it_was() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let rule = tool_rule(&host, &server, "echo", json!({ "kind": "never" })).await;
    let revoked = json!({ "ruleId": rule["id"] });
    host.call(op::PolicyRevoke, revoked.clone()).await;
    host.call(op::PolicyRestore, revoked.clone()).await;
    assert_eq!(rules(&host).await, [rule]);
    host.call(op::PolicyRevoke, revoked.clone()).await;
    tool_rule(&host, &server, "echo", json!({ "kind": "ask" })).await;
    let error = host.fails(op::PolicyRestore, revoked).await;
    assert_eq!(error.message, Message::new("rule.error.replaced"));
    host.api.close().await;
}

#[tokio::test]
async fn a_rule_is_for_what_was_shown_and_a_reviewed_change_is_not_asked_about_again() {
    let host = TestHost::open().await;
    let server = host.add_listed("Scripted", scripted("task_optional")).await;
    let run = |id: &str| call(&server, id, "echo", &json!({ "zeta": "1" }));
    host.call(op::ToolCall, run("one")).await;
    assert_eq!(
        host.questions().await,
        json!([]),
        "nothing speaks against it"
    );
    let shown = host
        .call(op::ToolGet, json!({ "serverId": server, "name": "echo" }))
        .await;
    let draft = json!({ "label": "Scripted", "config": scripted("task_done") });
    host.call(
        op::ServerUpdate,
        json!({ "serverId": server, "draft": draft }),
    )
    .await;
    host.until_read(&server).await;
    let error = host.fails(op::ToolCall, run("stopped")).await;
    assert_eq!(error.code, usher_api::Code::NeedsReview, "{error:?}");
    host.review(&server).await;

    let params = json!({
        "serverId": server, "tool": "echo", "definition": shown["definition"], "decision": { "kind": "allowSession" },
    });
    let error = host.fails(op::PolicySetForTool, params).await;
    assert_eq!(
        error.message,
        Message::new("rule.error.changed").with("tool", "echo"),
        "a rule is for what was shown"
    );
    let outcome = host.call(op::ToolCall, run("two")).await;
    assert_eq!(
        outcome["ending"]["kind"], "result",
        "the person has looked at the change in the review: {outcome}"
    );
    host.api.close().await;
}

#[tokio::test]
async fn rules_for_a_whole_server_count_by_what_its_tools_do() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let rule = |effect: Value, decision: &str| {
        let params =
            json!({ "serverId": server, "effect": effect, "decision": { "kind": decision } });
        host.call(op::PolicySetForServer, params)
    };
    let echo = |id: &str| call(&server, id, "echo", &json!({ "message": "x" }));
    rule(Value::Null, "never").await;
    let error = host.fails(op::ToolCall, echo("one")).await;
    assert_eq!(error.code, usher_api::Code::Forbidden);
    rule(json!("reads"), "allowSession").await;
    let error = host.fails(op::ToolCall, echo("two")).await;
    assert_eq!(
        error.code,
        usher_api::Code::Forbidden,
        "nobody trusts that it only reads"
    );
    let trust = |trust: &str| json!({ "serverId": server, "trust": trust });
    host.call(op::PolicySetTrust, trust("yes")).await;
    assert_eq!(
        host.call(op::PolicyList, json!({})).await["trusted"],
        json!([server])
    );
    let outcome = host.call(op::ToolCall, echo("three")).await;
    assert_eq!(outcome["ending"]["kind"], "result", "{outcome}");
    host.call(op::PolicySetTrust, trust("no")).await;
    let error = host.fails(op::ToolCall, echo("four")).await;
    assert_eq!(error.code, usher_api::Code::Forbidden);
    host.api.close().await;
}

#[tokio::test]
async fn a_call_that_waits_for_the_person_ends_with_its_server_and_with_its_cancel() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let clear = |id: &str| call(&server, id, "clear_notes", &json!({}));
    let (error, ()) = tokio::join!(host.fails(op::ToolCall, clear("one")), async {
        host.asked().await;
        host.call(op::ToolCancel, json!({ "callId": "one" })).await;
    });
    assert_eq!(error.code, usher_api::Code::Cancelled);
    assert_eq!(
        host.questions().await,
        json!([]),
        "its question went with it"
    );
    let (error, ()) = tokio::join!(host.fails(op::ToolCall, clear("two")), async {
        host.asked().await;
        host.turn_off(&server).await;
    });
    assert_eq!(error.code, usher_api::Code::ServerUnreachable, "{error:?}");
    assert_eq!(host.questions().await, json!([]));
    host.api.close().await;
}

#[tokio::test]
async fn always_is_for_one_definition_of_one_tool() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let always = json!({ "kind": "run", "arguments": { "keep": 0 }, "grant": { "kind": "always", "calls": "allOfTool" } });
    clear_answered(&host, &server, "one", always).await;
    let rule = &rules(&host).await[0];
    assert_eq!(
        (&rule["decision"]["kind"], &rule["status"]),
        (&json!("allowAlways"), &json!("holds")),
        "{rule}"
    );
    let host = host.reopen().await;
    host.until_listed(&server).await;
    let params = call(&server, "two", "clear_notes", &json!({ "keep": 1 }));
    let outcome = host.call(op::ToolCall, params).await;
    assert_eq!(
        outcome["ending"]["kind"], "result",
        "after a restart: {outcome}"
    );
    let many = json!({ "serverId": server, "effect": null, "decision": { "kind": "allowAlways" } });
    let error = host.fails(op::PolicySetForServer, many).await;
    assert_eq!(error.code, usher_api::Code::Invalid, "{error:?}");
    host.api.close().await;
}

#[tokio::test]
async fn a_yes_to_these_arguments_is_kept_for_them_alone_and_is_in_no_export() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let grant = json!({ "kind": "always", "calls": "sameArguments" });
    let left = json!({ "keep": 0 });
    let yes = json!({ "kind": "run", "arguments": left, "grant": grant });
    clear_answered(&host, &server, "one", yes).await;
    let host = host.reopen().await;
    host.until_listed(&server).await;
    let params = call(&server, "two", "clear_notes", &left);
    let outcome = host.call(op::ToolCall, params).await;
    assert_eq!(outcome["ending"]["kind"], "result", "{outcome}");
    let decline = json!({ "kind": "decline" });
    let declined = clear_answered(&host, &server, "three", decline).await;
    assert_eq!(
        declined["code"], "cancelled",
        "what was called first was changed before it was allowed: {declined}"
    );
    let rule = &rules(&host).await[0];
    let scope = json!({
        "kind": "toolWithArguments", "name": "clear_notes", "claimed": "destroys", "arguments": left,
    });
    assert_eq!(
        (&rule["scope"], &rule["uses"], &rule["status"]),
        (&scope, &json!(1), &json!("holds")),
        "{rule}"
    );
    let record = host
        .until("the decision of the rule is recorded", async || {
            let params = json!({ "filter": { "approvalKind": "toolCall" }, "limit": 9 });
            let rows = host.call(op::ApprovalRecordList, params).await;
            let mut rows = rows.as_array().into_iter().flatten();
            rows.find(|row| row["callId"] == "two").cloned()
        })
        .await;
    assert_eq!(
        text(&record["policy"]),
        "Always allow: this tool with these arguments"
    );
    let saved = host.call(op::SetupSave, json!({})).await;
    let file = std::fs::read_to_string(text(&saved["path"])).expect("the file");
    let file: Value = serde_json::from_str(&file).expect("JSON");
    let exported = &file["servers"][0];
    assert_eq!(
        (
            &exported["definition"]["label"],
            &exported["decided"]["rules"]
        ),
        (&json!("Demo"), &Value::Null),
        "arguments leave this computer in no file"
    );
    host.api.close().await;
}
