//! Holds the state of a connection: connecting, established, closed, and why.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::error::{CloseReason, ConnectError};
use crate::limits;
use crate::sign_in_address::sign_in_address;

/// The status and body of an HTTP response without an answer.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// What a program has written to stderr that delays its answer.
#[derive(Default)]
struct Heard {
    /// The last lines.
    lines: VecDeque<String>,
    /// Where the person is asked to sign in.
    sign_in_at: Option<String>,
    /// How long was waited for the person.
    waited: Option<Duration>,
    /// How much longer was waited for a program that said nothing.
    waited_quietly: Option<Duration>,
}

/// So many lines of stderr are read together.
const HEARD_LINES: usize = 3;

#[derive(Default)]
pub(crate) struct Lifecycle {
    refusal: Mutex<Option<Refusal>>,
    connect_failure: Mutex<Option<ConnectError>>,
    /// The id of an answer to no request of ours, as JSON text.
    foreign_answer: watch::Sender<Option<String>>,
    heard: Mutex<Heard>,
    /// Whether anything came on stdout.
    has_spoken: AtomicBool,
    established: AtomicBool,
    closed: CancellationToken,
    reason: Mutex<Option<CloseReason>>,
}

impl Lifecycle {
    /// Records a refused or ignored request while connecting; the era follows from it.
    pub(crate) fn record_refusal(&self, status: u16, body: &[u8]) {
        if self.is_established() {
            return;
        }
        let body = body.to_vec();
        *self.refusal.lock() = Some(Refusal { status, body });
    }

    pub(crate) fn take_refusal(&self) -> Option<Refusal> {
        self.refusal.lock().take()
    }

    /// Records why connecting fails; the first reason counts.
    pub(crate) fn record_connect_failure(&self, error: ConnectError) {
        self.connect_failure.lock().get_or_insert(error);
    }

    pub(crate) fn take_connect_failure(&self) -> Option<ConnectError> {
        self.connect_failure.lock().take()
    }

    /// Records an answer under an id that no request has, while connecting.
    pub(crate) fn record_foreign_answer(&self, id: &Value) {
        if !self.is_established() {
            self.foreign_answer.send_replace(Some(id.to_string()));
        }
    }

    /// Reads a line of stderr; returns the address if the line asks the person to sign in at another one than before.
    pub(crate) fn hear(&self, line: &str) -> Option<String> {
        if self.is_established() {
            return None;
        }
        let mut heard = self.heard.lock();
        if heard.lines.len() == HEARD_LINES {
            heard.lines.pop_front();
        }
        heard.lines.push_back(line.to_owned());
        let address = sign_in_address(heard.lines.iter().map(String::as_str))?;
        let is_new = heard.sign_in_at.as_ref() != Some(&address);
        heard.sign_in_at = Some(address.clone());
        is_new.then_some(address)
    }

    /// Records that a program wrote to its stdout.
    pub(crate) fn speak(&self) {
        self.has_spoken.store(true, Ordering::Release);
    }

    /// Returns how much longer a silent program is waited for: once for the person, if it asks to sign in, else once for
    /// so long, as it may be downloading what it runs.
    pub(crate) fn wait_longer(&self, quietly: Duration) -> Option<Duration> {
        let mut heard = self.heard.lock();
        if heard.waited.is_some() {
            return None;
        }
        if heard.sign_in_at.is_some() {
            heard.waited = Some(limits::SIGN_IN_WAIT);
            return heard.waited;
        }
        let has_spoken = self.has_spoken.load(Ordering::Acquire);
        if quietly.is_zero() || heard.waited_quietly.is_some() || has_spoken {
            return None;
        }
        heard.waited_quietly = Some(quietly);
        heard.waited_quietly
    }

    /// Returns how long was waited, where at first it was to be so long.
    pub(crate) fn waited(&self, at_first: Duration) -> Duration {
        let heard = self.heard.lock();
        let quietly = heard.waited_quietly.unwrap_or_default();
        heard.waited.unwrap_or(at_first + quietly)
    }

    pub(crate) fn forget_foreign_answer(&self) {
        self.foreign_answer.send_replace(None);
    }

    /// Waits for an answer under an id that no request had; returns the id.
    pub(crate) async fn foreign_answer(&self, is_own: impl Fn(&str) -> bool) -> String {
        let mut answers = self.foreign_answer.subscribe();
        let is_foreign = |id: &Option<String>| id.as_deref().is_some_and(|id| !is_own(id));
        let id = answers.wait_for(is_foreign).await.map(|id| id.clone());
        match id {
            Ok(Some(id)) => id,
            // The sender lives as long as this.
            _ => std::future::pending().await,
        }
    }

    /// Marks the connection as established, so that its end becomes an event.
    pub(crate) fn establish(&self) {
        self.established.store(true, Ordering::Release);
    }

    pub(crate) fn is_established(&self) -> bool {
        self.established.load(Ordering::Acquire)
    }

    /// Ends every pending call; the first reason counts.
    pub(crate) fn close(&self, reason: CloseReason) {
        self.reason.lock().get_or_insert(reason);
        self.closed.cancel();
    }

    /// Cancelled when the connection has ended.
    pub(crate) fn closed(&self) -> &CancellationToken {
        &self.closed
    }

    /// Returns why the connection ended.
    pub(crate) fn reason(&self) -> CloseReason {
        self.reason.lock().clone().unwrap_or_default()
    }
}
