//! Answering: whether an answer fits its question, and what the server gets for it.

use serde_json::{Map, Value};
use usher_mcp::{AskAnswer, Root};

use super::call::Grant;
use super::{Approval, ApprovalRequest, Approvals, Visit};
use crate::events::HostEvent;
use crate::host::Host;
use crate::policies::PolicyError;
use crate::sampling::{self, SampledAnswer};
use usher_content::schema;
use usher_store::StoreError;
use usher_system::blocking::spawn_blocking;
use usher_types::fault::Fault;
use usher_types::id::ApprovalId;
use usher_types::roots::{RootFolder, RootsConsent};

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Yes to a form, with these values.
    Accept(Value),
    /// The person has been to the address and is back.
    Visited,
    /// The message a model was asked for, as the person left it.
    Sampled(SampledAnswer),
    /// Yes to showing the folders.
    Share(Remember),
    /// Yes to a call, with these arguments.
    Run {
        /// As the person left them.
        arguments: Map<String, Value>,
        /// For how long that holds.
        grant: Grant,
    },
    /// No to a call, now and from now on.
    Never,
    Decline,
    /// Neither: the person put it away.
    Cancel,
}

/// For how long an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remember {
    Once,
    /// Whenever this server asks.
    Always,
}

/// Why an answer was not passed on.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// There is no such question (any more).
    #[error("This question is no longer open: it was answered, or the server took it back.")]
    NotOpen,
    /// The values break the requested schema.
    #[error("The answer does not fit what the server asks for.")]
    Invalid(Vec<Fault>),
    /// An answer to another kind of question.
    #[error("This is no answer to what the server asks.")]
    WrongKind,
    /// The address is not one that may be opened.
    #[error("{0}")]
    NotOpenable(&'static str),
    /// The system could not open it.
    #[error("The browser could not be opened: {0}. Try again, or copy the address.")]
    Browser(String),
    /// This program opens no browser.
    #[error("This program cannot open a browser. Copy the address, or open Usher's window.")]
    NoBrowser,
    /// No rule can be made of it.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// It could not be remembered.
    #[error("The answer could not be remembered. {0}")]
    Store(String),
    /// It could not be recorded.
    #[error("The answer was not sent, because it could not be recorded. {0}")]
    Record(StoreError),
}

/// What goes to the server, and what the queue says of it.
pub(super) fn reply(
    question: &ApprovalRequest,
    answer: &Answer,
) -> Result<(AskAnswer, &'static str), AnswerError> {
    let reply = match (question, answer) {
        (_, Answer::Decline) => (AskAnswer::Decline, "Declined."),
        (_, Answer::Cancel) => (AskAnswer::Cancel, "Put away."),
        (ApprovalRequest::Form { .. }, Answer::Accept(content)) => {
            (AskAnswer::Accept(content.clone()), "Answered.")
        }
        (
            ApprovalRequest::Url {
                visit: Visit::Since { .. },
                ..
            },
            Answer::Visited,
        ) => (AskAnswer::Consent, "Answered."),
        (ApprovalRequest::Sample(sampling), Answer::Sampled(answer)) => {
            let result = sampling::result(sampling, answer).map_err(AnswerError::Invalid)?;
            (AskAnswer::Sampled(result), "Answered.")
        }
        (ApprovalRequest::Roots { folders }, Answer::Share(_)) => {
            (AskAnswer::Roots(exposed(folders)), "Answered.")
        }
        _ => return Err(AnswerError::WrongKind),
    };
    Ok(reply)
}

/// The folders as a server sees them.
pub(super) fn exposed(folders: &[RootFolder]) -> Vec<Root> {
    folders
        .iter()
        .map(|folder| Root {
            uri: folder.uri.clone(),
            name: Some(folder.name.clone()),
        })
        .collect()
}

/// An answer is an object that fits the schema; a schema that cannot be used leaves the judging to the server.
async fn check(schema: &Value, content: &Value) -> Result<(), AnswerError> {
    if !content.is_object() {
        return Err(AnswerError::Invalid(vec![Fault {
            path: String::new(),
            message: "The answer has to be an object.".into(),
        }]));
    }
    let (schema, content) = (schema.clone(), content.clone());
    let faults = spawn_blocking(move || schema::check_answer(&schema, &content)).await;
    match faults {
        Some(faults) if !faults.is_empty() => Err(AnswerError::Invalid(faults)),
        Some(_) | None => Ok(()),
    }
}

impl Host {
    /// Open questions of all servers, oldest first.
    pub fn list_asks(&self) -> Vec<Approval> {
        self.around().approvals.list()
    }

    /// How many questions are open, of servers and webtools that are there.
    pub fn count_asks(&self) -> usize {
        let requesters = self.around().approvals.requesters().into_iter();
        requesters
            .filter(|requester| self.tool_source(requester).is_some())
            .count()
    }

