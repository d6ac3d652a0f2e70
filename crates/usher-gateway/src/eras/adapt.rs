//! Fits what servers sent to the era of a client. All else is passed on as it came.

use serde_json::{Map, Value, json};

use usher_mcp::readable::{self, Readable, ResultKind};
use usher_types::sent_json::SentJson;

use crate::eras::revision::{Era, SERVER_INFO};

/// What only modern results have (2026-07-28, server/utilities/caching).
const MODERN_MEMBERS: [&str; 2] = ["ttlMs", "cacheScope"];

/// What a result asks its client for (2026-07-28, basic, result types; basic/patterns/mrtr). Only Usher asks: what a
/// server requests has been looked at by then.
const ASKING_MEMBERS: [&str; 3] = ["resultType", "inputRequests", "requestState"];

/// A result of a server, for a client of this era, and what of it was mended (JSON pointers). It is complete, whatever
/// the server says.
pub(crate) fn result(
    kind: ResultKind,
    result: Value,
    era: Era,
    own_info: &Value,
) -> (Value, Vec<String>) {
    let Readable {
        value: mut result,
        mended,
    } = readable::result(kind, result);
    let Some(members) = result.as_object_mut() else {
        return (result, mended);
    };
    for member in ASKING_MEMBERS {
        members.remove(member);
    }
    match era {
        Era::Legacy => {
            for member in MODERN_MEMBERS {
                members.remove(member);
            }
            // A legacy result holds an object (2025-11-25, server/tools, structured content).
            if members
                .get("structuredContent")
                .is_some_and(|value| !value.is_object())
            {
                members.remove("structuredContent");
            }
        }
        Era::Modern => complete(members, own_info),
    }
    (result, mended)
}

/// A result of Usher itself.
pub(crate) fn own(mut result: Value, era: Era, own_info: &Value) -> Value {
    if let (Era::Modern, Some(members)) = (era, result.as_object_mut()) {
        complete(members, own_info);
    }
    result
}

/// A result that the client may keep for a while (2026-07-28, server/utilities/caching).
pub(crate) fn cacheable(mut result: Value, era: Era, own_info: &Value, ttl_ms: u64) -> Value {
    if let (Era::Modern, Some(members)) = (era, result.as_object_mut()) {
        complete(members, own_info);
        members.entry("ttlMs").or_insert_with(|| ttl_ms.into());
        members
            .entry("cacheScope")
            .or_insert_with(|| "private".into());
    }
    result
}

fn complete(members: &mut Map<String, Value>, own_info: &Value) {
    members
        .entry("resultType")
        .or_insert_with(|| "complete".into());
    let meta = members.entry("_meta").or_insert_with(|| json!({}));
    if let Some(meta) = meta.as_object_mut() {
        meta.entry(SERVER_INFO).or_insert_with(|| own_info.clone());
    }
}

/// A tool's definition under the name that clients know it by.
pub(crate) fn tool(definition: &SentJson, name: &str, era: Era) -> SentJson {
    let mut tool = named(definition, name);
    // Any call may be followed as a task, whatever its server says (2025-11-25, basic/utilities/tasks).
    match era {
        Era::Legacy => tool.insert("execution", json!({ "taskSupport": "optional" })),
        Era::Modern => tool.remove("execution"),
    }
    let is_object = |schema: &Value| schema.get("type").and_then(Value::as_str) == Some("object");
    if era == Era::Legacy
        && tool
            .get("outputSchema")
            .is_some_and(|schema| !is_object(schema))
    {
        tool.remove("outputSchema");
    }
    tool
}

/// A definition under another name.
pub(crate) fn named(definition: &SentJson, name: &str) -> SentJson {
    let mut renamed = definition.clone();
    renamed.insert("name", name.into());
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_fit_the_era_of_the_client_and_keep_all_else() {
        let info = json!({"name": "usher"});
        let modern =
            json!({"content": [], "resultType": "complete", "ttlMs": 1, "x": 1, "_meta": {"a": 1}});
        let legacy = json!({"content": [], "x": 1, "_meta": {"a": 1}});
        let asking = json!({
            "content": [], "resultType": "input_required", "requestState": "s",
            "inputRequests": { "x": { "method": "roots/list" } }, "_meta": { "a": 1 }, "x": 1,
        });
        let scalar = json!({"content": [], "structuredContent": 7});
        let complete = json!({"content": [], "x": 1, "_meta": {"a": 1, SERVER_INFO: {"name": "usher"}}, "resultType": "complete"});
        let own = json!({"content": [], "_meta": {SERVER_INFO: {"name": "theirs"}}, "resultType": "complete"});
        let cases = [
            (modern.clone(), Era::Legacy, legacy.clone()),
            (asking.clone(), Era::Legacy, legacy.clone()),
            (asking, Era::Modern, complete.clone()),
            (legacy, Era::Modern, complete),
            (own.clone(), Era::Modern, own),
            (scalar.clone(), Era::Legacy, json!({"content": []})),
            (json!(7), Era::Modern, json!(7)),
        ];
        for (came, era, expected) in cases {
            assert_eq!(
                result(ResultKind::Tool, came.clone(), era, &info),
                (expected, Vec::new()),
                "{came} for {era:?}"
            );
        }
    }

    #[test]
    fn definitions_keep_everything_but_their_name() {
        let sent = r#"{"name":"a.b","execution":{"taskSupport":"required"},"x":1.0e0,"outputSchema":{"type":"array"},"title":"\u0041"}"#;
        let definition = SentJson::new(serde_json::from_str(sent).unwrap(), sent);
        for (era, expected) in [
            (
                Era::Legacy,
                r#"{"name":"s__a","execution":{"taskSupport":"optional"},"x":1.0e0,"title":"\u0041"}"#,
            ),
            (
                Era::Modern,
                r#"{"name":"s__a","x":1.0e0,"outputSchema":{"type":"array"},"title":"\u0041"}"#,
            ),
        ] {
            assert_eq!(tool(&definition, "s__a", era).text(), expected, "{era:?}");
        }
    }
}
