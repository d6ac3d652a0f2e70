//! The one place every message passes, whatever the transport: logged first, then read, then handed on.
//!
//! A raw result goes straight to the call that waits for it, so that nothing in it can be lost.

mod incoming;
mod noise;
mod outgoing;
mod pace;
mod route;
mod tasks;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::call_tag::CallTag;
use crate::dialect::Dialect;
use crate::error::{CallError, CloseReason, ConnectError};
use crate::event::{ConnectionEvent, Frame};
use crate::limits::{self, Limits};
pub(crate) use crate::lock::lock;
use crate::param_headers::Mirror;
use crate::question::OpenAsks;
use crate::redact::Redactor;
use crate::rpc::{Answer, InFlight, Pending};
pub(crate) use incoming::{Arrival, Way};
pub(crate) use outgoing::Departure;
pub(crate) use pace::Pace;
pub(crate) use tasks::{Asking, Followed, RELATED_TASK};

/// The shared state of one connection.
pub(crate) struct Wire {
    events: mpsc::Sender<ConnectionEvent>,
    pub(crate) redactor: Redactor,
    pub(crate) limits: Limits,
    /// Our requests without an answer yet, by id as JSON text.
    pending: Mutex<HashMap<String, Pending>>,
    /// The server's requests without our answer yet: method and arrival, by id as JSON text.
    served: Mutex<HashMap<String, (String, Instant)>>,
    /// Questions a person is being asked right now.
    pub(crate) asks: OpenAsks,
    dialect: Mutex<Option<Dialect>>,
    refusal: Mutex<Option<Refusal>>,
    /// Which arguments go into headers as well, by tool.
    mirrors: Mutex<HashMap<String, Arc<Mirror>>>,
    connect_failure: Mutex<Option<ConnectError>>,
    repairs_told: Mutex<HashSet<String>>,
    /// What the server last said it will tell of (2026-07-28, basic/patterns/subscriptions).
    acknowledged: watch::Sender<Value>,
    tasks: tasks::Tasks,
    /// What the server says unasked.
    pub(crate) pace: Pace,
    /// The same of its stderr.
    pub(crate) stderr_pace: Pace,
    noise: Mutex<noise::Noise>,
    established: AtomicBool,
    closed: CancellationToken,
    reason: Mutex<Option<CloseReason>>,
}

