//! Clients that leave, cancel and call again around the person's decision: nothing runs more often than the person agreed.

use std::collections::HashMap;
use std::time::Duration;

use futures::future::join_all;
use serde_json::{Value, json};
use tokio::time::sleep;
use usher_api::operations::{TypedOperation as _, op};
use usher_gateway::Gateway;

use super::client::{Client, gateway};
use super::{allow, run};
use crate::test_host::{TestHost, scripted, text};

/// Clients that call at the same time, how many calls each makes, and how often each call is interrupted.
const CLIENTS: usize = 10;
const CALLS: usize = 50;
const INTERRUPTIONS: usize = 2;

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
async fn a_thousand_disconnects_and_retries_run_nothing_without_a_yes_of_its_own() {
    let host = TestHost::open().await;
    host.add_listed("Scripted", scripted("features")).await;
    let gateway = gateway(&host, Duration::from_millis(200));
    let working = (0..CLIENTS).map(|number| Caller::work(&host, &gateway, number));
    let agreed: HashMap<String, u64> = join_all(working).await.into_iter().flatten().collect();

    let mut client = Client::connect(&host, "Editor 0");
    client.initialize().await;
    let params = json!({ "name": "scripted__ran", "arguments": {} });
    let asking = client.begin("tools/call", params).await;
    // Questions whose client has gone may be open still.
    host.until("it is asked about", async || {
        agree(&host, &json!({})).await.then_some(())
    })
    .await;
    let ran = asking.await.expect("an answer");
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

/// A client, and the person who decides about its calls.
struct Caller<'a> {
    host: &'a TestHost,
    gateway: &'a Gateway,
    name: String,
    random: Random,
}

impl Caller<'_> {
    /// Makes all calls of a client. Returns how often the person agreed to which arguments.
    async fn work(host: &TestHost, gateway: &Gateway, number: usize) -> HashMap<String, u64> {
        let mut caller = Caller {
            host,
            gateway,
            name: format!("Editor {number}"),
            random: Random(number as u64 + 1),
        };
        let mut client = Client::connect_to(gateway, &caller.name);
        allow(host, &caller.name).await;
        client.initialize().await;
        let mut agreed = HashMap::new();
        for call in 0..CALLS {
            let arguments = json!({ "call": number * CALLS + call });
            let yes;
            (client, yes) = caller.make(client, &arguments).await;
            agreed.insert(arguments.to_string(), yes);
        }
        agreed
    }

    /// Makes a call, takes it back a few times, and makes it again until it has its result.
    async fn make(&mut self, mut client: Client, arguments: &Value) -> (Client, u64) {
        let params = json!({ "name": "scripted__echo", "arguments": arguments });
        let mut yes = 0;
        for _ in 0..INTERRUPTIONS {
            drop(client.begin("tools/call", params.clone()).await);
            sleep(Duration::from_millis(self.random.below(4))).await;
            // Before the person has decided, just then, or once the call may run.
            if self.random.below(2) == 0 && agree(self.host, arguments).await {
                yes += 1;
                sleep(Duration::from_micros(self.random.below(2_000))).await;
            }
            match self.random.below(4) {
                0 => {
                    client.close().await;
                    client = Client::connect_to(self.gateway, &self.name);
                    client.initialize().await;
                }
                // It waited too long, and says nothing of it.
                1 => {}
                reason => {
                    let reason = if reason == 2 { "Request timed out" } else { "" };
                    let of = json!({ "requestId": client.last_id(), "reason": reason });
                    client.cancel(of).await;
                }
            }
        }
        loop {
            let calling = client.begin("tools/call", params.clone()).await;
            tokio::pin!(calling);
            let result = loop {
                tokio::select! {
                    result = &mut calling => break result,
                    () = sleep(Duration::from_millis(2)) => yes += u64::from(agree(self.host, arguments).await),
                }
            };
            if result.expect("an answer")["isError"] != true {
                return (client, yes);
            }
        }
    }
}

/// Agrees to the call with these arguments, if it is asked about. Returns whether it was.
async fn agree(host: &TestHost, arguments: &Value) -> bool {
    let open = host.questions().await;
    let mut open = open.as_array().into_iter().flatten();
    let Some(asked) = open.find(|ask| ask["request"]["call"]["arguments"] == *arguments) else {
        return false;
    };
    let params = json!({ "approvalId": asked["id"], "answer": run(arguments) });
    // The client may have taken it back in between.
    let given = host.api.call(op::ApprovalAnswer::NAME, params).await;
    given.is_ok()
}
