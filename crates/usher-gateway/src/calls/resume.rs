//! Tells modern clients to ask again, and takes up the calls they ask again for (2026-07-28, basic/patterns/mrtr).

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio_util::task::AbortOnDropHandle;
use usher_core::caller_requests::CallerRequest;
use usher_jsonrpc::{Fault, REFUSED};
use usher_messages::Message;

use crate::calls::pending::CallKey;
use crate::calls::run::CallRun;
use crate::calls::signals::Attended;
use crate::calls::suspended::{Resumes, Waiting, deliver, input_requests};
use crate::eras::adapt;
use crate::eras::revision::Era;
use crate::limits;
use crate::request::{Request, text};
use crate::session::Session;
use crate::token;

/// What came of asking again.
pub(crate) enum Resumed {
    Run(CallRun),
    /// Not everything was answered: what the client is told.
    StillAsked(Value),
}

impl Session {
    /// Takes note that the client waits for a call again.
    pub(crate) fn attend(&self, run: &CallRun) {
        run.signals.set_attended(Attended::Yes);
        if let Some(call) = run.signals.call() {
            self.gateway.host.calls().client_returned(call);
        }
    }

    /// Tells the client to ask again, with answers to what is open. The call goes on meanwhile.
    pub(crate) fn suspend(
        &self,
        run: CallRun,
        open: BTreeMap<String, CallerRequest>,
    ) -> Result<Value, Fault> {
        if !run.signals.is_sent() {
            run.signals.set_attended(Attended::No);
            if let Some(call) = run.signals.call() {
                let kept_for = self.gateway.options.kept_for;
                self.gateway.host.calls().client_left(call, kept_for);
            }
        }
        let requests = input_requests(&open);
        let state = self.keep(run, open, Resumes::WithState)?;
        let mut result = json!({ "resultType": "input_required", "requestState": state });
        if !requests.is_empty() {
            result["inputRequests"] = requests.into();
        }
        Ok(adapt::own(result, Era::Modern, &self.gateway.own_info()))
    }

    /// Tells the client in words to make a request again, whose server waits for the person. The call goes on meanwhile.
    pub(crate) fn defer(
        &self,
        request: &Request,
        run: CallRun,
        message: &Message,
    ) -> Result<Value, Fault> {
        self.keep(run, BTreeMap::new(), Resumes::SameCall)?;
        if request.method == "tools/call" {
            return Ok(self.gateway.error_result(request.era, message));
        }
        Err(Fault::new(REFUSED, text(message)))
    }

    /// Keeps a call for its client, and returns the state it is known by. A client that has too many loses it.
    fn keep(
        &self,
        run: CallRun,
        open: BTreeMap<String, CallerRequest>,
        resumes: Resumes,
    ) -> Result<String, Fault> {
        run.signals.progress.end();
        let state = token::unguessable();
        let of_client = |one: &Waiting| one.run.key.client == run.key.client;
        let mut waiting = self.kept.suspended.lock();
        if waiting.values().filter(|one| of_client(one)).count() >= limits::KEPT_CALLS {
            run.signals.disconnected.cancel();
            let most = limits::KEPT_CALLS;
            return Err(Fault::new(
                REFUSED,
                format!("More than {most} calls wait for the client"),
            ));
        }
        let kept = Waiting {
            run,
            open,
            resumes,
            _expiry: self.let_go_later(state.clone()),
        };
        waiting.insert(state.clone(), kept);
        Ok(state)
    }

    /// Ends what the client does not come back for. A call that waits for the person is kept for an identical one.
    fn let_go_later(&self, state: String) -> AbortOnDropHandle<()> {
        let (kept, kept_for) = (Arc::clone(&self.kept), self.gateway.options.kept_for);
        AbortOnDropHandle::new(tokio::spawn(async move {
            tokio::time::sleep(kept_for).await;
            // Ends this, too.
            let waiting = kept.suspended.lock().remove(&state);
            if let Some(waiting) = waiting {
                waiting.run.signals.disconnected.cancel();
            }
        }))
    }

    /// Takes up a call with the answers of the client.
    pub(crate) fn resumed(
        &self,
        state: &Value,
        request: &Request,
        key: &CallKey,
    ) -> Result<Resumed, Fault> {
        let state = state.as_str().unwrap_or_default().to_owned();
        let mut suspended = self.kept.suspended.lock();
        let Entry::Occupied(found) = suspended.entry(state) else {
            return Err(Fault::params("requestState is unknown, or was used before"));
        };
        if found.get().run.key != *key {
            return Err(Fault::params(
                "requestState belongs to another call: the tool and its arguments must be the same",
            ));
        }
        let Waiting { run, mut open, .. } = found.remove();
        drop(suspended);
        let responses = request.params.get("inputResponses");
        deliver(&mut open, responses.and_then(Value::as_object));
        if open.is_empty() {
            return Ok(Resumed::Run(run));
        }
        self.suspend(run, open).map(Resumed::StillAsked)
    }
}
