//! Calls that wait for the person. One whose client was told to call again, or has gone, is kept for the next identical
//! call, which runs it once.

use std::collections::HashMap;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_core::calls::{AuthorizedCall, Calls, ToolCall};
use usher_core::clients::ClientAccess;
use usher_core::request_error::RequestError;
use usher_review::policy::arguments::arguments_digest;
use usher_types::client::KnownClient;
use usher_types::id::{CallId, ClientId, SourceId};

use crate::limits;

/// What makes two calls the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct CallKey {
    pub(crate) client: ClientId,
    pub(crate) source: String,
    pub(crate) tool: String,
    /// The digest of the arguments as canonical JSON (RFC 8785).
    pub(crate) arguments: String,
}

impl CallKey {
    pub(crate) fn new(
        client: &KnownClient,
        source: &SourceId,
        tool: String,
        arguments: &Map<String, Value>,
    ) -> Self {
        Self {
            client: client.id.clone(),
            source: source.to_string(),
            tool,
            arguments: arguments_digest(arguments).to_string(),
        }
    }
}

/// The connection that made a call.
#[derive(Debug, Clone)]
pub(crate) struct CallOwner {
    pub(crate) session: u64,
    /// Cancelled when the connection ends; `None` over HTTP, where a client may begin another session without ending one.
    pub(crate) ended: Option<CancellationToken>,
}

impl CallOwner {
    /// Returns whether an identical call of a connection takes up what this one's call has begun: its own next call, or
    /// that of a connection which came after this one has ended. Another window of an agent makes a call of its own.
    pub(crate) fn is_followed_by(&self, session: u64) -> bool {
        let has_ended = |ended: &CancellationToken| ended.is_cancelled();
        self.session == session || self.ended.as_ref().is_none_or(has_ended)
    }
}

/// The calls that nobody waits for.
pub(crate) struct PendingCalls {
    calls: Calls,
    kept: Arc<Mutex<HashMap<CallId, Kept>>>,
    kept_for: Duration,
}

struct Kept {
    key: CallKey,
    owner: CallOwner,
    call: PendingCall,
    /// Takes it back after a while.
    _expiry: AbortOnDropHandle<()>,
}

/// A call that is being decided about, or was.
pub(crate) struct PendingCall {
    pub(crate) id: CallId,
    access: ClientAccess,
    decided: watch::Receiver<bool>,
    outcome: Arc<Mutex<Option<Result<AuthorizedCall, RequestError>>>>,
}

impl PendingCalls {
    pub(crate) fn new(calls: Calls, kept_for: Duration) -> Self {
        Self {
            calls,
            kept: Arc::default(),
            kept_for,
        }
    }

    /// Takes up the call that was kept for this, or begins one.
    pub(crate) fn begin(
        &self,
        key: &CallKey,
        owner: &CallOwner,
        access: &ClientAccess,
        call: ToolCall,
    ) -> PendingCall {
        let kept = self.take_kept(key, owner.session);
        // What was decided before the client was paused or blocked holds no more, nor what the person has revoked.
        if let Some(kept) = kept.filter(|kept| !kept.access.is_suspended() && !kept.is_revoked()) {
            self.calls.client_returned(&kept.id);
            return kept;
        }
        let (sender, decided) = watch::channel(false);
        let outcome = Arc::new(Mutex::new(None));
        let pending = PendingCall {
            id: call.id.clone(),
            access: access.clone(),
            decided,
            outcome: Arc::clone(&outcome),
        };
        let decide = move |authorized| {
            *outcome.lock() = Some(authorized);
            // Nobody may be waiting.
            let _ = sender.send(true);
        };
        let calls = self.calls.clone();
        let mut preparing = Box::pin(async move { calls.prepare(call).await });
        // What nobody has to be asked about is decided at once, without a task of its own.
        let now = &mut std::task::Context::from_waker(Waker::noop());
        match preparing.as_mut().poll(now) {
            Poll::Ready(authorized) => decide(authorized),
            Poll::Pending => drop(tokio::spawn(async move { decide(preparing.await) })),
        }
        pending
    }

    /// Takes the call that was kept for an identical one of this connection.
    fn take_kept(&self, key: &CallKey, session: u64) -> Option<PendingCall> {
        let mut kept = self.kept.lock();
        let is_it = |one: &Kept| one.key == *key && one.owner.is_followed_by(session);
        let (id, _) = kept.iter().find(|(_, one)| is_it(one))?;
        let id = id.clone();
        kept.remove(&id).map(|one| one.call)
    }

    /// Keeps a call for the next identical one.
    pub(crate) fn keep(&self, key: CallKey, owner: CallOwner, call: PendingCall) {
        let mut kept = self.kept.lock();
        let of_client = kept.values().filter(|one| one.key.client == key.client);
        if of_client.count() >= limits::KEPT_CALLS {
            drop(kept);
            self.calls.cancel(&call.id);
            return;
        }
        self.calls.client_left(&call.id, self.kept_for);
        let id = call.id.clone();
        let one = Kept {
            key,
            owner,
            call,
            _expiry: self.expiry(id.clone()),
        };
        kept.insert(id, one);
    }

    /// Takes back what nobody comes for.
    fn expiry(&self, call: CallId) -> AbortOnDropHandle<()> {
        let (kept, calls, kept_for) = (Arc::clone(&self.kept), self.calls.clone(), self.kept_for);
        AbortOnDropHandle::new(tokio::spawn(async move {
            tokio::time::sleep(kept_for).await;
            // Ends this, too.
            if kept.lock().remove(&call).is_some() {
                calls.cancel(&call);
            }
        }))
    }
}

impl PendingCall {
    /// Waits until the call is decided about.
    pub(crate) async fn decided(&mut self) {
        // Without its sender it is decided, too: the task has ended.
        let _ = self.decided.wait_for(|decided| *decided).await;
    }

    /// Whether the person has taken an approval back.
    fn is_revoked(&self) -> bool {
        let outcome = self.outcome.lock();
        matches!(&*outcome, Some(Ok(authorized)) if authorized.is_cancelled())
    }

    /// Takes the decision, which holds once.
    pub(crate) fn take(self) -> Result<AuthorizedCall, RequestError> {
        let taken = self.outcome.lock().take();
        taken.unwrap_or(Err(RequestError::Cancelled))
    }
}
