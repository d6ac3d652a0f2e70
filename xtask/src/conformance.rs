//! `cargo xtask conformance`: the official suites hold our client to the specification, and what passes through Usher
//! to what a server says itself.
//!
//! Each scenario runs alone at each protocol version it applies to, in the suite's strict mode; then come the suites'
//! own collections. What may fail stands with its reason in `tests/conformance/expected-failures.txt`: a failure that
//! is not listed fails the command, and so does a listed one that passes by now.

mod checks;
mod expected;
mod gateway;
mod program;
mod served_program;
mod suite;
mod verdict;

pub(crate) use suite::node;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::setup;
use crate::step::{self, Outcome};
use expected::Expected;
use program::Limited;
use suite::{Scenario, Suite};
use verdict::Verdict;

/// The client ends itself after 25 s; the suite needs a moment before and after.
const LONGEST_RUN: Duration = Duration::from_mins(1);

/// All scenarios of a collection run side by side.
const LONGEST_COLLECTION: Duration = Duration::from_mins(3);

/// Which collections of which suite are run for their summaries.
const COLLECTIONS: [(Suite, [&str; 2]); 5] = [
    (Suite::Released, ["--suite", "all"]),
    (Suite::Newest, ["--suite", "all"]),
    (Suite::Newest, ["--suite", "extensions"]),
    (Suite::Newest, ["--requirements", "2025-11-25"]),
    (Suite::Newest, ["--requirements", "2026-07-28"]),
];

/// Names the comparison through Usher, to run it alone.
const GATEWAY: &str = "gateway";

/// Judged by the clock, so it runs alone.
const BY_THE_CLOCK: &str = "sse-retry";

/// What every run needs.
struct Trial {
    node: PathBuf,
    /// Where the suites write what they found.
    results: PathBuf,
    expected: Expected,
}

/// What the runs are made with.
const PROGRAMS: [&str; 6] = [
    "--bin",
    "usher-conformance",
    "--bin",
    "usher-conformance-gateway",
    "--bin",
    "conformance_server",
];

/// Runs all scenarios, or those whose names contain one of `only`.
pub(crate) fn run(only: &[String]) -> Outcome {
    setup::for_conformance()?;
    step::run(step::with_everything("build", &PROGRAMS))?;
    if only.iter().any(|part| part == GATEWAY) {
        return judge_gateway();
    }
    judge(only)?;
    if only.is_empty() {
        judge_gateway()?;
    }
    Ok(())
}

/// Compares what servers say directly and through Usher, where everything is set up and built.
pub(crate) fn judge_gateway() -> Outcome {
    let trial = Trial::prepare("gateway")?;
    let problems = gateway::compare(&trial.node, &trial.results)?;
    trial.ended(&problems)
}

/// Holds the client to the suites, where everything is set up and built.
pub(crate) fn judge(only: &[String]) -> Outcome {
    let trial = Trial::prepare("client")?;
    let mut problems = Vec::new();
    for suite in [Suite::Released, Suite::Newest] {
        let mut scenarios = suite.scenarios(&trial.node)?;
        scenarios.retain(|scenario| {
            only.is_empty()
                || only
                    .iter()
                    .any(|part| scenario.name.contains(part.as_str()))
        });
        problems.extend(trial.alone(suite, &scenarios)?);
    }
    if only.is_empty() {
        problems.extend(trial.expected.stale());
        for (suite, collection) in COLLECTIONS {
            problems.extend(trial.together(suite, collection)?);
        }
    }
    trial.ended(&problems)
}

impl Trial {
    fn prepare(results: &str) -> Result<Self, String> {
        let results = step::target().join("conformance").join(results);
        if results.exists() {
            fs::remove_dir_all(&results)
                .map_err(|error| format!("could not empty {}: {error}", results.display()))?;
        }
        Ok(Self {
            node: suite::node()?,
            results,
            expected: Expected::read(&suite::home().join("expected-failures.txt"))?,
        })
    }

    /// What the runs came to.
    fn ended(&self, problems: &[String]) -> Outcome {
        println!(
            "\n  Everything the suites said is in {}",
            self.results.display()
        );
        if problems.is_empty() {
            return Ok(());
        }
        Err(format!(
            "the suites say otherwise than the lists in tests/conformance:\n    {}",
            problems.join("\n    ")
        ))
    }

    /// Runs scenarios one after another, with a line for each. What is otherwise than expected is returned.
    fn alone(&self, suite: Suite, scenarios: &[Scenario]) -> Result<Vec<String>, String> {
        println!("\n  {suite}, each scenario alone, strict");
        let mut problems = Vec::new();
        let (mut passed, mut checks) = (0, 0);
        for scenario in scenarios {
            let Scenario { name, wire } = scenario;
            let folder = self.results.join(suite.to_string()).join(wire);
            let folder = folder.join(name.replace('/', "."));
            let mut command = suite.client(&self.node, &folder);
            command.args(["--scenario", name]);
            if let Some(version) = scenario.version() {
                command.args(["--spec-version", version]);
            }
            let verdict = verdict::of(&program::run(command, LONGEST_RUN)?, &folder);
            let reason = self.expected.reason(suite, scenario);
            let because = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
            let mark = verdict.mark();
            println!("  {mark} {name:<44} {wire:<10}  {verdict}{because}");
            match (&verdict, reason) {
                (Verdict::Passed { succeeded }, None) => {
                    passed += 1;
                    checks += succeeded;
                }
                (Verdict::Passed { .. }, Some(_)) => problems.push(format!(
                    "{suite} {name} {wire} passes: take it out of the list"
                )),
                (_, None) => problems.push(format!("{suite} {name} {wire}: {verdict}")),
                (_, Some(_)) => {}
            }
        }
        let all = scenarios.len();
        println!("  {passed} of {all} runs passed as they should, with {checks} checks");
        Ok(problems)
    }

    /// Runs one of the suite's own collections and prints its summary.
    fn together(&self, suite: Suite, collection: [&str; 2]) -> Result<Vec<String>, String> {
        let name = collection.join(" ");
        println!("\n  {suite} {name}");
        let folder = collection.join("-").trim_start_matches('-').to_owned();
        let folder = self.results.join(suite.to_string()).join(folder);
        let mut command = suite.client(&self.node, &folder);
        command.args(collection);
        let Limited::Ended { success, output } = program::run(command, LONGEST_COLLECTION)? else {
            return Ok(vec![format!("{suite} {name} did not end in time")]);
        };
        let Some((_, summary)) = output.split_once("=== SUITE SUMMARY ===") else {
            return Ok(vec![format!(
                "{suite} {name} printed no summary:\n{output}"
            )]);
        };
        for line in summary.lines().filter(|line| !line.trim().is_empty()) {
            println!("    {line}");
        }
        let scenarios = summary.lines().filter_map(|line| line.strip_prefix("✗ "));
        let failed: Vec<&str> = scenarios
            .filter_map(|line| line.split(": ").next())
            .collect();
        let strange = failed
            .iter()
            .filter(|name| **name != BY_THE_CLOCK && !self.expected.lists(suite, name));
        let mut problems: Vec<String> = strange
            .map(|scenario| format!("{suite} {name}: {scenario} failed beside the others"))
            .collect();
        if !success && failed.is_empty() {
            problems.push(format!(
                "{suite} {name} ended as a failure, though its summary names no scenario that failed"
            ));
        }
        Ok(problems)
    }
}
