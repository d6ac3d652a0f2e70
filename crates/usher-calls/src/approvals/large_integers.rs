//! Keeps integers that no double holds as a client sent them, through a page that reads numbers as doubles.

use serde_json::{Map, Value};
use usher_review::canonical::is_large_integer;

/// Lists the integers in arguments that the page shows rounded, each as `name: value`.
pub fn rounded(arguments: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    for (name, value) in arguments {
        visit(value, &mut |number| found.push(format!("{name}: {number}")));
    }
    found
}

/// Puts the integers that were asked for in place of those that the page rounded.
pub(super) fn restored(
    answered: Map<String, Value>,
    asked: &Map<String, Value>,
) -> Map<String, Value> {
    let mut exact = Vec::new();
    for value in asked.values() {
        visit(value, &mut |number| exact.push(number.clone()));
    }
    if exact.is_empty() {
        return answered;
    }
    let restore = |(name, value)| {
        let value = restore(value, asked.get(&name), &exact);
        (name, value)
    };
    answered.into_iter().map(restore).collect()
}

fn restore(answered: Value, asked: Option<&Value>, exact: &[Value]) -> Value {
    match answered {
        Value::Object(members) => {
            let asked = asked.and_then(Value::as_object);
            let restore = |(name, value): (String, Value)| {
                let value = restore(value, asked.and_then(|asked| asked.get(&name)), exact);
                (name, value)
            };
            Value::Object(members.into_iter().map(restore).collect())
        }
        Value::Array(entries) => {
            let asked = asked.and_then(Value::as_array);
            let restore =
                |(at, value)| restore(value, asked.and_then(|asked| asked.get(at)), exact);
            Value::Array(entries.into_iter().enumerate().map(restore).collect())
        }
        Value::Number(_) => {
            // The one in the same place, else one that was moved.
            let same = |other: &&Value| other.is_number() && other.as_f64() == answered.as_f64();
            let found = asked.filter(same).or_else(|| exact.iter().find(same));
            found.cloned().unwrap_or(answered)
        }
        other => other,
    }
}

/// Visits the integers in a value that a double cannot be trusted with.
fn visit(value: &Value, found: &mut impl FnMut(&Value)) {
    match value {
        Value::Object(members) => members.values().for_each(|value| visit(value, found)),
        Value::Array(entries) => entries.iter().for_each(|value| visit(value, found)),
        Value::Number(number) if is_large_integer(number) => found(value),
        Value::Number(_) | Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_page_rounds_is_sent_as_it_was_asked_for() {
        let asked = json!({
            "id": 9_007_199_254_740_993_u64, "ids": [u64::MAX, 9_007_199_254_740_995_u64, 7],
            "in": { "low": -9_007_199_254_740_993_i64, "half": 0.5 }, "text": "9007199254740993",
        });
        let page = |value: Value| -> Value {
            // As a page reads and writes numbers.
            fn rounded(value: Value) -> Value {
                match value {
                    Value::Number(number) if !number.is_f64() => {
                        let double = number.as_f64().unwrap_or_default();
                        serde_json::from_str(&format!("{double}")).unwrap()
                    }
                    Value::Array(all) => all.into_iter().map(rounded).collect(),
                    Value::Object(all) => all
                        .into_iter()
                        .map(|(name, value)| (name, rounded(value)))
                        .collect(),
                    other => other,
                }
            }
            rounded(value)
        };
        let mut moved = asked.clone();
        moved["ids"] = json!([9_007_199_254_740_995_u64]);
        moved["in"]["half"] = json!(0.25);
        moved["id"] = json!(5);
        for (case, left) in [("unchanged", asked.clone()), ("changed", moved)] {
            let answered = page(left.clone()).as_object().cloned().unwrap_or_default();
            let restored = restored(answered, asked.as_object().unwrap());
            assert_eq!(Value::Object(restored), left, "{case}");
        }
        let shown = rounded(asked.as_object().unwrap());
        let expected = [
            "id: 9007199254740993",
            "ids: 18446744073709551615",
            "ids: 9007199254740995",
            "in: -9007199254740993",
        ];
        assert_eq!(shown, expected, "and the person is told");
    }
}
