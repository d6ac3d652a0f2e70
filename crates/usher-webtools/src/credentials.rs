//! Separates credentials from a configuration: asked for apart, stored in the keyring.
//!
//! They are put back only when a request is made.

use serde_json::{Map, Value};
use usher_messages::Message;
use usher_types::secret::Secret;

use crate::limits;
use usher_config::definition::looks_secret;

/// A credential a configuration asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialField {
    /// Its JSON pointer in the configuration (RFC 6901).
    pub pointer: String,
    /// Its name. Server text.
    pub name: String,
    /// What it is for. Server text.
    pub description: Option<String>,
    /// How it is sent, if that is known.
    pub carrier: Option<Message>,
    /// Whether nothing works without it.
    pub required: bool,
}

/// A configuration's schema taken apart: what a form shows, and the credentials.
pub fn split_credentials(schema: &Value) -> (Value, Vec<CredentialField>) {
    let mut slots = Vec::new();
    let mut form = schema.clone();
    extract(
        &mut form,
        "",
        Presence::Certain,
        &mut slots,
        limits::CREDENTIAL_DEPTH,
    );
    (form, slots)
}

/// Whether the object that holds a member is always present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    Certain,
    Perhaps,
}

fn extract(
    schema: &mut Value,
    place: &str,
    demand: Presence,
    slots: &mut Vec<CredentialField>,
    depth: usize,
) {
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    // Members of a choice or a condition may be required, or not.
    for key in ["allOf", "anyOf", "oneOf", "then", "else"] {
        let parts = match schema.get_mut(key) {
            Some(Value::Array(parts)) => parts.as_mut_slice(),
            Some(part) => std::slice::from_mut(part),
            None => continue,
        };
        for part in parts {
            if depth > 0 {
                extract(part, place, Presence::Perhaps, slots, depth - 1);
            }
        }
    }
    let required: Vec<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    let mut taken = Vec::new();
    for (name, member) in properties.iter_mut() {
        let pointer = pointer(place, name);
        let is_required = required.contains(name);
        if is_secret(name, member) {
            let text = |key: &str| member.get(key).and_then(Value::as_str).map(str::to_owned);
            let slot = CredentialField {
                pointer,
                name: text("title").unwrap_or_else(|| name.clone()),
                description: text("description"),
                carrier: None,
                required: is_required && demand == Presence::Certain,
            };
            if !slots.iter().any(|known| known.pointer == slot.pointer) {
                slots.push(slot);
            }
            taken.push(name.clone());
        } else if depth > 0 {
            let inner = if is_required {
                demand
            } else {
                Presence::Perhaps
            };
            extract(member, &pointer, inner, slots, depth - 1);
        }
    }
    for name in &taken {
        properties.shift_remove(name);
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| !taken.iter().any(|taken| name == taken));
    }
}

/// The JSON pointer of a member (RFC 6901, section 4).
pub(crate) fn pointer(place: &str, name: &str) -> String {
    format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// Whether a text field is a password, by format or name.
fn is_secret(name: &str, schema: &Value) -> bool {
    let is_text = schema.get("type").is_none_or(|kind| {
        kind == "string"
            || kind
                .as_array()
                .is_some_and(|kinds| kinds.iter().any(|kind| kind == "string"))
    });
    let has_choices = schema.get("enum").is_some() || schema.get("const").is_some();
    let says_so = schema
        .get("format")
        .is_some_and(|format| format == "password")
        || schema.get("writeOnly") == Some(&Value::Bool(true));
    is_text
        && !has_choices
        && schema.get("properties").is_none()
        && (says_so || looks_secret(name, ""))
}

/// Inserts a value into a configuration, creating the objects around it.
pub fn insert(config: &mut Map<String, Value>, pointer: &str, secret: &Secret) {
    let mut names = pointer.split('/').skip(1).map(unescaped);
    let Some(mut name) = names.next() else {
        return;
    };
    let mut place = config;
    for next in names {
        let inner = place
            .entry(name)
            .or_insert_with(|| Value::Object(Map::new()));
        if !inner.is_object() {
            *inner = Value::Object(Map::new());
        }
        let Value::Object(inner) = inner else {
            return;
        };
        place = inner;
        name = next;
    }
    place.insert(name, Value::from(secret.expose()));
}

/// Moves credentials out of a configuration.
pub fn remove(config: &mut Map<String, Value>, slots: &[CredentialField]) {
    for slot in slots {
        let (parent, name) = slot.pointer.rsplit_once('/').unwrap_or_default();
        let name = unescaped(name);
        if parent.is_empty() {
            config.shift_remove(&name);
            continue;
        }
        // The configuration itself is no value, so the first step is made by hand.
        let inner_parent = parent.trim_start_matches('/');
        let end = inner_parent.find('/').unwrap_or(inner_parent.len());
        let (top, rest) = inner_parent.split_at(end);
        let inner = config
            .get_mut(&unescaped(top))
            .and_then(|top| top.pointer_mut(rest));
        if let Some(inner) = inner.and_then(Value::as_object_mut) {
            inner.shift_remove(&name);
        }
    }
}

/// A name out of a JSON pointer (RFC 6901, section 4).
fn unescaped(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn credentials_are_found_taken_out_and_put_back() {
        let schema = json!({
            "type": "object",
            "required": ["apiKey", "units", "proxy"],
            "properties": {
                "apiKey": {"type": "string", "title": "Key", "description": "From your account"},
                "units": {"enum": ["metric", "imperial"]},
                "pin": {"type": "string", "format": "password"},
                "maxTokens": {"type": "integer"},
                "tokenKind": {"type": "string", "enum": ["a", "b"]},
                "proxy": {"type": "object", "required": ["password"], "properties": {
                    "host": {"type": "string"}, "password": {"type": "string"},
                }},
                "a/b": {"type": "object", "properties": {"secret": {"type": "string"}}},
            },
            "oneOf": [{"properties": {"clientSecret": {"type": "string"}}, "required": ["clientSecret"]}],
        });
        let (form, slots) = split_credentials(&schema);
        let found: Vec<_> = slots
            .iter()
            .map(|slot| (slot.pointer.as_str(), slot.name.as_str(), slot.required))
            .collect();
        assert_eq!(
            found,
            [
                ("/clientSecret", "clientSecret", false),
                ("/apiKey", "Key", true),
                ("/pin", "pin", false),
                ("/proxy/password", "password", true),
                ("/a~1b/secret", "secret", false),
            ]
        );
        assert_eq!(form["required"], json!(["units", "proxy"]));
        let left: Vec<_> = form["properties"]
            .as_object()
            .expect("members")
            .keys()
            .collect();
        assert_eq!(left, ["units", "maxTokens", "tokenKind", "proxy", "a/b"]);

        let mut config = json!({"units": "metric", "proxy": {"host": "h"}})
            .as_object()
            .cloned()
            .expect("an object");
        for slot in &slots {
            insert(&mut config, &slot.pointer, &Secret::new("s"));
        }
        let whole = json!({
            "units": "metric", "proxy": {"host": "h", "password": "s"}, "apiKey": "s", "pin": "s", "a/b": {"secret": "s"},
            "clientSecret": "s",
        });
        assert_eq!(Value::Object(config.clone()), whole);
        remove(&mut config, &slots[..4]);
        assert_eq!(
            Value::Object(config),
            json!({"units": "metric", "proxy": {"host": "h"}, "a/b": {"secret": "s"}})
        );
    }
}
