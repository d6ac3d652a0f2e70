//! Calls of modern clients between two requests: the client was told what is needed, and asks again with the answers
//! (2026-07-28, basic/patterns/mrtr).

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value, json};
use usher_core::caller_requests::{CallerReply, CallerRequest};

use crate::adapt;
use crate::call_run::CallRun;
use crate::client_requests::fitted;
use crate::frame::Fault;
use crate::limits;
use crate::pending::CallKey;
use crate::request::Request;
use crate::revision::Era;
use crate::session::Session;
use crate::token;

/// The calls that wait for their clients, by the state that the clients send back.
#[derive(Default)]
pub(crate) struct Suspended(Mutex<HashMap<String, Waiting>>);

struct Waiting {
    run: CallRun,
    /// What the server requested, by the keys that the client knows.
    open: BTreeMap<String, CallerRequest>,
}

/// What came of asking again.
pub(crate) enum Resumed {
    Run(CallRun),
    /// Not everything was answered: what the client is told.
    StillAsked(Value),
}

impl Suspended {
    /// Takes up the same call, if it waits for the person only.
    pub(crate) fn undecided(&self, key: &CallKey) -> Option<CallRun> {
        let mut waiting = self.lock();
        let state = waiting
            .iter()
            .find(|(_, one)| one.run.key == *key && !one.run.control.is_sent())
            .map(|(state, _)| state.clone())?;
        waiting.remove(&state).map(|one| one.run)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Tells the client to ask again, with answers to what is open. The call goes on meanwhile.
    pub(crate) fn suspend(&self, run: CallRun, open: BTreeMap<String, CallerRequest>) -> Value {
        let state = token::unguessable();
        let requests: Map<String, Value> = open
            .iter()
            .map(|(key, asked)| (key.clone(), input_request(asked)))
            .collect();
        let of_client = |one: &Waiting| one.run.key.client == run.key.client;
        let mut waiting = self.gateway.suspended.lock();
        if waiting.values().filter(|one| of_client(one)).count() >= limits::KEPT_CALLS {
            run.control.left.cancel();
        }
        waiting.insert(state.clone(), Waiting { run, open });
        drop(waiting);
        self.let_go_later(state.clone());
        let mut result = json!({ "resultType": "input_required", "requestState": state });
        if !requests.is_empty() {
            result["inputRequests"] = requests.into();
        }
        adapt::own(result, Era::Modern, &self.gateway.own_info())
    }

    /// Ends what the client does not come back for. A call that waits for the person is kept for an identical one.
    fn let_go_later(&self, state: String) {
        let gateway = Arc::clone(&self.gateway);
        tokio::spawn(async move {
            tokio::time::sleep(limits::KEPT_FOR).await;
            let waiting = gateway.suspended.lock().remove(&state);
            if let Some(waiting) = waiting {
                waiting.run.control.left.cancel();
            }
        });
    }

    /// Takes up a call with the answers of the client.
    pub(crate) fn resumed(
        &self,
        state: &Value,
        request: &Request,
        key: &CallKey,
    ) -> Result<Resumed, Fault> {
        let state = state.as_str().unwrap_or_default();
        let mut suspended = self.gateway.suspended.lock();
        let is_same = suspended.get(state).map(|one| one.run.key == *key);
        match is_same {
            Some(true) => {}
            Some(false) => {
                return Err(Fault::params(
                    "requestState belongs to another call: the tool and its arguments must be the same",
                ));
            }
            None => return Err(Fault::params("requestState is unknown, or was used before")),
        }
        let Some(Waiting { run, mut open }) = suspended.remove(state) else {
            return Err(Fault::params("requestState is unknown, or was used before"));
        };
        drop(suspended);
        let responses = request.params.get("inputResponses");
        deliver(&mut open, responses.and_then(Value::as_object));
        if open.is_empty() {
            return Ok(Resumed::Run(run));
        }
        Ok(Resumed::StillAsked(self.suspend(run, open)))
    }
}

/// A request as clients of the modern era read it.
pub(crate) fn input_request(asked: &CallerRequest) -> Value {
    json!({ "method": asked.method, "params": fitted(asked.method, asked.params.clone()) })
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
