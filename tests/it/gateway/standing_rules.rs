//! A lasting yes that names the arguments lets exactly these calls of one client through, and any other is asked about.

use std::time::Duration;

use serde_json::{Map, Value, json};
use usher_api::operations::op;
use usher_system::clock::{Clock, FixedClock};

use super::client::Client;
use super::{allow, answer};
use crate::reviews::{Declaring, run, with};
use crate::test_host::TestHost;

const NOON: i64 = 1_800_000_000_000;
const HOUR: i64 = 3_600_000;

/// Whether the person was asked about a call. If so, they decline it.
async fn is_asked(host: &TestHost, client: &mut Client, tool: &str, arguments: &Value) -> bool {
    let params = json!({ "name": tool, "arguments": arguments });
    let calling = client.begin("tools/call", params).await;
    tokio::pin!(calling);
    tokio::select! {
        result = &mut calling => {
            let result = result.expect("an answer");
            assert_ne!(result["isError"], true, "it is run: {result}");
            false
        }
        _ = host.asked() => {
            answer(host, json!({ "kind": "decline" })).await;
            let declined = calling.await.expect("an answer");
            assert_eq!(declined["isError"], true, "it is not run: {declined}");
            true
        }
    }
}

/// Has the client call *read* with the first arguments; the person says yes to the second for as long as that.
async fn grant(host: &TestHost, client: &mut Client, sent: &Value, left: &Value, grant: Value) {
    let params = json!({ "name": "notes__read", "arguments": sent });
    let calling = client.begin("tools/call", params).await;
    let yes = json!({ "kind": "run", "arguments": left, "grant": grant });
    answer(host, yes).await;
    let result = calling.await.expect("an answer");
    assert_ne!(result["isError"], true, "it is run: {result}");
}

/// A lasting yes to calls with the same arguments.
fn same_arguments(kind: &str) -> Value {
    json!({ "kind": kind, "calls": "sameArguments" })
}

/// The scopes of all rules, newest first.
async fn scopes(host: &TestHost) -> Vec<Value> {
    let list = host.call(op::PolicyList, json!({})).await;
    let rules = list["rules"].as_array().into_iter().flatten();
    rules.map(|rule| rule["scope"].clone()).collect()
}

fn scope(arguments: &Value) -> Value {
    json!({ "kind": "toolWithArguments", "name": "read", "claimed": "reads", "arguments": arguments })
}

/// A host with the servers *Notes* and *Other*, which declare the same, and a client that sees them.
async fn with_notes() -> (TestHost, FixedClock, Declaring, String, Client) {
    let clock = FixedClock::at(NOON);
    let host = TestHost::open_by(Clock::Fixed(clock.clone())).await;
    let program = Declaring::new(host.scratch());
    let notes = host.add_listed("Notes", program.config()).await;
    // Its tools are named like those of the first, so that each is accepted by itself.
    host.add_listed("Other", program.config()).await;
    let mut client = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;
    (host, clock, program, notes, client)
}

/// The names of the tools that the client is offered.
async fn offered(client: &mut Client) -> Vec<String> {
    client.names("tools/list", "tools", "name").await
}

/// The value with each of its parts changed, left out or added to alone, and what that was.
fn single_changes(value: &Value) -> Vec<(String, Value)> {
    let mut changes = vec![("replaced".to_owned(), json!("something else"))];
    match value {
        Value::Object(members) => {
            changes.clear();
            let mut more = members.clone();
            more.insert("added".to_owned(), Value::Null);
            changes.push(("a member added".to_owned(), Value::Object(more)));
            for (name, member) in members {
                let mut fewer = members.clone();
                fewer.remove(name);
                changes.push((format!("without {name}"), Value::Object(fewer)));
                for (what, changed) in single_changes(member) {
                    let mut members = members.clone();
                    members.insert(name.clone(), changed);
                    changes.push((format!("{name}: {what}"), Value::Object(members)));
                }
            }
        }
        Value::Array(entries) => {
            let backwards: Vec<_> = entries.iter().rev().cloned().collect();
            changes.push(("entries in another order".to_owned(), json!(backwards)));
            let mut more = entries.clone();
            more.push(Value::Null);
            changes.push(("an entry added".to_owned(), json!(more)));
        }
        Value::Number(number) => {
            changes.push(("as text".to_owned(), json!(number.to_string())));
        }
        _ => {}
    }
    changes
}

