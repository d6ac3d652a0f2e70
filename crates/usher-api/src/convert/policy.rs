//! Policies.

use usher_core::policies as core;

use crate::policy::{Effect, PolicyList, PolicyRule, RuleScope, RuleStanding, Stance, Trust};

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
            standing: match standing {
                usher_review::policy::RuleStatus::Holds => RuleStanding::Holds,
                usher_review::policy::RuleStatus::Expired => RuleStanding::Expired,
                usher_review::policy::RuleStatus::Outdated => RuleStanding::Outdated,
            },
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
            standing: usher_review::policy::RuleStatus::Holds,
        }
        .into()
    }
}

impl From<usher_review::policy::RuleScope> for RuleScope {
    fn from(scope: usher_review::policy::RuleScope) -> Self {
        match scope {
            usher_review::policy::RuleScope::Tool { name, claimed, .. } => Self::Tool {
                name,
                claimed: claimed.into(),
            },
            usher_review::policy::RuleScope::WithEffect(effect) => Self::WithEffect {
                effect: effect.into(),
            },
            usher_review::policy::RuleScope::AllTools => Self::AllTools,
        }
    }
}

impl From<usher_review::policy::effect::Effect> for Effect {
    fn from(effect: usher_review::policy::effect::Effect) -> Self {
        match effect {
            usher_review::policy::effect::Effect::Reads => Self::Reads,
            usher_review::policy::effect::Effect::Changes => Self::Changes,
            usher_review::policy::effect::Effect::Destroys => Self::Destroys,
            usher_review::policy::effect::Effect::Unknown => Self::Unknown,
        }
    }
}

impl From<Effect> for usher_review::policy::effect::Effect {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Reads => Self::Reads,
            Effect::Changes => Self::Changes,
            Effect::Destroys => Self::Destroys,
            Effect::Unknown => Self::Unknown,
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

impl From<usher_review::policy::effect::Trust> for Trust {
    fn from(trust: usher_review::policy::effect::Trust) -> Self {
        match trust {
            usher_review::policy::effect::Trust::No => Self::No,
            usher_review::policy::effect::Trust::Yes => Self::Yes,
        }
    }
}

impl From<Trust> for usher_review::policy::effect::Trust {
    fn from(trust: Trust) -> Self {
        match trust {
            Trust::No => Self::No,
            Trust::Yes => Self::Yes,
        }
    }
}
