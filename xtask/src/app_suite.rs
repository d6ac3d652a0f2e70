//! The public suite of checks for hosts of MCP Apps, in the real window. It is not part of this repository: it runs
//! somewhere, or is fetched for the run and runs here.

use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::conformance;
use crate::session::{self, Display};
use crate::setup;
use crate::step::{self, Outcome};

/// The address at which the suite is reached, or [`FETCH`].
const ADDRESS: &str = "USHER_APP_SUITE";

/// Has the suite fetched, built and started. It is other people's program, so nobody gets it unasked.
const FETCH: &str = "fetch";

const SOURCE: &str = "https://github.com/alpic-ai/mcp-app-conformance";

/// How long its server may take to start.
const STARTS_WITHIN: Duration = Duration::from_mins(1);

/// Runs the suite, if the person says where it is.
pub(crate) fn run() -> Outcome {
    let Ok(wanted) = env::var(ADDRESS) else {
        println!(
            "the public suite for hosts of MCP Apps is not run: set {ADDRESS} to the address of its server, or to `{FETCH}`"
        );
        return Ok(());
    };
    if wanted != FETCH {
        return checks(&wanted);
    }
    let server = Server::fetched()?;
    checks(&server.address)
}

fn checks(address: &str) -> Outcome {
    step::run(step::app_build())?;
    let journeys = ["--features", "usher-tests/app-suite", "--test", "journeys"];
    let mut journey = step::with_everything("test", &journeys);
    journey.args(["--", "--nocapture", "the_public_suite"]);
    journey.env(ADDRESS, address);
    step::run(session::wrap(journey, Display::Virtual(0))?)
}

/// The server of the suite, until dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// Fetches the suite, builds it, and starts its server on a free port.
    fn fetched() -> Result<Self, String> {
        setup::for_conformance()?;
        let node = conformance::node()?;
        let folder = step::target().join("app-suite");
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .map_err(|error| format!("could not remove {}: {error}", folder.display()))?;
        }
        let to = folder.to_string_lossy();
        step::run(step::command(
            "git",
            &["clone", "--depth", "1", SOURCE, &to],
        ))?;
        let revision =
            step::stdout_of(&mut step::command("git", &["-C", &to, "rev-parse", "HEAD"]));
        println!("  revision {}", revision.unwrap_or_default().trim());
        for words in [&["ci", "--no-audit", "--no-fund"][..], &["run", "build"]] {
            let mut npm = step::npm(words, &folder);
            found_first(&mut npm, &node)?;
            step::run(npm)?;
        }
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .and_then(|free| free.local_addr())
            .map_err(|error| format!("there is no free port: {error}"))?
            .port();
        // Not by `npm start`, which would leave it behind when it is killed.
        let process = step::command(&node.to_string_lossy(), &["dist/server/main.js"])
            .current_dir(&folder)
            .env("PORT", port.to_string())
            .spawn()
            .map_err(|error| format!("could not start the suite: {error}"))?;
        let server = Self {
            process,
            address: format!("http://127.0.0.1:{port}/mcp"),
        };
        let began = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if began.elapsed() > STARTS_WITHIN {
                return Err(format!("the suite does not listen at {}", server.address));
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Puts the Node of the suites at the front of a command's PATH.
fn found_first(command: &mut Command, node: &Path) -> Outcome {
    let folder = node.parent().map(Path::to_path_buf);
    let behind = env::var_os("PATH").unwrap_or_default();
    let folders = folder.into_iter().chain(env::split_paths(&behind));
    let path = env::join_paths(folders).map_err(|error| format!("PATH cannot be set: {error}"))?;
    command.env("PATH", path);
    Ok(())
}
