//! The entry that connects an agent to Usher.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use usher_config::other_apps::starts_usher;
use usher_types::client::{CLIENT_KEY_VARIABLE, ClientKey};

use crate::agent::Agent;
use crate::facts;

/// How an agent starts Usher.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The name of the server in the agent.
    pub name: String,
    /// The program, as an absolute path.
    pub program: String,
    pub args: Vec<String>,
    /// What the agent shows itself by; `None` = none is written. It is in no receipt.
    #[serde(skip)]
    pub key: Option<ClientKey>,
}

impl Entry {
    /// The entry of an agent: `usher connect --as ID`.
    pub fn new(program: &Path, agent: &Agent) -> Self {
        let args = ["connect", "--as", agent.app.id];
        Self {
            name: "usher".to_owned(),
            program: program.to_string_lossy().into_owned(),
            args: args.map(str::to_owned).to_vec(),
            key: None,
        }
    }

    /// With a key, which is written unless the file has one already.
    #[must_use]
    pub fn with_key(self, key: ClientKey) -> Self {
        Self {
            key: Some(key),
            ..self
        }
    }

    /// With the key of an entry that is there, if that has one.
    pub(crate) fn keeping_key_of(&self, found: &Value, agent: &Agent) -> Self {
        let key = key_of(found, agent).or_else(|| self.key.clone());
        Self {
            key,
            ..self.clone()
        }
    }

    /// What is written into the agent's file.
    pub(crate) fn value(&self, agent: &Agent) -> Value {
        let id = agent.app.id;
        let mut entry = facts::entry(id, &self.name, &self.program, &self.args);
        if let Some(key) = &self.key {
            entry[facts::environment_field(id)] = json!({ CLIENT_KEY_VARIABLE: key.0 });
        }
        entry
    }
}

/// Whether an entry of a file starts Usher, whichever version or place of it.
pub(crate) fn is_usher(value: &Value) -> bool {
    let texts = |value: Option<&Value>| -> Vec<String> {
        let items = value.and_then(Value::as_array).into_iter().flatten();
        items
            .filter_map(|item| Some(item.as_str()?.to_owned()))
            .collect()
    };
    let command = value.get("command").or_else(|| value.get("cmd"));
    match command {
        Some(Value::String(program)) => starts_usher(program, &texts(value.get("args"))),
        Some(Value::Array(_)) => match texts(command).split_first() {
            Some((program, args)) => starts_usher(program, args),
            None => false,
        },
        _ => false,
    }
}

/// The key in an entry of a file.
pub(crate) fn key_of(found: &Value, agent: &Agent) -> Option<ClientKey> {
    let environment = found.get(facts::environment_field(agent.app.id))?;
    let key = environment.get(CLIENT_KEY_VARIABLE)?.as_str()?;
    (!key.is_empty()).then(|| ClientKey(key.to_owned()))
}

/// Whether an entry of a file does what ours would, with any key. Fields and variables that the person added do not matter.
pub(crate) fn agrees(found: &Value, entry: &Entry, agent: &Agent) -> bool {
    let ours = entry.value(agent);
    let environment = facts::environment_field(agent.app.id);
    let is_off = found.get("disabled") == Some(&Value::Bool(true))
        || found.get("enabled") == Some(&Value::Bool(false));
    let same =
        |(key, value): (&String, &Value)| key == environment || found.get(key) == Some(value);
    !is_off
        && key_of(found, agent).is_some()
        && ours.as_object().is_some_and(|ours| ours.iter().all(same))
}
