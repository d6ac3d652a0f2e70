//! The demo webtool (webtools 2025-06-30): one small, real service on the loopback address, there as long as the demo
//! server runs, so that somebody who has none can try what a webtool is.
//!
//! What it says of itself and what it does is here; HTTP is in the room below. It keeps nothing but how often each
//! session has asked.

mod http;

use std::collections::HashMap;
use std::io;

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::net::TcpListener;

pub(crate) use http::Request;
use http::error;

/// Where it listens: always the same place, because what is pinned is an address.
const PORT: u16 = 48_621;
/// The environment variable that names another port.
const PORT_VARIABLE: &str = "USHER_DEMO_WEBTOOL_PORT";
/// The versions it has, the latest last.
const VERSIONS: [&str; 2] = ["1.0.0", "1.1.0"];
/// So many sessions are counted; then it begins anew.
const SESSIONS_KEPT: usize = 256;

/// How often each session has asked.
#[derive(Default)]
pub(crate) struct Visits(Mutex<HashMap<String, u64>>);

/// Where the demo webtool will be, as long as the demo runs; `None` = another program has its port, and nobody should be
/// sent to that.
pub fn address() -> Option<String> {
    address_at(PORT)
}

fn address_at(port: u16) -> Option<String> {
    let free = std::net::TcpListener::bind(("127.0.0.1", port));
    free.is_ok().then(|| format!("http://127.0.0.1:{port}"))
}

/// Serves until it is dropped. Fails when another program has the port: then there is no demo webtool.
///
/// Two demos that run at once, as tests do, can use different ports.
pub(crate) async fn serve() -> io::Result<()> {
    let told = std::env::var(PORT_VARIABLE).ok();
    let port = told.and_then(|port| port.parse().ok()).unwrap_or(PORT);
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let visits = Visits::default();
    http::serve(listener, move |request| answer(request, &visits)).await
}

/// Answers one request: the HTTP status, and the body.
pub(crate) fn answer(request: &Request, visits: &Visits) -> (u16, Value) {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/") => (200, metadata("1.1.0")),
        ("GET", path) => match path.trim_start_matches('/') {
            version if VERSIONS.contains(&version) => (200, metadata(version)),
            version => not_found(&format!("There is no version {version}")),
        },
        ("POST", "/") if !request.is_json => error(415, "SCHEMA_ERROR", "Send application/json"),
        ("POST", "/") => match serde_json::from_slice(&request.body) {
            Ok(body) => execute(&body, visits),
            Err(_) => error(400, "SCHEMA_ERROR", "The body is not JSON"),
        },
        _ => not_found("There is nothing here"),
    }
}

fn not_found(message: &str) -> (u16, Value) {
    error(404, "WEBTOOL_NOT_FOUND", message)
}

fn ok(data: &Value) -> (u16, Value) {
    (200, json!({ "status": "ok", "data": data }))
}

/// What it says of itself; the first version knows no sessions.
fn metadata(version: &str) -> Value {
    let mut actions = vec![json!({
        "name": "convert",
        "description": "Converts a length or a temperature into another unit.",
        "requestSchema": {
            "type": "object",
            "required": ["value", "from", "to"],
            "additionalProperties": false,
            "properties": {
                "value": { "type": "number", "title": "Value", "examples": [21.5] },
                "from": { "type": "string", "title": "From", "enum": UNITS },
                "to": { "type": "string", "title": "To", "enum": UNITS },
            },
        },
        "responseSchema": {
            "type": "object",
            "required": ["value", "unit"],
            "properties": { "value": { "type": "number" }, "unit": { "type": "string" } },
        },
    })];
    if version != "1.0.0" {
        actions.push(json!({
            "name": "visits",
            "description": "Says how often this session has asked, and whether an access key came along.",
            "requestSchema": { "type": "object", "additionalProperties": false },
            "responseSchema": {
                "type": "object",
                "required": ["count", "hasKey"],
                "properties": { "count": { "type": "integer" }, "hasKey": { "type": "boolean" } },
            },
        }));
    }
    json!({
        "name": "demo_units",
        "description": "Units, converted on this computer. It is there as long as the demo server runs.",
        "version": version,
        "actions": actions,
        "configSchema": {
            "type": "object",
            "required": ["decimals"],
            "properties": {
                "decimals": {
                    "type": "integer", "title": "Decimals", "description": "How many a result has.",
                    "minimum": 0, "maximum": 6, "default": 2,
                },
                "accessKey": {
                    "type": "string", "format": "password", "title": "Access key",
                    "description": "Any text, or none: it shows where a webtool's credentials are kept.",
                },
            },
        },
        "defaultConfig": { "decimals": 2 },
    })
}

