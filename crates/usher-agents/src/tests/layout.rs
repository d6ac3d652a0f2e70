//! What is written, to the letter.

use usher_config::other_apps::APPS;

use super::kit::Home;
use crate::{Change, Entry, Status, apply, preview, remove, status};

fn app(id: &str) -> &'static usher_config::other_apps::App {
    APPS.iter().find(|app| app.id == id).unwrap()
}

fn written(id: &str, text: &str) -> String {
    let home = Home::with(app(id), text);
    let entry = Entry {
        key: None,
        ..home.entry.clone()
    };
    preview(&home.agent, &entry).unwrap().text
}

#[test]
fn the_entry_is_laid_out_as_the_file_is() {
    let check =
        |id, before: &str, after: &str| assert_eq!(written(id, before), after, "{id}: {before}");
    let lines = "{\n  \"mcpServers\": {\n    \"usher\": {\n      \"command\": \"/opt/Usher/usher\",\n      \"args\": [\n        \"connect\",\n        \"--as\",\n        \"cursor\"\n      ]\n    }\n  }\n}";
    check("cursor", "", &format!("{lines}\n"));
    check("cursor", "{}", lines);
    check("cursor", "{\n}\n", &format!("{lines}\n"));
    check("cursor", "{\n  \"mcpServers\": {}\n}", lines);
    check("cursor", "{\n  \"mcpServers\": {\n  }\n}", lines);
    check(
        "cursor",
        "{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}",
        "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"usher\":{\"command\":\"/opt/Usher/usher\",\"args\":[\"connect\",\"--as\",\"cursor\"]}}}",
    );
    check(
        "zed",
        "{\r\n\t\"theme\": \"x\", // mine\r\n}",
        "{\r\n\t\"theme\": \"x\", // mine\r\n\t\"context_servers\": {\r\n\t\t\"usher\": {\r\n\t\t\t\"source\": \"custom\",\r\n\t\t\t\"command\": \"/opt/Usher/usher\",\r\n\t\t\t\"args\": [\r\n\t\t\t\t\"connect\",\r\n\t\t\t\t\"--as\",\r\n\t\t\t\t\"zed\"\r\n\t\t\t],\r\n\t\t\t\"env\": {}\r\n\t\t}\r\n\t},\r\n}",
    );
    check(
        "opencode",
        "{ \"mcp\": { \"a\": { \"type\": \"local\" } } }",
        "{ \"mcp\": { \"a\": { \"type\": \"local\" }, \"usher\": {\"type\": \"local\", \"command\": [\"/opt/Usher/usher\", \"connect\", \"--as\", \"opencode\"]} } }",
    );
    check(
        "opencode",
        "{ \"mcp\": { \"servers\": {} } }",
        "{ \"mcp\": { \"servers\": {\"usher\": {\"type\": \"local\", \"command\": [\"/opt/Usher/usher\", \"connect\", \"--as\", \"opencode\"]}} } }",
    );
    check(
        "codex",
        "model = \"m\"",
        "model = \"m\"\n\n[mcp_servers.usher]\ncommand = \"/opt/Usher/usher\"\nargs = [\"connect\", \"--as\", \"codex\"]\n",
    );
    check(
        "goose",
        "extensions:\n  # git\n  git:\n    type: stdio\n",
        "extensions:\n  usher:\n    enabled: true\n    type: stdio\n    name: usher\n    description: MCP servers of Usher\n    cmd: /opt/Usher/usher\n    args:\n      - connect\n      - \"--as\"\n      - goose\n    envs: {}\n    timeout: 300\n  # git\n  git:\n    type: stdio\n",
    );
}

/// An entry of an older place of Usher, with a field that the person added.
const FORMER: [(&str, &str); 4] = [
    (
        "cursor",
        "{\n  \"mcpServers\": {\n    \"usher\": { \"command\": \"/old/usher\", \"args\": [\"connect\"], \"env\": {} },\n    \"b\": {\"command\": \"y\"} // b\n  }\n}\n",
    ),
    (
        "codex",
        "[mcp_servers.usher]\ncommand = \"/old/usher\"\nargs = [\"connect\"]\n\n[mcp_servers.usher.env]\nA = \"b\"\n\n# b\n[mcp_servers.b]\ncommand = \"y\"\n",
    ),
    (
        "goose",
        "extensions:\n  usher:\n    cmd: /old/usher\n    args:\n    - connect\n\n  # b\n  b:\n    type: stdio\n    cmd: y\n",
    ),
    (
        "opencode",
        "{\"mcp\":{\"usher\":{\"type\":\"local\",\"command\":[\"/old/usher\",\"connect\"],\"enabled\":false}}}",
    ),
];

#[test]
fn an_older_entry_is_brought_up_to_date() {
    for (id, text) in FORMER {
        let home = Home::with(app(id), text);
        assert_eq!(status(&home.agent, &home.entry), Status::Differs, "{id}");
        let shown = preview(&home.agent, &home.entry).unwrap();
        assert_eq!(shown.change, Change::Update, "{id}");
        assert!(!shown.text.contains("/old/"), "{id}: {}", shown.text);
        let receipt = apply(&shown, 0).unwrap().unwrap();
        assert_eq!(status(&home.agent, &home.entry), Status::Connected, "{id}");
        crate::undo(&receipt).unwrap();
        assert_eq!(home.text_if_any(), text, "{id}");
    }
}

#[test]
fn an_entry_that_the_person_arranged_is_removed_with_its_lines() {
    let left = [
        "{\n  \"mcpServers\": {\n    \"b\": {\"command\": \"y\"} // b\n  }\n}\n",
        "\n# b\n[mcp_servers.b]\ncommand = \"y\"\n",
        "extensions:\n\n  # b\n  b:\n    type: stdio\n    cmd: y\n",
        "{\"mcp\":{}}",
    ];
    for ((id, text), left) in FORMER.into_iter().zip(left) {
        let home = Home::with(app(id), text);
        remove(&home.agent, &home.entry).unwrap();
        assert_eq!(home.text_if_any(), left, "{id}");
    }
}

#[test]
fn fields_that_the_person_added_do_not_matter_but_disabling_does() {
    let connected = |more: &str| {
        let text = format!(
            "{{\"mcpServers\":{{\"usher\":{{\"command\":\"/opt/Usher/usher\",\"args\":[\"connect\",\"--as\",\"cline\"],\"env\":{{\"USHER_CLIENT_KEY\":\"usher_its-own\"}}{more}}}}}}}"
        );
        let home = Home::with(app("cline"), &text);
        status(&home.agent, &home.entry)
    };
    assert_eq!(connected(""), Status::Connected);
    assert_eq!(
        connected(",\"autoApprove\":[],\"disabled\":false"),
        Status::Connected
    );
    assert_eq!(connected(",\"disabled\":true"), Status::Differs);
    assert_eq!(connected(",\"enabled\":false"), Status::Differs);
}