/// The HTTP status of an exchange without an answer, and what came with it.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Wire {
    pub(crate) fn new(
        events: mpsc::Sender<ConnectionEvent>,
        redactor: Redactor,
        limits: Limits,
    ) -> Arc<Self> {
        Arc::new(Self {
            events,
            redactor,
            pace: Pace::of_messages(&limits),
            stderr_pace: Pace::of_stderr(&limits),
            limits,
            pending: Mutex::default(),
            served: Mutex::default(),
            asks: OpenAsks::default(),
            dialect: Mutex::default(),
            refusal: Mutex::default(),
            mirrors: Mutex::default(),
            connect_failure: Mutex::default(),
            repairs_told: Mutex::default(),
            acknowledged: watch::Sender::default(),
            tasks: tasks::Tasks::default(),
            noise: Mutex::default(),
            established: AtomicBool::new(false),
            closed: CancellationToken::new(),
            reason: Mutex::default(),
        })
    }

    /// Reports an event; waits for room, so that a server cannot flood the host.
    pub(crate) async fn report(&self, event: ConnectionEvent) {
        // Nobody listening is the listener's choice; the connection works on.
        let _ = self.events.send(event).await;
    }

    /// Reports an event if there is room.
    pub(crate) fn try_report(&self, event: ConnectionEvent) -> bool {
        self.events.try_send(event).is_ok()
    }

    /// Reports a frame if there is room for it, and gives it back if there is none.
    pub(crate) fn try_report_frame(&self, frame: Frame) -> Result<(), Frame> {
        match self
            .events
            .try_send(ConnectionEvent::Frame(briefly_named(frame)))
        {
            Err(TrySendError::Full(ConnectionEvent::Frame(frame))) => Err(frame),
            // Nobody listening is the listener's choice; the connection works on.
            _ => Ok(()),
        }
    }

    /// Waits until there is room for one more report.
    pub(crate) async fn room_for_a_report(&self) {
        let _ = self.events.reserve().await;
    }

    /// Reports frames in order.
    pub(crate) async fn report_frame(&self, frame: Frame) {
        self.report(ConnectionEvent::Frame(briefly_named(frame)))
            .await;
    }

    /// Tells about repairs, each kind once.
    pub(crate) async fn report_repairs(&self, notes: Vec<String>) {
        for note in notes {
            let mut note = self.redactor.text(&note).into_owned();
            cut(&mut note, limits::REPAIR_BYTES);
            let new = {
                let mut told = lock(&self.repairs_told);
                told.len() < limits::REPAIRS_TOLD && told.insert(note.clone())
            };
            if new {
                self.report(ConnectionEvent::Repaired(note)).await;
            }
        }
    }

    /// Ends one of our requests with a failure the transport noticed.
    pub(crate) fn fail(&self, id: &Value, error: CallError) {
        if let Some(pending) = self.take_pending(id) {
            pending.in_flight.settle(Answer::Failed(error));
        }
    }

    /// Whether one of our requests still waits.
    pub(crate) fn is_pending(&self, id: &Value) -> bool {
        lock(&self.pending).contains_key(&id.to_string())
    }

    /// How many of our requests still wait.
    pub(crate) fn in_flight(&self) -> usize {
        lock(&self.pending).len()
    }

    /// Forgets a request nobody waits for any more.
    pub(crate) fn forget(&self, id: &Value) {
        lock(&self.pending).remove(&id.to_string());
    }

    /// Takes the request an answer belongs to; a number may come back as text.
    fn take_pending(&self, id: &Value) -> Option<Pending> {
        let mut pending = lock(&self.pending);
        pending
            .remove(&id.to_string())
            .or_else(|| pending.remove(id.as_str()?))
    }

    /// The only request in flight, if there is exactly one.
    fn only_pending(&self) -> Option<String> {
        let pending = lock(&self.pending);
        let mut ids = pending.keys();
        let only = ids.next()?.clone();
        ids.next().is_none().then_some(only)
    }

    /// What a question was caused by: the request whose stream it came on, else the only one in flight.
    pub(crate) fn cause_of_ask(&self, stream: Option<String>) -> Option<(String, Arc<InFlight>)> {
        let id = stream.or_else(|| self.only_pending())?;
        let pending = lock(&self.pending);
        let in_flight = pending.get(&id)?.in_flight.clone();
        Some((id, in_flight))
    }

    /// What listen requests are acknowledged with, one after the other.
    pub(crate) fn acknowledgements(&self) -> watch::Receiver<Value> {
        self.acknowledged.subscribe()
    }

    /// What is spoken from here on; `None` while the two sides have agreed on nothing.
    pub(crate) fn speak(&self, dialect: Option<Dialect>) {
        *lock(&self.dialect) = dialect;
    }

    /// What is spoken. While `server/discover` is under way that is already the modern dialect, because
    /// the request itself is; during `initialize` it is nothing.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        *lock(&self.dialect)
    }

    /// Which arguments of a tool go into headers as well, if any is known to.
    pub(crate) fn mirror(&self, tool: &str) -> Option<Arc<Mirror>> {
        lock(&self.mirrors).get(tool).cloned()
    }

    /// Takes in what the last list of tools says about headers.
    pub(crate) fn set_mirrors(&self, mirrors: HashMap<String, Arc<Mirror>>) {
        *lock(&self.mirrors) = mirrors;
    }

    /// The protocol version agreed on, once there is one.
    pub(crate) fn protocol_version(&self) -> Option<String> {
        let (Dialect::Legacy { version } | Dialect::Modern { version }) = self.dialect()?;
        Some(version.as_str().to_owned())
    }

    /// Remembers how an address refused or ignored a request while connecting; the era is told by it.
    pub(crate) fn note_refusal(&self, status: u16, body: &[u8]) {
        if self.is_established() {
            return;
        }
        let body = body.to_vec();
        *lock(&self.refusal) = Some(Refusal { status, body });
    }

    pub(crate) fn take_refusal(&self) -> Option<Refusal> {
        lock(&self.refusal).take()
    }

    /// Remembers why connecting fails; the first reason counts.
    pub(crate) fn note_connect_failure(&self, error: ConnectError) {
        lock(&self.connect_failure).get_or_insert(error);
    }

    pub(crate) fn take_connect_failure(&self) -> Option<ConnectError> {
        lock(&self.connect_failure).take()
    }

    /// From here on the end of the connection is an event of its own.
    pub(crate) fn establish(&self) {
        self.established.store(true, Ordering::Release);
    }

    pub(crate) fn is_established(&self) -> bool {
        self.established.load(Ordering::Acquire)
    }

    /// Ends every waiting call at once. The first reason counts.
    pub(crate) fn close(&self, reason: CloseReason) {
        lock(&self.reason).get_or_insert(reason);
        self.closed.cancel();
    }

    /// Cancelled when the connection has ended.
    pub(crate) fn closed(&self) -> &CancellationToken {
        &self.closed
    }

    /// Why the connection ended.
    pub(crate) fn reason(&self) -> CloseReason {
        lock(&self.reason).clone().unwrap_or_default()
    }

    fn tag_of(&self, token: &Value) -> Option<(Option<CallTag>, Arc<InFlight>)> {
        let pending = lock(&self.pending);
        let found = pending
            .values()
            .find(|pending| pending.progress_token.as_ref() == Some(token))?;
        Some((found.in_flight.tag.clone(), found.in_flight.clone()))
    }
}

/// A server may make the names in a message as long as the message.
fn briefly_named(mut frame: Frame) -> Frame {
    for name in [&mut frame.method, &mut frame.rpc_id].into_iter().flatten() {
        cut(name, limits::NAMED_BYTES);
    }
    frame
}

/// Cuts what a server made too long to repeat, and says so by an ellipsis.
fn cut(text: &mut String, most_bytes: usize) {
    if text.len() > most_bytes {
        text.truncate(text.floor_char_boundary(most_bytes));
        text.push('…');
    }
}
