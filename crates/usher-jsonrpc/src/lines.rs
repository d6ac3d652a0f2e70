//! Reads messages, one a line, without ever holding more than the longest may have.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

use crate::id_scanner::IdScanner;

/// What was read.
#[derive(Debug)]
pub enum Line<'a> {
    /// A line, without what ends it.
    Whole(&'a [u8]),
    /// The input ended within a line.
    Broken(&'a [u8]),
    /// It was longer than a message may be, and was read over for its id.
    TooLong(&'a IdScanner),
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
    too_long: Option<IdScanner>,
    is_over: bool,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    /// Reads lines of at most so many bytes.
    pub fn new(input: R, longest: usize) -> Self {
        Self {
            input,
            longest,
            line: Vec::new(),
            too_long: None,
            is_over: false,
        }
    }

    /// Reads the next line. What was read stays if this is cancelled.
    pub async fn next(&mut self) -> io::Result<Line<'_>> {
        if std::mem::take(&mut self.is_over) {
            self.line.clear();
            self.too_long = None;
        }
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                self.is_over = true;
                return Ok(match &self.too_long {
                    Some(scanner) => Line::TooLong(scanner),
                    None if self.line.is_empty() => Line::End,
                    None => Line::Broken(&self.line),
                });
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            if let Some(scanner) = &mut self.too_long {
                scanner.feed(part);
            } else if self.line.len() + part.len() > self.longest {
                let mut scanner = IdScanner::of(&self.line);
                scanner.feed(part);
                self.line = Vec::new();
                self.too_long = Some(scanner);
            } else {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                self.is_over = true;
                return Ok(match &self.too_long {
                    Some(scanner) => Line::TooLong(scanner),
                    None => Line::Whole(&self.line),
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

    /// A line as it compares: one that is too long by the id of its request.
    fn read(line: &Line<'_>) -> String {
        match line {
            Line::Whole(line) => format!("whole {}", String::from_utf8_lossy(line)),
            Line::Broken(line) => format!("broken {}", String::from_utf8_lossy(line)),
            Line::TooLong(scanner) => format!("too long {:?}", scanner.requested_id()),
            Line::End => "end".to_owned(),
        }
    }

    #[tokio::test]
    async fn lines_are_read_up_to_the_longest() {
        let longest = 5000;
        let fits = "x".repeat(longest);
        let [first, last] = [
            format!(r#"{{"id":1,"method":"a","params":"{fits}"}}"#),
            format!(r#"{{"method":"a","params":"{fits}","id":"b"}}"#),
        ];
        let given = format!("one\n\n{first}\ntwo\n{last}\n{fits}\n{fits}x\nthree");
        let expected = [
            "whole one",
            "whole ",
            "too long Some(Number(1))",
            "whole two",
            "too long Some(String(\"b\"))",
            &format!("whole {fits}"),
            "too long None",
            "broken three",
            "end",
        ];
        for buffered in [1, 3, 64, 4096, 64 * 1024] {
            let input = BufReader::with_capacity(buffered, given.as_bytes());
            let mut lines = Lines::new(input, longest);
            for expected in expected {
                let line = lines.next().await.unwrap();
                assert_eq!(read(&line), expected, "read by {buffered} bytes");
            }
        }
        let mut lines = Lines::new(last.as_bytes(), longest);
        let line = lines.next().await.unwrap();
        assert_eq!(read(&line), expected[4], "also where the input ends");
    }
}
