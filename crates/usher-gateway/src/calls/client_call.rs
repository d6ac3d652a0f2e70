//! A call of a client, and the requests of the client that attach to it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::{Map, Value};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_calls::caller_requests::{CallerRequest, CallerRequests};
use usher_calls::calls::{CallHandle, RecordedCall, SourceSecrets};
use usher_calls::client_access::ClientAccess;
use usher_calls::running_calls::{CallState, Stage};
use usher_jsonrpc::{Fault, REFUSED};
use usher_messages::Message;
use usher_types::client::KnownClient;
use usher_types::id::CallId;
use usher_types::log_level::LogLevel;

use crate::calls::key::{CallKey, CallOwner};
use crate::calls::progress::Progress;
use crate::context::Context;
use crate::eras::revision::Era;

/// A call of a client. It goes on while its requests come and go.
pub(crate) struct ClientCall {
    pub(super) gateway: Arc<Context>,
    pub(crate) id: CallId,
    pub(crate) key: CallKey,
    /// The connection of the request that waits for it, or did so last.
    pub(super) owner: Mutex<CallOwner>,
    /// What it is bound to.
    pub(crate) access: ClientAccess,
    pub(super) reply: ReplyContext,
    pub(crate) progress: Progress,
    /// Cancelled once the server goes on with it as a task.
    pub(crate) became_task: CancellationToken,
    /// Notified when the server closes the stream of the call and goes on with it.
    pub(crate) stream_closed: Arc<Notify>,
    handle: OnceLock<CallHandle>,
    /// Where requests go that the client answers.
    pub(super) caller: CallerRequests,
    /// What servers request that the client answers.
    requests: tokio::sync::Mutex<mpsc::UnboundedReceiver<CallerRequest>>,
    /// What the client was asked and has not answered, by the keys that it knows.
    pub(super) open: Mutex<BTreeMap<String, CallerRequest>>,
    waiting: watch::Sender<Waiting>,
    /// What the latest request was answered, for those that joined it.
    answered: watch::Sender<Option<(u64, Result<Value, Fault>)>>,
    pub(super) outcome: Mutex<Outcome>,
    /// Whether a request that joined another waits for the answer of the latest one.
    is_joined: AtomicBool,
    /// Whether the person took the tool from the client before the call was sent.
    pub(super) is_hidden: AtomicBool,
    /// Whether a form about it is open in the client.
    is_asked_in_client: AtomicBool,
}

/// What a client wants done, and how it is answered.
pub(crate) struct CallOrder {
    pub(crate) id: CallId,
    pub(crate) key: CallKey,
    pub(crate) owner: CallOwner,
    /// What it is bound to.
    pub(crate) access: ClientAccess,
    pub(crate) reply: ReplyContext,
    pub(crate) progress: Progress,
}

/// How the result of a call reaches its client.
pub(crate) struct ReplyContext {
    pub(crate) kind: ReplyKind,
    /// The client as it is by then.
    pub(crate) client: watch::Receiver<KnownClient>,
    /// The name as the client knows it.
    pub(crate) name: String,
    /// Taken with the answer: a task is kept for longer.
    pub(crate) given: Mutex<Given>,
    pub(crate) era: Era,
    /// The level from which the client wants log messages of the server during the call.
    pub(crate) log_level: Option<LogLevel>,
    /// What no answer may hold.
    pub(crate) secrets: SourceSecrets,
}

/// What the client gave.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// `params` of its request.
    pub(crate) params: Map<String, Value>,
    pub(crate) arguments: Arc<Map<String, Value>>,
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReplyKind {
    /// The tool, by the name that its source knows.
    Tool(String),
    Prompt,
    /// With the URI that the server knows, and the one that the client asked for.
    Resource {
        uri: String,
        asked_for: String,
    },
    Completion,
}

