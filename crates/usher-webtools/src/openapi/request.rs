//! Builds the HTTP request of an operation from the person's input.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use serde_json::{Map, Value};
use url::{Url, form_urlencoded};
use usher_messages::Message;
use usher_net::Request;
use usher_types::secret::Secret;

use crate::operation::{
    ApiKeyLocation, BodyForm, BodyPart, Operation, Parameter, ParameterLocation,
};
use usher_types::text::visible;

/// Headers no parameter may set: they belong to the connection, or prove who one is.
const RESERVED_HEADERS: [&str; 6] = [
    "host",
    "authorization",
    "content-length",
    "transfer-encoding",
    "connection",
    "cookie",
];

/// Characters to escape in a path segment (RFC 3986, section 2.3).
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The request of an operation. The error is a part of a sentence.
pub fn build(
    operation: &Operation,
    base: &Url,
    request: &Map<String, Value>,
    config: &Map<String, Value>,
) -> Result<(Method, Request), Message> {
    let method = Method::from_bytes(operation.method.as_bytes()).map_err(|_| {
        Message::new("request.webtool.problem.method").with("method", operation.method.as_str())
    })?;
    let mut url = address(operation, base, request)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    let mut cookies = Vec::new();
    for parameter in &operation.parameters {
        let Some(value) = request
            .get(&parameter.member)
            .filter(|value| !value.is_null())
        else {
            continue;
        };
        match parameter.place {
            ParameterLocation::Path => {}
            ParameterLocation::Query => add_to_query(&mut url, parameter, value),
            ParameterLocation::Header => add_header(&mut headers, &parameter.name, &listed(value))?,
            ParameterLocation::Cookie => {
                cookies.push(format!("{}={}", parameter.name, encoded(&listed(value))));
            }
        }
    }
    add_keys(operation, config, &mut url, &mut headers, &mut cookies)?;
    if !cookies.is_empty() {
        let cookies = HeaderValue::from_str(&cookies.join("; "));
        let mut cookies = cookies.map_err(|_| Message::new("request.webtool.problem.cookie"))?;
        cookies.set_sensitive(true);
        headers.insert(header::COOKIE, cookies);
    }
    let body = body_of(operation, request, &mut headers);
    Ok((method, Request { url, headers, body }))
}

/// The path below the base: values are encoded, so that none leads out of its place.
fn address(
    operation: &Operation,
    base: &Url,
    request: &Map<String, Value>,
) -> Result<Url, Message> {
    let mut path = operation.path.clone();
    for parameter in &operation.parameters {
        if parameter.place != ParameterLocation::Path {
            continue;
        }
        let value = request
            .get(&parameter.member)
            .map(listed)
            .unwrap_or_default();
        if value.is_empty() || value == "." || value == ".." {
            return Err(Message::new("request.webtool.problem.path")
                .with("parameter", &*visible(&parameter.name)));
        }
        path = path.replace(
            &format!("{{{}}}", parameter.name),
            &encoded(&value).to_string(),
        );
    }
    let home = base.path().trim_end_matches('/');
    let mut url = base.clone();
    url.set_path(&format!("{home}/{}", path.trim_start_matches('/')));
    let below = url.path().strip_prefix(home);
    if !below.is_some_and(|below| below.starts_with('/')) {
        return Err(Message::new("request.webtool.problem.outside"));
    }
    Ok(url)
}

fn add_to_query(url: &mut Url, parameter: &Parameter, value: &Value) {
    let mut query = url.query_pairs_mut();
    match value {
        Value::Array(items) if parameter.explode => {
            for item in items {
                query.append_pair(&parameter.name, &listed(item));
            }
        }
        Value::Object(members) if parameter.explode => {
            for (name, member) in members {
                query.append_pair(name, &listed(member));
            }
        }
        value => {
            query.append_pair(&parameter.name, &listed(value));
        }
    }
}

fn add_header(headers: &mut HeaderMap, name: &str, value: &str) -> Result<(), Message> {
    if RESERVED_HEADERS
        .iter()
        .any(|own| name.eq_ignore_ascii_case(own))
    {
        return Err(
            Message::new("request.webtool.problem.reservedHeader").with("header", &*visible(name))
        );
    }
    let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| {
        Message::new("request.webtool.problem.headerName").with("header", &*visible(name))
    })?;
    let value = HeaderValue::from_str(value)
        .map_err(|_| Message::new("net.headerValue").with("header", name.as_str()))?;
    headers.insert(name, value);
    Ok(())
}

/// Returns the first authentication that is fully configured.
fn add_keys(
    operation: &Operation,
    config: &Map<String, Value>,
    url: &mut Url,
    headers: &mut HeaderMap,
    cookies: &mut Vec<String>,
) -> Result<(), Message> {
    let value = |member: &str| {
        config
            .get(member)
            .and_then(Value::as_str)
            .filter(|value| !value.is_empty())
    };
    let complete = operation.keys.iter().find(|together| {
        !together.is_empty() && together.iter().all(|key| value(&key.member).is_some())
    });
    for key in complete.into_iter().flatten() {
        let secret = value(&key.member).unwrap_or_default();
        let (name, text) = match &key.carrier {
            ApiKeyLocation::Query(field) => {
                url.query_pairs_mut().append_pair(field, secret);
                continue;
            }
            ApiKeyLocation::Cookie(cookie) => {
                cookies.push(format!("{cookie}={}", encoded(secret)));
                continue;
            }
            ApiKeyLocation::Header(name) => (name.as_str(), secret.to_owned()),
            ApiKeyLocation::Bearer => ("authorization", format!("Bearer {secret}")),
            ApiKeyLocation::Basic => (
                "authorization",
                format!("Basic {}", STANDARD.encode(secret)),
            ),
        };
        let problem = || {
            Message::new("request.webtool.problem.credential").with("name", &*visible(&key.member))
        };
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| problem())?;
        let mut text = HeaderValue::from_str(&text).map_err(|_| problem())?;
        text.set_sensitive(true);
        headers.insert(name, text);
    }
    Ok(())
}

fn body_of(
    operation: &Operation,
    request: &Map<String, Value>,
    headers: &mut HeaderMap,
) -> Option<Secret> {
    let body = operation.body?;
    let value = match body.part {
        BodyPart::Whole => Value::Object(request.clone()),
        BodyPart::Member => request.get("body")?.clone(),
    };
    let (kind, text) = match body.form {
        BodyForm::Json => ("application/json", value.to_string()),
        BodyForm::Text => ("text/plain; charset=utf-8", listed(&value)),
        BodyForm::Fields => {
            let mut fields = form_urlencoded::Serializer::new(String::new());
            for (name, member) in value.as_object().into_iter().flatten() {
                fields.append_pair(name, &listed(member));
            }
            ("application/x-www-form-urlencoded", fields.finish())
        }
    };
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    Some(Secret::new(text))
}

/// A value as one text: lists with commas between (`OpenAPI` 3.1, style `simple`).
fn listed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(listed).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Text as one segment of a path.
fn encoded(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, SEGMENT)
}
