//! `usher clients`, `usher approvals`, `usher approve`: what waits for the person, shown and decided in a terminal.
//!
//! The owner refuses every process below a server or a client: an agent cannot answer for the person.

mod words;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use usher_api::app::Done;
use usher_api::approval::{Answer, AnswerParams, Approval, ApprovalRequest, Grant};
use usher_api::client::{ClientDecision, ClientSnapshot, ClientStatus, DecideClientParams};
use usher_api::operations::{TypedOperation, op};
use usher_app::Environment;
use usher_gateway::{Hello, Line, PersonRequest, Refusal};
use usher_messages::Message;

use crate::connect::owner::{Owner, Reach};
use crate::terminal::{MISUSE, err, out, refusal_text, text, text_of};

/// Runs `usher clients`.
pub(crate) fn list_clients(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    run("terminal.clientsUsage", arguments, async |mut person, _| {
        let clients: Vec<ClientSnapshot> = person.ask(op::ClientList, &json!({})).await?;
        let shown: Vec<_> = clients.iter().map(words::client).collect();
        Ok(or_none(&shown, "terminal.noClients"))
    })
}

/// Runs `usher approvals`.
pub(crate) fn list_approvals(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    run(
        "terminal.approvalsUsage",
        arguments,
        async |mut person, _| {
            let open: Vec<Approval> = person.ask(op::ApprovalList, &json!({})).await?;
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
        async |mut person, what| {
            let what = what.unwrap_or_default();
            let open: Vec<Approval> = person.ask(op::ApprovalList, &json!({})).await?;
            let is_it = |approval: &&Approval| {
                format!("A-{}", approval.number).eq_ignore_ascii_case(what.trim())
            };
            if let Some(approval) = open.iter().find(is_it) {
                return person.decide_approval(approval).await;
            }
            let clients: Vec<ClientSnapshot> = person.ask(op::ClientList, &json!({})).await?;
            let waits = |client: &&ClientSnapshot| {
                client.name == what && client.status == ClientStatus::Waiting
            };
            match clients.iter().find(waits) {
                Some(client) => person.decide_client(client).await,
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

/// Runs a command that reaches the owner. `approve` has one argument, the others have none.
fn run(
    usage: &'static str,
    arguments: impl Iterator<Item = OsString>,
    command: impl AsyncFnOnce(Person, Option<String>) -> Result<String, Message>,
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
    let expected = usize::from(usage == "terminal.approveUsage");
    if arguments.len() != expected {
        return err(&text(usage), ExitCode::from(MISUSE));
    }
    if usher_core::is_below_server() {
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
        let person = Person::reach().await?;
        command(person, arguments.into_iter().next()).await
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
struct Person(Owner);

impl Person {
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

    async fn ask<O: TypedOperation, T: DeserializeOwned>(
        &mut self,
        _: O,
        params: &Value,
    ) -> Result<T, Message> {
        let request = PersonRequest {
            operation: O::NAME.to_owned(),
            params: params.clone(),
        };
        let answer = self
            .exchange(&request)
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
    async fn exchange(&mut self, request: &PersonRequest) -> io::Result<Result<Value, Message>> {
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
    async fn decide_approval(&mut self, approval: &Approval) -> Result<String, Message> {
        let (question, yes) = match &approval.request {
            ApprovalRequest::Call { call } => {
                let yes = Answer::Run {
                    arguments: call.arguments.clone(),
                    grant: Grant::Once,
                };
                ("terminal.runCall", Some(yes))
            }
            _ => ("terminal.declineOnly", None),
        };
        let answer = match (prompt(&words::approval(approval), question)?, yes) {
            (Reply::Yes, Some(yes)) => yes,
            (Reply::No, _) => Answer::Decline,
            (Reply::Yes | Reply::Later, _) => return Ok(text("terminal.undecided")),
        };
        let is_yes = answer != Answer::Decline;
        let params = AnswerParams {
            approval_id: approval.id.clone(),
            answer,
        };
        let _: Done = self.ask(op::ApprovalAnswer, &json!(params)).await?;
        Ok(text(if is_yes {
            "terminal.approved"
        } else {
            "terminal.declined"
        }))
    }

    /// Shows a client and allows or blocks it as the person says.
    async fn decide_client(&mut self, client: &ClientSnapshot) -> Result<String, Message> {
        let decision = match prompt(&words::client(client), "terminal.allowClient")? {
            Reply::Yes => ClientDecision::Allow {
                profile: client.profile.clone(),
            },
            Reply::No => ClientDecision::Refuse,
            Reply::Later => return Ok(text("terminal.undecided")),
        };
        let is_yes = decision != ClientDecision::Refuse;
        let params = DecideClientParams {
            client_id: client.id.clone(),
            decision,
        };
        let _: ClientSnapshot = self.ask(op::ClientDecide, &json!(params)).await?;
        Ok(text(if is_yes {
            "terminal.allowed"
        } else {
            "terminal.blocked"
        }))
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
fn prompt(shown: &str, question: &'static str) -> Result<Reply, Message> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Message::new("terminal.notInTerminal"));
    }
    let _: ExitCode = out(&format!("{shown}\n\n{}", text(question)));
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
