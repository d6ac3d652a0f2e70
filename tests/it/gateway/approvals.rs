//! Calls of clients wait for the person, and the client neither breaks nor runs anything twice.

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;

use super::client::{Client, Era, gateway};
use super::{allow, allow_always, answer, run, with_client};
use crate::test_host::{TestHost, text};

/// How long the person thinks.
const PERSON: Duration = Duration::from_millis(50);

/// The calls of a tool that were sent to a server.
pub(super) async fn sent(host: &TestHost, server: &str, tool: &str) -> Vec<Value> {
    let texts = host.wire_texts(server).await;
    let frames = texts
        .iter()
        .filter_map(|text| serde_json::from_str::<Value>(text).ok());
    let calls =
        frames.filter(|frame| frame["method"] == "tools/call" && frame["params"]["name"] == tool);
    calls.map(|call| call["params"].clone()).collect()
}

/// A host with the demo server, and a client that waits so long for an answer.
async fn with_impatient_client(client_timeout: Duration) -> (TestHost, String, Client) {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let mut client = Client::connect_to(&gateway(&host, client_timeout), "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;
    (host, server, client)
}

/// A host with the demo server, and two clients that wait for a moment.
async fn with_two_clients() -> (TestHost, String, [Client; 2]) {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let gateway = gateway(&host, Duration::from_millis(200));
    let mut clients = ["Editor", "Other"].map(|name| Client::connect_to(&gateway, name));
    for (client, name) in clients.iter_mut().zip(["Editor", "Other"]) {
        allow(&host, name).await;
        client.initialize().await;
    }
    (host, server, clients)
}

#[tokio::test]
async fn the_person_is_asked_and_may_change_what_a_client_calls() {
    let (host, server, mut client) = with_client("Editor").await;
    client.initialize().await;
    let called = client
        .begin(
            "tools/call",
            json!({
                "name": "demo__echo", "arguments": { "message": "one" },
                "_meta": { "traceparent": "00-1", "progressToken": 7 },
            }),
        )
        .await;
    host.asked().await;
    tokio::time::sleep(PERSON).await;
    let ask = answer(&host, run(&json!({ "message": "two" }))).await;
    let held = &ask["request"]["call"];
    assert_eq!(
        (
            &held["client"],
            &held["tool"],
            &held["arguments"],
            &held["why"]["kind"]
        ),
        (
            &json!("Editor"),
            &json!("echo"),
            &json!({ "message": "one" }),
            &json!("client")
        ),
        "the question names the client: {ask}"
    );
    let result = called.await.expect("it was run");
    assert!(result["content"].to_string().contains("two"), "{result}");
    assert_eq!(
        result["content"][1]["text"], "The user changed the argument message before this call ran.",
        "the model is told"
    );
    let sent = sent(&host, &server, "echo").await;
    assert_eq!(sent.len(), 1, "it was sent once");
    assert_eq!(
        (&sent[0]["arguments"], &sent[0]["_meta"]["traceparent"]),
        (&json!({ "message": "two" }), &json!("00-1")),
        "as the person left it, with what the client passes on"
    );
    assert_ne!(
        sent[0]["_meta"]["progressToken"],
        json!(7),
        "the token is the client's own"
    );
    let row = host
        .until("the record names the client", async || {
            let params = json!({ "serverId": null, "before": null, "limit": 5 });
            let history = host.call(op::HistoryList, params).await;
            (history[0]["client"] == "Editor").then(|| history[0]["id"].clone())
        })
        .await;
    let kept = host.call(op::HistoryGet, json!({ "id": row })).await;
    let request = json!({
        "name": "demo__echo", "arguments": { "message": "one" },
        "_meta": { "traceparent": "00-1", "progressToken": 7 },
    });
    assert_eq!(
        (&kept["row"]["arguments"], &kept["clientLeg"]),
        (
            &json!({ "message": "two" }),
            &json!({ "request": request, "answer": { "result": result } }),
        ),
        "what went to the server, and what passed between the client and Usher: {kept}"
    );
    let person_ms = kept["times"]["personMs"].as_u64();
    assert!(
        person_ms >= u64::try_from(PERSON.as_millis()).ok(),
        "the person's time is told apart: {kept}"
    );
}

#[tokio::test]
async fn a_no_is_said_in_words_and_nothing_is_sent() {
    let (host, server, mut client) = with_client("Editor").await;
    client.initialize().await;
    let called = client
        .begin(
            "tools/call",
            json!({ "name": "demo__echo", "arguments": { "message": "x" } }),
        )
        .await;
    answer(&host, json!({ "kind": "decline" })).await;
    let result = called.await.expect("an answer");
    assert_eq!(result["isError"], true, "{result}");
    assert!(
        text(&result["content"][0]["text"]).contains("echo"),
        "{result}"
    );
    assert_eq!(sent(&host, &server, "echo").await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_client_that_does_not_wait_calls_again_and_the_call_runs_once() {
    let (host, server, mut client) = with_impatient_client(Duration::from_millis(300)).await;
    let arguments = json!({ "message": "once" });
    let waits = client
        .call("demo__echo", arguments.clone())
        .await
        .expect("an answer in time");
    assert!(
        text(&waits["content"][0]["text"]).contains("same arguments"),
        "it is told to call again: {waits}"
    );
    let still = client
        .call("demo__echo", arguments.clone())
        .await
        .expect("an answer in time");
    assert_eq!(still["isError"], true, "{still}");
    let open = host.questions().await;
    assert_eq!(
        open.as_array().map(Vec::len),
        Some(1),
        "it is asked once: {open}"
    );
    answer(&host, run(&arguments)).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(
        sent(&host, &server, "echo").await.len(),
        0,
        "nothing runs by itself"
    );
    let result = client
        .call("demo__echo", arguments.clone())
        .await
        .expect("it is run");
    assert!(result["content"].to_string().contains("once"), "{result}");
    assert_eq!(sent(&host, &server, "echo").await.len(), 1, "once");
    let other = client
        .call("demo__echo", arguments)
        .await
        .expect("an answer in time");
    assert_eq!(
        other["isError"], true,
        "the next is asked about anew: {other}"
    );
}

#[tokio::test]
async fn a_yes_holds_only_as_long_as_the_policy_it_was_given_under() {
    let (host, server, mut client) = with_impatient_client(Duration::from_millis(300)).await;
    let arguments = json!({ "message": "once" });
    let call = async |client: &mut Client| {
        let answered = client.call("demo__echo", arguments.clone()).await;
        answered.expect("an answer in time")
    };
    call(&mut client).await;
    answer(&host, run(&arguments)).await;
    let ask = json!({ "serverId": server, "effect": null, "decision": { "kind": "ask" } });
    host.call(op::PolicySetForServer, ask).await;
    let told = call(&mut client).await;
    assert_eq!(
        told["content"][0]["text"],
        "The permission for echo of “Demo” changed after the approval. Call it again to ask the user anew."
    );
    assert_eq!(sent(&host, &server, "echo").await.len(), 0, "it is not run");
    call(&mut client).await;
    let why = answer(&host, run(&arguments)).await["request"]["call"]["why"]["kind"].clone();
    assert_eq!(why, "rule", "it is asked about anew");
    let result = call(&mut client).await;
    assert!(result["content"].to_string().contains("once"), "{result}");
    assert_eq!(sent(&host, &server, "echo").await.len(), 1, "once");
}

#[tokio::test]
async fn all_that_a_server_says_only_reads_is_allowed_for_one_client() {
    let (host, server, [mut client, mut other]) = with_two_clients().await;
    let greet = json!({ "name": "Ada" });
    let called = client
        .begin(
            "tools/call",
            json!({ "name": "demo__greet", "arguments": greet }),
        )
        .await;
    let grant = json!({ "kind": "session", "calls": "readOnlyOfServer" });
    answer(
        &host,
        json!({ "kind": "run", "arguments": greet, "grant": grant }),
    )
    .await;
    called.await.expect("it was run");
    let echoed = client.call("demo__echo", json!({ "message": "a" })).await;
    assert_ne!(echoed.expect("an answer")["isError"], true, "it reads, too");
    let asked = client.call("demo__clear_notes", json!({ "keep": 9 })).await;
    assert_eq!(asked.expect("an answer")["isError"], true, "it destroys");
    let foreign = other.call("demo__echo", json!({ "message": "a" })).await;
    assert_eq!(
        foreign.expect("an answer")["isError"],
        true,
        "another client"
    );
    assert_eq!(sent(&host, &server, "echo").await.len(), 1);
    let rules = host.call(op::PolicyList, json!({})).await;
    let told = |rule: &Value| json!([rule["client"], rule["scope"], rule["decision"]["kind"]]);
    assert_eq!(
        rules["rules"]
            .as_array()
            .map(|rules| rules.iter().map(told).collect()),
        Some(vec![
            json!(["Editor", { "kind": "withEffect", "effect": "reads" }, "allowSession"])
        ]),
        "until it is revoked: {rules}"
    );
    let clients = host.call(op::ClientList, json!({})).await;
    let same = json!({
        "serverId": server, "clientId": clients[0]["id"], "effect": "reads", "decision": { "kind": "ask" },
    });
    let given = host.call(op::PolicySetForServer, same).await;
    assert_eq!(
        given["client"], clients[0]["name"],
        "given without a call: {given}"
    );
}

#[tokio::test]
async fn a_yes_holds_for_the_same_call_only() {
    let (host, server, [mut client, mut other]) = with_two_clients().await;
    client
        .call("demo__echo", json!({ "message": "a" }))
        .await
        .expect("it waits");
    answer(&host, run(&json!({ "message": "a" }))).await;
    let different = client
        .call("demo__echo", json!({ "message": "b" }))
        .await
        .expect("an answer");
    assert_eq!(different["isError"], true, "other arguments: {different}");
    let foreign = other
        .call("demo__echo", json!({ "message": "a" }))
        .await
        .expect("an answer");
    assert_eq!(foreign["isError"], true, "another client: {foreign}");
    assert_eq!(
        sent(&host, &server, "echo").await.len(),
        0,
        "nothing was sent"
    );
}

#[tokio::test]
async fn a_yes_does_not_outlive_a_policy_against_the_tool() {
    let (host, server, mut client) = with_impatient_client(Duration::from_millis(200)).await;
    let arguments = json!({ "message": "a" });
    client
        .call("demo__echo", arguments.clone())
        .await
        .expect("it waits");
    answer(&host, run(&arguments)).await;
    let detail = host
        .call(op::ToolGet, json!({ "serverId": server, "name": "echo" }))
        .await;
    let never = json!({
        "serverId": server, "tool": "echo", "definition": detail["definition"], "decision": { "kind": "never" },
    });
    host.call(op::PolicySetForTool, never).await;
    let refused = client
        .call("demo__echo", arguments)
        .await
        .expect("an answer");
    assert_eq!(refused["isError"], true, "the policy came later: {refused}");
    assert_eq!(
        sent(&host, &server, "echo").await.len(),
        0,
        "nothing was sent"
    );
}

#[tokio::test]
async fn permissions_go_with_their_client() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    allow_always(&host, &mut client).await;
    let again = client.call("demo__echo", json!({ "message": "b" })).await;
    assert_ne!(
        again.expect("an answer")["isError"],
        true,
        "it is always allowed"
    );
    let rules = host.call(op::PolicyList, json!({})).await;
    assert_eq!(rules["rules"].as_array().map(Vec::len), Some(1), "{rules}");
    let clients = host.call(op::ClientList, json!({})).await;
    host.call(op::ClientForget, json!({ "clientId": clients[0]["id"] }))
        .await;
    let rules = host.call(op::PolicyList, json!({})).await;
    assert_eq!(
        rules["rules"],
        json!([]),
        "another of this name is not this one"
    );
    client.close().await;
    let mut client = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;
    let call = json!({ "name": "demo__echo", "arguments": { "message": "c" } });
    drop(client.begin("tools/call", call).await);
    host.asked().await;
    let host = host.reopen().await;
    let history = host.call(op::HistoryList, json!({ "limit": 9 })).await;
    let rows = history.as_array().into_iter().flatten();
    let clients: Vec<_> = rows.map(|row| &row["client"]).collect();
    assert_eq!(
        clients,
        ["Editor", "Editor"],
        "what the removed one did stays under its name"
    );
}

#[tokio::test]
async fn permissions_and_records_stay_with_a_client_that_is_renamed() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    allow_always(&host, &mut client).await;
    let clients = host.call(op::ClientList, json!({})).await;
    let rename = |name: &str| json!({ "clientId": clients[0]["id"], "name": name });
    let renamed = host.call(op::ClientRename, rename(" Work editor ")).await;
    assert_eq!(
        (&renamed["name"], &renamed["connectsAs"]),
        (&json!("Work editor"), &json!("Editor"))
    );
    let again = client.call("demo__echo", json!({ "message": "b" })).await;
    assert_ne!(
        again.expect("an answer")["isError"],
        true,
        "its permission holds"
    );
    let mut other = Client::connect_from(
        &gateway(&host, Duration::from_secs(50)),
        "Editor",
        usher_types::client::ClientProgram {
            path: Some("/tmp/editor".into()),
            script: None,
            parent: None,
        },
    );
    other.initialize().await;
    let shown = host.call(op::ClientList, json!({})).await;
    assert_eq!(shown[1]["name"], "Editor 2", "nobody inherits the old name");
    host.until(
        "calls and decisions are found by the new name",
        async || {
            let caller = json!({ "kind": "client", "name": "Work editor" });
            let of_caller = json!({ "caller": caller, "before": null, "limit": 20 });
            let calls = host.call(op::HistoryList, of_caller).await;
            let list =
                json!({ "filter": { "client": "Work editor" }, "before": null, "limit": 20 });
            let records = host.call(op::ApprovalRecordList, list).await;
            let named = |list: &serde_json::Value| {
                let rows = list.as_array().into_iter().flatten();
                rows.filter(|row| row["client"] == "Work editor").count()
            };
            (named(&calls) == 2 && named(&records) == 4).then_some(())
        },
    )
    .await;
    let host = host.reopen().await;
    let rules = host.call(op::PolicyList, json!({})).await;
    assert_eq!(rules["rules"][0]["client"], "Work editor", "{rules}");
    let shown = host.call(op::ClientList, json!({})).await;
    assert_eq!(
        (&shown[0]["name"], &shown[0]["status"]),
        (&json!("Work editor"), &json!("allowed")),
        "it is kept, and Usher's own"
    );
}

#[tokio::test]
async fn a_client_gets_no_name_of_another() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    let _other = Client::connect(&host, "Notebook");
    let clients = host
        .until("both are there", async || {
            let clients = host.call(op::ClientList, json!({})).await;
            (clients.as_array().map(Vec::len) == Some(2)).then_some(clients)
        })
        .await;
    let rename = async |at: usize, name: &str| {
        let params = json!({ "clientId": clients[at]["id"], "name": name });
        host.fails(op::ClientRename, params).await.message.code
    };
    for (at, name, code) in [
        (0, "Notebook", "knownClient.nameTaken"),
        (1, "Editor", "knownClient.nameTaken"),
        (0, " ", "knownClient.name"),
        (0, "Edi\u{202e}tor", "knownClient.name"),
    ] {
        assert_eq!(rename(at, name).await, code, "{name:?}");
    }
}

