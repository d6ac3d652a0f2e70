//! The setup file: what can be taken along, and what is in one.

use crate::policy::{RuleDecision, RuleScope};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_core::setup as core;
use usher_messages::Message;
pub use usher_types::setup::{SetupKind, SetupPick, SetupSaved};

/// A setup file that was opened.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupTextParams {
    /// What is in the file.
    pub text: String,
}

/// Adds entries of a setup file.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupImportParams {
    /// What is in the file.
    pub text: String,
    pub picks: Vec<SetupPick>,
}

/// A decision about tools in a setup file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupRule {
    /// Which tools. Text of the file.
    pub scope: RuleScope,
    pub decision: RuleDecision,
}

/// One entry of a setup file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupEntry {
    /// By this it is chosen.
    pub index: u32,
    pub kind: SetupKind,
    /// What it was called. Text of the file.
    pub label: String,
    /// Exactly what would be started or reached. Text of the file.
    pub leads_to: String,
    /// The version a webtool is pinned to. Text of the file.
    pub version: Option<String>,
    /// How many secrets it had, which are no part of the file.
    pub secrets: u32,
    /// Whether an equal one is set up here.
    pub known: bool,
    /// How many reviewed definitions match their digests. They are compared with; nothing is used by them.
    pub reviewed: u32,
    /// Decisions that come along by themselves: they ask or forbid.
    pub restricting: Vec<SetupRule>,
    /// Decisions that come along only if that is chosen: they let calls through without asking.
    pub allowing: Vec<SetupRule>,
    /// Whether what it claims about its tools was trusted; that comes along only if it is chosen.
    pub trusted: bool,
    /// What of it is left out, and why; whole sentences, with text of the file.
    pub left_out: Vec<Message>,
    /// Why it cannot be taken.
    pub problem: Option<Message>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SetupImported {
    pub added: u32,
}

impl From<core::ImportedEntry> for SetupEntry {
    fn from(imported: core::ImportedEntry) -> Self {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            index: imported.index,
            kind: imported.kind,
            label: imported.label,
            leads_to: imported.leads_to,
            version: imported.version,
            secrets: number(imported.secrets),
            known: imported.known,
            reviewed: number(imported.reviewed),
            restricting: rules(imported.decided.restricting),
            allowing: rules(imported.decided.allowing),
            trusted: imported.decided.trusted,
            left_out: imported.left_out,
            problem: imported.problem,
        }
    }
}

fn rules(rules: Vec<core::SetupRule>) -> Vec<SetupRule> {
    let shown = rules.into_iter().map(|rule| SetupRule {
        scope: rule.scope.into(),
        decision: rule.decision.into(),
    });
    shown.collect()
}
