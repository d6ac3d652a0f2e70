//! The journeys in the real window. Several desktop sessions run side by side and take them from one queue.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Split, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::extent::Extent;
use crate::session::{self, Display};
use crate::step::{self, Outcome};
use crate::usage::{self, TimesFile};

/// How many desktop sessions run at the same time: each waits for its window for more than half of the time.
const SESSIONS: usize = 3;

/// The fewest journeys of a batch, which share one window.
const LEAST_OF_BATCH: usize = 3;

/// Runs a batch for each line of names it reads, all in one process.
const RUN_BATCHES: &str = r#"
echo 'session: ready'
while read -r names
do
  "$0" --exact --test-threads=1 $names </dev/null
  echo 'session: batch ended'
done
"#;

/// How a journey ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Passed,
    Failed,
    Ignored,
}

/// A journey that was run.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ran {
    name: String,
    ending: Ending,
    took: Duration,
}

/// Builds the journeys and what they use, and runs them all.
pub(crate) fn run(extent: Extent) -> Outcome {
    let program = build()?;
    let mut list = step::command(&program.to_string_lossy(), &["--list", "--format", "terse"]);
    let list = step::stdout_of(&mut list).ok_or("the journeys cannot be listed")?;
    let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
    let queue = Mutex::new(names.map(str::to_owned).collect::<VecDeque<_>>());
    let mut sessions = Vec::new();
    let mut faults = Vec::new();
    thread::scope(|scope| {
        let mut running = Vec::new();
        for number in 0..SESSIONS {
            let (ready, is_ready) = mpsc::channel();
            let (program, queue) = (&program, &queue);
            running.push(scope.spawn(move || {
                let ran = Session::run(number, program, queue, extent, &ready);
                (ran, usage::take())
            }));
            // One after another: servers of a display that start at the same time are in each other's way.
            let _ = is_ready.recv();
        }
        for session in running {
            let Ok((ran, used)) = session.join() else {
                faults.push("xtask panicked".to_owned());
                continue;
            };
            usage::add(used);
            match ran {
                Ok(session) => sessions.push(session),
                Err(fault) => faults.push(fault),
            }
        }
    });
    let ran: Vec<Ran> = sessions
        .iter_mut()
        .flat_map(|one| one.ran.drain(..))
        .collect();
    for one in &ran {
        usage::add_test(&one.name, one.took);
    }
    faults.extend(sessions.into_iter().flat_map(|session| session.faults));
    let left = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    faults.extend(left.into_iter().map(|name| format!("{name} was not run")));
    let failed = ran.iter().filter(|one| one.ending == Ending::Failed);
    let failed: Vec<&str> = failed.map(|one| one.name.as_str()).collect();
    if failed.is_empty() && faults.is_empty() {
        return Ok(());
    }
    Err(format!("{} failed{}", failed.join(", "), indented(&faults)))
}

fn indented(faults: &[String]) -> String {
    let lines = faults.iter().flat_map(|fault| fault.lines());
    let lines = lines.filter(|line| !line.trim().is_empty());
    lines.fold(String::new(), |mut text, line| {
        let _ = write!(text, "\n    {line}");
        text
    })
}

/// Builds the journeys and what they use, and returns their program.
fn build() -> Result<PathBuf, String> {
    let mut build = step::everything_built();
    build.arg("--message-format=json-render-diagnostics");
    let built =
        step::stdout_of(build.stderr(Stdio::inherit())).ok_or("the journeys do not build")?;
    executable(&built).ok_or_else(|| "cargo does not name the program of the journeys".to_owned())
}

