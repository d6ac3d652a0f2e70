//! Finds what deceives a reader of a whole definition.

use serde_json::Value;

use crate::hidden_characters::{Hidden, hidden, mixes_scripts};

/// Look-alikes beyond this many are not named; one is reason enough to look.
const MAX_MIXED: usize = 20;

/// Finds text of a definition that deceives its reader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeceptiveText {
    /// Characters that are not seen.
    pub hidden: Vec<Hidden>,
    /// Words that mix letters of several alphabets, each once.
    pub mixed: Vec<String>,
}

/// Everything of that kind in a value, in its names too.
pub fn deceptive_text(value: &Value) -> DeceptiveText {
    let mut found = DeceptiveText::default();
    search(value, &mut found);
    found
}

fn search(value: &Value, found: &mut DeceptiveText) {
    match value {
        Value::String(text) => look_at(text, found),
        Value::Array(entries) => entries.iter().for_each(|entry| search(entry, found)),
        Value::Object(members) => {
            for (name, member) in members {
                look_at(name, found);
                search(member, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn look_at(text: &str, found: &mut DeceptiveText) {
    found.hidden.extend(hidden(text));
    for word in mixes_scripts(text) {
        if found.mixed.len() < MAX_MIXED && found.mixed.iter().all(|known| known != word) {
            found.mixed.push(word.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_and_texts_are_looked_at_wherever_they_are() {
        let value = json!({ "n\u{430}me": [{ "x": "a\u{200b} p\u{430}y p\u{430}y" }, 5, null] });
        let found = deceptive_text(&value);
        assert_eq!(found.mixed, ["n\u{430}me", "p\u{430}y"], "each once");
        assert_eq!(found.hidden.len(), 1, "{found:?}");
        assert_eq!(
            deceptive_text(&json!({ "plain": "\u{43d}\u{435}\u{442}" })),
            DeceptiveText::default()
        );
    }
}
