//! Policies: what the person has decided about the tools of each server.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::convert::client_of;
use usher_calls::policies as core;
use usher_core::host::Host;
use usher_types::id::{ClientId, RuleId, SourceId};
pub use usher_types::policy::{Effect, RuleStatus, Trust};

/// All rules, and whose claims count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PolicyList {
    pub rules: Vec<PolicyRule>,
    /// Servers whose claims about their tools the person trusts.
    pub trusted: Vec<SourceId>,
}

/// One decision of the person about tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PolicyRule {
    pub id: RuleId,
    pub server_id: SourceId,
    /// The person's name for the client whose calls it is about; `null` = it was given for no client.
    pub client: Option<String>,
    pub scope: RuleScope,
    pub decision: RuleDecision,
    /// Whether it still does anything.
    pub status: RuleStatus,
    /// When it was given, Unix ms.
    pub given_at: i64,
    /// How many calls it has decided about.
    pub uses: u64,
    /// When it last did, Unix ms.
    pub last_used_at: Option<i64>,
}

/// Which calls of a server's tools a rule is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum RuleScope {
    /// All calls of one tool.
    Tool {
        /// Its name in the protocol.
        name: String,
        /// What the server claimed it does when the rule was given.
        claimed: Effect,
    },
    /// Calls of one tool with exactly these arguments.
    ToolWithArguments {
        /// Its name in the protocol.
        name: String,
        /// What the server claimed it does when the rule was given.
        claimed: Effect,
        /// The arguments: an object.
        arguments: Value,
    },
    /// All that do this.
    WithEffect { effect: Effect },
    /// All. Such a rule allows none that the server itself says may destroy something.
    AllTools,
}

/// What is decided about calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum RuleDecision {
    /// The person is asked each time.
    Ask,
    /// They are sent until Usher ends.
    AllowSession,
    /// They are sent until a time.
    AllowUntil {
        /// Unix ms.
        at: i64,
    },
    /// They are sent as long as the tool's definition stays the same. Only for one tool.
    AllowAlways,
    /// None is sent.
    Never,
}

/// Gives a rule for one tool.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolRuleParams {
    pub server_id: SourceId,
    pub tool: String,
    /// The digest of the definition that is shown (`ToolDetail.definition`); refused if it is another one by now.
    pub definition: String,
    pub decision: RuleDecision,
}

/// Gives a rule for many tools of a server.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServerRuleParams {
    pub server_id: SourceId,
    /// The client whose calls it is about; `null` = it is for no client.
    pub client_id: Option<ClientId>,
    /// Those that do this; `null` = all.
    pub effect: Option<Effect>,
    pub decision: RuleDecision,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RuleParams {
    pub rule_id: RuleId,
}

/// Decides about a server's claims.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TrustParams {
    pub server_id: SourceId,
    pub trust: Trust,
}

impl PolicyList {
    pub(crate) fn of(host: &Host, view: core::PoliciesView) -> Self {
        let rules = view.rules.into_iter();
        Self {
            rules: rules.map(|shown| PolicyRule::of(host, shown)).collect(),
            trusted: view.trusted.into_iter().collect(),
        }
    }
}

impl PolicyRule {
    fn of(host: &Host, core::ShownRule { rule, status }: core::ShownRule) -> Self {
        Self {
            id: rule.id,
            server_id: rule.source,
            client: client_of(host, &rule.caller),
            scope: rule.scope.into(),
            decision: rule.decision.into(),
            status,
            given_at: rule.given_at,
            uses: rule.uses,
            last_used_at: rule.last_used_at,
        }
    }

    /// A rule that was just given.
    pub(crate) fn given(host: &Host, rule: usher_review::policy::Rule) -> Self {
        let status = RuleStatus::Holds;
        Self::of(host, core::ShownRule { rule, status })
    }
}

impl From<usher_review::policy::RuleScope> for RuleScope {
    fn from(scope: usher_review::policy::RuleScope) -> Self {
        match scope {
            usher_review::policy::RuleScope::Tool { name, claimed, .. } => {
                Self::Tool { name, claimed }
            }
            usher_review::policy::RuleScope::ToolWithArguments {
                name,
                claimed,
                arguments,
                ..
            } => Self::ToolWithArguments {
                name,
                claimed,
                arguments: arguments.shown,
            },
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
            usher_review::policy::RuleDecision::AllowAlways => Self::AllowAlways,
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
            RuleDecision::AllowAlways => Self::AllowAlways,
            RuleDecision::Never => Self::Never,
        }
    }
}
