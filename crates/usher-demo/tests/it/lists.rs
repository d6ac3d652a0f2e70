//! Handshake, lists and their pages, prompts, completion.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::peer::{Peer, capable};
use crate::schema;

/// All pages of a list, and how many there were.
pub(crate) async fn all(peer: &mut Peer, method: &str, key: &str) -> (Vec<Value>, usize) {
    let (mut items, mut pages, mut cursor) = (Vec::new(), 0, None);
    loop {
        let params = cursor.map_or(json!({}), |cursor: Value| json!({ "cursor": cursor }));
        let result = peer.result(method, params).await;
        pages += 1;
        items.extend(result[key].as_array().expect("a list").iter().cloned());
        cursor = result.get("nextCursor").cloned();
        if cursor.is_none() {
            return (items, pages);
        }
    }
}

#[tokio::test]
async fn initialize_agrees_on_every_known_version() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
    ] {
        let mut peer = Peer::generate();
        let result = peer.initialize(asked, json!({})).await;
        assert_eq!(result["protocolVersion"], agreed, "asked for {asked}");
        assert_eq!(result["serverInfo"]["title"], "Usher demo");
        let instructions = result["instructions"].as_str().expect("instructions");
        assert!(instructions.contains("greet"), "they name the first tool");
    }
}

#[tokio::test]
async fn every_list_has_pages_and_no_name_twice() {
    let mut peer = Peer::ready(capable()).await;
    for (method, key, name) in [
        ("tools/list", "tools", "name"),
        ("resources/list", "resources", "uri"),
        (
            "resources/templates/list",
            "resourceTemplates",
            "uriTemplate",
        ),
        ("prompts/list", "prompts", "name"),
    ] {
        let (items, pages) = all(&mut peer, method, key).await;
        assert!(pages >= 2, "{method} has {pages} page");
        let names: HashSet<_> = items.iter().map(|item| item[name].to_string()).collect();
        assert_eq!(names.len(), items.len(), "{method} names something twice");
        for item in &items {
            assert!(item["title"].is_string(), "{item} has a title");
            let icons = item["icons"].as_array().map(Vec::len);
            assert_eq!(icons, Some(2), "{} has an icon per theme", item[name]);
        }
        let error = peer.error(method, json!({ "cursor": "after-999" })).await;
        assert_eq!(error["code"], -32602, "a cursor past the end of {method}");
    }
}

#[tokio::test]
async fn every_tool_is_described_whole_and_takes_its_own_defaults() {
    let mut peer = Peer::ready(capable()).await;
    peer.call("open_backstage", json!({ "open": true })).await;
    let (tools, _) = all(&mut peer, "tools/list", "tools").await;
    assert!(tools.len() >= 20, "one of every kind, not {}", tools.len());
    for tool in &tools {
        let name = &tool["name"];
        assert!(tool["description"].is_string(), "{name} is described");
        let hints = tool["annotations"].as_object().map(serde_json::Map::len);
        assert_eq!(hints, Some(4), "{name} has every hint");
        for part in ["inputSchema", "outputSchema"] {
            if let Some(schema) = tool.get(part) {
                assert!(jsonschema::meta::is_valid(schema), "{part} of {name}");
            }
        }
        for (key, property) in tool["inputSchema"]["properties"]
            .as_object()
            .into_iter()
            .flatten()
        {
            let Some(default) = property.get("default") else {
                continue;
            };
            let mut schema = property.clone();
            schema["$defs"] = tool["inputSchema"]["$defs"].clone();
            if schema["$defs"].is_null() {
                schema.as_object_mut().expect("an object").remove("$defs");
            }
            let problems = schema::misfits(&schema, default);
            assert_eq!(problems, Vec::<String>::new(), "default of {name}.{key}");
        }
    }
}

#[tokio::test]
async fn prompts_become_messages() {
    let mut peer = Peer::ready(capable()).await;
    for (name, arguments, kinds) in [
        ("daily_briefing", json!({}), vec!["text"]),
        (
            "plan_weekend",
            json!({ "country": "Portugal", "city": "Porto", "mood": "wild" }),
            vec!["text", "text", "text"],
        ),
        (
            "summarize",
            json!({ "resource": "demo://guide/welcome.md" }),
            vec!["text", "resource"],
        ),
        ("describe_picture", json!({}), vec!["image", "text"]),
        (
            "name_that_tune",
            json!({}),
            vec!["audio", "resource_link", "text"],
        ),
    ] {
        let params = json!({ "name": name, "arguments": arguments });
        let result = peer.result("prompts/get", params).await;
        let got: Vec<_> = result["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .map(|message| message["content"]["type"].as_str().expect("a type"))
            .collect();
        assert_eq!(got, kinds, "the content of {name}");
    }
    let params = json!({ "name": "plan_weekend", "arguments": { "country": "Portugal" } });
    let error = peer.error("prompts/get", params).await;
    assert_eq!(error["code"], -32602);
    let message = error["message"].as_str().expect("a message");
    assert!(
        message.contains("city"),
        "{message:?} names what is missing"
    );
}

#[tokio::test]
async fn completion_follows_what_was_typed_and_chosen() {
    let mut peer = Peer::ready(capable()).await;
    let city = json!({ "type": "ref/resource", "uri": "demo://cities/{country}/{city}" });
    let weekend = json!({ "type": "ref/prompt", "name": "plan_weekend" });
    let number = json!({ "type": "ref/resource", "uri": "demo://tables/{number}" });
    for (reference, argument, value, context, values, total) in [
        (&city, "country", "po", json!({}), vec!["Portugal"], 1),
        (
            &city,
            "country",
            "AN",
            json!({}),
            vec!["Canada", "Finland", "Japan"],
            3,
        ),
        (
            &city,
            "city",
            "",
            json!({ "country": "Brazil" }),
            vec!["Recife", "Salvador"],
            2,
        ),
        (
            &weekend,
            "city",
            "o",
            json!({ "country": "Japan" }),
            vec!["Kyoto", "Sapporo"],
            2,
        ),
        (&weekend, "mood", "w", json!({}), vec!["wild"], 1),
        (&weekend, "mood", "x", json!({}), vec![], 0),
        (
            &number,
            "number",
            "99",
            json!({}),
            vec![
                "99", "990", "991", "992", "993", "994", "995", "996", "997", "998", "999", "199",
                "299", "399", "499", "599", "699", "799", "899",
            ],
            19,
        ),
    ] {
        let params = json!({
            "ref": reference,
            "argument": { "name": argument, "value": value },
            "context": { "arguments": context },
        });
        let result = peer.result("completion/complete", params).await;
        let expected = json!({ "hasMore": false, "total": total, "values": values });
        assert_eq!(result["completion"], expected, "{argument} after {value:?}");
    }
    let params = json!({ "ref": number, "argument": { "name": "number", "value": "" } });
    let completion = peer.result("completion/complete", params).await["completion"].clone();
    assert_eq!(
        (&completion["hasMore"], &completion["total"]),
        (&json!(true), &json!(999))
    );
}
