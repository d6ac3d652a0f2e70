//! What a server shows to apps alone is neither offered to models nor run for them, whoever asks in their name. Pages of
//! apps reach clients that draw them as their server sent them.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use usher_api::operations::op;
use usher_calls::calls::{NewCall, Subject};
use usher_mcp::RunAs;
use usher_servers::request_error::RequestError;
use usher_types::call::ArgumentCheck;
use usher_types::caller::Caller;
use usher_types::id::{CallId, SourceId};

use super::allow;
use super::approvals::sent;
use super::client::{Client, Era};
use crate::mcp_apps;
use crate::reviews::Declaring;
use crate::test_host::{TestHost, text};

#[tokio::test]
async fn models_neither_see_nor_run_what_is_for_apps_alone() {
    let host = TestHost::open().await;
    let declaring = Declaring::new(host.scratch());
    declaring.say("tools", &mcp_apps::tools());
    let server = host.add_listed("Notes", declaring.config()).await;
    let mut client = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;

    let mut names = client.names("tools/list", "tools", "name").await;
    names.sort_unstable();
    assert_eq!(
        names,
        ["notes__draw", "notes__hint", "notes__write"],
        "read is for apps alone"
    );
    let refused = client.call("notes__read", json!({})).await;
    let refused = refused.expect_err("it is not offered");
    assert_eq!(refused["message"], "Unknown tool: notes__read");

    // Nor does any other way to the host let a model run it.
    let shared = host.api.shared_host().expect("the data is open");
    let call = |tool: &str, caller: Caller| NewCall {
        id: CallId::generate(),
        source: SourceId::from(server.clone()),
        caller,
        name: tool.to_owned(),
        arguments: Arc::default(),
        subject: Subject::Tool {
            check: ArgumentCheck::Refuse,
            run_as: RunAs::Call,
        },
        meta: Map::new(),
    };
    let models = [
        Caller::Client {
            id: host.call(op::ClientList, json!({})).await[0]["id"]
                .as_str()
                .expect("an id")
                .into(),
        },
        Caller::Conversation { id: "1".to_owned() },
    ];
    for caller in models {
        let refused = shared.calls().run(call("read", caller.clone())).await;
        let Err(RequestError::Forbidden(why)) = refused else {
            panic!("{caller:?}: {refused:?}");
        };
        assert_eq!(why.code, "uiApp.hiddenFromModels", "{caller:?}");
    }
    assert_eq!(sent(&host, &server, "read").await, Vec::<Value>::new());

    // The person may.
    let params = json!({
        "callId": CallId::generate(), "serverId": server, "name": "read", "arguments": {}, "check": "refuse",
    });
    host.call(op::ToolCall, params).await;
    assert_eq!(sent(&host, &server, "read").await.len(), 1);
}

#[tokio::test]
async fn a_client_gets_the_page_of_an_app_as_its_server_sent_it() {
    let host = TestHost::open().await;
    // With another server beside it, what nobody lists has no owner but by its tool.
    let demo = host.add_demo().await;
    host.until_listed(&demo).await;
    let declaring = Declaring::new(host.scratch());
    declaring.say("tools", &mcp_apps::tools());
    let html = "<!doctype html>\r\n<p>\u{200b}ä &amp; \u{1f600}</p>\n";
    let csp = json!({ "connectDomains": ["https://api.example.com"], "frameDomains": [] });
    declaring.say("page", &mcp_apps::page(html, &csp));
    host.add_listed("Notes", declaring.config()).await;
    let mut client = Client::connect(&host, "Editor");
    allow(&host, "Editor").await;
    client.initialize().await;

    let sent: Value = serde_json::from_str(&mcp_apps::page(html, &csp)).expect("JSON");
    let read = client
        .request("resources/read", json!({ "uri": sent["uri"] }))
        .await;
    let read = read.expect("the page is read");
    assert_eq!(read["contents"], json!([sent]), "with all it declares");

    let listed = client.request("tools/list", json!({})).await;
    let listed = listed.expect("tools are listed");
    let tools = listed["tools"].as_array().into_iter().flatten();
    let declared: Value = serde_json::from_str(&mcp_apps::tools()).expect("JSON");
    let drawn = tools
        .filter(|tool| tool["name"] == "notes__draw")
        .map(|tool| &tool["_meta"]["ui"]);
    let drawn: Vec<_> = drawn.collect();
    assert_eq!(drawn, [&declared[0]["_meta"]["ui"]], "the link to it");
}

