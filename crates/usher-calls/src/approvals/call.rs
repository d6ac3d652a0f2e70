//! Passes on what the person decides about a call.

use std::sync::Arc;

use super::Approvals;
use super::large_integers::restored;
use crate::approval_queue::call::check as check_call;
use crate::approval_queue::{Answer, AnswerError, Decision, Resolution, to_its_end};
use crate::policies::PolicyError;
use usher_content::worker::Queue;
use usher_messages::Message;
use usher_review::policy::arguments::NamedArguments;
use usher_review::policy::{RuleDecision, RuleScope, rule_message};
use usher_servers::snapshot::{Approval, CallRequest};
use usher_store::StoreError;
use usher_types::approval::{Grant, GrantedCalls};
use usher_types::policy::Effect;

impl Approvals {
    /// Passes the person's word about a call on; what it says of later calls is remembered first, and forgotten again if
    /// the call does not get its answer. `reason` says whose word it is.
    pub(super) async fn answer_call(
        &self,
        approval: &Approval,
        call: &CallRequest,
        answer: Answer,
        reason: Message,
    ) -> Result<(), AnswerError> {
        let answer = match answer {
            Answer::Run { arguments, grant } => Answer::Run {
                arguments: restored(arguments, &call.arguments),
                grant,
            },
            other => other,
        };
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
                    Some((rule, GrantedCalls::AllOfTool)) => Some((rule, scope(call, None))),
                    Some((rule, GrantedCalls::SameArguments)) => {
                        let named = self.queue.name_arguments(&approval.id, call, &arguments)?;
                        Some((rule, scope(call, Some(named))))
                    }
                    Some((rule, GrantedCalls::ReadOnlyOfServer)) if is_read_by_client(call) => {
                        Some((rule, RuleScope::WithEffect(Effect::Reads)))
                    }
                    Some((_, GrantedCalls::ReadOnlyOfServer)) => {
                        return Err(AnswerError::WrongKind);
                    }
                };
                (Some(arguments), rule)
            }
            Answer::Never => (None, Some((RuleDecision::Never, scope(call, None)))),
            Answer::Decline | Answer::Cancel => (None, None),
            Answer::Accept(_) | Answer::Visited | Answer::Sampled(_) | Answer::Share(_) => {
                return Err(AnswerError::WrongKind);
            }
        };
        let source = self.sources.find(&approval.source);
        let source = source.ok_or(AnswerError::NotOpen)?;
        let (policies, call) = (self.policies.clone(), call.clone());
        // Nothing is remembered because of what is not open any more.
        let claimed = self.queue.claim(&approval.id)?;
        to_its_end(async move {
            let given = match rule {
                Some((rule, scope)) => {
                    resolution.reason = Message::new("ended.withPolicy")
                        .with("reason", reason)
                        .with("policy", rule_message(&scope, rule));
                    let given = policies.give(&*source, call.caller.clone(), scope, rule);
                    match given.await {
                        Ok(given) => Some(given),
                        // What forbids holds all the same.
                        Err(PolicyError::Store(StoreError::Held(_))) => None,
                        Err(error) => return Err(error.into()),
                    }
                }
                None => None,
            };
            let decision = arguments.map_or(Decision::Decline, |arguments| Decision::Run {
                verdict: policies.verdict_on(
                    &*source,
                    &call.caller,
                    &call.tool,
                    &arguments,
                    Effect::claimed(call.annotations),
                    &call.definition,
                ),
                arguments,
            });
            let decided = claimed.decide(decision, resolution).await;
            if let (Err(_), Some(given)) = (&decided, given) {
                policies.take_back(given).await;
            }
            decided
        })
        .await
    }
}

/// Whether a client calls a tool that only reads, by what its server claims.
fn is_read_by_client(call: &CallRequest) -> bool {
    call.caller.client().is_some() && Effect::claimed(call.annotations) == Effect::Reads
}

/// What a rule for later calls is about: exactly these, or all of the tool.
fn scope(call: &CallRequest, named: Option<NamedArguments>) -> RuleScope {
    let name = call.tool.clone();
    let definition = call.definition.clone();
    let claimed = Effect::claimed(call.annotations);
    match named {
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
    }
}
