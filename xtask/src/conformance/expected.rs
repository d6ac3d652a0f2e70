//! The list of runs that may fail, each with its reason: `suite scenario wire # reason`, one a line.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::suite::{Scenario, Suite};

pub(crate) struct Expected {
    lines: Vec<Line>,
    met: RefCell<HashSet<usize>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Line {
    suite: String,
    scenario: String,
    wire: String,
    reason: String,
}

impl Expected {
    pub(crate) fn read(file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file)
            .map_err(|error| format!("could not read {}: {error}", file.display()))?;
        Self::of(&text).map_err(|problem| format!("{}: {problem}", file.display()))
    }

    pub(crate) fn of(text: &str) -> Result<Self, String> {
        let lines = parse(text)
            .map_err(|line| format!("“{line}” is not `suite scenario wire # reason`"))?;
        Ok(Self {
            lines,
            met: RefCell::default(),
        })
    }

    /// Why a run may fail.
    pub(crate) fn reason(&self, suite: Suite, scenario: &Scenario) -> Option<&str> {
        self.reason_of(suite, &scenario.name, &scenario.wire)
    }

    /// As [`Self::reason`], by names.
    pub(crate) fn reason_of(&self, suite: Suite, scenario: &str, wire: &str) -> Option<&str> {
        let suite = suite.to_string();
        let is_it =
            |line: &Line| line.suite == suite && line.scenario == scenario && line.wire == wire;
        let at = self.lines.iter().position(is_it)?;
        self.met.borrow_mut().insert(at);
        Some(&self.lines[at].reason)
    }

    /// Lines no run was looked up with, of those that are about protocol versions that ran.
    pub(crate) fn stale(&self, ran: impl Fn(&str) -> bool) -> Vec<String> {
        let met = self.met.borrow();
        let lines = self.lines.iter().enumerate();
        lines
            .filter(|(at, line)| !met.contains(at) && ran(&line.wire))
            .map(|(_, line)| {
                let Line {
                    suite,
                    scenario,
                    wire,
                    ..
                } = line;
                format!("{suite} {scenario} {wire} is listed, but there is no such run")
            })
            .collect()
    }
}

fn parse(text: &str) -> Result<Vec<Line>, String> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| parse_line(line).ok_or_else(|| line.to_owned()))
        .collect()
}

fn parse_line(line: &str) -> Option<Line> {
    let (run, reason) = line.split_once(" # ")?;
    let [suite, scenario, wire] = run.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
    Some(Line {
        suite: suite.to_owned(),
        scenario: scenario.to_owned(),
        wire: wire.to_owned(),
        reason: reason.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_their_reasons() {
        let line = |suite: &str| Line {
            suite: suite.to_owned(),
            scenario: "a/b".to_owned(),
            wire: "2025-11-25".to_owned(),
            reason: "not yet".to_owned(),
        };
        let check = |text, expected| assert_eq!(parse(text), expected, "reading {text:?}");
        check(
            "# a title\n\n1 a/b 2025-11-25 # not yet\n",
            Ok(vec![line("1")]),
        );
        check("1 a/b 2025-11-25", Err("1 a/b 2025-11-25".to_owned()));
        check("1 a/b # why", Err("1 a/b # why".to_owned()));
    }
}
