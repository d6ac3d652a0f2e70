//! The official server suites against a conformance server: directly, and through Usher's HTTP endpoint. Not one check
//! may come out otherwise. What may stands with its reason in `tests/conformance/gateway-differences.txt`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::checks;
use super::expected::Expected;
use super::program::{self, Limited};
use super::suite::{self, Suite};
use crate::step;

/// All scenarios of a version, one after another.
const LONGEST: Duration = Duration::from_mins(6);

/// What each suite is asked for: a version on the wire, or all that the suite picks by itself.
const RUNS: [(Suite, &str); 5] = [
    (Suite::Released, suite::AS_IT_IS),
    (Suite::Newest, "2025-03-26"),
    (Suite::Newest, "2025-06-18"),
    (Suite::Newest, "2025-11-25"),
    (Suite::Newest, "2026-07-28"),
];

/// Scenarios, each with what its checks came to.
type Found = BTreeMap<String, Vec<String>>;

/// Runs the suites both ways. What is otherwise through Usher, and is not expected to be, is returned.
pub(crate) fn compare(node: &Path, results: &Path) -> Result<Vec<String>, String> {
    let expected = Expected::read(&suite::home().join("gateway-differences.txt"))?;
    let mut problems = Vec::new();
    for (suite, wire) in RUNS {
        let folder = results.join("gateway").join(suite.to_string()).join(wire);
        let directly = {
            let server = Running::server(node)?;
            run(
                node,
                suite,
                wire,
                &folder.join("directly"),
                &server.address,
                None,
            )?
        };
        let through = {
            let server = Running::server(node)?;
            let gateway = Running::gateway(&server.address, era(wire))?;
            let token = Some(gateway.token.as_str());
            run(
                node,
                suite,
                wire,
                &folder.join("through-usher"),
                &gateway.address,
                token,
            )?
        };
        problems.extend(judge(suite, wire, &directly, &through, &expected));
    }
    problems.extend(expected.stale());
    Ok(problems)
}

/// The era that Usher speaks to the server in: the one that the suite speaks, so that both are held to the same.
fn era(wire: &str) -> &'static str {
    if wire == "2026-07-28" {
        "modern"
    } else {
        "legacy"
    }
}

fn judge(
    suite: Suite,
    wire: &str,
    directly: &Found,
    through: &Found,
    expected: &Expected,
) -> Vec<String> {
    println!("\n  {suite} {wire}, servers directly and through Usher");
    let mut problems = Vec::new();
    if directly.is_empty() {
        problems.push(format!("{suite} {wire}: the suite ran no scenario"));
    }
    let mut same = 0;
    for (name, checks) in directly {
        let found = through.get(name);
        let is_same = found == Some(checks);
        let reason = expected.reason_of(suite, name, wire);
        let because = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        match (is_same, reason) {
            (true, None) => same += 1,
            (true, Some(_)) => problems.push(format!(
                "{suite} {name} {wire} is the same through Usher: take it out of the list"
            )),
            (false, _) => {
                println!("  ✗ {name}{because}");
                for check in found
                    .into_iter()
                    .flatten()
                    .filter(|one| !checks.contains(one))
                {
                    println!("      {check}");
                }
                if reason.is_none() {
                    problems.push(format!("{suite} {name} {wire} is otherwise through Usher"));
                }
            }
        }
    }
    println!("  {same} of {} scenarios are the same", directly.len());
    problems
}

fn run(
    node: &Path,
    suite: Suite,
    wire: &str,
    folder: &Path,
    address: &str,
    token: Option<&str>,
) -> Result<Found, String> {
    let mut command = step::command(&node.to_string_lossy(), &[]);
    if let Some(token) = token {
        let authorize = suite::home().join("authorize.mjs");
        command.arg("--import").arg(authorize);
        command
            .env("USHER_ADDRESS", address)
            .env("USHER_TOKEN", token);
    }
    command.arg(suite.file());
    command.args(["server", "--url", address, "--suite", "all", "--output-dir"]);
    command.arg(folder);
    if wire != suite::AS_IT_IS {
        command.args(["--spec-version", wire]);
    }
    match program::run(command, LONGEST)? {
        Limited::TooLong => Err(format!("{suite} {wire} did not end in time")),
        // Whether checks failed does not matter: they are compared.
        Limited::Ended { .. } => found_in(folder),
    }
}

