//! Defines policies: which tool calls are asked about, allowed or refused.

pub mod arguments;
pub mod decide;
pub mod definition;

use arguments::NamedArguments;

use serde::{Deserialize, Serialize};
use usher_messages::{Message, Param};
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

/// Which calls of a server's tools a rule is about. Its serialised form is what setup files hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RuleScope {
    /// All calls of one tool.
    Tool {
        name: String,
        /// The digest of the definition that was shown ([`definition::definition_of`]).
        definition: String,
        /// What the server claimed it does.
        claimed: Effect,
    },
    /// Calls of one tool with exactly these arguments. It is in no setup file, as arguments may be private.
    #[serde(skip)]
    ToolWithArguments {
        name: String,
        /// The digest of the definition that was shown ([`definition::definition_of`]).
        definition: String,
        /// What the server claimed it does.
        claimed: Effect,
        arguments: NamedArguments,
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
        decision != RuleDecision::AllowAlways || self.tool().is_some()
    }

    /// The name of the one tool it is about.
    pub fn tool(&self) -> Option<&str> {
        match self {
            Self::Tool { name, .. } | Self::ToolWithArguments { name, .. } => Some(name),
            Self::WithEffect(_) | Self::AllTools => None,
        }
    }

    /// The digest of the definition of the one tool it is about.
    fn definition(&self) -> Option<&str> {
        match self {
            Self::Tool { definition, .. } | Self::ToolWithArguments { definition, .. } => {
                Some(definition)
            }
            Self::WithEffect(_) | Self::AllTools => None,
        }
    }

    /// Whether a rule for one replaces a rule for the other.
    pub fn is_same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tool { name: one, .. }, Self::Tool { name: other, .. }) => one == other,
            (
                Self::ToolWithArguments {
                    name: one,
                    arguments: of_one,
                    ..
                },
                Self::ToolWithArguments {
                    name: other,
                    arguments: of_other,
                    ..
                },
            ) => one == other && of_one.digest == of_other.digest,
            _ => self == other,
        }
    }
}

/// Describes a rule, for records of what it decided.
pub fn rule_message(scope: &RuleScope, decision: RuleDecision) -> Message {
    let tools = Message::new(match scope {
        RuleScope::Tool { .. } => "rule.scope.tool",
        RuleScope::ToolWithArguments { .. } => "rule.scope.toolWithArguments",
        RuleScope::WithEffect(Effect::Reads) => "rule.scope.reads",
        RuleScope::WithEffect(Effect::Changes) => "rule.scope.changes",
        RuleScope::WithEffect(Effect::Destroys) => "rule.scope.destroys",
        RuleScope::WithEffect(Effect::Unknown) => "rule.scope.unknown",
        RuleScope::AllTools => "rule.scope.all",
    });
    let rule = match decision {
        RuleDecision::Ask => Message::new("rule.ask"),
        RuleDecision::AllowSession => Message::new("rule.allowSession"),
        RuleDecision::AllowUntil(at) => {
            Message::new("rule.allowUntil").with("until", Param::Moment { at })
        }
        RuleDecision::AllowAlways => Message::new("rule.allowAlways"),
        RuleDecision::Never => Message::new("rule.never"),
    };
    rule.with("tools", tools)
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

    fn names_arguments(&self) -> bool {
        matches!(self.scope, RuleScope::ToolWithArguments { .. })
    }

    /// Whether it still applies to this launch and this tool definition. What restricts holds whatever has changed.
    pub fn status(&self, now_ms: i64, transport: &str, definition: Option<&str>) -> RuleStatus {
        if !self.decision.allows() {
            return RuleStatus::Holds;
        }
        if matches!(self.decision, RuleDecision::AllowUntil(until) if until <= now_ms) {
            return RuleStatus::Expired;
        }
        let is_another_tool = match (self.scope.definition(), definition) {
            (Some(given), Some(now)) => !definition::is_definition(given, now),
            _ => false,
        };
        if self.transport != transport || is_another_tool {
            return RuleStatus::Outdated;
        }
        RuleStatus::Holds
    }
}
