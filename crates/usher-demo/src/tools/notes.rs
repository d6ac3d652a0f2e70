//! Tools that change something: the notes of this session, and the client's log.

use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{Call, Outcome, ToolFault, say};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;
use crate::resources;
use crate::session::Level;

/// More notes than this would only slow the list down.
const MAX_NOTES: usize = 50;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool {
            name: "add_note",
            title: "Add a note",
            description: "Keeps a note as a resource until this session ends. The list of resources changes.",
            glyph: Glyph::Note,
            hints: Hints::Adds,
            input: json!({
                "type": "object",
                "properties": {
                    "text": { "type": "string", "title": "Text", "minLength": 1, "maxLength": 2000 },
                },
                "required": ["text"],
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "clear_notes",
            title: "Clear all notes",
            description: "Throws away the notes of this session, all but the newest ones you want to keep.",
            glyph: Glyph::Broom,
            hints: Hints::Destroys,
            input: json!({
                "type": "object",
                "properties": {
                    "keep": {
                        "type": "integer",
                        "title": "Keep",
                        "description": "How many of the newest notes stay.",
                        "minimum": 0,
                        "maximum": MAX_NOTES,
                        "default": 0,
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "write_log",
            title: "Write to the log",
            description: "Sends a log message to the client. It arrives only if its level is wanted.",
            glyph: Glyph::Log,
            hints: Hints::Adds,
            input: json!({
                "type": "object",
                "properties": {
                    "message": { "type": "string", "title": "Message", "default": "The doors are open." },
                    "level": {
                        "type": "string",
                        "title": "Level",
                        "enum": [
                            "debug", "info", "notice", "warning",
                            "error", "critical", "alert", "emergency",
                        ],
                        "default": "info",
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    text: String,
}

pub(super) fn add(call: &Call) -> Outcome {
    let Add { text } = call.arguments()?;
    let number = call.session.change_notes(|notes| {
        (notes.len() < MAX_NOTES).then(|| {
            notes.push(text);
            notes.len()
        })
    });
    let Some(number) = number else {
        let words = format!("There are {MAX_NOTES} notes already. Clear them first.");
        return Err(ToolFault(words).into());
    };
    tell_changed(call);
    Ok(say(format!("Kept as {}.", resources::note_uri(number))))
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Clear {
    keep: usize,
}

pub(super) fn clear(call: &Call) -> Outcome {
    let Clear { keep } = call.arguments()?;
    let count = call.session.change_notes(|notes| {
        let count = notes.len().saturating_sub(keep);
        notes.drain(..count);
        count
    });
    if count > 0 {
        tell_changed(call);
    }
    Ok(say(format!("Threw away {count} notes.")))
}

fn tell_changed(call: &Call) {
    call.session
        .notify("notifications/resources/list_changed", &Value::Null);
    call.session.updated(resources::NOTES);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WriteLog {
    message: String,
    level: Level,
}

impl Default for WriteLog {
    fn default() -> Self {
        Self {
            message: "The doors are open.".to_owned(),
            level: Level::Info,
        }
    }
}

pub(super) fn write_log(call: &Call) -> Outcome {
    let WriteLog { message, level } = call.arguments()?;
    call.session
        .log(level, "write_log", &json!({ "message": message }));
    Ok(say(format!("Wrote to the log at level {level}.")))
}
