//! Policies.

use usher_core::policies as core;

use crate::policy::{PolicyList, PolicyRule, RuleScope, RuleStatus, Stance};

impl From<core::PoliciesView> for PolicyList {
    fn from(view: core::PoliciesView) -> Self {
        Self {
            rules: view.rules.into_iter().map(Into::into).collect(),
            trusted: view.trusted.into_iter().collect(),
        }
    }
}

impl From<core::ShownRule> for PolicyRule {
    fn from(core::ShownRule { rule, standing }: core::ShownRule) -> Self {
        Self {
            id: rule.id,
            server_id: rule.source,
            scope: rule.scope.into(),
            stance: rule.stance.into(),
            standing,
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
            standing: RuleStatus::Holds,
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

impl From<usher_review::policy::Stance> for Stance {
    fn from(stance: usher_review::policy::Stance) -> Self {
        match stance {
            usher_review::policy::Stance::Ask => Self::Ask,
            usher_review::policy::Stance::AllowSession => Self::AllowSession,
            usher_review::policy::Stance::AllowUntil(at) => Self::AllowUntil { at },
            usher_review::policy::Stance::Never => Self::Never,
        }
    }
}

impl From<Stance> for usher_review::policy::Stance {
    fn from(stance: Stance) -> Self {
        match stance {
            Stance::Ask => Self::Ask,
            Stance::AllowSession => Self::AllowSession,
            Stance::AllowUntil { at } => Self::AllowUntil(at),
            Stance::Never => Self::Never,
        }
    }
}
