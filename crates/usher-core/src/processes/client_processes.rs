//! Remembers the processes of clients: none of them speaks for the person, nor does what they start.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use sysinfo::System;
use usher_process::terminal_session;
use usher_system::blocking::spawn_blocking;

use super::Processes;
use super::ancestry::{Ancestor, ancestry};
use crate::limits;

/// The processes of clients that have connected since the data folder was opened.
#[derive(Debug, Default)]
pub(super) struct ClientProcesses(Mutex<HashMap<u32, ClientProcess>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ClientProcess {
    /// When it was started, in seconds since the epoch.
    started: u64,
    /// Its session, if it runs in a terminal.
    session: Option<u32>,
}

impl Processes {
    /// Remembers a process as that of a client, and the program for which a shell started it.
    pub async fn remember_client(&self, pid: u32) {
        let clients = std::sync::Arc::clone(&self.clients);
        spawn_blocking(move || clients.remember(pid)).await;
    }

    /// Returns whether a process may speak for the person: neither it nor one of its parents is a client, or runs in the
    /// terminal of one.
    pub async fn speaks_for_person(&self, pid: u32) -> bool {
        let clients = std::sync::Arc::clone(&self.clients);
        let looked = spawn_blocking(move || clients.are_apart_from(pid)).await;
        looked.unwrap_or(false)
    }
}

impl ClientProcesses {
    fn remember(&self, pid: u32) {
        let Ok(mut system) = System::new() else {
            return;
        };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= limits::CLIENT_PROCESSES {
            known.retain(|pid, process| {
                let now = ancestry(&mut system, *pid);
                now.first().and_then(|now| now.started) == Some(process.started)
            });
        }
        for process in ancestry(&mut system, pid) {
            let Some(started) = process.started else {
                return;
            };
            let session = terminal_session(process.pid);
            known.insert(process.pid, ClientProcess { started, session });
            if !process.runs_command {
                return;
            }
        }
    }

    fn are_apart_from(&self, pid: u32) -> bool {
        let Ok(mut system) = System::new() else {
            return false;
        };
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_client = |process: &Ancestor| {
            let is_known = known
                .get(&process.pid)
                .is_some_and(|known| Some(known.started) == process.started);
            let session = terminal_session(process.pid);
            is_known || session.is_some() && known.values().any(|known| known.session == session)
        };
        known.len() <= limits::CLIENT_PROCESSES && !ancestry(&mut system, pid).iter().any(is_client)
    }
}
