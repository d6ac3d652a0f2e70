//! Whether a call is sent: whether its tool is what was reviewed, what the person's rules say, and asking where they
//! leave it open. What is sent is exactly what was agreed to.

use std::sync::Arc;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;
use usher_mcp::Tool;
use usher_messages::Message;

use super::{Calls, ToolCall};
use crate::approval_queue::{Decision, Origin, Requester, Resolution};
use crate::argument_marks::ArgumentMarks;
use crate::catalog::EntryWithIcon;
use crate::client_access::{ClientAccess, Place};
use crate::events::HostEvent;
use crate::request_error::RequestError;
use crate::snapshot::{ApprovalRequest, CallRequest};
use crate::tool_source::ToolSource;
use usher_review::policy::decide::Verdict;
use usher_review::policy::{Rule, RuleScope};
use usher_types::approval::{ApprovalEnding, CallReason};
use usher_types::id::{ApprovalId, RuleId};
use usher_types::policy::Effect;

/// What a call was let through with.
pub(super) struct Approved {
    /// The tool as it was listed.
    pub(super) tool: ListedTool,
    /// Which arguments it marks as secret.
    pub(super) marks: ArgumentMarks,
    /// How its source was started or reached.
    fingerprint: String,
    /// What the rules said: of a call that the person was asked about, when that was answered.
    verdict: Verdict,
}

/// What came of asking the person about a call.
enum Asked {
    /// With what the rules said when the person answered.
    Allowed(Verdict),
    /// Another call of the same app was asked about until now; what the person decided may hold for this one too.
    Behind,
}

impl Calls {
    /// Returns once the call may be sent, with what was approved; the person may have changed the arguments. An error
    /// means that it may not.
    pub(super) async fn authorize(
        &self,
        call: &mut ToolCall,
        cancel: &CancellationToken,
    ) -> Result<Approved, RequestError> {
        let policies = &self.context().policies;
        let access = self.context().running.clients.of(&call.caller);
        let mut place = None;
        loop {
            let source = &*self.source(call)?;
            let fingerprint = source.fingerprint();
            self.as_reviewed(call, cancel).await?;
            let listed = source.tool(&call.tool);
            let (tool, definition) = (as_tool(&listed), &*definition(&listed));
            let marks = marks(&listed);
            self.context().running.set_marks(&call.id, &marks);
            let verdict = policies.verdict_on(
                source,
                &call.caller,
                &call.tool,
                &call.arguments,
                claimed_by(tool),
                definition,
            );
            let why = match verdict {
                Verdict::Run(rule) => {
                    if let Some(rule) = &rule {
                        policies.count_rule(rule);
                        self.note_decided(source, call, tool, definition, rule)
                            .await?;
                    }
                    policies
                        .tool_was_run(&call.source, &call.tool, definition)
                        .await;
                    return Ok(Approved {
                        tool: listed,
                        marks,
                        fingerprint,
                        verdict: Verdict::Run(rule),
                    });
                }
                Verdict::Refuse(rule) => {
                    policies.count_rule(&rule);
                    self.note_decided(source, call, tool, definition, &rule)
                        .await?;
                    return Err(self.forbidden(source, &call.tool, &rule));
                }
                Verdict::Ask(why) => why,
            };
            if place.is_none() {
                place = access.free_place();
            }
            if place.is_none() {
                match self.place_among_questions(call, &access, cancel).await? {
                    Place::Free(free) => place = Some(free),
                    Place::Declined => {
                        let question = self.question(source, call, tool, definition, why);
                        return Err(self.declined_unasked(source, call, question).await);
                    }
                }
                // What the person has decided meanwhile may hold for this one too.
                continue;
            }
            if let CallReason::Rule { rule_id: rule } = &why {
                policies.count_rule(rule);
            }
            let question = self.question(source, call, tool, definition, why);
            let Asked::Allowed(verdict) = self.ask_about(source, call, question, cancel).await?
            else {
                continue;
            };
            // It may have changed while the person was asked.
            self.as_reviewed(call, cancel).await?;
            let source = self.source(call)?;
            let now = source.tool(&call.tool);
            if *self::definition(&now) == *definition && source.fingerprint() == fingerprint {
                policies
                    .tool_was_run(&call.source, &call.tool, definition)
                    .await;
                return Ok(Approved {
                    tool: now,
                    marks,
                    fingerprint,
                    verdict,
                });
            }
            // It did, and the person has accepted that since: another tool than the one they were asked about.
        }
    }

