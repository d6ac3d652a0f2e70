//! Measures the silence and the total time of one request.
//!
//! Both are limited. The clock stops while a person is being asked.

use std::time::Duration;

use tokio::time::Instant;

/// Time left to a request.
///
/// Every method takes the current time.
#[derive(Debug)]
pub(super) struct Clock {
    silence: Duration,
    silence_left: Duration,
    total_left: Duration,
    used: Duration,
    /// Since when the clock runs; `None` while it is stopped.
    running_since: Option<Instant>,
}

impl Clock {
    pub(super) fn start(silence: Duration, total: Duration, now: Instant) -> Self {
        Self {
            silence,
            silence_left: silence,
            total_left: total.max(silence),
            used: Duration::ZERO,
            running_since: Some(now),
        }
    }

    /// Restarts the silence, as the server reported progress.
    pub(super) fn restart_silence(&mut self, now: Instant) {
        self.advance(now);
        self.silence_left = self.silence;
    }

    pub(super) fn pause(&mut self, now: Instant) {
        self.advance(now);
        self.running_since = None;
    }

    pub(super) fn resume(&mut self, now: Instant) {
        self.running_since.get_or_insert(now);
    }

    /// Returns when the time is up; `None` while the clock is stopped.
    pub(super) fn deadline(&self) -> Option<Instant> {
        Some(self.running_since? + self.silence_left.min(self.total_left))
    }

    /// Returns how long the clock has run.
    pub(super) fn used(&mut self, now: Instant) -> Duration {
        self.advance(now);
        self.used
    }

    fn advance(&mut self, now: Instant) {
        let Some(since) = self.running_since else {
            return;
        };
        let passed = now.saturating_duration_since(since);
        self.used += passed;
        self.silence_left = self.silence_left.saturating_sub(passed);
        self.total_left = self.total_left.saturating_sub(passed);
        self.running_since = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn silence_starts_anew_but_the_total_runs_on() {
        let start = Instant::now();
        let mut clock = Clock::start(S(10), S(25), start);
        assert_eq!(clock.deadline(), Some(start + S(10)));
        clock.restart_silence(start + S(8));
        assert_eq!(
            clock.deadline(),
            Some(start + S(18)),
            "progress starts the silence anew"
        );
        clock.restart_silence(start + S(17));
        assert_eq!(
            clock.deadline(),
            Some(start + S(25)),
            "the total is not stretched"
        );
        assert_eq!(clock.used(start + S(20)), S(20));
    }

    #[test]
    fn the_clock_stands_still_while_a_person_is_asked() {
        let start = Instant::now();
        let mut clock = Clock::start(S(10), S(25), start);
        clock.pause(start + S(4));
        assert_eq!(clock.deadline(), None);
        clock.restart_silence(start + S(50));
        clock.resume(start + S(100));
        assert_eq!(
            clock.deadline(),
            Some(start + S(110)),
            "progress counted even while standing still"
        );
        assert_eq!(clock.used(start + S(105)), S(9), "the pause is not counted");
    }

    #[test]
    fn an_answer_after_five_minutes_is_in_time_for_a_minute() {
        let start = Instant::now();
        let mut clock = Clock::start(S(60), S(60), start);
        clock.pause(start + S(2));
        clock.resume(start + S(302));
        assert_eq!(
            clock.deadline(),
            Some(start + S(360)),
            "58 seconds are left, as if the person had answered at once"
        );
    }

    #[test]
    fn a_timeout_over_the_cap_is_the_callers_wish() {
        let start = Instant::now();
        assert_eq!(
            Clock::start(S(30), S(5), start).deadline(),
            Some(start + S(30))
        );
    }
}
