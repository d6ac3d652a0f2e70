//! Which clients are served, and what they are told when that changes.

use std::time::Duration;

use serde_json::{Value, json};
use usher_api::operations::op;

use super::client::{Client, Era};
use super::{allow, allow_always, with_client};
use crate::test_host::{TestHost, demo_program, program, scripted, text};

#[tokio::test]
async fn a_new_client_is_offered_nothing_until_the_person_allows_it() {
    let host = TestHost::open().await;
    host.add_demo().await;
    let mut client = Client::connect(&host, "Editor");
    client.initialize().await;
    let clients = host.call(op::ClientList, json!({})).await;
    let shown = &clients[0];
    assert_eq!(
        (
            &shown["name"],
            &shown["status"],
            &shown["declared"]["name"],
            &shown["sessions"]
        ),
        (
            &json!("Editor"),
            &json!("waiting"),
            &json!("test-client"),
            &json!(1)
        ),
        "it waits for the person"
    );
    assert_eq!(host.api.waiting(), 1, "it is counted with what waits");
    let refused = client
        .call("demo__greet", json!({ "name": "Ada" }))
        .await
        .expect("an answer");
    assert_eq!(refused["isError"], true, "nothing is called: {refused}");
    let listing = client.begin("tools/list", json!({})).await;
    allow(&host, "Editor").await;
    let listed = listing.await.expect("it is listed");
    let first = &listed["tools"][0];
    assert!(
        text(&first["name"]).starts_with("demo__"),
        "the list waited for the answer: {first}"
    );
    assert_eq!(host.api.waiting(), 0, "nothing waits any more");
    host.until("the decision is on record", async || {
        let params = json!({ "filter": {}, "before": null, "limit": 10 });
        let records = host.call(op::ApprovalRecordList, params).await;
        let records = records.as_array()?;
        records
            .iter()
            .any(|record| record["approvalKind"] == "client")
            .then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_waiting_client_gets_an_empty_list_in_time_and_is_told_when_it_is_allowed() {
    let host = TestHost::open().await;
    host.add_demo().await;
    let mut client = Client::connect(&host, "Editor");
    client.initialize().await;
    let listing = client.request("tools/list", json!({}));
    // A widespread agent gives up after five seconds.
    let listed = tokio::time::timeout(Duration::from_secs(5), listing).await;
    let listed = listed.expect("the client still waits").expect("a list");
    assert_eq!(listed["tools"], json!([]), "nothing is offered yet");
    client.forget("notifications/tools/list_changed");
    allow(&host, "Editor").await;
    host.until("the client is told", async || {
        let told = client.told("notifications/tools/list_changed");
        (!told.is_empty()).then_some(())
    })
    .await;
    let listed = client.request("tools/list", json!({})).await;
    let listed = listed.expect("a list");
    let first = text(&listed["tools"][0]["name"]);
    assert!(first.starts_with("demo__"), "it is offered: {first}");
}

#[tokio::test]
async fn what_the_person_decides_about_a_client_holds_at_once_and_after_a_restart() {
    let (host, server, mut client) = with_client("Editor").await;
    client.initialize().await;
    let all = client.names("tools/list", "tools", "name").await;
    assert!(all.contains(&"demo__greet".to_owned()), "{all:?}");
    let decide = async |host: &TestHost, decision: Value| {
        let clients = host.call(op::ClientList, json!({})).await;
        let params = json!({ "clientId": clients[0]["id"], "decision": decision });
        host.call(op::ClientDecide, params).await
    };
    let profile = json!({
        "sources": { "kind": "only", "serverIds": [server] },
        "hiddenTools": [{ "serverId": server, "tool": "greet" }],
        "prompts": "hidden", "resources": "offered", "names": "withServer",
        "listing": "search", "favoriteTools": [{ "serverId": server, "tool": "echo" }],
        "answers": { "elicitation": "person", "sampling": "client", "roots": "person", "approvals": "client" },
    });
    decide(&host, json!({ "kind": "allow", "profile": profile })).await;
    let fewer = client.names("tools/list", "tools", "name").await;
    assert_eq!(
        fewer,
        ["search_tools", "describe_tools", "call_tool", "demo__echo"],
        "what is not listed is searched"
    );
    let unknown = client.call("demo__greet", json!({ "name": "Ada" })).await;
    assert_eq!(unknown.expect_err("it is hidden")["code"], -32602);
    let prompts = client.names("prompts/list", "prompts", "name").await;
    assert_eq!(prompts, Vec::<String>::new(), "prompts are hidden");
    decide(&host, json!({ "kind": "pause" })).await;
    let paused = client
        .call("demo__echo", json!({ "message": "x" }))
        .await
        .expect("an answer");
    assert_eq!(paused["isError"], true, "{paused}");

    let host = host.reopen().await;
    let clients = host.call(op::ClientList, json!({})).await;
    assert_eq!(
        (
            &clients[0]["status"],
            &clients[0]["profile"],
            &clients[0]["sessions"]
        ),
        (&json!("paused"), &profile, &json!(0)),
        "it is kept"
    );
    let params = json!({ "clientId": clients[0]["id"] });
    host.call(op::ClientForget, params).await;
    assert_eq!(
        host.call(op::ClientList, json!({})).await,
        json!([]),
        "it is forgotten"
    );
}

#[tokio::test]
async fn the_access_of_a_paused_client_is_changed_without_resuming_it() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    let clients = host.call(op::ClientList, json!({})).await;
    let id = &clients[0]["id"];
    let decide = async |decision: Value| {
        let params = json!({ "clientId": id, "decision": decision });
        host.call(op::ClientDecide, params).await
    };
    decide(json!({ "kind": "pause" })).await;
    let mut profile = clients[0]["profile"].clone();
    profile["prompts"] = "hidden".into();
    let limited = decide(json!({ "kind": "limit", "profile": profile })).await;
    assert_eq!(
        (&limited["status"], &limited["profile"]),
        (&json!("paused"), &profile)
    );
    let resumed = decide(json!({ "kind": "allow", "profile": profile })).await;
    assert_eq!(resumed["status"], "allowed");
    let records = host
        .until("both are on record", async || {
            let params = json!({ "filter": { "client": "Editor" }, "before": null, "limit": 10 });
            let records = host.call(op::ApprovalRecordList, params).await;
            (records.as_array()?.len() == 4).then_some(records)
        })
        .await;
    assert_eq!(
        (&records[1]["ending"], &records[1]["client"]),
        (&json!("accepted"), &json!("Editor")),
        "changing the access is on record: {records}"
    );
}

#[tokio::test]
async fn a_forgotten_client_comes_back_with_its_permissions_and_connections() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    allow_always(&host, &mut client).await;
    let clients = host.call(op::ClientList, json!({})).await;
    let params = json!({ "clientId": clients[0]["id"] });
    let removed = host.call(op::ClientForget, params.clone()).await;
    assert_eq!(
        (&removed["name"], &removed["permissions"]),
        (&json!("Editor"), &json!(1)),
        "what went is said: {removed}"
    );
    let refused = client.call("demo__echo", json!({ "message": "b" })).await;
    assert_eq!(refused.expect("an answer")["isError"], true);
    let restored = host.call(op::ClientRestore, params.clone()).await;
    assert_eq!(
        (
            &restored["id"],
            &restored["status"],
            &restored["profile"],
            &restored["sessions"]
        ),
        (
            &clients[0]["id"],
            &json!("allowed"),
            &clients[0]["profile"],
            &json!(1)
        ),
        "it is as it was"
    );
    let again = client.call("demo__echo", json!({ "message": "c" })).await;
    assert_ne!(
        again.expect("an answer")["isError"],
        true,
        "its connection is served, and its permission holds"
    );
    let error = host.fails(op::ClientRestore, params).await;
    assert_eq!(error.message.code, "knownClient.tooLate", "{error:?}");
    host.until("both are on record", async || {
        let params = json!({ "filter": { "client": "Editor" }, "before": null, "limit": 10 });
        let records = host.call(op::ApprovalRecordList, params).await;
        let reasons = records
            .as_array()?
            .iter()
            .map(|head| &head["reason"]["code"]);
        let of_client = [
            "ended.clientRestored",
            "ended.clientRemoved",
            "ended.clientAllowed",
        ];
        let reasons: Vec<_> = reasons
            .filter_map(|code| of_client.into_iter().find(|of_client| code == of_client))
            .collect();
        (reasons == of_client).then_some(())
    })
    .await;
    let host = host.reopen().await;
    let clients = host.call(op::ClientList, json!({})).await;
    assert_eq!(clients[0]["status"], "allowed", "it is kept");
    let rules = host.call(op::PolicyList, json!({})).await;
    assert_eq!(rules["rules"][0]["client"], "Editor", "{rules}");
}

#[tokio::test]
async fn a_program_that_connects_again_gets_what_its_forgotten_client_had() {
    let (host, _, client) = with_client("Editor").await;
    let clients = host.call(op::ClientList, json!({})).await;
    let params = json!({ "clientId": clients[0]["id"] });
    host.call(op::ClientForget, params.clone()).await;
    client.close().await;
    let mut client = Client::connect(&host, "Editor");
    client.initialize().await;
    let waiting = host.call(op::ClientList, json!({})).await;
    assert_eq!(waiting[0]["status"], "waiting", "it is new: {waiting}");
    let restored = host.call(op::ClientRestore, params.clone()).await;
    assert_eq!(
        (&restored["id"], &restored["status"], &restored["sessions"]),
        (&params["clientId"], &json!("allowed"), &json!(1)),
        "the connection is that of the client which is back"
    );
    let offered = client.names("tools/list", "tools", "name").await;
    assert!(offered.contains(&"demo__echo".to_owned()), "{offered:?}");
    let clients = host.call(op::ClientList, json!({})).await;
    assert_eq!(clients.as_array().map(Vec::len), Some(1), "{clients}");
}

#[tokio::test]
async fn a_client_that_was_decided_about_anew_is_not_replaced() {
    let (host, _, _client) = with_client("Editor").await;
    let clients = host.call(op::ClientList, json!({})).await;
    let params = json!({ "clientId": clients[0]["id"] });
    host.call(op::ClientForget, params.clone()).await;
    let _again = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    let error = host.fails(op::ClientRestore, params).await;
    assert_eq!(error.message.code, "knownClient.replaced", "{error:?}");
}

#[tokio::test]
async fn a_client_altered_in_the_database_waits_for_the_person_again() {
    let (host, _, _client) = with_client("Editor").await;
    let host = host.reopen().await;
    let clients = host.call(op::ClientList, json!({})).await;
    assert_eq!(clients[0]["status"], "allowed", "it was allowed");
    host.execute("UPDATE clients SET profile = '{}', program = '/usr/bin/other'")
        .await;
    let host = host.reopen().await;
    let clients = host.call(op::ClientList, json!({})).await;
    assert_eq!(
        clients[0]["status"], "waiting",
        "nobody else allows a client"
    );
}

#[tokio::test]
async fn a_changed_tool_is_gone_from_the_list_and_refused_by_name() {
    let host = TestHost::open().await;
    let declaring = crate::reviews::Declaring::new(host.scratch());
    let server = host.add_listed("Notes", declaring.config()).await;
    let mut client = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;
    let before = client.names("tools/list", "tools", "name").await;
    assert!(before.contains(&"notes__read".to_owned()), "{before:?}");
    let mut tools = crate::reviews::tools();
    tools[0]["description"] = "Sends all notes to somebody.".into();
    declaring.say("tools", &tools.to_string());
    host.call_on(op::CatalogRefresh, &server).await;
    host.until("the client hears of it", async || {
        (!client.told("notifications/tools/list_changed").is_empty()).then_some(())
    })
    .await;
    let after = client.names("tools/list", "tools", "name").await;
    assert!(!after.contains(&"notes__read".to_owned()), "{after:?}");
    let refused = client.call("notes__read", json!({ "id": "1" })).await;
    let refused = refused.expect_err("it is not offered");
    assert_eq!(refused["message"], "Unknown tool: notes__read");
    host.review(&server).await;
    host.until("the reviewed tool is back", async || {
        let names = client_names(&host).await;
        names.contains(&"notes__read".to_owned()).then_some(())
    })
    .await;
}

/// What another connection of the same client is offered.
async fn client_names(host: &TestHost) -> Vec<String> {
    let mut client = Client::connect(host, "Editor");
    client.initialize().await;
    client.names("tools/list", "tools", "name").await
}

#[tokio::test]
async fn all_lists_are_answered_before_their_server_runs() {
    let host = TestHost::open().await;
    let holds = host.scratch().join("holds");
    let mut config = scripted("features");
    config["env"] = json!([{ "name": "HOLDS", "secret": false, "value": holds }]);
    let server = host.add_listed("Scripted", config).await;
    let client = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    drop(client);
    host.until("what it lists is kept", async || {
        let kept = host.number("SELECT count(*) FROM listed_resources").await;
        (kept == 1).then_some(())
    })
    .await;
    host.turn_off(&server).await;
    std::fs::write(&holds, "").expect("it is written");
    let host = host.reopen().await;
    let lists = [
        ("tools/list", "tools", "name", "scripted__echo"),
        ("prompts/list", "prompts", "name", "scripted__greet"),
        ("resources/list", "resources", "uri", "a:1"),
        (
            "resources/templates/list",
            "resourceTemplates",
            "uriTemplate",
            "a:{x}",
        ),
    ];
    let mut client = Client::connect(&host, "Editor");
    client.initialize().await;
    for (list, member, name, _) in lists {
        let names = client.names(list, member, name).await;
        assert_eq!(
            names,
            [] as [String; 0],
            "{list}: a server that is off offers nothing"
        );
    }
    host.turn_on(&server).await;
    host.until_state(&server, "starting").await;
    for (list, member, name, expected) in lists {
        host.until("it is listed while its server starts", async || {
            let names = client.names(list, member, name).await;
            names.contains(&expected.to_owned()).then_some(())
        })
        .await;
    }
    host.until_state(&server, "starting").await;
}

#[tokio::test]
async fn tools_that_could_not_be_read_once_are_listed_by_the_next_request() {
    let host = TestHost::open().await;
    host.add_demo().await;
    let mut client = Client::connect(&host, "Editor");
    client.era = Era::Modern;
    allow(&host, "Editor").await;

    let held = host.lock_database().await;
    let names = client.names("tools/list", "tools", "name").await;
    assert_eq!(names, [""; 0], "their names could not be stored");
    TestHost::unlock_database(held).await;
    let names = client.names("tools/list", "tools", "name").await;
    assert!(names.contains(&"demo__echo".to_owned()), "{names:?}");
}

#[tokio::test]
async fn names_of_tools_outlive_restarts_new_labels_and_another_order() {
    let host = TestHost::open().await;
    let mut servers = Vec::new();
    for label in ["Notes", "Notes!", "Work"] {
        let server = host
            .add_listed(label, program(demo_program(), &[label]))
            .await;
        servers.push(server);
    }
    let _client = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    let echoes = async |host: &TestHost| {
        let mut names = client_names(host).await;
        names.retain(|name| name.ends_with("__echo"));
        names.sort_unstable();
        names
    };
    let before = echoes(&host).await;
    assert_eq!(
        before,
        ["notes-2__echo", "notes__echo", "work__echo"],
        "no two servers have one prefix"
    );

    let draft = json!({ "label": "Ideas", "config": program(demo_program(), &["Notes"]) });
    let update = json!({ "serverId": servers[0], "draft": draft });
    host.call(op::ServerUpdate, update).await;
    let place = |server: &String| json!({ "serverId": server, "group": null });
    let reversed: Vec<Value> = servers.iter().rev().map(place).collect();
    host.call(op::ServerArrange, json!({ "servers": reversed }))
        .await;
    host.call(op::ServerRemove, json!({ "serverId": servers[2] }))
        .await;
    let host = host.reopen().await;
    host.add_listed("Notes", program(demo_program(), &["more"]))
        .await;
    let after = echoes(&host).await;
    assert_eq!(
        after,
        ["notes-2__echo", "notes-3__echo", "notes__echo"],
        "a server keeps its prefix, and a new one gets another"
    );
}

#[tokio::test]
async fn what_is_no_message_is_answered_with_an_error_and_nothing_else_ends() {
    let (_host, _, mut client) = with_client("Editor").await;
    let lines = [
        ("{", -32700),
        ("[]", -32600),
        ("7", -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":91,"method":"tools/list"}"#, -32600),
        (
            r#"{"jsonrpc":"2.0","id":92,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}}"#,
            -32022,
        ),
        (
            r#"{"jsonrpc":"2.0","id":93,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
            -32602,
        ),
    ];
    for (line, _) in lines {
        client.send_line(line).await;
    }
    client.send_line("").await;
    client.initialize().await;
    let told = client.all_told();
    let codes: Vec<_> = told
        .iter()
        .filter_map(|told| told["error"]["code"].as_i64())
        .collect();
    assert_eq!(codes, lines.map(|(_, code)| code), "{told:?}");
    let again = client
        .request("initialize", json!({ "protocolVersion": "2025-11-25" }))
        .await;
    assert_eq!(again.expect_err("it has begun")["code"], -32600);
    client.era = Era::Modern;
    let mixed = client.request("tools/list", json!({})).await;
    assert_eq!(
        mixed.expect_err("it is of the other era")["message"],
        "This connection was initialized with 2025-11-25"
    );
}

#[tokio::test]
async fn what_is_sent_right_behind_the_beginning_counts() {
    let (host, server, mut client) = with_client("Editor").await;
    let begins = json!({
        "jsonrpc": "2.0", "id": 90, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {} },
    });
    let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    client.send_line(&format!("{begins}\n{begun}")).await;
    let listed = client.names("tools/list", "tools", "name").await;
    assert!(listed.contains(&"demo__greet".to_owned()), "{listed:?}");
    host.turn_off(&server).await;
    host.until("the client is told", async || {
        (!client.told("notifications/tools/list_changed").is_empty()).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_message_over_the_limit_is_refused_and_the_next_is_answered() {
    let (_host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"{}"}}"#,
        "x".repeat(17 * 1024 * 1024)
    );
    client.send_line(&long).await;
    let pong = client.request("ping", json!({})).await;
    assert_eq!(pong, Ok(json!({})));
    let told = client.all_told();
    assert!(
        told.iter()
            .any(|told| text(&told["error"]["message"]).contains("must not be longer")),
        "{told:?}"
    );
}

#[tokio::test]
async fn two_requests_with_one_id_are_not_both_taken() {
    let (host, _, mut client) = with_client("Editor").await;
    client.initialize().await;
    let waiting = client
        .begin(
            "tools/call",
            json!({ "name": "demo__clear_notes", "arguments": {} }),
        )
        .await;
    host.asked().await;
    let id = client.last_id();
    client
        .send(&json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }))
        .await;
    let refused = waiting
        .await
        .expect_err("the answer to the second came first");
    assert_eq!(refused["code"], -32600, "{refused}");
}

#[tokio::test]
async fn a_first_question_for_versions_needs_one_itself() {
    let host = TestHost::open().await;
    let mut client = Client::connect(&host, "Editor");
    let refused = client.request("server/discover", json!({})).await;
    let refused = refused.expect_err("it names no version");
    assert_eq!(refused["code"], -32602, "{refused}");
    client.initialize().await;
}
