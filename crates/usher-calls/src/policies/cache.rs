//! The rules in memory: those of the database and of this run. What allows is written to the database first; what forbids
//! holds before.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use serde_json::json;

use usher_review::policy::decide::decide;
use usher_review::policy::decide::{CallFacts, Verdict};
use usher_review::policy::{Rule, RuleDecision, RuleScope};
use usher_servers::events::Events;
use usher_servers::tool_source::ToolSources;
use usher_store::{Store, StoreError};
use usher_system::clock::Clock;
use usher_types::id::{RuleId, SourceId};
use usher_types::policy::Trust;

/// So many revoked rules can be brought back.
const REVOKED_KEPT: usize = 20;

/// All that was decided. Clones share it.
#[derive(Clone)]
pub struct Policies {
    known: Arc<RwLock<PolicyCache>>,
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) events: Events,
    pub(super) sources: ToolSources,
}

#[derive(Default)]
pub struct PolicyCache {
    pub(super) rules: Vec<Rule>,
    pub(super) revoked: VecDeque<Rule>,
    /// Trusted servers, with the digest of what is started or reached.
    pub(super) trusted: HashMap<SourceId, String>,
    /// The definition each tool had when it was last run.
    last_run: HashMap<SourceId, HashMap<String, String>>,
    /// Rules that have decided since their counts were written.
    counted: HashSet<RuleId>,
    /// How often anything that is stored has changed here, so that no change is lost to a reload.
    changes: u64,
}

/// Whether somebody has to write counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flush {
    /// This is the first since they were written.
    Start,
    /// Somebody will write them.
    Running,
}

impl PolicyCache {
    pub async fn load(store: &Store) -> Result<Self, StoreError> {
        let stored = store.policies().await?;
        let mut known = PolicyCache {
            rules: stored.rules,
            trusted: stored.trusted.into_iter().collect(),
            ..PolicyCache::default()
        };
        for (server, tool, definition) in stored.last_run {
            let tools = known.last_run.entry(server).or_default();
            tools.insert(tool, definition);
        }
        Ok(known)
    }

    /// Returns the rule that a new one for these tools replaces.
    pub(super) fn place_of(&self, rule: &Rule) -> Option<usize> {
        self.rules.iter().position(|other| {
            other.source == rule.source
                && other.caller == rule.caller
                && other.scope.is_same_as(&rule.scope)
        })
    }

    pub(super) fn put(&mut self, rule: Rule) {
        self.changes += 1;
        match self.place_of(&rule) {
            Some(place) => self.rules[place] = rule,
            None => self.rules.push(rule),
        }
    }

    pub(super) fn take(&mut self, id: &RuleId) -> Option<Rule> {
        let place = self.rules.iter().position(|rule| &rule.id == id)?;
        self.changes += 1;
        let rule = self.rules.remove(place);
        if self.revoked.len() == REVOKED_KEPT {
            self.revoked.pop_front();
        }
        self.revoked.push_back(rule.clone());
        Some(rule)
    }

    /// Forgets rules for good.
    pub(super) fn forget(&mut self, is_gone: impl Fn(&Rule) -> bool) {
        self.changes += 1;
        self.rules.retain(|rule| !is_gone(rule));
        self.revoked.retain(|rule| !is_gone(rule));
    }

    /// Trusts what is started or reached; `None` = no longer.
    pub(super) fn set_trusted(&mut self, server: &SourceId, transport: Option<String>) {
        self.changes += 1;
        match transport {
            Some(transport) => self.trusted.insert(server.clone(), transport),
            None => self.trusted.remove(server),
        };
    }

    /// Takes what is stored; what holds for this run stays, and what is not written yet.
    fn replace(&mut self, stored: Self, store: &Store) {
        let is_written = |rule: &Rule| !store.is_restricted(&about_rule(rule));
        self.rules
            .retain(|rule| rule.decision == RuleDecision::AllowSession || !is_written(rule));
        for rule in stored.rules.into_iter().filter(is_written) {
            if self.place_of(&rule).is_none() {
                self.rules.push(rule);
            }
        }
        self.trusted = stored.trusted;
        self.trusted
            .retain(|server, _| !store.is_restricted(&about_trust(server)));
        self.last_run = stored.last_run;
    }

    /// Something is stored now that was changed here before.
    pub(super) fn written(&mut self) {
        self.changes += 1;
    }
}

/// Names the calls that a rule is about, as what is restricted.
pub(super) fn about_rule(rule: &Rule) -> String {
    let Rule {
        source,
        caller,
        scope,
        ..
    } = rule;
    let about = match scope {
        RuleScope::Tool { name, .. } => json!([name]),
        RuleScope::ToolWithArguments {
            name, arguments, ..
        } => json!([name, arguments.digest.as_str()]),
        RuleScope::WithEffect(effect) => json!(effect.as_str()),
        RuleScope::AllTools => json!(null),
    };
    json!(["rule", source, caller, about]).to_string()
}

/// Names the trust in a server, as what is restricted.
pub(super) fn about_trust(server: &SourceId) -> String {
    json!(["trust", server]).to_string()
}

impl Policies {
    /// Reads everything again; what holds for this run stays, and what the person decides meanwhile.
    pub async fn reload(&self) -> Result<(), StoreError> {
        loop {
            let before = self.read().changes;
            let stored = PolicyCache::load(&self.store).await?;
            if self.replace_unless_changed(before, stored) {
                return Ok(());
            }
        }
    }

