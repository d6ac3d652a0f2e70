//! Calls of modern clients between two requests: the client was told what is needed, and asks again with the answers
//! (2026-07-28, basic/patterns/mrtr).

use std::collections::{BTreeMap, HashMap};

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Map, Value, json};
use tokio_util::task::AbortOnDropHandle;
use usher_core::caller_requests::{CallerReply, CallerRequest, InputKey};

use crate::calls::pending::CallKey;
use crate::calls::run::CallRun;
use crate::eras::revision::Era;
use crate::session::client_requests::fitted;

/// The calls that wait for their clients, by the state that the clients send back.
#[derive(Default)]
pub(crate) struct Suspended(Mutex<HashMap<String, Waiting>>);

pub(crate) struct Waiting {
    pub(crate) run: CallRun,
    pub(crate) resumes: Resumes,
    /// Ends what the client does not come back for.
    pub(crate) _expiry: AbortOnDropHandle<()>,
    /// What the server requested, by the keys that the client knows.
    pub(crate) open: BTreeMap<String, CallerRequest>,
}

/// How a client comes back for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resumes {
    /// With the state that it was given.
    WithState,
    /// By making the same call again.
    SameCall,
}

impl Suspended {
    /// Takes up the same call, if that is what its client makes to come back, or if it waits for the person only.
    pub(crate) fn same(&self, key: &CallKey, era: Era, session: u64) -> Option<CallRun> {
        let mut waiting = self.lock();
        let is_it = |one: &Waiting| {
            let is_undecided = era == Era::Modern && !one.run.signals.is_sent();
            one.run.key == *key
                && one.run.owner.is_followed_by(session)
                && (one.resumes == Resumes::SameCall || is_undecided)
        };
        let (state, _) = waiting.iter().find(|(_, one)| is_it(one))?;
        let state = state.clone();
        waiting.remove(&state).map(|one| one.run)
    }

    /// The calls whose clients may still come back for them.
    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<String, Waiting>> {
        let mut waiting = self.0.lock();
        waiting.retain(|_, one| one.run.withheld().is_none());
        waiting
    }
}

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
