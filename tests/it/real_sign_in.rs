//! Signs in to servers on the SDKs of others, each its own authorization server.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use usher_api::operations::op;

use crate::server_sign_in::sign_in;
use crate::test_host::TestHost;

/// Longest a server may take to listen.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server of `tests/peers` that wants a sign-in, and runs for one test.
struct Peer {
    port: u16,
    _process: Child,
}

impl Peer {
    async fn start(program: &Path, script: &str, words: &[&str]) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("peers")
            .join(script);
        let free = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = free.local_addr().expect("its address").port();
        drop(free);
        let mut process = Command::new(program)
            .arg(&script)
            .args(words)
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("`cargo xtask setup` installs it");
        let listening = async {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                let ended = process.try_wait().expect("a child of ours");
                assert_eq!(ended, None, "{words:?} ended before it listened");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let listened = tokio::time::timeout(PATIENCE, listening).await;
        assert!(listened.is_ok(), "{words:?} does not listen");
        Self {
            port,
            _process: process,
        }
    }
}

/// Signs in and uses the server's tool.
async fn sign_in_and_add(peer: &Peer, name: &str) {
    let host = TestHost::open().await;
    let url = format!("http://127.0.0.1:{}/mcp", peer.port);
    let address = json!({ "kind": "http", "url": url, "headers": [] });
    let id = host.add(name, address).await;
    host.until_state(&id, "needsSignIn").await;
    sign_in(&host, &id, Value::Null).await;
    host.until_state(&id, "running").await;
    host.until_listed(&id).await;
    let call = json!({
        "callId": "sum", "serverId": id, "name": "add", "arguments": { "a": 1, "b": 2 },
        "check": "sendAnyway",
    });
    let outcome = host.call(op::ToolCall, call).await;
    assert!(
        outcome.to_string().contains("sum 3"),
        "{name} adds: {outcome}"
    );
    host.api.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn servers_of_the_python_sdk_are_signed_in_to() {
    let test = std::env::current_exe().expect("this program");
    let target = test.ancestors().nth(3).expect("the target folder");
    let python = target.join("peers-python").join("bin").join("python");
    for library in ["mcp", "fastmcp"] {
        let words = [library, "http", "sign-in"];
        let peer = Peer::start(&python, "python_peer.py", &words).await;
        Box::pin(sign_in_and_add(&peer, library)).await;
    }
}

#[tokio::test]
async fn a_server_of_the_typescript_sdk_is_signed_in_to() {
    let peer = Peer::start(Path::new("node"), "typescript_v1.mjs", &["sign-in"]).await;
    sign_in_and_add(&peer, "typescript").await;
}
