//! Tests what clients can read of what servers send.

use serde_json::{Value, json};

use super::{Readable, ResultKind, Unreadable, entry, result};
use crate::model::ListKind;

/// What is sent, and what clients get of it with the members that are named; `Err` = nothing.
type Case = (
    Value,
    Result<(Value, &'static [&'static str]), &'static str>,
);

#[test]
fn definitions_are_as_clients_read_them_or_withheld() {
    let healthy = json!({
        "title": "A", "name": "a", "x": null,
        "inputSchema": { "type": "object", "properties": { "b": {}, "a": { "type": "string" } }, "required": ["a"] },
        "outputSchema": { "type": "array" },
        "annotations": { "readOnlyHint": true, "x": 1 }, "icons": [{ "src": "data:," }], "_meta": {},
    });
    check(ListKind::Tools, vec![(healthy.clone(), Ok((healthy, &[])))]);
    // What is sent, and what clients get of it with the members that are named; `-` stands for nothing.
    let cases = r#"
        { "name": "a" } | { "name": "a", "inputSchema": { "type": "object" } } | /inputSchema
        { "name": "a", "inputSchema": null } | { "name": "a", "inputSchema": { "type": "object" } } | /inputSchema
        { "name": "a", "inputSchema": [] } | { "name": "a", "inputSchema": { "type": "object" } } | /inputSchema
        { "name": "a", "inputSchema": {} } | { "name": "a", "inputSchema": { "type": "object" } } | /inputSchema/type
        { "name": "a", "inputSchema": { "type": ["object", "null"] } } | { "name": "a", "inputSchema": { "type": "object" } } | /inputSchema/type
        { "name": "a", "inputSchema": { "type": "array" } } | - | /inputSchema/type
        { "name": "a", "inputSchema": [1] } | { "name": "a", "inputSchema": { "type": "object" } } | /inputSchema
        { "name": "a", "inputSchema": "object" } | { "name": "a", "inputSchema": { "type": "object" } } | /inputSchema
        { "name": "a", "inputSchema": { "type": "object", "properties": [], "required": {} } } | { "name": "a", "inputSchema": { "type": "object", "properties": {} } } | /inputSchema/properties /inputSchema/required
        { "name": "a", "inputSchema": { "type": "object", "properties": { "a/b": true, "c": false, "d": null }, "required": ["c", 1] } } | { "name": "a", "inputSchema": { "type": "object", "properties": { "a/b": {}, "c": { "not": {} }, "d": {} }, "required": ["c"] } } | /inputSchema/properties/a~1b /inputSchema/properties/c /inputSchema/properties/d /inputSchema/required
        { "name": "a", "inputSchema": { "type": "object", "properties": { "a": "text" } } } | - | /inputSchema/properties/a
        { "name": "a", "inputSchema": { "type": "object", "properties": 1 } } | - | /inputSchema/properties
        { "name": "a", "inputSchema": { "type": "object" }, "title": null, "description": 1, "outputSchema": [] } | { "name": "a", "inputSchema": { "type": "object" } } | /description /outputSchema
        { "name": "a", "inputSchema": { "type": "object" }, "annotations": { "title": "A", "readOnlyHint": "yes" } } | { "name": "a", "inputSchema": { "type": "object" }, "annotations": { "title": "A" } } | /annotations/readOnlyHint
        { "name": "a", "inputSchema": { "type": "object" }, "icons": [{ "src": "data:,", "sizes": "48x48" }, { "url": "data:," }] } | { "name": "a", "inputSchema": { "type": "object" }, "icons": [{ "src": "data:," }] } | /icons/0/sizes /icons/1
        { "inputSchema": {} } | - | /name
    "#;
    for [sent, got, named] in usher_cases::rows(cases) {
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let expected = match got.as_str() {
            "-" => Err(Unreadable(named)),
            got => Ok(readable(json(got), &named.split(' ').collect::<Vec<_>>())),
        };
        assert_eq!(entry(ListKind::Tools, json(&sent)), expected, "{sent}");
    }
    check(ListKind::Tools, of_output_schemas());
    check(
        ListKind::Prompts,
        vec![(
            json!({ "name": "p", "arguments": [{ "name": "a", "required": "yes" }, { "description": "b" }] }),
            Ok((
                json!({ "name": "p", "arguments": [{ "name": "a" }] }),
                &["/arguments/0/required", "/arguments/1"],
            )),
        )],
    );
    check(
        ListKind::Resources,
        vec![
            (
                json!({ "uri": "a://b", "size": "1 kB", "annotations": { "audience": "user", "priority": 3, "lastModified": "yesterday" } }),
                Ok((
                    json!({ "uri": "a://b", "annotations": {}, "name": "a://b" }),
                    &[
                        "/name",
                        "/size",
                        "/annotations/audience",
                        "/annotations/priority",
                        "/annotations/lastModified",
                    ],
                )),
            ),
            (json!({ "uri": "notes.txt", "name": "n" }), Err("/uri")),
        ],
    );
    check(
        ListKind::Templates,
        vec![(
            json!({ "uriTemplate": "a://{b}", "name": 1 }),
            Ok((
                json!({ "uriTemplate": "a://{b}", "name": "a://{b}" }),
                &["/name"],
            )),
        )],
    );
}

