//! Registers running trees, so that they end even if Usher is killed.
//!
//! The guardian is notified of each, and a record in a file lets the next start end what even the guardian missed.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};

use super::guardian::GuardianMessage;
use super::helpers::OwnProgram;
use super::process_tree::{self, Leader, Marker, MatchBy, ProcessTree, StartTime};
use super::{FolderUse, GUARDIAN, SUPERVISOR};
use crate::limits;

/// Guardians started in one run to replace dead ones.
const MAX_GUARDIANS: u32 = 4;

/// Ends what was started when Usher ends, however it ends.
///
/// Clones share it. The default registers nothing: what is started then ends with its connection only.
#[derive(Clone, Default)]
pub struct ProcessRegistry(Option<Arc<Mutex<State>>>);

struct State {
    record: PathBuf,
    folder: RecordFolder,
    helper: Option<PathBuf>,
    running: BTreeMap<Marker, ProcessTree>,
    guardian_handle: Option<GuardianHandle>,
    guardians_started: u32,
}

/// The folder of the record, held open so that no other can be taken for it; `None` = it could not be opened.
struct RecordFolder(Option<File>);

impl RecordFolder {
    fn of(record: &Path) -> Self {
        Self(record.parent().and_then(|folder| File::open(folder).ok()))
    }

    /// Returns whether the path of the record still leads into it.
    fn is_in_place(&self, record: &Path) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        let Some(opened) = self.0.as_ref().and_then(|folder| folder.metadata().ok()) else {
            return true;
        };
        let found = record.parent().and_then(|folder| fs::metadata(folder).ok());
        found.is_some_and(|found| (found.dev(), found.ino()) == (opened.dev(), opened.ino()))
    }
}

/// A running guardian and its input pipe.
struct GuardianHandle {
    child: Child,
    pipe: File,
}

impl ProcessRegistry {
    /// Makes a registry with the program that guards and supervises ([`crate::run_as_helper`]); without one, neither
    /// is done. The guardian starts with the first server.
    pub fn new(record: PathBuf, helper: Option<PathBuf>) -> Self {
        // Before any server could lower it.
        #[cfg(target_os = "linux")]
        crate::lineage::limit_at_start();
        #[cfg(target_os = "linux")]
        if helper.is_some() {
            crate::orphans::collect();
        }
        Self(Some(Arc::new(Mutex::new(State {
            folder: RecordFolder::of(&record),
            record,
            helper,
            running: BTreeMap::new(),
            guardian_handle: None,
            guardians_started: 0,
        }))))
    }

    /// Ends the leftovers of the last run and returns their number.
    ///
    /// By its record, and only processes that carry the marker of a tree and are no older than it. Blocks, up to three
    /// seconds if some do not exit.
    pub fn sweep(record: &Path, folder: FolderUse) -> usize {
        let Some(written) = read_record(record) else {
            return 0;
        };
        let (host, trees) = parse_record(&written);
        let own = i32::try_from(std::process::id()).unwrap_or(0);
        let runs = |host: Leader| {
            host.pid != own && process_tree::start_time(host.pid) == Some(host.start_time)
        };
        // A server may have written there what keeps it from being ended, so the lock counts for more.
        if folder == FolderUse::MaybeShared && host.is_some_and(runs) {
            tracing::warn!("another Usher uses this data folder; its servers are left alone");
            return 0;
        }
        let ended = process_tree::end(&trees, MatchBy::Marker, limits::SWEEP_GRACE);
        // If it cannot be removed it is overwritten, or swept once more.
        let _ = fs::remove_file(record);
        ended
    }

