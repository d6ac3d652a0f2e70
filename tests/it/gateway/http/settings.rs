//! The switch, the port, and the tokens.

use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use usher_api::operations::op;
use usher_gateway::GatewayOptions;

use super::kit::{Served, endpoint, port};
use crate::test_host::{TestHost, text};

fn options() -> GatewayOptions {
    GatewayOptions::new("0.0.0-test")
}

async fn access(host: &TestHost, is_on: bool) -> Value {
    host.call(op::ClientSetHttpAccess, json!({ "isOn": is_on }))
        .await
}

async fn is_open(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).await.is_ok()
}

#[tokio::test]
async fn the_port_is_open_while_it_is_wanted_and_stays_the_same() {
    let host = TestHost::open().await;
    let serving = endpoint(&host, options());
    let off = host.call(op::ClientHttpAccess, json!({})).await;
    assert_eq!(
        off,
        json!({ "isOn": false, "url": null, "problem": null, "origins": [] }),
        "it is off at first"
    );
    let first = port(&access(&host, true).await);
    assert!(is_open(first).await);
    let off = access(&host, false).await;
    assert_eq!(off["url"], Value::Null);
    assert!(!is_open(first).await, "nothing listens while it is off");
    assert_eq!(
        port(&access(&host, true).await),
        first,
        "the port is the same again"
    );

    drop(serving);
    let host = host.reopen().await;
    let _endpoint = endpoint(&host, options());
    host.until("it is open after a restart", async || {
        let now = host.call(op::ClientHttpAccess, json!({})).await;
        (now["url"] != Value::Null).then_some(())
    })
    .await;
    assert!(is_open(first).await, "and so is its port");
}

#[tokio::test]
async fn a_port_that_is_taken_is_left_to_who_has_it() {
    let host = TestHost::open().await;
    let _endpoint = endpoint(&host, options());
    let first = port(&access(&host, true).await);
    access(&host, false).await;
    let _other = TcpListener::bind(("127.0.0.1", first))
        .await
        .expect("it is free");
    let second = port(&access(&host, true).await);
    assert_ne!(first, second);
    assert!(is_open(second).await);
}

#[tokio::test]
async fn a_token_is_shown_once_and_only_the_newest_works() {
    let served = Served::open().await;
    let token = served.add("Editor").await;
    let client = served.client("Editor").await;
    assert_eq!(
        (&client["transport"], &client["status"]),
        (&json!("http"), &json!("allowed"))
    );
    assert!(
        !client.to_string().contains(&token),
        "it is not shown again"
    );
    let bytes = std::fs::read(served.host.data_dir().join("usher.db-wal")).unwrap_or_default();
    let bytes = [
        bytes,
        std::fs::read(served.host.data_dir().join("usher.db")).expect("it is there"),
    ]
    .concat();
    let is_kept = bytes
        .windows(token.len())
        .any(|part| part == token.as_bytes());
    assert!(!is_kept, "the database holds its digest only");

    let begin = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} });
    let begun = served.post(&token, "", &begin).await;
    let session = format!("Mcp-Session-Id: {}\r\n", begun.session);
    let stream = served.send(&served.bare("GET", &token, &session)).await;
    let params = json!({ "clientId": client["id"] });
    let replaced = served
        .host
        .call(op::ClientReplaceToken, params.clone())
        .await;
    let newer = text(&replaced["token"]);
    assert_ne!(newer, token);
    stream.rest().await;
    assert_eq!(
        served.post(&token, "", &begin).await.status,
        401,
        "the old one has ended"
    );
    assert_eq!(
        served.post(&newer, &session, &begin).await.status,
        404,
        "and its sessions"
    );
    assert_eq!(served.post(&newer, "", &begin).await.status, 200);

    served.host.call(op::ClientForget, params.clone()).await;
    assert_eq!(
        served.post(&newer, "", &begin).await.status,
        401,
        "it is removed"
    );
    served.host.call(op::ClientRestore, params.clone()).await;
    assert_eq!(
        served.post(&newer, "", &begin).await.status,
        200,
        "and brought back"
    );
}

#[tokio::test]
async fn clients_over_http_are_others_than_those_of_the_socket() {
    let served = Served::open().await;
    let _token = served.add("Editor").await;
    let stdio = crate::gateway::client::Client::connect(&served.host, "Editor");
    let waiting = served
        .host
        .until("it waits", async || {
            let clients = served.host.call(op::ClientList, json!({})).await;
            clients
                .as_array()?
                .iter()
                .find(|one| one["status"] == "waiting")
                .cloned()
        })
        .await;
    assert_eq!(
        (&waiting["name"], &waiting["transport"]),
        (&json!("Editor 2"), &json!("stdio")),
        "the same name gives no access"
    );
    let params = json!({ "clientId": waiting["id"] });
    let refused = served.host.fails(op::ClientReplaceToken, params).await;
    assert_eq!(refused.message.code, "knownClient.noToken");
    stdio.close().await;
    for name in ["", "   ", &"x".repeat(65)] {
        let profile = waiting["profile"].clone();
        let params = json!({ "name": name, "profile": profile });
        let refused = served.host.fails(op::ClientAddHttp, params).await;
        assert_eq!(refused.message.code, "knownClient.name", "{name:?}");
    }
}

#[tokio::test]
async fn a_token_that_was_put_into_the_database_opens_nothing() {
    let host = TestHost::open().await;
    let profile = json!({
        "sources": { "kind": "all" }, "hiddenTools": [], "prompts": "offered", "resources": "offered",
        "names": "withServer", "answers": { "elicitation": "person", "sampling": "person", "roots": "person" },
    });
    host.call(
        op::ClientAddHttp,
        json!({ "name": "Editor", "profile": profile }),
    )
    .await;
    host.execute("UPDATE clients SET token = printf('%064d', 1)")
        .await;
    let host = host.reopen().await;
    let clients = host.call(op::ClientList, json!({})).await;
    assert_eq!(
        (&clients[0]["status"], &clients[0]["transport"]),
        (&json!("waiting"), &json!("stdio")),
        "it waits for the person, without a token: {clients}"
    );
}
