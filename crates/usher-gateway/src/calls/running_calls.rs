//! Whose calls run at which server, so that what a server logs meanwhile reaches nobody else.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use usher_types::id::ServerId;

/// How long a call that has ended is remembered: a log message from before its end may be handled after it.
const REMEMBERED_FOR: Duration = Duration::from_secs(5);

/// The calls of all connections that run at a server.
#[derive(Default)]
pub(crate) struct RunningCalls(Mutex<State>);

#[derive(Default)]
struct State {
    /// Servers at which calls run.
    servers: HashMap<ServerId, ServerCalls>,
    next_call: u64,
}

#[derive(Default)]
struct ServerCalls {
    /// By their numbers.
    running: BTreeMap<u64, Call>,
    /// Those that have ended while others ran, in the order of their ends.
    ended: VecDeque<(u64, Call, Instant)>,
    /// The end of the last one that is not remembered any more.
    forgotten: Option<Instant>,
}

#[derive(Debug, Clone, Copy)]
struct Call {
    session: u64,
    began: Instant,
}

/// A call that runs at a server, until dropped.
pub(crate) struct RunningAt<'a> {
    of: &'a RunningCalls,
    server: ServerId,
    call: u64,
}

impl RunningCalls {
    /// Takes note that a call of a connection runs at a server.
    pub(crate) fn runs_at(&self, server: ServerId, session: u64) -> RunningAt<'_> {
        let call = self.0.lock().begin(server.clone(), session, Instant::now());
        RunningAt {
            of: self,
            server,
            call,
        }
    }
}

impl RunningAt<'_> {
    /// Whether this call tells its client what the server said at a moment: no other client's call ran there then, and no
    /// earlier one of its own.
    pub(crate) fn owns(&self, server: &ServerId, at: Instant) -> bool {
        *server == self.server && self.of.0.lock().belongs_to(self.call, server, at)
    }
}

impl Drop for RunningAt<'_> {
    fn drop(&mut self) {
        self.of
            .0
            .lock()
            .end(&self.server, self.call, Instant::now());
    }
}

impl State {
    fn begin(&mut self, server: ServerId, session: u64, began: Instant) -> u64 {
        let call = self.next_call;
        self.next_call += 1;
        let of_server = self.servers.entry(server).or_default();
        of_server.running.insert(call, Call { session, began });
        call
    }

    fn end(&mut self, server: &ServerId, call: u64, now: Instant) {
        let Some(calls) = self.servers.get_mut(server) else {
            return;
        };
        if let Some(ended) = calls.running.remove(&call) {
            calls.ended.push_back((call, ended, now));
        }
        if calls.running.is_empty() {
            self.servers.remove(server);
        } else {
            calls.forget_before(now);
        }
    }

    fn belongs_to(&self, call: u64, server: &ServerId, at: Instant) -> bool {
        let calls = self.servers.get(server);
        calls.is_some_and(|calls| calls.first_of_one_session_at(at) == Some(call))
    }
}

impl ServerCalls {
    /// Returns the first of the calls that ran at a moment; `None` = none did, they are of several sessions, or some are not
    /// remembered.
    fn first_of_one_session_at(&self, at: Instant) -> Option<u64> {
        if self.forgotten.is_some_and(|end| at <= end) {
            return None;
        }
        let running = self.running.iter().map(|(number, call)| (*number, call));
        let newest_first = self.ended.iter().rev();
        let ended = newest_first.take_while(|(_, _, end)| at <= *end);
        let ended = ended.map(|(number, call, _)| (*number, call));
        let then = running.chain(ended).filter(|(_, call)| call.began <= at);
        let (first, of_first) = then.clone().min_by_key(|(number, _)| *number)?;
        let mut sessions = then.map(|(_, call)| call.session);
        sessions
            .all(|session| session == of_first.session)
            .then_some(first)
    }

    fn forget_before(&mut self, now: Instant) {
        let is_old = |(_, _, end): &mut (u64, Call, Instant)| now - *end > REMEMBERED_FOR;
        while let Some((_, _, end)) = self.ended.pop_front_if(is_old) {
            self.forgotten = Some(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A call of a session, with its first and last second.
    type Ran = (u64, u64, u64);

    /// What is shown, the calls in their order, when the server spoke, when that is handled, and which call hears it.
    type Case<'a> = (&'a str, &'a [Ran], u64, u64, Option<usize>);

    #[test]
    fn a_log_message_is_heard_by_the_one_whose_call_ran_when_it_was_sent() {
        let seconds = Duration::from_secs;
        let cases: [Case<'_>; 8] = [
            ("alone", &[(1, 0, 100)], 5, 5, Some(0)),
            (
                "with another client",
                &[(1, 0, 100), (2, 2, 100)],
                5,
                5,
                None,
            ),
            (
                "before another client came",
                &[(1, 0, 100), (2, 6, 100)],
                5,
                7,
                Some(0),
            ),
            (
                "with another client that has gone",
                &[(1, 0, 100), (2, 2, 6)],
                5,
                7,
                None,
            ),
            (
                "after another client has gone",
                &[(1, 0, 100), (2, 2, 4)],
                5,
                7,
                Some(0),
            ),
            (
                "with an earlier call of its own",
                &[(1, 0, 6), (1, 2, 100)],
                5,
                7,
                None,
            ),
            (
                "longer ago than is remembered",
                &[(1, 0, 100), (2, 2, 6), (2, 20, 21)],
                5,
                30,
                None,
            ),
            (
                "after what is not remembered",
                &[(1, 0, 100), (2, 2, 6), (2, 20, 21)],
                28,
                30,
                Some(0),
            ),
        ];
        for (case, ran, said, handled, expected) in cases {
            let (mut state, began) = (State::default(), Instant::now());
            let server = ServerId::from("s");
            let mut turns: Vec<(u64, usize, bool)> = Vec::new();
            for (index, (_, first, last)) in ran.iter().enumerate() {
                turns.extend([(*first, index, true), (*last, index, false)]);
            }
            turns.sort_unstable();
            let mut calls = BTreeMap::new();
            for (at, index, begins) in turns.into_iter().filter(|(at, ..)| *at <= handled) {
                let at = began + seconds(at);
                if begins {
                    calls.insert(index, state.begin(server.clone(), ran[index].0, at));
                } else if let Some(call) = calls.remove(&index) {
                    state.end(&server, call, at);
                }
            }
            let heard = calls
                .into_iter()
                .filter(|(_, call)| state.belongs_to(*call, &server, began + seconds(said)));
            let heard: Vec<usize> = heard.map(|(index, _)| index).collect();
            assert_eq!(heard, Vec::from_iter(expected), "{case}");
        }
    }
}