#[tokio::test]
async fn a_client_that_is_renamed_while_its_call_waits_gets_its_answer() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    let arguments = json!({ "message": "x" });
    let call = json!({ "name": "demo__echo", "arguments": arguments });
    let called = client.begin("tools/call", call).await;
    host.asked().await;
    let clients = host.call(op::ClientList, json!({})).await;
    let rename = json!({ "clientId": clients[0]["id"], "name": "Work editor" });
    host.call(op::ClientRename, rename).await;
    host.until_event("approvalChanged", |event| {
        event["approval"]["request"]["call"]["client"] == "Work editor"
    })
    .await;
    let always = json!({ "kind": "run", "arguments": arguments, "grant": { "kind": "always", "calls": "allOfTool" } });
    let ask = answer(&host, always).await;
    assert_eq!(ask["request"]["call"]["client"], "Work editor", "{ask}");
    called.await.expect("it is run");
    let rules = host.call(op::PolicyList, json!({})).await;
    assert_eq!(rules["rules"][0]["client"], "Work editor", "{rules}");
    let again = client.call("demo__echo", arguments).await;
    assert_ne!(again.expect("an answer")["isError"], true, "it holds");
}

/// What the person does with an approval that they gave after the client had left.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kept {
    Leaves,
    Revokes,
}

