//! `usher probe`: one look at a server from a terminal, through the very code the window uses.
//!
//! Exit code 0: the server works and what was asked for succeeded. 1: it does not, or that failed. 2: the
//! command line cannot be understood. Not here: connecting (that is `usher_core::servers`).

mod arguments;
mod json;
mod words;

use std::io::Write;
use std::process::ExitCode;

use usher_app::{VERSION, helper_program, host_environment};
use usher_core::servers::{Probe, ProbeReport, probe};

use arguments::{Asked, Format, Order};

/// The command line was not understood.
const MISUSE: u8 = 2;

const USAGE: &str = "\
usher probe [options] <URL | [NAME=value …] command arguments …>

Connects to one MCP server the way the window does, prints what was negotiated and what it
offers, runs one thing if asked, and leaves.

Options, anywhere before a lone `--`; after it everything belongs to the server's command:
  --era auto|legacy|modern   which lifecycle of the protocol to speak (auto)
  --header 'Name: value'     sent with each request to a URL; may be repeated
  --call TOOL JSON           call a tool with these arguments
  --read URI                 read a resource
  --get PROMPT JSON          get a prompt with these arguments
  --json                     print one JSON document instead of text

Exit code: 0 the server works, 1 it does not or what was run failed, 2 wrong usage.";

/// Runs the command line after `probe`.
pub fn run(arguments: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    let order = match arguments::read(arguments) {
        Ok(Asked::Help) => return say(std::io::stdout(), USAGE, ExitCode::SUCCESS),
        Ok(Asked::Probe(order)) => order,
        Err(problem) => return misuse(&problem),
    };
    let Order {
        draft,
        action,
        format,
    } = *order;
    let probed = Probe {
        draft,
        action,
        version: VERSION.to_owned(),
        helper: Some(helper_program()),
        environment: host_environment(),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return misuse(&format!("this program could not start: {error}")),
    };
    let report = match runtime.block_on(probe(probed)) {
        Ok(report) => report,
        Err(problems) => {
            let lines: Vec<_> = problems
                .iter()
                .map(|problem| format!("{}: {}", problem.field, problem.message))
                .collect();
            return misuse(&lines.join("\n"));
        }
    };
    let text = match format {
        Format::Text => words::of(&report),
        Format::Json => json::of(&report),
    };
    say(std::io::stdout(), &text, verdict(&report))
}

fn verdict(report: &ProbeReport) -> ExitCode {
    if report.succeeded() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn misuse(problem: &str) -> ExitCode {
    let text = format!("usher probe: {problem}\n\nTry `usher probe --help`.");
    say(std::io::stderr(), &text, ExitCode::from(MISUSE))
}

/// Prints; a reader that has gone away is no failure of the probe.
fn say(mut to: impl Write, text: &str, code: ExitCode) -> ExitCode {
    let _ = writeln!(to, "{text}");
    code
}
