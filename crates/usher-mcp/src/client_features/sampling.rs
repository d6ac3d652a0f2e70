//! Checks a sampling request (2025-11-25, client/sampling, message content constraints).

use std::collections::HashSet;

use serde_json::Value;

use super::invalid_request::InvalidRequest;

/// Checks that tool results come alone and follow their tool uses.
pub(super) fn check(params: &Value) -> Result<(), InvalidRequest> {
    let none = Vec::new();
    let messages = params["messages"].as_array().unwrap_or(&none);
    let mut unanswered: HashSet<&str> = HashSet::new();
    for message in messages {
        let blocks = blocks(&message["content"]);
        let results: Vec<&str> = blocks
            .iter()
            .filter(|block| block["type"] == "tool_result")
            .map(|block| block["toolUseId"].as_str().unwrap_or_default())
            .collect();
        if !results.is_empty() && results.len() < blocks.len() {
            return Err(InvalidRequest::MixedResults);
        }
        for id in results {
            unanswered.remove(id);
        }
        if !unanswered.is_empty() {
            return Err(InvalidRequest::NoToolResult);
        }
        unanswered = blocks
            .iter()
            .filter(|block| block["type"] == "tool_use")
            .filter_map(|block| block["id"].as_str())
            .collect();
    }
    if unanswered.is_empty() {
        Ok(())
    } else {
        Err(InvalidRequest::NoToolResult)
    }
}

/// A message's content is one block or a list of them.
fn blocks(content: &Value) -> Vec<&Value> {
    match content {
        Value::Array(blocks) => blocks.iter().collect(),
        Value::Null => Vec::new(),
        block => vec![block],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tool_results_follow_their_uses_and_stand_alone() {
        let text = json!({"type": "text", "text": "x"});
        let used = |id: &str| json!({"type": "tool_use", "id": id, "name": "t", "input": {}});
        let result = |id: &str| json!({"type": "tool_result", "toolUseId": id, "content": []});
        let missing = Err(InvalidRequest::NoToolResult);
        let mixed = Err(InvalidRequest::MixedResults);
        let rows = [
            (json!([]), Ok(())),
            (json!([text]), Ok(())),
            (json!([[text, text]]), Ok(())),
            (
                json!([
                    [text, used("a"), used("b")],
                    [result("b"), result("a")],
                    text
                ]),
                Ok(()),
            ),
            (
                json!([used("a"), result("a"), used("b"), result("b")]),
                Ok(()),
            ),
            (json!([used("a")]), missing.clone()),
            (json!([used("a"), text]), missing.clone()),
            (json!([[used("a"), used("b")], [result("a")]]), missing),
            (json!([used("a"), [result("a"), text]]), mixed),
            (json!(5), Ok(())),
        ];
        for (contents, expected) in rows {
            let messages: Vec<Value> = contents
                .as_array()
                .into_iter()
                .flatten()
                .map(|content| json!({"role": "user", "content": content}))
                .collect();
            assert_eq!(
                check(&json!({ "messages": messages })),
                expected,
                "{contents}"
            );
        }
    }
}
