//! Tools that ask nobody: contents of every kind, progress, log messages, a stream that breaks off, changed lists.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::call::{Call, Client};
use super::tool_forms::{plain, said, tool};
use super::world::Changed;

/// A picture of one pixel.
pub(super) const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQqzgBAAIWAV+8KCb8AAAAAElFTkSuQmCC";

/// How long a stream stays broken off before its call is answered.
const AWAY: Duration = Duration::from_millis(100);

/// Those without arguments.
const PLAIN: &str = r"
    test_simple_text | Returns a text
    test_image_content | Returns a picture
    test_audio_content | Returns a sound
    test_embedded_resource | Returns a resource
    test_multiple_content_types | Returns a text, a picture and a resource
    test_error_handling | Fails
    test_tool_with_progress | Reports progress
    test_tool_with_logging | Logs three messages
    test_logging_tool | Logs a message
    test_reconnection | Closes its stream before it has answered
    test_trigger_tool_change | Adds a tool, or takes it away again
    test_trigger_prompt_change | Adds a prompt, or takes it away again
";

pub(super) fn definitions() -> Vec<Value> {
    let mut tools = plain(PLAIN);
    tools.extend([
        tool(
            "test_header_argument",
            "Returns an argument that a header repeats",
            json!({
                "type": "object",
                "properties": { "region": { "type": "string", "x-mcp-header": "Region" } },
                "required": ["region"],
            }),
        ),
        tool(
            "json_schema_2020_12_tool",
            "Takes arguments of a schema with much of JSON Schema 2020-12",
            schema_2020_12(),
        ),
        tool(
            "greet",
            "Greets",
            json!({
                "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"],
            }),
        ),
    ]);
    tools
}

/// Runs a tool; `None` = it is not one of these.
pub(super) async fn run(call: &Call, name: &str) -> Option<Value> {
    let result = match name {
        "test_simple_text" => said("This is a text."),
        "test_image_content" => json!({ "content": [picture()] }),
        "test_audio_content" => json!({ "content": [
            { "type": "audio", "data": STANDARD.encode(sound()), "mimeType": "audio/wav" },
        ] }),
        "test_embedded_resource" => json!({ "content": [resource(
            "test://embedded-resource",
            "text/plain",
            "What the embedded resource holds.",
        )] }),
        "test_multiple_content_types" => json!({ "content": [
            { "type": "text", "text": "Several contents:" },
            picture(),
            resource("test://mixed-content-resource", "application/json", r#"{"test":"data","value":123}"#),
        ] }),
        "test_error_handling" => {
            let mut failed = said("This tool always fails.");
            failed["isError"] = true.into();
            failed
        }
        "test_tool_with_progress" => {
            call.report(0, 100);
            call.moment().await;
            call.report(50, 100);
            call.moment().await;
            call.report(100, 100);
            said("All of it is done.")
        }
        "test_tool_with_logging" => {
            call.log("It begins");
            call.moment().await;
            call.log("It goes on");
            call.moment().await;
            call.log("It ends");
            said("Three messages were logged.")
        }
        "test_logging_tool" => {
            call.log("It was called");
            said("A message was logged, if it was wanted.")
        }
        "test_reconnection" => {
            if let Client::Session(session) = &call.client
                && session.polls()
            {
                call.exchange.break_off();
                tokio::time::sleep(AWAY).await;
            }
            said("The stream was closed, and opened again.")
        }
        "test_trigger_tool_change" => {
            call.world.change(Changed::Tools);
            said("The tools have changed.")
        }
        "test_trigger_prompt_change" => {
            call.world.change(Changed::Prompts);
            said("The prompts have changed.")
        }
        "test_header_argument" => said(call.argument("region").as_str().unwrap_or_default()),
        "json_schema_2020_12_tool" => said("The arguments were taken."),
        "greet" => said(format!(
            "Hello, {}!",
            call.argument("name").as_str().unwrap_or_default()
        )),
        _ => return None,
    };
    Some(result)
}

fn picture() -> Value {
    json!({ "type": "image", "data": PNG, "mimeType": "image/png" })
}

fn resource(uri: &str, media_type: &str, text: &str) -> Value {
    json!({ "type": "resource", "resource": { "uri": uri, "mimeType": media_type, "text": text } })
}

/// Eight samples of silence as a WAV file: one channel, 8 bits, 8000 a second.
fn sound() -> Vec<u8> {
    const SAMPLES: [u8; 8] = [128; 8];
    const LENGTH: u32 = 8;
    const RATE: u32 = 8000;
    let mut file = Vec::new();
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(36 + LENGTH).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&RATE.to_le_bytes());
    file.extend_from_slice(&RATE.to_le_bytes());
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&8_u16.to_le_bytes());
    file.extend_from_slice(b"data");
    file.extend_from_slice(&LENGTH.to_le_bytes());
    file.extend_from_slice(&SAMPLES);
    file
}

/// A schema of which no keyword may get lost on the way: `$defs` with an anchor, composition, and a condition.
fn schema_2020_12() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "postal",
                "type": "object",
                "properties": { "town": { "type": "string" } },
            },
        },
        "properties": {
            "reach": { "enum": ["post", "bell"] },
            "home": { "$ref": "#/$defs/address" },
            "door": { "type": "integer" },
        },
        "allOf": [{ "anyOf": [{ "required": ["home"] }, { "required": ["door"] }] }],
        "if": { "properties": { "reach": { "const": "post" } }, "required": ["reach"] },
        "then": { "required": ["home"] },
        "else": { "required": ["door"] },
        "additionalProperties": false,
    })
}
