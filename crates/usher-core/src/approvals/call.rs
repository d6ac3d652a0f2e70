//! Passes on what the person decides about a call.

use std::sync::Arc;

use super::Approvals;
use crate::approval_queue::call::check as check_call;
use crate::approval_queue::{Answer, AnswerError, Decision, Resolution};
use crate::snapshot::{Approval, CallRequest};
use usher_content::worker::Queue;
use usher_messages::Message;
use usher_review::policy::{RuleDecision, RuleScope, rule_message};
use usher_types::approval::{Grant, GrantedCalls};
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
                let lasting = match grant {
                    Grant::Once => None,
                    Grant::Session { calls } => Some((RuleDecision::AllowSession, calls)),
                    Grant::Until { at, calls } => Some((RuleDecision::AllowUntil(at), calls)),
                    Grant::Always { calls } => Some((RuleDecision::AllowAlways, calls)),
                };
                let rule = match lasting {
                    None => None,
                    Some((rule, GrantedCalls::AllOfTool)) => Some((rule, None)),
                    Some((rule, GrantedCalls::SameArguments)) => {
                        let named = self.queue.name_arguments(&approval.id, call, &arguments)?;
                        Some((rule, Some(named)))
                    }
                };
                (Some(arguments), rule)
            }
            Answer::Never => (None, Some((RuleDecision::Never, None))),
            Answer::Decline | Answer::Cancel => (None, None),
            Answer::Accept(_) | Answer::Visited | Answer::Sampled(_) | Answer::Share(_) => {
                return Err(AnswerError::WrongKind);
            }
        };
        let source = self.sources.find(&approval.source);
        let source = source.ok_or(AnswerError::NotOpen)?;
        if let Some((rule, named)) = rule {
            let name = call.tool.clone();
            let definition = call.definition.clone();
            let claimed = Effect::claimed(call.annotations);
            let scope = match named {
                Some(arguments) => RuleScope::ToolWithArguments {
                    name,
                    definition,
                    claimed,
                    arguments,
                },
                None => RuleScope::Tool {
                    name,
                    definition,
                    claimed,
                },
            };
            resolution.reason = Message::new("ended.withPolicy")
                .with("reason", reason)
                .with("policy", rule_message(&scope, rule));
            self.policies
                .give(&*source, call.caller.clone(), scope, rule)
                .await?;
        }
        let decision = arguments.map_or(Decision::Decline, |arguments| Decision::Run {
            verdict: self.policies.verdict_on(
                &*source,
                &call.caller,
                &call.tool,
                &arguments,
                Effect::claimed(call.annotations),
                &call.definition,
            ),
            arguments,
        });
        self.queue
            .decide_call(&approval.id, decision, resolution)
            .await
    }
}
