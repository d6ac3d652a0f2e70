//! Collects what servers leave to Usher itself, and ends it (Linux).
//!
//! A server that kills its supervisor leaves its tree without a parent. Usher's own process is a child subreaper
//! (prctl(2)), so that what is left becomes its child, whatever it has done to its environment, its group and its mark.
//! Of the children of Usher only supervisors carry a mark of servers: any other that does was left behind, and ends with all
//! below it. What carries none, such as a browser that the person opened, is never ended.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::signal::{self, Signal};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, getpgrp};
use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::limits;
use crate::lineage;
use crate::process_tree::{self, Child};

/// Stands for a start time that could not be read.
const UNREAD: u64 = 0;

static CHILDREN: LazyLock<Mutex<Children>> = LazyLock::new(Mutex::default);

/// Told whenever a tree has ended.
static TREE_ENDED: Condvar = Condvar::new();

/// Whether this process gets what loses its parent below it.
static COLLECTS: AtomicBool = AtomicBool::new(false);

/// What is known of the children of this process.
#[derive(Default)]
struct Children {
    /// Those that Usher has started: whoever started one waits for it.
    started: HashMap<i32, StartedChild>,
    /// Those that had ended by a look and carry no mark, and when that was.
    ended: HashMap<Child, Instant>,
    /// Whether a thread looks for what was left.
    is_watched: bool,
    /// Whether a tree has ended since the last look.
    tree_has_ended: bool,
}

/// A child that Usher has started.
struct StartedChild {
    /// [`UNREAD`] = not known.
    start_time: u64,
    role: Role,
}

/// What a child is started for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It leads the tree of a server.
    Leader,
    /// It is a program of Usher.
    Helper,
}

impl Children {
    fn has_leaders(&self) -> bool {
        self.started
            .values()
            .any(|child| child.role == Role::Leader)
    }
}

/// What a round found.
#[derive(PartialEq, Eq)]
enum Left {
    /// Some were left behind, and have not ended yet.
    Runs,
    None,
}

/// Held while a process is started: until it is known, it must not be taken for left behind.
pub(super) struct Starting(MutexGuard<'static, Children>);

pub(super) fn starting() -> Starting {
    Starting(CHILDREN.lock())
}

impl Starting {
    /// Takes note of a process that has just been started.
    pub(super) fn started(mut self, pid: i32, role: Role) {
        let start_time = process_tree::start_time(pid).unwrap_or(UNREAD);
        let child = StartedChild { start_time, role };
        self.0.started.insert(pid, child);
    }
}

/// Has this process get what loses its parent below it from now on, and ends what servers leave.
pub(super) fn collect() {
    if COLLECTS.swap(true, Ordering::Relaxed) {
        return;
    }
    if let Err(error) = prctl::set_child_subreaper(true) {
        COLLECTS.store(false, Ordering::Relaxed);
        tracing::warn!(%error, "what a server leaves when it kills its supervisor is not collected");
        return;
    }
    if std::mem::replace(&mut CHILDREN.lock().is_watched, true) {
        return;
    }
    let named = std::thread::Builder::new().name("orphans".to_owned());
    if let Err(error) = named.spawn(watch) {
        tracing::warn!(%error, "what a server leaves when it kills its supervisor is not ended");
    }
}

/// Whether a process is a child of this one and no part of it: it has lost its parent, or was opened for the person. Those
/// lead or have groups of their own.
pub fn is_foreign_child(pid: u32) -> bool {
    let group = i32::try_from(pid).ok().and_then(process_tree::group_in_own);
    collects_orphans() && group.is_some_and(|group| group != getpgrp().as_raw())
}

/// Whether a child of this process was opened for the person, or lost its parent there: Usher has not started it to serve
/// it, and no server has left it.
pub fn is_of_person(pid: u32) -> bool {
    let Ok(child) = i32::try_from(pid) else {
        return false;
    };
    let is_apart =
        process_tree::group_in_own(child).is_some_and(|group| group != getpgrp().as_raw());
    is_apart
        && !CHILDREN.lock().started.contains_key(&child)
        && !lineage::is_marked(pid).unwrap_or(false)
}

fn collects_orphans() -> bool {
    COLLECTS.load(Ordering::Relaxed)
}

/// A tree has ended: what it may have left is looked for.
pub(super) fn tree_ended() {
    CHILDREN.lock().tree_has_ended = true;
    TREE_ENDED.notify_all();
}

/// Ends all that was left, without much patience, and collects no more unless other trees run. Blocks for half a second at
/// most.
pub(super) fn finish() {
    if !collects_orphans() {
        return;
    }
    let patience = Patience::default();
    for _ in 0..limits::KILL_ATTEMPTS_SPARING_LEADERS {
        if patience.kill() == Left::None {
            break;
        }
        std::thread::sleep(limits::KILL_INTERVAL);
    }
    if !CHILDREN.lock().has_leaders() && prctl::set_child_subreaper(false).is_ok() {
        COLLECTS.store(false, Ordering::Relaxed);
    }
}

/// Looks for what was left, for as long as this process runs.
fn watch() {
    let mut patience = Patience::default();
    loop {
        {
            let mut children = CHILDREN.lock();
            let pace = if children.has_leaders() {
                limits::ORPHANS_EVERY
            } else {
                limits::ENDED_UNWAITED
            };
            if !children.tree_has_ended {
                TREE_ENDED.wait_for(&mut children, pace);
            }
            children.tree_has_ended = false;
        }
        patience.end_all();
    }
}

/// What was tried already with what was left.
#[derive(Default)]
struct Patience {
    /// Those that got SIGTERM: each gets it once.
    asked: HashSet<(i32, u64)>,
    /// Those that were killed and have not ended.
    unkilled: HashMap<Child, Unkilled>,
}

/// One that was killed and has not ended: it waits for the system, or belongs to another user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Unkilled {
    /// When it is killed again.
    again_at: Instant,
    /// How long it is left alone before.
    wait: Duration,
}

