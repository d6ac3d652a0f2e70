//! Tools whose results an app draws, and tools that only some may call.

use serde_json::{Value, json};

use super::call::{Call, say};
use super::definition::{Hints, Tool, Ui};
use super::weather;
use crate::apps;
use crate::icons::Glyph;

pub(super) fn tools() -> Vec<Tool> {
    let nothing = || json!({ "type": "object", "additionalProperties": false });
    vec![
        Tool {
            name: "chart_forecast",
            title: "Forecast chart",
            description: "The forecast of a city, drawn by an app of this server.",
            glyph: Glyph::Weather,
            hints: Hints::ReadOnly,
            input: weather::input(),
            output: Some(weather::output()),
            ui: Ui::Drawn(apps::FORECAST),
        },
        Tool {
            name: "app_playground",
            title: "App playground",
            description: "An app that calls tools, opens a link, or hangs, as you choose.",
            glyph: Glyph::Braces,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": { "action": {
                    "type": "string",
                    "title": "Action at the start",
                    "description": "Same as a button: add_note, read_board, hidden_tool, open_link, send_message, \
                        blocked_host, ask_model, offer_file, fullscreen, flood, long_context, eat_memory or loop. Empty: none.",
                } },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::Drawn(apps::PLAYGROUND),
        },
        Tool {
            name: "read_board",
            title: "Read the notes",
            description: "All notes of this session, for the app of this server alone.",
            glyph: Glyph::Note,
            hints: Hints::ReadOnly,
            input: nothing(),
            output: None,
            ui: Ui::ForApps,
        },
        Tool {
            name: "model_hint",
            title: "Hint for a model",
            description: "A line that the app of this server may not ask for.",
            glyph: Glyph::Note,
            hints: Hints::ReadOnly,
            input: nothing(),
            output: None,
            ui: Ui::ForModels,
        },
    ]
}

pub(super) fn playground() -> Value {
    say("The app shows what an app can do.")
}

pub(super) fn read_board(call: &Call) -> Value {
    let notes = call.session.notes();
    say(match notes.len() {
        0 => "There are no notes.".to_owned(),
        _ => notes.join("\n"),
    })
}

pub(super) fn model_hint() -> Value {
    say("Ask for the forecast of Helsinki.")
}
