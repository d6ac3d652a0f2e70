//! Reads what a server lists: all after the handshake, later what it says has changed.

use usher_mcp::{Connection, ListKind};
use usher_types::id::ServerId;

use crate::catalog::{ALL_LISTS, ListReader, ListedEntry, ReadSchedule};

use super::Servers;
use super::context::Context;
use crate::request_error::RequestError;
use crate::servers::entry::ServerEntry;

/// Reads all lists, then those the server says have changed, until it is dropped.
pub(super) async fn keep_current(entry: &ServerEntry, context: &Context, connection: &Connection) {
    let mut schedule = ReadSchedule::begin(&entry.catalog);
    loop {
        let wanted = schedule.next(&entry.catalog).await;
        read(entry, context, connection, &wanted).await;
    }
}

async fn read(
    entry: &ServerEntry,
    context: &Context,
    connection: &Connection,
    wanted: &[ListKind],
) {
    let definition = entry.definition();
    let reader = ListReader {
        catalog: &entry.catalog,
        connection,
        label: definition.label.as_str(),
        transport: &definition.transport,
        icons: &context.icons,
        clock: &context.clock,
    };
    reader.read(wanted).await;
    context.observer.lists_read(entry).await;
    entry.publish();
}

impl Servers {
    /// Reads all lists now.
    pub(crate) async fn read_lists(&self, entry: &ServerEntry, connection: &Connection) {
        read(entry, self.context(), connection, &ALL_LISTS).await;
    }

    /// One entry; `key` is the name of a tool or prompt, the URI of a resource, the URI template of a template.
    pub(crate) fn listed(
        &self,
        server: &ServerId,
        list: ListKind,
        key: &str,
    ) -> Result<ListedEntry, RequestError> {
        let entry = self.require(server)?;
        entry.catalog.listed(list, key).ok_or_else(|| {
            RequestError::NotListed(format!(
                "“{}” does not list {key} any more. It may be listed again after a restart of the server.",
                entry.label()
            ))
        })
    }
}
