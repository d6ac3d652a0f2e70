//! Looking at the rules, giving and revoking them, and trusting a server's claims.

use usher_mcp::Tool;

use super::{Effect, Judged, Rule, RuleScope, Stance, Standing, Trust, Verdict, definition_of};
use crate::events::HostEvent;
use crate::host::Host;
use crate::id::{RuleId, ServerId};
use crate::servers::Room;
use crate::store::StoreError;

/// All rules, and the servers whose claims count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoliciesView {
    /// The newest first.
    pub rules: Vec<ShownRule>,
    /// Servers that are trusted.
    pub trusted: Vec<ServerId>,
}

/// A rule, and whether it still does anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownRule {
    /// The rule.
    pub rule: Rule,
    /// Whether it does.
    pub standing: Standing,
}

/// Why a rule was not given or revoked. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// There is no such server.
    #[error("This server is not configured any more.")]
    UnknownServer,
    /// The tool is not listed.
    #[error("“{server}” has no tool called {tool} (any more).")]
    UnknownTool {
        /// Its label.
        server: String,
        /// Its name.
        tool: String,
    },
    /// The tool is not the one that was looked at.
    #[error(
        "The definition of {0} has changed since you looked at it. Look at it again, then decide."
    )]
    Changed(String),
    /// It would allow nothing.
    #[error("A rule has to end at a time that is still to come.")]
    Past,
    /// There is no such rule.
    #[error("This rule does not exist any more.")]
    NotFound,
    /// Another rule stands in its place.
    #[error("There is a newer rule for the same tools, so the old one was not brought back.")]
    Replaced,
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Host {
    /// All rules with what they have decided so far.
    pub fn policies(&self) -> PoliciesView {
        let around = self.around();
        let now_ms = around.clock.now_ms();
        let known = around.policies.read();
        let mut rules: Vec<_> = known
            .rules
            .iter()
            .filter_map(|rule| {
                let room = self.servers().room(&rule.server)?;
                let definition = match &rule.scope {
                    RuleScope::Tool { name, .. } => listed(&room, name).as_ref().map(definition_of),
                    RuleScope::WithEffect(_) | RuleScope::AllTools => None,
                };
                let transport = room.definition().transport.fingerprint();
                Some(ShownRule {
                    standing: rule.standing(now_ms, &transport, definition.as_deref()),
                    rule: rule.clone(),
                })
            })
            .collect();
        rules.sort_by_key(|shown| std::cmp::Reverse(shown.rule.given_at));
        let trusted = self.servers().rooms().into_iter().filter(|room| {
            let transport = room.definition().transport.fingerprint();
            known.trusted.get(&room.id) == Some(&transport)
        });
        PoliciesView {
            rules,
            trusted: trusted.map(|room| room.id.clone()).collect(),
        }
    }

    /// Gives a rule for one tool, in the place of one there may be. `definition` is the digest of the definition
    /// the person was shown.
    pub async fn set_tool_rule(
        &self,
        server: &ServerId,
        tool: &str,
        definition: &str,
        stance: Stance,
    ) -> Result<Rule, PolicyError> {
        let room = self.policed(server)?;
        let listed = listed(&room, tool).ok_or_else(|| PolicyError::UnknownTool {
            server: room.label(),
            tool: tool.to_owned(),
        })?;
        if definition_of(&listed) != definition {
            return Err(PolicyError::Changed(tool.to_owned()));
        }
        let scope = RuleScope::Tool {
            name: listed.name,
            definition: definition.to_owned(),
            claimed: Effect::claimed(listed.annotations),
        };
        self.give(&room, scope, stance).await
    }

    /// Gives a rule for all tools of a server, or for those with an effect, in the place of one there may be.
    pub async fn set_server_rule(
        &self,
        server: &ServerId,
        effect: Option<Effect>,
        stance: Stance,
    ) -> Result<Rule, PolicyError> {
        let room = self.policed(server)?;
        let scope = effect.map_or(RuleScope::AllTools, RuleScope::WithEffect);
        self.give(&room, scope, stance).await
    }

    /// Gives a rule for exactly what is named.
    pub(crate) async fn give(
        &self,
        room: &Room,
        scope: RuleScope,
        stance: Stance,
    ) -> Result<Rule, PolicyError> {
        let around = self.around();
        let now_ms = around.clock.now_ms();
        if matches!(stance, Stance::AllowUntil(until) if until <= now_ms) {
            return Err(PolicyError::Past);
        }
        let rule = Rule {
            id: RuleId::fresh(),
            server: room.id.clone(),
            scope,
            stance,
            transport: room.definition().transport.fingerprint(),
            given_at: now_ms,
            uses: 0,
            last_used_at: None,
        };
        self.keep_rule(&rule).await?;
        around.policies.write().put(rule.clone());
        self.policies_changed();
        Ok(rule)
    }

    /// Takes a rule back; [`Self::restore_rule`] can undo that while Usher runs.
    pub async fn revoke_rule(&self, id: &RuleId) -> Result<Rule, PolicyError> {
        let around = self.around();
        around.store.remove_policy_rule(id).await?;
        let revoked = around.policies.write().take(id);
        self.policies_changed();
        revoked.ok_or(PolicyError::NotFound)
    }

    /// Brings a revoked rule back as it was, with what it has decided.
    pub async fn restore_rule(&self, id: &RuleId) -> Result<Rule, PolicyError> {
        let around = self.around();
        let rule = {
            let known = around.policies.read();
            let revoked = known.revoked.iter().find(|rule| &rule.id == id);
            let rule = revoked.cloned().ok_or(PolicyError::NotFound)?;
            if known.place_of(&rule.server, &rule.scope).is_some() {
                return Err(PolicyError::Replaced);
            }
            rule
        };
        self.keep_rule(&rule).await?;
        {
            let mut known = around.policies.write();
            known.revoked.retain(|revoked| &revoked.id != id);
            known.put(rule.clone());
        }
        self.policies_changed();
        Ok(rule)
    }

    /// Decides whether what a server says of its tools counts.
    pub async fn set_trust(&self, server: &ServerId, trust: Trust) -> Result<(), PolicyError> {
        let room = self.policed(server)?;
        let around = self.around();
        let transport = room.definition().transport.fingerprint();
        let given = (trust == Trust::Yes).then_some(transport);
        around
            .store
            .set_trusted_server(server, given.as_deref(), around.clock.now_ms())
            .await?;
        {
            let mut known = around.policies.write();
            match given {
                Some(transport) => known.trusted.insert(server.clone(), transport),
                None => known.trusted.remove(server),
            };
        }
        self.policies_changed();
        Ok(())
    }

    /// Decides about a call of a tool, as it is listed now.
    pub(crate) fn verdict_on(&self, room: &Room, name: &str, tool: Option<&Tool>) -> Verdict {
        let around = self.around();
        let transport = room.definition().transport.fingerprint();
        around.policies.decide(
            &room.id,
            &Judged {
                tool: name,
                definition: &tool.map(definition_of).unwrap_or_default(),
                claimed: tool.map_or(Effect::Unknown, |tool| Effect::claimed(tool.annotations)),
                trust: around.policies.trust(&room.id, &transport),
                transport: &transport,
                last_run: None,
                now_ms: around.clock.now_ms(),
            },
        )
    }

    /// A rule has decided about a call. That this could not be kept changes nothing about the decision.
    pub(crate) async fn count_rule(&self, id: &RuleId) {
        let around = self.around();
        let Some(rule) = around.policies.count(id, around.clock.now_ms()) else {
            return;
        };
        if let Err(error) = around.store.count_policy_rule(&rule).await {
            tracing::warn!(%error, "what a rule has decided could not be kept");
        }
        self.policies_changed();
    }

    /// A tool is run with this definition, so the person has agreed to that one.
    pub(crate) async fn tool_was_run(&self, server: &ServerId, tool: &str, definition: &str) {
        let around = self.around();
        if !around.policies.ran(server, tool, definition) {
            return;
        }
        let kept = around
            .store
            .keep_tool_consent(server, tool, definition, around.clock.now_ms())
            .await;
        if let Err(error) = kept {
            tracing::warn!(%error, "which definition of a tool was run could not be kept");
        }
    }

    fn policed(&self, server: &ServerId) -> Result<std::sync::Arc<Room>, PolicyError> {
        self.servers()
            .room(server)
            .ok_or(PolicyError::UnknownServer)
    }

    async fn keep_rule(&self, rule: &Rule) -> Result<(), StoreError> {
        let replaced = {
            let known = self.around().policies.read();
            let place = known.place_of(&rule.server, &rule.scope);
            place.map(|place| known.rules[place].id.clone())
        };
        let store = &self.around().store;
        store.put_policy_rule(rule, replaced.as_ref()).await
    }

    fn policies_changed(&self) {
        self.around().events.send(HostEvent::PoliciesChanged);
    }
}

fn listed(room: &Room, name: &str) -> Option<Tool> {
    let shown = room.catalog.find::<Tool>(|tool| tool.name == name);
    shown.map(|shown| shown.entry)
}
