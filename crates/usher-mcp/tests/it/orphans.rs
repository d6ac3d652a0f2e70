//! Tests that no process outlives the host.
//!
//! Not children that left the group, not when the host is killed, not when the guardian is killed with it. And no
//! other process is ended.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use usher_mcp::launch::Launch;
use usher_process::{FolderUse, ProcessRegistry};

use crate::kit::{self, PATIENCE, open, program, scripted};

/// A shell with descendants inside and outside its group.
///
/// A child and a grandchild are in the group; a child left group, session and parent, with a grandchild of its own.
/// All ignore TERM, none reads stdin but the server, which stays.
const FAMILY: &str = r#"trap '' TERM
(setsid sh -c "trap '' TERM; sleep 607 & sleep 608; true" &)
sh -c "trap '' TERM; sh -c \"trap '' TERM; sleep 609; true\" & sleep 610; true" &
exec "$SCRIPTED" outlives_stdin"#;

/// Processes of one family: the server, three sleepers outside and two inside its group, and their shells.
const FAMILY_SIZE: usize = 8;

/// The time after which all processes of an ended host have ended.
pub(crate) const ORPHANED: Duration = Duration::from_secs(10);

/// The variable that marks the processes of a test.
const TAG: &str = "ORPHANS_OF";

/// Returns the ids of running processes with this tag.
fn tagged(tag: &str) -> Vec<u32> {
    let wanted = format!("{TAG}={tag}");
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| {
            let environment = std::fs::read(process.path().join("environ")).ok()?;
            let is_ours = environment
                .split(|byte| *byte == 0)
                .any(|pair| pair == wanted.as_bytes());
            is_ours.then(|| process.file_name().to_str()?.parse().ok())?
        })
        .collect()
}

/// Waits until so many are running.
async fn wait_until_running(tag: &str, count: usize) {
    wait_until(tag, |there| there >= count, PATIENCE, "the family is there").await;
}

/// Waits until all have ended, as long as orphans may take.
async fn wait_until_ended(tag: &str, what: &str) {
    wait_until(tag, |there| there == 0, ORPHANED, what).await;
}

async fn wait_until(tag: &str, fits: impl Fn(usize) -> bool, timeout: Duration, what: &str) {
    let began = Instant::now();
    while !fits(tagged(tag).len()) {
        assert!(
            began.elapsed() < timeout,
            "{what}: {} processes",
            tagged(tag).len()
        );
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

fn family(tag: &str) -> Launch {
    let mut launch = program("/bin/sh", &["-c", FAMILY]);
    let server = scripted("").program;
    launch.env = vec![
        ("SCRIPTED".into(), kit::plain(server.to_str().unwrap())),
        (TAG.into(), kit::plain(tag)),
    ];
    Launch::Stdio(launch)
}

pub(crate) fn unique_tag(test: &str) -> String {
    format!("{test}-{}", std::process::id())
}

#[tokio::test]
async fn stopping_a_server_ends_those_who_left_its_group() {
    let tag = unique_tag("stopping");
    let probe = open(family(&tag)).await.unwrap();
    wait_until_running(&tag, FAMILY_SIZE).await;
    probe.connection.close().await;
    assert_eq!(tagged(&tag), [0; 0], "nobody is left when close returns");
}

#[tokio::test]
async fn dropping_a_connection_ends_the_whole_family() {
    let tag = unique_tag("dropping");
    let probe = open(family(&tag)).await.unwrap();
    wait_until_running(&tag, FAMILY_SIZE).await;
    drop(probe);
    wait_until_ended(&tag, "the family goes").await;
}

#[test]
fn the_end_of_the_runtime_ends_the_whole_family() {
    let tag = unique_tag("runtime");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        std::mem::forget(open(family(&tag)).await.unwrap());
        wait_until_running(&tag, FAMILY_SIZE).await;
    });
    drop(runtime);
    assert_eq!(
        tagged(&tag),
        [0; 0],
        "tasks that are dropped end what they keep"
    );
}

