//! What it costs to reach servers through Usher: the time that `usher connect` and the host add to a call, the time from
//! its start to the answered list with 20 servers of which one takes 20 s to start, and its memory. It fails beyond the
//! bounds. `cargo xtask bench gateway` runs it in release mode.
#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a measurement that cannot go on must say where it stopped, and it starts what it measures"
)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use usher_api::Api;
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host};
use usher_tests::window::Binary;

/// How much Usher may add to a call, by the middle and by the slowest hundredth, in milliseconds.
const ADDED_P50_MS: f64 = 0.4;
const ADDED_P99_MS: f64 = 2.0;
/// How soon the list is answered, in milliseconds.
const LIST_MS: f64 = 150.0;
/// The memory of `usher connect`, in MiB.
const ADAPTER_MIB: f64 = 8.0;
/// How soon it has ended once its input is closed, in milliseconds.
const GONE_MS: f64 = 1000.0;

const CALLS: usize = 10_000;
const WARM_UP: usize = 500;
const SERVERS: usize = 20;
const STARTS: usize = 20;
/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(90);

fn main() -> std::io::Result<()> {
    let usher = Binary::Terminal.path();
    let place = Place::new();
    let mut over = Vec::new();

    let serving = place.serve(&usher);
    Client::start(place.connect(&usher)).initialize();
    serving.stop();
    place.prepare(&usher);

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
    let through = echo(&mut client, "demo-server__echo");
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
    serving.stop();
    if over.is_empty() {
        return Ok(());
    }
    Err(std::io::Error::other(over.join("; ")))
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

/// The memory of a process, in MiB (`VmRSS`, proc(5)).
fn resident_mib(pid: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
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

/// A data folder and a runtime folder of their own.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(dir.path().join("runtime")).expect("a folder in it");
        Self(dir)
    }

    fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }

    fn command(&self, usher: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(usher);
        command
            .args(arguments)
            .env("USHER_DATA_DIR", self.data())
            .env("XDG_RUNTIME_DIR", self.0.path().join("runtime"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command
    }

    fn connect(&self, usher: &Path) -> Command {
        self.command(usher, &["connect", "--as", "Bench"])
    }

    /// Starts the host, and waits until it serves.
    fn serve(&self, usher: &Path) -> Serving {
        let serving = Serving(self.command(usher, &["serve"]).spawn().expect("it starts"));
        let folder = self.0.path().join("runtime/usher");
        let began = Instant::now();
        while std::fs::read_dir(&folder).map_or(0, Iterator::count) == 0 {
            assert!(began.elapsed() < PATIENCE, "usher serve does not serve");
            std::thread::sleep(Duration::from_millis(5));
        }
        serving
    }

    /// Has the person allow the client, and add and review the servers. The last of them takes 20 s to start.
    fn prepare(&self, usher: &Path) {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let environment = Environment::at(&self.data());
            let api = open_host(&environment, Desktop::default()).await;
            let demo = call(&api, op::ServerAddDemo::NAME, json!({})).await;
            let trust = json!({ "serverId": demo["id"], "trust": "yes" });
            call(&api, op::PolicySetTrust::NAME, trust).await;
            let mut servers = Vec::new();
            for number in 2..=SERVERS {
                let program = usher.display().to_string();
                let (command, args) = if number == SERVERS {
                    ("sh".to_owned(), vec!["-c".to_owned(), format!("sleep 20; exec '{program}' --demo-server")])
                } else {
                    (program, vec!["--demo-server".to_owned()])
                };
                let config = json!({ "kind": "stdio", "command": command, "args": args, "env": [], "cwd": null });
                let draft = json!({ "draft": { "label": format!("Server {number}"), "config": config } });
                servers.push(call(&api, op::ServerAdd::NAME, draft).await["id"].clone());
            }
            for server in servers {
                review(&api, &server).await;
            }
            let clients = call(&api, op::ClientList::NAME, json!({})).await;
            let decision = json!({ "kind": "allow", "profile": clients[0]["profile"] });
            let params = json!({ "clientId": clients[0]["id"], "decision": decision });
            call(&api, op::ClientDecide::NAME, params).await;
            api.close().await;
        });
    }
}

async fn call(api: &Api, operation: &str, params: Value) -> Value {
    api.call(operation, params)
        .await
        .unwrap_or_else(|error| panic!("{operation}: {error:?}"))
}

/// Accepts everything a server declares, as soon as it has declared it.
async fn review(api: &Api, server: &Value) {
    let began = Instant::now();
    loop {
        let tools = call(api, op::ToolList::NAME, json!({ "serverId": server })).await;
        let prompts = call(api, op::PromptList::NAME, json!({ "serverId": server })).await;
        if tools[0]["state"]["kind"] == "ready" && prompts[0]["state"]["kind"] == "ready" {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "a server does not start");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let items = call(api, op::PinList::NAME, json!({ "serverId": server })).await;
    for item in items.as_array().into_iter().flatten() {
        let item = json!({ "kind": item["kind"], "name": item["name"], "digest": item["digest"] });
        call(
            api,
            op::PinAccept::NAME,
            json!({ "serverId": server, "items": [item] }),
        )
        .await;
    }
}

/// The host, until it is stopped.
struct Serving(Child);

impl Serving {
    fn stop(mut self) {
        let pid = self.0.id().to_string();
        let sent = Command::new("kill").args(["-s", "TERM", &pid]).status();
        assert!(sent.is_ok_and(|sent| sent.success()), "it is told to end");
        let ended = self.0.wait().expect("it ends");
        assert!(ended.success(), "in order");
    }
}

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next_id: u64,
}

impl Client {
    fn start(mut command: impl std::borrow::BorrowMut<Command>) -> Self {
        let command = command
            .borrow_mut()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().expect("an output")),
            child,
            next_id: 0,
        }
    }

    fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().expect("it is open");
        input
            .write_all(format!("{message}\n").as_bytes())
            .expect("it is read");
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut line = String::new();
        loop {
            line.clear();
            self.output.read_line(&mut line).expect("it answers");
            assert!(!line.is_empty(), "it has ended");
            let message: Value = serde_json::from_str(&line).expect("JSON");
            if message["id"] == id {
                return message;
            }
        }
    }

    fn initialize(&mut self) {
        let info = json!({ "name": "bench", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
        let begun = self.request("initialize", &params);
        assert!(begun["result"].is_object(), "{begun}");
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    /// How many tools are listed.
    fn tools(&mut self) -> usize {
        let listed = self.request("tools/list", &json!({}));
        listed["result"]["tools"].as_array().map_or(0, Vec::len)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
