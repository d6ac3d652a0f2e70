//! Clients that leave, cancel and call again while the person decides: nothing runs more often than the person agreed.

use std::collections::HashMap;
use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use usher_api::operations::{TypedOperation as _, op};
use usher_gateway::Gateway;

use super::allow;
use super::client::{Client, gateway};
use crate::test_host::{TestHost, program, text};

/// Clients that call at the same time, and how many calls each makes.
const CLIENTS: usize = 10;
const CALLS: usize = 100;

/// Numbers that look random and are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_calls_with_disconnects_and_retries_run_once_for_each_yes() {
    let host = TestHost::open_on_fast_disk().await;
    let server = program(env!("CARGO_BIN_EXE_scripted_server"), &["features"]);
    let server = host.add("Scripted", server).await;
    host.until_listed(&server).await;
    let gateway = gateway(&host, Duration::from_millis(15));
    let working = (0..CLIENTS).map(|worker| calls_of(&host, &gateway, worker));
    let mut agreed = HashMap::new();
    tokio::select! {
        () = agree(&host, &mut agreed) => {}
        _ = join_all(working) => {}
    }
    let mut client = Client::connect_to(&gateway, "Editor 0");
    client.initialize().await;
    let params = json!({ "name": "scripted__ran", "arguments": {} });
    let asking = client.begin("tools/call", params.clone()).await;
    super::answer(&host, super::run(&json!({}))).await;
    let first = asking.await.expect("an answer");
    // It was approved after the client had its answer, or before.
    let ran = if first["isError"] == true {
        let again = client.request("tools/call", params).await;
        again.expect("an answer")
    } else {
        first
    };
    let ran = text(&ran["content"][0]["text"]);
    let ran: HashMap<String, u64> = serde_json::from_str(&ran).expect("counts");
    assert_eq!(ran.len(), CLIENTS * CALLS, "each call ran in the end");
    for (arguments, times) in ran {
        let yes = agreed.get(&arguments).copied().unwrap_or_default();
        assert!(
            times <= yes,
            "{arguments} ran {times} times after {yes} times yes"
        );
    }
}

/// Makes the calls of one client.
async fn calls_of(host: &TestHost, gateway: &Gateway, worker: usize) {
    let name = format!("Editor {worker}");
    let mut random = Random(worker as u64 + 1);
    let mut client = Client::connect_to(gateway, &name);
    allow(host, &name).await;
    client.initialize().await;
    for number in 0..CALLS {
        let arguments = json!({ "call": worker * CALLS + number });
        let params = json!({ "name": "scripted__echo", "arguments": arguments });
        // So often the client takes back what it asks for; then it waits, or it would be asked about for ever.
        let mut left = random.below(4);
        loop {
            let calling = client.begin("tools/call", params.clone()).await;
            tokio::time::sleep(Duration::from_millis(random.below(20))).await;
            let interrupts = left > 0;
            left = left.saturating_sub(1);
            match random.below(2) {
                0 if interrupts => {
                    client.close().await;
                    client = Client::connect_to(gateway, &name);
                    client.initialize().await;
                }
                1 if interrupts => {
                    let params = json!({ "requestId": client.last_id() });
                    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
                    client.send(&cancelled).await;
                }
                _ => {
                    let result = calling.await.expect("an answer");
                    if result["isError"] != true {
                        break;
                    }
                }
            }
        }
    }
}

/// Agrees to most of what waits, again and again, and counts how often to each.
async fn agree(host: &TestHost, agreed: &mut HashMap<String, u64>) {
    let mut random = Random(0);
    loop {
        let open = host.call(op::ApprovalList, json!({})).await;
        let asked = open.as_array().into_iter().flatten();
        let asked: Vec<_> = asked.filter(|_| random.below(4) != 0).collect();
        // Counted first: the last answer may be out before this is gone on with.
        for ask in &asked {
            let arguments = ask["request"]["arguments"].to_string();
            *agreed.entry(arguments).or_default() += 1;
        }
        let answering = asked.into_iter().map(async |ask| {
            let arguments = &ask["request"]["arguments"];
            let params = json!({ "approvalId": ask["id"], "answer": super::run(arguments) });
            // The client may have taken it back in between.
            let given = host.api.call(op::ApprovalAnswer::NAME, params).await;
            given.is_err().then(|| arguments.to_string())
        });
        for not_given in join_all(answering).await.into_iter().flatten() {
            if let Some(yes) = agreed.get_mut(&not_given) {
                *yes -= 1;
            }
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
