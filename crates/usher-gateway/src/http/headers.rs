//! Holds the headers of a request of 2026-07-28 against its body: what stands between may have decided by them
//! (basic/transports/streamable-http, server validation).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use usher_jsonrpc::{Fault, HEADER_MISMATCH};

use super::endpoint::AuthorizedRequest;
use crate::eras::revision::MODERN;
use crate::request::Request;

const VERSION: &str = "MCP-Protocol-Version";
const METHOD: &str = "Mcp-Method";
const NAME: &str = "Mcp-Name";
const PARAMETER: &str = "Mcp-Param-";

/// What stands around a value that a header cannot hold as it is.
const ENCODED: (&str, &str) = ("=?base64?", "?=");

/// The names that requests are about, by their methods.
const NAMED: [(&str, &str); 6] = [
    ("tools/call", "name"),
    ("prompts/get", "name"),
    ("resources/read", "uri"),
    ("tasks/get", "taskId"),
    ("tasks/update", "taskId"),
    ("tasks/cancel", "taskId"),
];

/// Checks the version that the header names against the one of the body.
pub(super) fn check_version(
    authorized: &AuthorizedRequest,
    named: Option<&Value>,
) -> Result<(), Fault> {
    let Some(named) = named.and_then(Value::as_str) else {
        return Ok(());
    };
    match authorized.version() {
        Some(version) if version != named => Err(mismatch(VERSION)),
        // One that is not spoken is answered with those that are.
        None if MODERN.contains(&named) => Err(missing(VERSION)),
        _ => Ok(()),
    }
}

/// Checks the headers that every request has.
pub(super) fn check_standard(
    authorized: &AuthorizedRequest,
    request: &Request,
) -> Result<(), Fault> {
    if authorized.version().is_none() {
        return Err(missing(VERSION));
    }
    match authorized.header(METHOD) {
        None => return Err(missing(METHOD)),
        Some(method) if method != request.method => return Err(mismatch(METHOD)),
        Some(_) => {}
    }
    let named = NAMED
        .into_iter()
        .find(|(method, _)| *method == request.method);
    let name = named.and_then(|(_, member)| request.params.get(member)?.as_str());
    let Some(name) = name else { return Ok(()) };
    match authorized.header(NAME) {
        None => Err(missing(NAME)),
        Some(value) if decoded(value).as_deref() != Some(name) => Err(mismatch(NAME)),
        Some(_) => Ok(()),
    }
}

/// Checks the headers that repeat arguments, as the schema of the tool asks for them (`x-mcp-header`).
pub(super) fn check_parameters(
    authorized: &AuthorizedRequest,
    schema: &Value,
    arguments: &Value,
) -> Result<(), Fault> {
    let Some(properties) = schema["properties"].as_object() else {
        return Ok(());
    };
    for (property, schema) in properties {
        let argument = &arguments[property];
        if let Some(name) = schema["x-mcp-header"].as_str() {
            check_parameter(authorized, &format!("{PARAMETER}{name}"), argument)?;
        }
        if schema.get("properties").is_some() {
            check_parameters(authorized, schema, argument)?;
        }
    }
    Ok(())
}

fn check_parameter(
    authorized: &AuthorizedRequest,
    header: &str,
    argument: &Value,
) -> Result<(), Fault> {
    let expected = match argument {
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => argument.to_string(),
        // An argument that is not there has no header; one of another kind is the tool's to refuse.
        Value::Null | Value::Array(_) | Value::Object(_) => return Ok(()),
    };
    let value = authorized.header(header).ok_or_else(|| missing(header))?;
    let value = decoded(value).ok_or_else(|| mismatch(header))?;
    let is_number = argument.is_number() && is_decimal(&value);
    let is_same = if is_number {
        value.parse::<f64>().ok() == argument.as_f64()
    } else {
        value == expected
    };
    if is_same {
        Ok(())
    } else {
        Err(mismatch(header))
    }
}

/// Whether it is a number as JSON without an exponent writes it.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.ends_with(|last: char| last.is_ascii_digit())
        && digits.chars().all(|one| one.is_ascii_digit() || one == '.')
}

/// The text that a header stands for; `None` = it is none.
fn decoded(value: &str) -> Option<String> {
    let encoded = value
        .strip_prefix(ENCODED.0)
        .and_then(|rest| rest.strip_suffix(ENCODED.1));
    match encoded {
        Some(encoded) => String::from_utf8(STANDARD.decode(encoded).ok()?).ok(),
        None => Some(value.to_owned()),
    }
}

fn missing(header: &str) -> Fault {
    Fault::new(
        HEADER_MISMATCH,
        format!("Header mismatch: {header} is missing"),
    )
}