/// The value with the members of each object in the opposite order.
fn backwards(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            let members = members.map(|(name, member)| (name.clone(), backwards(member)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        Value::Array(entries) => entries.iter().map(backwards).collect(),
        scalar => scalar.clone(),
    }
}

#[tokio::test]
async fn whatever_of_a_call_differs_from_the_rule_that_names_its_arguments_is_asked_about() {
    let (host, clock, program, notes, mut client) = with_notes().await;
    let mut other_client = Client::connect(&host, "Other");
    allow(&host, "Other").await;
    other_client.initialize().await;
    let arguments = json!({ "id": "one", "deep": { "list": [1, 2], "none": null }, "count": 9_007_199_254_740_993_i64 });
    let until = json!({ "kind": "until", "at": NOON + HOUR, "calls": "sameArguments" });
    grant(&host, &mut client, &arguments, &arguments, until).await;
    let read = "notes__read";

    for same in [arguments.clone(), backwards(&arguments)] {
        let asked = is_asked(&host, &mut client, read, &same).await;
        assert!(!asked, "the order of members does not count: {same}");
    }
    for (what, changed) in single_changes(&arguments) {
        let asked = is_asked(&host, &mut client, read, &changed).await;
        assert!(asked, "other arguments, {what}: {changed}");
    }
    for tool in ["notes__write", "other__read"] {
        let asked = is_asked(&host, &mut client, tool, &arguments).await;
        assert!(asked, "another tool or server: {tool}");
    }
    let asked = is_asked(&host, &mut other_client, read, &arguments).await;
    assert!(asked, "another client");
    let asked = is_asked(&host, &mut client, read, &arguments).await;
    assert!(!asked, "none of that changed the rule");

    let changed = with("/0/description", json!("Reads every note."));
    program.say("tools", &changed.to_string());
    assert_eq!(run(&host, &notes, "write").await, "ran write");
    host.until("the change is known", async || {
        let params = json!({ "serverId": notes });
        let detail = host.call(op::ServerGet, params).await;
        (detail["snapshot"]["review"]["changed"] == 1).then_some(())
    })
    .await;
    host.review(&notes).await;
    // What is blocked is not offered; it is again a moment after its review.
    while !offered(&mut client).await.contains(&read.to_owned()) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let asked = is_asked(&host, &mut client, read, &arguments).await;
    assert!(asked, "another definition, though it was reviewed");

    let until = json!({ "kind": "until", "at": NOON + HOUR, "calls": "sameArguments" });
    grant(&host, &mut client, &arguments, &arguments, until).await;
    assert_eq!(
        scopes(&host).await.len(),
        1,
        "it is in the place of the old"
    );
    let asked = is_asked(&host, &mut client, read, &arguments).await;
    assert!(!asked, "the new definition is allowed");
    clock.advance_ms(HOUR);
    let asked = is_asked(&host, &mut client, read, &arguments).await;
    assert!(asked, "it has expired");
}

#[tokio::test]
async fn rules_for_several_arguments_stand_beside_each_other_and_are_revoked_alone() {
    let (host, clock, _, notes, mut client) = with_notes().await;
    let [one, two, three] = ["one", "two", "three"].map(|id| json!({ "id": id }));
    grant(&host, &mut client, &one, &one, same_arguments("always")).await;
    clock.advance_ms(1);
    // The person changes what runs: that is what they allow.
    grant(&host, &mut client, &three, &two, same_arguments("session")).await;
    assert_eq!(scopes(&host).await, [scope(&two), scope(&one)]);
    let read = "notes__read";
    let mut asked = Vec::new();
    for arguments in [&one, &two, &three] {
        asked.push(is_asked(&host, &mut client, read, arguments).await);
    }
    assert_eq!(
        asked,
        [false, false, true],
        "what was left, not what was sent"
    );

    let list = host.call(op::PolicyList, json!({})).await;
    let revoked = json!({ "ruleId": list["rules"][0]["id"] });
    host.call(op::PolicyRevoke, revoked.clone()).await;
    assert_eq!(scopes(&host).await, [scope(&one)]);
    assert!(is_asked(&host, &mut client, read, &two).await, "revoked");
    assert!(
        !is_asked(&host, &mut client, read, &one).await,
        "the other holds"
    );
    host.call(op::PolicyRestore, revoked).await;
    assert!(!is_asked(&host, &mut client, read, &two).await, "restored");

    let shown = host
        .call(op::ToolGet, json!({ "serverId": notes, "name": "read" }))
        .await;
    let tool_rule = async |kind: &str| {
        clock.advance_ms(1);
        let params = json!({
            "serverId": notes, "tool": "read", "definition": shown["definition"], "decision": { "kind": kind },
        });
        host.call(op::PolicySetForTool, params).await;
    };
    tool_rule("ask").await;
    assert!(
        is_asked(&host, &mut client, read, &one).await,
        "the person wants to be asked since then"
    );
    clock.advance_ms(1);
    grant(&host, &mut client, &one, &one, same_arguments("always")).await;
    assert!(
        !is_asked(&host, &mut client, read, &one).await,
        "they were, and said yes to these arguments"
    );
    assert!(
        is_asked(&host, &mut client, read, &two).await,
        "not to others"
    );
    tool_rule("never").await;
    let blocked = client.call(read, one).await.expect("an answer");
    assert_eq!(blocked["isError"], true, "blocked is blocked: {blocked}");
}

#[tokio::test]
async fn arguments_that_are_too_large_or_secret_are_not_kept_in_a_rule() {
    let (host, _, program, notes, mut client) = with_notes().await;
    let large = json!({ "id": "x".repeat(16_000) });
    let params = json!({ "name": "notes__read", "arguments": large });
    let calling = client.begin("tools/call", params).await;
    let ask = host.asked().await;
    assert_eq!(
        ask["request"]["call"]["namedArgumentsBytes"], 16_000,
        "the page can say so beforehand"
    );
    let yes = |calls: &str| {
        json!({ "approvalId": ask["id"], "answer": {
            "kind": "run", "arguments": large, "grant": { "kind": "always", "calls": calls },
        }})
    };
    let error = host.fails(op::ApprovalAnswer, yes("sameArguments")).await;
    assert_eq!(error.code, usher_api::Code::Invalid, "{error:?}");
    assert_eq!(error.message.code, "rule.error.argumentsTooLarge");
    assert_eq!(scopes(&host).await, [] as [Value; 0], "nothing was given");
    host.call(op::ApprovalAnswer, yes("allOfTool")).await;
    calling.await.expect("it is run");
    assert_eq!(
        scopes(&host).await,
        [json!({ "kind": "tool", "name": "read", "claimed": "reads" })]
    );
    let list = host.call(op::PolicyList, json!({})).await;
    let revoked = json!({ "ruleId": list["rules"][0]["id"] });
    host.call(op::PolicyRevoke, revoked).await;

    // Also its digest alone would let a short one be found out.
    let secret = json!({ "id": "a", "api_token": "hunter2-hunter2" });
    let params = json!({ "name": "notes__read", "arguments": secret });
    let calling = client.begin("tools/call", params).await;
    let ask = host.asked().await;
    let yes = |grant: Value| {
        json!({ "approvalId": ask["id"], "answer": {
            "kind": "run", "arguments": secret, "grant": grant,
        }})
    };
    let error = host
        .fails(op::ApprovalAnswer, yes(same_arguments("always")))
        .await;
    assert_eq!(error.message.code, "rule.error.argumentsSecret");
    host.call(op::ApprovalAnswer, yes(json!({ "kind": "once" })))
        .await;
    calling.await.expect("it is run");
    assert_eq!(scopes(&host).await, [] as [Value; 0], "nothing was given");
    drop((program, notes));
}
