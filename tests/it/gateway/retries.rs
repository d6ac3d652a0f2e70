//! Clients that leave, cancel and call again while the person decides: nothing runs more often than the person agreed.

use std::collections::HashMap;
use std::time::Duration;

use futures::future::join_all;
use serde_json::{Value, json};
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
    let host = TestHost::open().await;
    let server = program(env!("CARGO_BIN_EXE_scripted_server"), &["features"]);
    let server = host.add("Scripted", server).await;
    host.until_listed(&server).await;
    let gateway = gateway(&host, Duration::from_millis(15));
    let working = (0..CLIENTS).map(|worker| calls_of(&host, &gateway, worker));
    let agreed: HashMap<_, _> = join_all(working).await.into_iter().flatten().collect();
    let mut client = Client::connect_to(&gateway, "Editor 0");
    client.initialize().await;
    let params = json!({ "name": "scripted__ran", "arguments": {} });
    let asking = client.begin("tools/call", params.clone()).await;
    super::answer(&host, super::run(&json!({}))).await;
    let first = asking.await.expect("an answer");
    // It was approved after the client had its answer, or before.
    let ran = match first["isError"] == true {
        true => client
            .request("tools/call", params)
            .await
            .expect("an answer"),
        false => first,
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

/// Makes the calls of one client, and counts how often the person agreed to each.
async fn calls_of(host: &TestHost, gateway: &Gateway, worker: usize) -> HashMap<String, u64> {
    let name = format!("Editor {worker}");
    let mut random = Random(worker as u64 + 1);
    let mut client = Client::connect_to(gateway, &name);
    allow(host, &name).await;
    client.initialize().await;
    let mut agreed = HashMap::new();
    for number in 0..CALLS {
        let arguments = json!({ "call": worker * CALLS + number });
        let params = json!({ "name": "scripted__echo", "arguments": arguments });
        let yes: &mut u64 = agreed.entry(arguments.to_string()).or_default();
        loop {
            let calling = client.begin("tools/call", params.clone()).await;
            if random.below(4) != 0 {
                *yes += approve(host, &arguments).await;
            }
            match random.below(6) {
                0 => {
                    client.close().await;
                    client = Client::connect_to(gateway, &name);
                    client.initialize().await;
                }
                1 => {
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
    agreed
}

/// Agrees to the call with these arguments, if it waits; how often.
async fn approve(host: &TestHost, arguments: &Value) -> u64 {
    let mut agreed = 0;
    for _ in 0..10 {
        let open = host.call(op::ApprovalList, json!({})).await;
        let open = open.as_array().into_iter().flatten();
        let asked = open.filter(|ask| ask["request"]["arguments"] == *arguments);
        for ask in asked {
            let params = json!({ "approvalId": ask["id"], "answer": super::run(arguments) });
            // The client may have taken it back in between.
            agreed += u64::from(
                host.api
                    .call(op::ApprovalAnswer::NAME, params)
                    .await
                    .is_ok(),
            );
        }
        if agreed > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    agreed
}
