//! Whether a call is sent: whether its tool is what was reviewed, what the person's rules say, and asking where they
//! leave it open. What is sent is exactly what was agreed to.

use std::sync::Arc;

use usher_mcp::Tool;
use usher_messages::Message;

use super::call::Call;
use super::new_call::Subject;
use crate::approval_queue::{Decision, Origin, Requester, Resolution};
use crate::client_access::{ClientAccess, Place};
use usher_content::argument_marks::ArgumentMarks;
use usher_review::policy::decide::Verdict;
use usher_review::policy::{Rule, RuleScope};
use usher_servers::catalog::EntryWithIcon;
use usher_servers::request_error::RequestError;
use usher_servers::snapshot::{ApprovalRequest, CallRequest};
use usher_servers::tool_source::ToolSource;
use usher_types::approval::{ApprovalEnding, CallReason};
use usher_types::call::ArgumentCheck;
use usher_types::id::RuleId;
use usher_types::policy::Effect;
use usher_types::review::ItemKind;

/// What a call was granted with.
pub(super) struct Approved {
    /// The tool as it was listed.
    pub(super) tool: ListedTool,
    /// Which arguments it marks as secret.
    pub(super) marks: ArgumentMarks,
    /// How its source was started or reached.
    fingerprint: String,
    /// The verdict of the permissions; of a call that the person was asked about, when that was answered.
    verdict: Verdict,
}

/// Outcome of an approval for a tool call.
enum Asked {
    /// With the verdict of the permissions when the person answered.
    Allowed(Verdict),
    /// Another call of the same app was asked about until now; what the person decided may hold for this one too.
    Behind,
}

impl Call {
    /// Returns once the call may be sent, with what was approved; the person may have changed the arguments. `None` = it is
    /// no call of a tool: only its definition is reviewed.
    ///
    /// # Errors
    /// It may not be sent.
    pub(super) async fn authorize(&mut self) -> Result<Option<Approved>, RequestError> {
        if !matches!(self.request.subject, Subject::Tool { .. }) {
            self.as_reviewed().await?;
            return Ok(None);
        }
        let access = self
            .calls
            .context()
            .running
            .clients
            .of(&self.request.caller);
        let mut place = None;
        loop {
            let source = &*self.calls.source(&self.request)?;
            let fingerprint = source.fingerprint();
            self.as_reviewed().await?;
            let listed = source.tool(&self.request.name);
            let (tool, definition) = (as_tool(&listed), &*definition(&listed));
            let marks = marks(&listed);
            self.running.set_marks(&marks);
            let policies = &self.calls.context().policies;
            let why = match self.verdict(source, tool, definition) {
                Verdict::Run(rule) => {
                    if let Some(rule) = &rule {
                        policies.count_rule(rule);
                        self.note_decided(source, tool, definition, rule).await?;
                    }
                    self.note_run(definition).await;
                    return Ok(Some(Approved {
                        tool: listed,
                        marks,
                        fingerprint,
                        verdict: Verdict::Run(rule),
                    }));
                }
                Verdict::Refuse(rule) => {
                    policies.count_rule(&rule);
                    self.note_decided(source, tool, definition, &rule).await?;
                    return Err(self.forbidden(source, &rule));
                }
                Verdict::Ask(why) => why,
            };
            if place.is_none() {
                place = access.free_place();
            }
            if place.is_none() {
                match self.place_among_questions(&access).await? {
                    Place::Free(free) => place = Some(free),
                    Place::Declined => {
                        let question = self.question(source, tool, definition, why);
                        return Err(self.declined_unasked(source, question).await);
                    }
                }
                // What the person has decided meanwhile may hold for this one too.
                continue;
            }
            if let CallReason::Rule { rule_id: rule } = &why {
                policies.count_rule(rule);
            }
            let question = self.question(source, tool, definition, why);
            let Asked::Allowed(verdict) = self.ask_about(source, question).await? else {
                continue;
            };
            // It may have changed while the person was asked.
            self.as_reviewed().await?;
            let source = self.calls.source(&self.request)?;
            let now = source.tool(&self.request.name);
            if *self::definition(&now) == *definition && source.fingerprint() == fingerprint {
                self.note_run(definition).await;
                return Ok(Some(Approved {
                    tool: now,
                    marks,
                    fingerprint,
                    verdict,
                }));
            }
            // It did, and the person has accepted that since: another tool than the one they were asked about.
        }
    }

    /// What the permissions say of the call.
    fn verdict(&self, source: &dyn ToolSource, tool: Option<&Tool>, definition: &str) -> Verdict {
        let call = &self.request;
        self.calls.context().policies.verdict_on(
            source,
            &call.caller,
            &call.name,
            &call.arguments,
            claimed_by(tool),
            definition,
        )
    }

    async fn note_run(&self, definition: &str) {
        let policies = &self.calls.context().policies;
        let run = policies.tool_was_run(&self.request.source, &self.request.name, definition);
        run.await;
    }

    /// Waits until the person may be asked about one more call of the client.
    async fn place_among_questions(&self, access: &ClientAccess) -> Result<Place, RequestError> {
        self.running.set_queued(true);
        let place = tokio::select! {
            biased;
            () = self.taken_back() => return Err(RequestError::Cancelled),
            place = access.place() => place,
        };
        self.running.set_queued(false);
        Ok(place)
    }

    /// Records that the person has declined a call before they were asked about it, and returns why it is not sent.
    async fn declined_unasked(
        &self,
        source: &dyn ToolSource,
        question: CallRequest,
    ) -> RequestError {
        let requester = match source.redactor().await {
            Ok(redactor) => Requester::of(source, redactor),
            Err(error) => return error,
        };
        self.calls.context().approvals.answered_unasked(
            &requester,
            Origin::call(&self.request.id),
            ApprovalRequest::Call(Box::new(question)),
            Resolution::unanswered(ApprovalEnding::Declined, Message::new("ended.declinedAll")),
        );
        RequestError::Declined(
            Message::new("request.declined")
                .with("tool", self.request.name.as_str())
                .with("server", source.label()),
        )
    }

