//! The two releases of the official suite: where they are, which scenarios they have, how they are started.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step;

/// A release of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suite {
    /// The one npm calls the latest. Its servers speak one version whatever is asked for.
    Released,
    /// The newest one, which knows 2026-07-28 and changes what its servers speak.
    Newest,
}

/// One run: a scenario at one protocol version.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scenario {
    /// Its name in the suite.
    pub(crate) name: String,
    /// The protocol version on the wire, or [`AS_IT_IS`].
    pub(crate) wire: String,
}

/// Stands for the version the suite picks by itself.
pub(crate) const AS_IT_IS: &str = "as-it-is";

/// The newest version.
pub(crate) const NEWEST_WIRE: &str = "2026-07-28";

/// Stands for the scenarios that belong to no version.
pub(crate) const EXTENSIONS: &str = "extensions";

impl Scenario {
    /// The version to ask the suite for.
    pub(crate) fn version(&self) -> Option<&str> {
        (self.wire != AS_IT_IS).then_some(&*self.wire)
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Released => "0.1.16",
            Self::Newest => "0.2.0-alpha.12",
        })
    }
}

impl Suite {
    /// Asks the suite for its client scenarios.
    pub(crate) fn scenarios(self, node: &Path) -> Result<Vec<Scenario>, String> {
        let mut list = self.program(node);
        list.args(["list", "--client"]);
        let printed = step::stdout_of(&mut list)
            .ok_or_else(|| format!("the suite {self} does not list its scenarios"))?;
        let found = read_list(&printed, self);
        if found.is_empty() {
            return Err(format!(
                "the suite {self} lists no client scenarios:\n{printed}"
            ));
        }
        Ok(found)
    }

    /// Asks the suite for the scenarios of servers that belong to no version.
    pub(crate) fn server_extensions(self, node: &Path) -> Result<Vec<String>, String> {
        let mut list = self.program(node);
        list.args(["list", "--server"]);
        let printed = step::stdout_of(&mut list)
            .ok_or_else(|| format!("the suite {self} does not list its scenarios"))?;
        let names = printed.lines().filter_map(|line| {
            let name = line
                .trim()
                .strip_prefix("- ")?
                .strip_suffix(" [extension]")?;
            Some(name.to_owned())
        });
        Ok(names.collect())
    }

    /// The suite with our client in it; what it finds goes into a folder.
    pub(crate) fn client(self, node: &Path, results: &Path) -> Command {
        let mut command = self.program(node);
        command.args(["client", "--command", &driver(), "--output-dir"]);
        command.arg(results);
        command
    }

    fn program(self, node: &Path) -> Command {
        let mut command = step::command(&node.to_string_lossy(), &[]);
        command.arg(self.file());
        command
    }

    /// The suite itself, for Node.
    pub(crate) fn file(self) -> PathBuf {
        let installed = home().join(self.to_string());
        installed.join("node_modules/@modelcontextprotocol/conformance/dist/index.js")
    }
}

/// Lines like `  - tools_call [2025-06-18,2025-11-25]`.
fn read_list(printed: &str, suite: Suite) -> Vec<Scenario> {
    let mut found = Vec::new();
    for line in printed.lines() {
        let Some((name, wires)) = line
            .trim()
            .strip_prefix("- ")
            .and_then(|line| line.split_once(" ["))
        else {
            continue;
        };
        let wires: Vec<&str> = match suite {
            Suite::Released => vec![AS_IT_IS],
            Suite::Newest => wires.trim_end_matches(']').split(',').collect(),
        };
        for wire in wires {
            // Extensions are on no version's list.
            let wire = if wire == "extension" { AS_IT_IS } else { wire };
            found.push(Scenario {
                name: name.to_owned(),
                wire: wire.to_owned(),
            });
        }
    }
    found
}

/// Where the suites and the list of failures live.
pub(crate) fn home() -> PathBuf {
    step::root().join("tests").join("conformance")
}

/// Our client. The suite splits the command at spaces, so a path from the workspace's root is safer.
fn driver() -> String {
    let name = format!("usher-conformance{}", std::env::consts::EXE_SUFFIX);
    let built = step::target().join("debug").join(name);
    let near = built.strip_prefix(step::root()).unwrap_or(&built);
    near.to_string_lossy().into_owned()
}

/// The Node installed with the suites, or the system's.
pub(crate) fn node() -> Result<PathBuf, String> {
    let program = format!("node{}", std::env::consts::EXE_SUFFIX);
    let packages = home().join("node").join("node_modules");
    let installed = std::fs::read_dir(&packages)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .map(|package| package.join("bin").join(&program))
        .find(|node| node.exists());
    if let Some(node) = installed {
        return Ok(node);
    }
    let version = step::stdout_of(Command::new("node").arg("--version")).unwrap_or_default();
    let major = version.trim().trim_start_matches('v').split('.').next();
    match major.and_then(|major| major.parse::<u32>().ok()) {
        Some(major) if major >= 22 => Ok("node".into()),
        _ => Err("the conformance suites need Node 22 or newer, and npm has none for this system: install it from https://nodejs.org".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_of_a_scenario_is_a_run() {
        let printed = "Client scenarios (test against a client):\n  - a/b [2025-11-25,2026-07-28]\n  - c [extension]\n";
        let check = |suite, expected: &[(&str, &str)]| {
            let found = read_list(printed, suite);
            let found: Vec<_> = found.iter().map(|run| (&*run.name, &*run.wire)).collect();
            assert_eq!(found, expected, "the runs of {suite}");
        };
        check(
            Suite::Newest,
            &[
                ("a/b", "2025-11-25"),
                ("a/b", "2026-07-28"),
                ("c", AS_IT_IS),
            ],
        );
        check(Suite::Released, &[("a/b", AS_IT_IS), ("c", AS_IT_IS)]);
    }
}
