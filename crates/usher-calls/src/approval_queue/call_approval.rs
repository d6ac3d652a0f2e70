//! Approvals of calls: what a rule decides about one, and which arguments a rule may name.

use std::sync::Arc;

use serde_json::{Map, Value};
use usher_review::canonical::canonical;
use usher_review::policy::arguments::{NamedArguments, arguments_digest};
use usher_review::policy::{Rule, rule_message};
use usher_types::id::{ApprovalId, CallId};

use super::answer_error::AnswerError;
use super::open::{Origin, Requester};
use super::queue::ApprovalQueue;
use super::record::resolution::Resolution;
use super::secret_fields::recorded_arguments;
use crate::limits;
use crate::policies::PolicyError;
use usher_servers::snapshot::{ApprovalRequest, CallRequest};

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
