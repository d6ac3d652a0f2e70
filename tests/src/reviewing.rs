//! Reviews what servers declare, as a person who accepts everything.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};

/// Longest wait for a server to declare its tools and prompts.
const PATIENCE: Duration = Duration::from_secs(90);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Accepts everything a server declares, as soon as it has declared it. `call` calls an operation of the contract.
pub async fn accept_declared(call: impl AsyncFn(&str, Value) -> Value, server: &Value) {
    let params = json!({ "serverId": server });
    for list in [op::ToolList::NAME, op::PromptList::NAME] {
        let began = Instant::now();
        loop {
            let listed = call(list, params.clone()).await;
            let state = listed[0]["state"]["kind"].as_str().unwrap_or_default();
            if ["ready", "notOffered"].contains(&state) {
                break;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "{list}: a server does not start"
            );
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
    let items = call(op::PinList::NAME, params).await;
    // One by one, as what looks suspicious has to be.
    for item in items.as_array().into_iter().flatten() {
        let item = json!({ "kind": item["kind"], "name": item["name"], "digest": item["digest"] });
        let accept = json!({ "serverId": server, "items": [item] });
        call(op::PinAccept::NAME, accept).await;
    }
}
