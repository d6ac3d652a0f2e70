//! What all requests share: sessions, subscriptions, tasks, and what is offered at the moment.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use parking_lot::Mutex;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::exchange::Exchange;
use super::legacy::Session;
use super::task::Tasks;

/// The state of the server.
pub(super) struct World {
    /// The port it listens on.
    pub(super) port: u16,
    pub(super) sessions: Mutex<HashMap<String, Arc<Session>>>,
    pub(super) listeners: Mutex<Vec<Listener>>,
    pub(super) tasks: Tasks,
    /// Whether a further tool is offered.
    pub(super) has_further_tool: AtomicBool,
    /// Whether a further prompt is offered.
    pub(super) has_further_prompt: AtomicBool,
    last: AtomicU64,
}

/// A `subscriptions/listen` that is open.
pub(super) struct Listener {
    pub(super) id: Value,
    /// What the client wants to hear of.
    pub(super) wanted: Value,
    pub(super) exchange: Arc<Exchange>,
}

/// A list that can change.
#[derive(Clone, Copy)]
pub(super) enum Changed {
    Tools,
    Prompts,
}

impl World {
    pub(super) fn new(port: u16) -> Self {
        Self {
            port,
            sessions: Mutex::default(),
            listeners: Mutex::default(),
            tasks: Tasks::default(),
            has_further_tool: AtomicBool::new(false),
            has_further_prompt: AtomicBool::new(false),
            last: AtomicU64::new(0),
        }
    }

    /// A name that was not given before and cannot be guessed from outside.
    pub(super) fn new_name(&self) -> String {
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let digest = self.digest(&format!("name {number}"));
        digest.chars().take(32).collect()
    }

    /// Signs what a client sends back later.
    pub(super) fn signed(&self, state: &str) -> String {
        format!("{state}.{}", self.digest(state))
    }

    /// What was signed; `None` = it is not as it was.
    pub(super) fn verified<'a>(&self, state: &'a str) -> Option<&'a str> {
        let (state, signature) = state.rsplit_once('.')?;
        (self.digest(state) == signature).then_some(state)
    }

    fn digest(&self, text: &str) -> String {
        // One run of the server is not another: its port is part of it.
        let digest = Sha256::digest(format!("conformance {} {text}", self.port));
        BASE64_URL_SAFE_NO_PAD.encode(digest)
    }

    /// Changes a list, and tells everybody who wants to know.
    pub(super) fn change(&self, list: Changed) {
        let (offered, method, wanted) = match list {
            Changed::Tools => (
                &self.has_further_tool,
                "notifications/tools/list_changed",
                "toolsListChanged",
            ),
            Changed::Prompts => (
                &self.has_further_prompt,
                "notifications/prompts/list_changed",
                "promptsListChanged",
            ),
        };
        offered.fetch_xor(true, Ordering::Relaxed);
        for session in self.sessions.lock().values() {
            session
                .general
                .tell(json!({ "jsonrpc": "2.0", "method": method }));
        }
        for listener in self.listeners.lock().iter() {
            if listener.wanted[wanted] == true {
                let meta = json!({ "io.modelcontextprotocol/subscriptionId": listener.id });
                listener.exchange.tell(json!({
                    "jsonrpc": "2.0", "method": method, "params": { "_meta": meta },
                }));
            }
        }
    }
}
