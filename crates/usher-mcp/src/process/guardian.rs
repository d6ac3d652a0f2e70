//! The guardian: a small process beside Usher that is told which trees run. When its pipe closes without a
//! goodbye, Usher has been killed or has crashed, and it ends them.
//!
//! It does nothing else, so that it needs next to nothing: no runtime, no files, no environment.

use std::collections::BTreeMap;
use std::fmt;
use std::io::BufRead;
use std::process::ExitCode;

use nix::sys::signal::SigSet;

use super::kin::{self, Kin, Leader, Marker, Proof};
use crate::limits;

/// What the guardian is told, one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// A tree runs, or is about to be started.
    Runs(Kin),
    /// A tree has ended.
    Ended(Marker),
    /// Usher leaves, and everything was stopped.
    Goodbye,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Runs(Kin {
                marker,
                leader: None,
            }) => writeln!(f, "runs {marker}"),
            Self::Runs(Kin {
                marker,
                leader: Some(Leader { pid, born }),
            }) => writeln!(f, "runs {marker} {pid} {born}"),
            Self::Ended(marker) => writeln!(f, "ended {marker}"),
            Self::Goodbye => writeln!(f, "goodbye"),
        }
    }
}

impl Word {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let word = match (words.next()?, words.next().map(Marker::parse)) {
            ("runs", Some(marker)) => {
                let leader = match (words.next(), words.next()) {
                    (Some(pid), Some(born)) => Some(Leader::parse(pid, born)?),
                    _ => None,
                };
                Self::Runs(Kin {
                    marker: marker?,
                    leader,
                })
            }
            ("ended", Some(marker)) => Self::Ended(marker?),
            ("goodbye", None) => Self::Goodbye,
            _ => return None,
        };
        Some(word)
    }
}

/// Runs the guardian on stdin until Usher has gone, one way or the other.
pub fn guard() -> ExitCode {
    // Whatever is meant for Usher, its terminal or its session must not take the guardian along. Neither
    // can fail in a process that has just been started; if they did, it would still guard.
    let _ = nix::unistd::setsid();
    let _ = SigSet::all().thread_block();
    let left_behind = listen(std::io::stdin().lock());
    kin::end(&left_behind, Proof::Birth, limits::ORPHAN_GRACE);
    ExitCode::SUCCESS
}

/// Listens until the goodbye, or the end; returns what still runs then.
fn listen(told: impl BufRead) -> Vec<Kin> {
    let mut running = BTreeMap::new();
    for line in told.lines() {
        let Ok(line) = line else { break };
        match Word::parse(&line) {
            Some(Word::Runs(kin)) => {
                running.insert(kin.marker.clone(), kin);
            }
            Some(Word::Ended(marker)) => {
                running.remove(&marker);
            }
            Some(Word::Goodbye) => return Vec::new(),
            // A line cut off by the death of its writer.
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

    fn kin(digit: char, leader: Option<(i32, u64)>) -> Kin {
        Kin {
            marker: marker(digit),
            leader: leader.map(|(pid, born)| Leader { pid, born }),
        }
    }

    #[test]
    fn the_guardian_knows_what_runs_when_the_pipe_closes() {
        let check = |words: &[Word], cut: &str, expected: &[Kin], why: &str| {
            let told: String = words.iter().map(Word::to_string).collect();
            assert_eq!(listen(format!("{told}{cut}").as_bytes()), expected, "{why}");
        };
        let starting = Word::Runs(kin('a', None));
        let runs = Word::Runs(kin('a', Some((70, 900))));
        let other = Word::Runs(kin('b', Some((71, 901))));
        let ended = Word::Ended(marker('a'));
        check(&[], "", &[], "nothing was started");
        check(
            std::slice::from_ref(&starting),
            "",
            &[kin('a', None)],
            "what is being started is found by its marker",
        );
        check(
            &[starting.clone(), runs.clone(), other.clone(), ended],
            "",
            &[kin('b', Some((71, 901)))],
            "what ended is left alone",
        );
        check(
            &[runs.clone(), other, Word::Goodbye],
            "",
            &[],
            "after a goodbye everything was stopped",
        );
        check(
            &[runs],
            "runs bbbb",
            &[kin('a', Some((70, 900)))],
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