    /// Checks that the definition of a call that was granted some time ago is still the same.
    pub(super) async fn check_again(&self, approved: &Approved) -> Result<(), RequestError> {
        self.as_reviewed().await?;
        let source = self.calls.source(&self.request)?;
        let is_same = definition(&source.tool(&self.request.name)) == definition(&approved.tool);
        if is_same && source.fingerprint() == approved.fingerprint {
            return Ok(());
        }
        Err(RequestError::NeedsReview(
            Message::new("request.review.sinceApproval")
                .with("tool", self.request.name.as_str())
                .with("server", source.label()),
        ))
    }

    /// Checks that its tools are still on, and that the permissions still allow a call that was granted.
    pub(super) fn still_approved(&self, approved: &Approved) -> Result<(), RequestError> {
        let source = &*self.calls.source(&self.request)?;
        if !source.is_on() {
            return Err(RequestError::Unreachable(
                Message::new("request.state.disabled").with("server", source.label()),
            ));
        }
        let tool = as_tool(&approved.tool);
        match self.verdict(source, tool, &definition(&approved.tool)) {
            Verdict::Refuse(rule) => Err(self.forbidden(source, &rule)),
            verdict if verdict.upholds(&approved.verdict) => Ok(()),
            Verdict::Run(_) | Verdict::Ask(_) => Err(RequestError::Forbidden(
                Message::new("request.policySinceApproval")
                    .with("tool", self.request.name.as_str())
                    .with("server", source.label()),
            )),
        }
    }

    /// Returns once the definition is known to be the reviewed one.
    pub(super) async fn as_reviewed(&self) -> Result<(), RequestError> {
        let (reviews, call) = (&self.calls.context().reviews, &self.request);
        let allowed = async {
            match call.subject.reviewed() {
                None => Ok(()),
                Some(ItemKind::Tool) => reviews.allow_tool(&call.source, &call.name).await,
                Some(kind) => reviews.allow(&*self.entry()?, kind, &call.name).await,
            }
        };
        tokio::select! {
            allowed = allowed => allowed,
            () = self.taken_back() => Err(RequestError::Cancelled),
        }
    }

    /// Records the decision of a rule like an answer of the person.
    async fn note_decided(
        &self,
        source: &dyn ToolSource,
        tool: Option<&Tool>,
        definition: &str,
        rule: &RuleId,
    ) -> Result<(), RequestError> {
        let context = self.calls.context();
        if let Some(found) = context.policies.find(rule) {
            let redactor = source.redactor().await?;
            let question = self.question(
                source,
                tool,
                definition,
                CallReason::Rule {
                    rule_id: rule.clone(),
                },
            );
            context.approvals.decided_by_rule(
                &Requester::of(source, redactor),
                &self.request.id,
                question,
                &found,
            );
        }
        Ok(())
    }

    fn question(
        &self,
        source: &dyn ToolSource,
        tool: Option<&Tool>,
        definition: &str,
        why: CallReason,
    ) -> CallRequest {
        CallRequest {
            caller: self.request.caller.clone(),
            tool: self.request.name.clone(),
            title: tool.and_then(|tool| tool.title.clone()),
            input_schema: tool.map_or_else(
                || serde_json::json!({ "type": "object" }),
                |tool| tool.input_schema.clone(),
            ),
            annotations: tool.map(|tool| tool.annotations).unwrap_or_default(),
            trust: self
                .calls
                .context()
                .policies
                .trust(&self.request.source, &source.fingerprint()),
            definition: definition.to_owned(),
            arguments: Arc::clone(&self.request.arguments),
            check: match self.request.subject {
                Subject::Tool { check, .. } => check,
                _ => ArgumentCheck::SendAnyway,
            },
            why,
        }
    }

    async fn ask_about(
        &mut self,
        source: &dyn ToolSource,
        question: CallRequest,
    ) -> Result<Asked, RequestError> {
        let cancel = self.running.unsent_token();
        let context = self.calls.context();
        let requester = Requester::of(source, source.redactor().await?);
        let mut pending = match context
            .approvals
            .open_call(requester, &self.request.id, question)
        {
            Ok(pending) => pending,
            Err(other) => {
                let is_same = matches!(&other.approval.request, ApprovalRequest::Call(asked) if asked.tool == self.request.name);
                let ending = tokio::select! {
                    biased;
                    () = cancel.cancelled() => return Err(RequestError::Cancelled),
                    ending = other.ending() => ending,
                };
                if is_same && ending == ApprovalEnding::Declined {
                    return Err(RequestError::Declined(
                        Message::new("uiApp.alsoDeclined")
                            .with("tool", self.request.name.as_str())
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
        let tool = self.request.name.clone();
        let of_tool = |code| {
            Message::new(code)
                .with("tool", tool)
                .with("server", source.label())
        };
        match decision {
            Some(Decision::Run { arguments, verdict }) => {
                self.running.set_arguments(Arc::clone(&arguments));
                self.request.arguments = arguments;
                Ok(Asked::Allowed(verdict))
            }
            Some(Decision::Decline) => Err(RequestError::Declined(of_tool("request.declined"))),
            None => Err(RequestError::Unreachable(of_tool("request.stopped"))),
        }
    }

    fn forbidden(&self, source: &dyn ToolSource, rule: &RuleId) -> RequestError {
        let policies = &self.calls.context().policies;
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
                .with("tool", self.request.name.as_str())
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
