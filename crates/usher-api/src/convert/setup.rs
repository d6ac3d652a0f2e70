//! Entries of setup files.

use usher_core::setup as core;

use crate::setup::{SetupEntry, SetupKind, SetupLeftOut, SetupPick, SetupRule, SetupSaved};
use crate::wire::SavedFile;

impl From<core::SavedSetup> for SetupSaved {
    fn from(saved: core::SavedSetup) -> Self {
        let SavedFile { path, size_bytes } = saved.file;
        Self {
            path,
            size_bytes,
            left_out: saved.left_out.map(|left_out| match left_out {
                core::LeftOut::OldVersions => SetupLeftOut::OldVersions,
                core::LeftOut::Reviews => SetupLeftOut::Reviews,
            }),
        }
    }
}

impl From<core::Brought> for SetupEntry {
    fn from(brought: core::Brought) -> Self {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            index: number(brought.index),
            kind: match brought.kind {
                core::BroughtKind::Server => SetupKind::Server,
                core::BroughtKind::Webtool => SetupKind::Webtool,
            },
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
        stance: rule.stance.into(),
    });
    shown.collect()
}

impl From<SetupPick> for core::Pick {
    fn from(pick: SetupPick) -> Self {
        Self {
            index: pick.index as usize,
            allowing: pick.allowing,
        }
    }
}
