//! Limits of starting, ending and finding programs, with their units.

use std::time::Duration;

/// Longest output kept of a program that is run to its end, in bytes.
pub(crate) const OUTPUT_BYTES: u64 = 1024 * 1024;

/// Longest record of processes left over from the last run that is read, in bytes.
pub(crate) const TREES_RECORD_BYTES: u64 = 1024 * 1024;

/// Longest environment of a process that is looked through for the marker, in bytes.
pub(crate) const ENVIRONMENT_BYTES: u64 = 4 * 1024 * 1024;

/// How long a program that is run to its end may go on after it has said enough.
pub(crate) const OUTPUT_GRACE: Duration = Duration::from_secs(1);

/// Killing is repeated this often, for those who were being born meanwhile.
pub(crate) const MAX_KILL_ATTEMPTS: u32 = 200;

/// How long a killed process may take to be gone before it is looked for again.
pub(crate) const KILL_INTERVAL: Duration = Duration::from_millis(10);

/// How long leftovers of the last run may take to leave after they were told to.
pub(crate) const SWEEP_GRACE: Duration = Duration::from_secs(1);

/// How long a guardian may take to leave after the goodbye.
pub(crate) const GUARDIAN_EXIT_WAIT: Duration = Duration::from_millis(500);

/// How long orphaned servers may take to leave after they were told to.
pub(crate) const ORPHAN_GRACE: Duration = Duration::from_secs(2);

/// How long anybody waits for the login shell before the usual places have to do.
pub(crate) const SHELL_WAIT: Duration = Duration::from_secs(5);

/// How long the login shell is waited for before a program is said to be missing.
pub(crate) const SLOW_SHELL_WAIT: Duration = Duration::from_secs(30);

/// Longest the login shell may take at all. It is not ended when nobody waits any more: start-up files that
/// are cut off may leave a lock behind which every later shell of the user waits for.
pub(crate) const SHELL_TIMEOUT: Duration = Duration::from_mins(3);
