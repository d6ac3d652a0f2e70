//! Tools that answer with resources: a link to one, or one whole.

use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{Call, Outcome, ToolFault};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;
use crate::{content, resources};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool {
            name: "find_paper",
            title: "Find a paper",
            description: "Looks for resources with a word in their name and answers with links to them.",
            glyph: Glyph::Link,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "word": {
                        "type": "string",
                        "title": "Word",
                        "description": "Part of a name; empty finds all",
                        "default": "",
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "open_paper",
            title: "Open a paper",
            description: "Answers with a whole resource of the demo embedded in the result.",
            glyph: Glyph::Box,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "uri": {
                        "type": "string",
                        "title": "Resource",
                        "enum": resources::uris(),
                        "default": "demo://guide/welcome.md",
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
    ]
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Find {
    word: String,
}

pub(super) fn find(call: &Call) -> Outcome {
    let Find { word } = call.arguments()?;
    let wanted = word.to_lowercase();
    let links: Vec<Value> = resources::uris()
        .into_iter()
        .filter_map(resources::entry)
        .filter(|entry| {
            ["name", "title", "description"]
                .iter()
                .filter_map(|key| entry[key].as_str())
                .any(|text| text.to_lowercase().contains(&wanted))
        })
        .map(|entry| content::link(&entry))
        .collect();
    let mut blocks = vec![content::text(match links.len() {
        0 => format!("No resource has {word:?} in its name."),
        1 => "One resource was found.".to_owned(),
        count => format!("{count} resources were found."),
    })];
    blocks.extend(links);
    Ok(json!({ "content": blocks }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Open {
    uri: String,
}

impl Default for Open {
    fn default() -> Self {
        Self {
            uri: "demo://guide/welcome.md".to_owned(),
        }
    }
}

pub(super) fn open(call: &Call) -> Outcome {
    let Open { uri } = call.arguments()?;
    let Some(contents) = resources::contents(&uri) else {
        return Err(ToolFault(format!("The demo has no resource {uri:?}")).into());
    };
    Ok(json!({
        "content": [
            content::text(format!("Here is {uri}.")),
            content::embedded(&contents),
        ],
    }))
}
