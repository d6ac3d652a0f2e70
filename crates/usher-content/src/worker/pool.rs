//! The host's side: a few worker processes for each queue, shared fairly between owners.

use std::collections::{HashMap, HashSet};
use std::io;
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, Thread};
use std::time::Instant;

use parking_lot::{Mutex, MutexGuard};
use usher_messages::Message;
use usher_process::{OwnProgram, start_helper};

use super::exchange::{Done, Work};
use super::message;
use crate::limits;

/// Which work waits for which: nothing in one queue waits for what is in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queue {
    /// Schemas of tools and forms.
    Schemas,
    /// Icons and pictures.
    Pictures,
    /// Documents and configurations of webtools.
    Webtools,
}

/// Why work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotDone {
    Busy,
    TooLong,
    Failed,
}

impl NotDone {
    pub(super) fn message(self) -> Message {
        Message::new(match self {
            Self::Busy => "worker.busy",
            Self::TooLong => "worker.tooLong",
            Self::Failed => "worker.failed",
        })
    }
}

pub(super) struct Pool {
    program: OwnProgram,
    schemas: Lane,
    pictures: Lane,
    webtools: Lane,
}

impl Pool {
    pub(super) fn new(program: OwnProgram) -> Self {
        Self {
            program,
            schemas: Lane::default(),
            pictures: Lane::default(),
            webtools: Lane::default(),
        }
    }

    /// Does one piece of work, once it is the owner's turn.
    pub(super) fn run(
        &self,
        queue: Queue,
        owner: &Arc<str>,
        work: &Work<'_>,
        bytes: &[u8],
    ) -> Result<(Done, Vec<u8>), NotDone> {
        let lane = match queue {
            Queue::Schemas => &self.schemas,
            Queue::Pictures => &self.pictures,
            Queue::Webtools => &self.webtools,
        };
        let turn = lane.wait_for_turn(owner)?;
        let mut request = Vec::new();
        message::write(&mut request, work, bytes).map_err(|_| NotDone::Failed)?;
        // A worker that was idle may have ended by itself, and then has read nothing.
        while let Some(idle) = turn.idle_process() {
            match idle.exchange(request) {
                Exchanged::Answer(answer, process) => {
                    turn.keep(process);
                    return answer.ok_or(NotDone::Failed);
                }
                Exchanged::NotSent(back) => request = back,
                Exchanged::Failed(reason) => return Err(reason),
            }
        }
        let started = Process::start(&self.program).map_err(|error| {
            tracing::error!(%error, "a worker could not be started");
            NotDone::Failed
        })?;
        match started.exchange(request) {
            Exchanged::Answer(answer, process) => {
                turn.keep(process);
                answer.ok_or(NotDone::Failed)
            }
            Exchanged::NotSent(_) => Err(NotDone::Failed),
            Exchanged::Failed(reason) => Err(reason),
        }
    }
}

/// One queue and its processes.
#[derive(Default)]
struct Lane(Mutex<State>);

/// Who waits for a turn.
struct Waiting {
    ticket: u64,
    owner: Arc<str>,
    thread: Thread,
}

#[derive(Default)]
struct State {
    /// Whose work is being done.
    running: HashSet<Arc<str>>,
    /// Who waits, in order of arrival.
    waiting: Vec<Waiting>,
    /// When each owner last had a turn, as a count of turns.
    served: HashMap<Arc<str>, u64>,
    idle: Vec<Process>,
    tickets: u64,
}

impl State {
    /// The next of those who wait: of owners without running work, the one whose last turn is longest ago.
    fn next(&self) -> Option<&Waiting> {
        if self.running.len() >= limits::WORKERS_OF_A_QUEUE {
            return None;
        }
        let may_run = self
            .waiting
            .iter()
            .filter(|one| !self.running.contains(&one.owner));
        may_run.min_by_key(|one| (self.served.get(&one.owner), one.ticket))
    }

    /// Wakes the next of those who wait, and nobody else.
    fn wake_next(&self) {
        if let Some(next) = self.next() {
            next.thread.unpark();
        }
    }
}

