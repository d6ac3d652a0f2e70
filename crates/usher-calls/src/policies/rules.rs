//! Lists, gives and revokes rules, and sets trust in a server's claims.

use std::sync::Arc;

use serde_json::{Map, Value};
use usher_mcp::Tool;
use usher_messages::{Message, Param};
use usher_types::code::{Code, Coded};

use super::Policies;
use super::cache::{Flush, about_rule, about_trust};
use crate::limits;
use usher_review::policy::decide::{CallFacts, Verdict};
use usher_review::policy::definition::definition_of;
use usher_review::policy::{Rule, RuleDecision, RuleScope};
use usher_servers::events::HostEvent;
use usher_servers::tool_source::ToolSource;
use usher_store::{Restriction, Store, StoreError};
use usher_types::caller::Caller;
use usher_types::id::{RuleId, SourceId};
use usher_types::policy::RuleStatus;
use usher_types::policy::{Effect, Trust};

/// All rules, and the servers whose claims count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoliciesView {
    pub rules: Vec<ShownRule>,
    /// Servers that are trusted.
    pub trusted: Vec<SourceId>,
}

/// A rule, and whether it still does anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownRule {
    pub rule: Rule,
    pub status: RuleStatus,
}

/// Why a rule was not given or revoked. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// There is no such server.
    #[error("{}", self.message())]
    UnknownServer,
    /// The tool is not listed.
    #[error("{}", self.message())]
    UnknownTool { server: String, tool: String },
    /// The tool is not the one that was looked at.
    #[error("{}", self.message())]
    Changed(String),
    /// What is always allowed is one definition of one tool.
    #[error("{}", self.message())]
    OneToolOnly(Message),
    /// It would allow nothing.
    #[error("{}", self.message())]
    Past,
    /// The arguments are larger than a rule may name.
    #[error("{}", self.message())]
    ArgumentsTooLarge,
    /// The arguments may hold a secret, which a rule does not keep.
    #[error("{}", self.message())]
    ArgumentsSecret,
    /// There is no such rule.
    #[error("{}", self.message())]
    NotFound,
    /// Another rule stands in its place.
    #[error("{}", self.message())]
    Replaced,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PolicyError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownServer => Message::new("rule.error.unknownServer"),
            Self::UnknownTool { server, tool } => Message::new("rule.error.unknownTool")
                .with("server", server.as_str())
                .with("tool", tool.as_str()),
            Self::Changed(tool) => Message::new("rule.error.changed").with("tool", tool.as_str()),
            Self::Past => Message::new("rule.error.past"),
            Self::ArgumentsTooLarge => Message::new("rule.error.argumentsTooLarge")
                .with("size", Param::bytes(limits::NAMED_ARGUMENTS_BYTES)),
            Self::ArgumentsSecret => Message::new("rule.error.argumentsSecret"),
            Self::NotFound => Message::new("rule.error.notFound"),
            Self::Replaced => Message::new("rule.error.replaced"),
            Self::OneToolOnly(message) => message.clone(),
            Self::Store(error) => error.message(),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::UnknownServer | Self::UnknownTool { .. } | Self::NotFound => {
                Code::NotFound.into()
            }
            Self::Changed(_)
            | Self::Replaced
            | Self::OneToolOnly(_)
            | Self::ArgumentsTooLarge
            | Self::ArgumentsSecret => Code::Invalid.into(),
            Self::Past => Coded::invalid([("until", &self.message())]),
            Self::Store(error) => error.code(),
        }
    }
}

/// A rule that was given, and the one it replaced.
#[derive(Debug)]
pub(crate) struct GivenRule {
    pub(crate) rule: Rule,
    replaced: Option<Rule>,
}

