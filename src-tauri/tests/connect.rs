//! Runs `usher connect` and `usher serve` as agents and people do: as programs, over their pipes and the socket.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host};

const USHER: &str = env!("CARGO_BIN_EXE_usher");

/// Longest wait in these tests, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A data folder and a runtime folder of their own.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    #[expect(clippy::unwrap_used, reason = "a test")]
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let runtime = dir.path().join("runtime");
        std::fs::create_dir(&runtime).unwrap();
        std::fs::set_permissions(&runtime, PermissionsExt::from_mode(0o700)).unwrap();
        Self { dir }
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a test starts the program under test"
    )]
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(USHER);
        command
            .args(arguments)
            .env("USHER_DATA_DIR", self.data())
            .env("XDG_RUNTIME_DIR", self.dir.path().join("runtime"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Starts an owner, and waits until it serves.
    #[expect(clippy::unwrap_used, reason = "a test")]
    fn serve(&self) -> Running {
        let serving = Running(self.command(&["serve"]).spawn().unwrap());
        until("it serves", || UnixStream::connect(self.socket()?).ok());
        serving
    }

    /// The socket, as soon as there is one.
    fn socket(&self) -> Option<PathBuf> {
        let folder = self.dir.path().join("runtime/usher");
        let mut found = std::fs::read_dir(folder).ok()?;
        Some(found.next()?.ok()?.path())
    }

    #[expect(clippy::unwrap_used, reason = "a test")]
    fn connect(&self) -> Client {
        let mut child = self
            .command(&["connect", "--as", "Tester"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Client {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child: Running(child),
            next_id: 0,
        }
    }

    /// Has the person allow every client that waits, and add the demo server.
    #[expect(clippy::unwrap_used, reason = "a test")]
    fn allow_all(&self) {
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
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Client {
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    child: Running,
    next_id: i64,
}

impl Client {
    #[expect(clippy::unwrap_used, reason = "a test")]
    fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{message}\n").as_bytes()).unwrap();
    }

    /// The next message.
    #[expect(clippy::unwrap_used, reason = "a test")]
    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "the adapter has ended");
        serde_json::from_str(&line).unwrap()
    }

    fn begin(&mut self, method: &str, params: &Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Sends a request and waits for its answer.
    fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn initialize(&mut self) {
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let begun = self.request("initialize", &params);
        assert_eq!(begun["result"]["serverInfo"]["name"], "usher", "{begun}");
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    /// The names of all tools, as soon as there are some.
    fn tools(&mut self) -> Vec<String> {
        let listed = self.request("tools/list", &json!({}));
        let tools = listed["result"]["tools"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let names = tools.iter().filter_map(|tool| tool["name"].as_str());
        names.map(str::to_owned).collect()
    }
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
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
fn with_allowed_client() -> Place {
    let place = Place::new();
    let serving = place.serve();
    place.connect().initialize();
    stop(serving);
    place.allow_all();
    place
}

/// Ends an owner in the usual way.
#[expect(clippy::unwrap_used, reason = "a test")]
fn stop(mut owner: Running) {
    signal(&owner, "TERM");
    assert!(owner.0.wait().unwrap().success(), "it ends in order");
}

#[expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test sends a signal as a person does"
)]
fn signal(to: &Running, signal: &str) {
    let pid = to.0.id().to_string();
    let sent = Command::new("kill")
        .args(["-s", signal, &pid])
        .status()
        .unwrap();
    assert!(sent.success(), "{signal} is sent");
}

#[test]
fn a_client_reaches_the_servers_and_its_adapter_ends_with_its_input() {
    let place = with_allowed_client();
    let _serving = place.serve();
    let socket = place.socket().unwrap_or_default();
    let mode = std::fs::metadata(&socket).map(|found| found.mode() & 0o777);
    assert_eq!(mode.ok(), Some(0o600), "the socket is the person's own");
    let mut client = place.connect();
    client.initialize();
    until("the demo server is offered", || {
        client
            .tools()
            .contains(&"demo-server__greet".to_owned())
            .then_some(())
    });
    let last = client.begin("ping", &json!({}));
    drop(client.input.take());
    assert_eq!(
        client.next(),
        json!({ "jsonrpc": "2.0", "id": last, "result": {} })
    );
    let mut rest = String::new();
    assert_eq!(
        client.output.read_to_string(&mut rest).ok(),
        Some(0),
        "nothing follows"
    );
    assert_eq!(
        client.child.0.wait().ok().and_then(|status| status.code()),
        Some(0)
    );
}

#[test]
fn an_owner_is_started_where_there_is_none_and_one_serves_all() {
    let place = with_allowed_client();
    let mut clients: Vec<Client> = (0..4).map(|_| place.connect()).collect();
    for client in &mut clients {
        client.initialize();
    }
    let owners = owners(&place.data());
    assert_eq!(owners.len(), 1, "one program owns the folder");
    for client in &mut clients {
        until("the demo server is offered", || {
            client
                .tools()
                .contains(&"demo-server__greet".to_owned())
                .then_some(())
        });
    }
    for owner in owners {
        end(owner, "TERM");
    }
}

#[test]
fn an_owner_is_started_again_where_the_first_came_too_early() {
    let place = with_allowed_client();
    let paths = usher_system::paths::Paths::at(place.data());
    let held = usher_system::folder_lock::FolderLock::take(&paths).expect("nobody has it");
    let mut client = place.connect();
    // The owner that is started now ends at once: the folder is another's.
    std::thread::sleep(Duration::from_secs(3));
    drop(held);
    client.initialize();
    for owner in owners(&place.data()) {
        end(owner, "TERM");
    }
}

#[test]
fn a_client_outlives_its_owner_and_each_open_request_is_answered() {
    let place = with_allowed_client();
    let serving = place.serve();
    let mut client = place.connect();
    client.initialize();
    until("the demo server is offered", || {
        client
            .tools()
            .contains(&"demo-server__wait".to_owned())
            .then_some(())
    });
    // Nobody allows it, so it waits.
    let open = client.begin(
        "tools/call",
        &json!({ "name": "demo-server__clear_notes", "arguments": {} }),
    );
    std::thread::sleep(Duration::from_millis(200));
    signal(&serving, "KILL");
    let answer = client.next();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(open), &json!(-32000)),
        "it is answered: {answer}"
    );
    drop(serving);
    // The next owner is started for it, and told how it began.
    until("the demo server is offered again", || {
        client
            .tools()
            .contains(&"demo-server__greet".to_owned())
            .then_some(())
    });
    for owner in owners(&place.data()) {
        end(owner, "TERM");
    }
}

#[test]
fn a_window_takes_the_folder_over_and_no_client_is_lost() {
    let place = with_allowed_client();
    let mut serving = place.serve();
    let mut client = place.connect();
    client.initialize();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let environment =
            Environment::at(&place.data()).with_runtime_dir(place.dir.path().join("runtime"));
        usher_app::take_over(&environment).await;
        let api = open_host(&environment, Desktop::default()).await;
        assert_eq!(api.blocked(), None, "the folder was handed over");
        let listener = usher_app::serve_clients(&environment, &api, None).expect("it serves");
        let pinged = tokio::task::spawn_blocking(move || {
            let pong = client.request("ping", &json!({}));
            (pong, client)
        });
        let (pong, client) = pinged.await.expect("it asks");
        assert_eq!(pong["result"], json!({}), "the window answers: {pong}");
        assert_eq!(api.connected_clients(), 1, "it is the window that does");
        drop(client);
        drop(listener);
        api.close().await;
    });
    assert!(
        serving.0.wait().expect("it ends").success(),
        "the other ended in order"
    );
}