    /// Passes the person's answer on to the server that asked.
    pub async fn answer_ask(&self, id: &ApprovalId, answer: Answer) -> Result<(), AnswerError> {
        let approvals: &Approvals = &self.around().approvals;
        let ask = approvals.find(id)?;
        if let (ApprovalRequest::Form { schema, .. }, Answer::Accept(content)) =
            (&ask.question, &answer)
        {
            check(schema, content).await?;
        }
        if let ApprovalRequest::Call(question) = &ask.question {
            return self.answer_call(&ask, question, answer).await;
        }
        if answer == Answer::Share(Remember::Always) {
            // Refuses an answer to another kind of question before anything is remembered of it.
            reply(&ask.question, &answer)?;
            self.set_roots_consent(&ask.server, RootsConsent::Always)
                .await
                .map_err(|error| AnswerError::Store(error.to_string()))?;
        }
        approvals.answer(id, &answer).await
    }

    /// Has the window show a question: the person was told of it elsewhere, and wants to see it.
    pub fn show_ask(&self, id: &ApprovalId) -> Result<(), AnswerError> {
        let ask = self.around().approvals.find(id)?;
        self.around().events.send(HostEvent::ApprovalShown(ask.id));
        Ok(())
    }

    /// Opens the address of a question in the system's browser: the person has agreed to exactly that.
    pub async fn visit_ask(&self, id: &ApprovalId) -> Result<Approval, AnswerError> {
        let around = self.around();
        let ask = around.approvals.find(id)?;
        let (ApprovalRequest::Url { address, .. } | ApprovalRequest::Link { address, .. }) =
            &ask.question
        else {
            return Err(AnswerError::WrongKind);
        };
        if let Some(refused) = address.refused {
            return Err(AnswerError::NotOpenable(refused));
        }
        let open = around.open_url.clone().ok_or(AnswerError::NoBrowser)?;
        let text = address.text.clone();
        spawn_blocking(move || open(&text))
            .await
            .unwrap_or_else(|| Err(std::io::Error::other("opening it failed")))
            .map_err(|error| AnswerError::Browser(error.to_string()))?;
        if let ApprovalRequest::Link { .. } = ask.question {
            around.approvals.link_opened(id, address).await?;
            return Ok(ask);
        }
        around.approvals.visited(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approvals::Sampling;
    use crate::sampling::Author;
    use serde_json::json;
    use usher_llm::answer::StopReason;
    use usher_mcp::UrlReply;
    use usher_types::address::Address;

    #[test]
    fn an_answer_fits_its_kind_of_question() {
        let url = |visit| ApprovalRequest::Url {
            message: String::new(),
            address: Address::read("https://example.com"),
            elicitation_id: None,
            reply: UrlReply::Awaited,
            visit,
        };
        let form = || ApprovalRequest::Form {
            message: String::new(),
            schema: json!({}),
        };
        let sample = || {
            ApprovalRequest::Sample(Box::new(Sampling {
                system_prompt: None,
                messages: Vec::new(),
                params: json!({}),
                stage: sampling::Stage::Request,
                runs: Vec::new(),
            }))
        };
        let written = |text: &str| {
            Answer::Sampled(SampledAnswer {
                author: Author::Person,
                content: vec![json!({ "type": "text", "text": text })],
                stop: StopReason::EndTurn,
            })
        };
        let roots = || ApprovalRequest::Roots {
            folders: Vec::new(),
        };
        let answered = |answer| Ok((answer, "Answered."));
        let wrong = || Err(AnswerError::WrongKind);
        let rows = [
            (
                form(),
                Answer::Accept(json!({})),
                answered(AskAnswer::Accept(json!({}))),
            ),
            (form(), written("x"), wrong()),
            (form(), Answer::Visited, wrong()),
            (url(Visit::NotYet), Answer::Visited, wrong()),
            (
                url(Visit::Since { at: 1 }),
                Answer::Visited,
                answered(AskAnswer::Consent),
            ),
            (
                url(Visit::Since { at: 1 }),
                Answer::Accept(json!({})),
                wrong(),
            ),
            (
                sample(),
                written("Row B."),
                answered(AskAnswer::Sampled(json!({
                    "role": "assistant",
                    "content": { "type": "text", "text": "Row B." },
                    "model": "written by a person",
                    "stopReason": "endTurn",
                }))),
            ),
            (
                sample(),
                written(" \n"),
                Err(AnswerError::Invalid(vec![Fault {
                    path: "content".into(),
                    message: "Write something, or decline.".into(),
                }])),
            ),
            (sample(), Answer::Share(Remember::Once), wrong()),
            (
                roots(),
                Answer::Share(Remember::Once),
                answered(AskAnswer::Roots(Vec::new())),
            ),
            (
                roots(),
                Answer::Decline,
                Ok((AskAnswer::Decline, "Declined.")),
            ),
            (form(), Answer::Cancel, Ok((AskAnswer::Cancel, "Put away."))),
        ];
        for (question, answer, expected) in rows {
            let replied = reply(&question, &answer);
            assert_eq!(
                format!("{replied:?}"),
                format!("{expected:?}"),
                "{answer:?} to {question:?}"
            );
        }
    }
}
