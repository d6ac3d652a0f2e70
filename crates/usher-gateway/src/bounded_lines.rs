//! Reads messages, one a line, without ever holding more than the longest may have.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// How much is kept of a line that is too long, in bytes: which request it answers stands at its beginning.
const HEAD_BYTES: usize = 4096;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line, without what ends it.
    Whole(&'a [u8]),
    /// The input ended within a line.
    Broken(&'a [u8]),
    /// It was longer than a message may be, and was read over; this is its beginning.
    TooLong(&'a [u8]),
    /// The input has ended.
    End,
}

/// The lines of an input.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// The longest line, in bytes.
    longest: usize,
    line: Vec<u8>,
    is_too_long: bool,
    is_over: bool,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    /// Reads lines of at most so many bytes.
    pub fn new(input: R, longest: usize) -> Self {
        Self {
            input,
            longest,
            line: Vec::new(),
            is_too_long: false,
            is_over: false,
        }
    }

    /// Reads the next line. What was read stays if this is cancelled.
    pub async fn next(&mut self) -> io::Result<Line<'_>> {
        if std::mem::take(&mut self.is_over) {
            self.line.clear();
            self.is_too_long = false;
        }
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                self.is_over = true;
                return Ok(match (self.is_too_long, self.line.is_empty()) {
                    (true, _) => Line::TooLong(&self.line),
                    (false, false) => Line::Broken(&self.line),
                    (false, true) => Line::End,
                });
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            if !self.is_too_long && self.line.len() + part.len() > self.longest {
                self.is_too_long = true;
                let missing = HEAD_BYTES.saturating_sub(self.line.len()).min(part.len());
                self.line.extend_from_slice(&part[..missing]);
                self.line.truncate(HEAD_BYTES);
                self.line.shrink_to(HEAD_BYTES);
            } else if !self.is_too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                self.is_over = true;
                return Ok(if self.is_too_long {
                    Line::TooLong(&self.line)
                } else {
                    Line::Whole(&self.line)
                });
            }
        }
    }

    /// Returns once the input has ended, and never if it says something before.
    pub async fn ended(&mut self) {
        match self.input.fill_buf().await {
            Ok([]) | Err(_) => {}
            Ok(_) => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::BufReader;

    use super::*;

    #[tokio::test]
    async fn lines_are_read_up_to_the_longest() {
        let long = "x".repeat(HEAD_BYTES * 2);
        let head = &long.as_bytes()[..HEAD_BYTES];
        let longest = HEAD_BYTES + 1;
        let given = format!("one\n\n{long}\ntwo\n{}\nthree", &long[..longest]);
        let expected = [
            Line::Whole(b"one"),
            Line::Whole(b""),
            Line::TooLong(head),
            Line::Whole(b"two"),
            Line::Whole(&long.as_bytes()[..longest]),
            Line::Broken(b"three"),
            Line::End,
        ];
        for buffered in [1, 3, 64, HEAD_BYTES, 64 * 1024] {
            let input = BufReader::with_capacity(buffered, given.as_bytes());
            let mut lines = Lines::new(input, longest);
            for expected in &expected {
                let line = lines.next().await.unwrap();
                assert_eq!(&line, expected, "read by {buffered} bytes");
            }
        }
        let mut lines = Lines::new(long.as_bytes(), longest);
        let line = lines.next().await.unwrap();
        assert_eq!(line, Line::TooLong(head), "also where the input ends");
    }
}
