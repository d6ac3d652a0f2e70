//! Remembers the processes of clients: none of them speaks for the person, nor does what they start.

use std::collections::HashMap;

use parking_lot::Mutex;
use sysinfo::System;
use usher_process::{is_client, mark_client, session_of};

use super::ancestry::{Ancestor, Kind, ancestry};
use crate::limits;

/// The processes of clients that have connected since the data folder was opened.
#[derive(Debug, Default)]
pub(super) struct ClientProcesses(Mutex<HashMap<u32, ClientProcess>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ClientProcess {
    /// When it was started, as its ancestry says.
    started: u64,
    /// The number of its session, if that has a terminal.
    terminal: Option<u32>,
}

impl ClientProcesses {
    pub(super) fn remember(&self, pid: u32) {
        if let Err(error) = mark_client(pid) {
            tracing::debug!(%error, "the program of a client was not marked");
        }
        let Ok(mut system) = System::new() else {
            return;
        };
        let parents = ancestry(&mut system, pid).unwrap_or_default();
        let mut known = self.0.lock();
        if known.len() >= limits::CLIENT_PROCESSES {
            known.retain(|pid, process| {
                let now = ancestry(&mut system, *pid).unwrap_or_default();
                now.first().and_then(|now| now.started) == Some(process.started)
            });
        }
        for (process, started) in program_of(&parents) {
            let session = session_of(process.pid).filter(|session| session.has_terminal);
            let terminal = session.map(|session| session.id);
            known.insert(process.pid, ClientProcess { started, terminal });
        }
    }

    pub(super) fn are_apart_from(&self, pid: u32) -> bool {
        let is_marked = |pid| is_client(pid).unwrap_or(true);
        if is_marked(pid) || is_marked(std::process::id()) {
            return false;
        }
        let Ok(mut system) = System::new() else {
            return false;
        };
        let Some(parents) = ancestry(&mut system, pid) else {
            return false;
        };
        let known = self.0.lock();
        let is_client = |process: &Ancestor| {
            let is_known = known
                .get(&process.pid)
                .is_some_and(|known| Some(known.started) == process.started);
            let terminal = session_of(process.pid).map(|session| session.id);
            is_known || terminal.is_some() && known.values().any(|known| known.terminal == terminal)
        };
        known.len() <= limits::CLIENT_PROCESSES && !parents.iter().any(is_client)
    }
}

/// Returns the processes of the program that a client is a part of: its parents up to a terminal's shell, or to what
/// starts everything. An agent has wrappers around its adapter, and an editor runs its terminals beside it.
fn program_of(parents: &[Ancestor]) -> Vec<(&Ancestor, u64)> {
    let mut program: Vec<(&Ancestor, u64)> = Vec::new();
    for process in parents {
        let Some(started) = process.started else {
            break;
        };
        if let Some((below, _)) = program.last() {
            let sessions = session_of(below.pid).zip(session_of(process.pid));
            let is_part = sessions.is_some_and(|(below, own)| !below.has_terminal || own == below);
            if !is_part || process.kind != Kind::Program {
                break;
            }
        }
        program.push((process, started));
    }
    program
}
