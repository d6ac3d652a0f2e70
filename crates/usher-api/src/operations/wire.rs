//! `wire.*`

use crate::app::Done;
use crate::error::ApiError;
use crate::wire::{
    MAX_FRAMES_AT_ONCE, SavedFile, WireCopy, WireCopyParams, WireFrame, WireFrameParams,
    WireGetManyParams, WireHits, WireListParams, WireLog, WireParams, WireSearchParams, WireText,
};
use usher_core::host::Host;

operations! {
    |host: Host, params|

    /// A page of a server's wire log.
    "wire.list" => WireList(WireListParams) -> WireLog {
        list(host, params)?
    }

    /// Returns single frames of a server's wire log, if still kept.
    "wire.getMany" => WireGetMany(WireGetManyParams) -> Vec<WireFrame> {
        get_many(host, params)?
    }

    /// Searches a bounded part of a wire log, and says where to continue.
    "wire.search" => WireSearch(WireSearchParams) -> WireHits {
        let (server, filter) = (params.server_id, params.filter.into());
        let hits = host.servers().search_wire(&server, &filter, params.from);
        hits.await?
    }

    /// One frame as text to be taken elsewhere.
    "wire.copy" => WireCopy(WireCopyParams) -> WireCopy {
        let text = host
            .servers()
            .copy_wire(&params.server_id, params.seq, params.form)?;
        WireCopy { text }
    }

    /// The text of one frame.
    "wire.get" => WireGet(WireFrameParams) -> WireText {
        host.servers()
            .wire_entry(&params.server_id, params.seq)?
            .as_ref()
            .into()
    }

    /// Empties a server's wire log.
    "wire.clear" => WireClear(WireParams) -> Done {
        host.servers().clear_wire(&params.server_id)?;
        Done
    }

    /// Writes a server's wire log to an exports file, without secrets.
    "wire.save" => WireSave(WireParams) -> SavedFile {
        host.servers().save_wire(&params.server_id).await?
    }
}

fn list(host: &Host, params: WireListParams) -> Result<WireLog, ApiError> {
    let server = params.server_id;
    let limit = params.limit.min(MAX_FRAMES_AT_ONCE) as usize;
    let entries = host.servers().wire_from(&server, params.from, limit)?;
    Ok(WireLog {
        extent: host.servers().wire_extent(&server)?,
        frames: entries.iter().map(|entry| entry.row.clone()).collect(),
    })
}

fn get_many(host: &Host, mut params: WireGetManyParams) -> Result<Vec<WireFrame>, ApiError> {
    params.seqs.truncate(MAX_FRAMES_AT_ONCE as usize);
    let entries = host
        .servers()
        .wire_get_many(&params.server_id, &params.seqs)?;
    Ok(entries.iter().map(|entry| entry.row.clone()).collect())
}
