//! A tool that adds another tool, and takes it away again.

use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{Call, Outcome, say};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;
use crate::session::{ExtraTool, Session};

pub(super) fn tools(session: &Session) -> Vec<Tool> {
    let mut tools = vec![Tool {
        name: "open_backstage",
        title: "Open or close backstage",
        description: "Adds the tool applaud, or takes it away. The list of tools changes.",
        glyph: Glyph::Door,
        hints: Hints::Sets,
        input: json!({
            "type": "object",
            "properties": {
                "open": { "type": "boolean", "title": "Open", "default": true },
            },
            "additionalProperties": false,
        }),
        output: None,
        ui: Ui::None,
    }];
    if is_open(session) {
        tools.push(Tool {
            name: "applaud",
            title: "Applaud",
            description: "There only while backstage is open.",
            glyph: Glyph::Star,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "claps": {
                        "type": "integer",
                        "title": "Claps",
                        "minimum": 1,
                        "maximum": 20,
                        "default": 3,
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        });
    }
    tools
}

pub(super) fn is_open(session: &Session) -> bool {
    session.extra_tool() == ExtraTool::Offered
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    #[serde(default = "yes")]
    open: bool,
}

fn yes() -> bool {
    true
}

pub(super) fn set(call: &Call) -> Outcome {
    let Set { open } = call.arguments()?;
    let wanted = if open {
        ExtraTool::Offered
    } else {
        ExtraTool::Absent
    };
    if call.session.extra_tool() == wanted {
        return Ok(say("Nothing changed."));
    }
    call.session.set_extra_tool(wanted);
    call.session
        .notify("notifications/tools/list_changed", &Value::Null);
    Ok(say(match wanted {
        ExtraTool::Offered => "Backstage is open: there is a new tool.",
        ExtraTool::Absent => "Backstage is closed: the tool is gone.",
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Applaud {
    #[serde(default = "three")]
    claps: u8,
}

fn three() -> u8 {
    3
}

pub(super) fn applaud(call: &Call) -> Outcome {
    let Applaud { claps } = call.arguments()?;
    Ok(say(vec!["clap"; usize::from(claps.clamp(1, 20))].join(" ")))
}
