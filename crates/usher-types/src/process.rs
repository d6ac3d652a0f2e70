//! What Usher and its servers use of this computer.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::id::ServerId;

/// Usher and every running local server.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProcessList {
    /// Usher with its window, without its servers; `null` where the system does not tell.
    pub usher: Option<ProcessUsage>,
    /// The servers, in the person's order.
    pub servers: Vec<ServerProcess>,
}

/// What one server uses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerProcess {
    pub server_id: ServerId,
    /// What it and everything it started use.
    pub usage: ProcessUsage,
}

/// What a tree of processes uses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProcessUsage {
    /// The first process of the tree.
    pub pid: u32,
    /// How many there are.
    pub processes: u32,
    /// Memory they hold; what several of them share is counted for each.
    pub memory_bytes: u64,
    /// Share of one processor since anybody last looked, in percent; `null` at the first look.
    pub cpu_percent: Option<f64>,
    /// How long the first process has been running, in whole seconds.
    #[serde(rename = "uptimeMs", with = "crate::millis")]
    #[ts(as = "u64")]
    pub uptime: Duration,
}
