//! A server that asks without end: what that costs the others and the database.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::json;
use usher_api::operations::op;

use crate::test_host::{TestHost, scripted, text};
use crate::usage::call;

#[tokio::test]
async fn refusals_of_a_storm_are_counted_and_written_once_a_second() {
    let host = TestHost::open().await;
    let server = host.add_listed("Loud", scripted("ask_500")).await;
    let mute = json!({ "serverId": server, "muted": true });
    host.call(op::ApprovalSetMuted, mute).await;
    let before = host.heard("approvalRecordsChanged").len();
    let began = Instant::now();
    let storm = call(&server, "c", "echo", &json!({}));
    host.call(op::ToolCall, storm).await;
    let filter = json!({ "filter": { "endings": ["refused"] }, "limit": 200 });
    let records = host
        .until("all are counted", async || {
            let records = host.call(op::ApprovalRecordList, filter.clone()).await;
            let times = records.as_array()?.iter();
            let times: u64 = times.filter_map(|record| record["times"].as_u64()).sum();
            (times == 500).then_some(records)
        })
        .await;
    let seconds = began.elapsed().as_secs();
    let writes = host.heard("approvalRecordsChanged").len() - before;
    assert!(
        u64::try_from(writes).is_ok_and(|writes| writes <= seconds + 2),
        "{writes} writes in {seconds} s"
    );
    // By their reasons: how many are recorded by themselves, and how many records there are.
    let mut kept = BTreeMap::<String, (usize, usize)>::new();
    for record in records.as_array().into_iter().flatten() {
        let (alone, all) = kept.entry(text(&record["reason"])).or_default();
        *alone += usize::from(record["times"] == 1);
        *all += 1;
    }
    assert!(
        kept.values().all(|(alone, all)| *alone <= 10 && *all <= 11),
        "a few are recorded whole: {kept:#?}"
    );
    host.api.close().await;
}
