//! Entries of setup files.

use usher_core::setup as core;

use crate::setup::{SetupEntry, SetupRule};

impl From<core::ImportedEntry> for SetupEntry {
    fn from(brought: core::ImportedEntry) -> Self {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            index: brought.index,
            kind: brought.kind,
            label: brought.label,
            leads_to: brought.leads_to,
            version: brought.version,
            secrets: number(brought.secrets),
            known: brought.known,
            reviewed: number(brought.reviewed),
            restricting: rules(brought.decided.restricting),
            allowing: rules(brought.decided.allowing),
            trusted: brought.decided.trusted,
            left_out: brought.left_out,
            problem: brought.problem,
        }
    }
}

fn rules(rules: Vec<core::DecidedRule>) -> Vec<SetupRule> {
    let shown = rules.into_iter().map(|rule| SetupRule {
        scope: rule.scope.into(),
        decision: rule.decision.into(),
    });
    shown.collect()
}