impl Policies {
    /// All rules with what they have decided so far.
    pub fn view(&self) -> PoliciesView {
        let now_ms = self.clock.now_ms();
        let known = self.read();
        let mut rules: Vec<_> = known
            .rules
            .iter()
            .filter_map(|rule| {
                let source = self.sources.find(&rule.source)?;
                let tool = rule.scope.tool().and_then(|name| source.tool(name));
                let definition = tool.as_ref().map(|tool| tool.definition());
                Some(ShownRule {
                    status: rule.status(now_ms, &source.fingerprint(), definition.as_deref()),
                    rule: rule.clone(),
                })
            })
            .collect();
        rules.sort_by_key(|shown| std::cmp::Reverse(shown.rule.given_at));
        let trusted = self
            .sources
            .all()
            .into_iter()
            .filter(|source| known.trusted.get(&source.id()) == Some(&source.fingerprint()));
        PoliciesView {
            rules,
            trusted: trusted.map(|source| source.id()).collect(),
        }
    }

    /// Gives a rule for one tool, replacing an earlier one. `definition` is the digest of the definition the person was
    /// shown.
    pub async fn set_tool_rule(
        &self,
        server: &SourceId,
        tool: &str,
        definition: &str,
        decision: RuleDecision,
    ) -> Result<Rule, PolicyError> {
        let source = self.policed(server)?;
        let listed = source.tool(tool).ok_or_else(|| PolicyError::UnknownTool {
            server: source.label(),
            tool: tool.to_owned(),
        })?;
        if *listed.definition() != *definition {
            return Err(PolicyError::Changed(tool.to_owned()));
        }
        let scope = RuleScope::Tool {
            name: listed.entry.name.clone(),
            definition: definition.to_owned(),
            claimed: Effect::claimed(listed.entry.annotations),
        };
        let given = self.give(&*source, Caller::Person, scope, decision).await?;
        Ok(given.rule)
    }

    /// Sets a rule for a caller's use of a server's tools, replacing an earlier one.
    pub async fn set_server_rule(
        &self,
        server: &SourceId,
        caller: Caller,
        effect: Option<Effect>,
        decision: RuleDecision,
    ) -> Result<Rule, PolicyError> {
        let source = self.policed(server)?;
        let scope = effect.map_or(RuleScope::AllTools, RuleScope::WithEffect);
        let given = self.give(&*source, caller, scope, decision).await?;
        Ok(given.rule)
    }

    /// Gives a rule for exactly what is named.
    pub(crate) async fn give(
        &self,
        source: &dyn ToolSource,
        caller: Caller,
        scope: RuleScope,
        decision: RuleDecision,
    ) -> Result<GivenRule, PolicyError> {
        if !scope.takes(decision) {
            return Err(PolicyError::OneToolOnly(Message::new("toolRule.oneTool")));
        }
        let now_ms = self.clock.now_ms();
        if matches!(decision, RuleDecision::AllowUntil(until) if until <= now_ms) {
            return Err(PolicyError::Past);
        }
        let rule = Rule::given(
            source.id(),
            caller,
            source.fingerprint(),
            scope,
            decision,
            now_ms,
        );
        let replaced = self.replaced_by(&rule);
        if decision.allows() {
            self.put_stored(&rule).await?;
        } else {
            // What forbids holds before it is stored.
            self.write().put(rule.clone());
            self.policies_changed();
            self.restrict(as_given(&rule)).await?;
        }
        self.policies_changed();
        Ok(GivenRule { rule, replaced })
    }

    /// Undoes what was given with an answer that nobody got. What forbids stays.
    pub(crate) async fn take_back(&self, given: GivenRule) {
        let GivenRule { rule, replaced } = given;
        if !rule.decision.allows() {
            return;
        }
        {
            let mut known = self.write();
            known.forget(|other| other.id == rule.id);
            if let Some(before) = &replaced {
                known.put(before.clone());
            }
        }
        self.policies_changed();
        let undone = match &replaced {
            Some(before) => self.restrict(as_given(before)).await,
            None => self.restrict(as_revoked(&rule)).await,
        };
        if let Err(error) = undone {
            tracing::warn!(%error, "a rule of an answer that nobody got is still stored");
        }
    }

