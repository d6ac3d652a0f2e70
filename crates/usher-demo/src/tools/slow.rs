//! Tools that take their time: one with progress, one silent, both to be cancelled.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::call::{Call, Outcome, ToolFault, say};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool {
            name: "count_slowly",
            title: "Count slowly",
            description: "Counts to a number with a pause between steps, and reports progress at each.",
            glyph: Glyph::Ring,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "steps": {
                        "type": "integer",
                        "title": "Steps",
                        "minimum": 1,
                        "maximum": 1000,
                        "default": 10,
                    },
                    "delayMs": {
                        "type": "integer",
                        "title": "Pause (ms)",
                        "description": "The pause before each step",
                        "minimum": 0,
                        "maximum": 10_000,
                        "default": 500,
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "wait",
            title: "Wait",
            description: "Says nothing for a while. Cancel it, or let it end.",
            glyph: Glyph::Hourglass,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "seconds": {
                        "type": "number",
                        "title": "Seconds",
                        "minimum": 0,
                        "maximum": 3600,
                        "default": 60,
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
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct Count {
    steps: u32,
    delay_ms: u64,
}

impl Default for Count {
    fn default() -> Self {
        Self {
            steps: 10,
            delay_ms: 500,
        }
    }
}

pub(super) async fn count(call: Call) -> Outcome {
    let Count { steps, delay_ms } = call.arguments()?;
    if !(1..=1000).contains(&steps) || delay_ms > 10_000 {
        let words = "The demo counts 1 to 1000 steps with a pause of up to 10000 ms";
        return Err(ToolFault(words.to_owned()).into());
    }
    for step in 1..=steps {
        tokio::time::sleep(Duration::from_millis(delay_ms)).await;
        call.progress(step, steps, &format!("Step {step} of {steps}"));
    }
    Ok(say(format!("Counted to {steps}.")))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Wait {
    seconds: f64,
}

impl Default for Wait {
    fn default() -> Self {
        Self { seconds: 60.0 }
    }
}

pub(super) async fn wait(call: Call) -> Outcome {
    let Wait { seconds } = call.arguments()?;
    let pause = Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|pause| *pause <= Duration::from_hours(1))
        .ok_or_else(|| ToolFault(format!("The demo waits 0 to 3600 seconds, not {seconds}")))?;
    tokio::time::sleep(pause).await;
    Ok(say(format!("Waited {seconds} s.")))
}
