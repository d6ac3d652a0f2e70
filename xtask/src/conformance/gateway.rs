//! The official server suites against a conformance server: directly, through Usher over HTTP, and through
//! `usher connect`. Not one check may come out otherwise. What may stands with its reason in
//! `tests/conformance/gateway-differences.txt`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::checks::{self, Outcome};
use super::expected::Expected;
use super::program::{self, Limited};
use super::served_program::ServedProgram;
use super::suite::{self, Suite};
use crate::extent::Extent;
use crate::step;
use crate::usage;

/// All scenarios of a version, one after another.
const LONGEST: Duration = Duration::from_mins(6);

/// What each suite is asked for: a version on the wire, all that it picks by itself, or the extensions.
const RUNS: [(Suite, &str); 6] = [
    (Suite::Released, suite::AS_IT_IS),
    (Suite::Newest, OLD),
    (Suite::Newest, "2025-06-18"),
    (Suite::Newest, "2025-11-25"),
    (Suite::Newest, suite::NEWEST_WIRE),
    (Suite::Newest, suite::EXTENSIONS),
];

/// The protocol version that runs only in [`Extent::All`].
const OLD: &str = "2025-03-26";

/// What is said about HTTP itself: through `usher connect` it would be said about the bridge, which is no part of Usher.
const ABOUT_HTTP: [&str; 7] = [
    "dns-rebinding-protection",
    "http-custom-header-server-validation",
    "http-header-validation",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
    "server-sse-polling",
    "tasks-request-headers",
];

/// A way to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Directly,
    Http,
    Stdio,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::Directly => "directly",
            Self::Http => "http",
            Self::Stdio => "stdio",
        }
    }

    fn compares(self, scenario: &str) -> bool {
        self != Self::Stdio || !ABOUT_HTTP.contains(&scenario)
    }
}

/// Scenarios, each with what its checks came to.
type Found = BTreeMap<String, Vec<Outcome>>;

/// How many scenarios there were, and how many came out as they should.
#[derive(Default)]
struct Tally {
    good: usize,
    all: usize,
}

/// Runs the suites every way. Returns what is otherwise than expected.
pub(crate) fn compare(node: &Path, results: &Path, extent: Extent) -> Result<Vec<String>, String> {
    let runs = |wire: &str| extent == Extent::All || wire != OLD;
    let expected = Expected::read(&suite::home().join("gateway-differences.txt"))?;
    let mut problems = Vec::new();
    let mut tallies = [Tally::default(), Tally::default(), Tally::default()];
    for (suite, wire) in RUNS.into_iter().filter(|(_, wire)| runs(wire)) {
        let folder = results.join(suite.to_string()).join(wire);
        let found = |way| run(node, suite, wire, &folder, way, &[]);
        let ways = [Way::Directly, Way::Http, Way::Stdio];
        let works =
            ways.map(|way| -> Box<dyn FnOnce() -> _ + Send> { Box::new(move || found(way)) });
        let [directly, http, stdio] = usage::side_by_side(works.into())
            .try_into()
            .map_err(|_| "each way has an outcome")?;
        // The suite gives some answers little time: what is not as it should be is run once more, alone.
        let settled = |way, found: Found, otherwise: Vec<String>| {
            if otherwise.is_empty() {
                return Ok::<Found, String>(found);
            }
            let again = run(node, suite, wire, &folder.join("again"), way, &otherwise)?;
            Ok(found.into_iter().chain(again).collect())
        };
        let directly = directly?;
        let otherwise = failing(&directly);
        let directly = settled(Way::Directly, directly, otherwise)?;
        println!("\n  {suite} {wire}");
        if directly.is_empty() {
            problems.push(format!("{suite} {wire}: the suite ran no scenario"));
        }
        let judge = Judge {
            suite,
            wire,
            expected: &expected,
        };
        judge.directly(&directly, &mut tallies[0], &mut problems);
        let through = [(Way::Http, http), (Way::Stdio, stdio)];
        for ((way, through), tally) in through.into_iter().zip(&mut tallies[1..]) {
            let through = through?;
            let otherwise = different(way, &directly, &through);
            let through = settled(way, through, otherwise)?;
            judge.through(way, &directly, &through, tally, &mut problems);
        }
    }
    // What is listed for a version is `version/way`.
    let ran = |place: &str| place.split_once('/').is_some_and(|(wire, _)| runs(wire));
    problems.extend(expected.stale(ran));
    let [directly, http, stdio] = &tallies;
    println!(
        "\n  {} of {} scenarios pass directly; {} of {} are the same over HTTP, {} of {} through usher connect",
        directly.good, directly.all, http.good, http.all, stdio.good, stdio.all
    );
    Ok(problems)
}