    /// Imports decisions of a setup file, for a source without any.
    pub async fn import_rules(
        &self,
        source: &SourceId,
        transport: &str,
        rules: Vec<(RuleScope, RuleDecision)>,
        trust: Trust,
    ) -> Result<(), StoreError> {
        let given_at = self.clock.now_ms();
        for (scope, decision) in rules {
            let rule = Rule::given(
                source.clone(),
                Caller::Person,
                transport.to_owned(),
                scope,
                decision,
                given_at,
            );
            self.put_stored(&rule).await?;
        }
        if trust == Trust::Yes {
            self.keep_trust(source, Some(transport.to_owned())).await?;
        }
        self.policies_changed();
        Ok(())
    }

    /// Takes a rule back; [`Self::restore`] can undo that while Usher runs.
    pub async fn revoke(&self, id: &RuleId) -> Result<Rule, PolicyError> {
        let rule = self.find(id).ok_or(PolicyError::NotFound)?;
        let revoked = if rule.decision.allows() {
            let revoked = self.write().take(id);
            self.policies_changed();
            self.restrict(as_revoked(&rule)).await?;
            revoked
        } else {
            self.store.remove_policy_rule(&rule.source, id).await?;
            self.store.lift_restriction(&about_rule(&rule));
            self.write().take(id)
        };
        self.policies_changed();
        revoked.ok_or(PolicyError::NotFound)
    }

    /// Forgets every rule for the calls of one caller, and returns them. Call [`Self::write_forgotten`] next.
    pub fn forget_caller(&self, caller: &Caller) -> Vec<Rule> {
        let of_caller: Vec<_> = {
            let known = self.read();
            let rules = known.rules.iter().filter(|rule| &rule.caller == caller);
            rules.cloned().collect()
        };
        self.write().forget(|rule| &rule.caller == caller);
        self.policies_changed();
        of_caller
    }

    /// Deletes what is stored of a caller that is forgotten already, along with something else that is taken away.
    pub async fn write_forgotten(
        &self,
        rules: &[Rule],
        with: Restriction,
    ) -> Result<(), StoreError> {
        let revoked = rules.iter().map(as_revoked);
        let all = std::iter::once(with).chain(revoked).collect();
        let written = self.store.restrict_all(all).await;
        self.write().written();
        written
    }

    /// Brings back the rules of a caller that was forgotten. Those of servers that are gone stay away.
    pub async fn restore_rules(&self, rules: Vec<Rule>) -> Result<(), StoreError> {
        for rule in rules {
            if self.sources.find(&rule.source).is_some() {
                self.put_stored(&rule).await?;
            }
        }
        self.policies_changed();
        Ok(())
    }

    /// Restores a revoked rule with its uses.
    pub async fn restore(&self, id: &RuleId) -> Result<Rule, PolicyError> {
        let rule = {
            let known = self.read();
            let revoked = known.revoked.iter().find(|rule| &rule.id == id);
            let rule = revoked.cloned().ok_or(PolicyError::NotFound)?;
            if known.place_of(&rule).is_some() {
                return Err(PolicyError::Replaced);
            }
            rule
        };
        self.put_stored(&rule).await?;
        self.write().revoked.retain(|revoked| &revoked.id != id);
        self.policies_changed();
        Ok(rule)
    }

    /// Decides whether what a server says of its tools counts.
    pub async fn set_trust(&self, server: &SourceId, trust: Trust) -> Result<(), PolicyError> {
        let transport = self.policed(server)?.fingerprint();
        self.keep_trust(server, (trust == Trust::Yes).then_some(transport))
            .await?;
        self.policies_changed();
        Ok(())
    }

    /// Trusts what is started or reached; `None` = no longer.
    async fn keep_trust(
        &self,
        server: &SourceId,
        transport: Option<String>,
    ) -> Result<(), StoreError> {
        let now_ms = self.clock.now_ms();
        if let Some(transport) = transport {
            let stored = self
                .store
                .set_trusted_server(server, Some(&transport), now_ms);
            stored.await?;
            self.store.lift_restriction(&about_trust(server));
            self.write().set_trusted(server, Some(transport));
            return Ok(());
        }
        self.write().set_trusted(server, None);
        self.policies_changed();
        let write = {
            let server = server.clone();
            move |store: Store| {
                let server = server.clone();
                async move { store.set_trusted_server(&server, None, now_ms).await }
            }
        };
        self.store.restrict(about_trust(server), write).await?;
        self.write().written();
        Ok(())
    }