#[test]
fn an_impostor_at_the_address_learns_nothing() {
    let place = with_allowed_client();
    stop(place.serve());
    let socket = place.dir.path().join("runtime/usher");
    // The address of an owner that has ended, taken by somebody who does not know the key.
    let probe = place.serve();
    let address = place.socket().expect("the address");
    signal(&probe, "KILL");
    drop(probe);
    std::fs::remove_file(&address).expect("it is left behind");
    let impostor = UnixListener::bind(&address).expect("it is free");
    let mut client = place.connect();
    client.begin(
        "initialize",
        &json!({ "clientInfo": { "name": "secret-name" } }),
    );
    let (mut stream, _) = impostor.accept().expect("the adapter comes");
    let mut opening = String::new();
    BufReader::new(stream.try_clone().expect("a handle"))
        .read_line(&mut opening)
        .expect("it opens the exchange");
    stream
        .write_all(b"{\"proof\":\"AAAA\",\"challenge\":\"AAAA\"}\n")
        .expect("it is lied to");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).expect("it goes");
    assert_eq!(rest, "", "nothing follows a false proof");
    let opening: Value = serde_json::from_str(&opening).expect("one line of JSON");
    let members: Vec<_> = opening
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        members,
        ["usher", "challenge"],
        "what it sent first says nothing"
    );
    let _ = socket;
}