    /// Takes what was read, unless something has changed since: it may have been read before that was written.
    fn replace_unless_changed(&self, before: u64, stored: PolicyCache) -> bool {
        let mut known = self.write();
        let is_current = known.changes == before;
        if is_current {
            known.replace(stored, &self.store);
        }
        is_current
    }

    pub fn new(
        known: PolicyCache,
        store: Store,
        clock: Clock,
        events: Events,
        sources: ToolSources,
    ) -> Self {
        Self {
            known: Arc::new(RwLock::new(known)),
            store,
            clock,
            events,
            sources,
        }
    }

    /// Decides about a call of this server; what was run last is looked up here.
    pub(crate) fn decide(&self, source: &SourceId, call: &CallFacts<'_>) -> Verdict {
        let known = self.read();
        let last_run = known
            .last_run
            .get(source)
            .and_then(|tools| tools.get(call.tool));
        let call = CallFacts {
            last_run: last_run.map(String::as_str),
            ..*call
        };
        let rules = known.rules.iter().filter(|rule| &rule.source == source);
        decide(rules, &call)
    }

    /// Whether what this server says of its tools counts.
    pub(crate) fn trust(&self, source: &SourceId, transport: &str) -> Trust {
        match self.read().trusted.get(source) {
            Some(given) if given == transport => Trust::Yes,
            Some(_) | None => Trust::No,
        }
    }

    pub(crate) fn find(&self, id: &RuleId) -> Option<Rule> {
        let known = self.read();
        known.rules.iter().find(|rule| &rule.id == id).cloned()
    }

    /// A rule has decided about a call.
    pub(super) fn count(&self, id: &RuleId, now_ms: i64) -> Flush {
        let known = &mut *self.write();
        let Some(rule) = known.rules.iter_mut().find(|rule| &rule.id == id) else {
            return Flush::Running;
        };
        rule.uses = rule.uses.saturating_add(1);
        rule.last_used_at = Some(now_ms);
        let is_first = known.counted.is_empty();
        known.counted.insert(id.clone());
        if is_first {
            Flush::Start
        } else {
            Flush::Running
        }
    }

    /// Takes the rules whose counts are not written.
    pub(super) fn take_counted(&self) -> Vec<Rule> {
        let known = &mut *self.write();
        let counted = std::mem::take(&mut known.counted);
        let rules = known.rules.iter();
        rules
            .filter(|rule| counted.contains(&rule.id))
            .cloned()
            .collect()
    }

    /// Whether any definition of the tool was run or decided about.
    pub(super) fn knows(&self, source: &SourceId, tool: &str) -> bool {
        let known = self.read();
        let tools = known.last_run.get(source);
        tools.is_some_and(|tools| tools.contains_key(tool))
            || known
                .rules
                .iter()
                .any(|rule| &rule.source == source && rule.scope.tool() == Some(tool))
    }

    /// The tool was run with this definition; whether that is news.
    pub(super) fn ran(&self, source: &SourceId, tool: &str, definition: &str) -> bool {
        let mut known = self.write();
        let tools = known.last_run.entry(source.clone()).or_default();
        let before = tools.insert(tool.to_owned(), definition.to_owned());
        let is_news = before.as_deref() != Some(definition);
        known.changes += u64::from(is_news);
        is_news
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, PolicyCache> {
        self.known.read()
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, PolicyCache> {
        self.known.write()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use usher_system::paths::Paths;
    use usher_types::caller::Caller;

    use super::*;

    #[tokio::test]
    async fn what_is_decided_while_stored_policies_are_read_again_holds() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let opened = Store::open(&Paths::at(dir.path()), &Clock::System).await;
        let store = opened.expect("the database opens").store;
        let known = PolicyCache::load(&store).await.expect("nothing is stored");
        let (events, sources) = (Events::default(), ToolSources::default());
        let policies = Policies::new(known, store.clone(), Clock::System, events, sources);
        let rule = |source: &SourceId, decision| {
            let (scope, transport) = (RuleScope::AllTools, String::new());
            Rule::given(
                source.clone(),
                Caller::Person,
                transport,
                scope,
                decision,
                0,
            )
        };
        // The reload has come a step further each time.
        for steps in 0.. {
            let source = SourceId::from(format!("{steps}"));
            let old = rule(&source, RuleDecision::AllowUntil(i64::MAX));
            store.put_policy_rule(&old).await.expect("it is kept");
            policies.write().put(old.clone());
            let mut reload = Box::pin(policies.reload());
            let mut is_over = false;
            for _ in 0..steps {
                is_over = is_over || futures::poll!(&mut reload).is_ready();
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            if is_over {
                break;
            }
            let block = rule(&source, RuleDecision::Never);
            let kept = store.put_policy_rule(&block).await;
            kept.expect("it is kept");
            policies.write().put(block.clone());
            store
                .set_trusted_server(&source, Some("t"), 0)
                .await
                .expect("it is kept");
            policies.write().set_trusted(&source, Some("t".into()));
            reload.await.expect("it is read");
            assert_eq!(policies.find(&old.id), None, "replaced after {steps} steps");
            assert_eq!(
                policies.find(&block.id),
                Some(block),
                "blocked after {steps} steps"
            );
            assert_eq!(
                policies.trust(&source, "t"),
                Trust::Yes,
                "trusted after {steps} steps"
            );
        }
    }
}
