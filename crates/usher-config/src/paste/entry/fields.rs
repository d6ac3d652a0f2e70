//! Lists the fields in which apps write a server down, and keeps track of which were read.
//!
//! What was not read is named to the person: a field that is known is not for that reason used.

use std::collections::HashSet;

use serde_json::{Map, Value};
use usher_types::text::visible;

/// Where an address stands. Gemini CLI takes the first before the second.
pub(super) const URL: [&str; 5] = ["httpUrl", "url", "serverUrl", "uri", "baseUrl"];
pub(super) const COMMAND: [&str; 2] = ["command", "cmd"];
/// The program, where the command is an object.
pub(super) const PATH: [&str; 1] = ["path"];
pub(super) const ARGS: [&str; 2] = ["args", "arguments"];
pub(super) const CWD: [&str; 3] = ["cwd", "workingDirectory", "working_directory"];
pub(super) const ENV: [&str; 3] = ["env", "envs", "environment"];
/// Where Cherry Studio has packages come from.
pub(super) const PACKAGE_REGISTRY: [&str; 1] = ["registryUrl"];
pub(super) const ENV_FILE: [&str; 1] = ["envFile"];
pub(super) const HEADERS: [&str; 2] = ["headers", "http_headers"];
pub(super) const REQUEST: [&str; 2] = ["requestInit", "requestOptions"];
pub(super) const KIND: [&str; 3] = ["type", "transport", "transportType"];

/// Values that an app takes from its environment or its own store, by their names.
pub(super) const NAMES_OF_VALUES: [&str; 2] = ["env_vars", "env_keys"];
pub(super) const BEARER: [&str; 1] = ["bearer_token_env_var"];
pub(super) const ENV_HEADERS: [&str; 1] = ["env_http_headers"];

/// Fields of other clients that concern neither start nor address, nor what may be called.
const IGNORED: [&str; 32] = [
    "alwaysAllow",
    "autoApprove",
    "bundled",
    "description",
    "dev",
    "disabled",
    "display_name",
    "displayName",
    "enabled",
    "gallery",
    "icon",
    "id",
    "installSource",
    "isActive",
    "label",
    "logoUrl",
    "longRunning",
    "name",
    "networkTimeout",
    "provider",
    "providerUrl",
    "sampling",
    "scope",
    "source",
    "start_on_launch",
    "startup_timeout_ms",
    "startup_timeout_sec",
    "startupTimeout",
    "tags",
    "timeout",
    "tool_timeout_sec",
    "version",
];

/// The fields of a server.
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    read: HashSet<&'a str>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: &'a Map<String, Value>) -> Self {
        Self {
            object,
            read: HashSet::new(),
        }
    }

    /// Returns the first of these fields that says something, without reading it.
    pub(super) fn find(&self, names: &[&str]) -> Option<(&'a str, &'a Value)> {
        names.iter().find_map(|name| {
            let (key, value) = self.object.get_key_value(*name)?;
            says_something(value).then_some((key.as_str(), value))
        })
    }

    /// Reads the first of these fields that says something.
    pub(super) fn take(&mut self, names: &[&str]) -> Option<(&'a str, &'a Value)> {
        let found = self.find(names)?;
        self.read.insert(found.0);
        Some(found)
    }

    /// Returns the first of these fields that is there, whatever it says.
    pub(super) fn written(&self, names: &[&'static str]) -> Option<&'static str> {
        names
            .iter()
            .copied()
            .find(|name| self.object.contains_key(*name))
    }

    /// Takes back that a field was read.
    pub(super) fn put_back(&mut self, name: &str) {
        self.read.remove(name);
    }

    /// Names what says something and was not read.
    pub(super) fn unused(&self) -> Vec<String> {
        let is_unused = |key: &str, value: &Value| {
            says_something(value)
                && !self.read.contains(key)
                && !IGNORED.contains(&key)
                && !KIND.contains(&key)
        };
        let unused = self.object.iter();
        unused
            .filter(|(key, value)| is_unused(key, value))
            .map(|(key, _)| format!("“{}”", visible(key)))
            .collect()
    }
}

/// Whether a value says something; some apps write every field.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}
