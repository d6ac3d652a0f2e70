//! What Usher and its servers use of this computer: read when somebody looks, never otherwise.

mod ancestry;
mod client_processes;
mod connecting;
mod script;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
use usher_process::ProcessRegistry;

use client_processes::ClientProcesses;
pub use connecting::{ConnectingProcess, Doubt};
use usher_servers::servers::Servers;
use usher_servers::snapshot::ServerState;
use usher_system::blocking::spawn_blocking;
use usher_types::id::ServerId;
pub use usher_types::process::{ProcessList, ProcessUsage, ServerProcess};

/// The security identifier (SID) of the user that this process belongs to; `None` = the system does not tell.
#[cfg(windows)]
pub fn own_user() -> Option<String> {
    let mut system = System::new().ok()?;
    let own = Pid::from_u32(std::process::id());
    let what = ProcessRefreshKind::nothing().with_user(sysinfo::UpdateKind::Always);
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), true, what);
    system.process(own)?.user_id().map(|user| user.to_string())
}

/// What was seen at the last look; shares of the processor are differences.
#[derive(Default)]
struct LastSample(Mutex<Option<UsageSample>>);

struct UsageSample {
    system: System,
    at: Instant,
    /// Processor time each process had used, in ms.
    cpu_ms: HashMap<Pid, u64>,
}

/// What Usher and its servers use of this computer.
pub struct Processes {
    servers: Servers,
    registry: ProcessRegistry,
    clients: Arc<ClientProcesses>,
    last_look: Arc<LastSample>,
}

impl Processes {
    pub(crate) fn new(servers: Servers, registry: ProcessRegistry) -> Self {
        Self {
            servers,
            registry,
            clients: Arc::default(),
            last_look: Arc::default(),
        }
    }

    /// Remembers the program of a client, and the programs that it is a part of. On Linux the program also gets a mark
    /// that all it starts from then on inherits.
    pub async fn remember_client(&self, pid: u32) {
        let clients = Arc::clone(&self.clients);
        spawn_blocking(move || clients.remember(pid)).await;
    }

    /// Returns whether a process may speak for the person: neither it nor one of its parents is a server or a client, is
    /// a program that a client is a part of, or runs in the terminal of one; nor was this program started by a client.
    pub async fn speaks_for_person(&self, pid: u32) -> bool {
        if self.connecting(pid).await.is_of_server() {
            return false;
        }
        let clients = Arc::clone(&self.clients);
        let looked = spawn_blocking(move || clients.are_apart_from(pid)).await;
        looked.unwrap_or(false)
    }

    /// Reads what is used right now.
    pub async fn list(&self) -> ProcessList {
        let running: Vec<_> = self
            .servers
            .entries()
            .iter()
            .filter_map(|entry| match entry.state() {
                ServerState::Running { pid: Some(pid), .. } => Some((entry.id.clone(), pid)),
                _ => None,
            })
            .collect();
        let last_look = Arc::clone(&self.last_look);
        spawn_blocking(move || last_look.again(running))
            .await
            .unwrap_or_default()
    }
}

impl LastSample {
    fn again(&self, running: Vec<(ServerId, u32)>) -> ProcessList {
        let mut held = self.0.lock();
        let last = held.take();
        let (mut system, last) = match last {
            Some(look) => (look.system, Some((look.at, look.cpu_ms))),
            None => match System::new() {
                Ok(system) => (system, None),
                Err(error) => {
                    tracing::warn!(%error, "the system does not tell what its processes use");
                    return ProcessList::default();
                }
            },
        };
        let what = ProcessRefreshKind::nothing()
            .with_memory()
            .with_cpu()
            .without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
        let sight = ProcessTable::of(&system, last);

        let mut spoken_for = HashSet::new();
        let mut servers = Vec::new();
        for (server, pid) in running {
            let root = supervisor_of(&system, pid).unwrap_or(Pid::from_u32(pid));
            let tree = sight.below(root, &spoken_for);
            if let Some(usage) = sight.usage(&system, pid, &tree) {
                servers.push(ServerProcess {
                    server_id: server,
                    usage,
                });
            }
            spoken_for.extend(tree);
        }
        let own = std::process::id();
        spoken_for.extend(sight.of_person(own));
        let tree = sight.below(Pid::from_u32(own), &spoken_for);
        let usher = sight.usage(&system, own, &tree);
        *held = Some(UsageSample {
            at: sight.at,
            cpu_ms: sight.cpu_ms,
            system,
        });
        ProcessList { usher, servers }
    }
}

/// The process between Usher and a server, if there is one: what a server has left behind is below it.
fn supervisor_of(system: &System, server: u32) -> Option<Pid> {
    let parent = system.process(Pid::from_u32(server))?.parent()?;
    let usher = Pid::from_u32(std::process::id());
    (system.process(parent)?.parent()? == usher).then_some(parent)
}

