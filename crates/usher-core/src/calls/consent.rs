//! Whether a call is sent: what the person's rules say, and asking where they leave it open. What is sent is
//! exactly what was agreed to.

use tokio_util::sync::CancellationToken;
use usher_mcp::Tool;

use super::{ToolCall, listed};
use crate::asks::{Asker, CallQuestion, Decision};
use crate::host::Host;
use crate::id::RuleId;
use crate::policies::{Policies, Rule, RuleScope, Verdict, Why, definition_of};
use crate::servers::{RequestError, Room};

impl Host {
    /// Answers when the call may be sent, with the tool as it was agreed to; the person may have changed the
    /// arguments. An error means that it may not.
    pub(super) async fn admit(
        &self,
        room: &Room,
        call: &mut ToolCall,
        cancel: &CancellationToken,
    ) -> Result<Option<Tool>, RequestError> {
        loop {
            let tool = listed(room, &call.tool);
            let definition = tool.as_ref().map(definition_of).unwrap_or_default();
            let why = match self.verdict_on(room, &call.tool, tool.as_ref()) {
                Verdict::Run(rule) => {
                    if let Some(rule) = rule {
                        self.count_rule(&rule).await;
                    }
                    self.tool_was_run(&room.id, &call.tool, &definition).await;
                    return Ok(tool);
                }
                Verdict::Refuse(rule) => {
                    self.count_rule(&rule).await;
                    return Err(self.forbidden(room, &call.tool, &rule));
                }
                Verdict::Ask(why) => why,
            };
            if let Why::Rule(rule) = &why {
                self.count_rule(rule).await;
            }
            self.ask_about(room, call, tool.as_ref(), why, cancel)
                .await?;
            self.tool_was_run(&room.id, &call.tool, &definition).await;
            let now = listed(room, &call.tool);
            if now.as_ref().map(definition_of).unwrap_or_default() == definition {
                return Ok(now);
            }
            // It changed while the person looked at it: that is another tool than the one they agreed to.
        }
    }

    async fn ask_about(
        &self,
        room: &Room,
        call: &mut ToolCall,
        tool: Option<&Tool>,
        why: Why,
        cancel: &CancellationToken,
    ) -> Result<(), RequestError> {
        let around = self.around();
        let transport = room.definition().transport.fingerprint();
        let question = CallQuestion {
            tool: call.tool.clone(),
            title: tool.and_then(|tool| tool.title.clone()),
            input_schema: tool.map_or_else(
                || serde_json::json!({ "type": "object" }),
                |tool| tool.input_schema.clone(),
            ),
            annotations: tool.map(|tool| tool.annotations).unwrap_or_default(),
            trust: around.policies.trust(&room.id, &transport),
            definition: tool.map(definition_of).unwrap_or_default(),
            arguments: call.arguments.clone(),
            check: call.check,
            why,
        };
        let mut pending = around.asks.open_call(Asker::of(room), &call.id, question);
        let decision = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(RequestError::Cancelled),
            decision = pending.decision() => decision,
        };
        match decision {
            Some(Decision::Run(arguments)) => {
                around.calls.set_arguments(&call.id, &arguments);
                call.arguments = arguments;
                Ok(())
            }
            Some(Decision::Decline) => Err(RequestError::Declined(format!(
                "You declined to run {} of “{}”. Nothing was sent.",
                call.tool,
                room.label()
            ))),
            None => Err(RequestError::Unreachable(format!(
                "“{}” stopped while you were asked about {}. Nothing was sent.",
                room.label(),
                call.tool
            ))),
        }
    }

    fn forbidden(&self, room: &Room, tool: &str, rule: &RuleId) -> RequestError {
        let policies: &Policies = &self.around().policies;
        let rule = match policies.find(rule) {
            Some(Rule {
                scope: RuleScope::Tool { .. },
                ..
            }) => "your rule for this tool says never",
            Some(Rule {
                scope: RuleScope::WithEffect(_),
                ..
            }) => "your rule for tools of this server that do the same says never",
            Some(Rule {
                scope: RuleScope::AllTools,
                ..
            })
            | None => "your rule for all tools of this server says never",
        };
        RequestError::Forbidden(format!(
            "{tool} of “{}” was not run: {rule}. Nothing was sent. You can change that under Approvals, Policies.",
            room.label()
        ))
    }
}
