//! Echoes arguments that use most of JSON Schema.

use serde_json::{Value, json};

use super::call::{Call, Outcome, ToolFault, tell};
use super::definition::{Hints, Tool, Ui};
use crate::icons::Glyph;

pub(super) fn tools() -> Vec<Tool> {
    vec![Tool {
        name: "plan_trip",
        title: "Plan a trip",
        description: "Takes arguments of every shape (nested, lists, choices, formats, bounds) and gives them back.",
        glyph: Glyph::Map,
        hints: Hints::ReadOnly,
        input: input(),
        output: Some(json!({
            "type": "object",
            "properties": {
                "received": { "type": "object", "description": "The arguments as they came" },
                "nights": { "type": "integer", "minimum": 0 },
            },
            "required": ["received", "nights"],
            "additionalProperties": false,
        })),
        ui: Ui::None,
    }]
}

pub(super) fn plan_trip(call: &Call) -> Outcome {
    if !call.arguments.contains_key("traveller") {
        let words = "The arguments do not fit: missing field `traveller`";
        return Err(ToolFault(words.to_owned()).into());
    }
    let nights: u64 = call
        .arguments
        .get("stops")
        .and_then(Value::as_array)
        .map_or(0, |stops| {
            stops
                .iter()
                .filter_map(|stop| stop["nights"].as_u64())
                .sum()
        });
    Ok(tell(
        &json!({ "received": call.arguments, "nights": nights }),
    ))
}

fn input() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "stop": {
                "type": "object",
                "title": "Stop",
                "properties": {
                    "city": { "type": "string", "title": "City", "minLength": 1 },
                    "nights": {
                        "type": "integer",
                        "title": "Nights",
                        "minimum": 0,
                        "maximum": 30,
                        "default": 1,
                    },
                    "mustSee": {
                        "type": "array",
                        "title": "Must see",
                        "items": { "type": "string" },
                        "uniqueItems": true,
                    },
                },
                "required": ["city"],
                "additionalProperties": false,
            },
        },
        "properties": {
            "traveller": {
                "type": "object",
                "title": "Traveller",
                "description": "Who goes",
                "properties": {
                    "name": { "type": "string", "title": "Name", "minLength": 1 },
                    "email": { "type": "string", "title": "Email", "format": "email" },
                    "age": { "type": ["integer", "null"], "title": "Age", "minimum": 0, "maximum": 130 },
                },
                "required": ["name"],
                "additionalProperties": false,
            },
            "departure": { "type": "string", "title": "Departure", "format": "date" },
            "alarm": { "type": "string", "title": "Wake me at", "format": "date-time" },
            "page": { "type": "string", "title": "Page of the hotel", "format": "uri" },
            "class": {
                "type": "string",
                "title": "Class",
                "enum": ["first", "second"],
                "default": "second",
            },
            "pace": {
                "type": "string",
                "title": "Pace",
                "oneOf": [
                    { "const": "calm", "title": "Calm: one thing a day" },
                    { "const": "full", "title": "Full: everything" },
                ],
                "default": "calm",
            },
            "stops": {
                "type": "array",
                "title": "Stops",
                "items": { "$ref": "#/$defs/stop" },
                "minItems": 1,
                "maxItems": 5,
                "default": [{ "city": "Porto", "nights": 2 }],
            },
            "transport": {
                "title": "Transport",
                "oneOf": [
                    {
                        "type": "object",
                        "title": "By train",
                        "properties": {
                            "kind": { "const": "train" },
                            "seat": { "type": "string", "title": "Seat", "enum": ["window", "aisle"] },
                        },
                        "required": ["kind", "seat"],
                        "additionalProperties": false,
                    },
                    {
                        "type": "object",
                        "title": "By bicycle",
                        "properties": {
                            "kind": { "const": "bicycle" },
                            "kmPerDay": { "type": "number", "title": "Kilometres a day", "exclusiveMinimum": 0 },
                        },
                        "required": ["kind", "kmPerDay"],
                        "additionalProperties": false,
                    },
                ],
            },
            "budget": {
                "title": "Budget",
                "description": "An amount, or words such as \"cheap\"",
                "anyOf": [
                    { "type": "number", "title": "An amount", "minimum": 0 },
                    { "type": "string", "title": "In words" },
                ],
            },
            "note": { "type": ["string", "null"], "title": "Note", "default": null, "maxLength": 500 },
            "insurance": { "type": "boolean", "title": "Insurance", "default": true },
            "tip": {
                "type": "number",
                "title": "Tip (%)",
                "minimum": 0,
                "maximum": 30,
                "multipleOf": 0.5,
                "default": 10,
            },
            "code": {
                "type": "string",
                "title": "Booking code",
                "description": "Two letters and four digits",
                "pattern": "^[A-Z]{2}[0-9]{4}$",
                "examples": ["AB1234"],
            },
            "packing": {
                "type": "array",
                "title": "Packing list",
                "items": { "type": "string", "enum": ["boots", "camera", "swimsuit", "umbrella"] },
                "uniqueItems": true,
                "default": ["camera"],
            },
            "labels": {
                "type": "object",
                "title": "Labels",
                "description": "Names and values of your own",
                "additionalProperties": { "type": "string" },
            },
        },
        "required": ["traveller"],
        "additionalProperties": false,
    })
}
