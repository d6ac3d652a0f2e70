//! Looks at a process that connects: which program is the client, what it runs, and whether a server of Usher is behind it.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};
use usher_process::ProcessRegistry;
use usher_system::blocking::spawn_blocking;
use usher_types::client::ClientProgram;

use super::ancestry::{Ancestor, Kind, ancestry, started};
use super::{Processes, script};

/// The terminal program, which passes messages of clients on.
const ADAPTER: &str = "usher";

/// What the system tells of a process that connects. Two looks are equal if the same program was there each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectingProcess {
    /// The process that is the client.
    client: Option<SeenProcess>,
    is_of_server: bool,
    /// Whether it is an adapter that the program which started it has left behind.
    is_orphan: bool,
}

/// A process as it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SeenProcess {
    id: u32,
    /// When it was started ([`started`]).
    started: u64,
    path: Option<PathBuf>,
    /// If it is an interpreter: its arguments up to the script.
    arguments: Vec<OsString>,
    /// The folder that these are relative to.
    folder: Option<PathBuf>,
}

impl Processes {
    /// Looks at a process that connects: at what started it, if it is `usher connect`.
    pub async fn connecting(&self, pid: u32) -> ConnectingProcess {
        let registry = self.registry.clone();
        let seen = spawn_blocking(move || look(pid, &registry)).await;
        seen.flatten().unwrap_or_else(ConnectingProcess::unknown)
    }
}

impl Processes {
    /// Finds the processes at the other end of a connection within this computer; `None` = a server of this Usher is
    /// there, or nobody any more.
    pub async fn clients_at(&self, own: SocketAddr, peer: SocketAddr) -> Option<Vec<u32>> {
        let (SocketAddr::V4(own), SocketAddr::V4(peer)) = (own, peer) else {
            // Usher listens at no other address.
            return None;
        };
        let found = spawn_blocking(move || usher_process::tcp_peer(own, peer)).await?;
        let found = found.ok().filter(|found| !found.is_server)?;
        Some(found.processes)
    }
}

/// Why a process that was looked at twice gets nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// A server of this Usher is, or was, behind it.
    OfServer,
    /// It was not the same at both looks.
    Changed,
}

impl ConnectingProcess {
    /// Returns a process as it is now, if it is what it was before: the number of one that has ended may be another's.
    pub fn same_as(self, before: &Self) -> Result<Self, Doubt> {
        if self.is_of_server || before.is_of_server {
            return Err(Doubt::OfServer);
        }
        if self != *before {
            return Err(Doubt::Changed);
        }
        Ok(self)
    }

    /// One that the system does not tell of. A server may be behind it.
    pub fn unknown() -> Self {
        Self {
            client: None,
            is_of_server: true,
            is_orphan: false,
        }
    }

    /// Whether a server of this Usher is behind it.
    pub fn is_of_server(&self) -> bool {
        self.is_of_server
    }

    /// Whether it is an adapter that the program which started it has left behind: nobody is the client.
    pub fn is_orphan(&self) -> bool {
        self.is_orphan
    }

    /// The process that is the client.
    pub fn client_pid(&self) -> Option<u32> {
        self.client.as_ref().map(|client| client.id)
    }

    /// The program that is the client. Reads the script that it runs.
    pub async fn program(self) -> ClientProgram {
        let read = spawn_blocking(move || {
            let client = self.client?;
            // It is shown, and no part of who the client is: it may end at any time.
            let starter = System::new().ok().and_then(|mut system| {
                let starter = parent_of(&mut system, client.id)?;
                see(&mut system, starter)?.path
            });
            Some(ClientProgram {
                script: script::read(&client.arguments, client.folder.as_deref()),
                path: client.path,
                parent: starter,
            })
        });
        read.await.flatten().unwrap_or_default()
    }
}

