//! The first tools a person tries: text in, text out.

use serde::Deserialize;
use serde_json::json;

use super::call::{Call, Outcome, say};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool {
            name: "greet",
            title: "Greet",
            description: "Says hello in the language you choose.",
            glyph: Glyph::Speech,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "name": {
                        "type": "string",
                        "title": "Name",
                        "description": "Who is greeted",
                        "minLength": 1,
                        "maxLength": 80,
                        "examples": ["Ada"],
                    },
                    "language": {
                        "type": "string",
                        "title": "Language",
                        "oneOf": [
                            { "const": "en", "title": "English" },
                            { "const": "de", "title": "Deutsch" },
                            { "const": "fi", "title": "Suomi" },
                            { "const": "es", "title": "Español" },
                        ],
                        "default": "en",
                    },
                },
                "required": ["name"],
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "echo",
            title: "Echo",
            description: "Gives back the message, once or a few times.",
            glyph: Glyph::Echo,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "message": { "type": "string", "title": "Message" },
                    "times": {
                        "type": "integer",
                        "title": "Times",
                        "minimum": 1,
                        "maximum": 10,
                        "default": 1,
                    },
                },
                "required": ["message"],
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Greet {
    name: String,
    #[serde(default)]
    language: Language,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Language {
    #[default]
    En,
    De,
    Fi,
    Es,
}

pub(super) fn greet(call: &Call) -> Outcome {
    let Greet { name, language } = call.arguments()?;
    Ok(say(match language {
        Language::En => format!("Hello, {name}! Your seat is ready."),
        Language::De => format!("Guten Tag, {name}! Ihr Platz ist bereit."),
        Language::Fi => format!("Hei, {name}! Paikkasi on valmis."),
        Language::Es => format!("¡Hola, {name}! Su asiento está listo."),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Echo {
    message: String,
    #[serde(default = "once")]
    times: u8,
}

fn once() -> u8 {
    1
}

pub(super) fn echo(call: &Call) -> Outcome {
    let Echo { message, times } = call.arguments()?;
    let times = usize::from(times.clamp(1, 10));
    Ok(say(vec![message; times].join("\n")))
}