/// The calls that are kept for the only client: whether each is approved.
async fn kept(host: &TestHost) -> Vec<Value> {
    let clients = host.call(op::ClientList, json!({})).await;
    clients[0]["keptCalls"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn an_approval_after_the_client_left_is_listed_and_holds_once_unless_revoked() {
    for person in [Kept::Leaves, Kept::Revokes] {
        let (host, server, client) = with_client("Editor").await;
        let shared = gateway(&host, Duration::from_secs(50));
        client.close().await;
        let mut client = Client::connect_to(&shared, "Editor");
        client.initialize().await;
        let arguments = json!({ "message": "back" });
        let params = json!({ "name": "demo__echo", "arguments": arguments });
        let called = client.begin("tools/call", params).await;
        let open = host.asked().await;
        assert_eq!(kept(&host).await, [] as [Value; 0], "its client waits");
        drop(called);
        client.close().await;
        let listed = |is_approved: bool| {
            let host = &host;
            host.until("the call is listed", async move || {
                let kept = kept(host).await;
                let [kept] = kept.as_slice() else { return None };
                (kept["isApproved"] == is_approved).then(|| kept.clone())
            })
        };
        let before = listed(false).await;
        assert_eq!(
            (&before["callId"], &before["serverId"], &before["tool"]),
            (&open["cause"]["callId"], &json!(server), &json!("echo")),
            "{person:?}: before the answer"
        );
        answer(&host, run(&arguments)).await;
        let mut after = before.clone();
        after["isApproved"] = true.into();
        assert_eq!(listed(true).await, after, "{person:?}: after the answer");
        if person == Kept::Revokes {
            let call = json!({ "callId": after["callId"] });
            host.call(op::ToolCancel, call).await;
            assert_eq!(kept(&host).await, [] as [Value; 0], "it is revoked");
        }
        let mut client = Client::connect_to(&shared, "Editor");
        client.initialize().await;
        let params = json!({ "name": "demo__echo", "arguments": arguments });
        let called = client.begin("tools/call", params).await;
        if person == Kept::Revokes {
            let again = host.asked().await;
            assert_ne!(again["id"], open["id"], "the person is asked anew");
            assert_eq!(sent(&host, &server, "echo").await.len(), 0, "not run");
            answer(&host, run(&arguments)).await;
        }
        let result = called.await.expect("it is run");
        assert!(result["content"].to_string().contains("back"), "{result}");
        assert_eq!(sent(&host, &server, "echo").await.len(), 1, "once");
        assert_eq!(
            kept(&host).await,
            [] as [Value; 0],
            "{person:?}: it has run"
        );
    }
}

/// What changes between an approval that is kept and the same call.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Since {
    /// The person takes the server from the client, and gives it back.
    AccessTaken,
    /// The person has another program started for the server.
    ServerEdited,
}

#[tokio::test]
async fn an_approval_that_is_kept_is_for_what_it_was_given_for() {
    for since in [Since::AccessTaken, Since::ServerEdited] {
        let host = TestHost::open().await;
        let program = crate::test_host::demo_program();
        let server = host
            .add_listed("Demo", crate::test_host::program(program, &[]))
            .await;
        let shared = gateway(&host, Duration::from_secs(50));
        let mut client = Client::connect_to(&shared, "Editor");
        allow(&host, "Editor").await;
        client.initialize().await;
        let arguments = json!({ "message": "back" });
        let params = json!({ "name": "demo__echo", "arguments": arguments });
        let called = client.begin("tools/call", params.clone()).await;
        host.asked().await;
        drop(called);
        client.close().await;
        host.until("the call is kept", async || {
            (!kept(&host).await.is_empty()).then_some(())
        })
        .await;
        answer(&host, run(&arguments)).await;
        host.until("it is approved", async || {
            (kept(&host).await.first()?["isApproved"] == true).then_some(())
        })
        .await;
        match since {
            Since::AccessTaken => {
                let clients = host.call(op::ClientList, json!({})).await;
                let (id, profile) = (&clients[0]["id"], &clients[0]["profile"]);
                let mut none = profile.clone();
                none["sources"] = json!({ "kind": "only", "serverIds": [] });
                for profile in [&none, profile] {
                    let decision = json!({ "kind": "limit", "profile": profile });
                    let params = json!({ "clientId": id, "decision": decision });
                    host.call(op::ClientDecide, params).await;
                }
                assert_eq!(kept(&host).await, [] as [Value; 0], "{since:?}");
            }
            Since::ServerEdited => {
                let config = crate::test_host::program(program, &["--other"]);
                let draft = json!({ "label": "Demo", "config": config });
                let params = json!({ "serverId": server, "draft": draft });
                host.call(op::ServerUpdate, params).await;
                host.until_listed(&server).await;
            }
        }
        let mut client = Client::connect_to(&shared, "Editor");
        client.initialize().await;
        let called = client.begin("tools/call", params).await;
        if since == Since::AccessTaken {
            host.asked().await;
            answer(&host, json!({ "kind": "decline" })).await;
        }
        let result = called.await.expect("it is answered");
        assert_eq!(result["isError"], true, "{since:?}: {result}");
        assert_eq!(sent(&host, &server, "echo").await.len(), 0, "{since:?}");
    }
}

#[tokio::test]
async fn an_approval_between_two_requests_of_a_client_waits_for_the_second() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    let shared = gateway(&host, Duration::from_millis(300));
    let mut client = Client::connect_to(&shared, "Editor");
    client.era = Era::Modern;
    client.names("tools/list", "tools", "name").await;
    allow(&host, "Editor").await;
    let arguments = json!({ "message": "back" });
    let params = json!({ "name": "demo__echo", "arguments": arguments });
    let told = client.request("tools/call", params.clone()).await;
    let told = told.expect("it is told to ask again");
    assert_eq!(told["resultType"], "input_required", "{told}");
    client.close().await;
    answer(&host, run(&arguments)).await;
    host.until("the approval is kept", async || {
        let kept = kept(&host).await;
        (kept.len() == 1 && kept[0]["isApproved"] == true).then_some(())
    })
    .await;
    assert_eq!(sent(&host, &server, "echo").await.len(), 0, "nobody waits");
    let mut client = Client::connect_to(&shared, "Editor");
    client.era = Era::Modern;
    let result = client.request("tools/call", params).await;
    let result = result.expect("it is run");
    assert!(result["content"].to_string().contains("back"), "{result}");
    assert_eq!(sent(&host, &server, "echo").await.len(), 1, "once");
}

#[tokio::test]
async fn a_call_that_the_client_takes_back_is_asked_about_no_more() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    let _called = client
        .begin(
            "tools/call",
            json!({ "name": "demo__echo", "arguments": { "message": "x" } }),
        )
        .await;
    host.asked().await;
    let params = json!({ "requestId": client.last_id() });
    client.cancel(params).await;
    host.until_unasked().await;
}
