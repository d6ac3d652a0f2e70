//! Asks whether, and with which arguments, a call is sent. What asks, and what becomes of the call, is in `calls`.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use crate::approval_queue::open::Origin;
use crate::approval_queue::record::entry::{AnswerRecord, Resolution};
use crate::approval_queue::secret_fields::{SecretFields, recorded_arguments};
use crate::approval_queue::{AnswerError, ApprovalQueue, Requester};
use crate::limits;
use crate::policies::PolicyError;
use crate::snapshot::{ApprovalRequest, CallRequest};
use usher_content::schema::{self, Formats};
use usher_content::worker::Worker;
use usher_messages::Message;
use usher_review::canonical::canonical;
use usher_review::policy::arguments::{NamedArguments, arguments_digest};
use usher_review::policy::decide::Verdict;
use usher_review::policy::{Rule, rule_message};
use usher_types::approval::ApprovalEnding;
use usher_types::call::ArgumentCheck;
use usher_types::id::{ApprovalId, CallId};

/// What the person has decided about a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Decision {
    /// Send it.
    Run {
        arguments: Arc<Map<String, Value>>,
        /// What the rules said of the call when the person answered.
        verdict: Verdict,
    },
    Decline,
}

/// An approval about a call, until the call ends. Dropping it takes the approval back.
pub(crate) struct PendingCall {
    id: ApprovalId,
    approvals: ApprovalQueue,
    decision: oneshot::Receiver<Decision>,
}

impl PendingCall {
    pub(crate) fn new(
        id: ApprovalId,
        approvals: ApprovalQueue,
        decision: oneshot::Receiver<Decision>,
    ) -> Self {
        Self {
            id,
            approvals,
            decision,
        }
    }

    /// Waits for the person; `None` = the approval was dropped, because the server has stopped.
    pub(crate) async fn decision(&mut self) -> Option<Decision> {
        (&mut self.decision).await.ok()
    }
}

impl Drop for PendingCall {
    fn drop(&mut self) {
        self.approvals.withdraw_call(&self.id);
    }
}

impl ApprovalQueue {
    /// Names the arguments a call runs with for a rule. Those that may hold a secret are refused: their digest would let
    /// a short one be found out by trying.
    pub(crate) fn name_arguments(
        &self,
        approval: &ApprovalId,
        call: &CallRequest,
        arguments: &Map<String, Value>,
    ) -> Result<NamedArguments, AnswerError> {
        let whole = Value::Object(arguments.clone());
        if canonical(&whole).len() > limits::NAMED_ARGUMENTS_BYTES {
            return Err(PolicyError::ArgumentsTooLarge.into());
        }
        let kept = recorded_arguments(call, arguments);
        let redactor = Arc::clone(&self.lock().find(approval)?.requester.redactor);
        if redactor.value(kept) != whole {
            return Err(PolicyError::ArgumentsSecret.into());
        }
        Ok(NamedArguments {
            digest: arguments_digest(arguments),
            shown: whole,
        })
    }

    /// Records a call that a rule decided without asking the person.
    pub(crate) fn decided_by_rule(
        &self,
        requester: &Requester,
        call: &CallId,
        request: CallRequest,
        rule: &Rule,
    ) {
        let policy = rule_message(&rule.scope, rule.decision);
        let resolution = if rule.decision.allows() {
            Resolution::run_by_rule(&request, policy)
        } else {
            Resolution::declined_by_rule(policy)
        };
        self.answered_unasked(
            requester,
            Origin::call(call),
            ApprovalRequest::Call(Box::new(request)),
            resolution,
        );
    }
}

impl Resolution {
    /// A call that is sent as it is.
    pub(crate) fn run_by_rule(call: &CallRequest, policy: Message) -> Self {
        Self {
            ending: ApprovalEnding::Accepted,
            reason: Message::new("ended.byPolicy"),
            changed: None,
            sent: Some(recorded_arguments(call, &call.arguments)),
            policy: Some(policy),
        }
    }
}

pub(in crate::approval_queue) fn shown(call: &CallRequest) -> Value {
    json!({
        "tool": call.tool,
        "arguments": recorded_arguments(call, &call.arguments),
    })
}

/// Adds the schema of the arguments to what the person was shown: a record names the fields by their titles. What fills
/// a secret field beforehand stays out, and so does a schema that would take half the record from the arguments.
pub(in crate::approval_queue) fn record_schema(shown: &mut Value, call: &CallRequest) {
    let fields = SecretFields::of(&call.input_schema, "");
    let schema = fields.without_defaults(&call.input_schema);
    let bytes = shown.to_string().len() + schema.to_string().len();
    if bytes <= limits::APPROVAL_RECORD_BYTES / 2 {
        shown["inputSchema"] = schema;
    }
}

/// Checks arguments against the tool's schema, unless they are sent anyway.
pub(crate) async fn check(
    worker: Worker,
    call: &CallRequest,
    arguments: &Arc<Map<String, Value>>,
) -> Result<(), AnswerError> {
    if call.check == ArgumentCheck::SendAnyway {
        return Ok(());
    }
    let faults = schema::faults(
        worker,
        call.input_schema.clone(),
        Arc::clone(arguments),
        Formats::Annotated,
    )
    .await?;
    if faults.is_empty() {
        Ok(())
    } else {
        Err(AnswerError::Invalid(faults))
    }
}

pub(in crate::approval_queue) fn record(
    call: &CallRequest,
    arguments: &Map<String, Value>,
) -> AnswerRecord {
    let sent = recorded_arguments(call, arguments);
    let changed = (*arguments != *call.arguments).then(|| {
        let from = recorded_arguments(call, &call.arguments);
        json!({ "arguments": { "from": from, "to": sent } })
    });
    AnswerRecord {
        changed,
        sent: Some(sent),
    }
}
