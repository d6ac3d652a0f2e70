//! Usher's own question: whether a call the person has started is sent, and with which arguments. What asks it,
//! and what becomes of the call, is in `calls`.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::sync::oneshot;
use usher_mcp::{CallTag, ToolAnnotations};

use super::{Answer, AnswerError, Approval, ApprovalRequest, Approvals, Requester};
use crate::approvals::record::entry::Resolution;
use crate::calls::ArgumentCheck;
use crate::host::Host;
use usher_content::schema;
use usher_review::policy::decide::Why;
use usher_review::policy::effect::{Effect, Trust};
use usher_review::policy::{Rule, RuleScope, Stance};
use usher_system::blocking::spawn_blocking;
use usher_types::id::{ApprovalId, CallId};

/// A call that waits for the person's word, as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct CallRequest {
    pub tool: String,
    /// What the server calls it where people read. Server text.
    pub title: Option<String>,
    /// What its arguments have to be. Server text.
    pub input_schema: Value,
    /// What the server claims about it.
    pub annotations: ToolAnnotations,
    /// Whether those claims count.
    pub trust: Trust,
    /// The digest of the definition all this is of.
    pub definition: String,
    /// What would be sent.
    pub arguments: Arc<Map<String, Value>>,
    /// What to do with arguments that break the schema.
    pub check: ArgumentCheck,
    /// Why the person is asked.
    pub why: Why,
}

/// For how long a yes to a call holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grant {
    Once,
    /// For all calls of the tool until Usher ends.
    Session,
    /// For all calls of the tool until this time, Unix ms.
    Until(i64),
}

/// What the person has decided about a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Decision {
    /// Send it with these arguments.
    Run(Arc<Map<String, Value>>),
    Decline,
}

/// A question about a call, as long as the call waits for it. Dropping it takes the question back.
pub(crate) struct PendingCall {
    id: ApprovalId,
    approvals: Approvals,
    decision: oneshot::Receiver<Decision>,
}

impl PendingCall {
    pub(super) fn new(
        id: ApprovalId,
        approvals: Approvals,
        decision: oneshot::Receiver<Decision>,
    ) -> Self {
        Self {
            id,
            approvals,
            decision,
        }
    }

    /// Waits for the person; `None` = the question was dropped, because the server has stopped.
    pub(crate) async fn decision(&mut self) -> Option<Decision> {
        (&mut self.decision).await.ok()
    }
}

impl Drop for PendingCall {
    fn drop(&mut self) {
        self.approvals.withdraw_call(&self.id);
    }
}

impl Approvals {
    /// Records what a rule of the person has decided about a call they were not asked about.
    pub(crate) fn decided_by_rule(
        &self,
        requester: &Requester,
        call: &CallId,
        question: CallRequest,
        rule: &Rule,
    ) {
        let policy = usher_review::policy::words(&rule.scope, rule.stance);
        let over = if rule.stance.allows() {
            Resolution::run_by_rule(&question, policy)
        } else {
            Resolution::declined_by_rule(&policy)
        };
        let cause = Some(CallTag(call.as_str().to_owned()));
        self.answered_by_rule(
            requester,
            cause,
            ApprovalRequest::Call(Box::new(question)),
            over,
        );
    }
}

impl Host {
    /// Passes the person's word about a call on; what it says of later calls is remembered first.
    pub(super) async fn answer_call(
        &self,
        ask: &Approval,
        question: &CallRequest,
        answer: Answer,
    ) -> Result<(), AnswerError> {
        let reason = match &answer {
            Answer::Decline | Answer::Never => "Declined.",
            Answer::Cancel => "Put away.",
            _ => "Answered.",
        };
        let mut over = Resolution::answered(&ask.question, &answer, reason);
        let (decision, stance) = match answer {
            Answer::Run { arguments, grant } => {
                let arguments = Arc::new(arguments);
                refuse_misfits(question, &arguments).await?;
                let stance = match grant {
                    Grant::Once => None,
                    Grant::Session => Some(Stance::AllowSession),
                    Grant::Until(until) => Some(Stance::AllowUntil(until)),
                };
                (Decision::Run(arguments), stance)
            }
            Answer::Never => (Decision::Decline, Some(Stance::Never)),
            Answer::Decline | Answer::Cancel => (Decision::Decline, None),
            Answer::Accept(_) | Answer::Visited | Answer::Sampled(_) | Answer::Share(_) => {
                return Err(AnswerError::WrongKind);
            }
        };
        if let Some(stance) = stance {
            let source = self.tool_source(&ask.server).ok_or(AnswerError::NotOpen)?;
            let scope = RuleScope::Tool {
                name: question.tool.clone(),
                definition: question.definition.clone(),
                claimed: Effect::claimed(question.annotations),
            };
            over.policy = Some(usher_review::policy::words(&scope, stance));
            self.give(&*source, scope, stance).await?;
        }
        self.around()
            .approvals
            .decide_call(&ask.id, decision, over)
            .await
    }
}

async fn refuse_misfits(
    question: &CallRequest,
    arguments: &Arc<Map<String, Value>>,
) -> Result<(), AnswerError> {
    if question.check == ArgumentCheck::SendAnyway {
        return Ok(());
    }
    let (schema, arguments) = (question.input_schema.clone(), Arc::clone(arguments));
    let faults = spawn_blocking(move || schema::check_arguments(&schema, &arguments)).await;
    match faults {
        Some(faults) if !faults.is_empty() => Err(AnswerError::Invalid(faults)),
        Some(_) | None => Ok(()),
    }
}