fn execute(body: &Value, visits: &Visits) -> (u16, Value) {
    if let Some(version) = body["version"].as_str()
        && !VERSIONS.contains(&version)
    {
        return not_found(&format!("There is no version {version}"));
    }
    let config = &body["config"];
    let decimals = match &config["decimals"] {
        Value::Null => 2,
        given => match given.as_i64().and_then(|given| i32::try_from(given).ok()) {
            Some(decimals @ 0..=6) => decimals,
            _ => return error(400, "CONFIG_ERROR", "decimals has to be 0 to 6"),
        },
    };
    match body["action"].as_str() {
        Some("convert") => convert(&body["request"], decimals),
        Some("visits") => {
            let session = body["sessionId"].as_str().unwrap_or_default();
            let has_key = config["accessKey"]
                .as_str()
                .is_some_and(|key| !key.is_empty());
            ok(&json!({ "count": visits.count(session), "hasKey": has_key }))
        }
        _ => not_found("There is no such action"),
    }
}

impl Visits {
    fn count(&self, session: &str) -> u64 {
        let mut visits = self.0.lock();
        if visits.len() >= SESSIONS_KEPT && !visits.contains_key(session) {
            visits.clear();
        }
        let count = visits.entry(session.to_owned()).or_default();
        *count += 1;
        *count
    }
}

const UNITS: [&str; 5] = ["m", "km", "mi", "°C", "°F"];

fn convert(request: &Value, decimals: i32) -> (u16, Value) {
    let unit = |name: &str| request[name].as_str().unwrap_or_default().to_owned();
    let (from, to) = (unit("from"), unit("to"));
    let Some(value) = request["value"].as_f64() else {
        return error(400, "SCHEMA_ERROR", "value has to be a number");
    };
    if let Some(unknown) = [&from, &to]
        .into_iter()
        .find(|unit| !UNITS.contains(&unit.as_str()))
    {
        return error(
            400,
            "SCHEMA_ERROR",
            &format!("“{unknown}” is no unit known here"),
        );
    }
    let factor = |unit: &str| match unit {
        "m" => Some(1.0),
        "km" => Some(1_000.0),
        "mi" => Some(1_609.344),
        _ => None,
    };
    let converted = match (factor(&from), factor(&to)) {
        (Some(from), Some(to)) => value * from / to,
        (None, None) if from == to => value,
        (None, None) if to == "°F" => value * 1.8 + 32.0,
        (None, None) => (value - 32.0) / 1.8,
        _ => return error(422, "NO_SUCH_CONVERSION", "A length is no temperature"),
    };
    let scale = 10_f64.powi(decimals);
    let rounded = (converted * scale).round() / scale;
    ok(&json!({ "value": rounded, "unit": to }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_another_program_has_is_not_offered() {
        let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
        let port = taken.local_addr().expect("an address").port();
        assert_eq!(address_at(port), None, "somebody else would be asked there");
        drop(taken);
        assert_eq!(address_at(port), Some(format!("http://127.0.0.1:{port}")));
    }

    fn run(action: &str, config: &Value, request: &Value) -> (u16, Value) {
        let body = json!({ "sessionId": "s", "version": "1.1.0", "action": action, "config": config, "request": request });
        let request = Request {
            method: "POST".into(),
            path: "/".into(),
            is_json: true,
            body: body.to_string().into_bytes(),
        };
        answer(&request, &Visits::default())
    }

    #[test]
    fn actions_answer_with_data_or_with_a_code() {
        let decimals = |decimals: i64| json!({ "decimals": decimals });
        let units =
            |value: f64, from: &str, to: &str| json!({ "value": value, "from": from, "to": to });
        let value = |value: f64, unit: &str| ok(&json!({ "value": value, "unit": unit }));
        let cases = [
            (
                "convert",
                decimals(2),
                units(1.0, "mi", "km"),
                value(1.61, "km"),
            ),
            (
                "convert",
                decimals(0),
                units(21.5, "°C", "°F"),
                value(71.0, "°F"),
            ),
            (
                "convert",
                decimals(1),
                units(-40.0, "°F", "°C"),
                value(-40.0, "°C"),
            ),
            (
                "convert",
                Value::Null,
                units(1.0, "m", "m"),
                value(1.0, "m"),
            ),
            (
                "convert",
                decimals(9),
                units(1.0, "m", "m"),
                error(400, "CONFIG_ERROR", "decimals has to be 0 to 6"),
            ),
            (
                "convert",
                decimals(2),
                units(1.0, "m", "°C"),
                error(422, "NO_SUCH_CONVERSION", "A length is no temperature"),
            ),
            (
                "convert",
                decimals(2),
                units(1.0, "ft", "m"),
                error(400, "SCHEMA_ERROR", "“ft” is no unit known here"),
            ),
            (
                "convert",
                decimals(2),
                json!({}),
                error(400, "SCHEMA_ERROR", "value has to be a number"),
            ),
            (
                "visits",
                json!({ "accessKey": "k" }),
                json!({}),
                ok(&json!({ "count": 1, "hasKey": true })),
            ),
            (
                "dance",
                json!({}),
                json!({}),
                error(404, "WEBTOOL_NOT_FOUND", "There is no such action"),
            ),
        ];
        for (action, config, request, expected) in cases {
            assert_eq!(
                run(action, &config, &request),
                expected,
                "{action} {config} {request}"
            );
        }
    }
}
