//! Result of a scenario, by the suite's checks and exit code: a client that does nothing at all passes a scenario in
//! which nothing was checked.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::program::Limited;

/// What a run came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The suite is content, and has checked something.
    Passed {
        /// Checks with the status SUCCESS.
        succeeded: usize,
    },
    /// The suite is content with nothing.
    Vacuous,
    /// Checks failed or warned, or our client did not end well.
    Failed {
        /// Checks that succeeded all the same.
        succeeded: usize,
        /// Checks with the status FAILURE or WARNING.
        failed: usize,
    },
    /// It did not end.
    TooLong,
}

impl Verdict {
    /// One character for the table.
    pub(crate) fn mark(&self) -> char {
        match self {
            Self::Passed { .. } => '✓',
            Self::Vacuous => '○',
            Self::Failed { .. } | Self::TooLong => '✗',
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed { succeeded } => write!(f, "{succeeded} checks"),
            Self::Vacuous => f.write_str("passes without a check"),
            Self::Failed {
                succeeded,
                failed: 0,
            } => write!(f, "{succeeded} checks, but the client failed"),
            Self::Failed { succeeded, failed } => {
                write!(f, "{failed} of {} checks failed", succeeded + failed)
            }
            Self::TooLong => f.write_str("did not end in time"),
        }
    }
}

/// Judges a run that wrote its results into `folder`.
pub(crate) fn of(ended: &Limited, folder: &Path) -> Verdict {
    let Limited::Ended { success } = ended else {
        return Verdict::TooLong;
    };
    let checks = find(folder, "checks.json").and_then(|file| fs::read_to_string(file).ok());
    judge(*success, &checks.unwrap_or_default())
}

fn judge(success: bool, checks: &str) -> Verdict {
    let count = |status: &str| {
        // The file is written with an indent of two: a check's own members stand at four, what is in them further in.
        let line = format!("    \"status\": \"{status}\",");
        checks.lines().filter(|found| *found == line).count()
    };
    let succeeded = count("SUCCESS");
    let failed = count("FAILURE") + count("WARNING");
    match (success, succeeded, failed) {
        (true, 0, 0) => Verdict::Vacuous,
        (true, _, 0) => Verdict::Passed { succeeded },
        _ => Verdict::Failed { succeeded, failed },
    }
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?;
    entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .find_map(|path| {
            if path.is_dir() {
                return find(&path, name);
            }
            path.ends_with(name).then_some(path)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_counted() {
        let one = |status: &str| {
            format!(
                "  {{\n    \"status\": \"{status}\",\n    \"details\": {{\n      \"status\": \"SUCCESS\",\n    }}\n  }}"
            )
        };
        let check = |success, statuses: &[&str], expected| {
            let checks: Vec<_> = statuses.iter().copied().map(one).collect();
            let verdict = judge(success, &checks.join(",\n"));
            assert_eq!(verdict, expected, "{success} with {statuses:?}");
        };
        let failed = |succeeded, failed| Verdict::Failed { succeeded, failed };
        check(true, &["SUCCESS", "INFO"], Verdict::Passed { succeeded: 1 });
        check(true, &["SKIPPED"], Verdict::Vacuous);
        check(true, &[], Verdict::Vacuous);
        check(false, &["SUCCESS"], failed(1, 0));
        check(false, &["SUCCESS", "WARNING"], failed(1, 1));
        check(true, &["FAILURE"], failed(0, 1));
    }
}
