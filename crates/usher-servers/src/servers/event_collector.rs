//! Collects the events of a connection that is only tested or probed.
//!
//! Questions of the server are cancelled: there is no person to answer them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{ConnectionEvent, ServerRequest};
use usher_messages::Message;

use crate::limits;
use usher_types::address::Address;
use usher_types::text;

/// Tells somebody where a program asks the person to sign in. Server text.
pub type SignInTeller = Box<dyn Fn(String) + Send + Sync>;

#[derive(Default)]
pub(super) struct Collected {
    /// When the first event came, which is when the program runs.
    first_event_at: Option<Instant>,
    /// What the program wrote to stderr, oldest first. Server text.
    pub(super) stderr: VecDeque<String>,
    /// Where the server broke the protocol and was understood all the same.
    pub(super) repairs: Vec<Message>,
    /// Questions that were cancelled.
    pub(super) questions: usize,
}

/// Listens to one connection until it is dropped.
pub(super) struct EventCollector {
    collected: Arc<Mutex<Collected>>,
    listener: AbortOnDropHandle<()>,
}

impl EventCollector {
    /// Begins to listen, and where the connection is to speak to. `tell` hears where the program waits for a sign-in.
    pub(super) fn begin(tell: SignInTeller) -> (mpsc::Sender<ConnectionEvent>, Self) {
        let (events, arriving) = mpsc::channel(limits::EVENTS_WAITING);
        let collected = Arc::<Mutex<Collected>>::default();
        let listener = tokio::spawn(collect(arriving, Arc::clone(&collected), tell));
        let collector = Self {
            collected,
            listener: AbortOnDropHandle::new(listener),
        };
        (events, collector)
    }

    pub(super) fn first_event_at(&self) -> Option<Instant> {
        self.collected.lock().first_event_at
    }

    /// What the program has written to stderr so far.
    pub(super) fn stderr(&self) -> Vec<String> {
        self.collected.lock().stderr.iter().cloned().collect()
    }

    /// Reads as many last lines of stderr as they are at any later time.
    pub(super) fn last_lines(&self, count: usize) -> impl Fn() -> Vec<String> + Send + use<> {
        let collected = Arc::clone(&self.collected);
        move || {
            let lines = &collected.lock().stderr;
            let skipped = lines.len().saturating_sub(count);
            lines.iter().skip(skipped).cloned().collect()
        }
    }

    /// Waits a moment: the last lines of a program that has just ended are still on their way.
    pub(super) async fn drain(&mut self) {
        // What comes later than that is not waited for.
        let _ = tokio::time::timeout(limits::DRAIN_WITHIN, &mut self.listener).await;
    }

    pub(super) fn into_collected(self) -> Collected {
        std::mem::take(&mut *self.collected.lock())
    }
}

async fn collect(
    mut arriving: mpsc::Receiver<ConnectionEvent>,
    collected: Arc<Mutex<Collected>>,
    tell: SignInTeller,
) {
    let mut told = 0;
    while let Some(event) = arriving.recv().await {
        let mut collected = collected.lock();
        collected.first_event_at.get_or_insert_with(Instant::now);
        match event {
            ConnectionEvent::Stderr(line) => {
                if collected.stderr.len() == limits::COLLECTED_LINES {
                    collected.stderr.pop_front();
                }
                collected.stderr.push_back(text::visible_output(&line));
            }
            // What is not for people, or what nobody should open, stands in stderr.
            ConnectionEvent::SignInAwaited(url)
                if url.len() <= limits::TOLD_BYTES
                    && told < limits::SIGN_INS_TOLD
                    && Address::read(&url).refused.is_none() =>
            {
                told += 1;
                tell(url);
            }
            ConnectionEvent::Repaired(what) => collected.repairs.push(what),
            // Dropping the responder answers *cancel*: nobody is there to be asked.
            ConnectionEvent::ServerRequest(ServerRequest { responder, .. }) => {
                collected.questions += 1;
                drop(responder);
            }
            // Nothing is reviewed before a server is saved.
            ConnectionEvent::ReapprovalRequest(request) => request.reply(Ok(())),
            _ => {}
        }
    }
}
