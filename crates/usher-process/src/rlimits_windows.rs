//! Limits this process: not possible here, so a helper is ended by its deadline alone.

use std::io;
use std::time::Duration;

/// Does nothing.
pub fn limit_memory(_bytes: u64) -> io::Result<()> {
    Ok(())
}

/// Does nothing.
pub fn limit_processor_time(_more: Duration) -> io::Result<()> {
    Ok(())
}
