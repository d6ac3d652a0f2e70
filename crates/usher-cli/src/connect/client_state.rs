//! What the next owner has to know of a client: how it began, what it follows, and what it still waits for.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};
use usher_jsonrpc::{Outline, request};

use super::limits;

/// What ids of requests begin with that are made again for the client.
const AGAIN: &str = "usher-connect-again-";

/// What was said between a client and its owner, as far as the next one has to be told.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    /// The client's `initialize`, as it was sent; a client without one needs none.
    beginning: Option<Value>,
    /// Whether that was answered without an error.
    has_begun: bool,
    is_initialized: bool,
    /// Requests of the client without an answer, by their ids as JSON text.
    open: BTreeMap<String, Asked>,
    log_level: Option<Value>,
    /// URIs in the order in which they were subscribed to.
    followed: Vec<String>,
    /// Those that the owner has not been asked for yet.
    to_follow: VecDeque<String>,
    /// What was made again and is not answered yet: by its id, the resource that it is for.
    again: BTreeMap<String, Option<String>>,
    next_again: u64,
}

/// What an open request asks for.
#[derive(Debug)]
enum Asked {
    Beginning,
    Follow(String),
    LogLevel(Value),
    /// Something that changes nothing: the request, which the next owner is sent once more.
    Reading(Vec<u8>),
    Other,
}

/// Requests that change nothing.
const READING: [&str; 9] = [
    "completion/complete",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "server/discover",
    "tools/list",
];

/// What a message of the owner is.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    /// One for the client.
    Message,
    /// The answer to a request that was made again; the resource that the client may have missed a change of.
    OwnAnswer { updated: Option<String> },
}

impl Remembered {
    /// Takes note of what the client says.
    pub(super) fn note_sent(&mut self, line: &[u8]) {
        let is_batch = line.trim_ascii_start().starts_with(b"[");
        for envelope in Outline::read_all(line) {
            let method = envelope.method.as_deref().unwrap_or_default();
            match (method, envelope.id) {
                ("notifications/initialized", _) => self.is_initialized = true,
                ("notifications/cancelled", None) => {
                    let cancelled = param(line, "requestId").to_string();
                    self.open.remove(&cancelled);
                }
                ("", _) | (_, None) => {}
                (method, Some(id)) => {
                    let asked = if is_batch {
                        Asked::Other
                    } else {
                        self.asked(method, line)
                    };
                    self.open.insert(id.to_string(), asked);
                }
            }
        }
    }

    fn asked(&mut self, method: &str, line: &[u8]) -> Asked {
        match method {
            "initialize" => {
                if !self.has_begun {
                    let beginning: Option<Value> = serde_json::from_slice(line).ok();
                    self.beginning = beginning.filter(Value::is_object);
                }
                Asked::Beginning
            }
            "logging/setLevel" => Asked::LogLevel(param(line, "level")),
            "resources/subscribe" => match param(line, "uri").as_str() {
                Some(uri) if uri.len() <= limits::URI_BYTES => Asked::Follow(uri.to_owned()),
                _ => Asked::Other,
            },
            "resources/unsubscribe" => {
                let unfollowed = param(line, "uri");
                self.followed.retain(|uri| unfollowed != *uri);
                self.to_follow.retain(|uri| unfollowed != *uri);
                Asked::Other
            }
            method if READING.contains(&method) && line.len() <= limits::REPEATED_BYTES => {
                Asked::Reading(line.to_owned())
            }
            _ => Asked::Other,
        }
    }

    /// Takes note of what the owner says.
    pub(super) fn note_heard(&mut self, line: &[u8]) -> Heard {
        if self.open.is_empty() && self.again.is_empty() {
            return Heard::Message;
        }
        for envelope in Outline::read_all(line) {
            let Some(id) = envelope.answers() else {
                continue;
            };
            if let Some(resource) = self.again.remove(&id.to_string()) {
                let updated = resource.filter(|_| self.is_initialized);
                return Heard::OwnAnswer { updated };
            }
            let asked = self.open.remove(&id.to_string());
            if !envelope.is_error() {
                self.note_done(asked);
            }
        }
        Heard::Message
    }

    /// Takes note that the owner's answer to a request cannot be passed on; whether the client waits for it.
    pub(super) fn note_failed(&mut self, id: &Value) -> bool {
        self.open.remove(&id.to_string()).is_some()
    }

    fn note_done(&mut self, asked: Option<Asked>) {
        match asked {
            Some(Asked::Beginning) => self.has_begun = true,
            Some(Asked::Follow(uri))
                if !self.followed.contains(&uri) && self.followed.len() < limits::FOLLOWED =>
            {
                self.followed.push(uri);
            }
            Some(Asked::LogLevel(level)) => self.log_level = Some(level),
            _ => {}
        }
    }

    /// Whether the client waits for answers.
    pub(super) fn waits(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether the client has said that it has begun.
    pub(super) fn is_initialized(&self) -> bool {
        self.is_initialized
    }

    /// Takes the ids of what an owner that has ended will answer no more. Its `initialize` and what only reads are not
    /// among them: the next owner answers those.
    pub(super) fn take_lost(&mut self) -> Vec<Value> {
        let lost = self.open.extract_if(.., |_, asked| {
            !matches!(asked, Asked::Beginning | Asked::Reading(_))
        });
        lost.map(|(id, _)| serde_json::from_str(&id).unwrap_or_default())
            .collect()
    }

    /// How the client began, for an owner that does not know it: with the id of the client if that still waits for the
    /// answer.
    pub(super) fn begin_again(&mut self) -> Option<Value> {
        self.again.clear();
        self.to_follow = self.followed.iter().cloned().collect();
        let mut beginning = self.beginning.clone()?;
        if !self.open.contains_key(&beginning["id"].to_string()) {
            beginning["id"] = self.id_for(None);
        }
        Some(beginning)
    }

    /// What follows once that is answered.
    pub(super) fn go_on(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        if self.is_initialized {
            messages.push(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned());
        }
        if let Some(level) = self.log_level.clone() {
            let id = self.id_for(None);
            messages.push(request(&id, "logging/setLevel", &json!({ "level": level })));
        }
        messages.extend(self.follow_again());
        messages
    }

    /// Takes the requests to send to this owner once more. They are sent once: an owner may end because of one.
    pub(super) fn take_readings(&mut self) -> Vec<Vec<u8>> {
        let mut readings = Vec::new();
        for asked in self.open.values_mut() {
            if let Asked::Reading(line) = asked {
                readings.push(std::mem::take(line));
                *asked = Asked::Other;
            }
        }
        readings
    }

    /// The next subscriptions to make again.
    pub(super) fn follow_again(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        while self.again.len() < limits::FOLLOWED_AT_ONCE
            && let Some(uri) = self.to_follow.pop_front()
        {
            let params = json!({ "uri": uri });
            let id = self.id_for(Some(uri));
            messages.push(request(&id, "resources/subscribe", &params));
        }
        messages
    }

    fn id_for(&mut self, resource: Option<String>) -> Value {
        self.next_again += 1;
        let id = Value::from(format!("{AGAIN}{}", self.next_again));
        self.again.insert(id.to_string(), resource);
        id
    }
}

fn param(line: &[u8], name: &str) -> Value {
    let message: Value = serde_json::from_slice(line).unwrap_or_default();
    message["params"][name].clone()
}