/// The scenarios with a check that the suite is not content with.
fn failing(found: &Found) -> Vec<String> {
    let is_bad = |checks: &Vec<Outcome>| checks.iter().any(Outcome::is_bad);
    let failing = found.iter().filter(|(_, checks)| is_bad(checks));
    failing.map(|(name, _)| name.clone()).collect()
}

/// The scenarios that came out otherwise than directly.
fn different(way: Way, directly: &Found, through: &Found) -> Vec<String> {
    let compared = directly.iter().filter(|(name, _)| way.compares(name));
    let different = compared.filter(|(name, checks)| through.get(*name) != Some(checks));
    different.map(|(name, _)| name.clone()).collect()
}

/// The era that Usher speaks to the server in: the one that the suite speaks, so that both are held to the same.
fn era(wire: &str) -> &'static str {
    match wire {
        suite::NEWEST_WIRE | suite::EXTENSIONS => "modern",
        _ => "legacy",
    }
}

/// Judges the scenarios of one run.
struct Judge<'a> {
    suite: Suite,
    wire: &'a str,
    expected: &'a Expected,
}

impl Judge<'_> {
    fn reason(&self, scenario: &str, way: Way) -> Option<&str> {
        let place = format!("{}/{}", self.wire, way.name());
        self.expected.reason_of(self.suite, scenario, &place)
    }

    fn directly(&self, found: &Found, tally: &mut Tally, problems: &mut Vec<String>) {
        for (name, checks) in found {
            tally.all += 1;
            let bad: Vec<_> = checks.iter().filter(|check| check.is_bad()).collect();
            let reason = self.reason(name, Way::Directly);
            if bad.is_empty() {
                tally.good += 1;
            } else {
                report(name, Way::Directly, reason, &bad);
            }
            self.note(name, Way::Directly, bad.is_empty(), reason, problems);
        }
    }

    fn through(
        &self,
        way: Way,
        directly: &Found,
        through: &Found,
        tally: &mut Tally,
        problems: &mut Vec<String>,
    ) {
        let compared = directly.iter().filter(|(name, _)| way.compares(name));
        for (name, checks) in compared {
            tally.all += 1;
            let found = through.get(name).map_or(&[][..], Vec::as_slice);
            let is_same = found == checks.as_slice();
            let reason = self.reason(name, way);
            if is_same {
                tally.good += 1;
            } else {
                let other: Vec<_> = found.iter().filter(|one| !checks.contains(one)).collect();
                report(name, way, reason, &other);
            }
            self.note(name, way, is_same, reason, problems);
        }
    }

    /// Takes note of what is otherwise than the list says.
    fn note(
        &self,
        name: &str,
        way: Way,
        is_good: bool,
        reason: Option<&str>,
        problems: &mut Vec<String>,
    ) {
        let Self { suite, wire, .. } = self;
        let way = way.name();
        match (is_good, reason) {
            (true, Some(_)) => problems.push(format!(
                "{suite} {name} {wire}/{way} is as it should be: take it out of the list"
            )),
            (false, None) => problems.push(format!("{suite} {name} {wire}/{way} is otherwise")),
            _ => {}
        }
    }
}