/// What a call came to.
#[derive(Debug, Default)]
pub(crate) enum Outcome {
    #[default]
    Unknown,
    Known(Result<Value, Fault>),
    /// A request of the client has it.
    Taken,
}

/// A request of the client that waits for a call.
pub(crate) struct Attachment {
    pub(crate) call: Arc<ClientCall>,
    /// Of two requests the later one has the larger number.
    pub(super) number: u64,
}

/// Which request waits for a call, if one does.
#[derive(Debug, Clone)]
struct Waiting {
    /// Counts the requests that were attached.
    latest: u64,
    /// When the latest one came.
    arrived: Instant,
    /// Counts how often no request waited any more.
    detached: u64,
    attached: Attached,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Attached {
    /// A request of the client waits for the call.
    Request,
    /// The client follows it as a task.
    Task,
    /// The client was told to come back, or has gone.
    Detached(Resumes),
}

/// How a client comes back for a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Resumes {
    /// With the state that it was given; with the same call if that is not sent.
    WithState(String),
    /// By making the same call again.
    SameCall,
}

impl Waiting {
    fn is_detached(&self) -> bool {
        matches!(self.attached, Attached::Detached(_))
    }
}

impl ClientCall {
    pub(crate) fn new(
        gateway: Arc<Context>,
        order: CallOrder,
        caller: CallerRequests,
        requests: mpsc::UnboundedReceiver<CallerRequest>,
    ) -> Self {
        let CallOrder {
            id,
            key,
            owner,
            access,
            reply,
            progress,
        } = order;
        Self {
            gateway,
            id,
            key,
            owner: Mutex::new(owner),
            access,
            reply,
            progress,
            became_task: caller.became_task(),
            stream_closed: caller.stream_closed(),
            handle: OnceLock::new(),
            requests: tokio::sync::Mutex::new(requests),
            caller,
            open: Mutex::default(),
            waiting: watch::Sender::new(Waiting {
                latest: 0,
                arrived: Instant::now(),
                detached: 0,
                attached: Attached::Request,
            }),
            answered: watch::Sender::new(None),
            outcome: Mutex::default(),
            is_joined: AtomicBool::new(false),
            is_hidden: AtomicBool::new(false),
            is_asked_in_client: AtomicBool::new(false),
        }
    }

    pub(super) fn set_handle(&self, handle: CallHandle) {
        self.handle.get_or_init(|| handle);
    }

    pub(crate) fn state(&self) -> CallState {
        self.handle.get().map(CallHandle::state).unwrap_or_default()
    }

    /// Returns once the call is in such a state.
    pub(crate) async fn until(&self, is_it: impl FnMut(&CallState) -> bool) {
        if let Some(handle) = self.handle.get() {
            // Its sender is in the handle.
            let _ = handle.watch().wait_for(is_it).await;
        }
    }

    /// Whether nobody has to decide about the call, or it has gone to its server.
    pub(crate) fn is_sent(&self) -> bool {
        !self.is_of_tool() || self.state().is_sent
    }

    pub(crate) fn is_of_tool(&self) -> bool {
        matches!(self.reply.kind, ReplyKind::Tool(_))
    }

    /// Whether the person is yet to decide about the call.
    pub(crate) fn is_undecided(&self) -> bool {
        let state = self.state();
        !self.is_sent() && (state.approval.is_some() || state.is_queued)
    }

    /// Whether its server waits for the person.
    pub(crate) fn waits_for_person(&self) -> bool {
        self.is_sent() && self.state().approval.is_some()
    }

    /// Where the call is on record; `None` = it has not ended, or is not recorded.
    pub(crate) fn recorded(&self) -> Option<RecordedCall> {
        self.handle.get()?.recorded()
    }

    pub(crate) fn cancel(&self) {
        if let Some(handle) = self.handle.get() {
            handle.cancel();
        }
    }

