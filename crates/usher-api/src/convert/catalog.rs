//! Lists.

use usher_core::catalog as core;
use usher_types::id::ServerId;

use crate::catalog::{BrokenEntry, Section};

/// One list of several servers; `entry` converts what it holds.
pub(crate) fn sections<T: Clone, R>(
    sections: Vec<core::Section<T>>,
    entry: impl Fn(&ServerId, &core::Shown<T>) -> R,
) -> Vec<Section<R>> {
    sections
        .into_iter()
        .map(|each| section(each, &entry))
        .collect()
}

/// One list of one server.
pub(crate) fn section<T: Clone, R>(
    section: core::Section<T>,
    entry: impl Fn(&ServerId, &core::Shown<T>) -> R,
) -> Section<R> {
    Section {
        items: section
            .items
            .iter()
            .map(|shown| entry(&section.server, shown))
            .collect(),
        broken: section
            .broken
            .iter()
            .enumerate()
            .map(|(index, broken)| BrokenEntry {
                name: broken
                    .name
                    .clone()
                    .unwrap_or_else(|| format!("entry without a name ({})", index + 1)),
                problem: broken.problem.clone(),
            })
            .collect(),
        state: section.state,
        server_id: section.server,
    }
}
