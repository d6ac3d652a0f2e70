//! Policies.

use usher_core::policies as core;

use crate::policy::{PolicyList, PolicyRule, RuleDecision, RuleScope, RuleStatus};

impl From<core::PoliciesView> for PolicyList {
    fn from(view: core::PoliciesView) -> Self {
        Self {
            rules: view.rules.into_iter().map(Into::into).collect(),
            trusted: view.trusted.into_iter().collect(),
        }
    }
}

impl From<core::ShownRule> for PolicyRule {
    fn from(core::ShownRule { rule, status }: core::ShownRule) -> Self {
        Self {
            id: rule.id,
            server_id: rule.source,
            scope: rule.scope.into(),
            decision: rule.decision.into(),
            status,
            given_at: rule.given_at,
            uses: rule.uses,
            last_used_at: rule.last_used_at,
        }
    }
}

impl From<usher_review::policy::Rule> for PolicyRule {
    /// A rule that was just given.
    fn from(rule: usher_review::policy::Rule) -> Self {
        core::ShownRule {
            rule,
            status: RuleStatus::Holds,
        }
        .into()
    }
}

impl From<usher_review::policy::RuleScope> for RuleScope {
    fn from(scope: usher_review::policy::RuleScope) -> Self {
        match scope {
            usher_review::policy::RuleScope::Tool { name, claimed, .. } => {
                Self::Tool { name, claimed }
            }
            usher_review::policy::RuleScope::WithEffect(effect) => Self::WithEffect { effect },
            usher_review::policy::RuleScope::AllTools => Self::AllTools,
        }
    }
}

impl From<usher_review::policy::RuleDecision> for RuleDecision {
    fn from(decision: usher_review::policy::RuleDecision) -> Self {
        match decision {
            usher_review::policy::RuleDecision::Ask => Self::Ask,
            usher_review::policy::RuleDecision::AllowSession => Self::AllowSession,
            usher_review::policy::RuleDecision::AllowUntil(at) => Self::AllowUntil { at },
            usher_review::policy::RuleDecision::Never => Self::Never,
        }
    }
}

impl From<RuleDecision> for usher_review::policy::RuleDecision {
    fn from(decision: RuleDecision) -> Self {
        match decision {
            RuleDecision::Ask => Self::Ask,
            RuleDecision::AllowSession => Self::AllowSession,
            RuleDecision::AllowUntil { at } => Self::AllowUntil(at),
            RuleDecision::Never => Self::Never,
        }
    }
}