impl Unkilled {
    /// It has not ended, once more.
    fn after(before: Option<Self>, now: Instant) -> Self {
        let wait = before.map_or(limits::UNKILLED_FIRST, |before| {
            (before.wait * 2).min(limits::UNKILLED_MOST)
        });
        Self {
            again_at: now + wait,
            wait,
        }
    }
}

impl Patience {
    /// Ends what was left: each process gets SIGTERM once and, after a while, SIGKILL. What cannot be ended is killed again
    /// later, and later each time.
    fn end_all(&mut self) {
        let is_new = self.ask();
        let began = Instant::now();
        while is_new && began.elapsed() < limits::ORPHAN_GRACE {
            std::thread::sleep(process_tree::POLL_INTERVAL);
            // What was started meanwhile is asked as well.
            self.ask();
            if self.due(&left_behind(), Instant::now()).is_empty() {
                break;
            }
        }
        let attempts = if is_new {
            limits::MAX_KILL_ATTEMPTS
        } else {
            limits::UNKILLED_ATTEMPTS
        };
        for _ in 0..attempts {
            if self.kill() == Left::None {
                break;
            }
            std::thread::sleep(limits::KILL_INTERVAL);
        }
        self.put_off(&left_behind(), Instant::now());
    }

    /// Sends SIGTERM to all that has not got it yet. Returns whether there was any.
    fn ask(&mut self) -> bool {
        let mut is_new = false;
        for child in self.due(&left_behind(), Instant::now()) {
            for process in process_tree::below(child.pid).into_iter().chain([child]) {
                if !process.has_ended && self.asked.insert((process.pid, process.start_time)) {
                    is_new = true;
                    let _ = signal::kill(Pid::from_raw(process.pid), Signal::SIGTERM);
                }
            }
        }
        is_new
    }

    /// Kills what was left and all below it, and collects what of it has ended.
    fn kill(&self) -> Left {
        let mut left = Left::None;
        for child in self.due(&left_behind(), Instant::now()) {
            left = Left::Runs;
            process_tree::signal_below(child.pid, Some(Signal::SIGKILL));
            // It may have ended meanwhile, and is still a child of this process then.
            let _ = signal::kill(Pid::from_raw(child.pid), Signal::SIGKILL);
        }
        left
    }

