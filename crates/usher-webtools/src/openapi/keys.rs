//! Reads security schemes, and the configuration that holds their credentials.

use serde_json::{Map, Value, json};

use crate::operation::{ApiKeyLocation, Key};

/// Lists an operation's authentications, each a list of keys used together.
pub(super) fn keys(root: &Value, raw: &Value) -> Vec<Vec<Key>> {
    let wanted = raw.get("security").or_else(|| root.get("security"));
    let alternatives = wanted.and_then(Value::as_array).into_iter().flatten();
    alternatives
        .filter_map(Value::as_object)
        .map(|together| together.keys().filter_map(|name| key(root, name)).collect())
        .collect()
}

fn key(root: &Value, name: &str) -> Option<Key> {
    let scheme = root.get("components")?.get("securitySchemes")?.get(name)?;
    let text = |member: &str| {
        scheme
            .get(member)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let carrier = match text("type") {
        "apiKey" => match text("in") {
            "query" => ApiKeyLocation::Query(text("name").to_owned()),
            "cookie" => ApiKeyLocation::Cookie(text("name").to_owned()),
            _ => ApiKeyLocation::Header(text("name").to_owned()),
        },
        "http" if text("scheme").eq_ignore_ascii_case("basic") => ApiKeyLocation::Basic,
        _ => ApiKeyLocation::Bearer,
    };
    Some(Key {
        member: name.to_owned(),
        carrier,
    })
}

/// Security schemes are what is configured: each a secret of its own.
pub(super) fn config_schema(root: &Value) -> Option<Value> {
    let schemes = root
        .get("components")?
        .get("securitySchemes")?
        .as_object()?;
    let properties: Map<String, Value> = schemes
        .iter()
        .filter_map(|(name, scheme)| {
            let what = match key(root, name)?.carrier {
                ApiKeyLocation::Basic => "User name and password, as name:password".to_owned(),
                ApiKeyLocation::Bearer => {
                    "An access token, sent as Authorization: Bearer".to_owned()
                }
                ApiKeyLocation::Header(header) => format!("Sent as the header {header}"),
                ApiKeyLocation::Query(field) => format!("Sent in the address as {field}"),
                ApiKeyLocation::Cookie(cookie) => format!("Sent as the cookie {cookie}"),
            };
            let said = scheme
                .get("description")
                .and_then(Value::as_str)
                .unwrap_or(&what);
            Some((
                name.clone(),
                json!({ "type": "string", "format": "password", "description": said }),
            ))
        })
        .collect();
    (!properties.is_empty()).then(|| json!({ "type": "object", "properties": properties }))
}