    /// What the call waits for, if that is not its server's work.
    pub(crate) fn waits_for(&self) -> Option<Message> {
        let state = self.state();
        match (state.stage, state.approval) {
            (Stage::Starting, _) => Some(Message::new("gateway.waitsForServer")),
            (_, Some(number)) => {
                Some(Message::new("gateway.waitsForApproval").with("number", number))
            }
            (_, None) => state
                .is_queued
                .then(|| Message::new("gateway.waitsForOthers")),
        }
    }

    /// Waits for the end of the call, and takes its outcome; `None` = another request took it.
    pub(crate) async fn ended(&self) -> Option<Result<Value, Fault>> {
        self.until(|state| state.stage == Stage::Ended).await;
        let mut outcome = self.outcome.lock();
        match std::mem::replace(&mut *outcome, Outcome::Taken) {
            Outcome::Known(outcome) => Some(outcome),
            Outcome::Taken => None,
            // What runs it has panicked: nobody knows whether it was sent.
            Outcome::Unknown => Some(Err(Fault::new(REFUSED, "The call ended unexpectedly"))),
        }
    }

    /// Waits for the next request of the server that the client may answer.
    pub(crate) async fn next_request(&self) -> Option<CallerRequest> {
        self.requests.lock().await.recv().await
    }

    /// Leaves all that the server asks to the person.
    pub(crate) async fn close_requests(&self) {
        self.requests.lock().await.close();
    }

    /// Lets a request of a connection, which came then, wait for the call.
    pub(super) fn attach(self: &Arc<Self>, owner: &CallOwner, arrived: Instant) -> Attachment {
        *self.owner.lock() = owner.clone();
        self.change_waiting(|waiting| {
            waiting.attached = Attached::Request;
            waiting.latest += 1;
            waiting.arrived = arrived;
        });
        Attachment {
            call: Arc::clone(self),
            number: self.latest(),
        }
    }

    /// Lets a request that came then join the one that waits for the call. One that came before it, however late it is
    /// read, waits for the answer of that one.
    pub(super) fn join(self: &Arc<Self>, owner: &CallOwner, arrived: Instant) -> Attachment {
        self.is_joined.store(true, Ordering::Relaxed);
        let Waiting {
            latest,
            arrived: since,
            ..
        } = *self.waiting.borrow();
        if since < arrived {
            return self.attach(owner, arrived);
        }
        Attachment {
            call: Arc::clone(self),
            number: latest.saturating_sub(1),
        }
    }

    /// Lets the client follow the call as a task.
    pub(crate) fn become_task(&self) {
        self.change_waiting(|waiting| waiting.attached = Attached::Task);
    }

    /// Lets the call go on until its client comes back for it.
    pub(super) fn detach(&self, resumes: Resumes) {
        self.progress.end();
        self.change_waiting(|waiting| {
            waiting.attached = Attached::Detached(resumes);
            waiting.detached += 1;
        });
    }

    fn change_waiting(&self, change: impl FnOnce(&mut Waiting)) {
        let was_detached = self.is_detached();
        self.waiting.send_modify(change);
        let is_detached = self.is_detached();
        if self.is_sent() || was_detached == is_detached {
            return;
        }
        if let Some(handle) = self.handle.get() {
            if is_detached {
                handle.detach(self.gateway.options.kept_for);
            } else {
                handle.attach();
            }
        }
    }

    pub(crate) fn is_detached(&self) -> bool {
        self.waiting.borrow().is_detached()
    }

    /// Returns once no request waits for the call, and it is no task.
    pub(super) async fn until_detached(&self) {
        self.until_waiting(Waiting::is_detached).await;
    }

    /// Returns once a request waits for the call, or it is a task.
    pub(super) async fn until_attached(&self) {
        self.until_waiting(|waiting| !waiting.is_detached()).await;
    }

    /// Returns once no request waits for the call, or it is a task.
    pub(super) async fn until_left(&self) {
        self.until_waiting(|waiting| waiting.attached != Attached::Request)
            .await;
    }