fn mismatch(header: &str) -> Fault {
    Fault::new(
        HEADER_MISMATCH,
        format!("Header mismatch: {header} says otherwise than the body"),
    )
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderName, HeaderValue};
    use serde_json::{Map, json};
    use usher_types::id::ClientId;

    use super::*;
    use crate::eras::revision::Era;

    type Headers = &'static [(&'static str, &'static str)];

    fn authorized(headers: &[(&str, &str)]) -> AuthorizedRequest {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a name");
            map.append(
                name,
                HeaderValue::from_bytes(value.as_bytes()).expect("a value"),
            );
        }
        AuthorizedRequest {
            client: ClientId::generate(),
            headers: map,
        }
    }

    fn request(method: &str, params: &Value) -> Request {
        Request {
            id: json!(1),
            method: method.to_owned(),
            params: params.as_object().cloned().unwrap_or_default(),
            meta: Map::new(),
            era: Era::Modern,
            arrived: tokio::time::Instant::now(),
        }
    }

    #[test]
    fn headers_say_what_the_body_says() {
        let version = (VERSION, "2026-07-28");
        let list = || request("tools/list", &json!({}));
        let call = |name: &str| request("tools/call", &json!({ "name": name }));
        let read = || request("resources/read", &json!({ "uri": "demo://a" }));
        let cases = [
            (list(), vec![version, (METHOD, "tools/list")], true),
            (list(), vec![version, (METHOD, " tools/list ")], true),
            (list(), vec![version, (METHOD, "TOOLS/LIST")], false),
            (list(), vec![version, (METHOD, "tools/call")], false),
            (list(), vec![version], false),
            (list(), vec![(METHOD, "tools/list")], false),
            (call("a"), vec![version, (METHOD, "tools/call")], false),
            (
                call("a"),
                vec![version, (METHOD, "tools/call"), (NAME, "a")],
                true,
            ),
            (
                call("a"),
                vec![version, (METHOD, "tools/call"), (NAME, "b")],
                false,
            ),
            (
                call("ä"),
                vec![version, (METHOD, "tools/call"), (NAME, "=?base64?w6Q=?=")],
                true,
            ),
            (
                call("ä"),
                vec![version, (METHOD, "tools/call"), (NAME, "=?base64?!?=")],
                false,
            ),
            (
                call("ä"),
                vec![version, (METHOD, "tools/call"), (NAME, "ä")],
                false,
            ),
            (
                read(),
                vec![version, (METHOD, "resources/read"), (NAME, "demo://a")],
                true,
            ),
            (read(), vec![version, (METHOD, "resources/read")], false),
        ];
        for (request, headers, fits) in cases {
            let checked = check_standard(&authorized(&headers), &request);
            assert_eq!(checked.is_ok(), fits, "{} with {headers:?}", request.method);
            if let Err(fault) = checked {
                assert_eq!(fault.code, HEADER_MISMATCH);
            }
        }
    }

    #[test]
    fn headers_repeat_the_arguments_that_the_schema_names() {
        let schema = json!({ "properties": {
            "region": { "type": "string", "x-mcp-header": "Region" },
            "count": { "type": "integer", "x-mcp-header": "Count" },
            "dry": { "type": "boolean", "x-mcp-header": "Dry" },
            "more": { "type": "object", "properties": { "zone": { "type": "string", "x-mcp-header": "Zone" } } },
            "free": { "type": "string" },
        } });
        let cases: [(Value, Headers, bool); 10] = [
            (
                json!({ "region": "eu" }),
                &[("Mcp-Param-Region", "eu")],
                true,
            ),
            (
                json!({ "region": "eu" }),
                &[("mcp-param-region", "EU")],
                false,
            ),
            (json!({ "region": "eu", "free": "x" }), &[], false),
            (json!({ "region": null, "free": "x" }), &[], true),
            (json!({ "count": 42 }), &[("Mcp-Param-Count", "42.0")], true),
            (
                json!({ "count": 42 }),
                &[("Mcp-Param-Count", "4.2e1")],
                false,
            ),
            (json!({ "dry": true }), &[("Mcp-Param-Dry", "true")], true),
            (
                json!({ "more": { "zone": "a" } }),
                &[("Mcp-Param-Zone", "b")],
                false,
            ),
            (
                json!({ "region": "ä" }),
                &[("Mcp-Param-Region", "=?base64?w6Q=?=")],
                true,
            ),
            (
                json!({ "region": "ä" }),
                &[("Mcp-Param-Region", "=?base64?w6Q?=")],
                false,
            ),
        ];
        for (arguments, headers, fits) in cases {
            let checked = check_parameters(&authorized(headers), &schema, &arguments);
            assert_eq!(checked.is_ok(), fits, "{arguments} with {headers:?}");
        }
    }
}
