//! `usher clients`, `usher approvals`, `usher approve`: what waits for the person, shown and decided in a terminal.
//!
//! The owner refuses every process below a server or a client: an agent cannot answer for the person.

mod words;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use usher_api::approval::{Approval, ApprovalRequest};
use usher_api::client::{ClientSnapshot, ClientStatus};
use usher_app::Environment;
use usher_gateway::{Hello, Refusal, TerminalRequest};
use usher_jsonrpc::Line;
use usher_messages::Message;
use usher_types::text::visible;

use crate::connect::owner::{Owner, Reach};
use crate::terminal::{MISUSE, err, out, refusal_text, text, text_of};

/// Runs `usher clients`.
pub(crate) fn list_clients(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    run("terminal.clientsUsage", arguments, async |mut owner, []| {
        let clients: Vec<ClientSnapshot> = owner.ask(&TerminalRequest::Clients).await?;
        let shown: Vec<_> = clients.iter().map(words::client).collect();
        Ok(or_none(&shown, "terminal.noClients"))
    })
}

/// Runs `usher approvals`.
pub(crate) fn list_approvals(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    run(
        "terminal.approvalsUsage",
        arguments,
        async |mut owner, []| {
            let open: Vec<Approval> = owner.ask(&TerminalRequest::Approvals).await?;
            let shown: Vec<_> = open.iter().map(words::approval).collect();
            Ok(or_none(&shown, "terminal.noApprovals"))
        },
    )
}

/// Runs `usher approve WHAT`: shows it, and asks.
pub(crate) fn approve(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    run(
        "terminal.approveUsage",
        arguments,
        async |mut owner, [what]| {
            let open: Vec<Approval> = owner.ask(&TerminalRequest::Approvals).await?;
            let is_it = |approval: &&Approval| {
                format!("A-{}", approval.number).eq_ignore_ascii_case(what.trim())
            };
            if let Some(approval) = open.iter().find(is_it) {
                return owner.decide_approval(approval).await;
            }
            let clients: Vec<ClientSnapshot> = owner.ask(&TerminalRequest::Clients).await?;
            let waits = |client: &&ClientSnapshot| {
                client.name == what && client.status == ClientStatus::Waiting
            };
            match clients.iter().find(waits) {
                Some(client) => owner.decide_client(client).await,
                None => Err(Message::new("terminal.nothingWaits").with("what", what)),
            }
        },
    )
}

fn or_none(shown: &[String], none: &'static str) -> String {
    if shown.is_empty() {
        text(none)
    } else {
        shown.join("\n\n")
    }
}

/// Runs a command that reaches the owner, with so many arguments.
fn run<const N: usize>(
    usage: &'static str,
    arguments: impl Iterator<Item = OsString>,
    command: impl AsyncFnOnce(OwnerChannel, [String; N]) -> Result<String, Message>,
) -> ExitCode {
    let arguments: Vec<String> = arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    if arguments
        .iter()
        .any(|argument| argument == "--help" || argument == "-h")
    {
        return out(&text(usage));
    }
    let Ok(arguments) = <[String; N]>::try_from(arguments) else {
        return err(&text(usage), ExitCode::from(MISUSE));
    };
    if usher_process::is_below_server() {
        return err(&refusal_text(Refusal::OfServer), ExitCode::FAILURE);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return err(&text_of(&not_reached(&error)), ExitCode::FAILURE),
    };
    let done = runtime.block_on(async {
        let owner = OwnerChannel::reach().await?;
        command(owner, arguments).await
    });
    match done {
        Ok(shown) => out(&shown),
        Err(problem) => err(&text_of(&problem), ExitCode::FAILURE),
    }
}

fn not_reached(error: &io::Error) -> Message {
    Message::new("terminal.notReached").with("reason", error.to_string())
}

/// A connection over which the owner takes the person's word.
struct OwnerChannel(Owner);

