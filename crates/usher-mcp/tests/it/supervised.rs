//! Tests that nothing leaves the tree of a supervised server.
//!
//! A process that forks twice, leads its own session and clears its environment is known by nothing but its parent.

use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use usher_mcp::launch::Launch;
use usher_process::{FolderUse, ProcessRegistry};

use crate::kit::{self, Probe, open_with, program, scripted};
use crate::orphans::{ORPHANED, spawn_host_of, unique_tag};

/// A shell whose grandchild leaves its group, its session, its parent and its environment, and ignores TERM.
const SCRIPT: &str = r#"(setsid env -i bash -c "(trap '' TERM; exec -a NAME sleep 612) &" &)
exec "$SCRIPTED" outlives_stdin"#;

fn script(name: &str) -> String {
    SCRIPT.replace("NAME", name)
}

/// A process, its parent and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Process {
    pid: u32,
    parent: u32,
    args: Vec<String>,
}

fn processes() -> Vec<Process> {
    let read = |pid: u32| {
        let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).ok()?;
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        Some(Process {
            pid,
            parent: rest.split(' ').nth(1)?.parse().ok()?,
            args: line.split_terminator('\0').map(str::to_owned).collect(),
        })
    };
    let listed = std::fs::read_dir("/proc").unwrap().flatten();
    listed
        .filter_map(|entry| read(entry.file_name().to_str()?.parse().ok()?))
        .collect()
}

/// The process of this name.
fn called(name: &str) -> Option<Process> {
    let is_called = |process: &Process| process.args.first().is_some_and(|first| first == name);
    processes().into_iter().find(is_called)
}

/// The child of this process that has this argument.
fn child_of(parent: u32, argument: &str) -> u32 {
    let is_it = |process: &&Process| {
        process.parent == parent && process.args.iter().any(|one| one == argument)
    };
    processes().iter().find(is_it).expect("it runs").pid
}

