//! How much of one app is heard, written into the log of its server and shown: an app can send without end.

use std::time::Instant;

use usher_types::rate_limit::{Allowance, RateLimit};

use crate::limits;

/// What one app may still cause now.
#[derive(Debug)]
pub(super) struct Pace {
    messages: RateLimit,
    /// At most one line a window says that messages are left out.
    refusals: RateLimit,
    lines: RateLimit,
    /// Lines that were not written since the last one that was.
    left_out: u32,
    shown: Allowance,
    /// Whether the window hears of its changes later anyway.
    is_planned: bool,
}

/// What becomes of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    Read,
    LeftOut,
    /// Left out, and the first one for some time: the log says so.
    LeftOutAnew,
}

/// When the window hears of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Now,
    /// With whatever else changes until then.
    At(Instant),
    /// With what was put off before.
    Later,
}

impl Pace {
    pub(super) const fn new() -> Self {
        Self {
            messages: RateLimit::new(limits::APP_MESSAGES, limits::APP_MESSAGE_WINDOW),
            refusals: RateLimit::new(1, limits::APP_MESSAGE_WINDOW),
            lines: RateLimit::new(limits::APP_LOG_LINES, limits::APP_MESSAGE_WINDOW),
            left_out: 0,
            shown: Allowance::new(1, limits::APP_SHOWN_EVERY),
            is_planned: false,
        }
    }

    /// Counts a message.
    pub(super) fn hear(&mut self, now: Instant) -> Heard {
        if self.messages.try_take(now) {
            Heard::Read
        } else if self.refusals.try_take(now) {
            Heard::LeftOutAnew
        } else {
            Heard::LeftOut
        }
    }

    /// Counts a line for the log. `None` = it is left out; otherwise how many were left out before it.
    pub(super) fn log(&mut self, now: Instant) -> Option<u32> {
        if self.lines.try_take(now) {
            return Some(std::mem::take(&mut self.left_out));
        }
        self.left_out = self.left_out.saturating_add(1);
        None
    }

    /// It has changed something of itself.
    pub(super) fn show(&mut self, now: Instant) -> Shown {
        if self.is_planned {
            return Shown::Later;
        }
        if self.shown.try_take(now) {
            return Shown::Now;
        }
        self.is_planned = true;
        Shown::At(self.shown.free_at(now).unwrap_or(now))
    }

    /// What was put off is shown now.
    pub(super) fn show_planned(&mut self, now: Instant) {
        self.is_planned = false;
        self.shown.try_take(now);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// When the `nth` of 1,000 things comes that an app does in a tenth of a second.
    fn moment(start: Instant, nth: u32) -> Instant {
        start + Duration::from_micros(100) * nth
    }

    #[test]
    fn of_a_thousand_messages_some_are_read_and_one_refusal_is_logged() {
        let start = Instant::now();
        let mut pace = Pace::new();
        let heard: Vec<_> = (0..1_000)
            .map(|nth| pace.hear(moment(start, nth)))
            .collect();
        let count = |wanted| heard.iter().filter(|heard| **heard == wanted).count();
        assert_eq!(
            [Heard::Read, Heard::LeftOutAnew, Heard::LeftOut].map(count),
            [limits::APP_MESSAGES, 1, 1_000 - limits::APP_MESSAGES - 1]
        );
        let later = start + limits::APP_MESSAGE_WINDOW;
        assert_eq!(pace.hear(later), Heard::Read, "a window later");
    }

    #[test]
    fn lines_beyond_the_limit_are_counted_and_said_with_the_next() {
        let start = Instant::now();
        let mut pace = Pace::new();
        let lines = (0..1_000).filter_map(|nth| pace.log(moment(start, nth)));
        assert_eq!(lines.count(), limits::APP_LOG_LINES);
        let later = start + limits::APP_MESSAGE_WINDOW * 2;
        assert_eq!(
            [pace.log(later), pace.log(later)],
            [Some(950), Some(0)],
            "none is forgotten, and each is said once"
        );
    }

    #[test]
    fn changes_are_shown_at_once_or_together_with_later_ones() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut pace = Pace::new();
        assert_eq!(pace.show(at(0)), Shown::Now, "the first");
        assert_eq!(pace.show(at(1)), Shown::At(at(200)), "put off");
        for ms in 2..200 {
            assert_eq!(pace.show(at(ms)), Shown::Later, "with it, at {ms} ms");
        }
        pace.show_planned(at(200));
        assert_eq!(
            pace.show(at(201)),
            Shown::At(at(400)),
            "what was put off counts"
        );
        pace.show_planned(at(400));
        assert_eq!(pace.show(at(900)), Shown::Now, "after a rest");
    }
}
