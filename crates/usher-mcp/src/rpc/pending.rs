//! Keeps our requests until their answers come.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::time::Instant;

use super::{Answer, InFlight};
use crate::call_tag::CallTag;
use crate::error::CallError;
use usher_jsonrpc::numbers;

/// Methods during which a server may ask the user.
///
/// See 2026-07-28, basic/patterns/mrtr; earlier versions name the same ones.
const ASKING_METHODS: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// A request without an answer.
#[derive(Clone)]
pub(crate) struct PendingRequest {
    pub(crate) method: &'static str,
    pub(crate) sent_at: Instant,
    pub(crate) progress_token: Option<Value>,
    pub(crate) in_flight: Arc<InFlight>,
}

/// Our pending requests, by id as JSON text.
#[derive(Default)]
pub(crate) struct PendingRequests(Mutex<HashMap<String, PendingRequest>>);

impl PendingRequests {
    pub(crate) fn insert(&self, id: &Value, request: PendingRequest) {
        self.0.lock().insert(id.to_string(), request);
    }

    /// Returns whether exactly this id is pending.
    pub(crate) fn contains(&self, id: &Value) -> bool {
        self.0.lock().contains_key(&id.to_string())
    }

    /// Returns the request an answer belongs to; a number may come back as text.
    pub(crate) fn get(&self, id: &Value) -> Option<PendingRequest> {
        let requests = self.0.lock();
        let request = requests.get(&id.to_string());
        request.or_else(|| requests.get(id.as_str()?)).cloned()
    }

    /// Returns whether a request of this method is pending.
    pub(crate) fn any_of(&self, method: &str) -> bool {
        self.0
            .lock()
            .values()
            .any(|request| request.method == method)
    }

    /// Takes the request an answer belongs to; a number may come back as text.
    pub(crate) fn take(&self, id: &Value) -> Option<PendingRequest> {
        let mut requests = self.0.lock();
        let request = requests.remove(&id.to_string());
        request.or_else(|| requests.remove(id.as_str()?))
    }

    /// Removes a request that was given up.
    pub(crate) fn remove(&self, id: &Value) {
        self.0.lock().remove(&id.to_string());
    }

    pub(crate) fn len(&self) -> usize {
        self.0.lock().len()
    }

    /// Fails a request by an error of the transport.
    pub(crate) fn fail(&self, id: &Value, error: CallError) {
        if let Some(request) = self.take(id) {
            request.in_flight.settle(Answer::Failed(error));
        }
    }

    /// Returns the id of the pending request if there is one only.
    pub(crate) fn single_id(&self) -> Option<String> {
        let requests = self.0.lock();
        let mut ids = requests.keys();
        let only = ids.next()?.clone();
        ids.next().is_none().then_some(only)
    }

    /// Returns a request that is pending, by its id as JSON text.
    pub(crate) fn by_key(&self, id: &str) -> Option<PendingRequest> {
        self.0.lock().get(id).cloned()
    }

    /// Returns the requests during which a server may ask, oldest first.
    pub(crate) fn asking(&self) -> Vec<(String, PendingRequest)> {
        let requests = self.0.lock();
        let mut asking: Vec<_> = requests
            .iter()
            .filter(|(_, request)| ASKING_METHODS.contains(&request.method))
            .map(|(id, request)| (id.clone(), request.clone()))
            .collect();
        asking.sort_by_key(|(_, request)| request.sent_at);
        asking
    }

    /// Finds the request that asked for progress under this token.
    pub(crate) fn by_progress_token(
        &self,
        token: &Value,
    ) -> Option<(Option<CallTag>, Arc<InFlight>)> {
        let requests = self.0.lock();
        let found = requests.values().find(|request| {
            let own = request.progress_token.as_ref();
            own.is_some_and(|own| numbers::is_same_token(own, token))
        })?;
        Some((found.in_flight.tag.clone(), found.in_flight.clone()))
    }
}