fn report(name: &str, way: Way, reason: Option<&str>, checks: &[&Outcome]) {
    let because = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
    println!("  ✗ {name} {}{because}", way.name());
    for check in checks {
        println!("      {check}");
    }
}

fn run(
    node: &Path,
    suite: Suite,
    wire: &str,
    folder: &Path,
    way: Way,
    only: &[String],
) -> Result<Found, String> {
    let folder = folder.join(way.name());
    let server = ServedProgram::server()?;
    let gateway = match way {
        Way::Directly => None,
        Way::Http | Way::Stdio => Some(ServedProgram::gateway(server.address(), era(wire))?),
    };
    let mut command = step::command(&node.to_string_lossy(), &[]);
    let address = match (&gateway, way) {
        (Some(gateway), Way::Http) => {
            let authorize = suite::home().join("authorize.mjs");
            command.arg("--import").arg(authorize);
            command
                .env("USHER_ADDRESS", gateway.address())
                .env("USHER_TOKEN", gateway.said("token")?);
            gateway.address().to_owned()
        }
        (Some(gateway), _) => gateway.said("bridge")?,
        (None, _) => server.address().to_owned(),
    };
    command.arg(suite.file());
    command.args(["server", "--url", &address, "--output-dir"]);
    command.arg(&folder);
    if ![suite::AS_IT_IS, suite::EXTENSIONS].contains(&wire) {
        command.args(["--spec-version", wire]);
    }
    let alone = match (only, wire) {
        ([], suite::EXTENSIONS) => suite.server_extensions(node)?,
        _ => only.to_vec(),
    };
    for scenario in &alone {
        let mut one = program::again(&command);
        one.args(["--scenario", scenario]);
        finish(one, suite, wire, &format!("{} {scenario}", way.name()))?;
    }
    if alone.is_empty() {
        command.args(["--suite", "all"]);
        finish(command, suite, wire, way.name())?;
    }
    found_in(&folder)
}

/// Whether checks failed does not matter here: they are compared.
fn finish(
    command: std::process::Command,
    suite: Suite,
    wire: &str,
    what: &str,
) -> Result<(), String> {
    let began = Instant::now();
    let ended = program::run(command, LONGEST)?;
    usage::add_test(&format!("{suite} {wire} {what}"), began.elapsed());
    match ended {
        Limited::TooLong => Err(format!("{suite} {wire} did not end in time")),
        Limited::Ended { .. } => Ok(()),
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

    #[test]
    fn a_scenario_is_otherwise_unless_every_check_is_the_same() {
        let check = |name: &str, status: &str| Outcome::new("id", name, status);
        let directly = Found::from([
            ("same".to_owned(), vec![check("a", "SUCCESS")]),
            ("worse".to_owned(), vec![check("a", "SUCCESS")]),
            ("ping".to_owned(), vec![check("a", "FAILURE")]),
            ("server-sse-polling".to_owned(), vec![check("a", "SUCCESS")]),
        ]);
        let through = Found::from([
            ("same".to_owned(), vec![check("a", "SUCCESS")]),
            ("worse".to_owned(), vec![check("a", "WARNING")]),
        ]);
        let expected = Expected::of("0.1.16 ping w/directly # it does").expect("a list");
        let judge = Judge {
            suite: Suite::Released,
            wire: "w",
            expected: &expected,
        };
        let (mut problems, mut tally) = (Vec::new(), Tally::default());
        judge.directly(&directly, &mut tally, &mut problems);
        assert_eq!((tally.good, tally.all, problems.len()), (3, 4, 0));
        let mut tally = Tally::default();
        judge.through(Way::Stdio, &directly, &through, &mut tally, &mut problems);
        assert_eq!(
            (tally.good, tally.all),
            (1, 3),
            "what is about HTTP is not compared"
        );
        assert_eq!(
            problems,
            [
                "0.1.16 ping w/stdio is otherwise",
                "0.1.16 worse w/stdio is otherwise",
            ]
        );
    }
}
