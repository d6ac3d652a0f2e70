//! Agents on this computer, and connecting them to Usher in their own files.

use std::path::Path;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use usher_core::agents as core;
pub use usher_core::agents::{
    AgentState, Change as AgentChange, DiffLine as AgentFileLine, LineKind as AgentLineKind,
};
use usher_messages::Message;
use usher_types::id::AgentPreviewId;

/// The agents that were found, and what helps where none was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AgentList {
    pub agents: Vec<AgentSnapshot>,
    /// The text to paste into an agent that was not found, in the form that most of them read.
    pub paste: String,
}

/// An agent on this computer, with one of its files. An agent with several files is several entries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AgentSnapshot {
    /// `codex`, `claude-code`; also the name it connects with.
    pub id: String,
    /// "Claude Code".
    pub name: String,
    /// The path of its file; it may not exist yet.
    pub file: String,
    pub state: AgentState,
    /// How many servers it has beside Usher.
    pub own_servers: u32,
    /// How many of them Usher does not have and can import.
    pub importable: u32,
    /// Those that Usher has too, in the order of the file.
    pub imported: Vec<ImportedServer>,
    pub limits: AgentLimits,
    /// When Usher wrote into the file last, Unix ms; null = there is nothing to undo.
    pub written_at: Option<i64>,
    /// The servers that were removed then; empty = the entry of Usher was written.
    pub removed: Vec<String>,
}

/// A server of an agent's own that Usher has too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportedServer {
    /// Its name in the agent's file.
    pub name: String,
    /// Its name in Usher.
    pub label: String,
    /// Whether it is enabled in Usher.
    pub enabled: bool,
}

/// What an agent is known to bear; null = not established.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AgentLimits {
    /// How long it waits for the answer to a call, in seconds.
    pub call_seconds: Option<u32>,
    /// The most tools it takes.
    pub tools: Option<u32>,
}

/// Names servers of an agent's own.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AgentServersParams {
    #[serde(flatten)]
    pub agent: core::AgentKey,
    /// Their names in the file.
    pub names: Vec<String>,
}

/// What a change of an agent's file would write.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AgentPreview {
    Ready {
        /// What `agent.apply` takes: only what was shown can be written.
        preview_id: AgentPreviewId,
        change: AgentChange,
        file: String,
        /// Where the copy of the file would be; null = no copy is needed.
        backup: Option<String>,
        /// The lines that differ, with a few around them. Text of the file.
        lines: Vec<AgentFileLine>,
    },
    /// The file is not touched.
    Refused {
        /// What is wrong and what to do.
        reason: Message,
        /// The text to add to the file by hand, or the keys of the servers to remove from it, one a line.
        by_hand: String,
    },
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AgentPreviewParams {
    pub preview_id: AgentPreviewId,
}

/// What writing an agent's file came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AgentWritten {
    Done {
        agent: AgentSnapshot,
        /// The copy of the file as it was.
        backup: Option<String>,
    },
    /// Nothing was written.
    Refused {
        /// What is wrong and what to do.
        reason: Message,
        /// The text to add to the file by hand, or the keys of the servers to remove from it, one a line.
        by_hand: String,
    },
}

/// What taking back came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AgentUndone {
    /// The file is, byte for byte, what it was before the latest write, or gone if it did not exist.
    Restored { agent: AgentSnapshot },
    /// The entry was removed and nothing else.
    EntryRemoved { agent: AgentSnapshot },
    /// The servers that had been removed were added again and nothing else.
    ServersAdded { agent: AgentSnapshot },
    /// The entry was not there any longer, or the servers were there again.
    Nothing { agent: AgentSnapshot },
    /// Nothing was written.
    Refused {
        /// What is wrong and what to do.
        reason: Message,
    },
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl From<core::AgentSnapshot> for AgentSnapshot {
    fn from(agent: core::AgentSnapshot) -> Self {
        Self {
            id: agent.key.id,
            name: agent.name.to_owned(),
            file: text(&agent.key.file),
            state: agent.state,
            own_servers: count(agent.own_servers),
            importable: count(agent.importable),
            imported: agent.imported.into_iter().map(Into::into).collect(),
            limits: AgentLimits {
                call_seconds: agent.limits.call_seconds,
                tools: agent.limits.tools,
            },
            written_at: agent.written_at,
            removed: agent.removed,
        }
    }
}

impl From<core::ImportedServer> for ImportedServer {
    fn from(imported: core::ImportedServer) -> Self {
        Self {
            name: imported.name,
            label: imported.label,
            enabled: imported.enabled,
        }
    }
}

impl From<core::ShownPreview> for AgentPreview {
    fn from(shown: core::ShownPreview) -> Self {
        Self::Ready {
            preview_id: shown.id,
            change: shown.change,
            file: text(&shown.file),
            backup: shown.backup.as_deref().map(text),
            lines: shown.lines,
        }
    }
}

impl From<core::Written> for AgentWritten {
    fn from(written: core::Written) -> Self {
        Self::Done {
            agent: written.agent.into(),
            backup: written.backup.as_deref().map(text),
        }
    }
}

impl From<(core::AgentSnapshot, core::Undone)> for AgentUndone {
    fn from((agent, undone): (core::AgentSnapshot, core::Undone)) -> Self {
        let agent = agent.into();
        match undone {
            core::Undone::Restored => Self::Restored { agent },
            core::Undone::EntryRemoved => Self::EntryRemoved { agent },
            core::Undone::ServersAdded => Self::ServersAdded { agent },
            core::Undone::Nothing => Self::Nothing { agent },
        }
    }
}
