//! Which of the tests run: what every change is held to, or everything.

use std::process::Command;

/// Which of the tests run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One real program of each kind, and the protocol versions in use.
    Usual,
    /// Further example apps, agents, versions of SDKs and servers, and the old protocol versions.
    All,
}

/// Variable that tells tests that they run on everything.
const ALL: &str = "USHER_TEST_ALL";

impl Extent {
    /// Tells the tests that a command runs.
    pub(crate) fn tell(self, tests: &mut Command) {
        if self == Self::All {
            tests.env(ALL, "1");
        }
    }
}
