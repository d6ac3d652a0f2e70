//! Tools that go wrong on purpose.

use serde::Deserialize;
use serde_json::json;

use super::call::{Call, Outcome, ToolFault};
use super::definition::{Hints, Tool, Ui};
use super::weather;
use crate::content;
use crate::fault::Fault;
use crate::icons::Glyph;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool {
            name: "fail",
            title: "Fail",
            description: "Always fails: as a tool that reports its error, or as a protocol error.",
            glyph: Glyph::Warning,
            hints: Hints::ReadOnly,
            input: json!({
                "type": "object",
                "properties": {
                    "kind": {
                        "type": "string",
                        "title": "Kind of failure",
                        "oneOf": [
                            { "const": "tool", "title": "The tool reports an error" },
                            { "const": "protocol", "title": "The server answers with an error" },
                        ],
                        "default": "tool",
                    },
                },
                "additionalProperties": false,
            }),
            output: None,
            ui: Ui::None,
        },
        Tool {
            name: "break_promise",
            title: "Break a promise",
            description: "Promises a forecast by its output schema and answers with something else.",
            glyph: Glyph::Broken,
            hints: Hints::ReadOnly,
            input: json!({ "type": "object", "additionalProperties": false }),
            output: Some(weather::output()),
            ui: Ui::None,
        },
    ]
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fail {
    kind: Kind,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Tool,
    Protocol,
}

pub(super) fn fail(call: &Call) -> Outcome {
    let Fail { kind } = call.arguments()?;
    Err(match kind {
        Kind::Tool => {
            ToolFault("The curtain is stuck. Nothing was changed; try another tool.".to_owned())
                .into()
        }
        Kind::Protocol => Fault::internal("The stage is on fire, as you asked").into(),
    })
}

pub(super) fn break_promise(call: &Call) -> Outcome {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    let Nothing {} = call.arguments()?;
    let structured = json!({ "city": "Porto", "unit": "kelvin", "days": [{ "day": "today" }] });
    Ok(json!({
        "content": [content::text(structured.to_string())],
        "structuredContent": structured,
    }))
}
