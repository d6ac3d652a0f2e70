//! Lists.

use usher_core::catalog as core;

use crate::catalog::{BrokenEntry, Section};

/// One list of several servers; `entry` converts what it holds.
pub(crate) fn sections<T: Clone, S, R>(
    sections: Vec<core::Section<T, S>>,
    entry: impl Fn(&S, &core::Shown<T>) -> R,
) -> Vec<Section<R, S>> {
    sections
        .into_iter()
        .map(|each| section(each, &entry))
        .collect()
}

/// One list of one server.
pub(crate) fn section<T: Clone, S, R>(
    section: core::Section<T, S>,
    entry: impl Fn(&S, &core::Shown<T>) -> R,
) -> Section<R, S> {
    Section {
        items: section
            .items
            .iter()
            .map(|shown| entry(&section.source, shown))
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
        server_id: section.source,
    }
}
