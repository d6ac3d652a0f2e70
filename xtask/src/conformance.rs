//! `cargo xtask conformance`: the official suites hold our client to the specification, and what passes through Usher
//! to what a server says itself.
//!
//! Each scenario runs once at each protocol version it applies to, in the suite's strict mode, several at a time. What
//! may fail stands with its reason in `tests/conformance/expected-failures.txt`: a failure that is not listed fails the
//! command, and so does a listed one that passes by now.

mod checks;
mod expected;
mod gateway;
mod program;
mod served_program;
mod suite;
mod verdict;

pub(crate) use suite::node;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::extent::Extent;
use crate::setup;
use crate::step::{self, Outcome};
use crate::usage;
use expected::Expected;
use suite::{Scenario, Suite};
use verdict::Verdict;

/// The client ends itself after 25 s; the suite needs a moment before and after.
const LONGEST_RUN: Duration = Duration::from_mins(1);

/// Scenarios that run at the same time: most of them wait for a clock.
const AT_ONCE: usize = 6;

/// Names the comparison through Usher, to run it alone.
const GATEWAY: &str = "gateway";

/// Judged by the clock, so it runs after the others, alone.
const BY_THE_CLOCK: &str = "sse-retry";

/// What every run needs.
struct Trial {
    node: PathBuf,
    /// Where the suites write what they found.
    results: PathBuf,
    expected: Expected,
}

/// Runs all scenarios, or those whose names contain one of `only`.
pub(crate) fn run(only: &[String]) -> Outcome {
    setup::for_conformance()?;
    step::run(step::everything_built())?;
    if only.iter().any(|part| part == GATEWAY) {
        return compare_gateway(Extent::All);
    }
    judge(only)?;
    if only.is_empty() {
        compare_gateway(Extent::All)?;
    }
    Ok(())
}

/// Compares what servers say directly and through Usher, where everything is set up.
pub(crate) fn judge_gateway(extent: Extent) -> Outcome {
    step::run(step::everything_built())?;
    compare_gateway(extent)
}

/// Holds the client to the suites, where everything is set up.
pub(crate) fn judge_client() -> Outcome {
    step::run(step::everything_built())?;
    judge(&[])
}

fn compare_gateway(extent: Extent) -> Outcome {
    let trial = Trial::prepare("gateway")?;
    let problems = gateway::compare(&trial.node, &trial.results, extent)?;
    trial.ended(&problems)
}

fn judge(only: &[String]) -> Outcome {
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
        problems.extend(trial.strictly(suite, &scenarios)?);
    }
    if only.is_empty() {
        problems.extend(trial.expected.stale(|_| true));
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

    /// Runs scenarios, some at the same time, with a line for each. Returns what is otherwise than expected.
    fn strictly(&self, suite: Suite, scenarios: &[Scenario]) -> Result<Vec<String>, String> {
        println!("\n  {suite}, each scenario strict");
        let is_timed = |scenario: &&Scenario| scenario.name.contains(BY_THE_CLOCK);
        let (timed, others): (Vec<_>, Vec<_>) = scenarios.iter().partition(is_timed);
        let (node, results) = (&*self.node, &*self.results);
        let verdict = |scenario| verdict(node, results, suite, scenario);
        let mut ran = some_at_a_time(others, &verdict)?;
        for scenario in timed {
            ran.push((scenario, verdict(scenario)?));
        }
        let mut problems = Vec::new();
        let (mut passed, mut checks) = (0, 0);
        for (scenario, verdict) in &ran {
            let Scenario { name, wire } = *scenario;
            let reason = self.expected.reason(suite, scenario);
            let because = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
            let mark = verdict.mark();
            println!("  {mark} {name:<44} {wire:<10}  {verdict}{because}");
            match (verdict, reason) {
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
}

/// Runs [`AT_ONCE`] scenarios at a time. Returns them in their order.
fn some_at_a_time<'a>(
    scenarios: Vec<&'a Scenario>,
    verdict: &(impl Fn(&'a Scenario) -> Result<Verdict, String> + Sync),
) -> Result<Vec<(&'a Scenario, Verdict)>, String> {
    let queue = Mutex::new(scenarios.into_iter().enumerate());
    let next = || queue.lock().ok()?.next();
    let worker = || {
        let mut ran = Vec::new();
        while let Some((at, scenario)) = next() {
            ran.push((at, scenario, verdict(scenario)?));
        }
        Ok(ran)
    };
    let workers = (0..AT_ONCE).map(|_| -> Box<dyn FnOnce() -> _ + Send> { Box::new(&worker) });
    let ran: Result<Vec<Vec<_>>, String> =
        usage::side_by_side(workers.collect()).into_iter().collect();
    let mut ran: Vec<_> = ran?.into_iter().flatten().collect();
    ran.sort_by_key(|(at, ..)| *at);
    Ok(ran
        .into_iter()
        .map(|(_, scenario, verdict)| (scenario, verdict))
        .collect())
}

/// Runs one scenario.
fn verdict(
    node: &Path,
    results: &Path,
    suite: Suite,
    scenario: &Scenario,
) -> Result<Verdict, String> {
    let Scenario { name, wire } = scenario;
    let folder = results.join(suite.to_string()).join(wire);
    let folder = folder.join(name.replace('/', "."));
    let mut command = suite.client(node, &folder);
    command.args(["--scenario", name]);
    if let Some(version) = scenario.version() {
        command.args(["--spec-version", version]);
    }
    let began = Instant::now();
    let ended = program::run(command, LONGEST_RUN)?;
    usage::add_test(&format!("{suite} {name} {wire}"), began.elapsed());
    Ok(verdict::of(&ended, &folder))
}