/// The program of the journeys in cargo's messages.
fn executable(messages: &str) -> Option<PathBuf> {
    let mut of_journeys = messages
        .lines()
        .filter(|line| line.contains(r#""name":"journeys""#));
    let (_, after) = of_journeys.find_map(|line| line.split_once(r#""executable":""#))?;
    let (path, _) = after.split_once('"')?;
    Some(PathBuf::from(path))
}

/// Takes the next batch: large ones first, and small ones at the end, so that all sessions end at about the same time.
fn next_batch(queue: &Mutex<VecDeque<String>>) -> Vec<String> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let size = (queue.len() / (2 * SESSIONS)).max(LEAST_OF_BATCH);
    let size = size.min(queue.len());
    queue.drain(..size).collect()
}

/// A desktop session that runs batches.
struct Session {
    number: usize,
    input: Option<ChildStdin>,
    output: Split<BufReader<ChildStdout>>,
    ran: Vec<Ran>,
    /// What those that failed say, and batches that did not come to their end.
    faults: Vec<String>,
}

impl Session {
    /// Runs batches until the queue is empty.
    fn run(
        number: usize,
        program: &Path,
        queue: &Mutex<VecDeque<String>>,
        extent: Extent,
        ready: &Sender<()>,
    ) -> Result<Self, String> {
        let (mut child, times, mut session) = Self::start(number, program, extent)?;
        session.lines_until("session: ready");
        let _ = ready.send(());
        loop {
            let batch = next_batch(queue);
            if batch.is_empty() {
                break;
            }
            session.run_batch(&batch);
        }
        session.input.take();
        session.output.by_ref().for_each(drop);
        child
            .wait()
            .map_err(|error| format!("session {number}: {error}"))?;
        if let Some(times) = times {
            times.count();
        }
        Ok(session)
    }

    fn start(
        number: usize,
        program: &Path,
        extent: Extent,
    ) -> Result<(Child, Option<TimesFile>, Self), String> {
        let mut batches = step::command("sh", &["-c", RUN_BATCHES, &program.to_string_lossy()]);
        batches.current_dir(step::root().join("tests"));
        batches.env("USHER_PROGRAMS_ARE_BUILT", "1");
        extent.tell(&mut batches);
        let command = session::wrap(batches, Display::Virtual(number))?;
        let (mut command, times) = usage::measured(command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let failed = || format!("session {number} does not start");
        let mut child = command
            .spawn()
            .map_err(|error| format!("{}: {error}", failed()))?;
        let output = child.stdout.take().ok_or_else(failed)?;
        let session = Self {
            number,
            input: child.stdin.take(),
            output: BufReader::new(output).split(b'\n'),
            ran: Vec::new(),
            faults: Vec::new(),
        };
        Ok((child, times, session))
    }

    fn run_batch(&mut self, batch: &[String]) {
        let before = self.ran.len();
        let line = format!("{}\n", batch.join(" "));
        let sent = self
            .input
            .as_mut()
            .map(|input| input.write_all(line.as_bytes()));
        if let Some(Ok(())) = sent {
            self.lines_until("session: batch ended");
        }
        let names: Vec<&str> = self.ran[before..]
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        let lost = batch.iter().filter(|name| !names.contains(&name.as_str()));
        let lost: Vec<String> = lost
            .map(|name| format!("{name} did not come to its end"))
            .collect();
        self.faults.extend(lost);
    }

    /// Reads what the tests print, until a line; prints each journey with its time.
    fn lines_until(&mut self, last: &str) {
        let mut began = Instant::now();
        let mut report = Report::default();
        while let Some(Ok(line)) = self.output.next() {
            // What the programs of a test print may be no UTF-8.
            let line = String::from_utf8_lossy(&line).into_owned();
            if line == last {
                break;
            }
            match report.read(&line) {
                Line::Ended(name, ending) => {
                    let took = began.elapsed();
                    began = Instant::now();
                    let mark = match ending {
                        Ending::Passed => "✓",
                        Ending::Failed => "✗",
                        Ending::Ignored => "-",
                    };
                    println!(
                        "  {mark} {:>6.1} s  [{}] {name}",
                        took.as_secs_f64(),
                        self.number
                    );
                    self.ran.push(Ran { name, ending, took });
                }
                Line::OfFailure => {
                    println!("{line}");
                    self.faults.push(line);
                }
                Line::Other => {}
            }
        }
    }
}

/// What a line of a test program says.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Ended(String, Ending),
    /// It belongs to what a test that failed has printed.
    OfFailure,
    Other,
}

/// Reads the report of a test program, line by line.
#[derive(Default)]
struct Report {
    /// The test that runs: its name is printed before, and what other programs print may come in between.
    current: Option<String>,
    is_failure: bool,
}

impl Report {
    fn read(&mut self, line: &str) -> Line {
        let started = line
            .strip_prefix("test ")
            .and_then(|rest| rest.split_once(" ... "));
        let end = match started {
            Some((name, end)) => {
                self.current = Some(name.to_owned());
                end
            }
            None => line,
        };
        let ending = match end.trim() {
            "ok" => Some(Ending::Passed),
            "FAILED" => Some(Ending::Failed),
            end if end.starts_with("ignored") => Some(Ending::Ignored),
            _ => None,
        };
        if let Some(ending) = ending
            && let Some(name) = self.current.take()
        {
            return Line::Ended(name, ending);
        }
        if line.starts_with("---- ") {
            self.is_failure = true;
        } else if line == "failures:" || line.starts_with("test result: ") {
            self.is_failure = false;
        }
        if self.is_failure {
            Line::OfFailure
        } else {
            Line::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_gives_each_journey_and_what_failures_say() {
        let report = "\nrunning 3 tests\ntest a::one ... ok\ntest b::two ... a program's own line\nFAILED\n\
            test c::three ... ignored, not here\n\nfailures:\n\n---- b::two stdout ----\nthread 'b::two' panicked\nleft: 1\n\
            \n\nfailures:\n    b::two\n\ntest result: FAILED. 1 passed; 1 failed\n";
        let mut reader = Report::default();
        let mut ended = Vec::new();
        let mut said = Vec::new();
        for line in report.lines() {
            match reader.read(line) {
                Line::Ended(name, ending) => ended.push((name, ending)),
                Line::OfFailure => said.push(line),
                Line::Other => {}
            }
        }
        assert_eq!(
            ended,
            [
                ("a::one".to_owned(), Ending::Passed),
                ("b::two".to_owned(), Ending::Failed),
                ("c::three".to_owned(), Ending::Ignored),
            ]
        );
        said.retain(|line| !line.is_empty());
        assert_eq!(
            said,
            [
                "---- b::two stdout ----",
                "thread 'b::two' panicked",
                "left: 1"
            ]
        );
    }

    #[test]
    fn batches_become_smaller_and_hold_every_journey_once() {
        let names: Vec<String> = (0..150).map(|number| number.to_string()).collect();
        let queue = Mutex::new(names.iter().cloned().collect());
        let batches = std::iter::from_fn(|| Some(next_batch(&queue)).filter(|one| !one.is_empty()));
        let batches: Vec<Vec<String>> = batches.collect();
        let sizes: Vec<usize> = batches.iter().map(Vec::len).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
        assert_eq!(sizes.first(), Some(&(150 / (2 * SESSIONS))));
        assert_eq!(batches.concat(), names);
    }

    #[test]
    fn the_program_is_found_in_the_messages_of_cargo() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"it"},"executable":"/t/it-1"}
{"reason":"compiler-artifact","target":{"kind":["test"],"name":"journeys"},"executable":"/t/journeys-2","fresh":true}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some(PathBuf::from("/t/journeys-2")));
    }
}
