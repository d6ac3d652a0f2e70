//! Which program is which client: by name and path, and after a move by the person's word.

use std::sync::Arc;

use serde_json::{Value, json};
use usher_api::operations::op;
use usher_gateway::Gateway;
use usher_types::client::ClientProgram;

use super::client::{Client, gateway};
use super::{allow, allow_always};
use crate::secrets::Lockable;
use crate::test_host::TestHost;

fn program(path: &str, parent: &str) -> ClientProgram {
    ClientProgram {
        path: Some(path.into()),
        script: None,
        parent: Some(parent.into()),
    }
}

async fn connect(gateway: &Gateway, path: &str, parent: &str) -> Client {
    let mut client = Client::connect_from(gateway, "Editor", program(path, parent));
    client.initialize().await;
    client
}

/// A host with a client that is allowed, has a permission, and is closed again.
async fn with_known_client() -> (TestHost, Gateway) {
    let host = TestHost::open().await;
    host.add_demo().await;
    let gateway = gateway(&host, std::time::Duration::from_secs(50));
    let mut client = connect(&gateway, "/opt/editor-1/editor", "/usr/bin/bash").await;
    allow(&host, "Editor").await;
    allow_always(&host, &mut client).await;
    client.close().await;
    until_closed(&host, 0).await;
    (host, gateway)
}

async fn until_closed(host: &TestHost, at: usize) {
    host.until("the connection has ended", async || {
        (clients(host).await[at]["sessions"] == 0).then_some(())
    })
    .await;
}

async fn clients(host: &TestHost) -> Value {
    host.call(op::ClientList, json!({})).await
}

fn facts(clients: &Value) -> Vec<[&Value; 5]> {
    let all = clients.as_array().into_iter().flatten();
    all.map(|client| {
        let program = &client["program"];
        [
            &client["name"],
            &client["status"],
            &program["path"],
            &program["parent"],
            &client["sessions"],
        ]
    })
    .collect()
}

#[tokio::test]
async fn a_program_is_one_client_whatever_started_it() {
    let expected = |sessions: u8| {
        let (path, parent) = ("/opt/editor-1/editor", "/usr/bin/bash");
        json!([["Editor", "allowed", path, parent, sessions]])
    };
    let (host, gateway) = with_known_client().await;
    let _one = connect(&gateway, "/opt/editor-1/editor", "/usr/bin/zsh").await;
    let _other = connect(&gateway, "/opt/editor-1/editor", "/usr/bin/bash").await;
    assert_eq!(
        json!(facts(&clients(&host).await)),
        expected(2),
        "it is one, with the starter of its last connection"
    );
    let host = host.reopen().await;
    assert_eq!(
        json!(facts(&clients(&host).await)),
        expected(0),
        "what was kept of it is Usher's own"
    );
}

#[tokio::test]
async fn a_moved_program_gets_what_its_client_had_if_the_person_says_so() {
    let (host, gateway) = with_known_client().await;
    let known = clients(&host).await[0].clone();
    let mut moved = connect(&gateway, "/opt/editor-2/editor", "/usr/bin/bash").await;
    let shown = clients(&host).await;
    let newcomer = shown[1].clone();
    assert_eq!(
        json!(facts(&shown)[1]),
        json!([
            "Editor 2",
            "waiting",
            "/opt/editor-2/editor",
            "/usr/bin/bash",
            1
        ]),
        "a program at another path waits for the person"
    );
    let params = json!({ "clientId": newcomer["id"], "knownClientId": known["id"] });
    let adopted = host.call(op::ClientAdopt, params.clone()).await;
    assert_eq!(
        (&adopted["id"], &adopted["profile"]),
        (&known["id"], &known["profile"]),
        "the known client stays"
    );
    let expected = json!([[
        "Editor",
        "allowed",
        "/opt/editor-2/editor",
        "/usr/bin/bash",
        1
    ]]);
    assert_eq!(json!(facts(&clients(&host).await)), expected);
    let called = moved.call("demo__echo", json!({ "message": "b" })).await;
    assert_ne!(
        called.expect("an answer")["isError"],
        true,
        "its connection has the permission of the known client"
    );
    let error = host.fails(op::ClientAdopt, params).await;
    assert_eq!(error.message.code, "knownClient.unknown", "{error:?}");
    host.until("it is on record", async || {
        let params = json!({ "filter": { "client": "Editor" }, "before": null, "limit": 10 });
        let records = host.call(op::ApprovalRecordList, params).await;
        let mut records = records.as_array()?.iter();
        records
            .any(|record| record["reason"]["code"] == "ended.clientMoved")
            .then_some(())
    })
    .await;
    moved.close().await;
    until_closed(&host, 0).await;
    let host = host.reopen().await;
    let expected = json!([[
        "Editor",
        "allowed",
        "/opt/editor-2/editor",
        "/usr/bin/bash",
        0
    ]]);
    assert_eq!(json!(facts(&clients(&host).await)), expected, "it is kept");
    let rules = host.call(op::PolicyList, json!({})).await;
    assert_eq!(rules["rules"][0]["client"], "Editor", "{rules}");
}

