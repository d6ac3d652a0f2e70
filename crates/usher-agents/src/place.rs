//! Where the entry of an agent is in a text, and why a text cannot be edited.

use serde_json::Value;
use usher_config::file_format::{Fault, Format, parse, value_at};
use usher_messages::Message;

use crate::agent::Agent;
use crate::messages::of_file;

/// Why a text cannot be edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    Broken(Fault),
    /// A key on the way to the servers is there twice: which of them counts is the agent's choice.
    Twice(String),
    /// What is at the servers' place is written in a form that is not edited.
    Form,
    /// The edited text does not mean what it should.
    Wrong,
}

impl Problem {
    pub(crate) fn message(self, agent: &Agent) -> Message {
        let of_file = |code| of_file(code, &agent.file);
        match self {
            Self::Broken(Fault {
                at: Some((line, column)),
                ..
            }) => of_file("agents.brokenAt")
                .with("line", line)
                .with("column", column),
            Self::Broken(_) => of_file("agents.broken"),
            Self::Twice(key) => of_file("agents.twice").with("key", key),
            Self::Form => of_file("agents.form").with("key", agent.app.servers.join(".")),
            Self::Wrong => of_file("agents.wrong"),
        }
    }
}

/// Where the entry is: the format, the keys to the servers, and its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) format: Format,
    pub(crate) keys: &'a [&'a str],
    pub(crate) name: &'a str,
}

impl<'a> Place<'a> {
    /// The place in a text, which may have an older or a newer form.
    pub(crate) fn new(agent: &Agent, name: &'a str, text: &str) -> Self {
        let app = agent.app;
        let root = parse(text, app.format).unwrap_or_default();
        Self {
            format: app.format,
            keys: app.keys_in(&root),
            name,
        }
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Value, Problem> {
        parse(text, self.format).map_err(Problem::Broken)
    }

    /// The entry in a parsed text.
    pub(crate) fn entry<'v>(&self, root: &'v Value) -> Option<&'v Value> {
        value_at(root, self.keys)?.get(self.name)
    }

    /// A parsed text without the entry, and without the objects that hold nothing else.
    pub(crate) fn without(&self, mut root: Value) -> Value {
        let mut keys = self.keys.to_vec();
        keys.push(self.name);
        remove_at(&mut root, &keys);
        if root.is_null() {
            Value::Object(serde_json::Map::new())
        } else {
            root
        }
    }
}

fn remove_at(value: &mut Value, keys: &[&str]) {
    let (Some(object), Some((key, rest))) = (value.as_object_mut(), keys.split_first()) else {
        return;
    };
    if !rest.is_empty()
        && let Some(inner) = object.get_mut(*key)
    {
        remove_at(inner, rest);
    }
    let is_empty = match object.get(*key) {
        Some(Value::Object(inner)) => inner.is_empty(),
        Some(inner) => inner.is_null(),
        None => false,
    };
    if rest.is_empty() || is_empty {
        object.shift_remove(*key);
    }
}

/// Reads the entry of a text.
pub(crate) fn entry(text: &str, place: Place) -> Result<Option<Value>, Problem> {
    let root = place.parse(text)?;
    Ok(place.entry(&root).cloned())
}