fn kill(pid: u32) {
    let status = Command::new("kill")
        .args(["-KILL", &pid.to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Waits until a process runs no more.
async fn until_it_is_gone(pid: u32) {
    // One that has ended and was not waited for has no arguments.
    let runs = |process: &Process| process.pid == pid && !process.args.is_empty();
    let began = Instant::now();
    while processes().iter().any(runs) {
        assert!(began.elapsed() < ORPHANED, "{pid} has ended");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until it is a child of the supervisor, and returns the supervisor.
async fn until_it_has_left(name: &str) -> u32 {
    let began = Instant::now();
    loop {
        if let Some(process) = called(name) {
            let parents = processes();
            let parent = parents.iter().find(|one| one.pid == process.parent);
            if let Some(parent) = parent
                && parent.args.iter().any(|one| one == "--supervise")
            {
                return parent.pid;
            }
        }
        assert!(began.elapsed() < ORPHANED, "{name}: {:?}", called(name));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn until_it_has_ended(name: &str, what: &str) {
    let began = Instant::now();
    while let Some(process) = called(name) {
        assert!(began.elapsed() < ORPHANED, "{what}: {process:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn supervising(record: &Path) -> ProcessRegistry {
    let helper = env!("CARGO_BIN_EXE_killed_host").into();
    ProcessRegistry::new(record.join("running"), Some(helper))
}

async fn open(name: &str, registry: &ProcessRegistry) -> Probe {
    open_by(&script(name), registry).await
}

async fn open_by(script: &str, registry: &ProcessRegistry) -> Probe {
    let mut launch = program("/bin/bash", &["-c", script]);
    let server = scripted("").program;
    launch.env = vec![("SCRIPTED".into(), kit::plain(server.to_str().unwrap()))];
    let (opened, _) = open_with(Launch::Stdio(launch), |options| {
        options.process_registry = registry.clone();
    })
    .await;
    opened.unwrap()
}

#[tokio::test]
async fn a_double_fork_with_setsid_and_an_empty_environment_does_not_leave_the_tree() {
    let name = unique_tag("double-fork");
    let dir = tempfile::tempdir().unwrap();
    let registry = supervising(dir.path());
    let probe = open(&name, &registry).await;
    let supervisor = until_it_has_left(&name).await;
    assert_eq!(
        probe.connection.pid(),
        Some(child_of(supervisor, "outlives_stdin")),
        "what is shown is the server, not its supervisor"
    );
    probe.connection.close().await;
    assert_eq!(called(&name), None, "it is gone when close returns");
    assert_eq!(registry.running(), 0);
}

#[test]
fn a_server_inherits_nothing_but_its_pipes() {
    // The shell opens a file as a library does, and becomes the supervisor with it.
    let script = r#"exec 20</dev/urandom; exec "$0" --supervise ls /proc/self/fd"#;
    let listed = Command::new("/bin/bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_killed_host")])
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(listed, "0\n1\n2\n3\n", "and what it opened itself");
}

#[tokio::test]
async fn what_a_server_leaves_behind_ends_when_the_server_ends_by_itself() {
    let name = unique_tag("left-behind");
    let dir = tempfile::tempdir().unwrap();
    let probe = open(&name, &supervising(dir.path())).await;
    let supervisor = until_it_has_left(&name).await;
    kill(child_of(supervisor, "outlives_stdin"));
    until_it_has_ended(&name, "the supervisor ends it").await;
    drop(probe);
}

#[tokio::test]
async fn what_a_server_starts_is_marked_whatever_becomes_of_its_parents() {
    let name = unique_tag("marked");
    let dir = tempfile::tempdir().unwrap();
    let probe = open(&name, &supervising(dir.path())).await;
    until_it_has_left(&name).await;
    let left = called(&name).unwrap();
    assert!(usher_process::is_marked(left.pid).unwrap(), "it is known");
    let own = std::process::id();
    assert!(!usher_process::is_marked(own).unwrap(), "nobody else is");
    drop(probe);
}

/// Starts a program that loses its parent, as what a desktop opens for the person may.
fn open_for_person(name: &str) -> Process {
    let script = format!("(exec -a {name} sleep 612) >/dev/null 2>&1 &");
    let mut opens = Command::new("/bin/bash");
    std::os::unix::process::CommandExt::process_group(&mut opens, 0);
    let opened = opens.args(["-c", &script]).status();
    assert!(opened.unwrap().success());
    let began = Instant::now();
    loop {
        if let Some(process) = called(name)
            && process.parent == std::process::id()
        {
            return process;
        }
        assert!(began.elapsed() < ORPHANED, "{name}: {:?}", called(name));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[tokio::test]
async fn what_a_server_leaves_behind_ends_when_the_server_kills_its_supervisor() {
    // What the server does to its own mark first.
    for (what, lowers) in [("nothing", ""), ("lowered", "ulimit -x 7; ")] {
        let name = unique_tag(&format!("killed-supervisor-{what}"));
        let dir = tempfile::tempdir().unwrap();
        let script = format!("{lowers}{}", script(&name));
        let probe = open_by(&script, &supervising(dir.path())).await;
        let opened = open_for_person(&unique_tag("opened-for-person"));
        let supervisor = until_it_has_left(&name).await;
        let server = child_of(supervisor, "outlives_stdin");
        let guardian = child_of(std::process::id(), "--guardian");
        let is_guardian_of_person = usher_process::is_of_person(guardian);
        kill(supervisor);
        until_it_has_ended(&name, "Usher ends it by its mark").await;
        until_it_is_gone(server).await;
        assert_eq!(
            called(&opened.args[0]),
            Some(opened.clone()),
            "{what}: no server has started it"
        );
        assert!(usher_process::is_foreign_child(opened.pid), "{what}");
        assert!(usher_process::is_of_person(opened.pid), "{what}");
        assert!(!is_guardian_of_person, "{what}: it is Usher's");
        kill(opened.pid);
        drop(probe);
    }
}

#[tokio::test]
async fn what_a_server_leaves_behind_is_asked_to_end_once() {
    let name = unique_tag("asked-once");
    let dir = tempfile::tempdir().unwrap();
    let asked = dir.path().join("asked");
    // It has a name of its own, counts each TERM, and stays.
    let stays = format!(
        r#"trap "echo TERM >> {}" TERM; while :; do sleep 0.05; done"#,
        asked.display()
    );
    let file = dir.path().join("stays");
    std::fs::write(&file, stays).unwrap();
    let script = format!(
        r#"(setsid env -i bash -c "(exec -a {name} bash {}) &" &)
exec "$SCRIPTED" outlives_stdin"#,
        file.display()
    );
    let probe = open_by(&script, &supervising(dir.path())).await;
    let supervisor = until_it_has_left(&name).await;
    kill(supervisor);
    until_it_has_ended(&name, "Usher kills it").await;
    let asked = std::fs::read_to_string(asked).unwrap();
    assert!(
        ["TERM\n", "TERM\nTERM\n"].contains(&asked.as_str()),
        "with its tree, if its mark was seen, and as an orphan: {asked}"
    );
    drop(probe);
}

fn host(record: &Path, name: &str) -> Child {
    spawn_host_of(record, "guarded", 1, name, &script(name))
}

#[tokio::test]
async fn a_killed_host_takes_it_along() {
    let name = unique_tag("killed");
    let dir = tempfile::tempdir().unwrap();
    let mut host = host(&dir.path().join("running"), &name);
    until_it_has_left(&name).await;
    host.kill().unwrap();
    host.wait().unwrap();
    until_it_has_ended(&name, "the guardian ends it").await;
}

#[tokio::test]
async fn the_next_start_ends_it_when_host_and_guardian_were_killed() {
    let name = unique_tag("swept");
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("running");
    let mut host = host(&record, &name);
    until_it_has_left(&name).await;
    kill(child_of(host.id(), "--guardian"));
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(called(&name).is_some(), "nothing has ended it yet");
    assert!(
        ProcessRegistry::sweep(&record, FolderUse::MaybeShared) >= 3,
        "supervisor, server and it"
    );
    assert_eq!(called(&name), None, "it is gone when the sweep returns");
}

#[tokio::test]
async fn the_next_start_ends_what_was_left_when_all_of_usher_was_killed() {
    let name = unique_tag("all-killed");
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("running");
    let mut host = host(&record, &name);
    let supervisor = until_it_has_left(&name).await;
    let server = child_of(supervisor, "outlives_stdin");
    kill(child_of(host.id(), "--guardian"));
    host.kill().unwrap();
    host.wait().unwrap();
    for process in [supervisor, server] {
        kill(process);
        until_it_is_gone(process).await;
    }
    assert!(called(&name).is_some(), "nothing has ended it yet");
    assert_eq!(
        ProcessRegistry::sweep(&record, FolderUse::MaybeShared),
        1,
        "it alone is left"
    );
    assert_eq!(called(&name), None, "it is gone when the sweep returns");
}

#[tokio::test]
async fn a_program_that_cannot_be_started_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let text = dir.path().join("text");
    std::fs::write(&text, [0xff_u8; 64]).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&text, mode).unwrap();
    let registry = supervising(dir.path());
    let launch = program(text.to_str().unwrap(), &[]);
    let (opened, _) = open_with(Launch::Stdio(launch), |options| {
        options.process_registry = registry;
    })
    .await;
    let said = format!("{:?}", opened.err());
    assert!(
        said.contains("The program could not be started: Exec format error"),
        "{said}"
    );
}
