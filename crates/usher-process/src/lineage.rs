//! Marks servers and all that they start, so that each is known for one, and for one of its tree, whatever became of its
//! parents (Linux).
//!
//! The mark is a lowered hard limit of file locks (`RLIMIT_LOCKS`, setrlimit(2)): no kernel since 2.4.25 enforces it, every
//! process inherits it over fork(2) and execve(2), and none may raise it again without `CAP_SYS_RESOURCE`. A process that
//! clears its environment, leaves its group and loses its parent keeps it.
//!
//! The program of a client gets another mark while it runs (prlimit(2)), which all that it starts from then on inherits.

use std::fs;
use std::io;
use std::sync::OnceLock;

use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, rlim_t, setrlimit};
use rustix::process::{Rlimit, prlimit};

/// What all marks of servers are below.
const ABOVE_MARKS: rlim_t = 1 << 40;

/// The mark of what clients have started.
const CLIENT_MARK: rlim_t = ABOVE_MARKS + 1;

/// Marks this process, and all that it starts from now on, as of the tree of this marker.
pub(super) fn mark(marker: &str) -> io::Result<()> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_LOCKS)?;
    // Below a server of another Usher the limit is a mark already, and only ever becomes lower.
    let lowered = hard.min(ABOVE_MARKS).saturating_sub(1 + number(marker));
    setrlimit(Resource::RLIMIT_LOCKS, soft.min(lowered), lowered)?;
    Ok(())
}

/// Returns the hard limit that this process was started with, as it was at the first call: before any server runs.
///
/// A server may lower the limit of this process later (prlimit(2)), and would be above that itself.
pub(super) fn limit_at_start() -> rlim_t {
    static LIMIT: OnceLock<rlim_t> = OnceLock::new();
    *LIMIT.get_or_init(|| getrlimit(Resource::RLIMIT_LOCKS).map_or(RLIM_INFINITY, |(_, hard)| hard))
}

/// Whether a process is a server of this Usher, or was started by one, however long ago.
///
/// # Errors
/// The process has ended.
pub fn is_marked(pid: u32) -> io::Result<bool> {
    let pid = i32::try_from(pid).map_err(|_| io::ErrorKind::NotFound)?;
    Ok(hard_limit_of(pid)? < limit_at_start().min(ABOVE_MARKS))
}

/// Marks the program of a client, and all that it starts from now on.
///
/// # Errors
/// It has ended, or belongs to somebody else.
pub fn mark_client(pid: u32) -> io::Result<()> {
    let pid = i32::try_from(pid).map_err(|_| io::ErrorKind::NotFound)?;
    let lowered = Some(hard_limit_of(pid)?.min(CLIENT_MARK));
    let limit = Rlimit {
        current: lowered,
        maximum: lowered,
    };
    let pid = rustix::process::Pid::from_raw(pid).ok_or(io::ErrorKind::NotFound)?;
    prlimit(Some(pid), rustix::process::Resource::Locks, limit)?;
    Ok(())
}

/// Whether a process is the program of a client, or was started by one since it connected.
///
/// # Errors
/// The process has ended.
pub fn is_client(pid: u32) -> io::Result<bool> {
    let pid = i32::try_from(pid).map_err(|_| io::ErrorKind::NotFound)?;
    Ok(hard_limit_of(pid)? <= CLIENT_MARK)
}

/// Whether a hard limit is the mark of the tree of this marker.
pub(super) fn is_of(limit: rlim_t, marker: &str) -> bool {
    limit == ABOVE_MARKS - 1 - number(marker)
}

/// Returns the hard limit of file locks of a process.
pub(super) fn hard_limit_of(pid: i32) -> io::Result<rlim_t> {
    let limits = fs::read_to_string(format!("/proc/{pid}/limits"))?;
    Ok(hard_limit(&limits).ok_or(io::ErrorKind::InvalidData)?)
}

/// The number of a marker: its first 32 bits.
fn number(marker: &str) -> rlim_t {
    let digits = marker.get(..8).unwrap_or_default();
    u32::from_str_radix(digits, 16).unwrap_or_default().into()
}

/// The hard limit of file locks in `/proc/PID/limits` (proc(5)).
fn hard_limit(limits: &str) -> Option<rlim_t> {
    let rest = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max file locks"))?;
    match rest.split_whitespace().nth(1)? {
        "unlimited" => Some(RLIM_INFINITY),
        number => number.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hard_limit_is_read_as_the_system_writes_it() {
        let head =
            "Limit                     Soft Limit           Hard Limit           Units     \n";
        let line = |soft: &str, hard: &str| {
            format!("{head}Max file locks            {soft:<20} {hard:<20} locks     \n")
        };
        let cases = [
            (line("unlimited", "unlimited"), Some(RLIM_INFINITY)),
            (line("7", "1099511627776"), Some(ABOVE_MARKS)),
            (line("x", "y"), None),
            (head.to_owned(), None),
            (String::new(), None),
        ];
        for (limits, expected) in cases {
            assert_eq!(hard_limit(&limits), expected, "{limits}");
        }
    }

    #[test]
    fn a_limit_is_the_mark_of_one_tree() {
        let marker = "0123456789abcdef0123456789abcdef";
        let limit = ABOVE_MARKS - 1 - 0x0123_4567;
        let cases = [
            (limit, marker, true),
            (limit, "1123456789abcdef0123456789abcdef", false),
            (limit - 1, marker, false),
            (RLIM_INFINITY, marker, false),
            (ABOVE_MARKS, marker, false),
        ];
        for (limit, marker, expected) in cases {
            assert_eq!(is_of(limit, marker), expected, "{limit} of {marker}");
        }
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "a test runs itself in a process of its own, whose limit it lowers"
    )]
    fn a_process_is_held_against_the_limit_of_the_start() {
        const IS_ALONE: &str = "USHER_TEST_IS_ALONE";
        if std::env::var_os(IS_ALONE).is_none() {
            let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
            let name = "lineage::tests::a_process_is_held_against_the_limit_of_the_start";
            alone.args(["--exact", name]).env(IS_ALONE, "1");
            let output = alone.output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains("1 passed"), "{said}");
            return;
        }
        let own = std::process::id();
        assert_eq!(is_marked(own).ok(), Some(false), "{}", limit_at_start());
        let (soft, hard) = getrlimit(Resource::RLIMIT_LOCKS).unwrap();
        let lower = hard.min(ABOVE_MARKS) - 1;
        setrlimit(Resource::RLIMIT_LOCKS, soft.min(lower), lower).unwrap();
        let marked = is_marked(own).ok();
        assert_eq!(marked, Some(true), "it is below the limit of the start");
    }

    #[test]
    fn this_process_is_not_marked_and_one_that_has_ended_is_not_told() {
        assert_eq!(is_marked(std::process::id()).ok(), Some(false));
        assert!(is_marked(u32::MAX).is_err(), "there is no such process");
    }
}
