//! What processes use.

use usher_core::processes as core;

use crate::process::{ProcessList, ProcessUsage, ServerProcess};

use super::ms;

impl From<core::ProcessList> for ProcessList {
    fn from(list: core::ProcessList) -> Self {
        let servers = list.servers.into_iter();
        Self {
            usher: list.usher.map(Into::into),
            servers: servers
                .map(|(id, usage)| ServerProcess {
                    server_id: id,
                    usage: usage.into(),
                })
                .collect(),
        }
    }
}

impl From<core::ProcessUsage> for ProcessUsage {
    fn from(usage: core::ProcessUsage) -> Self {
        Self {
            pid: usage.pid,
            processes: usage.processes,
            memory_bytes: usage.memory_bytes,
            cpu_percent: usage.cpu_percent,
            uptime_ms: ms(usage.uptime),
        }
    }
}
