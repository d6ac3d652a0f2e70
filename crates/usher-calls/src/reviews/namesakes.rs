//! Finds tools of other sources that have the name of one that waits for the person. The same definition twice is one
//! question; another definition under the same name is looked at by itself, beside the other.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::Reviews;
use super::declared::fingerprint_of;
use usher_review::diff::differences;
use usher_review::difference::Differences;
use usher_review::items::Item;
use usher_servers::servers::ServerEntry;
use usher_servers::tool_source::ToolSource;
use usher_types::id::SourceId;
use usher_types::review::{ItemKind, ItemState, SingleReason};

/// A tool of another source that has the name of one that is reviewed, and another definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Namesake {
    pub source: SourceId,
    pub label: String,
    /// What differs from there to the reviewed one.
    pub differences: Differences,
}

/// Returns whether a definition waits for the person.
pub(super) fn waits(state: &ItemState) -> bool {
    !matches!(state, ItemState::Unchanged | ItemState::Gone)
}

impl Reviews {
    /// Marks tools that wait for the person and have the name of another source's tool, and another definition.
    pub(super) fn mark_names_of_others(&self, entry: &ServerEntry, items: &mut [Item]) {
        let is_waiting = |item: &Item| item.item.kind == ItemKind::Tool && waits(&item.state);
        if !items.iter().any(is_waiting) {
            return;
        }
        let mut others = HashMap::<_, Vec<_>>::new();
        for source in self.others(entry) {
            for shown in source.tools().items.iter() {
                let tools = others.entry(shown.entry.name.clone()).or_default();
                tools.push((source.label(), Arc::clone(shown)));
            }
        }
        for item in items.iter_mut().filter(|item| is_waiting(item)) {
            let Some(others) = others.get(&item.item.name) else {
                continue;
            };
            let own = entry.tool(&item.item.name);
            let own = own.as_ref().map(|own| &own.entry.raw);
            item.namesakes = others
                .iter()
                .filter(|(_, other)| own != Some(&other.entry.raw))
                .map(|(label, _)| label.clone())
                .collect();
            if !item.namesakes.is_empty() {
                item.single.push(SingleReason::NameOfAnother);
            }
        }
    }

    /// Compares a tool, as it is shown, with the first other one of its name that differs.
    pub(super) async fn namesake(
        &self,
        entry: &ServerEntry,
        name: &str,
        shown: &Value,
    ) -> Option<Namesake> {
        let own = entry.tool(name)?;
        for source in self.others(entry) {
            let Some(other) = source.tool(name) else {
                continue;
            };
            if other.entry.raw == own.entry.raw {
                continue;
            }
            // Without its secrets it could not be shown.
            let redactor = source.redactor().await.ok()?;
            let other = redactor.marked(other.entry.raw.value().clone(), &fingerprint_of);
            return Some(Namesake {
                source: source.id(),
                label: source.label(),
                differences: differences(&other, shown),
            });
        }
        None
    }

    /// Lists the other sources whose tools are listed.
    fn others(&self, entry: &ServerEntry) -> impl Iterator<Item = Arc<dyn ToolSource>> {
        let own = SourceId::from(&entry.id);
        let all = self.sources.all().into_iter();
        all.filter(move |source| source.is_on() && source.id() != own)
    }
}
