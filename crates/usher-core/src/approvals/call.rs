//! Passes on what the person decides about a call.

use std::sync::Arc;

use super::Approvals;
use crate::approval_queue::call::check as check_call;
use crate::approval_queue::{Answer, AnswerError, Decision, Resolution};
use crate::snapshot::{Approval, CallRequest};
use usher_content::worker::Queue;
use usher_messages::Message;
use usher_review::policy::{RuleDecision, RuleScope, rule_message};
use usher_types::approval::Grant;
use usher_types::policy::Effect;

impl Approvals {
    /// Passes the person's word about a call on; what it says of later calls is remembered first. `reason` says whose
    /// word it is.
    pub(super) async fn answer_call(
        &self,
        approval: &Approval,
        call: &CallRequest,
        answer: Answer,
        reason: Message,
    ) -> Result<(), AnswerError> {
        let mut resolution = Resolution::answered(&approval.request, &answer, reason.clone());
        let (arguments, rule) = match answer {
            Answer::Run { arguments, grant } => {
                let arguments = Arc::new(arguments);
                let worker = self.workers.of(Queue::Schemas, approval.source.as_str());
                check_call(worker, call, &arguments).await?;
                let rule = match grant {
                    Grant::Once => None,
                    Grant::Session => Some(RuleDecision::AllowSession),
                    Grant::Until { at: until } => Some(RuleDecision::AllowUntil(until)),
                    Grant::Always => Some(RuleDecision::AllowAlways),
                };
                (Some(arguments), rule)
            }
            Answer::Never => (None, Some(RuleDecision::Never)),
            Answer::Decline | Answer::Cancel => (None, None),
            Answer::Accept(_) | Answer::Visited | Answer::Sampled(_) | Answer::Share(_) => {
                return Err(AnswerError::WrongKind);
            }
        };
        let source = self.sources.find(&approval.source);
        let source = source.ok_or(AnswerError::NotOpen)?;
        if let Some(rule) = rule {
            let scope = RuleScope::Tool {
                name: call.tool.clone(),
                definition: call.definition.clone(),
                claimed: Effect::claimed(call.annotations),
            };
            resolution.reason = Message::new("ended.withPolicy")
                .with("reason", reason)
                .with("policy", rule_message(&scope, rule));
            self.policies
                .give(&*source, call.caller.clone(), scope, rule)
                .await?;
        }
        let decision = arguments.map_or(Decision::Decline, |arguments| Decision::Run {
            arguments,
            verdict: self.policies.verdict_on(
                &*source,
                &call.caller,
                &call.tool,
                Effect::claimed(call.annotations),
                &call.definition,
            ),
        });
        self.queue
            .decide_call(&approval.id, decision, resolution)
            .await
    }
}