impl Lane {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }

    fn wait_for_turn(&self, owner: &Arc<str>) -> Result<Turn<'_>, NotDone> {
        let until = Instant::now() + limits::TURN_WITHIN;
        let mut state = self.state();
        let waiting = state.waiting.iter().filter(|one| &one.owner == owner);
        if waiting.count() >= limits::WAITING_OF_AN_OWNER {
            return Err(NotDone::Busy);
        }
        state.tickets += 1;
        let ticket = state.tickets;
        state.waiting.push(Waiting {
            ticket,
            owner: Arc::clone(owner),
            thread: thread::current(),
        });
        loop {
            if state.next().is_some_and(|next| next.ticket == ticket) {
                state.waiting.retain(|one| one.ticket != ticket);
                state.running.insert(Arc::clone(owner));
                if state.waiting.is_empty() {
                    state.served.clear();
                }
                state.served.insert(Arc::clone(owner), ticket);
                // Another worker may be free as well.
                state.wake_next();
                return Ok(Turn {
                    lane: self,
                    owner: Arc::clone(owner),
                });
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                state.waiting.retain(|one| one.ticket != ticket);
                // It may have been woken just now, for nothing.
                state.wake_next();
                return Err(NotDone::Busy);
            }
            drop(state);
            thread::park_timeout(left);
            state = self.state();
        }
    }
}

/// An owner's right to one worker of a queue, until dropped.
struct Turn<'a> {
    lane: &'a Lane,
    owner: Arc<str>,
}

impl Turn<'_> {
    fn idle_process(&self) -> Option<Process> {
        self.lane.state().idle.pop()
    }

    fn keep(&self, process: Process) {
        self.lane.state().idle.push(process);
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self.lane.state();
        state.running.remove(&self.owner);
        state.wake_next();
    }
}

type Answer = Option<(Done, Vec<u8>)>;

enum Exchanged {
    /// It answered (`None`: with something else than an answer) and can go on.
    Answer(Answer, Process),
    /// It had ended before; this is what was to be sent.
    NotSent(Vec<u8>),
    Failed(NotDone),
}

/// A worker process, and the thread that speaks with it. Dropping it ends both.
struct Process {
    child: Arc<Mutex<Child>>,
    requests: SyncSender<Vec<u8>>,
    answers: Receiver<io::Result<Answer>>,
}

impl Process {
    fn start(program: &OwnProgram) -> io::Result<Self> {
        let mut child = start_helper(program)?;
        let missing = || io::Error::other("a pipe of the new process is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let child = Arc::new(Mutex::new(child));
        // Without a buffer: what is sent was received, or comes back.
        let (requests, to_send) = sync_channel(0);
        let (answered, answers) = sync_channel(1);
        let ends = Arc::clone(&child);
        thread::Builder::new()
            .name("content worker".to_owned())
            .spawn(move || {
                speak(stdin, stdout, &to_send, &answered);
                // Both pipes are closed, so it ends, if it has not been killed.
                let _ = ends.lock().wait();
            })?;
        Ok(Self {
            child,
            requests,
            answers,
        })
    }

    fn exchange(self, request: Vec<u8>) -> Exchanged {
        if let Err(refused) = self.requests.send(request) {
            return Exchanged::NotSent(refused.0);
        }
        match self.answers.recv_timeout(limits::WORK_WITHIN) {
            Ok(Ok(answer)) => Exchanged::Answer(answer, self),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Exchanged::Failed(NotDone::Failed),
            Err(RecvTimeoutError::Timeout) => {
                let _ = self.child.lock().kill();
                Exchanged::Failed(NotDone::TooLong)
            }
        }
    }
}

/// Passes requests on until the worker is dropped or idle.
fn speak(
    mut stdin: ChildStdin,
    mut stdout: ChildStdout,
    requests: &Receiver<Vec<u8>>,
    answers: &SyncSender<io::Result<Answer>>,
) {
    while let Ok(request) = requests.recv_timeout(limits::WORKER_IDLE) {
        let sent = io::Write::write_all(&mut stdin, &request);
        let answer = sent.and_then(|()| message::read(&mut stdout));
        let goes_on = matches!(answer, Ok(Some(_)));
        let answer = match answer {
            Ok(None) => Err(io::ErrorKind::UnexpectedEof.into()),
            other => other,
        };
        if answers.send(answer).is_err() || !goes_on {
            return;
        }
    }
}