impl OwnerChannel {
    async fn reach() -> Result<Self, Message> {
        let environment = Environment::read().map_err(|error| {
            Message::new("terminal.notReached").with("reason", error.to_string())
        })?;
        let reach = Reach {
            environment,
            hello: Hello::Person,
        };
        match reach.try_reach().await {
            Ok(owner) => Ok(Self(owner)),
            Err(error) => Err(match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => {
                    Message::new("terminal.noOwner")
                }
                _ => not_reached(&error),
            }),
        }
    }

    async fn ask<T: DeserializeOwned>(&mut self, request: &TerminalRequest) -> Result<T, Message> {
        let answer = self
            .exchange(request)
            .await
            .map_err(|error| not_reached(&error))?;
        let mut answer = answer?;
        if let Some(problem) = answer.get_mut("error") {
            let problem = serde_json::from_value(problem.take());
            return Err(problem.unwrap_or(Message::new("terminal.ownerEnded")));
        }
        let result = serde_json::from_value(answer["result"].take());
        result.map_err(|error| not_reached(&error.into()))
    }

    /// Sends a request and reads its answer, or why the owner refuses it.
    async fn exchange(&mut self, request: &TerminalRequest) -> io::Result<Result<Value, Message>> {
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        // One that refuses has closed its end already: what it says is read all the same.
        let sent = async {
            self.0.output.write_all(&line).await?;
            self.0.output.flush().await
        }
        .await;
        let Line::Whole(line) = self.0.input.next().await? else {
            sent?;
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        Ok(match Refusal::read(line) {
            Some(refusal) => {
                Err(Message::new("terminal.notReached").with("reason", refusal_text(refusal)))
            }
            None => Ok(serde_json::from_slice(line)?),
        })
    }

    /// Shows an approval and answers it as the person says: only calls can be approved here.
    async fn decide_approval(&mut self, shown: &Approval) -> Result<String, Message> {
        let approval = shown.id.clone();
        let (question, run) = match &shown.request {
            ApprovalRequest::Call { call } => {
                let arguments = call.arguments.as_object().cloned();
                let approval = approval.clone();
                let run = arguments.map(|arguments| TerminalRequest::Run {
                    approval,
                    arguments,
                });
                ("terminal.runCall", run)
            }
            _ => ("terminal.declineOnly", None),
        };
        let question = words::question(question, shown);
        let (request, done) = match (prompt(&words::approval(shown), &question)?, run) {
            (Reply::Yes, Some(run)) => (run, "terminal.approved"),
            (Reply::No, _) => (TerminalRequest::Decline { approval }, "terminal.declined"),
            (Reply::Yes | Reply::Later, _) => return Ok(text("terminal.undecided")),
        };
        let _: Value = self.ask(&request).await?;
        Ok(text(done))
    }

    /// Shows a client and allows or blocks it as the person says.
    async fn decide_client(&mut self, shown: &ClientSnapshot) -> Result<String, Message> {
        let (client, program) = (shown.id.clone(), shown.program.clone());
        let question =
            Message::new("terminal.allowClient").with("client", visible(&shown.name).into_owned());
        let (request, done) = match prompt(&words::client(shown), &question)? {
            Reply::Yes => (
                TerminalRequest::Allow { client, program },
                "terminal.allowed",
            ),
            Reply::No => (
                TerminalRequest::Block { client, program },
                "terminal.blocked",
            ),
            Reply::Later => return Ok(text("terminal.undecided")),
        };
        let _: Value = self.ask(&request).await?;
        Ok(text(done))
    }
}

/// What the person has typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reply {
    Yes,
    No,
    /// Neither: the question stays open.
    Later,
}

/// Shows what is decided about, and reads the person's reply. Nothing is decided where nobody can read it.
fn prompt(shown: &str, question: &Message) -> Result<Reply, Message> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Message::new("terminal.notInTerminal"));
    }
    let _: ExitCode = out(&format!("{shown}\n\n{}", text_of(question)));
    let mut typed = String::new();
    io::stdin()
        .read_line(&mut typed)
        .map_err(|error| not_reached(&error))?;
    Ok(reply(&typed))
}

fn reply(typed: &str) -> Reply {
    match typed.trim().to_lowercase().as_str() {
        "y" | "yes" => Reply::Yes,
        "n" | "no" => Reply::No,
        _ => Reply::Later,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_word_decides() {
        for (typed, expected) in [
            ("y\n", Reply::Yes),
            ("YES\r\n", Reply::Yes),
            ("n\n", Reply::No),
            (" no \n", Reply::No),
            ("\n", Reply::Later),
            ("", Reply::Later),
            ("yn\n", Reply::Later),
            ("\u{1b}[Ay\n", Reply::Later),
        ] {
            assert_eq!(reply(typed), expected, "{typed:?}");
        }
    }
}
