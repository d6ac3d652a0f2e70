//! A call that goes on as a task: looked at, cancelled, fetched, also by another process of the server.

use serde_json::{Value, json};

use crate::peer::{Peer, capable};
use crate::schema;

async fn begin(peer: &mut Peer, arguments: Value) -> Value {
    let params = json!({ "name": "rehearse", "arguments": arguments, "task": { "ttl": 60_000 } });
    let id = peer.request("tools/call", params).await;
    let answer = peer.wait_for(|frame| frame["id"] == id).await;
    schema::assert_fits("CreateTaskResult", &answer["result"]);
    answer["result"]["task"].clone()
}

#[tokio::test]
async fn a_task_goes_on_and_its_result_can_be_fetched_by_whoever_knows_it() {
    let mut peer = Peer::ready(capable()).await;
    let task = begin(&mut peer, json!({ "seconds": 1 })).await;
    assert_eq!(
        (&task["status"], &task["ttl"]),
        (&json!("working"), &json!(60_000))
    );
    peer.leave().await;

    let mut peer = Peer::ready(capable()).await;
    let named = json!({ "taskId": task["taskId"] });
    let state = peer.result("tasks/get", named.clone()).await;
    assert_eq!(state["taskId"], task["taskId"], "it is the same task");
    let result = peer.result("tasks/result", named.clone()).await;
    assert_eq!(
        result["content"][0]["text"],
        "Rehearsed for 1 s. Break a leg!"
    );
    assert_eq!(
        result["_meta"]["io.modelcontextprotocol/related-task"]["taskId"],
        task["taskId"]
    );
    assert_eq!(
        peer.result("tasks/get", named.clone()).await["status"],
        "completed"
    );
    assert_eq!(peer.error("tasks/cancel", named).await["code"], -32602);
}

#[tokio::test]
async fn a_task_that_was_cancelled_has_no_result() {
    let mut peer = Peer::ready(capable()).await;
    let task = begin(&mut peer, json!({ "seconds": 3600 })).await;
    let named = json!({ "taskId": task["taskId"] });
    let waiting = peer.request("tasks/result", named.clone()).await;
    let cancelled = peer.result("tasks/cancel", named.clone()).await;
    assert_eq!(cancelled["status"], "cancelled");
    let answer = peer.wait_for(|frame| frame["id"] == waiting).await;
    assert_eq!(answer["error"]["code"], -32600, "whoever waited is told");
    assert_eq!(
        peer.result("tasks/get", named.clone()).await["status"],
        "cancelled"
    );
    assert_eq!(peer.error("tasks/cancel", named).await["code"], -32602);
}

#[tokio::test]
async fn what_is_no_task_is_refused() {
    let mut peer = Peer::ready(capable()).await;
    for (method, params, code) in [
        ("tasks/get", json!({ "taskId": "nobody's" }), -32602),
        ("tasks/result", json!({ "taskId": "nobody's" }), -32602),
        ("tasks/get", json!({}), -32602),
        ("tools/call", json!({ "name": "greet", "task": {} }), -32601),
        (
            "tools/call",
            json!({ "name": "rehearse", "arguments": { "seconds": 0 }, "task": {} }),
            -32602,
        ),
    ] {
        let error = peer.error(method, params.clone()).await;
        assert_eq!(error["code"], code, "{method} {params}");
    }
}