    /// Sends the goodbye to the guardian if everything was stopped.
    ///
    /// Otherwise the guardian ends what is left. Blocks for a second at most.
    pub fn finish(&self) {
        #[cfg(target_os = "linux")]
        crate::orphans::finish();
        let Some(mut state) = self.state() else {
            return;
        };
        let left = state.running.len();
        let Some(mut guardian_handle) = state.guardian_handle.take() else {
            return;
        };
        if left > 0 {
            tracing::warn!(left, "servers are left to the guardian");
            return;
        }
        // Another Usher may have made a folder in the place of one that was moved, and has its own record there.
        let own = i32::try_from(std::process::id()).ok();
        let host = read_record(&state.record).and_then(|written| parse_record(&written).0);
        if state.folder.is_in_place(&state.record) && host.is_none_or(|host| Some(host.pid) == own)
        {
            let _ = fs::remove_file(&state.record);
        }
        let _ = guardian_handle
            .pipe
            .write_all(GuardianMessage::Goodbye.to_string().as_bytes());
        drop(guardian_handle.pipe);
        let sent_at = Instant::now();
        while sent_at.elapsed() < limits::GUARDIAN_EXIT_WAIT
            && matches!(guardian_handle.child.try_wait(), Ok(None))
        {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns how many trees have not been ended yet.
    pub fn running(&self) -> usize {
        self.state().map_or(0, |state| state.running.len())
    }

    /// Returns what a server's command is appended to, where one supervises it.
    pub(super) fn supervisor(&self) -> Option<OwnProgram> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let program = self.state()?.helper.clone()?;
        // Another registry of this process may have finished since.
        #[cfg(target_os = "linux")]
        crate::orphans::collect();
        Some(helper(program, SUPERVISOR))
    }

    /// Returns the process of the server itself, given the leader of its tree: below a supervisor it is another.
    pub fn server_of(&self, leader: u32) -> u32 {
        let child = || process_tree::first_child(leader);
        self.supervisor().and_then(|_| child()).unwrap_or(leader)
    }

    /// Returns whether a process leads a tree that has not been ended yet.
    pub fn leads(&self, pid: u32) -> bool {
        let Ok(pid) = i32::try_from(pid) else {
            return false;
        };
        self.state().is_some_and(|state| {
            let mut leaders = state.running.values().filter_map(|tree| tree.leader);
            leaders.any(|leader| leader.pid == pid)
        })
    }

    /// Registers a tree that is about to be started.
    pub(super) fn register(&self) -> Entry {
        let marker = Marker::random();
        if let Some(mut state) = self.state() {
            state.insert(ProcessTree {
                marker: marker.clone(),
                leader: None,
            });
        }
        Entry {
            registry: self.clone(),
            marker,
            start: StartTime::before_start(),
        }
    }

    fn state(&self) -> Option<MutexGuard<'_, State>> {
        let state = self.0.as_ref()?;
        Some(state.lock())
    }
}

/// Keeps a tree registered until it is dropped.
pub(super) struct Entry {
    registry: ProcessRegistry,
    marker: Marker,
    start: StartTime,
}

impl Entry {
    pub(super) fn marker(&self) -> &Marker {
        &self.marker
    }

    /// Records the tree's leader.
    pub(super) fn set_leader(&self, pid: i32) -> ProcessTree {
        let tree = ProcessTree {
            marker: self.marker.clone(),
            leader: Leader::started_since(pid, self.start),
        };
        if let Some(mut state) = self.registry.state() {
            state.insert(tree.clone());
            state.save();
        }
        tree
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(mut state) = self.registry.state()
            && let Some(tree) = state.running.remove(&self.marker)
        {
            state.send_to_guardian(&GuardianMessage::Ended(self.marker.clone()));
            if tree.leader.is_some() {
                state.save();
            }
        }
        #[cfg(target_os = "linux")]
        crate::orphans::tree_ended();
    }
}

impl State {
    fn insert(&mut self, tree: ProcessTree) {
        self.running.insert(tree.marker.clone(), tree.clone());
        self.send_to_guardian(&GuardianMessage::Runs(tree));
    }

    /// Sends a message to the guardian.
    ///
    /// A dead one is replaced, and the new one gets everything that runs.
    fn send_to_guardian(&mut self, message: &GuardianMessage) {
        if let Some(guardian_handle) = &mut self.guardian_handle {
            if guardian_handle
                .pipe
                .write_all(message.to_string().as_bytes())
                .is_ok()
            {
                return;
            }
            tracing::warn!("the guardian has gone or is stopped; another one takes its place");
            // A stopped one would end everything at the end of its pipe, once it goes on.
            let _ = guardian_handle.child.kill();
            let _ = guardian_handle.child.wait();
            self.guardian_handle = None;
        }
        let Some(program) = &self.helper else {
            return;
        };
        if self.guardians_started == MAX_GUARDIANS {
            return;
        }
        self.guardians_started += 1;
        let everything: String = self
            .running
            .values()
            .map(|tree| GuardianMessage::Runs(tree.clone()).to_string())
            .collect();
        let started = start_guardian(program.clone()).and_then(|mut guardian_handle| {
            guardian_handle.pipe.write_all(everything.as_bytes())?;
            Ok(guardian_handle)
        });
        match started {
            Ok(guardian_handle) => self.guardian_handle = Some(guardian_handle),
            Err(error) => tracing::warn!(%error, "the guardian could not be started"),
        }
    }

