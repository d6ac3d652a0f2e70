//! Repairs the list of a result as languages without a list type write it: `null` for an empty list, an object for one of
//! a single entry, a map for one with keys.

use serde_json::{Map, Value, json};

use usher_messages::Message;
use usher_types::json_type::type_of;

/// Makes a list of a member that is none, or a result of a bare list. What cannot be one stays as it is.
///
/// `key` is the member that each entry has: it tells an entry from a map of entries.
pub(crate) fn mend(
    result: &mut Value,
    method: &str,
    member: &str,
    key: &str,
    notes: &mut Vec<Message>,
) {
    let is_entry = |value: &Value| value.get(key).is_some_and(Value::is_string);
    let is_bare = match &*result {
        Value::Array(entries) => entries.iter().all(Value::is_object),
        bare => bare.get(member).is_none() && is_entry(bare) && bare.get("error").is_none(),
    };
    if is_bare {
        notes.push(
            Message::new("repair.list.bare")
                .with("method", method)
                .with("found", type_of(result))
                .with("member", member),
        );
        let entries = match result.take() {
            entries @ Value::Array(_) => entries,
            entry => Value::Array(vec![entry]),
        };
        *result = Value::Object(Map::from_iter([(member.to_owned(), entries)]));
        return;
    }
    let Some(list) = result.get_mut(member) else {
        return;
    };
    let (code, entries) = match list {
        Value::Null => ("repair.list.none", json!([])),
        Value::Object(_) if is_entry(list) => ("repair.list.one", json!([list.take()])),
        Value::Object(entries) if entries.values().all(Value::is_object) => {
            let entries = std::mem::take(entries);
            (
                "repair.list.map",
                entries.into_iter().map(|(_, entry)| entry).collect(),
            )
        }
        _ => return,
    };
    *list = entries;
    notes.push(
        Message::new(code)
            .with("method", method)
            .with("member", member),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_languages_write_them() {
        let cases = r#"
            {"tools": [1]} | {"tools": [1]} |
            {"tools": null, "x": 1} | {"tools": [], "x": 1} | repair.list.none
            {"tools": {}} | {"tools": []} | repair.list.map
            {"tools": {"name": "a"}} | {"tools": [{"name": "a"}]} | repair.list.one
            {"tools": {"b": {"name": "b"}, "a": {"name": {}}}} | {"tools": [{"name": "b"}, {"name": {}}]} | repair.list.map
            [{"name": "a"}] | {"tools": [{"name": "a"}]} | repair.list.bare
            {"name": "a"} | {"tools": [{"name": "a"}]} | repair.list.bare
            {"tools": {"a": 1}} | {"tools": {"a": 1}} |
            {"tools": "a"} | {"tools": "a"} |
            {} | {} |
            ["a"] | ["a"] |
            null | null |
        "#;
        for [sent, expected, code] in usher_cases::rows(cases) {
            let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
            let (mut result, mut notes) = (json(&sent), Vec::new());
            mend(&mut result, "tools/list", "tools", "name", &mut notes);
            let codes: Vec<_> = notes.iter().map(|note| note.code.as_ref()).collect();
            assert_eq!((result, codes.join(" ")), (json(&expected), code), "{sent}");
        }
    }
}
