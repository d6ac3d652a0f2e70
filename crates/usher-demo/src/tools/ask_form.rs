//! Asks with a form that has every field of the specification.

use serde_json::{Value, json};

use super::call::{Call, Outcome, ToolFault};
use super::definition::{Hints, Tool, Ui};
use crate::content;
use crate::icons::Glyph;

pub(super) fn tools() -> Vec<Tool> {
    vec![Tool {
        name: "ask_form",
        title: "Ask with a form",
        description: "Asks you with a form that has every kind of field, and reports what you answered.",
        glyph: Glyph::Form,
        hints: Hints::Reaches,
        input: json!({ "type": "object", "additionalProperties": false }),
        output: Some(json!({
            "type": "object",
            "properties": {
                "action": { "type": "string", "enum": ["accept", "decline", "cancel"] },
                "content": { "type": "object" },
            },
            "required": ["action"],
        })),
        ui: Ui::None,
    }]
}

pub(super) async fn ask(call: Call) -> Outcome {
    if !call.session.client().is_some_and(|c| c.can_answer_forms) {
        let words = "This client cannot show forms of servers, so nothing was asked.";
        return Err(ToolFault(words.to_owned()).into());
    }
    let answer = call
        .session
        .ask(
            "elicitation/create",
            json!({
                "mode": "form",
                "message": "The demo would like to know who is sitting where. Every kind of field is here once.",
                "requestedSchema": form(),
            }),
        )
        .await
        .map_err(|fault| ToolFault(format!("The form was not answered: {}", fault.message)))?;
    let action = answer["action"].as_str().unwrap_or_default().to_owned();
    let words = match action.as_str() {
        "accept" => format!("You answered: {}", answer["content"]),
        "decline" => "You declined. The demo learned nothing.".to_owned(),
        "cancel" => "You closed the form without an answer.".to_owned(),
        other => {
            let words =
                format!("The client answered with an action that does not exist: {other:?}");
            return Err(ToolFault(words).into());
        }
    };
    let mut structured = json!({ "action": action });
    if let Some(content @ Value::Object(_)) = answer.get("content") {
        structured["content"] = content.clone();
    }
    Ok(json!({ "content": [content::text(words)], "structuredContent": structured }))
}

fn form() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {
                "type": "string",
                "title": "Name",
                "description": "What shall stand on the card",
                "minLength": 2,
                "maxLength": 40,
            },
            "email": { "type": "string", "title": "Email", "format": "email" },
            "website": {
                "type": "string",
                "title": "Website",
                "format": "uri",
                "default": "https://example.com/",
            },
            "birthday": { "type": "string", "title": "Birthday", "format": "date" },
            "arrival": {
                "type": "string",
                "title": "Arrival",
                "description": "With the time zone",
                "format": "date-time",
            },
            "guests": {
                "type": "integer",
                "title": "Guests",
                "minimum": 1,
                "maximum": 8,
                "default": 2,
            },
            "budget": {
                "type": "number",
                "title": "Budget",
                "description": "For the whole evening",
                "minimum": 0,
                "maximum": 500,
                "default": 42.5,
            },
            "newsletter": {
                "type": "boolean",
                "title": "Tell me about the next show",
                "default": false,
            },
            "row": {
                "type": "string",
                "title": "Row",
                "enum": ["front", "middle", "back"],
                "default": "middle",
            },
            "language": {
                "type": "string",
                "title": "Language",
                "description": "With names beside the values, the older way",
                "enum": ["en", "de", "fi"],
                "enumNames": ["English", "Deutsch", "Suomi"],
                "default": "en",
            },
            "drink": {
                "type": "string",
                "title": "Drink",
                "oneOf": [
                    { "const": "water", "title": "Water, still" },
                    { "const": "tea", "title": "Tea, black" },
                    { "const": "coffee", "title": "Coffee, strong" },
                ],
                "default": "tea",
            },
            "days": {
                "type": "array",
                "title": "Days",
                "items": { "type": "string", "enum": ["Friday", "Saturday", "Sunday"] },
                "minItems": 1,
                "maxItems": 2,
                "default": ["Saturday"],
            },
            "snacks": {
                "type": "array",
                "title": "Snacks",
                "items": {
                    "anyOf": [
                        { "const": "nuts", "title": "Nuts" },
                        { "const": "olives", "title": "Olives" },
                        { "const": "popcorn", "title": "Popcorn, salted" },
                    ],
                },
            },
        },
        "required": ["name", "guests", "row"],
    })
}
