//! Tests that no process survives its connection, and that exits are noticed.

use std::time::{Duration, Instant};
use usher_messages::Message;

use usher_mcp::launch::Launch;
use usher_mcp::{CallError, CloseReason, ConnectError, ConnectionEvent, Limits};

use crate::kit::{self, call, describe, open, open_with, options, program, scripted, stdio};

fn closed(event: &ConnectionEvent) -> Option<CloseReason> {
    match event {
        ConnectionEvent::Closed(reason) => Some(reason.clone()),
        _ => None,
    }
}

#[tokio::test]
async fn closing_lets_a_server_leave_by_itself() {
    let probe = open(stdio("plain")).await.unwrap();
    probe.connection.close().await;
    let reason = probe.log.wait(closed).await;
    assert_eq!(
        reason.exit,
        Some(Message::new("connection.exited").with("code", "0")),
        "end of stdin is enough for a good server"
    );
    let after = call(&probe.connection, options("t")).await;
    assert_eq!(describe(&after), "closed: connection.closed");
}

#[tokio::test]
async fn dropping_the_connection_closes_it() {
    let probe = open(stdio("plain")).await.unwrap();
    let log = probe.log.clone();
    drop(probe.connection);
    log.wait(closed).await;
}

#[tokio::test]
async fn a_death_ends_every_call_with_its_cause() {
    let probe = open(stdio("hang")).await.unwrap();
    let calls = (0..5).map(|number| call(&probe.connection, options(&number.to_string())));
    let killing = async {
        probe.log.wait(|event| matches!(event, ConnectionEvent::Frame(frame) if frame.method.as_deref() == Some("tools/call")).then_some(())).await;
        kill(probe.connection.pid().expect("a process"));
        Instant::now()
    };
    let (results, killed_at) = tokio::join!(futures::future::join_all(calls), killing);
    for result in results {
        assert_eq!(
            describe(&result),
            r#"closed: connection.process {exit: connection.killed {signal: "9"}}"#
        );
    }
    assert!(
        killed_at.elapsed() < Duration::from_secs(10),
        "nobody waits for a time-out"
    );
    assert_eq!(
        probe.log.wait(closed).await.exit,
        Some(Message::new("connection.killed").with("signal", "9"))
    );
}

#[tokio::test]
async fn the_last_words_of_a_server_come_with_the_failure() {
    let probe = open(stdio("die")).await.unwrap();
    let Err(CallError::Closed(reason)) = call(&probe.connection, options("t")).await else {
        panic!("the server died during the call");
    };
    assert_eq!(
        reason.exit,
        Some(Message::new("connection.exited").with("code", "3"))
    );
    assert_eq!(reason.stderr, ["Segmentation fault (core dumped)"]);
    let again = call(&probe.connection, options("t")).await;
    assert_eq!(
        describe(&again),
        r#"closed: connection.process {exit: connection.exited {code: "3"}}"#,
        "a call on a dead connection fails at once"
    );
}

#[tokio::test]
async fn a_server_that_does_not_read_is_stuck_and_not_forever() {
    let impatient = |options: &mut usher_mcp::ConnectOptions| {
        options.limits = Limits {
            write_timeout: Duration::from_millis(500),
            ..kit::limits()
        };
    };
    let probe = open_with(stdio("stops_reading"), impatient)
        .await
        .0
        .unwrap();
    let large = serde_json::Map::from_iter([(
        "text".to_owned(),
        serde_json::Value::from("A".repeat(4 << 20)),
    )]);
    let healthy = open(stdio("plain")).await.unwrap();
    let beside = async {
        for _ in 0..5 {
            assert_eq!(
                describe(&call(&healthy.connection, options("t")).await),
                "[ok]"
            );
        }
        let closed = probe.log.pick(closed);
        assert_eq!(
            closed.len(),
            0,
            "another server answers while this one is stuck"
        );
    };
    tokio::join!(call_large(&probe, large.clone()), beside);
    let reason = probe.log.wait(closed).await;
    assert_eq!(reason.detail, Some(Message::new("connection.notReading")));
}

async fn call_large(probe: &kit::Probe, arguments: serde_json::Map<String, serde_json::Value>) {
    let first = probe
        .connection
        .call_tool("echo", arguments.clone(), options("1"));
    let second = probe.connection.call_tool("echo", arguments, options("2"));
    let (first, second) = tokio::join!(first, second);
    for result in [first, second] {
        assert_eq!(describe(&result), "closed: connection.notReading");
    }
}

#[tokio::test]
async fn stderr_is_kept_short_and_never_blocks() {
    let probe = open(stdio("stderr_long_line")).await.unwrap();
    call(&probe.connection, options("t")).await.unwrap();
    let line = probe.log.wait(|event| match event {
        ConnectionEvent::Stderr(line) => Some(line.clone()),
        _ => None,
    });
    let line = line.await;
    assert!(
        line.starts_with("yyyy") && line.ends_with("… (283616 more bytes)"),
        "the line is cut at 16 KiB: {}",
        line.len()
    );
    let probe = open(stdio("stderr_flood")).await.unwrap();
    probe.connection.close().await;
    let reason = probe.log.wait(closed).await;
    assert_eq!(reason.stderr.len(), 40, "the last lines only");
    assert!(
        reason.stderr[39].starts_with("line 005999"),
        "and those are the last: {}",
        reason.stderr[39]
    );
}

