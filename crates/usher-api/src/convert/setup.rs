//! Entries of setup files.

use usher_core::setup as core;

use crate::setup::{SetupEntry, SetupKind};

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
            problem: brought.problem,
        }
    }
}