/// Schemas of results that libraries read, mended, and left out.
fn of_output_schemas() -> Vec<Case> {
    let tool = |schema: Value| json!({ "name": "a", "inputSchema": { "type": "object" }, "outputSchema": schema });
    let of = |property: Value| json!({ "type": "object", "properties": { "a": property } });
    let healthy = [
        json!({ "type": "array", "items": { "type": ["string", "null"] } }),
        of(
            json!({ "pattern": r"^\p{L}[\w\-]+(?<b>x)$", "format": "own", "default": 1, "x": { "type": "own" } }),
        ),
        of(
            json!({ "const": { "$ref": "#/no" }, "enum": [{ "id": 1 }], "nullable": true, "type": "string" }),
        ),
        of(json!({ "$ref": "#" })),
        of(json!({ "properties": { "b": { "$ref": "#/properties/a" } } })),
        of(json!({ "$ref": "http://json-schema.org/draft-07/schema#" })),
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/a%20b~1c" }, "id": { "$ref": "#d" } },
            "$defs": { "a b/c": { "anyOf": [true, { "$ref": "#d" }] }, "d": { "$anchor": "d" }, "f": { "type": "own" } } }),
    ];
    let left_out = [
        json!({ "type": "str" }),
        json!({ "type": "object", "properties": { "a": "text" } }),
        json!({ "type": "object", "properties": {}, "$id": 1 }),
        of(json!({ "type": null })),
        of(json!({ "type": ["string", "date"] })),
        of(json!({ "type": "object", "properties": [] })),
        of(json!({ "type": "object", "required": true })),
        of(json!({ "$ref": "#/$defs/a" })),
        of(json!({ "$ref": "#a" })),
        of(json!({ "$ref": "#/properties/a" })),
        of(json!({ "$ref": "https://a.example/b" })),
        of(json!({ "$ref": 1 })),
        of(json!({ "pattern": "(?i)a" })),
        of(json!({ "pattern": r"\Aa\Z" })),
        of(json!({ "pattern": "(".repeat(51) + &")".repeat(51) })),
        of(json!({ "pattern": r"(\)".repeat(300) })),
        of(json!({ "pattern": "([)]".repeat(200) })),
        of(json!({ "pattern": "a|".repeat(300) })),
        of(json!({ "pattern": "a".repeat(1_001) })),
        of(json!({ "pattern": "(?i:a)" })),
        of(json!({ "allOf": vec![json!({ "pattern": "a" }); 201] })),
        of(json!({ "allOf": vec![json!({ "$ref": "#" }); 1_001] })),
        of(json!({ "$id": "https://a.example/a" })),
        of(json!({ "$async": true })),
        of(json!({ "not": { "$anchor": "no name" } })),
        json!({ "type": "object", "$anchor": "a" }),
        json!({ "$id": "https://a.example/b", "type": "object", "properties": { "a": { "$ref": "b#/properties" } } }),
        json!({ "type": "object", "$defs": { "a": { "$anchor": "a" }, "b": { "$anchor": "a" } } }),
        of(json!({ "patternProperties": { "(?P<a>b)": { "type": "string" } } })),
        of(json!({ "enum": [] })),
        of(json!({ "nullable": true })),
        of(json!({ "exclusiveMinimum": true, "minimum": 1 })),
        of(json!({ "maxLength": "1" })),
        of(json!({ "id": "a" })),
        of(json!({ "anyOf": [null] })),
        of(json!({ "items": [{ "type": "any" }] })),
        of(json!({ "if": {}, "then": { "not": { "type": "any" } } })),
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "type": "any" } } }),
        json!({ "type": "object", "$defs": { "a": { "$id": "a" }, "b": { "$id": "a", "type": "string" } } }),
    ];
    let mended: [(Value, Value, &[&str]); 3] = [
        (
            json!({ "type": "object", "properties": { "a": true, "b": false, "c": null } }),
            json!({ "type": "object", "properties": { "a": {}, "b": { "not": {} }, "c": {} } }),
            &[
                "/outputSchema/properties/a",
                "/outputSchema/properties/b",
                "/outputSchema/properties/c",
            ],
        ),
        (
            json!({ "type": "object", "properties": [], "required": {} }),
            json!({ "type": "object", "properties": {} }),
            &["/outputSchema/properties", "/outputSchema/required"],
        ),
        (
            json!({ "type": "object", "properties": null, "required": null }),
            json!({ "type": "object", "properties": {} }),
            &["/outputSchema/properties"],
        ),
    ];
    let without = json!({ "name": "a", "inputSchema": { "type": "object" } });
    let healthy = healthy.map(|schema| (tool(schema.clone()), Ok((tool(schema), &[][..]))));
    let left_out =
        left_out.map(|schema| (tool(schema), Ok((without.clone(), &["/outputSchema"][..]))));
    let mended = mended.map(|(sent, got, named)| (tool(sent), Ok((tool(got), named))));
    healthy.into_iter().chain(left_out).chain(mended).collect()
}

