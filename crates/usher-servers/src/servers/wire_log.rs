//! The wire log of one server: looking at it, searching, copying, saving and emptying it.

use std::sync::Arc;

use usher_mcp::{Direction, Era};
use usher_messages::Message;
use usher_types::id::ServerId;

use crate::limits;
use crate::snapshot::WireExtent;
use crate::wire_log::{
    self, CopyForm, Replay, SavedFile, WireEntry, WireFilter, WireHits, WireSaveError,
};

use super::Servers;
use crate::request_error::RequestError;
use crate::tool_source::ToolSource;

impl Servers {
    /// What a server's wire log holds.
    pub fn wire_extent(&self, server: &ServerId) -> Result<WireExtent, RequestError> {
        Ok(self.require(server)?.wire().extent())
    }

    /// Messages from number `from` on, oldest first, at most `count`.
    pub fn wire_from(
        &self,
        server: &ServerId,
        from: u64,
        count: usize,
    ) -> Result<Vec<Arc<WireEntry>>, RequestError> {
        Ok(self.require(server)?.wire().from(from, count))
    }

    /// Those of the messages that are still kept.
    pub fn wire_get_many(
        &self,
        server: &ServerId,
        seqs: &[u64],
    ) -> Result<Vec<Arc<WireEntry>>, RequestError> {
        let entry = self.require(server)?;
        let ring = entry.wire();
        Ok(seqs.iter().filter_map(|seq| ring.get(*seq)).collect())
    }

    /// One message with its text.
    pub fn wire_entry(&self, server: &ServerId, seq: u64) -> Result<Arc<WireEntry>, RequestError> {
        self.require(server)?
            .wire()
            .get(seq)
            .ok_or_else(|| RequestError::NotListed(Message::new("request.messageGone")))
    }

    /// Empties a server's wire log.
    pub fn clear_wire(&self, server: &ServerId) -> Result<(), RequestError> {
        self.require(server)?.wire().clear();
        Ok(())
    }

    /// Looks for messages from number `from` on.
    pub async fn search_wire(
        &self,
        server: &ServerId,
        filter: &WireFilter,
        from: u64,
    ) -> Result<WireHits, RequestError> {
        let entry = self.require(server)?;
        let (entries, end) = {
            let ring = entry.wire();
            let end = ring.extent().next_seq;
            (ring.from(from, limits::SEARCHED_FRAMES), end)
        };
        Ok(wire_log::search(&entries, filter, from, end).await)
    }

    /// One message to be taken elsewhere.
    pub fn copy_wire(
        &self,
        server: &ServerId,
        seq: u64,
        form: CopyForm,
    ) -> Result<String, RequestError> {
        let message = self.wire_entry(server, seq)?;
        if form == CopyForm::Json {
            return Ok(wire_log::line(&message));
        }
        if message.row.direction != Direction::Out {
            return Err(RequestError::NotListed(Message::new("request.notSent")));
        }
        let entry = self.require(server)?;
        let opening = wire_log::opening_before(&entry.wire(), seq);
        let detail = entry.detail();
        let agreed = detail.agreed.as_deref();
        let tool = wire_log::called_tool(&message).and_then(|name| entry.tool(&name));
        let replay = Replay {
            definition: &detail.snapshot.definition,
            endpoint: detail.snapshot.negotiated.and_then(|it| it.endpoint),
            is_signed_in: detail.signed_in.is_some(),
            input_schema: tool.as_ref().map(|tool| &tool.entry.input_schema),
            era: agreed.map_or(Era::Legacy, |agreed| agreed.era),
            protocol_version: agreed.map_or("2025-11-25", |it| it.protocol_version.as_str()),
            opening: opening.as_deref().map(|message| &*message.text),
        };
        Ok(wire_log::command(&message, &replay))
    }

    /// Writes a server's wire log to a new exports file.
    pub async fn save_wire(&self, server: &ServerId) -> Result<SavedFile, WireSaveError> {
        let entry = self.require(server)?;
        let entries = entry.wire().from(0, usize::MAX);
        let context = self.context();
        let folder = context.exports_dir.clone();
        wire_log::save(folder, &entry.label(), context.clock.now_ms(), entries).await
    }
}
