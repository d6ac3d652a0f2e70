//! Answers with pictures, sounds, and every kind of content.

use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{Call, Outcome, ToolFault};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;
use crate::{content, media, resources};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool {
            name: "draw_chart",
            title: "Draw a chart",
            description: "Draws numbers as a bar chart and answers with a PNG.",
            glyph: Glyph::Chart,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "values": {
                        "type": "array",
                        "title": "Values",
                        "items": { "type": "number", "minimum": 0, "maximum": 1_000_000 },
                        "minItems": 1,
                        "maxItems": 24,
                        "default": [3, 5, 8, 13, 9, 6],
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "play_tone",
            title: "Play a tone",
            description: "Answers with a short sound as WAV.",
            glyph: Glyph::Sound,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "frequencyHz": {
                        "type": "number",
                        "title": "Frequency (Hz)",
                        "minimum": 40,
                        "maximum": 8000,
                        "default": 440,
                    },
                    "seconds": {
                        "type": "number",
                        "title": "Length (s)",
                        "exclusiveMinimum": 0,
                        "maximum": 3,
                        "multipleOf": 0.1,
                        "default": 1,
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "show_everything",
            title: "Show everything",
            description: "One answer with every kind of content: text, picture, sound, link and resource.",
            glyph: Glyph::Stack,
            hints: Hints::ReadOnly,
            input: json!({ "type": "object", "additionalProperties": false }),
            output: None,
            ui: Ui::None,
        },
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chart {
    #[serde(default = "some_values")]
    values: Vec<f32>,
}

fn some_values() -> Vec<f32> {
    vec![3.0, 5.0, 8.0, 13.0, 9.0, 6.0]
}

pub(super) fn draw_chart(call: &Call) -> Outcome {
    let Chart { values } = call.arguments()?;
    if values.is_empty() || values.len() > 24 {
        let words = format!("A chart has 1 to 24 values, not {}", values.len());
        return Err(ToolFault(words).into());
    }
    Ok(json!({
        "content": [
            content::text(format!("A chart of {} values.", values.len())),
            content::image("image/png", &media::chart(&values)),
        ],
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct Tone {
    frequency_hz: f32,
    seconds: f32,
}

impl Default for Tone {
    fn default() -> Self {
        Self {
            frequency_hz: 440.0,
            seconds: 1.0,
        }
    }
}

pub(super) fn play_tone(call: &Call) -> Outcome {
    let Tone {
        frequency_hz,
        seconds,
    } = call.arguments()?;
    if !(40.0..=8000.0).contains(&frequency_hz) {
        let words = format!("The demo plays 40 to 8000 Hz, not {frequency_hz}");
        return Err(ToolFault(words).into());
    }
    if seconds <= 0.0 || seconds > 3.0 {
        let words = format!("A tone lasts up to 3 seconds, not {seconds}");
        return Err(ToolFault(words).into());
    }
    Ok(json!({
        "content": [
            content::text(format!("{frequency_hz} Hz for {seconds} s.")),
            content::audio("audio/wav", &media::tone(frequency_hz, seconds)),
        ],
    }))
}

pub(super) fn show_everything() -> Value {
    let mut blocks = vec![
        content::annotated(
            content::text("Text, a picture, a sound, a link and a resource, in this order."),
            &["user", "assistant"],
            1.0,
        ),
        content::annotated(
            content::image("image/png", &media::sunrise()),
            &["user"],
            0.9,
        ),
        content::audio("audio/wav", &media::chime()),
    ];
    blocks.extend(resources::entry("demo://papers/leaflet.pdf").map(|entry| content::link(&entry)));
    blocks.extend(
        resources::contents("demo://guide/welcome.md").map(|entry| content::embedded(&entry)),
    );
    json!({ "content": blocks })
}