/// What each scenario wrote: `server-NAME-TIME/checks.json`.
fn found_in(folder: &Path) -> Result<Found, String> {
    let read = |error| format!("could not read {}: {error}", folder.display());
    let mut found = Found::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(name) = scenario(&name) else {
            continue;
        };
        let text = fs::read_to_string(path.join("checks.json")).unwrap_or_default();
        found.insert(name.to_owned(), checks::outcomes(&text));
    }
    Ok(found)
}

/// The scenario in the name of a folder: what stands before the time.
fn scenario(folder: &str) -> Option<&str> {
    let name = folder.strip_prefix("server-")?;
    let (at, _) = name
        .match_indices("-20")
        .find(|(at, _)| name.get(at + 11..at + 12) == Some("T"))?;
    name.get(..at)
}

/// A program that serves until it is dropped.
struct Running {
    child: Child,
    /// Its end is the end of the gateway.
    input: Option<ChildStdin>,
    address: String,
    token: String,
}

impl Running {
    /// The conformance server.
    fn server(node: &Path) -> Result<Self, String> {
        let mut command = step::command(&node.to_string_lossy(), &[]);
        command.arg(step::root().join("tests/peers/conformance/main.mts"));
        let (mut running, address) = Self::start(command)?;
        running.address = address;
        Ok(running)
    }

    /// Usher before a server.
    fn gateway(server: &str, era: &str) -> Result<Self, String> {
        let name = format!("usher-conformance-gateway{}", std::env::consts::EXE_SUFFIX);
        let built: PathBuf = step::target().join("debug").join(name);
        let mut command = Command::new(built);
        command.args([server, era]);
        let (mut running, said) = Self::start(command)?;
        let member = |name: &str| {
            let (_, rest) = said.split_once(&format!("\"{name}\":\""))?;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let (Some(address), Some(token)) = (member("url"), member("token")) else {
            return Err(format!("the gateway did not say where it is: {said}"));
        };
        running.address = address;
        running.token = token;
        Ok(running)
    }

    /// Starts a program, and returns the first line it prints.
    fn start(mut command: Command) -> Result<(Self, String), String> {
        let program = command.get_program().display().to_string();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command
            .spawn()
            .map_err(|error| format!("could not start {program}: {error}"))?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let running = Self {
            child,
            input,
            address: String::new(),
            token: String::new(),
        };
        let mut output = BufReader::new(output.ok_or("it has no output")?);
        let mut line = String::new();
        output
            .read_line(&mut line)
            .map_err(|error| format!("{program} said nothing: {error}"))?;
        if line.is_empty() {
            return Err(format!("{program} ended at once"));
        }
        // It goes on printing, and must not wait for a reader.
        thread::spawn(move || output.read_to_end(&mut Vec::new()));
        Ok((running, line.trim().to_owned()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let had_input = self.input.take().is_some();
        // What ends with its input is given a moment to stop its servers.
        for _ in 0..if had_input { 40 } else { 0 } {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_named_by_their_scenarios() {
        let cases = [
            ("server-ping-2026-11-26T10-00-00-000Z", Some("ping")),
            (
                "server-sep-2164-resource-not-found-2026-11-26T10-00-00-000Z",
                Some("sep-2164-resource-not-found"),
            ),
            ("client-ping-2026-11-26T10-00-00-000Z", None),
            ("server-ping", None),
        ];
        for (folder, expected) in cases {
            assert_eq!(scenario(folder), expected, "{folder}");
        }
    }
}