#[tokio::test]
async fn a_definition_is_passed_on_as_its_server_wrote_it() {
    let host = TestHost::open().await;
    let declaring = Declaring::new(host.scratch());
    let schema = r#"{"type":"object","required":["z","a"],"properties":{"z":{"type":"number","maximum":1.50e3},"a":{"title":"\u00c4\/B","default":"b"}}}"#;
    let tools = format!(
        r#"[ {{"title": "W", "name": "w", "inputSchema": {schema}, "description": "d"}} ]"#
    );
    declaring.say("tools", &tools);
    host.add_listed("Notes", declaring.config()).await;
    let expected =
        format!(r#"{{"title":"W","name":"notes__w","inputSchema":{schema},"description":"d""#);
    drop(Client::connect(&host, "Editor").initialize().await);
    allow(&host, "Editor").await;
    for era in [Era::Legacy, Era::Modern] {
        let mut client = Client::connect(&host, "Editor");
        client.era = era;
        if era == Era::Legacy {
            client.initialize().await;
        }
        client
            .request("tools/list", json!({}))
            .await
            .expect("tools are listed");
        let line = client.last_line();
        assert!(line.contains(&expected), "{era:?}: {line}");
    }
}

/// What a new connection of a client is told about how to use Usher and its servers.
async fn instructions(host: &TestHost, name: &str, era: Era) -> String {
    let mut client = Client::connect(host, name);
    client.era = era;
    let begun = match era {
        Era::Legacy => client.initialize().await,
        Era::Modern => {
            let found = client.request("server/discover", json!({})).await;
            found.expect("it is answered")
        }
    };
    text(&begun["instructions"])
}

#[tokio::test]
async fn instructions_are_those_of_usher_and_what_was_reviewed_of_servers_that_are_shown() {
    for era in [Era::Legacy, Era::Modern] {
        let host = TestHost::open().await;
        let declaring = Declaring::new(host.scratch());
        let server = host.add_listed("Notes", declaring.config()).await;

        let waiting = instructions(&host, "Editor", era).await;
        assert!(
            waiting.contains("has not allowed this client yet") && !waiting.contains("Be good."),
            "{era:?}: a client that waits is told so, and nothing of servers: {waiting}"
        );
        allow(&host, "Editor").await;
        let told = instructions(&host, "Editor", era).await;
        assert!(
            told.ends_with("\n\nnotes: Be good.") && !told.contains("not allowed"),
            "{era:?}: by the beginning of the names: {told}"
        );

        declaring.say("instructions", "Be bad.");
        host.call_on(op::ServerRestart, &server).await;
        host.until("changed instructions are not passed on", async || {
            let told = instructions(&host, "Editor", era).await;
            assert!(!told.contains("Be bad."), "{era:?}, unreviewed: {told}");
            (!told.contains("Be good.")).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn the_instructions_of_all_servers_have_a_bound_and_are_cut_with_a_mark() {
    let host = TestHost::open().await;
    for (name, words) in [("One", "a "), ("Two", "ä ")] {
        let folder = host.scratch().join(name);
        std::fs::create_dir(&folder).expect("the scratch directory can be written");
        let declaring = Declaring::new(&folder);
        declaring.say("instructions", &words.repeat(2_000));
        host.add_listed(name, declaring.config()).await;
    }
    drop(Client::connect(&host, "Editor").initialize().await);
    allow(&host, "Editor").await;
    let told = instructions(&host, "Editor", Era::Legacy).await;
    let (_, of_servers) = told.split_once("one: ").expect("those of servers");
    assert!(of_servers.len() < 2_100, "{} bytes", of_servers.len());
    assert_eq!(of_servers.matches(" […]").count(), 2, "{of_servers}");
}