    /// Writes the record, whole or not at all. Another folder that has taken the place of its own gets none.
    fn save(&self) {
        if !self.folder.is_in_place(&self.record) {
            tracing::warn!(
                "the data folder was moved: the record of running servers is not written"
            );
            return;
        }
        if let Err(error) = write_record(&self.record, &serialize_record(&self.running)) {
            tracing::warn!(%error, "the record of running servers could not be written");
        }
    }
}

fn helper(program: PathBuf, argument: &str) -> OwnProgram {
    OwnProgram {
        program,
        args: vec![argument.to_owned()],
    }
}

fn start_guardian(program: PathBuf) -> io::Result<GuardianHandle> {
    let mut child = super::start_helper(&helper(program, GUARDIAN))?;
    let pipe = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let pipe = File::from(std::os::fd::OwnedFd::from(pipe));
    // Nobody waits for a guardian that does not read: starts and ends of servers are told under a lock.
    #[cfg(unix)]
    nix::fcntl::fcntl(
        &pipe,
        nix::fcntl::FcntlArg::F_SETFL(nix::fcntl::OFlag::O_NONBLOCK),
    )?;
    Ok(GuardianHandle { child, pipe })
}

fn serialize_record(running: &BTreeMap<Marker, ProcessTree>) -> String {
    let own = i32::try_from(std::process::id())
        .ok()
        .and_then(Leader::from_pid);
    let host = own.map(|Leader { pid, start_time }| format!("host {pid} {start_time}\n"));
    let trees = running.values().filter_map(|tree| {
        let Leader { pid, start_time } = tree.leader?;
        Some(format!("tree {pid} {start_time} {}\n", tree.marker))
    });
    host.into_iter().chain(trees).collect()
}

fn parse_record(text: &str) -> (Option<Leader>, Vec<ProcessTree>) {
    let mut host = None;
    let mut trees = Vec::new();
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["host", pid, start_time] => host = Leader::parse(pid, start_time),
            ["tree", pid, start_time, marker] => {
                if let (Some(leader), Some(marker)) =
                    (Leader::parse(pid, start_time), Marker::parse(marker))
                {
                    trees.push(ProcessTree {
                        marker,
                        leader: Some(leader),
                    });
                }
            }
            _ => {}
        }
    }
    (host, trees)
}

fn read_record(record: &Path) -> Option<String> {
    use io::Read as _;
    // No link, and nothing that could keep a reader waiting.
    if !fs::symlink_metadata(record).ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(record)
        .ok()?
        .take(limits::TREES_RECORD_BYTES)
        .read_to_string(&mut text)
        .ok()?;
    Some(text)
}

