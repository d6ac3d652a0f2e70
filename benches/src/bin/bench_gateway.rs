//! What it costs to reach servers through Usher: the time that `usher connect` and the host add to a call, the time from
//! its start to the answered list with 20 servers of which one takes 20 s to start, and its memory. It fails beyond the
//! bounds. `cargo xtask bench gateway` runs it in release mode.
#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a measurement that cannot go on must say where it stopped, and it starts what it measures"
)]

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use usher_tests::serving::{self, Client, Place, TAG, hosts, kill_again_and_again};
use usher_tests::window::{Binary, Process, children_of, repository};

/// How much Usher may add to a call, by the middle and by the slowest hundredth, in milliseconds.
const ADDED_P50_MS: f64 = 0.4;
const ADDED_P99_MS: f64 = 2.0;
/// How soon the list is answered, in milliseconds.
const LIST_MS: f64 = 150.0;
/// The memory of `usher connect`, in MiB.
const ADAPTER_MIB: f64 = 8.0;
/// The memory that the guardian of the host has for itself, in MiB: 10 when it was linked with the web view.
const GUARDIAN_MIB: f64 = 4.0;
/// How soon it has ended once its input is closed, in milliseconds.
const GONE_MS: f64 = 1000.0;

/// How soon a client is told that a tool has changed and is not offered any more, in milliseconds.
const TOLD_MS: f64 = 1000.0;
/// Tools that change one after the other: a list that keeps changing is read only so often.
const CHANGES: usize = 20;

/// How soon a call is answered after what serves it was killed, in milliseconds.
const ANSWER_MS: f64 = 2000.0;
const KILLS: usize = 200;
/// After this, a client waits for nothing any more.
const KNOWN_WITHIN: Duration = Duration::from_mins(1);

const CALLS: usize = 10_000;
const WARM_UP: usize = 500;
const SERVERS: usize = 20;
const STARTS: usize = 20;
const CLIENTS: usize = 20;

fn main() -> std::io::Result<()> {
    let usher = Binary::Terminal.path();
    let place = Place::default();
    let mut over = Vec::new();

    let serving = place.serve(&usher);
    Client::start(place.connect(&usher)).initialize();
    serving.stop();
    let tag = place.data().display().to_string();
    place.prepare(&usher, &servers(&usher, &tag));

    let direct = echo(
        &mut Client::start(Command::new(&usher).arg("--demo-server")),
        "echo",
    );
    let serving = place.serve(&usher);
    let mut lists = Vec::new();
    for _ in 0..STARTS {
        let began = Instant::now();
        let mut client = Client::start(place.connect(&usher));
        client.initialize();
        let tools = client.tools();
        lists.push(ms(began.elapsed()));
        assert!(
            tools >= SERVERS * 10,
            "all servers are listed, not {tools} tools"
        );
    }
    over.extend(bounded(
        "from usher connect to the answered list",
        &lists,
        50,
        LIST_MS,
    )?);

    let mut client = Client::start(place.connect(&usher));
    // Reviewed, so that it is listed before its server has started.
    let through = echo(&mut client, "server-2__echo");
    let added = |percent| percentile(&through, percent) - percentile(&direct, percent);
    for (percent, bound) in [(50, ADDED_P50_MS), (99, ADDED_P99_MS)] {
        over.extend(bounded(
            &format!("added to a call, p{percent},"),
            &[added(percent)],
            50,
            bound,
        )?);
    }
    let memory = resident_mib(client.child.id());
    over.extend(bounded(
        "memory of usher connect, MiB:",
        &[memory],
        50,
        ADAPTER_MIB,
    )?);
    drop(client.input.take());
    let began = Instant::now();
    client.child.wait()?;
    over.extend(bounded(
        "usher connect ends after its input",
        &[ms(began.elapsed())],
        50,
        GONE_MS,
    )?);
    let mut clients: Vec<_> = (0..CLIENTS)
        .map(|_| Client::start(place.connect(&usher)))
        .collect();
    for client in &mut clients {
        client.initialize();
        assert!(
            client.tools() >= SERVERS * 10,
            "each client is offered all servers"
        );
    }
    // The demo server that the person added has no variable of ours. One of the others takes 20 s to start.
    let count = || (hosts(&place).len(), serving::servers(&tag).len() + 1);
    let began = Instant::now();
    while count() != (1, SERVERS) && began.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(100));
    }
    let (owners, processes) = count();
    writeln!(
        std::io::stdout(),
        "{CLIENTS} clients, {SERVERS} servers: {owners} host, {processes} server processes"
    )?;
    if (owners, processes) != (1, SERVERS) {
        over.push(format!(
            "{owners} hosts with {processes} server processes run"
        ));
    }
    over.extend(bounded(
        "memory of the guardian alone, MiB:",
        &[private_mib(guardian(&place))],
        50,
        GUARDIAN_MIB,
    )?);
    drop(clients);
    serving.stop();
    over.extend(bounded(
        "from a changed tool to the client that is told, longest,",
        &changes(&usher),
        100,
        TOLD_MS,
    )?);
    let kills = kill_again_and_again(&usher, KILLS, KNOWN_WITHIN);
    let seed = kills.seed;
    writeln!(
        std::io::stdout(),
        "{KILLS} kills: USHER_KILLS_SEED={seed} repeats them"
    )?;
    over.extend(bounded(
        "from a kill to the answer, longest,",
        &kills.waited_ms,
        100,
        ANSWER_MS,
    )?);
    over.extend(kills.wrong);
    if over.is_empty() {
        return Ok(());
    }
    Err(std::io::Error::other(over.join("; ")))
}

