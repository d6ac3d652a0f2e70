//! The queue of open questions of all servers, oldest first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{AskAnswer, AskHold, AskResponder, CallTag, UrlReply};

use super::answer::{Answer, AnswerError, reply};
use super::pace::{Pace, Refused};
use super::{Ask, AskClosed, Question, Visit};
use crate::calls::RunningCalls;
use crate::clock::Clock;
use crate::events::{Events, HostEvent};
use crate::id::{AskId, CallId, RootId, ServerId};

/// How a question came, and where its answer goes.
pub(super) struct Way {
    pub(super) cause: Option<CallTag>,
    pub(super) responder: AskResponder,
    pub(super) withdrawn: CancellationToken,
}

struct Open {
    ask: Ask,
    since: Instant,
    line: Line,
}

/// The way back to the server.
enum Line {
    /// It waits for the answer, or takes the question back.
    Waits {
        responder: AskResponder,
        _watch: AbortOnDropHandle<()>,
    },
    /// It has its answer; the person is still on the way, and no clock runs meanwhile.
    Answered { _hold: Option<AskHold> },
}

/// The queue; cheap to clone.
#[derive(Clone)]
pub(crate) struct Asks {
    queue: Arc<Mutex<Queue>>,
    events: Events,
    clock: Clock,
    calls: RunningCalls,
}

#[derive(Default)]
struct Queue {
    open: Vec<Open>,
    pace: Pace,
}

impl Asks {
    pub(crate) fn new(events: Events, clock: Clock, calls: RunningCalls) -> Self {
        Self {
            queue: Arc::default(),
            events,
            clock,
            calls,
        }
    }

    /// Puts a question into the queue.
    pub(super) fn open(
        &self,
        server: &ServerId,
        question: Question,
        way: Way,
    ) -> Result<(), Refused> {
        let Way {
            cause,
            responder,
            withdrawn,
        } = way;
        let ask = self.ask(server, cause, question);
        let mut queue = self.lock();
        let open = queue
            .open
            .iter()
            .filter(|other| &other.ask.server == server)
            .count();
        if let Err(refused) = queue.pace.count(server, open, Instant::now()) {
            drop(queue);
            responder.answer(AskAnswer::Decline);
            return Err(refused);
        }
        let watch = tokio::spawn(self.clone().watch(ask.id.clone(), withdrawn));
        queue.open.push(Open {
            ask: ask.clone(),
            since: Instant::now(),
            line: Line::Waits {
                responder,
                _watch: AbortOnDropHandle::new(watch),
            },
        });
        // Sent under the lock, so that no listener hears of the end before the beginning.
        self.events.send(HostEvent::AskOpened(Box::new(ask)));
        Ok(())
    }

    fn ask(&self, server: &ServerId, cause: Option<CallTag>, question: Question) -> Ask {
        Ask {
            id: AskId::fresh(),
            server: server.clone(),
            cause: cause.and_then(|tag| self.calls.cause(&tag.0.into())),
            opened_at: self.clock.now_ms(),
            question,
        }
    }

    async fn watch(self, id: AskId, withdrawn: CancellationToken) {
        withdrawn.cancelled().await;
        self.take(&id, "The server took the question back.");
    }

    /// Open questions, oldest first.
    pub(crate) fn list(&self) -> Vec<Ask> {
        self.lock()
            .open
            .iter()
            .map(|open| open.ask.clone())
            .collect()
    }

    pub(super) fn find(&self, id: &AskId) -> Result<Ask, AnswerError> {
        self.lock()
            .open
            .iter()
            .find(|open| &open.ask.id == id)
            .map(|open| open.ask.clone())
            .ok_or(AnswerError::NotOpen)
    }

    /// Passes the person's answer on.
    pub(super) fn answer(&self, id: &AskId, answer: &Answer) -> Result<(), AnswerError> {
        // It may have been taken back while the answer was being looked at.
        let (reply, reason) = reply(&self.find(id)?.question, answer)?;
        let answered = self.take(id, reason).ok_or(AnswerError::NotOpen)?;
        if let Line::Waits { responder, .. } = answered.line {
            responder.answer(reply);
        }
        Ok(())
    }

