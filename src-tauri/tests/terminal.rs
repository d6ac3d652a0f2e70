//! Runs the terminal program: `usher probe` against the demo server and an HTTP server, and what it says of itself.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test that cannot go on must say where it stopped, and it starts the program"
)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};

use serde_json::{Value, json};

const USHER: &str = env!("CARGO_BIN_EXE_usher");

fn probe(arguments: &[&str]) -> Output {
    Command::new(USHER)
        .arg("probe")
        .args(arguments)
        .output()
        .unwrap()
}

/// The members of the JSON document that `pointers` name.
fn told(arguments: &[&str], pointers: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output = probe(arguments);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let members = pointers
        .iter()
        .map(|pointer| document.pointer(pointer).cloned().unwrap_or_default())
        .collect();
    (output.status.code(), members)
}

#[test]
fn a_probe_tells_what_a_server_offers_and_runs_one_thing() {
    let check = |errand: &[&str], pointers: &[&str], expected: (Option<i32>, Vec<Value>)| {
        let arguments = [errand, &["--json", "--", USHER, "--demo-server"]].concat();
        assert_eq!(
            told(&arguments, pointers),
            expected,
            "exit code and findings of usher probe {}",
            errand.join(" ")
        );
    };
    check(
        &[],
        &["/ok", "/agreed/serverInfo/name", "/failure", "/run"],
        (
            Some(0),
            vec![json!(true), json!("usher-demo"), Value::Null, Value::Null],
        ),
    );
    check(
        &["--era", "legacy", "--call", "greet", r#"{"name":"Ada"}"#],
        &["/ok", "/agreed/era", "/run/isError"],
        (Some(0), vec![json!(true), json!("legacy"), json!(false)]),
    );
    check(
        &["--call", "no_such_tool", "{}"],
        &["/ok", "/failure"],
        (Some(1), vec![json!(false), Value::Null]),
    );
}

#[test]
fn a_server_that_does_not_start_is_diagnosed_in_words() {
    let output = probe(&["usher-has-no-such-program"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        (output.status.code(), text.lines().next()),
        (
            Some(1),
            Some("Command “usher-has-no-such-program” was not found on your PATH.")
        ),
        "the words are those of the window"
    );
}

#[test]
fn wrong_usage_is_told_apart_from_a_server_that_fails() {
    let check = |arguments: &[&str], expected: &str| {
        let output = probe(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), said.lines().next()),
            (Some(2), Some(expected)),
            "usher probe {}",
            arguments.join(" ")
        );
    };
    check(
        &[],
        "usher probe: Enter a URL, or a command with its arguments.",
    );
    check(
        &["https://user:pass@example.test/mcp"],
        "usher probe: url: Remove the user name and password from the URL. Enter them as a secret header, such as Authorization.",
    );
}

/// Serves MCP at an address: at `/modern` without a handshake, elsewhere with one. Returns its origin.
fn serve() -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || while answer(&stream).is_some() {});
        }
    });
    origin
}

/// Answers one request; `None` when there are no more.
fn answer(mut stream: &TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let small = line.to_ascii_lowercase();
        if let Some(value) = small.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
        head += &line;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let message: Value = serde_json::from_slice(&body).unwrap_or_default();
    let modern = head.starts_with("POST /modern ");
    let result = match message["method"].as_str() {
        Some("server/discover") if modern => json!({
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"prompts": {}},
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "stub", "version": "2"}},
        }),
        Some("initialize") if !modern => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "stub", "version": "1"},
        }),
        Some("tools/list") => {
            let tool =
                json!({"name": "add", "description": "Adds.", "inputSchema": {"type": "object"}});
            json!({"tools": [tool]})
        }
        Some("tools/call") => json!({"content": [{"type": "text", "text": "42"}]}),
        Some("prompts/list") => {
            json!({"resultType": "complete", "prompts": [{"name": "ask"}]})
        }
        Some("prompts/get") => json!({"resultType": "complete", "messages": []}),
        _ => Value::Null,
    };
    let (status, body) = match &message["id"] {
        Value::Null if head.starts_with("POST") => ("202 Accepted", String::new()),
        Value::Null => ("405 Method Not Allowed", String::new()),
        _ if result.is_null() => ("404 Not Found", String::new()),
        id => (
            "200 OK",
            json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string(),
        ),
    };
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(answer.as_bytes()).ok()
}

#[test]
fn a_server_behind_an_address_is_told_of_in_words() {
    let origin = serve();
    let check = |arguments: &[&str], expected: &str| {
        let output = probe(arguments);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        // How long connecting took is nobody's promise.
        let lines: Vec<&str> = said
            .lines()
            .map(|line| {
                line.split_once(", connected")
                    .map_or(line, |(line, _)| line)
            })
            .collect();
        let said = lines.join("\n") + "\n";
        assert_eq!(
            (output.status.code(), said.replace(&origin, "ORIGIN")),
            (Some(0), expected.to_owned()),
            "usher probe {}",
            arguments.join(" ")
        );
    };
    check(
        &[&format!("{origin}/mcp"), "--call", "add", "{}"],
        r#"stub 1 (reported by server)
MCP 2025-11-25 (legacy)
Streamable HTTP: ORIGIN/mcp
Capabilities: tools

Tools: 1
  add: Adds.

Result:
{
  "content": [
    {
      "type": "text",
      "text": "42"
    }
  ]
}
"#,
    );
    check(
        &[
            "--era",
            "modern",
            &format!("{origin}/modern"),
            "--get",
            "ask",
            "{}",
        ],
        r#"stub 2 (reported by server)
MCP 2026-07-28 (modern)
Streamable HTTP: ORIGIN/modern
Capabilities: prompts

Prompts: 1
  ask

Result:
{
  "resultType": "complete",
  "messages": []
}
"#,
    );
}