fn look(pid: u32, registry: &ProcessRegistry) -> Option<ConnectingProcess> {
    let mut system = System::new().ok()?;
    let peer = see(&mut system, pid);
    let starter = parent_of(&mut system, pid);
    let client = match &peer {
        // Whoever speaks for itself is the client itself.
        Some(peer) if !is_adapter(peer.path.as_deref()) => Some(peer.clone()),
        Some(_) => starter.and_then(|starter| see(&mut system, starter)),
        None => None,
    };
    // Of one that has ended nothing is told, so that it gets nothing.
    let is_marked = usher_process::is_marked(pid).unwrap_or(true);
    let parents = ancestry(&mut system, pid);
    let leads = |parents: Vec<Ancestor>| parents.iter().any(|process| registry.leads(process.pid));
    let is_left = match parents.as_ref().and_then(|parents| parents.get(1)) {
        Some(parent) => parent.kind == Kind::SystemRoot,
        None => starter == Some(1),
    };
    let is_adapter = peer.is_some_and(|peer| is_adapter(peer.path.as_deref()));
    Some(ConnectingProcess {
        is_of_server: is_marked || parents.is_none_or(leads),
        is_orphan: cfg!(unix) && is_adapter && is_left,
        client,
    })
}

fn see(system: &mut System, pid: u32) -> Option<SeenProcess> {
    let what = ProcessRefreshKind::nothing()
        .with_exe(UpdateKind::Always)
        .with_cmd(UpdateKind::Always)
        .with_cwd(UpdateKind::Always);
    let id = Pid::from_u32(pid);
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), true, what);
    let process = system.process(id)?;
    let path = process.exe().map(Path::to_owned);
    Some(SeenProcess {
        id: pid,
        started: started(process),
        arguments: script::arguments(path.as_deref(), process.cmd(), process.cwd()),
        folder: process.cwd().map(Path::to_owned),
        path,
    })
}

fn parent_of(system: &mut System, pid: u32) -> Option<u32> {
    let id = Pid::from_u32(pid);
    let what = ProcessRefreshKind::nothing();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), true, what);
    let parent = system.process(id)?.parent()?;
    Some(parent.as_u32())
}

fn is_adapter(path: Option<&Path>) -> bool {
    let name = path.and_then(Path::file_stem).unwrap_or_default();
    let name = name.to_string_lossy();
    // A program that was updated while it runs is named so by the system.
    let name = name.strip_suffix(" (deleted)").unwrap_or(&name);
    name == ADAPTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_terminal_program_speaks_for_what_started_it() {
        let cases = [
            ("/opt/Usher/usher", true),
            ("/opt/Usher/usher (deleted)", true),
            ("/usr/bin/python3.12", false),
            ("/opt/usher/agent", false),
            ("/opt/usher-desktop", false),
        ];
        for (path, expected) in cases {
            assert_eq!(is_adapter(Some(Path::new(path))), expected, "{path}");
        }
        assert!(!is_adapter(None));
    }

    #[test]
    fn a_process_is_let_in_only_if_both_looks_saw_the_same() {
        let client = || SeenProcess {
            id: 70,
            started: 900,
            path: Some("/usr/bin/node".into()),
            arguments: vec!["/opt/agent.js".into()],
            folder: Some("/home/ada".into()),
        };
        let of = |client: Option<SeenProcess>| ConnectingProcess {
            client,
            is_of_server: false,
            is_orphan: false,
        };
        let seen = |change: fn(&mut SeenProcess)| {
            let mut client = client();
            change(&mut client);
            of(Some(client))
        };
        let same = || of(Some(client()));
        let of_server = || ConnectingProcess {
            is_of_server: true,
            ..same()
        };
        let orphan = || ConnectingProcess {
            is_orphan: true,
            ..same()
        };
        let (changed, server) = (Err(Doubt::Changed), Err(Doubt::OfServer));
        let cases = [
            ("the same", same(), Ok(same())),
            ("the system does not tell of it", of(None), changed.clone()),
            (
                "its number is reused",
                seen(|one| one.started = 901),
                changed.clone(),
            ),
            ("another process", seen(|one| one.id = 71), changed.clone()),
            (
                "another program",
                seen(|one| one.path = Some("/bin/sh".into())),
                changed.clone(),
            ),
            (
                "another script",
                seen(|one| one.arguments.clear()),
                changed.clone(),
            ),
            (
                "another folder",
                seen(|one| one.folder = None),
                changed.clone(),
            ),
            ("its starter has ended", orphan(), changed),
            ("a server is behind it", of_server(), server),
        ];
        for (what, other, expected) in cases {
            assert_eq!(other.clone().same_as(&same()), expected, "now: {what}");
            let before = same().same_as(&other);
            assert_eq!(before, expected, "before: {what}");
        }
    }
}
