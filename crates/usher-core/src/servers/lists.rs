//! Reads what a server lists: all after the handshake, later what it says has changed.

use usher_mcp::{Connection, ListKind};
use usher_types::id::ServerId;

use crate::catalog::{ALL_LISTS, ListReader, ListedEntry, Pace};

use super::Servers;
use super::context::Context;
use super::room::Room;
use crate::request_error::RequestError;

/// Reads all lists, then those the server says have changed, until it is dropped.
pub(super) async fn keep_current(room: &Room, context: &Context, connection: &Connection) {
    let mut pace = Pace::begin(&room.catalog);
    loop {
        let wanted = pace.next(&room.catalog).await;
        read(room, context, connection, &wanted).await;
    }
}

async fn read(room: &Room, context: &Context, connection: &Connection, wanted: &[ListKind]) {
    let definition = room.definition();
    let reader = ListReader {
        catalog: &room.catalog,
        connection,
        label: definition.label.as_str(),
        transport: &definition.transport,
        icons: &context.icons,
        clock: &context.clock,
    };
    reader.read(wanted).await;
    context.observer.lists_read(room).await;
    room.tell();
}

impl Servers {
    /// Reads all lists now.
    pub(crate) async fn read_lists(&self, room: &Room, connection: &Connection) {
        read(room, self.context(), connection, &ALL_LISTS).await;
    }

    /// One entry; `key` is the name of a tool or prompt, the URI of a resource, the URI template of a template.
    pub(crate) fn listed(
        &self,
        server: &ServerId,
        list: ListKind,
        key: &str,
    ) -> Result<ListedEntry, RequestError> {
        let room = self.room_of(server)?;
        room.catalog.listed(list, key).ok_or_else(|| {
            RequestError::NotListed(format!(
                "“{}” does not list {key} any more. It may be listed again after a restart of the server.",
                room.label()
            ))
        })
    }
}