/// Starts a host to be killed, and waits until its servers run.
pub(crate) fn spawn_host_of(
    record: &Path,
    guarded: &str,
    count: usize,
    tag: &str,
    script: &str,
) -> Child {
    let mut host = Command::new(env!("CARGO_BIN_EXE_killed_host"))
        .arg(record)
        .args([guarded, &count.to_string(), script])
        .arg(format!("SCRIPTED={}", scripted("").program.display()))
        .arg(format!("{TAG}={tag}"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(host.stdout.take().unwrap())
        .read_line(&mut said)
        .unwrap();
    assert_eq!(said, "ready\n", "the host has started its servers");
    host
}

async fn spawn_host(record: &Path, guarded: &str, count: usize, tag: &str) -> Child {
    let host = spawn_host_of(record, guarded, count, tag, FAMILY);
    wait_until_running(tag, count * FAMILY_SIZE).await;
    host
}

#[tokio::test]
async fn fifty_families_go_with_a_host_that_is_killed() {
    let tag = unique_tag("guarded");
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("running");
    let mut host = spawn_host(&record, "guarded", 50, &tag).await;
    host.kill().unwrap();
    host.wait().unwrap();
    wait_until_ended(&tag, "the guardian ends them all").await;
    assert_eq!(
        ProcessRegistry::sweep(&record, FolderUse::MaybeShared),
        0,
        "nothing is left for the next start"
    );
}

#[tokio::test]
async fn the_next_start_ends_what_the_guardian_could_not() {
    let tag = unique_tag("swept");
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("running");
    let mut host = spawn_host(&record, "alone", 3, &tag).await;
    assert_eq!(
        ProcessRegistry::sweep(&record, FolderUse::MaybeShared),
        0,
        "while the host lives, its servers are its own"
    );
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(tagged(&tag).len() >= 3 * FAMILY_SIZE, "nobody ended them");
    assert!(ProcessRegistry::sweep(&record, FolderUse::MaybeShared) >= 3 * FAMILY_SIZE);
    assert_eq!(tagged(&tag), [0; 0], "they are gone when the sweep returns");
    assert!(!record.exists(), "what is done is not done twice");
}

/// Starts a process that sleeps, perhaps with the marker of a tree.
fn spawn_sleeping(marker: Option<&str>) -> Child {
    let mut command = Command::new("sleep");
    command.arg("611");
    if let Some(marker) = marker {
        command.env("USHER_TREE", marker);
    }
    let process = command.spawn().unwrap();
    // The kernel resumes the parent a moment before the new program's environment can be read.
    let environ = format!("/proc/{}/environ", process.id());
    let asked_at = Instant::now();
    while std::fs::read(&environ).is_ok_and(|bytes| bytes.is_empty())
        && asked_at.elapsed() < PATIENCE
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    process
}

fn start_time(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let (_, rest) = stat.rsplit_once(") ").unwrap();
    rest.split(' ').nth(19).unwrap().parse().unwrap()
}

#[test]
fn a_sweep_ends_only_what_carries_the_marker_and_is_no_older_than_the_tree() {
    const OURS: &str = "0123456789abcdef0123456789abcdef";
    const OTHER: &str = "fedcba9876543210fedcba9876543210";
    let check = |marker: Option<&str>, same_pid: bool, older_by: u64, expected: bool, why: &str| {
        let dir = tempfile::tempdir().unwrap();
        let record = dir.path().join("running");
        let mut process = spawn_sleeping(marker);
        let pid = if same_pid { process.id() } else { 1 << 22 };
        let since = start_time(process.id()) + older_by;
        // No process has the number of this host.
        let text = format!("host {} 1\ntree {pid} {since} {OURS}\n", (1 << 22) + 1);
        std::fs::write(&record, text).unwrap();
        let ended = ProcessRegistry::sweep(&record, FolderUse::MaybeShared);
        // A killed process ends a moment later.
        let wait_until = Instant::now() + Duration::from_secs(10);
        let mut is_gone = process.try_wait().unwrap().is_some();
        while ended == 1 && !is_gone && Instant::now() < wait_until {
            std::thread::sleep(Duration::from_millis(20));
            is_gone = process.try_wait().unwrap().is_some();
        }
        process.kill().unwrap();
        process.wait().unwrap();
        assert_eq!((ended == 1, is_gone), (expected, expected), "{why}");
    };
    check(Some(OURS), true, 0, true, "the leader itself");
    check(Some(OURS), false, 0, true, "a child whose leader has gone");
    check(
        None,
        true,
        500,
        false,
        "a reused id: same pid, born later or earlier",
    );
    check(
        None,
        true,
        0,
        false,
        "without the marker nothing is believed",
    );
    check(Some(OTHER), true, 0, false, "another tree's marker");
    check(
        Some(OURS),
        true,
        500,
        false,
        "older than the tree it claims to be of",
    );
}
