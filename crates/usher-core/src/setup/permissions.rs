//! Reads and writes policies of a source in a setup file. What restricts comes along by itself; what lets calls through
//! without asking only if the person chooses that, and both hold only for exactly what is started or reached here.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits;
use usher_calls::policies::PoliciesView;
use usher_messages::Message;
use usher_review::policy::{RuleDecision, RuleScope};
use usher_types::caller::Caller;
use usher_types::id::SourceId;
use usher_types::policy::RuleStatus;
use usher_types::policy::Trust;

/// What was decided, as it stands in the file.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PermissionsEntry {
    /// Each a [`SetupRule`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<Value>,
    /// Whether what is claimed about its tools counts.
    trusted: bool,
}

/// One decision about tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetupRule {
    /// Which tools. Text of the file.
    pub scope: RuleScope,
    #[serde(rename = "stance")]
    pub decision: RuleDecision,
}

/// What was decided about the tools of a server or webtool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetupPermissions {
    /// Rules that ask or forbid.
    pub restricting: Vec<SetupRule>,
    /// Rules that let calls through without asking.
    pub allowing: Vec<SetupRule>,
    /// Whether what is claimed about its tools counted.
    pub trusted: bool,
}

/// Whether what lets calls through is taken as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PermissionImport {
    Restrictions,
    /// It is: the person has seen it in words, and chose so.
    Everything,
}

impl PermissionsEntry {
    /// Collects what holds now for the person's calls. What holds until Usher ends is no part of it, nor what names
    /// arguments, which may be private.
    pub(super) fn of(source: &SourceId, view: &PoliciesView) -> Self {
        let rules = view.rules.iter().filter(|shown| {
            &shown.rule.source == source
                && shown.rule.caller == Caller::Person
                && shown.status == RuleStatus::Holds
                && shown.rule.decision != RuleDecision::AllowSession
                && !matches!(shown.rule.scope, RuleScope::ToolWithArguments { .. })
        });
        Self {
            rules: rules
                .filter_map(|shown| {
                    serde_json::to_value(SetupRule {
                        scope: shown.rule.scope.clone(),
                        decision: shown.rule.decision,
                    })
                    .ok()
                })
                .collect(),
            trusted: view.trusted.contains(source),
        }
    }

    /// What it says, rule by rule; what cannot be taken is said. Of two rules for the same tools the first counts.
    pub(super) fn read(self, left_out: &mut Vec<Message>) -> SetupPermissions {
        let mut decided = SetupPermissions {
            trusted: self.trusted,
            ..SetupPermissions::default()
        };
        if self.rules.len() > limits::SETUP_RULES {
            left_out
                .push(Message::new("setupFile.leftOut.tooMany").with("count", limits::SETUP_RULES));
        }
        for rule in self.rules.iter().take(limits::SETUP_RULES) {
            let rule = SetupRule::deserialize(rule).ok();
            let Some(rule) = rule.filter(|rule| rule.scope.takes(rule.decision)) else {
                left_out.push(Message::new("setupFile.leftOut.unreadable"));
                continue;
            };
            let mut before = decided.restricting.iter().chain(&decided.allowing);
            if before.any(|other| other.scope.is_same_as(&rule.scope)) {
                left_out.push(Message::new("setupFile.leftOut.twice"));
                continue;
            }
            match rule.decision {
                RuleDecision::Ask | RuleDecision::Never => decided.restricting.push(rule),
                RuleDecision::AllowUntil(_) | RuleDecision::AllowAlways => {
                    decided.allowing.push(rule);
                }
                RuleDecision::AllowSession => {
                    left_out.push(Message::new("setupFile.leftOut.session"));
                }
            }
        }
        decided
    }
}

impl SetupPermissions {
    /// What of it is taken.
    pub(super) fn taken(self, taking: PermissionImport) -> (Vec<(RuleScope, RuleDecision)>, Trust) {
        let (allowing, trusted) = match taking {
            PermissionImport::Restrictions => (Vec::new(), false),
            PermissionImport::Everything => (self.allowing, self.trusted),
        };
        let rules = self.restricting.into_iter().chain(allowing);
        let trust = if trusted { Trust::Yes } else { Trust::No };
        (
            rules.map(|rule| (rule.scope, rule.decision)).collect(),
            trust,
        )
    }
}
