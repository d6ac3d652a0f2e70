//! What lists of tools, resources, templates and prompts have in common.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use usher_messages::Message;
use usher_servers::catalog as core;
pub use usher_types::catalog::{BrokenEntry, ListState};
use usher_types::id::{ServerId, SourceId};
use usher_types::protocol::ListKind;

/// Which servers a list is asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListParams {
    /// One server, or all that are on.
    pub server_id: Option<ServerId>,
}

/// Whose resources are asked for, and which of them: a long list is read part by part.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListResourcesParams {
    /// One server, or all that are on.
    pub server_id: Option<ServerId>,
    /// How many are passed over, counted over all servers in order.
    #[serde(default)]
    pub from: usize,
    /// How many are returned at most; `None` = all.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// Whose tools are asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListToolsParams {
    /// One server or webtool, or all that are on.
    pub server_id: Option<SourceId>,
}

/// Which list somebody looks at.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MarkViewedParams {
    /// Of one server or webtool, or of all.
    pub server_id: Option<SourceId>,
    pub list: ListKind,
}

/// Names one entry of a list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EntryParams {
    pub server_id: SourceId,
    pub list: ListKind,
    /// Name of a tool or prompt, or URI (template) of a resource.
    pub key: String,
}

/// An entry as the server listed it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RawEntry {
    /// All of it, known and unknown. Server text: data.
    pub raw: Value,
    /// What had to be put right to use it, in plain words.
    pub repaired: Vec<Message>,
}

/// The entries of one server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Section<T, S = ServerId> {
    pub server_id: S,
    /// How complete they are.
    pub state: ListState,
    /// The entries, in the server's order.
    pub items: Vec<T>,
    /// Entries that could not be used, each with what is wrong.
    pub broken: Vec<BrokenEntry>,
}

/// One list of several servers; `entry` converts what it holds.
pub(crate) fn sections<T: Clone, S, R>(
    sections: Vec<core::Section<T, S>>,
    entry: impl Fn(&S, &core::EntryWithIcon<T>) -> R,
) -> Vec<Section<R, S>> {
    sections
        .into_iter()
        .map(|each| section(each, &entry))
        .collect()
}

/// One list of one server.
pub(crate) fn section<T: Clone, S, R>(
    section: core::Section<T, S>,
    entry: impl Fn(&S, &core::EntryWithIcon<T>) -> R,
) -> Section<R, S> {
    let all = 0..section.items.len();
    section_part(section, all, entry)
}

/// Some entries of one list of one server.
pub(crate) fn section_part<T: Clone, S, R>(
    section: core::Section<T, S>,
    part: Range<usize>,
    entry: impl Fn(&S, &core::EntryWithIcon<T>) -> R,
) -> Section<R, S> {
    Section {
        items: section.items[part]
            .iter()
            .map(|shown| entry(&section.source, shown))
            .collect(),
        broken: section.broken.to_vec(),
        state: section.state,
        server_id: section.source,
    }
}
