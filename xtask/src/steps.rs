//! A list of steps, with the wall and processor time of each, its slowest tests, and a summary.

use std::fs;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::step::Outcome;
use crate::usage::{self, Timed, Usage};

/// A failure the person has read already.
pub(crate) struct Told;

/// Tests that are shown for each step.
const SLOWEST: usize = 20;

/// Steps that have run, for the summary at the end.
pub(crate) struct Steps {
    done: Mutex<Vec<Done>>,
    only: Vec<String>,
    began: Instant,
    /// Processor time of the whole machine at the start.
    machine: Option<Duration>,
}

/// A step that has run.
struct Done {
    name: String,
    took: Duration,
    used: Usage,
    outcome: Outcome,
}

impl Steps {
    /// Runs only steps whose names contain one of `only`; all, if it is empty.
    pub(crate) fn only(only: &[String]) -> Self {
        Self {
            done: Mutex::default(),
            only: only.to_vec(),
            began: Instant::now(),
            machine: machine_time(),
        }
    }

    /// Tells whether every step so far whose name begins like this has passed.
    pub(crate) fn passed(&self, name: &str) -> bool {
        self.with_done(|done| {
            let mut named = done.iter().filter(|step| step.name.starts_with(name));
            named.all(|step| step.outcome.is_ok())
        })
    }

    /// Runs one step, unless it was not asked for.
    pub(crate) fn step(&self, name: &str, work: impl FnOnce() -> Outcome) {
        let wanted =
            self.only.is_empty() || self.only.iter().any(|part| name.contains(part.as_str()));
        if !wanted {
            return;
        }
        println!("\n━━ {name}");
        usage::take();
        let began = Instant::now();
        let outcome = work();
        let took = began.elapsed();
        let mut used = usage::take();
        let times = times(took, used.processor);
        match &outcome {
            Ok(()) => println!("  ✓ {name} ({times})"),
            Err(message) => println!("  ✗ {name} ({times}): {message}"),
        }
        used.tests.sort_by_key(|test| std::cmp::Reverse(test.took));
        used.tests.truncate(SLOWEST);
        self.with_done(|done| {
            done.push(Done {
                name: name.to_owned(),
                took,
                used,
                outcome,
            });
        });
    }

    /// Runs groups of steps at the same time.
    pub(crate) fn side_by_side(&self, groups: &[&(dyn Fn(&Self) + Sync)]) {
        thread::scope(|scope| {
            for group in groups {
                scope.spawn(|| group(self));
            }
        });
    }

    /// Prints the slowest tests, what passed and what failed. The last line is the count alone, for whoever reads it
    /// by machine; the error is for the exit code and has been told above it.
    pub(crate) fn summary(self) -> Result<(), Told> {
        let wall = self.began.elapsed();
        let machine = machine_time().zip(self.machine);
        let machine = machine.map(|(now, before)| now.saturating_sub(before));
        let done = self
            .done
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        for step in &done {
            print_slowest(&step.name, &step.used.tests);
        }
        println!("\n━━ Summary");
        println!("    {:<36} {:>9} {:>11}", "", "wall", "processor");
        for Done {
            name,
            took,
            used,
            outcome,
        } in &done
        {
            let mark = if outcome.is_ok() { "✓" } else { "✗" };
            let (wall, processor) = (took.as_secs_f64(), used.processor.as_secs_f64());
            println!("  {mark} {name:<36} {wall:>7.1} s {processor:>9.1} s");
        }
        let processor: Duration = done.iter().map(|step| step.used.processor).sum();
        let (wall, processor) = (wall.as_secs_f64(), processor.as_secs_f64());
        println!("    {:<36} {wall:>7.1} s {processor:>9.1} s", "all");
        if let Some(machine) = machine {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            println!(
                "    the machine's {cores} cores were busy for {:.1} s",
                machine.as_secs_f64()
            );
        }
        let failed: Vec<&str> = done
            .iter()
            .filter(|step| step.outcome.is_err())
            .map(|step| step.name.as_str())
            .collect();
        if done.is_empty() {
            println!("  no step has such a name");
        } else if !failed.is_empty() {
            for step in &done {
                if let Err(message) = &step.outcome {
                    println!("\n{}: {message}", step.name);
                }
            }
            println!("\nfailed: {}", failed.join(", "));
        }
        println!(
            "\n{} passed, {} failed",
            done.len() - failed.len(),
            failed.len()
        );
        if failed.is_empty() && !done.is_empty() {
            Ok(())
        } else {
            Err(Told)
        }
    }

    fn with_done<T>(&self, read: impl FnOnce(&mut Vec<Done>) -> T) -> T {
        read(&mut self.done.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Wall and processor time of a step.
fn times(wall: Duration, processor: Duration) -> String {
    let (wall, processor) = (wall.as_secs_f64(), processor.as_secs_f64());
    format!("{wall:.1} s, {processor:.1} s of processor time")
}

fn print_slowest(step: &str, tests: &[Timed]) {
    if tests.is_empty() {
        return;
    }
    println!("\n  slowest of {step}");
    for Timed { name, took } in tests {
        println!("    {:>7.2} s  {name}", took.as_secs_f64());
    }
}

/// Returns the time that all processors have worked since the start of the machine, in user and system mode
/// (`/proc/stat`, `proc_stat(5)`: hundredths of a second).
fn machine_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let mut fields = text.lines().next()?.split_whitespace().skip(1);
    let mut field = || fields.next()?.parse::<u64>().ok();
    let (user, nice, system) = (field()?, field()?, field()?);
    Some(Duration::from_millis(10 * (user + nice + system)))
}
