//! Policies.

use usher_core::policies as core;

use crate::policy::{Effect, PolicyList, PolicyRule, RuleScope, RuleStanding, Stance, Trust};

impl From<core::PoliciesView> for PolicyList {
    fn from(view: core::PoliciesView) -> Self {
        Self {
            rules: view.rules.into_iter().map(Into::into).collect(),
            trusted: view.trusted.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<core::ShownRule> for PolicyRule {
    fn from(core::ShownRule { rule, standing }: core::ShownRule) -> Self {
        Self {
            id: rule.id.into(),
            server_id: rule.server.into(),
            scope: rule.scope.into(),
            stance: rule.stance.into(),
            standing: match standing {
                core::Standing::Holds => RuleStanding::Holds,
                core::Standing::Expired => RuleStanding::Expired,
                core::Standing::Outdated => RuleStanding::Outdated,
            },
            given_at: rule.given_at,
            uses: rule.uses,
            last_used_at: rule.last_used_at,
        }
    }
}

impl From<core::Rule> for PolicyRule {
    /// A rule that was just given.
    fn from(rule: core::Rule) -> Self {
        core::ShownRule {
            rule,
            standing: core::Standing::Holds,
        }
        .into()
    }
}

impl From<core::RuleScope> for RuleScope {
    fn from(scope: core::RuleScope) -> Self {
        match scope {
            core::RuleScope::Tool { name, claimed, .. } => Self::Tool {
                name,
                claimed: claimed.into(),
            },
            core::RuleScope::WithEffect(effect) => Self::WithEffect {
                effect: effect.into(),
            },
            core::RuleScope::AllTools => Self::AllTools,
        }
    }
}

impl From<core::Effect> for Effect {
    fn from(effect: core::Effect) -> Self {
        match effect {
            core::Effect::Reads => Self::Reads,
            core::Effect::Changes => Self::Changes,
            core::Effect::Destroys => Self::Destroys,
            core::Effect::Unknown => Self::Unknown,
        }
    }
}

impl From<Effect> for core::Effect {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Reads => Self::Reads,
            Effect::Changes => Self::Changes,
            Effect::Destroys => Self::Destroys,
            Effect::Unknown => Self::Unknown,
        }
    }
}

impl From<core::Stance> for Stance {
    fn from(stance: core::Stance) -> Self {
        match stance {
            core::Stance::Ask => Self::Ask,
            core::Stance::AllowSession => Self::AllowSession,
            core::Stance::AllowUntil(at) => Self::AllowUntil { at },
            core::Stance::Never => Self::Never,
        }
    }
}

impl From<Stance> for core::Stance {
    fn from(stance: Stance) -> Self {
        match stance {
            Stance::Ask => Self::Ask,
            Stance::AllowSession => Self::AllowSession,
            Stance::AllowUntil { at } => Self::AllowUntil(at),
            Stance::Never => Self::Never,
        }
    }
}

impl From<core::Trust> for Trust {
    fn from(trust: core::Trust) -> Self {
        match trust {
            core::Trust::No => Self::No,
            core::Trust::Yes => Self::Yes,
        }
    }
}

impl From<Trust> for core::Trust {
    fn from(trust: Trust) -> Self {
        match trust {
            Trust::No => Self::No,
            Trust::Yes => Self::Yes,
        }
    }
}