/// Clients of the SDKs, as programs that take what to call and then the command of a server.
fn real_clients() -> Vec<(&'static str, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let script = |name: &str| root.join("tests/peers").join(name).display().to_string();
    let target = Path::new(USHER).ancestors().nth(2).unwrap_or(&root);
    let python = target.join("peers-python/bin/python").display().to_string();
    let javascript = |sdk: &str| vec!["node".to_owned(), script("sdk_client.mjs"), sdk.to_owned()];
    let of_python = |library: &str, mode: &str| {
        vec![
            python.clone(),
            script("sdk_client.py"),
            library.to_owned(),
            mode.to_owned(),
        ]
    };
    vec![
        ("TypeScript SDK 1", javascript("v1")),
        ("TypeScript SDK 2", javascript("v2")),
        ("Python SDK, newest", of_python("mcp", "auto")),
        ("Python SDK, with initialize", of_python("mcp", "legacy")),
        ("FastMCP, newest", of_python("fastmcp", "auto")),
        ("FastMCP, with initialize", of_python("fastmcp", "legacy")),
    ]
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test starts real clients")]
fn real_clients_of_both_eras_list_call_and_hear_of_progress() {
    let place = Place::new();
    let serving = place.serve();
    let run = |place: &Place, program: &[String]| {
        let [program, rest @ ..] = program else {
            panic!("a client has a program");
        };
        let output = Command::new(program)
            .args(rest)
            .args([
                "demo-server__count_slowly",
                r#"{"steps":3,"delayMs":20}"#,
                "--",
            ])
            .args([USHER, "connect", "--as", "Real"])
            .env("USHER_DATA_DIR", place.data())
            .env("XDG_RUNTIME_DIR", place.dir.path().join("runtime"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let answer: Option<Value> = serde_json::from_slice(&output.stdout).ok();
        (answer, said)
    };
    // Each is another program, and is asked about by itself.
    std::thread::scope(|scope| {
        for (_, program) in real_clients() {
            let place = &place;
            scope.spawn(move || run(place, &program));
        }
    });
    stop(serving);
    place.allow_all();
    let _serving = place.serve();
    until("the demo server runs", || {
        let (_, program) = real_clients().swap_remove(0);
        run(&place, &program)
            .0
            .filter(|found| found["tools"] != json!([]))
    });
    for (name, program) in real_clients() {
        let (answer, said) = run(&place, &program);
        let found = answer.unwrap_or_else(|| panic!("{name} fails: {said}"));
        let listed = found["tools"].as_array().map_or(0, Vec::len);
        assert!(listed > 10, "{name} lists {listed} tools: {found}");
        assert!(found["prompts"].as_u64() > Some(0), "{name}: {found}");
        assert!(found["resources"].as_u64() > Some(0), "{name}: {found}");
        assert!(
            found["progress"].as_u64() >= Some(2),
            "{name} hears of progress: {found}"
        );
        let text = found["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_default();
        assert!(text.contains('3'), "{name} gets the result: {found}");
    }
}

#[test]
fn http_is_served_for_as_long_as_the_command_line_says() {
    let place = Place::new();
    let serving = place
        .command(&["serve", "--http"])
        .stdout(Stdio::piped())
        .spawn();
    let mut serving = Running(serving.expect("it starts"));
    let mut said = String::new();
    let output = serving.0.stdout.take().expect("it is piped");
    let read = BufReader::new(output).read_line(&mut said);
    read.expect("it says where");
    let url = said.trim().rsplit(' ').next().unwrap_or_default();
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp");
    let address = address.to_owned();
    let mut stream = std::net::TcpStream::connect(&address).expect("the port is open");
    let head = format!("POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Length: 2\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("it is read");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    stop(serving);
    assert!(std::net::TcpStream::connect(&address).is_err());

    let _serving = place.serve();
    let opened = std::net::TcpStream::connect(&address);
    assert!(opened.is_err(), "it was for that run only");
}

#[test]
fn a_second_owner_says_in_words_why_it_does_not_serve() {
    let place = Place::new();
    let serving = place.serve();
    let second = place.command(&["serve"]).output().expect("it runs");
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(
        said.contains(" is in use by another program."),
        "a text and no code: {said}"
    );
    stop(serving);
}

#[test]
fn a_command_line_that_is_not_understood_is_said() {
    let place = Place::new();
    let cases: [(&[&str], i32, &str); 4] = [
        (&["connect", "--port", "1"], 2, "There is no option --port."),
        (&["connect", "--as"], 2, "--as needs a name."),
        (
            &["serve", "--now"],
            2,
            "usher serve [--until-idle] [--http]",
        ),
        (&["connect", "--help"], 0, "usher connect [--as NAME]"),
    ];
    for (arguments, code, said) in cases {
        let output = place.command(arguments).output().expect("it runs");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.starts_with(said), "{arguments:?}: {text}");
    }
}

/// The programs that were started to own a data folder.
fn owners(data: &Path) -> Vec<u32> {
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
fn end(pid: u32, signal: &str) {
    let sent = Command::new("kill")
        .args(["-s", signal, &pid.to_string()])
        .status()
        .unwrap();
    assert!(sent.success(), "{signal} is sent");
    until("it has ended", || {
        (!Path::new(&format!("/proc/{pid}/exe")).exists()).then_some(())
    });
}
