//! What the person takes from a client holds at once: for its questions, its calls and its tasks.

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;

use super::approvals::sent;
use super::client::{Client, Era, gateway};
use super::features::{Setting, setting};
use super::{allow, allow_always, answer, run, with_client};
use crate::test_host::{TestHost, text};

const PAUSED: &str = "The user paused this client in Usher. No tools can be called.";
const BLOCKED: &str = "The user blocked this client in Usher. No tools can be called.";

/// What the person takes from a client, and what the client is told of it.
#[derive(Debug, Clone, Copy)]
enum Taken {
    Paused,
    Blocked,
    Removed,
}

impl Taken {
    const ALL: [Self; 3] = [Self::Paused, Self::Blocked, Self::Removed];

    fn told(self) -> &'static str {
        match self {
            Self::Paused => PAUSED,
            Self::Blocked | Self::Removed => BLOCKED,
        }
    }
}

/// The first client.
async fn client(host: &TestHost) -> Value {
    host.call(op::ClientList, json!({})).await[0].clone()
}

async fn take(host: &TestHost, taken: Taken) {
    let id = client(host).await["id"].clone();
    let decide = async |kind: &str| {
        let params = json!({ "clientId": id, "decision": { "kind": kind } });
        host.call(op::ClientDecide, params).await;
    };
    match taken {
        Taken::Paused => decide("pause").await,
        Taken::Blocked => decide("refuse").await,
        Taken::Removed => {
            host.call(op::ClientForget, json!({ "clientId": id })).await;
        }
    }
}

/// Allows the first client again, as it was.
async fn give_back(host: &TestHost) {
    let client = client(host).await;
    let decision = json!({ "kind": "allow", "profile": client["profile"] });
    let params = json!({ "clientId": client["id"], "decision": decision });
    host.call(op::ClientDecide, params).await;
}

async fn until_nothing_is_asked(host: &TestHost) {
    host.until_unasked().await;
}

/// The words of a result.
fn said(result: &Value) -> String {
    text(&result["content"][0]["text"])
}

#[tokio::test]
async fn a_question_of_a_client_is_withdrawn_with_its_access_and_nothing_runs() {
    for era in [Era::Legacy, Era::Modern] {
        for taken in Taken::ALL {
            let (host, server, mut client) = with_client("Editor").await;
            client.era = era;
            if era == Era::Legacy {
                client.initialize().await;
            }
            let arguments = json!({ "message": "x" });
            let call = json!({ "name": "demo__echo", "arguments": arguments });
            let called = client.begin("tools/call", call).await;
            let question = host.asked().await;
            take(&host, taken).await;
            until_nothing_is_asked(&host).await;
            let result = called.await.expect("it is answered");
            assert_eq!(said(&result), taken.told(), "{era:?}, {taken:?}");
            let late = json!({ "approvalId": question["id"], "answer": run(&arguments) });
            let late = host.fails(op::ApprovalAnswer, late).await;
            assert_eq!(late.message.code, "answer.notOpen", "{era:?}, {taken:?}");
            let sent = sent(&host, &server, "echo").await;
            assert_eq!(sent, [] as [Value; 0], "{era:?}, {taken:?}");
        }
    }
}

#[tokio::test]
async fn a_yes_from_before_a_pause_holds_for_no_call_after_it() {
    for taken in [Taken::Paused, Taken::Blocked] {
        let host = TestHost::open().await;
        let server = host.add_demo().await;
        let serving = gateway(&host, Duration::from_millis(300));
        let mut client = Client::connect_to(&serving, "Editor");
        allow(&host, "Editor").await;
        client.initialize().await;
        let arguments = json!({ "message": "once" });
        client
            .call("demo__echo", arguments.clone())
            .await
            .expect("it is told to call again");
        answer(&host, run(&arguments)).await;
        take(&host, taken).await;
        give_back(&host).await;
        let again = client.call("demo__echo", arguments.clone()).await;
        let again = again.expect("it is told to call again");
        assert_eq!(again["isError"], true, "{taken:?}: {again}");
        host.asked().await;
        let sent = sent(&host, &server, "echo").await;
        assert_eq!(sent, [] as [Value; 0], "{taken:?}: it is asked anew");
    }
}

#[tokio::test]
async fn a_tool_taken_from_the_client_is_not_run_by_a_question_about_it() {
    let (host, server, mut editor) = with_client("Editor").await;
    editor.initialize().await;
    let call = json!({ "name": "demo__echo", "arguments": { "message": "x" } });
    let called = editor.begin("tools/call", call).await;
    host.asked().await;
    let mut profile = client(&host).await["profile"].clone();
    profile["hiddenTools"] = json!([{ "serverId": server, "tool": "echo" }]);
    let limit = json!({ "kind": "limit", "profile": profile });
    let params = json!({ "clientId": client(&host).await["id"], "decision": limit });
    host.call(op::ClientDecide, params).await;
    until_nothing_is_asked(&host).await;
    let refused = called.await.expect_err("it is not offered any more");
    assert_eq!(refused["message"], "Unknown tool: demo__echo");
    assert_eq!(sent(&host, &server, "echo").await, [] as [Value; 0]);
}

/// Has the client call a tool, with a yes of the person, until its server works on it.
async fn begin_running(
    setting: &mut Setting,
    tool: &str,
) -> impl Future<Output = Result<Value, Value>> + use<> {
    let arguments = json!({ "a": 1 });
    let call = json!({ "name": format!("scripted__{tool}"), "arguments": arguments });
    let called = setting.client.begin("tools/call", call).await;
    answer(&setting.host, run(&arguments)).await;
    setting
        .host
        .until("the server works on it", async || {
            (!setting.sent("tools/call").await.is_empty()).then_some(())
        })
        .await;
    called
}

