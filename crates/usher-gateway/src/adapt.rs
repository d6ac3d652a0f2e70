//! Fits what servers sent to the era of a client. All else is passed on as it came.

use serde_json::{Map, Value, json};

use usher_core::protocol::readable::{self, ResultKind};

use crate::revision::{Era, SERVER_INFO};

/// What only modern results have (2026-07-28, server/utilities/caching).
const MODERN_MEMBERS: [&str; 2] = ["ttlMs", "cacheScope"];

/// What a result asks its client for (2026-07-28, basic, result types; basic/patterns/mrtr). Only Usher asks: what a
/// server requests has been looked at by then.
const ASKING_MEMBERS: [&str; 3] = ["resultType", "inputRequests", "requestState"];

/// A result of a server, for a client of this era. It is complete, whatever the server says.
pub(crate) fn result(kind: ResultKind, result: Value, era: Era, own_info: &Value) -> Value {
    let mut result = readable::result(kind, result).value;
    let Some(members) = result.as_object_mut() else {
        return result;
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
    result
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
pub(crate) fn tool(definition: &Value, name: &str, era: Era) -> Value {
    let mut tool = named(definition, name);
    let Some(members) = tool.as_object_mut() else {
        return tool;
    };
    // Any call may be followed as a task, whatever its server says (2025-11-25, basic/utilities/tasks).
    match era {
        Era::Legacy => members.insert("execution".to_owned(), json!({ "taskSupport": "optional" })),
        Era::Modern => members.remove("execution"),
    };
    let is_object = |schema: &Value| schema.get("type").and_then(Value::as_str) == Some("object");
    if era == Era::Legacy
        && members
            .get("outputSchema")
            .is_some_and(|schema| !is_object(schema))
    {
        members.remove("outputSchema");
    }
    tool
}

/// A definition under another name.
pub(crate) fn named(definition: &Value, name: &str) -> Value {
    let mut renamed = definition.clone();
    if let Some(members) = renamed.as_object_mut() {
        members.insert("name".to_owned(), name.into());
    }
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
                expected,
                "{came} for {era:?}"
            );
        }
    }

    #[test]
    fn definitions_keep_everything_but_their_name() {
        let definition = json!({
            "name": "a.b", "title": "A", "x": 1, "outputSchema": {"type": "array"},
            "execution": {"taskSupport": "required"},
        });
        let legacy = json!({
            "name": "s__a", "title": "A", "x": 1, "execution": {"taskSupport": "optional"},
        });
        let modern =
            json!({"name": "s__a", "title": "A", "x": 1, "outputSchema": {"type": "array"}});
        assert_eq!(tool(&definition, "s__a", Era::Legacy), legacy);
        assert_eq!(tool(&definition, "s__a", Era::Modern), modern);
    }
}
