//! Documents and stateless answers of the reference webtool server.

use serde_json::{Value, json};

use crate::scripted::http::Seen;

/// Its metadata as one version has it; from 1.1.0 on there is an action more.
pub fn metadata(version: &str) -> Value {
    let text = json!({"type": "string"});
    let mut document = json!({
        "name": "weather_desk",
        "description": "Weather for places, and everything that can go wrong.",
        "version": version,
        "actions": [
            {
                "name": "forecast",
                "description": "The weather of tomorrow at a place.",
                "requestSchema": {
                    "type": "object", "required": ["place"], "additionalProperties": false,
                    "properties": {"place": {"type": "string", "description": "A town.", "examples": ["Paris"]}},
                },
                "responseSchema": {
                    "type": "object", "required": ["place", "celsius"],
                    "properties": {"place": text, "celsius": {"type": "number"}, "words": text},
                },
            },
            {
                "name": "count",
                "description": "How often this session has asked.",
                "requestSchema": {"type": "object"},
                "responseSchema": {"type": "object", "properties": {"count": {"type": "integer"}}},
            },
            {
                "name": "fail",
                "description": "Reports the error you name.",
                "requestSchema": {"type": "object", "properties": {"code": text}, "required": ["code"]},
            },
            {
                "name": "lie",
                "description": "Answers with what its schema does not allow.",
                "requestSchema": {"type": "object"},
                "responseSchema": {"type": "object", "properties": {"celsius": {"type": "number"}}},
            },
        ],
        "configSchema": {
            "type": "object", "required": ["apiKey", "units"],
            "properties": {
                "apiKey": {"type": "string", "title": "API key", "description": "From your account page."},
                "units": {"type": "string", "title": "Units", "enum": ["metric", "imperial"]},
            },
        },
        "defaultConfig": {"units": "metric"},
    });
    let is_first = version == "1.0.0";
    if let (false, Some(actions)) = (is_first, document["actions"].as_array_mut()) {
        actions.push(json!({
            "name": "echo",
            "description": "Gives the configuration back.",
            "requestSchema": {"type": "object"},
        }));
    }
    document
}

/// The same server as an `OpenAPI` 3.1 document.
pub fn openapi() -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {"title": "my-calculator", "version": "1.0.0"},
        "paths": {
            "/tools/add": {"post": {
                "operationId": "add",
                "summary": "Add two numbers together.",
                "requestBody": {"content": {"application/json": {"schema": {
                    "type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}, "required": ["a", "b"],
                }}}},
                "responses": {"200": {"description": "The sum", "content": {"application/json": {"schema": {
                    "$ref": "#/components/schemas/Result",
                }}}}},
            }},
            "/items/{id}": {"get": {
                "operationId": "item",
                "security": [{"key": []}],
                "parameters": [
                    {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                    {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                    {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
                ],
                "responses": {"200": {"description": "One"}},
            }},
        },
        "components": {
            "schemas": {"Result": {"type": "object", "properties": {"result": {"type": "string"}}, "required": ["result"]}},
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
        },
    })
}

pub(super) fn forecast(place: &str, units: &Value) -> Value {
    json!({ "place": place, "celsius": 21.5, "words": format!("Mild, in {} units", units.as_str().unwrap_or("no")) })
}

/// `POST /tools/add`.
pub(super) fn add(body: &Value) -> (u16, Value) {
    match (body["a"].as_f64(), body["b"].as_f64()) {
        (Some(a), Some(b)) => (200, json!({ "result": format!("{:?}", a + b) })),
        _ => (500, json!({ "error": "a and b have to be numbers" })),
    }
}

/// `GET /items/{id}`: what came.
pub(super) fn item(request: &Seen) -> (u16, Value) {
    let header = |name: &str| request.headers.get(name).cloned();
    let body = json!({ "line": request.line, "key": header("x-key"), "trace": header("x-trace") });
    if request.line.contains("/items/none") {
        return (404, json!({ "error": "no such item" }));
    }
    (200, body)
}

/// Zeros, compressed (RFC 1951, section 3.2.6; RFC 1952): one block of fixed codes that copies the byte before it.
pub(super) fn zeros(mebibytes: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    // The last block, with fixed codes.
    bits.push(0b1, 1);
    bits.push(0b01, 2);
    // A literal zero: 0x30, eight bits.
    bits.push_code(0x30, 8);
    for _ in 0..mebibytes * 1024 * 1024 / 258 {
        // Length 258 is code 285: 0xc5, eight bits; distance 1 is code 0, five bits.
        bits.push_code(0xc5, 8);
        bits.push_code(0, 5);
    }
    bits.push_code(0, 7);
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    file.extend(bits.bytes);
    // The checksum is wrong, but nobody is to read so far.
    file.extend([0; 8]);
    file
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn push(&mut self, value: u32, count: u32) {
        for index in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let (1, Some(last)) = ((value >> index) & 1, self.bytes.last_mut()) {
                *last |= 1 << (self.used % 8);
            }
            self.used += 1;
        }
    }

    /// Huffman codes go highest bit first.
    fn push_code(&mut self, code: u32, count: u32) {
        for index in (0..count).rev() {
            self.push((code >> index) & 1, 1);
        }
    }
}