#[tokio::test]
async fn a_call_at_its_server_ends_with_a_block_or_a_removal() {
    for taken in [Taken::Blocked, Taken::Removed] {
        let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
        let called = begin_running(&mut setting, "wait").await;
        take(&setting.host, taken).await;
        setting.until_cancelled("tools/call").await;
        let result = called.await.expect("it is answered");
        assert_eq!(said(&result), BLOCKED, "{taken:?}");
    }
}

#[tokio::test]
async fn a_read_of_a_resource_ends_with_a_block_or_a_removal() {
    for taken in [Taken::Blocked, Taken::Removed] {
        let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
        let params = json!({ "uri": "a:wait" });
        let read = setting.client.begin("resources/read", params).await;
        setting
            .host
            .until("the server works on it", async || {
                (!setting.sent("resources/read").await.is_empty()).then_some(())
            })
            .await;
        take(&setting.host, taken).await;
        setting.until_cancelled("resources/read").await;
        let refused = read.await.expect_err("it is answered with the reason");
        assert_eq!(refused["message"], BLOCKED, "{taken:?}");
    }
}

#[tokio::test]
async fn a_call_at_its_server_goes_on_through_a_pause_and_no_other_begins() {
    let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
    let called = begin_running(&mut setting, "form").await;
    let form = setting.host.asked().await;
    take(&setting.host, Taken::Paused).await;
    let refused = setting.client.call("scripted__echo", json!({})).await;
    assert_eq!(said(&refused.expect("an answer")), PAUSED);
    let answered = json!({ "kind": "accept", "content": { "name": "Ada" } });
    setting.host.answer(&form, answered).await;
    let result = called.await.expect("its result is the client's");
    assert!(said(&result).contains("Ada"), "{result}");
}

/// A task of the client that its server works on, and its id.
async fn task(setting: &mut Setting, tool: &str) -> Value {
    let arguments = json!({ "a": 1 });
    let call = json!({
        "name": format!("scripted__{tool}"), "arguments": arguments, "task": { "ttl": 60_000 },
    });
    let created = setting.client.request("tools/call", call).await;
    let created = created.expect("a task");
    answer(&setting.host, run(&arguments)).await;
    setting
        .host
        .until("the server works on it", async || {
            (!setting.sent("tools/call").await.is_empty()).then_some(())
        })
        .await;
    json!({ "taskId": created["task"]["taskId"] })
}

/// What the client is answered that asks about a task.
async fn asked_about(client: &mut Client, id: &Value) -> Vec<String> {
    let mut answers = Vec::new();
    for (method, params) in [
        ("tasks/get", id),
        ("tasks/result", id),
        ("tasks/list", &json!({})),
        ("tasks/cancel", id),
    ] {
        let refused = client.request(method, params.clone()).await;
        let refused = refused.expect_err("it gets nothing");
        answers.push(text(&refused["message"]));
    }
    answers
}

#[tokio::test]
async fn a_client_whose_access_is_taken_hears_nothing_of_its_tasks() {
    for taken in Taken::ALL {
        let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
        let id = task(&mut setting, "echo").await;
        let result = setting.client.request("tasks/result", id.clone()).await;
        result.expect("it is its client's");
        take(&setting.host, taken).await;
        let answers = asked_about(&mut setting.client, &id).await;
        assert_eq!(answers, [taken.told(); 4], "{taken:?}");
    }
}

#[tokio::test]
async fn tasks_end_with_a_block_and_wait_through_a_pause() {
    let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
    let id = task(&mut setting, "wait").await;
    take(&setting.host, Taken::Paused).await;
    give_back(&setting.host).await;
    let state = setting.client.request("tasks/get", id.clone()).await;
    assert_eq!(state.expect("it is known")["status"], "working");
    take(&setting.host, Taken::Blocked).await;
    setting.until_cancelled("tools/call").await;
    give_back(&setting.host).await;
    let unknown = setting.client.request("tasks/get", id).await;
    let unknown = unknown.expect_err("it is gone");
    assert_eq!(unknown["message"], "Unknown task");
}

#[tokio::test]
async fn a_client_that_could_not_be_restored_whole_stays_away_until_it_can() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    allow_always(&host, &mut client).await;
    let id = json!({ "clientId": self::client(&host).await["id"] });
    let kept = async || {
        let clients = host.call(op::ClientList, json!({})).await;
        let rules = host.call(op::PolicyList, json!({})).await;
        let count = |list: &Value| list.as_array().map(Vec::len);
        let stored = host.number("SELECT COUNT(*) FROM clients").await;
        (count(&clients), count(&rules["rules"]), stored)
    };
    host.call(op::ClientForget, id.clone()).await;
    host.execute("CREATE TRIGGER full BEFORE INSERT ON policy_rules BEGIN SELECT RAISE(ROLLBACK, 'no room'); END").await;
    host.fails(op::ClientRestore, id.clone()).await;
    assert_eq!(
        kept().await,
        (Some(0), Some(0), 0),
        "nothing without its permission"
    );
    host.execute("DROP TRIGGER full").await;
    host.call(op::ClientRestore, id).await;
    assert_eq!(kept().await, (Some(1), Some(1), 1), "as it was");
}
