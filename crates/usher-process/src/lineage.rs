//! Marks servers and all that they start, so that each is known for one whatever became of its parents (Linux).
//!
//! The mark is a lowered hard limit of file locks (`RLIMIT_LOCKS`, setrlimit(2)): no kernel since 2.4.25 enforces it, every
//! process inherits it over fork(2) and execve(2), and none may raise it again without `CAP_SYS_RESOURCE`. A process that
//! clears its environment, leaves its group and loses its parent keeps it.

use std::fs;
use std::io;

use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit, rlim_t, setrlimit};

/// The limit of a marked process whose parent had none.
const BELOW_UNLIMITED: rlim_t = 1 << 40;

/// Marks this process and all that it starts from now on.
pub(super) fn mark() -> io::Result<()> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_LOCKS)?;
    let lowered = match hard {
        RLIM_INFINITY => BELOW_UNLIMITED,
        hard => hard.saturating_sub(1),
    };
    setrlimit(Resource::RLIMIT_LOCKS, soft.min(lowered), lowered)?;
    Ok(())
}

/// Whether a process is a server of this Usher, or was started by one, however long ago.
///
/// # Errors
/// The process has ended.
pub fn is_marked(pid: u32) -> io::Result<bool> {
    let (_, own) = getrlimit(Resource::RLIMIT_LOCKS)?;
    let limits = fs::read_to_string(format!("/proc/{pid}/limits"))?;
    let found = hard_limit(&limits).ok_or(io::ErrorKind::InvalidData)?;
    Ok(found < own)
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
            (line("7", "1099511627776"), Some(BELOW_UNLIMITED)),
            (line("x", "y"), None),
            (head.to_owned(), None),
            (String::new(), None),
        ];
        for (limits, expected) in cases {
            assert_eq!(hard_limit(&limits), expected, "{limits}");
        }
    }

    #[test]
    fn this_process_is_not_marked_and_one_that_has_ended_is_not_told() {
        assert_eq!(is_marked(std::process::id()).ok(), Some(false));
        assert!(is_marked(u32::MAX).is_err(), "there is no such process");
    }
}
