//! The client that the official conformance suites hold to the specification: what a person does in the window,
//! done by a program, over the very code the app connects with.
//!
//! A suite starts it with the server's address as the last argument and says in the environment which scenario it
//! watches (`MCP_CONFORMANCE_SCENARIO`) and what the person knows beforehand (`MCP_CONFORMANCE_CONTEXT`). No protocol is spoken here: that is what is tested.

mod outcome;
mod person;
mod scenario;
mod values;
mod visitor;

use std::process::ExitCode;
use std::time::Duration;

use outcome::{Outcome, say};
use scenario::Scenario;

/// Ends itself: the suites do not reliably end a hanging client.
const LONGEST: Duration = Duration::from_secs(25);

fn main() -> ExitCode {
    std::thread::spawn(|| {
        std::thread::sleep(LONGEST);
        say("not finished in time");
        std::process::exit(2);
    });
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run() -> Outcome {
    let scenario = Scenario::read()?;
    person::use_server(&scenario).await
}
