//! Keeps the last lines of a stream and numbers them.

use std::collections::VecDeque;

use crate::limits;

/// At most [`limits::SERVER_LINES`] lines, the oldest first.
pub(super) struct LineBuffer<T = String> {
    last: VecDeque<T>,
    next_seq: u64,
}

impl<T> Default for LineBuffer<T> {
    fn default() -> Self {
        Self {
            last: VecDeque::new(),
            next_seq: 0,
        }
    }
}

impl<T: Clone> LineBuffer<T> {
    /// Keeps a line, and gives its number.
    pub(super) fn push(&mut self, line: T) -> u64 {
        if self.last.len() == limits::SERVER_LINES {
            self.last.pop_front();
        }
        self.last.push_back(line);
        let seq = self.next_seq;
        self.next_seq += 1;
        seq
    }

    /// The line that was kept last.
    pub(super) fn last(&self) -> Option<&T> {
        self.last.back()
    }

    /// Forgets the lines; their numbers are not given again.
    pub(super) fn clear(&mut self) {
        self.last.clear();
    }

    pub(super) fn to_vec(&self) -> Vec<T> {
        self.last.iter().cloned().collect()
    }

    /// The number of the next line.
    pub(super) fn next_seq(&self) -> u64 {
        self.next_seq
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_numbers_are_never_given_twice() {
        let mut lines = LineBuffer::<String>::default();
        let many = limits::SERVER_LINES as u64 + 2;
        let seqs: Vec<u64> = (0..many).map(|line| lines.push(line.to_string())).collect();
        assert_eq!(seqs, (0..many).collect::<Vec<_>>());
        let kept = lines.to_vec();
        assert_eq!(
            (kept.len(), kept[0].as_str(), lines.next_seq()),
            (limits::SERVER_LINES, "2", many)
        );
        lines.clear();
        assert_eq!((lines.to_vec().len(), lines.push("x".into())), (0, many));
    }
}
