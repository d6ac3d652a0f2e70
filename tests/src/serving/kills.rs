//! Ends clients, `usher connect`, the host and servers by force while a call runs, again and again.

use std::fs;
use std::io::BufRead as _;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Client, Place};

/// How soon a client has an answer, a named error or the end of its connection.
const ANSWER_WITHIN: Duration = Duration::from_secs(2);
/// How soon nothing of what was ended is left.
const GONE_WITHIN: Duration = Duration::from_secs(10);
/// The variable by which servers of a place are known.
pub const TAG: &str = "TEST_PLACE";

/// What is ended.
#[derive(Debug, Clone, Copy)]
enum Victim {
    Client,
    Adapter,
    Host,
    Server,
}

/// What happened.
#[derive(Debug, Default)]
pub struct Kills {
    /// How long the client waited after each, in milliseconds.
    pub waited_ms: Vec<f64>,
    /// What went wrong; none should.
    pub wrong: Vec<String>,
}

/// Kills so many times; `usher` is the terminal program.
pub fn kill_again_and_again(usher: &Path, count: usize) -> Kills {
    let place = Place::default();
    let tag = place.data().display().to_string();
    let serving = place.serve(usher);
    Client::start(place.connect(usher)).initialize();
    serving.stop();
    let env = json!([{ "name": TAG, "secret": false, "value": tag }]);
    let config = json!({
        "kind": "stdio", "command": usher.display().to_string(), "args": ["--demo-server"],
        "env": env, "cwd": null,
    });
    place.prepare(usher, &[config]);
    let mut kills = Kills::default();
    for number in 0..count {
        // The first client after a host was killed starts the next host.
        let victim = [
            Victim::Client,
            Victim::Adapter,
            Victim::Host,
            Victim::Server,
        ][number % 4];
        if let Err(wrong) = kill_one(&place, usher, &tag, victim, number, &mut kills) {
            kills.wrong.push(format!("{number}, {victim:?}: {wrong}"));
        }
    }
    for pid in hosts(&place) {
        kill(pid, "TERM");
    }
    let began = Instant::now();
    loop {
        let left = [hosts(&place), tagged(&tag)].concat();
        if left.is_empty() {
            break;
        }
        if began.elapsed() > GONE_WITHIN {
            kills.wrong.push(format!("processes are left: {left:?}"));
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    kills
}

fn kill_one(
    place: &Place,
    usher: &Path,
    tag: &str,
    victim: Victim,
    number: usize,
    kills: &mut Kills,
) -> Result<(), String> {
    let mut client = Client::start(place.connect(usher));
    client.initialize();
    let mut moment = (number as u64 * 37) % 150;
    if matches!(victim, Victim::Server) {
        // A call that comes while its server starts anew waits for that, so the call has to be there first.
        let arguments = json!({ "message": "it runs" });
        let echo = json!({ "name": "server-2__echo", "arguments": arguments });
        let echoed = client.request("tools/call", &echo);
        if !echoed["result"].is_object() {
            return Err(format!("the server does not run: {echoed}"));
        }
        moment += 50;
    }
    let id = number + 1000;
    // Longer than is waited for an answer, so that each end is caused by the kill.
    let arguments = json!({ "seconds": 30 });
    let params = json!({ "name": "server-2__wait", "arguments": arguments });
    client.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
    // At another moment each time: while the call is on its way, or runs.
    std::thread::sleep(Duration::from_millis(moment));
    let adapter = client.child.id();
    match victim {
        Victim::Client => {
            // All that a client's end changes for what it started.
            drop(client.input.take());
            let began = Instant::now();
            while client
                .child
                .try_wait()
                .map_err(|error| error.to_string())?
                .is_none()
            {
                if began.elapsed() > ANSWER_WITHIN {
                    return Err("usher connect outlives its client".to_owned());
                }
                std::thread::sleep(Duration::from_millis(2));
            }
            kills.waited_ms.push(ms(began.elapsed()));
            return Ok(());
        }
        Victim::Adapter => kill(adapter, "KILL"),
        Victim::Host => hosts(place).into_iter().for_each(|pid| kill(pid, "KILL")),
        Victim::Server => servers(tag).into_iter().for_each(|pid| kill(pid, "KILL")),
    }
    let began = Instant::now();
    let (sender, answered) = mpsc::channel();
    let mut output = client.take_output();
    std::thread::spawn(move || {
        let mut line = String::new();
        loop {
            line.clear();
            let is_over = output.read_line(&mut line).map_or(true, |read| read == 0);
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            if is_over || message["id"] == id {
                let _ = sender.send((!is_over).then_some(message));
                return;
            }
        }
    });
    let answer = answered.recv_timeout(ANSWER_WITHIN);
    kills.waited_ms.push(ms(began.elapsed()));
    match (victim, answer) {
        (_, Err(_)) => Err("the call has no answer".to_owned()),
        // The client sees the end of its connection.
        (Victim::Adapter, Ok(None)) => Ok(()),
        (_, Ok(None)) => Err("usher connect ended, too".to_owned()),
        (_, Ok(Some(answer))) => {
            let is_error =
                answer["error"]["message"].is_string() || answer["result"]["isError"] == true;
            if is_error {
                Ok(())
            } else {
                Err(format!("it was answered {answer}"))
            }
        }
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn kill(pid: u32, signal: &str) {
    // It may have ended already.
    let _ = Command::new("kill")
        .args(["-s", signal, &pid.to_string()])
        .status();
}

/// Processes that hold the data folder of a place: the host, however it was started.
pub fn hosts(place: &Place) -> Vec<u32> {
    let value = format!("USHER_DATA_DIR={}", place.data().display());
    let with = processes_with(&value);
    let is_host = |pid: &u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|word| word == b"serve")
    };
    with.into_iter().filter(is_host).collect()
}

/// Servers of a place, and the processes that watch over them.
pub fn tagged(tag: &str) -> Vec<u32> {
    processes_with(&format!("{TAG}={tag}"))
}

/// Servers of a place alone, without what supervises them.
pub fn servers(tag: &str) -> Vec<u32> {
    let is_server = |pid: &u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let has = |wanted: &[u8]| line.split(|byte| *byte == 0).any(|word| word == wanted);
        has(b"--demo-server") && !has(b"--supervise")
    };
    tagged(tag).into_iter().filter(is_server).collect()
}

/// Processes with this variable (`/proc/PID/environ`, proc(5)).
fn processes_with(variable: &str) -> Vec<u32> {
    let pids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has_it = |pid: &u32| {
        let variables = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables
            .split(|byte| *byte == 0)
            .any(|found| found == variable.as_bytes())
    };
    pids.filter(has_it).collect()
}