#[tokio::test]
async fn a_program_that_cannot_be_the_known_client_is_not_made_it() {
    let (host, gateway) = with_known_client().await;
    let mut foreign = Client::connect_from(&gateway, "Other", program("/tmp/x", "/usr/bin/bash"));
    foreign.initialize().await;
    let _moved = connect(&gateway, "/opt/editor-2/editor", "/usr/bin/bash").await;
    let all = clients(&host).await;
    let id = |at: usize| all[at]["id"].clone();
    let adopt = async |waiting: Value, known: Value| {
        let params = json!({ "clientId": waiting, "knownClientId": known });
        host.fails(op::ClientAdopt, params).await.message.code
    };
    let cases = [
        (id(1), id(0), "another name"),
        (id(0), id(2), "one that does not wait"),
        (id(2), id(1), "one that nobody has decided about"),
        (id(2), id(2), "itself"),
    ];
    for (waiting, known, case) in cases {
        assert_eq!(
            adopt(waiting, known).await,
            "knownClient.notMoved",
            "{case}"
        );
    }
    let old = connect(&gateway, "/opt/editor-1/editor", "/usr/bin/bash").await;
    assert_eq!(
        adopt(id(2), id(0)).await,
        "knownClient.stillConnected",
        "what is connected from where it was has not moved"
    );
    old.close().await;
    until_closed(&host, 0).await;
    let refuse = json!({ "clientId": id(0), "decision": { "kind": "refuse" } });
    host.call(op::ClientDecide, refuse).await;
    assert_eq!(
        adopt(id(2), id(0)).await,
        "knownClient.notMoved",
        "a blocked client is no reason to let another in"
    );
    assert_eq!(
        clients(&host).await.as_array().map(Vec::len),
        Some(3),
        "nothing has changed"
    );
}

#[tokio::test]
async fn a_client_known_by_name_and_path_alone_is_asked_about_once_more() {
    // Without a key of its own, Usher believes what another version wrote.
    let keyring = Arc::new(Lockable::default());
    keyring.set_locked(true);
    let host = TestHost::open_with(keyring).await;
    host.add_demo().await;
    let serving = gateway(&host, std::time::Duration::from_secs(50));
    let mut client = connect(&serving, "/opt/editor/editor", "/usr/bin/bash").await;
    allow(&host, "Editor").await;
    allow_always(&host, &mut client).await;
    client.close().await;
    until_closed(&host, 0).await;
    host.execute("UPDATE clients SET identity = 0").await;
    let mut host = host.reopen().await;
    let serving = gateway(&host, std::time::Duration::from_secs(50));
    let mut client = connect(&serving, "/opt/editor/editor", "/usr/bin/bash").await;
    let shown = clients(&host).await;
    assert_eq!(
        (&shown[1]["name"], &shown[1]["status"]),
        (&json!("Editor 2"), &json!("waiting")),
        "{shown}"
    );
    let params = json!({ "clientId": shown[1]["id"], "knownClientId": shown[0]["id"] });
    host.call(op::ClientAdopt, params).await;
    for _ in 0..2 {
        let called = client.call("demo__echo", json!({ "message": "b" })).await;
        assert_ne!(
            called.expect("an answer")["isError"],
            true,
            "its permission holds"
        );
        client.close().await;
        host = host.reopen().await;
        let serving = gateway(&host, std::time::Duration::from_secs(50));
        client = connect(&serving, "/opt/editor/editor", "/usr/bin/zsh").await;
        let shown = clients(&host).await;
        assert_eq!(
            shown.as_array().map(Vec::len),
            Some(1),
            "it is known: {shown}"
        );
    }
}