fn write_record(record: &Path, text: &str) -> io::Result<()> {
    let temporary = record.with_extension("new");
    // Through no link that another account has put there. One is left over if Usher was killed meanwhile.
    let _ = fs::remove_file(&temporary);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&temporary)?.write_all(text.as_bytes())?;
    fs::rename(&temporary, record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back_as_it_was_written() {
        let marker = Marker::random();
        let tree = ProcessTree {
            marker: marker.clone(),
            leader: Some(Leader {
                pid: 4711,
                start_time: 5,
            }),
        };
        let starting = ProcessTree {
            marker: Marker::random(),
            leader: None,
        };
        let running = [tree.clone(), starting].map(|tree| (tree.marker.clone(), tree));
        let written = serialize_record(&running.into_iter().collect());
        let own = Leader::from_pid(i32::try_from(std::process::id()).unwrap());
        assert_eq!(parse_record(&written), (own, vec![tree]));
        let torn = format!("host x\ntree 1 5 {marker}\ntree 4711 5\ntree 0 5 {marker}\nnonsense");
        assert_eq!(
            parse_record(&torn),
            (None, Vec::new()),
            "what makes no sense says nothing"
        );
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "a test plays a server that was left behind"
    )]
    fn what_is_written_into_the_record_keeps_nothing_running_in_a_locked_folder() {
        let dir = tempfile::tempdir().unwrap();
        let record = dir.path().join("running");
        let marker = Marker::random();
        let mut left = std::process::Command::new("sleep")
            .arg("611")
            .env(crate::marker::MARKER, marker.to_string())
            .spawn()
            .unwrap();
        // Another process may be given as the host of the record, be it the one that was left behind.
        let pid = i32::try_from(left.id()).unwrap();
        let Leader { start_time, .. } = Leader::from_pid(pid).unwrap();
        // Its environment can be read a moment after it has started.
        let environment = format!("/proc/{pid}/environ");
        while fs::read(&environment).is_ok_and(|bytes| bytes.is_empty()) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let text = format!("host {pid} {start_time}\ntree {pid} 0 {marker}\n");
        fs::write(&record, text).unwrap();
        assert_eq!(
            ProcessRegistry::sweep(&record, FolderUse::MaybeShared),
            0,
            "it may be that of another Usher"
        );
        let ended = ProcessRegistry::sweep(&record, FolderUse::Alone);
        left.kill().unwrap();
        left.wait().unwrap();
        assert_eq!((ended, record.exists()), (1, false));
    }

    #[test]
    fn a_folder_in_the_place_of_the_own_one_gets_no_record() {
        let dir = tempfile::tempdir().unwrap();
        let (data, moved) = (dir.path().join("data"), dir.path().join("moved"));
        fs::create_dir(&data).unwrap();
        let registry = ProcessRegistry::new(data.join("running"), None);
        let own = i32::try_from(std::process::id()).unwrap();
        let first = registry.register();
        first.set_leader(own);
        let written = fs::read(data.join("running")).unwrap();
        fs::rename(&data, &moved).unwrap();
        for another in [false, true] {
            if another {
                fs::create_dir(&data).unwrap();
            }
            drop(registry.register().set_leader(own));
            assert!(!data.join("running").exists(), "another: {another}");
            assert_eq!(fs::read(moved.join("running")).unwrap(), written);
        }
        fs::remove_dir(&data).unwrap();
        fs::rename(&moved, &data).unwrap();
        drop(first);
        let emptied = fs::read_to_string(data.join("running")).unwrap();
        assert!(!emptied.contains("tree"), "it is back: {emptied}");
    }

    #[test]
    fn a_guardian_that_does_not_read_holds_nobody_up_and_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let guardian = dir.path().join("guardian");
        fs::write(&guardian, "#!/bin/sh\nexec sleep 613").unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs::set_permissions(&guardian, mode).unwrap();
        let registry = ProcessRegistry::new(dir.path().join("running"), Some(guardian));
        let (done, ended) = std::sync::mpsc::channel();
        let starts = registry.clone();
        std::thread::spawn(move || {
            // More than a pipe holds.
            for _ in 0..2000 {
                drop(starts.register());
            }
            done.send(()).unwrap();
        });
        ended
            .recv_timeout(Duration::from_secs(30))
            .expect("starts of servers go on");
        let mut state = registry.state().unwrap();
        assert!(state.guardians_started > 1, "another one took its place");
        if let Some(mut last) = state.guardian_handle.take() {
            last.child.kill().unwrap();
            last.child.wait().unwrap();
        }
    }

    #[test]
    fn what_is_no_file_is_no_record_and_holds_nobody_up() {
        let dir = tempfile::tempdir().unwrap();
        let (record, other) = (dir.path().join("running"), dir.path().join("other"));
        fs::write(&other, "host 5 5").unwrap();
        assert_eq!(read_record(&other).as_deref(), Some("host 5 5"));
        std::os::unix::fs::symlink(&other, &record).unwrap();
        assert_eq!(read_record(&record), None, "a link is no record");
        fs::remove_file(&record).unwrap();
        let mode = nix::sys::stat::Mode::S_IRWXU;
        nix::unistd::mkfifo(&record, mode).unwrap();
        assert_eq!(read_record(&record), None, "a pipe would never end");
        write_record(&record, "ours").unwrap();
        assert_eq!(read_record(&record).as_deref(), Some("ours"));
    }

    #[test]
    fn the_record_is_written_through_no_link() {
        let dir = tempfile::tempdir().unwrap();
        let (record, other) = (dir.path().join("running"), dir.path().join("other"));
        fs::write(&other, "theirs").unwrap();
        for linked in [record.with_extension("new"), record.clone()] {
            std::os::unix::fs::symlink(&other, &linked).unwrap();
            write_record(&record, "ours").unwrap();
            assert_eq!(fs::read_to_string(&other).unwrap(), "theirs", "{linked:?}");
            assert_eq!(fs::read_to_string(&record).unwrap(), "ours", "{linked:?}");
            fs::remove_file(&record).unwrap();
        }
    }
}