    /// Returns once a later request waits for the call than the one of this number.
    pub(super) async fn superseded(&self, number: u64) {
        self.until_waiting(|waiting| waiting.latest > number).await;
    }

    async fn until_waiting(&self, is_it: impl FnMut(&Waiting) -> bool) {
        // Its sender is here.
        let _ = self.waiting.subscribe().wait_for(is_it).await;
    }

    /// Returns once no request waits for the call for so long.
    pub(super) async fn until_detached_for(&self, kept_for: Duration) {
        loop {
            self.until_detached().await;
            let times = self.waiting.borrow().detached;
            let is_other = |waiting: &Waiting| waiting.detached != times || !waiting.is_detached();
            tokio::select! {
                () = self.until_waiting(is_other) => {}
                () = tokio::time::sleep(kept_for) => return,
            }
        }
    }

    /// The number of the latest request.
    pub(super) fn latest(&self) -> u64 {
        self.waiting.borrow().latest
    }

    /// Passes the answer of the request of this number on to those that joined it.
    pub(super) fn publish(&self, number: u64, answer: &Result<Value, Fault>) {
        if self.is_joined.load(Ordering::Relaxed) {
            self.answered.send_replace(Some((number, answer.clone())));
        }
    }

    /// Waits for the answer of a request after the one of this number.
    pub(crate) async fn answer_after(&self, number: u64) -> Result<Value, Fault> {
        let mut answered = self.answered.subscribe();
        let is_it =
            |answered: &Option<(u64, _)>| answered.as_ref().is_some_and(|(of, _)| *of > number);
        match answered.wait_for(is_it).await.as_deref() {
            Ok(Some((_, answer))) => answer.clone(),
            _ => Err(Fault::cancelled()),
        }
    }

    /// Whether the same call of a connection takes this one up: no request waits for it, and it is not sent, or its client
    /// was told to make it again.
    pub(crate) fn is_taken_up_by(&self, key: &CallKey, session: u64) -> bool {
        let is_left = match &self.waiting.borrow().attached {
            Attached::Detached(Resumes::SameCall) => true,
            Attached::Detached(Resumes::WithState(_)) => !self.is_sent(),
            Attached::Request | Attached::Task => false,
        };
        is_left && self.key == *key && self.owner.lock().is_followed_by(session) && self.can_go_on()
    }

    /// Whether the same call of a connection may join the request that waits for this one.
    pub(crate) fn is_joined_by(&self, key: &CallKey, session: u64) -> bool {
        self.key == *key
            && self.owner.lock().session == session
            && self.waiting.borrow().attached == Attached::Request
            && self.state().stage < Stage::Sent
            && self.can_go_on()
    }

    pub(crate) fn is_resumed_by(&self, state: &str) -> bool {
        match &self.waiting.borrow().attached {
            Attached::Detached(Resumes::WithState(own)) => {
                own == state && self.withheld().is_none()
            }
            _ => false,
        }
    }

    /// Whether it was not taken back, by its client or by the person.
    fn can_go_on(&self) -> bool {
        self.withheld().is_none() && (self.is_sent() || !self.state().is_cancelled)
    }

    /// Waits for the answer to a form that is open in the client.
    pub(super) async fn asked_in_client<T>(&self, asking: impl Future<Output = T>) -> T {
        // Also if the form is taken back.
        struct Asked<'a>(&'a AtomicBool);
        impl Drop for Asked<'_> {
            fn drop(&mut self) {
                self.0.store(false, Ordering::Relaxed);
            }
        }
        self.is_asked_in_client.store(true, Ordering::Relaxed);
        let _asked = Asked(&self.is_asked_in_client);
        asking.await
    }

    /// Whether a form about the call is open in the client.
    pub(super) fn is_asked_in_client(&self) -> bool {
        self.is_asked_in_client.load(Ordering::Relaxed)
    }
}