/// A shell that starts a child that starts a grandchild.
///
/// Each ignores TERM, none reads stdin.
const FAMILY: &str = "trap '' TERM; sh -c \"trap '' TERM; sh -c \\\"trap '' TERM; sleep 61.5\\\" & sleep 61.5\" & \
    exec \"$SCRIPTED\" \"$MODE\"";

async fn check_family(mode: &str) {
    let mut launch = program("/bin/sh", &["-c", FAMILY]);
    launch.env = vec![
        (
            "SCRIPTED".into(),
            kit::plain(scripted(mode).program.to_str().unwrap()),
        ),
        ("MODE".into(), kit::plain(mode)),
    ];
    let probe = open(Launch::Stdio(launch)).await.unwrap();
    let group = probe.connection.pid().expect("a process");
    let born = Instant::now();
    while members(group) < 4 && born.elapsed() < Duration::from_secs(20) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(
        members(group) >= 4,
        "the family is there: {}",
        members(group)
    );
    probe.connection.close().await;
    assert_eq!(
        members(group),
        0,
        "mode {mode}: nobody of the group survives"
    );
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_whole_family_goes_even_if_it_does_not_want_to() {
    check_family("outlives_stdin").await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn children_go_even_if_their_leader_went_first() {
    check_family("plain").await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_failed_connection_leaves_nobody_behind() {
    let launch = Launch::Stdio(program(
        "/bin/sh",
        &["-c", "echo $$ >&2; sleep 62.5 & sleep 62.5"],
    ));
    let (result, log) = open_with(launch, |options| {
        options.connect_timeout = Duration::from_millis(500);
    })
    .await;
    assert!(result.is_err());
    let line = log.wait(|event| match event {
        ConnectionEvent::Stderr(line) => Some(line.clone()),
        _ => None,
    });
    let group: u32 = line.await.trim().parse().unwrap();
    let failed = Instant::now();
    while members(group) > 0 && failed.elapsed() < Duration::from_secs(30) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(members(group), 0, "the background clean-up got everybody");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_inherits_no_open_file_of_the_host() {
    use std::os::fd::AsRawFd as _;
    let held: Vec<_> = (0..30)
        .map(|_| std::fs::File::open("/dev/null").unwrap())
        .collect();
    let stderr = stderr_of("exec ls /proc/self/fd >&2").await;
    let held: Vec<String> = held
        .iter()
        .map(|file| file.as_raw_fd().to_string())
        // By this number `ls` opens the folder it lists.
        .filter(|file| file != "3")
        .collect();
    let inherited: Vec<_> = stderr.iter().filter(|file| held.contains(file)).collect();
    assert!(stderr.len() > 3, "its pipes are listed: {stderr:?}");
    assert!(inherited.is_empty(), "{inherited:?} of {stderr:?}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn no_signal_is_kept_from_a_server_that_the_host_does_not_heed() {
    /// Every program in Rust ignores SIGPIPE; other ignored signals are inherited from the starter of the tests.
    const PIPE: u64 = 1 << 12;
    let stderr = stderr_of("grep -E '^Sig(Blk|Ign)' /proc/self/status >&2").await;
    let masks: Vec<u64> = stderr
        .iter()
        .filter_map(|line| u64::from_str_radix(line.split_whitespace().last()?, 16).ok())
        .map(|mask| mask & PIPE)
        .collect();
    assert_eq!(masks, [0, 0], "{stderr:?}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_leads_a_group_and_has_no_terminal() {
    let stderr = stderr_of("exec cat /proc/self/stat >&2").await;
    // pid (name) state parent group session terminal …
    let (id, _) = stderr[0].split_once(' ').unwrap();
    let (_, fields) = stderr[0].rsplit_once(") ").unwrap();
    let fields: Vec<&str> = fields.split(' ').collect();
    assert_eq!(
        [fields[2], fields[4]],
        [id, "0"],
        "its own group, and no terminal: {stderr:?}"
    );
}

/// Returns the stderr of a shell started as a server, and closes.
#[cfg(target_os = "linux")]
async fn stderr_of(script: &str) -> Vec<String> {
    let launch = Launch::Stdio(program("/bin/sh", &["-c", script]));
    let (opened, _) = open_with(launch, |options| {
        // Nobody holds its stderr open, however late it is read to its end.
        options.limits.drain_wait = kit::PATIENCE;
    })
    .await;
    let Err(ConnectError::ExitedEarly { clues, .. }) = opened else {
        panic!("the program is no server");
    };
    clues.stderr
}

/// Returns how many running processes belong to this group.
#[cfg(target_os = "linux")]
fn members(group: u32) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| std::fs::read_to_string(process.path().join("stat")).ok())
        .filter(|stat| {
            // pid (name) state parent group …
            let fields: Vec<&str> = stat
                .rsplit(") ")
                .next()
                .unwrap_or_default()
                .split(' ')
                .collect();
            fields.first() != Some(&"Z") && fields.get(2) == Some(&group.to_string().as_str())
        })
        .count()
}

/// Kills a process from outside, as the system might.
fn kill(pid: u32) {
    let status = std::process::Command::new("kill")
        .args(["-9", &pid.to_string()])
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "the process can be killed"
    );
}