    /// Waits until the person may be asked about one more call of the client.
    async fn place_among_questions(
        &self,
        call: &ToolCall,
        access: &ClientAccess,
        cancel: &CancellationToken,
    ) -> Result<Place, RequestError> {
        let running = &self.context().running;
        running.set_queued(&call.id, true);
        let place = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(RequestError::Cancelled),
            place = access.place() => place,
        };
        running.set_queued(&call.id, false);
        Ok(place)
    }

    /// Records that the person has declined a call before they were asked about it, and returns why it is not sent.
    async fn declined_unasked(
        &self,
        source: &dyn ToolSource,
        call: &ToolCall,
        question: CallRequest,
    ) -> RequestError {
        let requester = match source.redactor().await {
            Ok(redactor) => Requester::of(source, redactor),
            Err(error) => return error,
        };
        self.context().approvals.answered_unasked(
            &requester,
            Origin::call(&call.id),
            ApprovalRequest::Call(Box::new(question)),
            Resolution::unanswered(ApprovalEnding::Declined, Message::new("ended.declinedAll")),
        );
        RequestError::Declined(
            Message::new("request.declined")
                .with("tool", call.tool.as_str())
                .with("server", source.label()),
        )
    }

    /// Checks that the definition of a call that was let through some time ago is still the same.
    pub(super) async fn still_reviewed(
        &self,
        call: &ToolCall,
        approved: &Approved,
        cancel: &CancellationToken,
    ) -> Result<(), RequestError> {
        self.as_reviewed(call, cancel).await?;
        let source = self.source(call)?;
        let is_same = definition(&source.tool(&call.tool)) == definition(&approved.tool);
        if is_same && source.fingerprint() == approved.fingerprint {
            return Ok(());
        }
        Err(RequestError::NeedsReview(
            Message::new("request.review.sinceApproval")
                .with("tool", call.tool.as_str())
                .with("server", source.label()),
        ))
    }

    /// Checks that its tools are still on, and that the person's rules are not against a call that was let through.
    pub(super) fn still_approved(
        &self,
        call: &ToolCall,
        approved: &Approved,
    ) -> Result<(), RequestError> {
        let source = &*self.source(call)?;
        if !source.is_on() {
            return Err(RequestError::Unreachable(
                Message::new("request.state.disabled").with("server", source.label()),
            ));
        }
        let verdict = self.context().policies.verdict_on(
            source,
            &call.caller,
            &call.tool,
            &call.arguments,
            claimed_by(as_tool(&approved.tool)),
            &definition(&approved.tool),
        );
        match verdict {
            Verdict::Refuse(rule) => Err(self.forbidden(source, &call.tool, &rule)),
            verdict if verdict.upholds(&approved.verdict) => Ok(()),
            Verdict::Run(_) | Verdict::Ask(_) => Err(RequestError::Forbidden(
                Message::new("request.policySinceApproval")
                    .with("tool", call.tool.as_str())
                    .with("server", source.label()),
            )),
        }
    }

    /// Returns once the tool is known to be the reviewed one.
    async fn as_reviewed(
        &self,
        call: &ToolCall,
        cancel: &CancellationToken,
    ) -> Result<(), RequestError> {
        tokio::select! {
            allowed = self.context().reviews.allow_tool(&call.source, &call.tool) => allowed,
            () = cancel.cancelled() => Err(RequestError::Cancelled),
        }
    }

    /// Records the decision of a rule like an answer of the person.
    async fn note_decided(
        &self,
        source: &dyn ToolSource,
        call: &ToolCall,
        tool: Option<&Tool>,
        definition: &str,
        rule: &RuleId,
    ) -> Result<(), RequestError> {
        let context = self.context();
        if let Some(found) = context.policies.find(rule) {
            let redactor = source.redactor().await?;
            let question = self.question(
                source,
                call,
                tool,
                definition,
                CallReason::Rule {
                    rule_id: rule.clone(),
                },
            );
            context.approvals.decided_by_rule(
                &Requester::of(source, redactor),
                &call.id,
                question,
                &found,
            );
        }
        Ok(())
    }

    fn question(
        &self,
        source: &dyn ToolSource,
        call: &ToolCall,
        tool: Option<&Tool>,
        definition: &str,
        why: CallReason,
    ) -> CallRequest {
        CallRequest {
            caller: call.caller.clone(),
            tool: call.tool.clone(),
            title: tool.and_then(|tool| tool.title.clone()),
            input_schema: tool.map_or_else(
                || serde_json::json!({ "type": "object" }),
                |tool| tool.input_schema.clone(),
            ),
            annotations: tool.map(|tool| tool.annotations).unwrap_or_default(),
            trust: self
                .context()
                .policies
                .trust(&call.source, &source.fingerprint()),
            definition: definition.to_owned(),
            arguments: Arc::clone(&call.arguments),
            check: call.check,
            why,
        }
    }

    async fn ask_about(
        &self,
        source: &dyn ToolSource,
        call: &mut ToolCall,
        question: CallRequest,
        cancel: &CancellationToken,
    ) -> Result<Asked, RequestError> {
        let context = self.context();
        let requester = Requester::of(source, source.redactor().await?);
        let mut events = context.events.subscribe();
        let mut pending = match context.approvals.open_call(requester, &call.id, question) {
            Ok(pending) => pending,
            Err(other) => {
                let ending = tokio::select! {
                    biased;
                    () = cancel.cancelled() => return Err(RequestError::Cancelled),
                    ending = self.ended(&other.id, &mut events) => ending,
                };
                let is_same = matches!(&other.request, ApprovalRequest::Call(asked) if asked.tool == call.tool);
                if is_same && ending == ApprovalEnding::Declined {
                    return Err(RequestError::Declined(
                        Message::new("uiApp.alsoDeclined")
                            .with("tool", call.tool.as_str())
                            .with("server", source.label()),
                    ));
                }
                return Ok(Asked::Behind);
            }
        };
        let decision = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(RequestError::Cancelled),
            decision = pending.decision() => decision,
        };
        let tool = call.tool.clone();
        let of_tool = |code| {
            Message::new(code)
                .with("tool", tool)
                .with("server", source.label())
        };
        match decision {
            Some(Decision::Run { arguments, verdict }) => {
                context
                    .running
                    .set_arguments(&call.id, Arc::clone(&arguments));
                call.arguments = arguments;
                Ok(Asked::Allowed(verdict))
            }
            Some(Decision::Decline) => Err(RequestError::Declined(of_tool("request.declined"))),
            None => Err(RequestError::Unreachable(of_tool("request.stopped"))),
        }
    }

    /// Waits until an approval is over.
    async fn ended(
        &self,
        approval: &ApprovalId,
        events: &mut Receiver<HostEvent>,
    ) -> ApprovalEnding {
        loop {
            match events.recv().await {
                Ok(HostEvent::ApprovalClosed(closed)) if closed.id == *approval => {
                    return closed.ending;
                }
                Ok(_) => {}
                Err(RecvError::Lagged(_)) if self.context().approvals.find(approval).is_ok() => {}
                Err(_) => return ApprovalEnding::Moot,
            }
        }
    }

    fn forbidden(&self, source: &dyn ToolSource, tool: &str, rule: &RuleId) -> RequestError {
        let policies = &self.context().policies;
        let code = match policies.find(rule) {
            Some(Rule {
                scope: RuleScope::Tool { .. } | RuleScope::ToolWithArguments { .. },
                ..
            }) => "request.forbiddenByTool",
            Some(Rule {
                scope: RuleScope::WithEffect(_),
                ..
            }) => "request.forbiddenByEffect",
            Some(Rule {
                scope: RuleScope::AllTools,
                ..
            })
            | None => "request.forbiddenByServer",
        };
        RequestError::Forbidden(
            Message::new(code)
                .with("tool", tool)
                .with("server", source.label()),
        )
    }
}

/// A tool, if it is listed.
type ListedTool = Option<Arc<EntryWithIcon<Tool>>>;

fn as_tool(listed: &ListedTool) -> Option<&Tool> {
    listed.as_ref().map(|listed| &listed.entry)
}

/// Which arguments it marks as secret; none of one that is not listed.
fn marks(listed: &ListedTool) -> ArgumentMarks {
    as_tool(listed).map_or_else(ArgumentMarks::default, |tool| {
        ArgumentMarks::of(&tool.input_schema)
    })
}

/// The digest of its definition; empty for one that is not listed.
fn definition(listed: &ListedTool) -> Arc<str> {
    listed
        .as_ref()
        .map_or_else(Arc::default, |listed| listed.definition())
}

/// What its server claims that a tool does; nothing of one that is not listed.
fn claimed_by(tool: Option<&Tool>) -> Effect {
    tool.map_or(Effect::Unknown, |tool| Effect::claimed(tool.annotations))
}
