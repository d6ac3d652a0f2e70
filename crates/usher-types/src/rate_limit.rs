//! Limits how often something happens, by moments that are handed in.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Allows a number of events within any span of one window's length.
#[derive(Debug)]
pub struct RateLimit {
    events: usize,
    window: Duration,
    /// The moments of the events that still count, the oldest first.
    taken: VecDeque<Instant>,
}

impl RateLimit {
    /// Allows so many events in a window.
    pub const fn new(events: usize, window: Duration) -> Self {
        Self {
            events,
            window,
            taken: VecDeque::new(),
        }
    }

    /// Counts an event, unless it is one too many; such a one does not count.
    pub fn try_take(&mut self, now: Instant) -> bool {
        while self
            .taken
            .front()
            .is_some_and(|at| *at + self.window <= now)
        {
            self.taken.pop_front();
        }
        let is_free = self.taken.len() < self.events;
        if is_free {
            self.taken.push_back(now);
        }
        is_free
    }

    /// Returns when the next event is allowed; `None` if it is already.
    pub fn free_at(&self, now: Instant) -> Option<Instant> {
        let blocking = self.taken.len().checked_sub(self.events)?;
        let free_at = *self.taken.get(blocking)? + self.window;
        (free_at > now).then_some(free_at)
    }
}

/// Allows some events at once, and then one whenever so much time has passed.
#[derive(Debug)]
pub struct Allowance {
    every: Duration,
    at_once: Duration,
    /// When all that was taken is paid back; `None` = nothing was taken yet.
    paid_at: Option<Instant>,
}

impl Allowance {
    /// Allows so many events at once, and one more after each `every`.
    pub const fn new(at_once: u32, every: Duration) -> Self {
        Self {
            every,
            at_once: every.saturating_mul(at_once),
            paid_at: None,
        }
    }

    /// Takes an event, unless it is one too many.
    pub fn try_take(&mut self, now: Instant) -> bool {
        if self.free_at(now).is_some() {
            return false;
        }
        let since = self.paid_at.map_or(now, |paid_at| paid_at.max(now));
        self.paid_at = Some(since + self.every);
        true
    }

    /// Returns when the next event is allowed; `None` if it is already.
    pub fn free_at(&self, now: Instant) -> Option<Instant> {
        let free_at = (self.paid_at? + self.every).checked_sub(self.at_once)?;
        (free_at > now).then_some(free_at)
    }
}

/// Slows down what cannot be refused: a token bucket that may be overdrawn.
#[derive(Debug)]
pub struct Throttle {
    burst: Duration,
    /// When all that was spent is paid back.
    paid_at: Instant,
}

impl Throttle {
    /// Lets so much time's worth pass at once.
    pub const fn new(burst: Duration, now: Instant) -> Self {
        Self {
            burst,
            paid_at: now,
        }
    }

    /// Spends a cost and returns until when to pause; `None` if not at all.
    pub fn spend(&mut self, cost: Duration, now: Instant) -> Option<Instant> {
        self.paid_at = self.paid_at.max(now) + cost;
        let until = self.paid_at.checked_sub(self.burst)?;
        (until > now).then_some(until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_events_come_at_once_and_the_others_one_by_one() {
        let start = Instant::now();
        let mut allowance = Allowance::new(3, Duration::from_secs(2));
        let cases = [
            (0, None),
            (0, None),
            (1, None),
            (1, Some(2)),
            (2, None),
            (3, Some(4)),
            (9, None),
            (9, None),
            (9, None),
            (9, Some(11)),
        ];
        for (at, waits_until) in cases {
            let now = start + Duration::from_secs(at);
            let free_at = waits_until.map(|until| start + Duration::from_secs(until));
            assert_eq!(allowance.free_at(now), free_at, "at {at} s");
            assert_eq!(allowance.try_take(now), free_at.is_none(), "at {at} s");
        }
    }

    #[test]
    fn any_span_of_a_window_holds_no_more_than_the_limit() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut limit = RateLimit::new(2, Duration::from_secs(1));
        assert_eq!(limit.free_at(at(0)), None, "nothing has happened");
        // When an event comes, whether it is allowed, and when the next one is.
        for (now, is_allowed, free_at) in [
            (0, true, None),
            (600, true, Some(1000)),
            (999, false, Some(1000)),
            (1000, true, Some(1600)),
            (1599, false, Some(1600)),
            (9000, true, None),
        ] {
            assert_eq!(limit.try_take(at(now)), is_allowed, "at {now} ms");
            assert_eq!(limit.free_at(at(now)), free_at.map(at), "after {now} ms");
        }
    }

    #[test]
    fn a_burst_passes_at_once_and_the_rest_is_paid_for() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut throttle = Throttle::new(Duration::from_secs(2), start);
        // When something is spent, how much of it, and until when to pause.
        for (now, cost, until) in [
            (0, 2000, None),
            (0, 1, Some(1)),
            (1, 1, Some(2)),
            (5000, 2000, None),
            (5000, 4000, Some(9000)),
        ] {
            let cost = Duration::from_millis(cost);
            assert_eq!(throttle.spend(cost, at(now)), until.map(at), "at {now} ms");
        }
    }
}
