//! The history of calls: it is written, read and cleared.
//!
//! A result is looked at anew when it is read, so that what is shown never depends on an older Usher.

use std::time::Duration;

use serde_json::Value;
use usher_mcp::{PromptResult, ReadResult, ToolResult};
use usher_messages::Message;
use usher_types::code::{Code, Coded};

use super::stored_outcome::{StoredEnding, StoredOutcome, leg_of};
use super::to_record::RecordedCall;
use super::{Calls, outcome};
use usher_config::definition::Transport;
use usher_content::contents::is_shortened;
use usher_servers::call_outcome::{CallEnding, CallOutcome};
use usher_servers::events::HostEvent;
use usher_store::{FinishedCall, HistoryFilter, HistoryRow, KeptCall, StoreError};
use usher_types::call::{CallTimes, ClientLeg};
use usher_types::content::Content;
use usher_types::id::{ClientId, HistoryId, SourceId};

/// A row of the history with its whole outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryEntry {
    pub row: HistoryRow,
    /// What came of the call.
    pub outcome: CallOutcome,
    /// How its time divides; `None` = not known.
    pub times: Option<CallTimes>,
    /// What its client sent and was answered; `None` = no client made it.
    pub client_leg: Option<ClientLeg>,
}

/// Why a finished call cannot be shown.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum HistoryError {
    /// The database refused, or has no such row.
    Store(#[from] StoreError),
    /// What was kept cannot be read.
    Unreadable,
}

impl HistoryError {
    /// Returns what a person is told.
    pub fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::Unreadable => Message::new("data.callUnreadable"),
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        match self {
            Self::Store(error) => error.code(),
            Self::Unreadable => Code::Internal.into(),
        }
    }
}

impl Calls {
    /// Finished calls, newest first.
    pub async fn history(
        &self,
        filter: &HistoryFilter,
        limit: u32,
    ) -> Result<Vec<HistoryRow>, StoreError> {
        self.context().store.list_calls(filter, limit).await
    }

    /// What the client that made a call was answered: the JSON-RPC response, as it is on record. `None` = it is not, or not
    /// any more.
    pub async fn recorded_answer(&self, recorded: &RecordedCall) -> Option<Value> {
        let mut row = recorded.row.clone();
        let row = (*row.wait_for(Option::is_some).await.ok()?)?;
        let kept = self.context().store.call(row).await.ok()?;
        let is_it = kept.outcome["call"] == recorded.call.as_str();
        let leg = kept.client_leg.filter(|_| is_it)?;
        Some(leg_of(leg, &kept.row, &kept.outcome)?.answer)
    }

    /// One finished call with its outcome.
    pub async fn finished(&self, id: HistoryId) -> Result<HistoryEntry, HistoryError> {
        let KeptCall {
            row,
            outcome,
            times,
            client_leg,
        } = self.context().store.call(id).await?;
        let client_leg = match client_leg {
            Some(leg) => Some(leg_of(leg, &row, &outcome).ok_or(HistoryError::Unreadable)?),
            None => None,
        };
        let kept: StoredOutcome =
            serde_json::from_value(outcome).map_err(|_| HistoryError::Unreadable)?;
        // Icons of a server that is gone can only be found if they need no address of its own.
        let transport = self
            .context()
            .servers
            .of_source(&row.source)
            .map_or(Transport::Demo, |entry| {
                entry.definition().transport.clone()
            });
        let ending = match kept.ending {
            StoredEnding::Result {
                raw,
                size_bytes,
                verdict,
            } => {
                let result =
                    ToolResult::from_raw(raw, size_bytes).map_err(|_| HistoryError::Unreadable)?;
                outcome::with_verdict(&self.context().contents, &transport, verdict.into(), result)
                    .await
            }
            StoredEnding::Answer {
                raw,
                size_bytes,
                verdict,
                is_error,
                notes,
                text,
                data,
            } => CallEnding::Result {
                is_error,
                notes,
                content: text
                    .map(|text| Content::Text { text })
                    .into_iter()
                    .collect(),
                structured: data.and_then(|place| raw.pointer(&place).cloned()),
                verdict: verdict.into(),
                raw,
                size_bytes,
            },
            StoredEnding::Prompt { raw, size_bytes } => {
                let got = PromptResult::from_raw(raw, size_bytes)
                    .map_err(|_| HistoryError::Unreadable)?;
                let contents = &self.context().contents;
                CallEnding::Prompt {
                    description: got.description,
                    messages: contents.look_at_messages(&transport, got.messages).await,
                    raw: got.raw,
                    size_bytes,
                }
            }
            StoredEnding::Read {
                raw,
                shortened,
                size_bytes,
            } => {
                let read =
                    ReadResult::from_raw(raw, size_bytes).map_err(|_| HistoryError::Unreadable)?;
                let whole = read
                    .contents
                    .into_iter()
                    .filter(|content| !is_shortened(content));
                let contents = &self.context().contents;
                CallEnding::Read {
                    contents: contents
                        .look_at_resources(&transport, whole.collect())
                        .await,
                    raw: read.raw,
                    shortened,
                    size_bytes,
                }
            }
            StoredEnding::Failed(failure) => CallEnding::Failed {
                error: failure.into(),
            },
            StoredEnding::Cancelled => CallEnding::Cancelled,
        };
        let outcome = CallOutcome {
            call_id: kept.call.into(),
            history_id: Some(id),
            started_at: row.started_at,
            duration: Duration::from_millis(row.duration_ms),
            ending,
        };
        Ok(HistoryEntry {
            row,
            outcome,
            times,
            client_leg,
        })
    }

    /// Deletes finished calls, only those of a server and of clients if given.
    pub async fn clear_history(
        &self,
        server: Option<&SourceId>,
        clients: Option<&[ClientId]>,
    ) -> Result<(), StoreError> {
        self.0.to_record.recorded().await;
        let context = self.context();
        context.store.clear_calls(server, clients).await?;
        context.events.send(HostEvent::HistoryChanged);
        Ok(())
    }

    /// Keeps calls that have ended. That they could not be kept does not make them fail.
    pub(super) async fn keep(&self, finished: &[FinishedCall]) -> Vec<HistoryId> {
        if finished.is_empty() {
            return Vec::new();
        }
        let context = self.context();
        let keep_rows = context.settings.borrow().history_rows;
        match context.store.add_calls(finished, keep_rows).await {
            Ok(ids) => {
                context.events.send(HostEvent::HistoryChanged);
                self.index_later();
                ids
            }
            Err(error) => {
                tracing::warn!(%error, "finished calls could not be kept");
                Vec::new()
            }
        }
    }
}