    /// The browser was opened. A server that will say when the person is done there learns of the
    /// consent at once; any other when the person is back, because all it can do is look again.
    pub(super) fn visited(&self, id: &AskId) -> Result<Ask, AnswerError> {
        let at = self.clock.now_ms();
        let mut queue = self.lock();
        let index = queue
            .open
            .iter()
            .position(|open| &open.ask.id == id)
            .ok_or(AnswerError::NotOpen)?;
        let open = &mut queue.open[index];
        let Question::Url {
            visit,
            elicitation_id,
            reply,
            ..
        } = &mut open.ask.question
        else {
            return Err(AnswerError::WrongKind);
        };
        *visit = Visit::Since { at };
        if elicitation_id.is_some() && *reply == UrlReply::Awaited {
            let line = std::mem::replace(&mut open.line, Line::Answered { _hold: None });
            if let Line::Waits {
                responder,
                _watch: watch,
            } = line
            {
                // The question is over for the server, which is no reason to take it from the person.
                drop(watch);
                open.line = Line::Answered {
                    _hold: responder.consent(),
                };
            }
        }
        let ask = open.ask.clone();
        self.events
            .send(HostEvent::AskChanged(Box::new(ask.clone())));
        Ok(ask)
    }

    /// The server says that the person is done at an address.
    pub(crate) fn completed(&self, server: &ServerId, elicitation_id: &str) {
        self.close_where("The server says that it is done.", |open| {
            let Question::Url {
                elicitation_id: Some(known),
                reply,
                visit,
                ..
            } = &open.ask.question
            else {
                return false;
            };
            let is_awaited = *reply == UrlReply::Awaited && *visit == Visit::NotYet;
            &open.ask.server == server && known == elicitation_id && !is_awaited
        });
    }

    /// A call has ended: nobody waits for what the person does because of it any more.
    pub(crate) fn call_ended(&self, call: &CallId) {
        self.close_where("The call has ended.", |open| {
            matches!(open.line, Line::Answered { .. })
                && open
                    .ask
                    .cause
                    .as_ref()
                    .is_some_and(|cause| &cause.call == call)
        });
    }

    /// Drops all questions of a server that has stopped.
    pub(crate) fn drop_server(&self, server: &ServerId, reason: &str) {
        self.close_where(reason, |open| &open.ask.server == server);
    }

    /// A folder is no longer shown to anybody: open questions must not show it either.
    pub(crate) fn forget_root(&self, root: &RootId) {
        for open in &mut self.lock().open {
            let Question::Roots { folders } = &mut open.ask.question else {
                continue;
            };
            let before = folders.len();
            folders.retain(|folder| &folder.id != root);
            if folders.len() < before {
                self.events
                    .send(HostEvent::AskChanged(Box::new(open.ask.clone())));
            }
        }
    }

    fn close_where(&self, reason: &str, gone: impl Fn(&Open) -> bool) {
        let mut queue = self.lock();
        let (gone, kept) = std::mem::take(&mut queue.open)
            .into_iter()
            .partition::<Vec<_>, _>(gone);
        queue.open = kept;
        for ask in &gone {
            self.closed(ask, reason);
        }
    }

    /// Takes a question out of the queue, if it is there.
    fn take(&self, id: &AskId, reason: &str) -> Option<Open> {
        let mut queue = self.lock();
        let index = queue.open.iter().position(|open| &open.ask.id == id)?;
        let taken = queue.open.remove(index);
        self.closed(&taken, reason);
        Some(taken)
    }

    fn closed(&self, open: &Open, reason: &str) {
        if let Some(cause) = &open.ask.cause {
            self.calls
                .person_was_asked(&cause.call, open.since.elapsed());
        }
        self.events.send(HostEvent::AskClosed(AskClosed {
            id: open.ask.id.clone(),
            server: open.ask.server.clone(),
            reason: reason.to_owned(),
        }));
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
