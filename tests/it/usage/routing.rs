//! Runs tools of the same name on two servers: each call reaches the one it was meant for.

use serde_json::{Value, json};
use usher_api::operations::op;

use super::call;
use crate::test_host::{TestHost, demo_program, program, text};

#[tokio::test]
async fn tools_of_one_name_on_two_servers_are_told_apart() {
    let host = TestHost::open().await;
    let mut servers = Vec::new();
    for label in ["One", "Other"] {
        let server = host.add_listed(label, program(demo_program(), &[])).await;
        servers.push(server);
    }
    for turn in 0..50 {
        for (at, server) in servers.iter().enumerate() {
            let said = format!("turn-{turn}-of-{at}");
            let arguments = json!({ "message": said });
            let outcome = host
                .call(op::ToolCall, call(server, &said, "echo", &arguments))
                .await;
            assert!(
                outcome["ending"].to_string().contains(&said),
                "its own words come back: {outcome:#}"
            );
        }
    }
    for (at, server) in servers.iter().enumerate() {
        let params = json!({ "serverId": server, "limit": 200 });
        let rows = host.call(op::HistoryList, params).await;
        let mut found: Vec<String> = rows
            .as_array()
            .into_iter()
            .flatten()
            .map(|row: &Value| text(&row["serverId"]))
            .collect();
        assert_eq!(found.len(), 50, "all calls of {at} are there");
        found.dedup();
        assert_eq!(found, std::slice::from_ref(server), "and none of the other");
        let log = host.wire_log(server).await.to_string();
        assert!(
            !log.contains(&format!("of-{}\\\"", 1 - at)),
            "nothing for the other server came here"
        );
    }
    host.api.close().await;
}
