//! What of a tool's definition is searched.

use serde_json::Value;

/// How deep arguments within arguments are read.
const DEPTH: usize = 4;

/// The longest beginning of a description, in bytes.
const SUMMARY_BYTES: usize = 200;

/// The texts of one tool that are searched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolText {
    /// The person's name for its server.
    pub server: String,
    /// Its name in the protocol.
    pub name: String,
    pub title: String,
    /// The beginning of its description.
    pub summary: String,
    /// The rest of it.
    pub description: String,
    /// Names of its arguments, and what its server says about them.
    pub arguments: String,
}

impl ToolText {
    /// Takes the texts out of a definition (2025-11-25, server/tools).
    pub fn of(server: &str, definition: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let title = match &definition["title"] {
            Value::String(title) => title.clone(),
            _ => text(&definition["annotations"]["title"]),
        };
        let description = text(&definition["description"]);
        let (summary, rest) = beginning(&description);
        let mut arguments = String::new();
        add_arguments(&definition["inputSchema"], DEPTH, &mut arguments);
        Self {
            server: server.to_owned(),
            name: text(&definition["name"]),
            title,
            summary: summary.to_owned(),
            description: rest.to_owned(),
            arguments,
        }
    }
}

/// Splits a description after its first sentence or line.
fn beginning(description: &str) -> (&str, &str) {
    let description = description.trim();
    let end = description
        .char_indices()
        .filter(|(at, _)| *at <= SUMMARY_BYTES)
        .find(|(at, character)| {
            *character == '\n'
                || (*character == '.' && description[at + 1..].starts_with([' ', '\n']))
        });
    match end {
        Some((at, _)) => description.split_at(at),
        None if description.len() <= SUMMARY_BYTES => (description, ""),
        None => {
            let last = description[..description.floor_char_boundary(SUMMARY_BYTES)].rfind(' ');
            description.split_at(last.unwrap_or(0))
        }
    }
}

fn add_arguments(schema: &Value, depth: usize, text: &mut String) {
    if depth == 0 {
        return;
    }
    for (name, argument) in schema["properties"].as_object().into_iter().flatten() {
        text.push_str(name);
        text.push(' ');
        for said in [&argument["title"], &argument["description"]] {
            text.push_str(said.as_str().unwrap_or_default());
            text.push(' ');
        }
        for value in argument["enum"].as_array().into_iter().flatten() {
            text.push_str(value.as_str().unwrap_or_default());
            text.push(' ');
        }
        add_arguments(argument, depth - 1, text);
        add_arguments(&argument["items"], depth - 1, text);
    }
    for choice in ["anyOf", "oneOf", "allOf"] {
        for schema in schema[choice].as_array().into_iter().flatten() {
            add_arguments(schema, depth - 1, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_definition_is_read_in_its_parts() {
        let definition = json!({
            "name": "add", "annotations": { "title": "Add a note" },
            "description": "Adds a note. It is kept.",
            "inputSchema": {
                "properties": {
                    "kind": { "enum": ["long"], "description": "Its length" },
                    "tags": { "items": { "properties": { "word": { "title": "A tag" } } } },
                },
                "anyOf": [{ "properties": { "either": {} } }],
            },
        });
        let text = ToolText::of("Notes", &definition);
        let arguments: Vec<_> = text.arguments.split_whitespace().collect();
        assert_eq!(
            (
                text.server.as_str(),
                text.name.as_str(),
                text.title.as_str()
            ),
            ("Notes", "add", "Add a note")
        );
        assert_eq!(
            (text.summary.as_str(), text.description.as_str()),
            ("Adds a note", ". It is kept.")
        );
        let expected = "kind Its length long tags word A tag either";
        assert_eq!(arguments, expected.split(' ').collect::<Vec<_>>());
        assert_eq!(ToolText::of("", &json!(7)), ToolText::default());
    }

    #[test]
    fn a_summary_ends_within_its_length_between_characters() {
        for text in [
            "ä".repeat(500),
            "word ".repeat(100),
            "a".repeat(SUMMARY_BYTES),
        ] {
            let (summary, rest) = beginning(&text);
            assert!(summary.len() <= SUMMARY_BYTES, "{summary}");
            assert_eq!(format!("{summary}{rest}"), text.trim());
        }
    }
}
