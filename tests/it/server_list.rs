//! The list of the servers: its order and groups, and the configuration of a server as JSON.

use serde_json::{Value, json};
use usher_api::Code;
use usher_api::operations::op;

use crate::test_host::{TestHost, demo_program, program, text};

/// Labels and groups in the order of the list: `Notes: Work`.
async fn listed(host: &TestHost) -> Vec<String> {
    let servers = host.call(op::ServerList, json!({})).await;
    let shown = |server: &Value| match server["group"].as_str() {
        Some(group) => format!("{}: {group}", text(&server["label"])),
        None => text(&server["label"]),
    };
    servers
        .as_array()
        .into_iter()
        .flatten()
        .map(shown)
        .collect()
}

#[tokio::test]
async fn servers_are_listed_as_the_person_arranged_them() {
    let host = TestHost::open().await;
    let mut ids = Vec::new();
    for label in ["One", "Two", "Three", "Four"] {
        ids.push(host.add(label, program(demo_program(), &[label])).await);
    }
    let groups = json!({ "serverIds": [ids[1], ids[3]], "group": "  Work " });
    host.call(op::ServerSetGroup, groups).await;
    assert_eq!(
        listed(&host).await,
        ["One", "Two: Work", "Three", "Four: Work"]
    );

    let arranged = json!({ "servers": [
        { "serverId": ids[2], "group": "Work" }, { "serverId": ids[3], "group": "Work" },
        { "serverId": ids[0], "group": null },
    ]});
    host.call(op::ServerArrange, arranged).await;
    let expected = ["Three: Work", "Four: Work", "Two: Work", "One"];
    assert_eq!(listed(&host).await, expected, "Two was not named");
    let order = json!([ids[2], ids[3], ids[1], ids[0]]);
    host.until_event("serversArranged", |event| event["serverIds"] == order)
        .await;

    let place = |id: &Value, group: &str| json!({ "serverId": id, "group": group });
    let (one, unknown) = (json!(ids[0]), json!("unknown"));
    for (servers, code, field) in [
        (
            json!([place(&one, ""), place(&unknown, "")]),
            Code::NotFound,
            None,
        ),
        (
            json!([place(&one, ""), place(&one, "")]),
            Code::Invalid,
            Some("servers[1]"),
        ),
        (
            json!([place(&one, "a\u{202e}b")]),
            Code::Invalid,
            Some("group"),
        ),
        (
            json!([place(&one, &"x".repeat(65))]),
            Code::Invalid,
            Some("group"),
        ),
    ] {
        let error = host
            .fails(op::ServerArrange, json!({ "servers": servers }))
            .await;
        assert_eq!(error.code, code, "{error:?}");
        let detail = error.detail.unwrap_or_default();
        assert_eq!(detail["fields"][0]["field"].as_str(), field, "{detail}");
    }
    host.call(op::ServerRemove, json!({ "serverId": ids[3] }))
        .await;
    host.call(op::ServerRestore, json!({ "serverId": ids[3] }))
        .await;
    assert_eq!(
        listed(&host).await,
        expected,
        "a refused order changes nothing"
    );

    let host = host.reopen().await;
    assert_eq!(listed(&host).await, expected, "after a restart");
    for id in &ids {
        host.until_state(id, "running").await;
    }
    host.call(op::ServerDuplicate, json!({ "serverId": ids[1] }))
        .await;
    let copy = listed(&host).await.pop();
    assert_eq!(
        copy.as_deref(),
        Some("Two copy: Work"),
        "a copy is in the same group"
    );

    let saved = host.call(op::SetupSave, json!({})).await;
    let file = std::fs::read_to_string(text(&saved["path"])).expect("the file was written");
    let other = TestHost::open().await;
    let picks: Vec<Value> = (0..5)
        .map(|index| json!({ "index": index, "allowing": false }))
        .collect();
    other
        .call(op::SetupImport, json!({ "text": file, "picks": picks }))
        .await;
    assert_eq!(
        listed(&other).await,
        listed(&host).await,
        "groups come along"
    );
    other.api.close().await;
    host.api.close().await;
}

#[tokio::test]
async fn a_configuration_is_edited_as_json_without_its_secrets() {
    let host = TestHost::open().await;
    let config = json!({
        "kind": "stdio", "command": demo_program(), "args": ["--plain"], "cwd": null,
        "env": [
            { "name": "API_TOKEN", "secret": true, "value": "swordfish-swordfish" },
            { "name": "LEVEL", "secret": false, "value": "debug" },
        ],
    });
    let server = host.add("Notes", config).await;
    host.until_state(&server, "running").await;
    let id = json!({ "serverId": server });
    let written = host.call(op::ServerConfigGet, id.clone()).await;
    let written = text(&written["text"]);
    let entry: Value = serde_json::from_str(&written).expect("it is JSON");
    assert_eq!(
        entry,
        json!({ "mcpServers": { "Notes": {
            "command": demo_program(), "args": ["--plain"],
            "env": { "API_TOKEN": "${input:API_TOKEN}", "LEVEL": "debug" },
        }}})
    );
    let params = |text: &str| json!({ "serverId": server, "text": text });
    let checked = |restarts: bool| json!({ "problems": [], "notes": [], "restarts": restarts });
    assert_eq!(
        host.call(op::ServerConfigCheck, params(&written)).await,
        checked(false)
    );
    let edited = written
        .replace("--plain", "--edited")
        .replace("Notes", "Papers");
    assert_eq!(
        host.call(op::ServerConfigCheck, params(&edited)).await,
        checked(true)
    );
    host.call(op::ServerConfigUpdate, params(&edited)).await;
    host.until_state(&server, "running").await;
    let detail = host.call(op::ServerGet, id.clone()).await;
    assert_eq!(detail["snapshot"]["label"], "Papers");
    assert_eq!(detail["config"]["args"], json!(["--edited"]));
    assert_eq!(
        detail["config"]["env"][0]["value"]["kind"], "secret",
        "it is kept: {detail:#}"
    );

    let broken = edited.replace("\"debug\"", "[]");
    let error = host.fails(op::ServerConfigUpdate, params(&broken)).await;
    let checked = host.call(op::ServerConfigCheck, params(&broken)).await;
    let detail = error.detail.unwrap_or_default();
    assert_eq!(detail["fields"], checked["problems"], "both say the same");
    let problem = &detail["fields"][0];
    assert_eq!(
        (&problem["field"], &problem["line"]),
        (&json!("env.LEVEL"), &json!(10)),
        "{problem} in {broken}"
    );
    let demo = host.call(op::ServerAddDemo, json!({})).await;
    let error = host
        .fails(op::ServerConfigGet, json!({ "serverId": demo["id"] }))
        .await;
    assert_eq!(error.code, Code::Invalid, "{error:?}");
    host.api.close().await;
}

#[tokio::test]
async fn finished_calls_are_searched() {
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    for (id, name) in [("one", "Ada"), ("two", "Grace")] {
        let params = crate::usage::call(&server, id, "greet", &json!({ "name": name }));
        host.call(op::ToolCall, params).await;
    }
    for (query, expected) in [("ada", 1), ("gree", 2), ("greet grace", 1), ("absent", 0)] {
        let params = json!({ "query": query, "limit": 10 });
        let rows = host.call(op::HistoryList, params).await;
        assert_eq!(
            rows.as_array().map(Vec::len),
            Some(expected),
            "{query}: {rows:#}"
        );
    }
    host.api.close().await;
}
