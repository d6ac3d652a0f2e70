//! Defines policies: which tool calls are asked about, allowed or refused.

pub mod decide;
pub mod definition;

use serde::{Deserialize, Serialize};
use usher_types::caller::Caller;
use usher_types::id::{RuleId, SourceId};
use usher_types::policy::{Effect, RuleStatus};

/// One decision of the person about tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub id: RuleId,
    pub source: SourceId,
    /// Whose calls it is about.
    pub caller: Caller,
    pub scope: RuleScope,
    pub decision: RuleDecision,
    /// The digest of what was started or reached when it was given.
    pub transport: String,
    /// When it was given, Unix ms.
    pub given_at: i64,
    /// How many calls it has decided about.
    pub uses: u64,
    /// When it last did, Unix ms.
    pub last_used_at: Option<i64>,
}

/// Which tools of a server a rule is about. Its serialised form is what setup files hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RuleScope {
    Tool {
        name: String,
        /// The digest of the definition that was shown ([`definition::definition_of`]).
        definition: String,
        /// What the server claimed it does.
        claimed: Effect,
    },
    /// All that do this.
    WithEffect(Effect),
    AllTools,
}

/// What is decided. Its serialised form is what setup files hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RuleDecision {
    /// The person is asked each time.
    Ask,
    /// Calls are sent until Usher ends.
    AllowSession,
    /// Calls are sent until this time, Unix ms.
    AllowUntil(i64),
    /// Calls of one tool are sent as long as its definition stays the one that was shown.
    AllowAlways,
    /// No call is sent.
    Never,
}

impl Rule {
    /// One that was just given and has let nothing through yet.
    pub fn given(
        source: SourceId,
        caller: Caller,
        transport: String,
        scope: RuleScope,
        decision: RuleDecision,
        given_at: i64,
    ) -> Self {
        Self {
            id: RuleId::generate(),
            source,
            caller,
            scope,
            decision,
            transport,
            given_at,
            uses: 0,
            last_used_at: None,
        }
    }
}

impl RuleScope {
    /// Whether such a decision can be about it: what is always allowed is one definition of one tool.
    pub fn takes(&self, decision: RuleDecision) -> bool {
        decision != RuleDecision::AllowAlways || matches!(self, Self::Tool { .. })
    }

    /// Whether a rule for one replaces a rule for the other.
    pub fn is_same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tool { name: one, .. }, Self::Tool { name: other, .. }) => one == other,
            _ => self == other,
        }
    }
}

/// Describes a rule, for records of what it decided.
pub fn words(scope: &RuleScope, decision: RuleDecision) -> String {
    let tools = match scope {
        RuleScope::Tool { .. } => "this tool",
        RuleScope::WithEffect(Effect::Reads) => "tools of this server that only read",
        RuleScope::WithEffect(Effect::Changes) => "tools of this server that change something",
        RuleScope::WithEffect(Effect::Destroys) => "tools of this server that may destroy",
        RuleScope::WithEffect(Effect::Unknown) => {
            "tools of this server that do not say what they do"
        }
        RuleScope::AllTools => "all tools of this server",
    };
    match decision {
        RuleDecision::Ask => format!("Ask each time about {tools}"),
        RuleDecision::AllowSession => format!("Allow {tools} until Usher closes"),
        RuleDecision::AllowUntil(_) => format!("Allow {tools} until a date"),
        RuleDecision::AllowAlways => format!("Always allow {tools}"),
        RuleDecision::Never => format!("Never run {tools}"),
    }
}

impl RuleDecision {
    /// Whether it lets calls through.
    pub fn allows(self) -> bool {
        match self {
            Self::AllowSession | Self::AllowUntil(_) | Self::AllowAlways => true,
            Self::Ask | Self::Never => false,
        }
    }
}

impl Rule {
    /// Whether it is about calls of this one: what the person forbids, or wants to be asked about, is so for all.
    pub fn covers(&self, caller: &Caller) -> bool {
        &self.caller == caller || (self.caller == Caller::Person && !self.decision.allows())
    }

    /// Whether it still applies to this launch and this tool definition. What restricts holds whatever has changed.
    pub fn status(&self, now_ms: i64, transport: &str, definition: Option<&str>) -> RuleStatus {
        if !self.decision.allows() {
            return RuleStatus::Holds;
        }
        if matches!(self.decision, RuleDecision::AllowUntil(until) if until <= now_ms) {
            return RuleStatus::Expired;
        }
        let is_another_tool = match (&self.scope, definition) {
            (
                RuleScope::Tool {
                    definition: given, ..
                },
                Some(now),
            ) => !definition::is_definition(given, now),
            _ => false,
        };
        if self.transport != transport || is_another_tool {
            return RuleStatus::Outdated;
        }
        RuleStatus::Holds
    }
}
