//! What servers want from the person: one queue of all servers, oldest first.
//!
//! A question leaves the queue only when the person answers, when the server takes it back, or when
//! the server stops. It is never answered by itself, except that a server with too many open
//! questions gets further ones declined.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::{Map, Value};
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{AskAnswer, AskQuestion, AskResponder, IncomingAsk};

use crate::background::in_background;
use crate::calls::RunningCalls;
use crate::clock::Clock;
use crate::events::{Events, HostEvent};
use crate::host::Host;
use crate::id::{AskId, CallId, ServerId};
use crate::schema::{self, Fault};

/// More open questions of one server are declined: a person cannot look through a flood.
const MAX_OPEN_PER_SERVER: usize = 3;

/// One question of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// Its identity.
    pub id: AskId,
    /// Who asks.
    pub server: ServerId,
    /// The call that caused it, if one is running there.
    pub cause: Option<AskCause>,
    /// Since when, Unix ms.
    pub opened_at: i64,
    /// What is asked.
    pub question: AskQuestion,
}

/// The call a question belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct AskCause {
    /// The call.
    pub call: CallId,
    /// Its tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
}

/// A question that needs no answer any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskClosed {
    /// Which question.
    pub id: AskId,
    /// Whose.
    pub server: ServerId,
    /// Why, in plain words.
    pub reason: String,
}

/// The person's answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Yes, with these values.
    Accept(Value),
    /// No.
    Decline,
    /// Neither: the person put it away.
    Cancel,
}

/// Why an answer was not passed on.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum AnswerError {
    /// There is no such question (any more).
    #[error("This question is no longer open: it was answered, or the server took it back.")]
    NotOpen,
    /// The values break the requested schema.
    #[error("The answer does not fit what the server asks for.")]
    Invalid(Vec<Fault>),
}

/// Whether a question was put into the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opened {
    /// The person will see it.
    Waiting,
    /// Declined, because the server has too many open questions.
    TooMany,
}

struct Open {
    ask: Ask,
    responder: AskResponder,
    since: Instant,
    _watch: AbortOnDropHandle<()>,
}

/// The queue; cheap to clone.
#[derive(Clone)]
pub(crate) struct Asks {
    open: Arc<Mutex<Vec<Open>>>,
    events: Events,
    clock: Clock,
    calls: RunningCalls,
}

impl Asks {
    pub(crate) fn new(events: Events, clock: Clock, calls: RunningCalls) -> Self {
        Self {
            open: Arc::default(),
            events,
            clock,
            calls,
        }
    }

    /// Puts a server's question into the queue.
    pub(crate) fn open(&self, server: &ServerId, incoming: IncomingAsk) -> Opened {
        let IncomingAsk {
            question,
            cause,
            responder,
            withdrawn,
        } = incoming;
        if !matches!(question, AskQuestion::ElicitForm { .. }) {
            // TODO
            responder.answer(AskAnswer::Decline);
            return Opened::Waiting;
        }
        let ask = Ask {
            id: AskId::fresh(),
            server: server.clone(),
            cause: cause.and_then(|tag| self.calls.cause(&tag.0.into())),
            opened_at: self.clock.now_ms(),
            question,
        };
        let mut open = self.lock();
        let waiting = open
            .iter()
            .filter(|other| &other.ask.server == server)
            .count();
        if waiting >= MAX_OPEN_PER_SERVER {
            drop(open);
            responder.answer(AskAnswer::Decline);
            return Opened::TooMany;
        }
        let watch = {
            let (asks, id) = (self.clone(), ask.id.clone());
            tokio::spawn(async move {
                withdrawn.cancelled().await;
                asks.take(&id, "The server took the question back.");
            })
        };
        open.push(Open {
            ask: ask.clone(),
            responder,
            since: Instant::now(),
            _watch: AbortOnDropHandle::new(watch),
        });
        // Sent under the lock, so that no listener hears of the end before the beginning.
        self.events.send(HostEvent::AskOpened(Box::new(ask)));
        Opened::Waiting
    }

    /// Open questions, oldest first.
    pub(crate) fn list(&self) -> Vec<Ask> {
        self.lock().iter().map(|open| open.ask.clone()).collect()
    }

    /// Passes the person's answer on.
    pub(crate) async fn answer(&self, id: &AskId, answer: Answer) -> Result<(), AnswerError> {
        let (answer, reason) = match answer {
            Answer::Accept(content) => {
                if let AskQuestion::ElicitForm { schema, .. } = self.question(id)? {
                    check(&schema, &content).await?;
                }
                (AskAnswer::Accept(content), "Answered.")
            }
            Answer::Decline => (AskAnswer::Decline, "Declined."),
            Answer::Cancel => (AskAnswer::Cancel, "Put away."),
        };
        // It may have been taken back while the answer was being checked.
        let answered = self.take(id, reason).ok_or(AnswerError::NotOpen)?;
        answered.responder.answer(answer);
        Ok(())
    }

    fn question(&self, id: &AskId) -> Result<AskQuestion, AnswerError> {
        self.lock()
            .iter()
            .find(|open| &open.ask.id == id)
            .map(|open| open.ask.question.clone())
            .ok_or(AnswerError::NotOpen)
    }

    /// Drops all questions of a server that has stopped.
    pub(crate) fn drop_server(&self, server: &ServerId, reason: &str) {
        let mut open = self.lock();
        let (gone, kept) = std::mem::take(&mut *open)
            .into_iter()
            .partition::<Vec<_>, _>(|open| &open.ask.server == server);
        *open = kept;
        for ask in &gone {
            self.closed(ask, reason);
        }
    }

    /// Takes a question out of the queue, if it is there.
    fn take(&self, id: &AskId, reason: &str) -> Option<Open> {
        let mut open = self.lock();
        let index = open.iter().position(|open| &open.ask.id == id)?;
        let taken = open.remove(index);
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

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer is an object that fits the schema; a schema that cannot be used leaves the judging to the server.
async fn check(schema: &Value, content: &Value) -> Result<(), AnswerError> {
    if !content.is_object() {
        return Err(AnswerError::Invalid(vec![Fault {
            path: String::new(),
            message: "The answer has to be an object.".into(),
        }]));
    }
    let (schema, content) = (schema.clone(), content.clone());
    let faults = in_background(move || schema::check_answer(&schema, &content)).await;
    match faults {
        Some(faults) if !faults.is_empty() => Err(AnswerError::Invalid(faults)),
        Some(_) | None => Ok(()),
    }
}

impl Host {
    /// Open questions of all servers, oldest first.
    pub fn list_asks(&self) -> Vec<Ask> {
        self.around().asks.list()
    }

    /// Passes the person's answer on to the server that asked.
    pub async fn answer_ask(&self, id: &AskId, answer: Answer) -> Result<(), AnswerError> {
        self.around().asks.answer(id, answer).await
    }
}
