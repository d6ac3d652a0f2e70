//! Ends the process trees of a killed or crashed host.
//!
//! The guardian is a small process that the host notifies of its running trees. When its pipe closes without a
//! goodbye, it ends them. It does nothing else, so that it needs no runtime, no files and no environment.

use std::collections::BTreeMap;
use std::fmt;
use std::io::BufRead;
use std::process::ExitCode;

use nix::sys::signal::SigSet;

use super::process_tree::{self, Leader, Marker, MatchBy, ProcessTree};
use crate::limits;

/// A message to the guardian, one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GuardianMessage {
    /// A tree runs or is about to be started.
    Runs(ProcessTree),
    Ended(Marker),
    /// Usher exits, and all trees were stopped.
    Goodbye,
}

impl fmt::Display for GuardianMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Runs(ProcessTree {
                marker,
                leader: None,
            }) => writeln!(f, "runs {marker}"),
            Self::Runs(ProcessTree {
                marker,
                leader: Some(Leader { pid, start_time }),
            }) => writeln!(f, "runs {marker} {pid} {start_time}"),
            Self::Ended(marker) => writeln!(f, "ended {marker}"),
            Self::Goodbye => writeln!(f, "goodbye"),
        }
    }
}

impl GuardianMessage {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let message = match (words.next()?, words.next().map(Marker::parse)) {
            ("runs", Some(marker)) => {
                let leader = match (words.next(), words.next()) {
                    (Some(pid), Some(start_time)) => Some(Leader::parse(pid, start_time)?),
                    _ => None,
                };
                Self::Runs(ProcessTree {
                    marker: marker?,
                    leader,
                })
            }
            ("ended", Some(marker)) => Self::Ended(marker?),
            ("goodbye", None) => Self::Goodbye,
            _ => return None,
        };
        Some(message)
    }
}

/// Runs the guardian on stdin until Usher has exited.
pub(super) fn guard() -> ExitCode {
    // Signals to Usher, its terminal or its session must not end the guardian. Neither call can fail in a process that
    // has just been started; if they did, it would still guard.
    let _ = nix::unistd::setsid();
    let _ = SigSet::all().thread_block();
    let remaining = listen(std::io::stdin().lock());
    process_tree::end(&remaining, MatchBy::StartTime, limits::ORPHAN_GRACE);
    ExitCode::SUCCESS
}

/// Reads messages until the goodbye or the end of input. Returns the trees that still run.
fn listen(input: impl BufRead) -> Vec<ProcessTree> {
    let mut running = BTreeMap::new();
    for line in input.lines() {
        let Ok(line) = line else { break };
        match GuardianMessage::parse(&line) {
            Some(GuardianMessage::Runs(tree)) => {
                running.insert(tree.marker.clone(), tree);
            }
            Some(GuardianMessage::Ended(marker)) => {
                running.remove(&marker);
            }
            Some(GuardianMessage::Goodbye) => return Vec::new(),
            // A line cut off when its writer was killed.
            None => {}
        }
    }
    running.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(digit: char) -> Marker {
        Marker::parse(&digit.to_string().repeat(32)).unwrap()
    }

    fn tree(digit: char, leader: Option<(i32, u64)>) -> ProcessTree {
        ProcessTree {
            marker: marker(digit),
            leader: leader.map(|(pid, start_time)| Leader { pid, start_time }),
        }
    }

    #[test]
    fn the_guardian_knows_what_runs_when_the_pipe_closes() {
        let check = |words: &[GuardianMessage], cut: &str, expected: &[ProcessTree], why: &str| {
            let lines: String = words.iter().map(GuardianMessage::to_string).collect();
            assert_eq!(
                listen(format!("{lines}{cut}").as_bytes()),
                expected,
                "{why}"
            );
        };
        let starting = GuardianMessage::Runs(tree('a', None));
        let runs = GuardianMessage::Runs(tree('a', Some((70, 900))));
        let other = GuardianMessage::Runs(tree('b', Some((71, 901))));
        let ended = GuardianMessage::Ended(marker('a'));
        check(&[], "", &[], "nothing was started");
        check(
            std::slice::from_ref(&starting),
            "",
            &[tree('a', None)],
            "what is being started is found by its marker",
        );
        check(
            &[starting.clone(), runs.clone(), other.clone(), ended],
            "",
            &[tree('b', Some((71, 901)))],
            "what ended is left alone",
        );
        check(
            &[runs.clone(), other, GuardianMessage::Goodbye],
            "",
            &[],
            "after a goodbye everything was stopped",
        );
        check(
            &[runs],
            "runs bbbb",
            &[tree('a', Some((70, 900)))],
            "half a line says nothing",
        );
        check(
            &[],
            &format!("runs {0} 1 5\nruns {0} 0 5\nruns {0} -1 5\n", marker('c')),
            &[],
            "the first process and the numbers that mean everybody are never signalled",
        );
    }
}