    /// Those of what was left that run and are not to be left alone for now. Collects those that have ended.
    fn due(&self, found: &[Child], now: Instant) -> Vec<Child> {
        let due = found.iter().filter(|child| {
            let unkilled = self.unkilled.get(child);
            unkilled.is_none_or(|unkilled| unkilled.again_at <= now)
        });
        due.filter(|child| runs(child)).copied().collect()
    }

    /// Leaves those alone that could not be ended, for a while.
    fn put_off(&mut self, found: &[Child], now: Instant) {
        self.asked
            .retain(|(pid, start_time)| process_tree::start_time(*pid) == Some(*start_time));
        self.unkilled.retain(|child, _| found.contains(child));
        for child in self.due(found, now) {
            let before = self.unkilled.get(&child).copied();
            if before.is_none() {
                tracing::warn!("what a server has left behind cannot be ended");
            }
            self.unkilled.insert(child, Unkilled::after(before, now));
        }
    }
}

/// Whether a child of this process has not ended. Collects it if it has.
fn runs(child: &Child) -> bool {
    matches!(
        waitpid(Pid::from_raw(child.pid), Some(WaitPidFlag::WNOHANG)),
        Ok(WaitStatus::StillAlive)
    )
}

/// Returns the children of this process that a server has left. Collects others that ended long ago.
fn left_behind() -> Vec<Child> {
    // Nothing is started meanwhile.
    let mut children = CHILDREN.lock();
    let found = process_tree::children(std::process::id());
    let Children { started, ended, .. } = &mut *children;
    started.retain(|pid, child| may_be_there(*pid, child.start_time));
    // What this process starts would have the mark that a server has given to it.
    let is_marked_itself = own_limit_is_lowered();
    let (marked, others): (Vec<Child>, Vec<Child>) = found
        .into_iter()
        .filter(|child| !started.contains_key(&child.pid))
        .partition(|child| {
            let pid = u32::try_from(child.pid).unwrap_or_default();
            !is_marked_itself && lineage::is_marked(pid).unwrap_or(false)
        });
    collect_ended(&others, ended);
    marked
}

/// Whether a process may still be the one that was started then. One that cannot be looked at is taken for it.
fn may_be_there(pid: i32, start_time: u64) -> bool {
    match process_tree::start_time(pid) {
        Some(now) if start_time != UNREAD => now == start_time,
        Some(_) => true,
        None => signal::kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH),
    }
}

fn own_limit_is_lowered() -> bool {
    let own = i32::try_from(std::process::id()).unwrap_or_default();
    lineage::hard_limit_of(own).map_or(true, |limit| limit < lineage::limit_at_start())
}

/// Collects those that have ended and that nobody has waited for in a long time: whoever started one and waits for it at
/// all does so sooner.
fn collect_ended(others: &[Child], ended: &mut HashMap<Child, Instant>) {
    ended.retain(|known, _| others.contains(known));
    for child in others.iter().filter(|child| child.has_ended) {
        let since = *ended.entry(*child).or_insert_with(Instant::now);
        if since.elapsed() >= limits::ENDED_UNWAITED {
            // Its number is another's only once it is collected.
            let _ = waitpid(Pid::from_raw(child.pid), Some(WaitPidFlag::WNOHANG));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is behind the one spawn door"
    )]
    fn what_cannot_be_killed_is_left_alone_longer_each_time() {
        let mut stays = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .unwrap();
        let pid = i32::try_from(stays.id()).unwrap();
        let found = [Child {
            pid,
            start_time: process_tree::start_time(pid).unwrap(),
            has_ended: false,
        }];
        let mut patience = Patience::default();
        let began = Instant::now();
        let mut tried_at = Vec::new();
        for second in 0..=1_300 {
            let now = began + Duration::from_secs(second);
            if !patience.due(&found, now).is_empty() {
                tried_at.push(second);
                patience.put_off(&found, now);
            }
        }
        stays.kill().unwrap();
        stays.wait().unwrap();
        assert_eq!(tried_at, [0, 10, 30, 70, 150, 310, 610, 910, 1_210]);
        patience.put_off(&[], began);
        assert!(patience.unkilled.is_empty() && patience.asked.is_empty());
    }
}
