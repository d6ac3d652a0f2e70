//! The entry that connects an agent to Usher.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use usher_config::other_apps::starts_usher;

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
}

impl Entry {
    /// The entry of an agent: `usher connect --as ID`.
    pub fn new(program: &Path, agent: &Agent) -> Self {
        let args = ["connect", "--as", agent.app.id];
        Self {
            name: "usher".to_owned(),
            program: program.to_string_lossy().into_owned(),
            args: args.map(str::to_owned).to_vec(),
        }
    }

    /// What is written into the agent's file.
    pub(crate) fn value(&self, agent: &Agent) -> Value {
        facts::entry(agent.app.id, &self.name, &self.program, &self.args)
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

/// Whether an entry of a file does what ours would. Fields that the person added do not matter.
pub(crate) fn agrees(found: &Value, ours: &Value) -> bool {
    let is_off = found.get("disabled") == Some(&Value::Bool(true))
        || found.get("enabled") == Some(&Value::Bool(false));
    let same = |(key, value): (&String, &Value)| found.get(key) == Some(value);
    !is_off && ours.as_object().is_some_and(|ours| ours.iter().all(same))
}
