//! What a connection says beside its answers while nobody is there to be asked: in *Test connection* and in
//! a probe. Every question of the server is put away.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{ConnectionEvent, IncomingAsk};

use crate::limits;
use usher_types::text;

/// What was heard.
#[derive(Default)]
pub(super) struct Heard {
    /// When it first said anything: it speaks as soon as the program runs.
    first_at: Option<Instant>,
    /// What the program wrote to stderr, oldest first. Server text.
    pub(super) stderr: VecDeque<String>,
    /// Where the server broke the protocol and was understood all the same.
    pub(super) repairs: Vec<String>,
    /// Questions that were put away.
    pub(super) questions: usize,
}

/// Somebody who listens to one connection. Dropping it ends the listening.
pub(super) struct Hearing {
    heard: Arc<Mutex<Heard>>,
    listener: AbortOnDropHandle<()>,
}

impl Hearing {
    /// Begins to listen, and where the connection is to speak to.
    pub(super) fn begin() -> (mpsc::Sender<ConnectionEvent>, Self) {
        let (events, arriving) = mpsc::channel(limits::EVENTS_WAITING);
        let heard = Arc::<Mutex<Heard>>::default();
        let listener = tokio::spawn(listen(arriving, Arc::clone(&heard)));
        let hearing = Self {
            heard,
            listener: AbortOnDropHandle::new(listener),
        };
        (events, hearing)
    }

    pub(super) fn first_at(&self) -> Option<Instant> {
        lock(&self.heard).first_at
    }

    /// Waits a moment: the last lines of a program that has just ended are still on their way.
    pub(super) async fn hear_out(&mut self) {
        // What comes later than that is not waited for.
        let _ = tokio::time::timeout(limits::HEAR_OUT, &mut self.listener).await;
    }

    pub(super) fn into_heard(self) -> Heard {
        std::mem::take(&mut *lock(&self.heard))
    }
}

async fn listen(mut arriving: mpsc::Receiver<ConnectionEvent>, heard: Arc<Mutex<Heard>>) {
    while let Some(event) = arriving.recv().await {
        let mut heard = lock(&heard);
        heard.first_at.get_or_insert_with(Instant::now);
        match event {
            ConnectionEvent::Stderr(line) => {
                if heard.stderr.len() == limits::HEARD_LINES {
                    heard.stderr.pop_front();
                }
                heard.stderr.push_back(text::visible_output(&line));
            }
            ConnectionEvent::Repaired(what) => heard.repairs.push(what),
            // Dropping the responder answers *cancel*: nobody is there to be asked.
            ConnectionEvent::Ask(IncomingAsk { responder, .. }) => {
                heard.questions += 1;
                drop(responder);
            }
            // Nothing is reviewed before a server is saved.
            ConnectionEvent::ReapprovalRequest(request) => request.reply(Ok(())),
            _ => {}
        }
    }
}

fn lock(heard: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}
