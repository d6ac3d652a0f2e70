//! Lets only so much through in a second, so that one chatty server cannot drown what others have to say.

use std::time::{Duration, Instant};

use crate::limits;

/// Whether something may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passage {
    Open,
    /// Shut since just now, for the rest of this second.
    Shutting,
    Shut,
}

/// Counts what passes.
pub(super) struct Valve {
    second_began: Instant,
    passed: u32,
}

impl Valve {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            second_began: now,
            passed: 0,
        }
    }

    pub(super) fn pass(&mut self, now: Instant) -> Passage {
        if now.duration_since(self.second_began) >= Duration::from_secs(1) {
            *self = Self::new(now);
        }
        self.passed = self.passed.saturating_add(1);
        match self.passed {
            0..=limits::NOTES_PER_SECOND => Passage::Open,
            passed if passed == limits::NOTES_PER_SECOND + 1 => Passage::Shutting,
            _ => Passage::Shut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_much_passes_in_a_second() {
        let now = Instant::now();
        let mut valve = Valve::new(now);
        let mut passages =
            |count: u32, now| (0..count).map(|_| valve.pass(now)).collect::<Vec<_>>();
        assert!(
            passages(limits::NOTES_PER_SECOND, now)
                .iter()
                .all(|passage| *passage == Passage::Open),
            "as much as is allowed passes"
        );
        assert_eq!(
            passages(2, now),
            [Passage::Shutting, Passage::Shut],
            "what is too much is noticed once"
        );
        let later = now + Duration::from_secs(1);
        assert_eq!(
            passages(1, later),
            [Passage::Open],
            "the next second begins anew"
        );
    }
}
