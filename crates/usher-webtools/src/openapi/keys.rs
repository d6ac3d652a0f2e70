//! Reads security schemes, and the configuration that holds their credentials.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use usher_messages::Message;

use crate::credentials::pointer;
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
    let properties: Map<String, Value> = schemes(root)
        .map(|(name, scheme)| {
            let mut property = json!({ "type": "string", "format": "password" });
            if let Some(description) = scheme.get("description").filter(|said| said.is_string()) {
                property["description"] = description.clone();
            }
            (name.clone(), property)
        })
        .collect();
    (!properties.is_empty()).then(|| json!({ "type": "object", "properties": properties }))
}

/// How each security scheme is sent, by its JSON pointer in the configuration.
pub(super) fn carriers(root: &Value) -> BTreeMap<String, Message> {
    let known = schemes(root).filter_map(|(name, _)| {
        let message = match key(root, name)?.carrier {
            ApiKeyLocation::Basic => Message::new("webtools.credential.basic"),
            ApiKeyLocation::Bearer => Message::new("webtools.credential.bearer"),
            ApiKeyLocation::Header(header) => {
                Message::new("webtools.credential.header").with("header", header)
            }
            ApiKeyLocation::Query(field) => {
                Message::new("webtools.credential.query").with("parameter", field)
            }
            ApiKeyLocation::Cookie(cookie) => {
                Message::new("webtools.credential.cookie").with("cookie", cookie)
            }
        };
        Some((pointer("", name), message))
    });
    known.collect()
}

fn schemes(root: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let schemes = root.pointer("/components/securitySchemes");
    schemes.and_then(Value::as_object).into_iter().flatten()
}
