//! What servers request of modern clients: the requests by the keys that a client knows, and its answers
//! (2026-07-28, basic/patterns/mrtr).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use usher_calls::caller_requests::{CallerReply, CallerRequest};
use usher_mcp::InputKey;

use crate::eras::revision::Era;
use crate::request::Request;
use crate::session::client_requests::fitted;

/// The key that a client knows a request by: the one its server gave it, unless that was used before.
pub(crate) fn key_of(asked: &CallerRequest, is_used: impl Fn(&str) -> bool) -> String {
    let own = match &asked.input {
        Some(InputKey::Round { key, .. } | InputKey::Task(key)) if !is_used(key) => {
            Some(key.clone())
        }
        _ => None,
    };
    let numbered = || {
        (1..=u32::MAX)
            .map(|number| number.to_string())
            .find(|key| !is_used(key))
    };
    own.or_else(numbered).unwrap_or_default()
}

/// Requests as clients of the modern era read them, by their keys.
pub(crate) fn input_requests(open: &BTreeMap<String, CallerRequest>) -> Map<String, Value> {
    let shown = |asked: &CallerRequest| json!({ "method": asked.method, "params": fitted(asked.method, asked.params.clone()) });
    let open = open.iter();
    open.map(|(key, asked)| (key.clone(), shown(asked)))
        .collect()
}

/// Passes answers on to the requests they belong to, which are open no longer.
pub(crate) fn deliver(
    open: &mut BTreeMap<String, CallerRequest>,
    responses: Option<&Map<String, Value>>,
) {
    open.retain(|_, asked| !asked.withdrawn.is_cancelled());
    for (key, response) in responses.into_iter().flatten() {
        if !response.is_object() {
            continue;
        }
        if let Some(asked) = open.remove(key) {
            // The server may have taken it back.
            let _ = asked.reply.send(CallerReply::Result(response.clone()));
        }
    }
}

/// The answers that a client brings along before anything is asked, by the keys of the server.
pub(crate) fn given_answers(request: &Request) -> Map<String, Value> {
    let is_first = !request.params.contains_key("requestState");
    let given = request.params.get("inputResponses");
    let given = given.filter(|_| is_first && request.era == Era::Modern);
    given
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default()
}

/// Passes an answer on that the client brought along; else the request is still to be asked.
pub(crate) fn answered_before(
    asked: CallerRequest,
    given: &mut Map<String, Value>,
) -> Option<CallerRequest> {
    let answer = match &asked.input {
        Some(InputKey::Round { key, .. }) => given.remove(key).filter(Value::is_object),
        _ => None,
    };
    match answer {
        Some(answer) => {
            // The server may have taken it back.
            let _ = asked.reply.send(CallerReply::Result(answer));
            None
        }
        None => Some(asked),
    }
}
