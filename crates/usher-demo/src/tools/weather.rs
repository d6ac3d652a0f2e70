//! A structured result that keeps its schema.

use serde::Deserialize;
use serde_json::{Value, json};

use super::call::{Call, Outcome, ToolFault, tell};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;
use crate::world::{self, Unit};

pub(super) fn tools() -> Vec<Tool> {
    vec![Tool {
        name: "forecast",
        title: "Weather forecast",
        description: "The weather of a city for up to seven days. The numbers are made up, and always the same.",
        glyph: Glyph::Weather,
        hints: Hints::ReadOnly,
        input: input(),
        output: Some(output()),
        ui: Ui::None,
    }]
}

/// Schema of what a forecast is asked for with.
pub(super) fn input() -> Value {
    json!({
        "type": "object",
        "properties": {
            "city": {
                "type": "string",
                "title": "City",
                "enum": world::city_names().collect::<Vec<_>>(),
                "default": "Helsinki",
            },
            "days": {
                "type": "integer",
                "title": "Days",
                "minimum": 1,
                "maximum": 7,
                "default": 3,
            },
            "unit": {
                "type": "string",
                "title": "Unit",
                "enum": ["celsius", "fahrenheit"],
                "default": "celsius",
            },
        },
        "required": ["city"],
        "additionalProperties": false,
    })
}

/// Schema of a forecast, kept here and broken by another tool.
pub(super) fn output() -> Value {
    json!({
        "type": "object",
        "properties": {
            "city": { "type": "string" },
            "unit": { "type": "string", "enum": ["celsius", "fahrenheit"] },
            "days": {
                "type": "array",
                "minItems": 1,
                "maxItems": 7,
                "items": {
                    "type": "object",
                    "properties": {
                        "day": { "type": "integer", "minimum": 1 },
                        "sky": { "type": "string", "enum": ["clear", "cloudy", "rain", "storm", "snow"] },
                        "high": { "type": "integer" },
                        "low": { "type": "integer" },
                        "rainPercent": { "type": "integer", "minimum": 0, "maximum": 100 },
                    },
                    "required": ["day", "sky", "high", "low", "rainPercent"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["city", "unit", "days"],
        "additionalProperties": false,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forecast {
    city: String,
    #[serde(default = "three")]
    days: u32,
    #[serde(default)]
    unit: Unit,
}

fn three() -> u32 {
    3
}

pub(super) fn forecast(call: &Call) -> Outcome {
    let Forecast { city, days, unit } = call.arguments()?;
    let Some((_, city)) = world::find_city(&city) else {
        return Err(ToolFault(format!("The demo knows no city called {city:?}")).into());
    };
    if !(1..=7).contains(&days) {
        return Err(ToolFault(format!("A forecast is for 1 to 7 days, not {days}")).into());
    }
    Ok(tell(&world::forecast(city.name, days, unit)))
}
