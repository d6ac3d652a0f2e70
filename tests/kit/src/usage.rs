//! What this process uses of the computer.

use std::time::Duration;

/// What this process uses; read from `/proc` except for the time, so little is known elsewhere.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usage {
    /// Memory that is there, in bytes.
    pub memory_bytes: u64,
    /// Processor time used so far.
    pub cpu: Duration,
    pub files: usize,
    /// Living tasks of the runtime.
    pub tasks: usize,
}

impl Usage {
    /// As it is now. Needs the runtime.
    pub fn now() -> Self {
        /// As on every Linux machine in use.
        const PAGE_BYTES: u64 = 4096;
        let read = |name: &str| std::fs::read_to_string(name).unwrap_or_default();
        let pages: u64 = word(&read("/proc/self/statm"), 1);
        Self {
            memory_bytes: pages * PAGE_BYTES,
            cpu: cpu(),
            files: std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count),
            tasks: tokio::runtime::Handle::current()
                .metrics()
                .num_alive_tasks(),
        }
    }
}

#[cfg(unix)]
fn cpu() -> Duration {
    nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID)
        .map_or(Duration::ZERO, Duration::from)
}

#[cfg(not(unix))]
fn cpu() -> Duration {
    Duration::ZERO
}

fn word<T: std::str::FromStr + Default>(text: &str, index: usize) -> T {
    text.split_whitespace()
        .nth(index)
        .and_then(|word| word.parse().ok())
        .unwrap_or_default()
}