fn check(list: ListKind, cases: Vec<Case>) {
    for (sent, expected) in cases {
        let expected = match expected {
            Ok((value, mended)) => Ok(readable(value, mended)),
            Err(at) => Err(Unreadable(at.to_owned())),
        };
        assert_eq!(entry(list, sent.clone()), expected, "{list:?}: {sent}");
    }
}

fn readable(value: Value, mended: &[&str]) -> Readable {
    Readable {
        value,
        mended: mended.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn results_lose_nothing_that_can_be_read() {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let tool = |content: Value| json!({ "content": content });
    let healthy = json!({
        "content": [
            text("a"),
            { "type": "image", "data": "aGk=", "mimeType": "image/png" },
            { "type": "resource", "resource": { "uri": "a://b", "text": "" } },
            { "type": "resource_link", "uri": "a://b", "name": "b", "annotations": { "lastModified": "2025-01-12T15:00:58.5+02:00" } },
        ],
        "isError": false, "structuredContent": { "a": 1 }, "x": 1,
    });
    let cases: [(ResultKind, Value, Value, &[&str]); 13] = [
        (ResultKind::Tool, healthy.clone(), healthy, &[]),
        (ResultKind::Tool, json!({}), tool(json!([])), &[]),
        (
            ResultKind::Tool,
            tool("hi".into()),
            tool(json!([text("hi")])),
            &["/content", "/content/0"],
        ),
        (
            ResultKind::Tool,
            tool(text("hi")),
            tool(json!([text("hi")])),
            &["/content"],
        ),
        (
            ResultKind::Tool,
            json!({ "content": [{ "type": "text", "text": "a", "annotations": null }], "isError": "false", "_meta": null }),
            tool(json!([text("a")])),
            &["/isError"],
        ),
        (
            ResultKind::Tool,
            tool(json!([text("a"), { "type": "video", "data": "" }, { "text": "b" }])),
            tool(json!([
                text("a"),
                text(r#"{"type":"video","data":""}"#),
                text(r#"{"text":"b"}"#)
            ])),
            &["/content/1", "/content/2"],
        ),
        (
            ResultKind::Tool,
            tool(
                json!([{ "type": "image", "data": "aGk" }, { "type": "audio", "data": "a b\nc=", "mimeType": "audio/wav" }]),
            ),
            tool(json!([
                { "type": "image", "data": "aGk", "mimeType": "application/octet-stream" },
                { "type": "audio", "data": "a b\nc=", "mimeType": "audio/wav" },
            ])),
            &["/content/0/mimeType"],
        ),
        (
            ResultKind::Tool,
            tool(json!([{ "type": "image", "data": "?".repeat(3_000), "mimeType": "image/png" }])),
            tool(json!([text(&format!(
                "{{\"type\":\"image\",\"data\":\"{}…",
                "?".repeat(1_976)
            ))])),
            &["/content/0"],
        ),
        (
            ResultKind::Tool,
            tool(
                json!([{ "type": "resource", "resource": { "uri": "a://b", "blob": "aGk=", "text": null } }]),
            ),
            tool(json!([{ "type": "resource", "resource": { "uri": "a://b", "blob": "aGk=" } }])),
            &[],
        ),
        (
            ResultKind::Prompt,
            json!({ "messages": [{ "content": "a" }, { "role": "assistant", "content": [text("b"), text("c")] }] }),
            json!({ "messages": [
                { "content": text("a"), "role": "user" },
                { "role": "assistant", "content": text("b") },
                { "role": "assistant", "content": text("c") },
            ] }),
            &["/messages", "/messages/0/role", "/messages/0/content"],
        ),
        (
            ResultKind::Resource,
            json!({ "contents": [{ "uri": "b", "text": "", "mimeType": 1 }, { "uri": "c" }] }),
            json!({ "contents": [{ "uri": "b", "text": "" }] }),
            &["/contents/0/mimeType", "/contents/1"],
        ),
        (
            ResultKind::Completion,
            json!({ "completion": { "values": vec!["a"; 101], "total": "many", "hasMore": null } }),
            json!({ "completion": { "values": vec!["a"; 100] } }),
            &["/completion/values", "/completion/total"],
        ),
        (ResultKind::Tool, json!(7), json!(7), &[]),
    ];
    for (kind, sent, expected, mended) in cases {
        assert_eq!(
            result(kind, sent.clone()),
            readable(expected, mended),
            "{kind:?}: {sent}"
        );
    }
}