    /// Decides about a call of a tool, as it is listed now; `definition` is the digest of that.
    pub(crate) fn verdict_on(
        &self,
        source: &dyn ToolSource,
        caller: &Caller,
        name: &str,
        arguments: &Map<String, Value>,
        claimed: Effect,
        definition: &str,
    ) -> Verdict {
        let (id, transport) = (source.id(), source.fingerprint());
        self.decide(
            &id,
            &CallFacts {
                caller,
                tool: name,
                arguments,
                definition,
                claimed,
                trust: self.trust(&id, &transport),
                transport: &transport,
                last_run: None,
                now_ms: self.clock.now_ms(),
            },
        )
    }

    /// A rule has decided about a call. How often it did is written a little later, and at the end.
    pub(crate) fn count_rule(&self, id: &RuleId) {
        if self.count(id, self.clock.now_ms()) == Flush::Start {
            let policies = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(limits::COUNTS_EVERY).await;
                policies.write_counts().await;
            });
        }
    }

    /// Writes how often rules have decided. That this could not be kept changes nothing about the decisions.
    pub async fn write_counts(&self) {
        let counted = self.take_counted();
        for rule in &counted {
            // A rule for the session is in no table.
            if rule.decision != RuleDecision::AllowSession
                && let Err(error) = self.store.count_policy_rule(rule).await
            {
                tracing::warn!(%error, "what a rule has decided could not be kept");
            }
        }
        if !counted.is_empty() {
            self.policies_changed();
        }
    }

    /// Records agreement to this definition of a tool, by running it.
    pub(crate) async fn tool_was_run(&self, server: &SourceId, tool: &str, definition: &str) {
        if !self.ran(server, tool, definition) {
            return;
        }
        let kept = self
            .store
            .keep_tool_consent(server, tool, definition, self.clock.now_ms())
            .await;
        if let Err(error) = kept {
            tracing::warn!(%error, "which definition of a tool was run could not be kept");
        }
    }

    /// The person has looked at these definitions and agreed to them: those of tools that were run or decided about before are no news.
    pub async fn tools_were_reviewed(&self, server: &SourceId, tools: impl Iterator<Item = &Tool>) {
        for tool in tools {
            if self.knows(server, &tool.name) {
                self.tool_was_run(server, &tool.name, &definition_of(tool))
                    .await;
            }
        }
    }

    fn policed(&self, server: &SourceId) -> Result<Arc<dyn ToolSource>, PolicyError> {
        self.sources.find(server).ok_or(PolicyError::UnknownServer)
    }

    /// Stores a rule, then applies it.
    async fn put_stored(&self, rule: &Rule) -> Result<(), StoreError> {
        self.store.put_policy_rule(rule).await?;
        self.store.lift_restriction(&about_rule(rule));
        self.write().put(rule.clone());
        Ok(())
    }

    /// Stores a restriction that is applied already.
    async fn restrict(&self, restriction: Restriction) -> Result<(), StoreError> {
        self.store.restrict_all(vec![restriction]).await?;
        self.write().written();
        Ok(())
    }

    /// Returns the rule whose place this one takes.
    fn replaced_by(&self, rule: &Rule) -> Option<Rule> {
        let known = self.read();
        let place = known.place_of(rule)?;
        Some(known.rules[place].clone())
    }

    fn policies_changed(&self) {
        self.events.send(HostEvent::PoliciesChanged);
    }
}

/// A rule that restricts and was given.
fn as_given(rule: &Rule) -> Restriction {
    let about = about_rule(rule);
    let rule = rule.clone();
    Restriction::new(about, move |store: Store| {
        let rule = rule.clone();
        async move { store.put_policy_rule(&rule).await }
    })
}

/// A rule that allowed something and was taken back.
fn as_revoked(rule: &Rule) -> Restriction {
    let (source, id) = (rule.source.clone(), rule.id.clone());
    Restriction::new(about_rule(rule), move |store: Store| {
        let (source, id) = (source.clone(), id.clone());
        async move { store.remove_policy_rule(&source, &id).await }
    })
}
