//! Builds the protocol's headers of a POST, a GET and a DELETE.
//!
//! Pure functions.

use http::{HeaderMap, HeaderName, HeaderValue, header};
use serde_json::{Map, Value};

use crate::limits;
use crate::param_headers::{ParamHeaders, header_value};
use crate::rpc::Params;

pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Returns the headers of every POST: its media type and the accepted ones.
pub(super) fn for_post() -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(8);
    headers.insert(
        header::ACCEPT,
        HeaderValue::from_static("application/json, text/event-stream"),
    );
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers
}

/// Returns the headers of a GET that opens or resumes a stream.
///
/// It is resumed after the event `last`.
pub(super) fn for_get(last: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(8);
    headers.insert(
        header::ACCEPT,
        HeaderValue::from_static("text/event-stream"),
    );
    if let Some(last) = last.and_then(|last| HeaderValue::from_str(last).ok()) {
        headers.insert(LAST_EVENT_ID, last);
    }
    headers
}

/// Adds the protocol version and the session id, if there are any.
///
/// See 2025-11-25, basic/transports, session management and protocol version header.
pub(super) fn insert_session(
    headers: &mut HeaderMap,
    version: Option<&str>,
    session: Option<&HeaderValue>,
) {
    if let Some(version) = version.and_then(|version| HeaderValue::from_str(version).ok()) {
        headers.insert(PROTOCOL_VERSION, version);
    }
    if let Some(session) = session {
        headers.insert(SESSION_ID, session.clone());
    }
}

/// Returns a modern POST's headers, for intermediaries that do not read bodies.
///
/// See 2026-07-28, basic/transports/streamable-http, request metadata headers.
pub(super) fn for_modern_post(
    version: &str,
    method: &str,
    params: &Params,
    param_headers: Option<&ParamHeaders>,
) -> HeaderMap {
    let mut headers = for_post();
    headers.insert(PROTOCOL_VERSION, header_value(version));
    let arguments = params.arguments.as_deref();
    headers.extend(routing(
        method,
        |name| params.get(name),
        arguments,
        param_headers,
    ));
    headers
}

/// Returns a request's method, name and header parameters as headers.
fn routing<'a>(
    method: &str,
    member: impl Fn(&str) -> Option<&'a Value>,
    arguments: Option<&Map<String, Value>>,
    param_headers: Option<&ParamHeaders>,
) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(METHOD, header_value(method));
    let named = match method {
        "tools/call" | "prompts/get" => member("name"),
        "resources/read" => member("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" => member("taskId"),
        _ => None,
    };
    if let Some(name) = named.and_then(Value::as_str) {
        headers.insert(NAME, header_value(name));
    }
    if let (Some(param_headers), Some(arguments)) = (param_headers, arguments) {
        param_headers.insert_into(arguments, &mut headers);
    }
    headers
}

/// Returns a modern request's routing headers, for requests sent by other means.
///
/// The input schema is that of the tool it calls.
#[must_use]
pub fn routing_headers(
    method: &str,
    params: &Value,
    input_schema: Option<&Value>,
) -> Vec<(String, String)> {
    let param_headers = input_schema.and_then(|schema| ParamHeaders::from_schema(schema).ok());
    let arguments = params.get("arguments").and_then(Value::as_object);
    routing(
        method,
        |name| params.get(name),
        arguments,
        param_headers.as_ref(),
    )
    .iter()
    .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
    .collect()
}

/// Returns the session id of a response; an unusable one is ignored.
pub(super) fn session_id(headers: &HeaderMap) -> Option<HeaderValue> {
    let id = headers.get(SESSION_ID)?;
    let usable = !id.is_empty()
        && id.len() <= limits::SESSION_ID_BYTES
        && id.as_bytes().iter().all(u8::is_ascii_graphic);
    usable.then(|| {
        let mut id = id.clone();
        id.set_sensitive(true);
        id
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use serde_json::json;

    #[test]
    fn a_modern_request_is_described_by_its_headers() {
        let schema =
            json!({"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}});
        let param_headers = ParamHeaders::from_schema(&schema).expect("valid annotations");
        let cases = [
            ("server/discover", json!({}), vec![]),
            ("tools/list", json!({"name": "x"}), vec![]),
            (
                "tools/call",
                json!({"name": "café", "arguments": {"region": "us"}}),
                vec![
                    ("mcp-name", "=?base64?Y2Fmw6k=?="),
                    ("mcp-param-region", "us"),
                ],
            ),
            ("prompts/get", json!({"name": "p"}), vec![("mcp-name", "p")]),
            (
                "resources/read",
                json!({"uri": "a:1"}),
                vec![("mcp-name", "a:1")],
            ),
            (
                "tasks/get",
                json!({"taskId": "t1"}),
                vec![("mcp-name", "t1")],
            ),
            (
                "tasks/cancel",
                json!({"taskId": " t"}),
                vec![("mcp-name", "=?base64?IHQ=?=")],
            ),
        ];
        for (method, params, named) in cases {
            let headers = for_modern_post(
                "2026-07-28",
                method,
                &Params {
                    arguments: params["arguments"].as_object().cloned().map(Arc::new),
                    ..Params::new(params.as_object().cloned().unwrap_or_default())
                },
                Some(&param_headers),
            );
            let mut expected = vec![
                ("accept", "application/json, text/event-stream"),
                ("content-type", "application/json"),
                ("mcp-protocol-version", "2026-07-28"),
                ("mcp-method", method),
            ];
            expected.extend(named);
            let expected_id: Vec<(&str, &str)> = headers
                .iter()
                .map(|(name, value)| (name.as_str(), value.to_str().unwrap_or("?")))
                .collect();
            assert_eq!(expected_id, expected, "{method} {params}");
        }
    }

    #[test]
    fn a_session_id_that_could_do_harm_is_none() {
        let cases = [
            ("s1".to_owned(), true),
            ("a".repeat(1024), true),
            ("a".repeat(1025), false),
            (String::new(), false),
            ("a b".to_owned(), false),
            ("é".to_owned(), false),
        ];
        for (id, expected) in cases {
            let mut headers = HeaderMap::new();
            let value = HeaderValue::from_bytes(id.as_bytes()).expect("a header value");
            headers.insert(SESSION_ID, value);
            assert_eq!(
                session_id(&headers).is_some(),
                expected,
                "the session id {id:?}"
            );
        }
    }
}
