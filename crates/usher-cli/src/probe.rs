//! `usher probe`: one look at a server from a terminal, through the very code the window uses.
//!
//! Exit code 0: the server works and what was asked for succeeded. 1: it does not, or that failed. 2: the
//! command line cannot be understood. Not here: connecting (that is `usher_servers::servers`).

mod arguments;
mod json;
mod words;

use std::process::ExitCode;

use usher_app::{VERSION, host_environment, terminal_program};
use usher_messages::Message;
use usher_servers::servers::{Probe, ProbeReport, probe};
use usher_types::text::visible;

use crate::terminal::{MISUSE, err, out, text, text_of};
use arguments::{Asked, Format, Order};

/// Runs the command line after `probe`.
pub(crate) fn run(arguments: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    let order = match arguments::read(arguments) {
        Ok(Asked::Help) => {
            return out(&text("terminal.usage"));
        }
        Ok(Asked::Probe(order)) => order,
        Err(problem) => return misuse(&text_of(&problem)),
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
        helper: Some(terminal_program()),
        environment: host_environment(),
        tell_sign_in: Box::new(move |url| {
            if format == Format::Text {
                let waits = Message::new("terminal.report.signIn").with("url", url);
                err(&visible(&text_of(&waits)), ExitCode::SUCCESS);
            }
        }),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            let message = Message::new("terminal.notStarted").with("reason", error.to_string());
            return misuse(&text_of(&message));
        }
    };
    let report = match runtime.block_on(probe(probed)) {
        Ok(report) => report,
        Err(problems) => {
            let lines: Vec<_> = problems
                .iter()
                .map(|problem| {
                    let message = Message::new("terminal.field")
                        .with("field", problem.field.as_str())
                        .with("problem", problem.message.clone());
                    text_of(&message)
                })
                .collect();
            return misuse(&lines.join("\n"));
        }
    };
    let text = match format {
        Format::Text => words::of(&report),
        Format::Json => json::of(&report),
    };
    out(&text);
    verdict(&report)
}

fn verdict(report: &ProbeReport) -> ExitCode {
    if report.succeeded() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn misuse(problem: &str) -> ExitCode {
    let message = Message::new("terminal.misuse").with("problem", problem);
    err(&text_of(&message), ExitCode::from(MISUSE))
}
