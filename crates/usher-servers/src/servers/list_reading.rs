//! Reads what a server lists: all after the handshake, later what it says has changed.

use usher_mcp::{Connection, ListKind};

use super::context::Context;
use super::entry::ServerEntry;
use crate::catalog::{ListReader, ReadSchedule, Reading};

/// Reads all lists, then those that change, until it is dropped.
pub(super) async fn keep_current(entry: &ServerEntry, context: &Context, connection: &Connection) {
    let mut schedule = ReadSchedule::begin(&entry.catalog);
    loop {
        let wanted = schedule.next(&entry.catalog).await;
        let found = read(entry, context, connection, &wanted).await;
        schedule.found(&found);
    }
}

/// Reads these lists now, and has the host told.
pub(super) async fn read(
    entry: &ServerEntry,
    context: &Context,
    connection: &Connection,
    wanted: &[ListKind],
) -> Vec<(ListKind, Reading)> {
    let definition = entry.definition();
    let reader = ListReader {
        catalog: &entry.catalog,
        connection,
        label: definition.label.as_str(),
        transport: &definition.transport,
        icons: &context.icons,
        clock: &context.clock,
    };
    let found = reader.read(wanted).await;
    if let Some(observer) = context.observer() {
        observer.lists_read(entry).await;
    }
    entry.publish();
    found
}
