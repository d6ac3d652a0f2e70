//! Requests to a client: what servers ask during its calls, where the person leaves the answer to the client.

use std::collections::HashSet;

use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use usher_jsonrpc::{Outcome, Requests};

use crate::eras::revision;
use crate::limits;

/// Member of `_meta` that names the task a message belongs to (2025-11-25, basic/utilities/tasks).
pub(crate) const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// The requests to one client that wait for its answers.
#[derive(Default)]
pub(crate) struct ClientRequests {
    open: Requests,
    /// The web pages it was asked to open, and whose end it is told.
    pages: Mutex<HashSet<String>>,
}

impl ClientRequests {
    /// Opens a request. `None` = too many are open.
    pub(crate) fn begin(&self) -> Option<(Value, oneshot::Receiver<Outcome>)> {
        self.open.begin(limits::REQUESTS_TO_CLIENT)
    }

    /// Takes an answer; one to no request of ours belongs to nothing.
    pub(crate) fn answer(&self, id: &Value, outcome: Outcome) {
        self.open.answer(id, outcome);
    }

    pub(crate) fn note_page(&self, params: &Value) {
        let Some(id) = params["elicitationId"].as_str() else {
            return;
        };
        let mut pages = self.pages.lock();
        if pages.len() < limits::REQUESTS_TO_CLIENT {
            pages.insert(id.to_owned());
        }
    }

    /// Whether the client was asked to open this page. It is notified of the end once.
    pub(crate) fn takes_page(&self, elicitation_id: &str) -> bool {
        self.pages.lock().remove(elicitation_id)
    }
}

pub(crate) const ELICIT: &str = "elicitation/create";

/// The parameters of a server's request for a client: nothing that belongs to the connection of the server.
pub(crate) fn fitted(method: &str, mut params: Value) -> Value {
    if !params.is_object() {
        params = json!({});
    }
    if let Some(meta) = params["_meta"].as_object_mut() {
        meta.retain(|name, _| name != "progressToken" && !name.starts_with(revision::OWN_META));
    }
    let is_empty = |meta: &Value| meta.is_null() || meta.as_object().is_some_and(Map::is_empty);
    if let Some(members) = params.as_object_mut() {
        if members.get("_meta").is_some_and(is_empty) {
            members.remove("_meta");
        }
        // Nothing of ours polls a task of a client.
        members.remove("task");
        if method == ELICIT && members.get("mode").is_some_and(|mode| mode == "form") {
            // Only newer clients know modes.
            members.remove("mode");
        }
    }
    params
}

/// Whether a client that declares these capabilities can answer a request.
pub(crate) fn can_answer(capabilities: &Value, method: &str, params: &Value) -> bool {
    match method {
        ELICIT => {
            let elicitation = &capabilities["elicitation"];
            match params["mode"].as_str() {
                Some("url") => elicitation["url"].is_object(),
                // Without a mode it declares forms (2025-11-25, client/elicitation, capabilities).
                _ => {
                    elicitation["form"].is_object()
                        || elicitation.is_object() && !elicitation["url"].is_object()
                }
            }
        }
        "sampling/createMessage" => {
            let sampling = &capabilities["sampling"];
            let uses_tools = !params["tools"].is_null() || !params["toolChoice"].is_null();
            sampling.is_object() && (!uses_tools || sampling["tools"].is_object())
        }
        "roots/list" => capabilities["roots"].is_object(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_answers_what_it_declares() {
        let url = json!({ "mode": "url" });
        let form = json!({ "mode": "form" });
        let tools = json!({ "tools": [] });
        let none = json!({});
        let sampling = "sampling/createMessage";
        let cases = [
            (json!({}), ELICIT, &none, false),
            (json!({ "elicitation": {} }), ELICIT, &none, true),
            (json!({ "elicitation": {} }), ELICIT, &form, true),
            (json!({ "elicitation": {} }), ELICIT, &url, false),
            (json!({ "elicitation": { "url": {} } }), ELICIT, &url, true),
            (
                json!({ "elicitation": { "url": {} } }),
                ELICIT,
                &form,
                false,
            ),
            (
                json!({ "elicitation": { "url": {}, "form": {} } }),
                ELICIT,
                &form,
                true,
            ),
            (json!({ "sampling": {} }), sampling, &none, true),
            (json!({ "sampling": {} }), sampling, &tools, false),
            (
                json!({ "sampling": { "tools": {} } }),
                sampling,
                &tools,
                true,
            ),
            (json!({ "sampling": {} }), "roots/list", &none, false),
            (json!({ "roots": {} }), "roots/list", &none, true),
            (json!({ "roots": {} }), "dreams/list", &none, false),
        ];
        for (capabilities, method, params, expected) in cases {
            let found = can_answer(&capabilities, method, params);
            assert_eq!(found, expected, "{method} {params} with {capabilities}");
        }
    }

    #[test]
    fn nothing_of_the_server_s_connection_reaches_a_client() {
        let related = json!({ "taskId": "theirs" });
        let cases = [
            (json!(null), json!({})),
            (
                json!({ "a": 1, "_meta": { "progressToken": 1, RELATED_TASK: related } }),
                json!({ "a": 1 }),
            ),
            (
                json!({ "mode": "form", "task": {}, "_meta": { "theirs/x": 1 } }),
                json!({ "_meta": { "theirs/x": 1 } }),
            ),
            (json!({ "mode": "url" }), json!({ "mode": "url" })),
        ];
        for (params, expected) in cases {
            assert_eq!(fitted(ELICIT, params.clone()), expected, "{params}");
        }
    }
}