/// Changes one tool after the other, and gives the time until the client is told, in milliseconds.
fn changes(usher: &Path) -> Vec<f64> {
    let place = Place::default();
    let serving = place.serve(usher);
    Client::start(place.connect(usher)).initialize();
    serving.stop();
    let script = repository().join("tests/peers/changing_server.mjs");
    let config = json!({
        "kind": "stdio", "command": "node", "args": [script], "env": [], "cwd": null,
    });
    place.prepare(usher, &[config]);
    let serving = place.serve(usher);
    let mut client = Client::start(place.connect(usher));
    client.initialize();
    // Servers that list their tools only now would be taken for changes.
    let mut listed = 0;
    while client.tools() != listed || listed == 0 {
        listed = client.tools();
        std::thread::sleep(Duration::from_secs(1));
    }
    let mut took = Vec::new();
    for number in 0..CHANGES {
        let before = client.tools();
        let call = json!({ "name": "server-2__change", "arguments": { "number": number } });
        let began = Instant::now();
        client.begin("tools/call", &call);
        client.receive(|message| message["method"] == "notifications/tools/list_changed");
        took.push(ms(began.elapsed()));
        assert_eq!(
            client.tools(),
            before - 1,
            "the changed tool is not offered"
        );
    }
    drop(client);
    serving.stop();
    took
}

/// Calls the tool `echo` again and again, and gives the time of each call in milliseconds.
fn echo(client: &mut Client, tool: &str) -> Vec<f64> {
    client.initialize();
    let call = json!({ "name": tool, "arguments": { "message": "a short text" } });
    let mut took = Vec::with_capacity(CALLS);
    for at in 0..WARM_UP + CALLS {
        let began = Instant::now();
        let answer = client.request("tools/call", &call);
        let elapsed = ms(began.elapsed());
        assert!(
            answer["result"]["content"][0]["text"].is_string()
                && answer["result"]["isError"] != true,
            "{answer}"
        );
        if at >= WARM_UP {
            took.push(elapsed);
        }
    }
    took
}

/// The guardian of the only host.
fn guardian(place: &Place) -> u32 {
    let hosts = hosts(place);
    let of_host = children_of(Process(*hosts.first().expect("a host")));
    let found = of_host
        .iter()
        .find(|child| child.command().iter().any(|word| word == "--guardian"));
    found.expect("it has a guardian").0
}

/// The memory of a process, in MiB (`VmRSS`, proc(5)).
fn resident_mib(pid: u32) -> f64 {
    mib_of(&format!("/proc/{pid}/status"), "VmRSS:")
}

/// The memory of a process that it shares with no other, in MiB (proc(5)).
fn private_mib(pid: u32) -> f64 {
    let file = format!("/proc/{pid}/smaps_rollup");
    mib_of(&file, "Private_Dirty:") + mib_of(&file, "Private_Clean:")
}

/// A figure of a file in which figures stand in kB, in MiB.
fn mib_of(file: &str, name: &str) -> f64 {
    let text = std::fs::read_to_string(file).expect("it runs");
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kib.expect("its memory is known") / 1024.0
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn percentile(figures: &[f64], percent: usize) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[(sorted.len() - 1) * percent / 100]
}

/// Prints a figure, and says if it is beyond its bound.
fn bounded(
    what: &str,
    figures: &[f64],
    percent: usize,
    bound: f64,
) -> std::io::Result<Option<String>> {
    let figure = percentile(figures, percent);
    writeln!(std::io::stdout(), "{what} {figure:.3} (bound {bound})")?;
    Ok((figure > bound).then(|| format!("{what} {figure:.3} is more than {bound}")))
}

/// Servers beside the demo server, the last of which takes 20 s to start.
fn servers(usher: &Path, tag: &str) -> Vec<Value> {
    let program = usher.display().to_string();
    let env = json!([{ "name": TAG, "secret": false, "value": tag }]);
    let config = |command: &str, args: Value| json!({ "kind": "stdio", "command": command, "args": args, "env": env, "cwd": null });
    let mut servers = vec![config(&program, json!(["--demo-server"])); SERVERS - 2];
    let slow = format!("sleep 20; exec '{program}' --demo-server");
    servers.push(config("sh", json!(["-c", slow])));
    servers
}
