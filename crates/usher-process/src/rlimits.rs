//! Limits this process: for helper processes that work on foreign content.

use std::io;
use std::time::Duration;

use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};

/// Limits the memory of this process, and forbids writing files.
///
/// Allocating more ends the process.
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    // Allocations alone: the address space holds the libraries too, and they differ between systems.
    setrlimit(Resource::RLIMIT_DATA, bytes, bytes)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    setrlimit(Resource::RLIMIT_FSIZE, 0, 0)?;
    Ok(())
}

/// Ends this process after this much more processor time, in seconds.
pub fn limit_processor_time(more: Duration) -> io::Result<()> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let used_s = usage.user_time().tv_sec() + usage.system_time().tv_sec();
    let (_, hard) = getrlimit(Resource::RLIMIT_CPU)?;
    // What was used of the present second does not count.
    let soft = u64::try_from(used_s).unwrap_or_default() + more.as_secs() + 1;
    setrlimit(Resource::RLIMIT_CPU, soft.min(hard), hard)?;
    Ok(())
}