#[test]
fn what_was_run_is_told_as_the_server_said_it() {
    let check = |errand: &[&str], pointers: &[&str], expected: (Option<i32>, Vec<Value>)| {
        let arguments = [errand, &["--json", "--", USHER, "--demo-server"]].concat();
        assert_eq!(
            told(&arguments, pointers),
            expected,
            "exit code and findings of usher probe {}",
            errand.join(" ")
        );
    };
    check(
        &["--read", "demo://guide/house-rules.txt"],
        &["/ok", "/run/isError", "/run/result/contents/0/uri"],
        (
            Some(0),
            vec![
                json!(true),
                json!(false),
                json!("demo://guide/house-rules.txt"),
            ],
        ),
    );
    check(
        &["--get", "daily_briefing", "{}"],
        &["/ok", "/run/isError", "/run/result/messages/0/role"],
        (Some(0), vec![json!(true), json!(false), json!("user")]),
    );
    check(
        &["--read", "demo://no/such/thing"],
        &["/ok", "/failure", "/run/error/code", "/run/error/data/uri"],
        (
            Some(1),
            vec![
                json!(false),
                Value::Null,
                json!(-32002),
                json!("demo://no/such/thing"),
            ],
        ),
    );
    check(
        &["--era", "modern"],
        &["/ok", "/failure/summary"],
        (
            Some(1),
            vec![
                json!(false),
                json!(format!(
                    "Command “{USHER}” doesn’t support protocol version 2026-07-28."
                )),
            ],
        ),
    );
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_wrong_usage() {
    use std::os::unix::ffi::OsStrExt as _;
    let odd = std::ffi::OsStr::from_bytes(b"\xff");
    let output = Command::new(USHER)
        .args(["probe", "--json", "--", USHER, "--demo-server"])
        .arg(odd)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        (output.status.code(), said.lines().next()),
        (Some(2), Some("usher probe: \u{fffd} is not valid text.")),
        "nothing of the command line is dropped"
    );
}

#[test]
fn a_command_line_without_a_server_is_answered_in_the_terminal() {
    let check = |argument: &str, expected: (Option<i32>, &str, &str)| {
        let output = Command::new(USHER).arg(argument).output().unwrap();
        let start = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            text.lines().next().unwrap_or_default().to_owned()
        };
        let (out, err) = (start(&output.stdout), start(&output.stderr));
        assert_eq!(
            (output.status.code(), out.as_str(), err.as_str()),
            expected,
            "usher {argument}"
        );
    };
    let version = concat!("usher ", env!("CARGO_PKG_VERSION"));
    check("--version", (Some(0), version, ""));
    let help = "usher                    open the window";
    check("--help", (Some(0), help, ""));
    check("-h", (Some(0), help, ""));
    let unknown = "usher: There is no command prob.";
    check("prob", (Some(2), "", unknown));
}

#[cfg(target_os = "linux")]
#[test]
fn the_terminal_program_links_no_web_view() {
    let libraries = |program: &str| {
        let bytes = std::fs::read(program).unwrap();
        ["libwebkit2gtk-4.1.so", "libgtk-3.so"].map(|library| {
            let needle = library.as_bytes();
            bytes.windows(needle.len()).any(|part| part == needle)
        })
    };
    let desktop = env!("CARGO_BIN_EXE_usher-desktop");
    assert_eq!(libraries(desktop), [true, true], "the window does");
    assert_eq!(
        libraries(USHER),
        [false, false],
        "it starts once per server"
    );
}

/// Agents start the terminal program on computers without a display, too.
#[test]
#[cfg(target_os = "linux")]
fn the_terminal_program_is_linked_without_a_web_view() {
    let libraries = |program: &str| {
        let output = Command::new("ldd").arg(program).output().unwrap();
        let listed = String::from_utf8(output.stdout).unwrap();
        let names = listed.split_whitespace().map(str::to_lowercase);
        let of_windows = |name: &String| {
            ["gtk", "webkit", "wayland", "x11", "xcb"]
                .iter()
                .any(|part| name.contains(part))
        };
        names.filter(of_windows).collect::<Vec<_>>()
    };
    assert_eq!(libraries(USHER), Vec::<String>::new());
    let window = libraries(env!("CARGO_BIN_EXE_usher-desktop"));
    assert_ne!(
        window,
        Vec::<String>::new(),
        "the window is, and that is seen"
    );
}
