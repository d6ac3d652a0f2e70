//! Processes as the system sees them: the driver, the app under it, and the servers under that.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// How long anything may take before a journey is called broken. Not a measure of anything.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Variables of an environment.
pub(super) type Env = Vec<(OsString, OsString)>;

/// Some process of this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process(pub u32);

impl Process {
    /// The words of its command line.
    pub fn command(self) -> Vec<String> {
        let text = std::fs::read(format!("/proc/{}/cmdline", self.0)).unwrap_or_default();
        text.split(|byte| *byte == 0)
            .filter(|word| !word.is_empty())
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect()
    }

    /// Asks it to end.
    pub fn terminate(self) {
        self.signal("-TERM");
    }

    /// Ends it at once, as a crash would.
    pub fn kill(self) {
        self.signal("-KILL");
    }

    /// Waits until it has ended.
    pub async fn wait_until_gone(self) {
        let gone = async {
            while is_alive(self) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, gone)
            .await
            .unwrap_or_else(|_| panic!("process {} does not end: {:?}", self.0, self.command()));
    }

    fn signal(self, signal: &str) {
        let sent = std::process::Command::new("kill")
            .args([signal, &self.0.to_string()])
            .status();
        assert!(
            sent.is_ok_and(|status| status.success()),
            "process {} could not be signalled: {:?}",
            self.0,
            self.command()
        );
    }
}

/// Whether a process runs. One that has ended but was not yet waited for does not.
pub fn is_alive(process: Process) -> bool {
    stat(process).is_some_and(|(state, _)| state != "Z")
}

/// The processes a process has started and that still run.
pub fn children_of(parent: Process) -> Vec<Process> {
    std::fs::read_dir("/proc")
        .expect("/proc can be listed")
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok().map(Process))
        .filter(|process| stat(*process).is_some_and(|(state, of)| state != "Z" && of == parent.0))
        .collect()
}

/// The process that has started a process, as long as both run.
pub fn parent_of(process: Process) -> Option<Process> {
    stat(process).map(|(_, parent)| Process(parent))
}

fn only_child_of(parent: Process) -> Process {
    match children_of(parent).as_slice() {
        [child] => *child,
        others => panic!(
            "{:?} should have started one process, not {others:?}",
            parent.command()
        ),
    }
}

fn stat(process: Process) -> Option<(String, u32)> {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", process.0)).ok()?;
    // The name in the middle is in brackets and may hold anything, brackets and spaces included.
    let (_, after_name) = text.rsplit_once(") ")?;
    let mut fields = after_name.split(' ');
    let state = fields.next()?.to_owned();
    let parent = fields.next()?.parse().ok()?;
    Some((state, parent))
}

/// How the app lets its web view draw: without a graphics card not through OpenGL, which would make a frame take twice
/// as long. A plain browser window is told the same, so that what is measured in it is true of the app.
pub(super) fn drawn_as_in_the_app() -> Vec<(OsString, OsString)> {
    if Path::new("/dev/dri").exists() {
        return vec![];
    }
    vec![("WEBKIT_DISABLE_DMABUF_RENDERER".into(), "1".into())]
}

/// Ends the driver, and all that it has started, once nobody holds the other end of its input: a test that fails or is
/// killed leaves nothing behind.
const UNTIL_LEFT: &str = r#""$@" & read -r end; kill -KILL 0"#;

/// A `WebKitWebDriver` for each app, which inherits its environment. Dropping it ends both.
pub(super) struct Driver {
    /// The shell of [`UNTIL_LEFT`], in a process group of its own.
    child: tokio::process::Child,
    port: u16,
}

impl Driver {
    pub(super) async fn start(env: &[(OsString, OsString)]) -> Self {
        let port = free_port();
        let child = tokio::process::Command::new("sh")
            .args(["-c", UNTIL_LEFT, "until-left"])
            .arg(driver_program())
            .arg("--host=127.0.0.1")
            .arg(format!("--port={port}"))
            .envs(env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .process_group(0)
            .spawn()
            .expect("a shell starts");
        let listening = async {
            while tokio::net::TcpStream::connect(("127.0.0.1", port))
                .await
                .is_err()
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, listening)
            .await
            .expect("WebKitWebDriver listens (Debian package webkit2gtk-driver)");
        Self { child, port }
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The app this driver has started.
    pub(super) fn app(&self) -> Process {
        let shell = Process(self.child.id().expect("the driver runs"));
        let driver = only_child_of(shell);
        only_child_of(only_child_of(driver))
    }

    /// Ends the driver, and its app if that still runs.
    pub(super) async fn stop(mut self) {
        drop(self.child.stdin.take());
        self.child.wait().await.expect("the driver ends");
    }
}

fn driver_program() -> PathBuf {
    std::env::var_os("USHER_WEBDRIVER")
        .map_or_else(|| PathBuf::from("WebKitWebDriver"), PathBuf::from)
}

/// A port of loopback that nobody listens at.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind(("127.0.0.1", 0))
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port()
}
