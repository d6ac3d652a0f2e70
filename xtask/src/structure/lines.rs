//! Counts lines of Rust: code, documentation, and what is compiled for tests only.

/// How many lines there are of each kind; blank lines and plain comments are none.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) code: usize,
    pub(crate) docs: usize,
    pub(crate) tests: usize,
    pub(crate) files: usize,
}

impl Lines {
    /// Adds a file; lines in `tests` (first and last, from 1) are tests.
    pub(crate) fn add(&mut self, text: &str, tests: &[(usize, usize)], is_test: bool) {
        self.files += 1;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim_start();
            let in_test = is_test
                || tests
                    .iter()
                    .any(|(first, last)| (*first..=*last).contains(&number));
            let is_doc = line.starts_with("///") || line.starts_with("//!");
            match line {
                "" => {}
                _ if in_test => self.tests += usize::from(is_doc || !line.starts_with("//")),
                _ if is_doc => self.docs += 1,
                _ if line.starts_with("//") => {}
                _ => self.code += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn each_line_is_of_one_kind() {
        let mut lines = Lines::default();
        lines.add(
            "//! a\n\n/// b\nfn c() {} // d\n// e\nf\ng\n",
            &[(6, 7)],
            false,
        );
        lines.add("/// a\nb\n", &[], true);
        let expected = Lines {
            code: 1,
            docs: 2,
            tests: 4,
            files: 2,
        };
        assert_eq!(lines, expected);
    }
}