/// All processes at one moment.
struct ProcessTable {
    at: Instant,
    cpu_ms: HashMap<Pid, u64>,
    children: HashMap<Pid, Vec<Pid>>,
    /// When it was looked before, and what was used until then.
    last: Option<(Instant, HashMap<Pid, u64>)>,
}

impl ProcessTable {
    fn of(system: &System, last: Option<(Instant, HashMap<Pid, u64>)>) -> Self {
        let mut cpu_ms = HashMap::new();
        let mut children = HashMap::<_, Vec<_>>::new();
        for (pid, process) in system.processes() {
            cpu_ms.insert(*pid, process.accumulated_cpu_time());
            if let Some(parent) = process.parent() {
                children.entry(parent).or_default().push(*pid);
            }
        }
        Self {
            at: Instant::now(),
            cpu_ms,
            children,
            last,
        }
    }

    /// The children of Usher that serve the person, such as a browser or an agent.
    fn of_person(&self, own: u32) -> impl Iterator<Item = Pid> {
        let children = self.children.get(&Pid::from_u32(own)).into_iter().flatten();
        children
            .copied()
            .filter(|child| usher_process::is_of_person(child.as_u32()))
    }

    /// A process and everything below it, except what belongs to others.
    fn below(&self, root: Pid, others: &HashSet<Pid>) -> Vec<Pid> {
        let mut tree = vec![root];
        let mut seen = HashSet::from([root]);
        let mut next = 0;
        while let Some(pid) = tree.get(next) {
            let children = self.children.get(pid).into_iter().flatten();
            let new: Vec<_> = children
                .filter(|child| !others.contains(child) && seen.insert(**child))
                .copied()
                .collect();
            tree.extend(new);
            next += 1;
        }
        tree
    }

    fn usage(&self, system: &System, pid: u32, tree: &[Pid]) -> Option<ProcessUsage> {
        let root = Pid::from_u32(pid);
        let leader = system.process(root)?;
        let members = tree.iter().filter_map(|pid| system.process(*pid));
        let memory_bytes = members.map(sysinfo::Process::memory).sum();
        Some(ProcessUsage {
            pid,
            processes: u32::try_from(tree.len()).unwrap_or(u32::MAX),
            memory_bytes,
            cpu_percent: self.cpu_percent(root, tree),
            uptime: Duration::from_secs(leader.run_time()),
        })
    }

    fn cpu_percent(&self, root: Pid, tree: &[Pid]) -> Option<f64> {
        let (before, cpu_before) = self.last.as_ref()?;
        cpu_before.get(&root)?;
        let used_ms: u64 = tree
            .iter()
            .map(|pid| {
                let now = self.cpu_ms.get(pid).copied().unwrap_or(0);
                // A new process has used all of its time since the last look.
                now.saturating_sub(cpu_before.get(pid).copied().unwrap_or(0))
            })
            .sum();
        let passed = self.at.duration_since(*before).as_secs_f64().max(0.001);
        let used = Duration::from_millis(used_ms).as_secs_f64();
        Some(100.0 * used / passed)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};

    use super::*;

    /// Starts a shell with a child of its own.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test plays what Usher starts"
    )]
    fn start(own_group: bool) -> std::io::Result<Child> {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60; true"]);
        if own_group {
            command.process_group(0);
        }
        command.spawn()
    }

    /// What is counted for Usher of these and their children.
    fn counted(system: &mut System, started: &[&Child]) -> Vec<usize> {
        system.refresh_processes_specifics(
            ProcessesToUpdate::All,
            true,
            ProcessRefreshKind::nothing(),
        );
        let table = ProcessTable::of(system, None);
        let own = std::process::id();
        let others = table.of_person(own).collect();
        let tree: HashSet<Pid> = table
            .below(Pid::from_u32(own), &others)
            .into_iter()
            .collect();
        let of_tree = |child: &&Child| {
            let found = table.below(Pid::from_u32(child.id()), &HashSet::new());
            found.iter().filter(|pid| tree.contains(*pid)).count()
        };
        started.iter().map(of_tree).collect()
    }

    #[test]
    fn what_was_opened_for_the_person_is_counted_for_nobody() {
        let (mut opened, mut own) = (start(true).unwrap(), start(false).unwrap());
        let mut system = System::new().unwrap();
        let began = Instant::now();
        let mut found = Vec::new();
        // Until both shells have started their children.
        while found != [0, 2] && began.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(20));
            found = counted(&mut system, &[&opened, &own]);
        }
        for child in [&mut opened, &mut own] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(found, [0, 2]);
    }
}
