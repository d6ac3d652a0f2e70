//! A long-running tool, called directly or as a task. Tasks are in [`crate::tasks`].

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::call::{Call, Outcome, ToolFault, say};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;

pub(crate) const NAME: &str = "rehearse";

pub(crate) const LONGEST_SECONDS: u64 = 86_400;

pub(super) fn tools() -> Vec<Tool> {
    vec![Tool {
        name: NAME,
        title: "Rehearse a play",
        description: "Takes its time. Run it as a task, close Usher, and fetch the result when you are back.",
        glyph: Glyph::Star,
        hints: Hints::ReadOnly,
        input: json!({
            "type": "object",
            "properties": {
                "seconds": {
                    "type": "integer",
                    "title": "Seconds",
                    "minimum": 1,
                    "maximum": LONGEST_SECONDS,
                    "default": 30,
                },
            },
            "additionalProperties": false,
        }),
        output: None,
        ui: Ui::None,
    }]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Rehearsal {
    seconds: u64,
}

impl Default for Rehearsal {
    fn default() -> Self {
        Self { seconds: 30 }
    }
}

/// How long the task takes, or why these arguments are wrong.
pub(crate) fn seconds(arguments: Map<String, Value>) -> Result<u64, String> {
    let rehearsal: Rehearsal = serde_json::from_value(Value::Object(arguments))
        .map_err(|problem| format!("The arguments do not fit: {problem}"))?;
    (1..=LONGEST_SECONDS)
        .contains(&rehearsal.seconds)
        .then_some(rehearsal.seconds)
        .ok_or_else(|| format!("A rehearsal takes 1 to {LONGEST_SECONDS} seconds"))
}

/// What comes of it.
pub(crate) fn done(seconds: u64) -> Value {
    say(format!("Rehearsed for {seconds} s. Break a leg!"))
}

pub(super) async fn run(call: Call) -> Outcome {
    let seconds = seconds(call.arguments).map_err(ToolFault)?;
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    Ok(done(seconds))
}
