//! Clients that ask too much or do not listen: they hear of it or are let go, and others are served meanwhile.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use usher_api::operations::op;
use usher_core::clients::Introduction;
use usher_types::client::ClientProgram;

use super::client::{Client, Era, gateway};
use super::features::setting;
use super::{allow, with_client};
use crate::test_host::{TestHost, text};

/// Requests of one connection that may be open.
const OPEN: usize = 256;

#[tokio::test]
async fn of_three_hundred_open_requests_those_beyond_the_bound_are_refused_by_name() {
    let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
    let mut asked = Vec::new();
    for _ in 0..300 {
        let params = json!({ "uri": "a:wait" });
        asked.push(setting.client.begin("resources/read", params).await);
    }
    let refused = asked.split_off(OPEN);
    assert_eq!(refused.len(), 44);
    for refused in refused {
        let error = refused.await.expect_err("it is one too many");
        assert_eq!(
            error["message"], "More than 256 requests are open",
            "{error}"
        );
    }
    // The others are open still, and one that ends makes room.
    let first = json!({ "requestId": setting.client.last_id() - 299 });
    setting.client.cancel(first).await;
    setting
        .host
        .until("there is room again", async || {
            setting.client.request("ping", json!({})).await.ok()
        })
        .await;
}

#[tokio::test]
async fn open_requests_beyond_the_bytes_of_a_connection_are_refused_and_others_are_served() {
    let mut setting = setting(Era::Legacy, Era::Legacy, "person").await;
    let mut other = Client::connect(&setting.host, "Other");
    allow(&setting.host, "Other").await;
    other.initialize().await;
    let pad = "x".repeat(1 << 20);
    let mut asked = Vec::new();
    for _ in 0..70 {
        let params = json!({ "uri": "a:wait", "pad": pad });
        asked.push(setting.client.begin("resources/read", params).await);
    }
    // A few bytes more than 1 MiB each, of 64 MiB.
    for refused in asked.split_off(63) {
        let error = refused.await.expect_err("it is one too many");
        assert_eq!(
            error["message"], "The requests that are open take more than 67108864 bytes",
            "{error}"
        );
    }
    let listed = other.request("tools/list", json!({})).await;
    let listed = listed.expect("another client is answered");
    assert_ne!(listed["tools"], json!([]), "and served: {listed}");
    let first = json!({ "requestId": setting.client.last_id() - 69 });
    setting.client.cancel(first).await;
    setting
        .host
        .until("there is room again", async || {
            let params = json!({ "uri": "a:1", "pad": pad });
            setting.client.request("resources/read", params).await.ok()
        })
        .await;
}

#[tokio::test]
async fn programs_that_fill_the_waiting_room_push_out_their_own() {
    let host = TestHost::open().await;
    let serving = gateway(&host, Duration::from_secs(50));
    let program = |path: &str| ClientProgram {
        path: Some(path.into()),
        ..ClientProgram::default()
    };
    let mut fakes = Vec::new();
    for number in 0..20 {
        let name = format!("Fake {number}");
        let mut fake = Client::connect_from(&serving, &name, program("/tmp/fake"));
        fake.initialize().await;
        fakes.push(fake);
        if number == 17 {
            let mut editor = Client::connect_from(&serving, "Editor", program("/opt/editor"));
            editor.initialize().await;
            fakes.push(editor);
        }
    }
    let clients = host.call(op::ClientList, json!({})).await;
    let names: Vec<_> = clients
        .as_array()
        .into_iter()
        .flatten()
        .map(|client| text(&client["name"]))
        .collect();
    assert_eq!(names.len(), 16, "so many wait: {names:?}");
    assert!(names.contains(&"Editor".to_owned()), "{names:?}");
    assert!(names.contains(&"Fake 19".to_owned()), "{names:?}");
    allow(&host, "Editor").await;
    let clients = host.reopen().await.call(op::ClientList, json!({})).await;
    assert_eq!(clients.as_array().map(Vec::len), Some(16), "{clients}");
}

#[tokio::test]
async fn one_that_never_reads_is_let_go_and_holds_nobody_up() {
    let (host, _, mut other) = with_client("Other").await;
    other.initialize().await;
    let serving = gateway(&host, Duration::from_secs(50));
    let (mut ours, theirs) = tokio::io::duplex(1 << 10);
    let (input, output) = tokio::io::split(theirs);
    let introduction = Introduction {
        connects_as: "Deaf".to_owned(),
        program: ClientProgram::default(),
        key: None,
    };
    let served = tokio::spawn(async move { serving.serve(introduction, input, output).await });
    allow(&host, "Deaf").await;
    let asking = tokio::spawn(async move {
        let mut number: u64 = 0;
        loop {
            let ping = json!({ "jsonrpc": "2.0", "id": number, "method": "ping" });
            if ours
                .write_all(format!("{ping}\n").as_bytes())
                .await
                .is_err()
            {
                return ours;
            }
            number += 1;
        }
    });
    // However much waits for it, the other one is answered.
    while !served.is_finished() {
        let echoed = other
            .request("tools/list", json!({}))
            .await
            .expect("an answer");
        assert_ne!(echoed["tools"], json!([]), "it is served: {echoed}");
    }
    served.await.expect("it ends").expect("it was served");
    let mut ours = asking.await.expect("its connection has ended");
    let mut unread = Vec::new();
    ours.read_to_end(&mut unread)
        .await
        .expect("what was sent can be read");
    assert!(unread.len() <= 1 << 10, "no more was sent than was taken");
}
