//! Lists.

use usher_core::catalog as core;
use usher_core::protocol::ListKind;
use usher_types::id::ServerId;

use crate::catalog::{BrokenEntry, ListState, Section};
use crate::event::CatalogKind;

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
        state: match section.state {
            core::ListState::Offline => ListState::Offline,
            core::ListState::Loading => ListState::Loading,
            core::ListState::Ready {
                fetched_at,
                fresh_until,
            } => ListState::Ready {
                fetched_at,
                fresh_until,
            },
            core::ListState::Failed { message } => ListState::Failed { message },
            core::ListState::NotOffered => ListState::NotOffered,
        },
        server_id: section.server,
    }
}

impl From<ListKind> for CatalogKind {
    fn from(list: ListKind) -> Self {
        match list {
            ListKind::Tools => Self::Tools,
            ListKind::Resources => Self::Resources,
            ListKind::Templates => Self::Templates,
            ListKind::Prompts => Self::Prompts,
        }
    }
}

impl From<CatalogKind> for ListKind {
    fn from(list: CatalogKind) -> Self {
        match list {
            CatalogKind::Tools => Self::Tools,
            CatalogKind::Resources => Self::Resources,
            CatalogKind::Templates => Self::Templates,
            CatalogKind::Prompts => Self::Prompts,
        }
    }
}
