//! Counts the lines on a program's stdout that are no messages.
//!
//! A few are harmless; a program that logs there is reported.

use std::time::Instant;

use usher_types::rate_limit::RateLimit;

use crate::limits;

/// Most lines kept of what a program prints before it agrees.
const KEPT_LINES: usize = 20;

/// Longest kept line, in characters.
const KEPT_CHARS: usize = 300;

/// The lines of one connection.
#[derive(Debug)]
pub(super) struct NonJsonLines {
    all: u64,
    /// `None` once it was exceeded.
    limit: Option<RateLimit>,
    /// The first ones.
    kept: Vec<String>,
    /// The beginning of a line without an end: a question, perhaps.
    unfinished: String,
}

impl Default for NonJsonLines {
    fn default() -> Self {
        let limit = RateLimit::new(limits::NON_JSON_LINES - 1, limits::NON_JSON_WITHIN);
        Self {
            all: 0,
            limit: Some(limit),
            kept: Vec::new(),
            unfinished: String::new(),
        }
    }
}

impl NonJsonLines {
    /// Keeps a line that was printed before the agreement.
    pub(super) fn keep(&mut self, line: &str) {
        self.unfinished.clear();
        if self.kept.len() < KEPT_LINES && !line.trim().is_empty() {
            self.kept.push(line.chars().take(KEPT_CHARS).collect());
        }
    }

    /// Keeps the beginning of a line, in place of what was kept of it.
    pub(super) fn keep_unfinished(&mut self, line: &str) {
        self.unfinished = line.chars().take(KEPT_CHARS).collect();
    }

    /// Returns what was printed before the agreement.
    pub(super) fn kept(&self) -> Vec<String> {
        let unfinished = (!self.unfinished.trim().is_empty()).then(|| self.unfinished.clone());
        self.kept.iter().cloned().chain(unfinished).collect()
    }

    /// Counts a line; returns the total once, when there are many.
    pub(super) fn count(&mut self, now: Instant) -> Option<u64> {
        self.all += 1;
        if self.limit.as_mut()?.try_take(now) {
            return None;
        }
        self.limit = None;
        Some(self.all)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn much_noise_is_told_once() {
        /// Numbers of lines, and the milliseconds between them.
        type Lines = &'static [(u64, u64)];
        // At which line it is reported.
        let cases: [(&str, Lines, &[u64]); 5] = [
            ("a banner", &[(99, 0)], &[]),
            ("a flood", &[(500, 1)], &[100]),
            ("just fast enough", &[(100, 101)], &[100]),
            ("just too slow", &[(300, 102)], &[]),
            ("a flood after a while", &[(50, 1000), (150, 1)], &[140]),
        ];
        for (what, lines, expected) in cases {
            let mut lines_read = NonJsonLines::default();
            let mut now = Instant::now();
            let mut reported = Vec::new();
            for (count, apart) in lines {
                for _ in 0..*count {
                    now += Duration::from_millis(*apart);
                    reported.extend(lines_read.count(now));
                }
            }
            assert_eq!(reported, expected, "{what}");
        }
    }
}
