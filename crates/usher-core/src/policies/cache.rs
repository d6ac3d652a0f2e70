//! The rules in memory: those of the database and of this run. The database is written first.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::events::Events;
use crate::tool_source::ToolSources;
use usher_review::policy::decide::decide;
use usher_review::policy::decide::{CallFacts, Verdict};
use usher_review::policy::{Rule, RuleDecision};
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
pub(crate) struct PolicyCache {
    pub(super) rules: Vec<Rule>,
    pub(super) revoked: VecDeque<Rule>,
    /// Trusted servers, with the digest of what is started or reached.
    pub(super) trusted: HashMap<SourceId, String>,
    /// The definition each tool had when it was last run.
    last_run: HashMap<SourceId, HashMap<String, String>>,
    /// Rules that have decided since their counts were written.
    counted: HashSet<RuleId>,
}

/// Whether somebody has to write counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counting {
    /// This is the first since they were written.
    Begun,
    /// Somebody will write them.
    Goes,
}

impl PolicyCache {
    pub(crate) async fn load(store: &Store) -> Result<Self, StoreError> {
        let mut known = PolicyCache {
            rules: store.policy_rules().await?,
            trusted: store.trusted_servers().await?.into_iter().collect(),
            ..PolicyCache::default()
        };
        for (server, tool, definition) in store.tool_consents().await? {
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
        match self.place_of(&rule) {
            Some(place) => self.rules[place] = rule,
            None => self.rules.push(rule),
        }
    }

    pub(super) fn take(&mut self, id: &RuleId) -> Option<Rule> {
        let place = self.rules.iter().position(|rule| &rule.id == id)?;
        let rule = self.rules.remove(place);
        if self.revoked.len() == REVOKED_KEPT {
            self.revoked.pop_front();
        }
        self.revoked.push_back(rule.clone());
        Some(rule)
    }
}

impl Policies {
    /// Reads everything again; what holds for this run stays.
    pub(crate) async fn reload(&self) -> Result<(), StoreError> {
        let stored = PolicyCache::load(&self.store).await?;
        let mut known = self.write();
        known
            .rules
            .retain(|rule| rule.decision == RuleDecision::AllowSession);
        for rule in stored.rules {
            if known.place_of(&rule).is_none() {
                known.put(rule);
            }
        }
        known.trusted = stored.trusted;
        known.last_run = stored.last_run;
        Ok(())
    }

    pub(crate) fn new(
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
    pub(super) fn count(&self, id: &RuleId, now_ms: i64) -> Counting {
        let known = &mut *self.write();
        let Some(rule) = known.rules.iter_mut().find(|rule| &rule.id == id) else {
            return Counting::Goes;
        };
        rule.uses = rule.uses.saturating_add(1);
        rule.last_used_at = Some(now_ms);
        let is_first = known.counted.is_empty();
        known.counted.insert(id.clone());
        if is_first {
            Counting::Begun
        } else {
            Counting::Goes
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
        before.as_deref() != Some(definition)
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, PolicyCache> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, PolicyCache> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }
}
