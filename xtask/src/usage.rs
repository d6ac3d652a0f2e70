//! Processor time and durations of tests, counted for the step that runs in a thread.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Duration of one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Timed {
    pub(crate) name: String,
    pub(crate) took: Duration,
}

/// What the commands of a step used.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    /// Processor time of all commands that have ended, with the processes they waited for.
    pub(crate) processor: Duration,
    pub(crate) tests: Vec<Timed>,
}

thread_local! {
    static USAGE: RefCell<Usage> = RefCell::default();
}

/// Returns what was counted in this thread, and begins anew.
pub(crate) fn take() -> Usage {
    USAGE.take()
}

/// Counts what was used elsewhere for the step of this thread.
pub(crate) fn add(used: Usage) {
    USAGE.with_borrow_mut(|usage| {
        usage.processor += used.processor;
        usage.tests.extend(used.tests);
    });
}

/// Counts a test.
pub(crate) fn add_test(name: &str, took: Duration) {
    let name = name.to_owned();
    USAGE.with_borrow_mut(|usage| usage.tests.push(Timed { name, took }));
}

/// Runs works at the same time. What they use counts for the step of this thread.
pub(crate) fn side_by_side<T: Send>(works: Vec<Box<dyn FnOnce() -> T + Send + '_>>) -> Vec<T> {
    thread::scope(|scope| {
        let running: Vec<_> = works
            .into_iter()
            .map(|work| scope.spawn(|| (work(), take())))
            .collect();
        let mut ended = Vec::new();
        for work in running {
            match work.join() {
                Ok((outcome, used)) => {
                    add(used);
                    ended.push(outcome);
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        ended
    })
}

/// Runs a command and writes the processor time of all it waited for into the file named first.
const WRITE_TIMES: &str = r#"file=$1; shift; "$@"; status=$?; times >"$file"; exit $status"#;

/// File with the processor time of a command, written when the command ends.
pub(crate) struct TimesFile(PathBuf);

/// Wraps a command so that its processor time is known afterwards. Only a Unix shell can tell.
pub(crate) fn measured(command: Command) -> (Command, Option<TimesFile>) {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    if !cfg!(unix) {
        return (command, None);
    }
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("usher-xtask-{}-{number}", std::process::id());
    let file = std::env::temp_dir().join(name);
    let mut wrapped = Command::new("sh");
    wrapped.args(["-c", WRITE_TIMES, "sh"]).arg(&file);
    wrapped.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        wrapped.current_dir(folder);
    }
    (wrapped, Some(TimesFile(file)))
}

impl TimesFile {
    /// Counts the processor time of the command, which has ended.
    pub(crate) fn count(&self) {
        let text = fs::read_to_string(&self.0).unwrap_or_default();
        let processor = processor_time(&text).unwrap_or_default();
        add(Usage {
            processor,
            tests: Vec::new(),
        });
    }
}

impl Drop for TimesFile {
    fn drop(&mut self) {
        // A command that was killed has written none.
        let _ = fs::remove_file(&self.0);
    }
}

/// Reads what `times` prints (POSIX.1-2024, `times`): user and system time of the shell, then of its children, each as
/// `1m2.34s`. Returns the sum of the children's.
fn processor_time(text: &str) -> Option<Duration> {
    let children = text.lines().nth(1)?;
    let seconds: Option<f64> = children
        .split_whitespace()
        .map(|time| {
            let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
            Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
        })
        .sum();
    Duration::try_from_secs_f64(seconds?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_time_of_children_is_user_and_system_time() {
        let cases = [
            (
                "0m0.00s 0m0.01s\n1m2.50s 0m0.25s\n",
                Some(Duration::from_millis(62_750)),
            ),
            ("0m0.00s 0m0.01s\n", None),
            ("0m0.00s 0m0.01s\nsoon later\n", None),
        ];
        for (text, expected) in cases {
            assert_eq!(processor_time(text), expected, "{text:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_computes_has_processor_time_and_keeps_its_status() {
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; exit 3";
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let (mut command, times) = measured(command);
        let status = command.status().expect("a shell");
        assert_eq!(status.code(), Some(3), "the status is that of the command");
        take();
        times.expect("there is a shell").count();
        assert!(take().processor > Duration::ZERO, "a loop takes time");
    }

    #[test]
    fn what_works_use_counts_for_the_step_that_waits_for_them() {
        take();
        let one: Box<dyn FnOnce() -> u8 + Send> = Box::new(|| {
            add_test("one", Duration::from_secs(1));
            1
        });
        let two: Box<dyn FnOnce() -> u8 + Send> = Box::new(|| 2);
        assert_eq!(side_by_side(vec![one, two]), [1, 2], "in their order");
        let expected = Timed {
            name: "one".into(),
            took: Duration::from_secs(1),
        };
        assert_eq!(take().tests, [expected], "counted here");
    }
}
