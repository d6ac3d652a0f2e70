//! Limits of starting, ending and finding programs, with their units.

#[cfg(unix)]
pub(crate) use of_login_shell::*;
#[cfg(target_os = "linux")]
pub(crate) use of_orphans::*;
#[cfg(unix)]
pub(crate) use of_trees::*;

/// Shortest name of a variable that is looked for in the words of a server.
pub(crate) const NAMED_VARIABLE_CHARS: usize = 4;

/// Most withheld variables that are named.
pub(crate) const NAMED_VARIABLES: usize = 8;

/// Asking the login shell for its search path.
#[cfg(unix)]
mod of_login_shell {
    use std::time::Duration;

    /// Longest output of the login shell in which its answer is looked for, in bytes.
    pub(crate) const OUTPUT_BYTES: u64 = 1024 * 1024;

    /// How often the output of the login shell is looked at.
    pub(crate) const SHELL_POLL: Duration = Duration::from_millis(20);

    /// How long the login shell is awaited before reporting a missing program.
    pub(crate) const SHELL_WAIT: Duration = Duration::from_secs(30);

    /// Longest run of the login shell.
    ///
    /// It is not ended earlier: start-up files that are cut off may leave a lock behind which every later shell of the
    /// user waits for.
    pub(crate) const SHELL_TIMEOUT: Duration = Duration::from_mins(3);
}

/// Trees that Usher itself has to end, because the system does not.
#[cfg(unix)]
mod of_trees {
    use std::time::Duration;

    /// Longest record of leftover processes that is read, in bytes.
    pub(crate) const TREES_RECORD_BYTES: u64 = 1024 * 1024;

    /// Longest environment of a process searched for the marker, in bytes.
    pub(crate) const ENVIRONMENT_BYTES: u64 = 4 * 1024 * 1024;

    /// How often killing is repeated, for processes started meanwhile.
    pub(crate) const MAX_KILL_ATTEMPTS: u32 = 200;

    /// How many of these spare the leader of a tree while others of it run.
    pub(crate) const KILL_ATTEMPTS_SPARING_LEADERS: u32 = 50;

    /// How long a killed process gets before the next search.
    pub(crate) const KILL_INTERVAL: Duration = Duration::from_millis(10);

    /// How long leftovers of the last run get to exit after SIGTERM.
    pub(crate) const SWEEP_GRACE: Duration = Duration::from_secs(1);

    /// How long a guardian gets to exit after the goodbye.
    pub(crate) const GUARDIAN_EXIT_WAIT: Duration = Duration::from_millis(500);

    /// How long orphaned servers get to exit after SIGTERM.
    pub(crate) const ORPHAN_GRACE: Duration = Duration::from_secs(2);
}

/// What servers have left to Usher itself.
#[cfg(target_os = "linux")]
mod of_orphans {
    use std::time::Duration;

    /// How often it is looked for while servers run; also whenever one has ended.
    pub(crate) const ORPHANS_EVERY: Duration = Duration::from_secs(10);

    /// How often one that could not be killed is, each time.
    pub(crate) const UNKILLED_ATTEMPTS: u32 = 5;

    /// How long after it could not be killed one is killed again; twice as long each time.
    pub(crate) const UNKILLED_FIRST: Duration = Duration::from_secs(10);

    /// The longest such time.
    pub(crate) const UNKILLED_MOST: Duration = Duration::from_mins(5);

    /// How long an ended process that no server has started is left to whoever may wait for it.
    pub(crate) const ENDED_UNWAITED: Duration = Duration::from_mins(1);
}
