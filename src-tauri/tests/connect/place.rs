//! A data folder of its own, its owners, and clients behind `usher connect`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host};

pub(crate) const USHER: &str = env!("CARGO_BIN_EXE_usher");

/// Longest wait in these tests, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A data folder and a runtime folder of their own.
pub(crate) struct Place {
    pub(crate) dir: tempfile::TempDir,
}

impl Place {
    #[expect(clippy::unwrap_used, reason = "a test")]
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let place = Self { dir };
        std::fs::create_dir(place.runtime()).unwrap();
        let private = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(place.runtime(), private).unwrap();
        place
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.home().join(".local/share/usher")
    }

    /// The home in which that is the usual data folder.
    pub(crate) fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    /// The runtime folder.
    pub(crate) fn runtime(&self) -> PathBuf {
        self.dir.path().join("runtime")
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a test starts the program under test"
    )]
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(USHER);
        command
            .args(arguments)
            .env("USHER_DATA_DIR", self.data())
            .env("XDG_RUNTIME_DIR", self.runtime())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Starts an owner, and waits until it serves: a client that comes before starts one of its own.
    pub(crate) fn serve(&self) -> Running {
        self.serve_by(&mut self.command(&["serve"]))
    }

    /// As [`Self::serve`], started by this command.
    #[expect(clippy::unwrap_used, reason = "a test")]
    pub(crate) fn serve_by(&self, command: &mut Command) -> Running {
        let serving = Running(command.spawn().unwrap());
        until("it serves", || UnixStream::connect(self.socket()?).ok());
        serving
    }

    /// The socket, as soon as there is one.
    pub(crate) fn socket(&self) -> Option<PathBuf> {
        let folder = self.runtime().join("usher");
        let mut found = std::fs::read_dir(folder).ok()?;
        Some(found.next()?.ok()?.path())
    }

    pub(crate) fn connect(&self) -> Client {
        Client::start(self.command(&["connect", "--as", "Tester"]))
    }

    /// Has the person allow every client that waits, and add the demo server.
    #[expect(clippy::unwrap_used, reason = "a test")]
    pub(crate) fn allow_all(&self) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let environment = Environment::at(&self.data());
            let api = open_host(&environment, Desktop::default()).await;
            let demo = api.call(op::ServerAddDemo::NAME, json!({})).await.unwrap();
            // What it says of its tools counts, so those that only read are not asked about.
            let trust = json!({ "serverId": demo["id"], "trust": "yes" });
            api.call(op::PolicySetTrust::NAME, trust).await.unwrap();
            let clients = api.call(op::ClientList::NAME, json!({})).await.unwrap();
            for client in clients.as_array().unwrap() {
                let decision = json!({ "kind": "allow", "profile": client["profile"] });
                let params = json!({ "clientId": client["id"], "decision": decision });
                api.call(op::ClientDecide::NAME, params).await.unwrap();
            }
            api.close().await;
        });
    }
}

/// A program that is killed at the end of the test.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) struct Client {
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: BufReader<ChildStdout>,
    pub(crate) child: Running,
    next_id: i64,
}

impl Client {
    #[expect(clippy::unwrap_used, reason = "a test")]
    pub(crate) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child: Running(child),
            next_id: 0,
        }
    }

    #[expect(clippy::unwrap_used, reason = "a test")]
    pub(crate) fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{message}\n").as_bytes()).unwrap();
    }

    /// The next message.
    #[expect(clippy::unwrap_used, reason = "a test")]
    pub(crate) fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "the adapter has ended");
        serde_json::from_str(&line).unwrap()
    }

    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// Waits for the answer to a request; what comes before it is left out.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Waits until it is told this; what comes before is read over.
    pub(crate) fn told(&mut self, method: &str) -> Value {
        loop {
            let message = self.next();
            if message["method"] == method {
                return message;
            }
        }
    }

    pub(crate) fn initialize(&mut self) {
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let begun = self.request("initialize", &params);
        assert_eq!(begun["result"]["serverInfo"]["name"], "usher", "{begun}");
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    /// The names of all tools, as soon as there are some.
    pub(crate) fn tools(&mut self) -> Vec<String> {
        let listed = self.request("tools/list", &json!({}));
        let tools = listed["result"]["tools"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let names = tools.iter().filter_map(|tool| tool["name"].as_str());
        names.map(str::to_owned).collect()
    }
}

pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "waited too long until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A place whose client is allowed and sees the demo server.
pub(crate) fn with_allowed_client() -> Place {
    let place = Place::new();
    let serving = place.serve();
    place.connect().initialize();
    stop(serving);
    place.allow_all();
    place
}

/// Ends an owner in the usual way.
#[expect(clippy::unwrap_used, reason = "a test")]
pub(crate) fn stop(mut owner: Running) {
    signal(&owner, "TERM");
    assert!(owner.0.wait().unwrap().success(), "it ends in order");
}

#[expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test sends a signal as a person does"
)]
pub(crate) fn signal(to: &Running, signal: &str) {
    let pid = to.0.id().to_string();
    let sent = Command::new("kill")
        .args(["-s", signal, &pid])
        .status()
        .unwrap();
    assert!(sent.success(), "{signal} is sent");
}

/// The programs that were started to own a data folder.
pub(crate) fn owners(data: &Path) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|process| process.file_name().to_str()?.parse::<u32>().ok())
        .filter(|pid| {
            let read =
                |file: &str| std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
            let command = String::from_utf8_lossy(&read("cmdline")).into_owned();
            let environment = String::from_utf8_lossy(&read("environ")).into_owned();
            command.contains("\0serve\0")
                && environment.contains(&format!("USHER_DATA_DIR={}", data.display()))
        })
        .collect()
}

#[expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test sends a signal as a person does"
)]
pub(crate) fn end(pid: u32, signal: &str) {
    let sent = Command::new("kill")
        .args(["-s", signal, &pid.to_string()])
        .status()
        .unwrap();
    assert!(sent.success(), "{signal} is sent");
    until("it has ended", || {
        (!Path::new(&format!("/proc/{pid}/exe")).exists()).then_some(())
    });
}
