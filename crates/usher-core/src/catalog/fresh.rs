//! Reading the lists: all of them after the handshake, and those that changed at most every two seconds.

use std::sync::PoisonError;
use std::time::Duration;

use usher_mcp::{
    BrokenEntry, CallError, Connection, ListKind, Prompt, Resource, ResourceTemplate, Tool,
};

use super::{ALL_LISTS, Catalog, ListState, Listed, Shown};
use crate::host::Surroundings;
use crate::servers::Room;

/// A server that says every few milliseconds that its lists changed is not asked that often.
const READ_AT_MOST_EVERY: Duration = Duration::from_secs(2);

/// Reads all lists, then those the server says have changed, until it is dropped.
pub(crate) async fn keep_fresh(room: &Room, around: &Surroundings, connection: &Connection) {
    // What changed before the first reading is covered by it.
    room.catalog.take_stale();
    let mut wanted = ALL_LISTS.to_vec();
    loop {
        read(room, around, connection, &wanted).await;
        tokio::time::sleep(READ_AT_MOST_EVERY).await;
        wanted = room.catalog.next_stale().await;
    }
}

/// Reads all lists now.
pub(crate) async fn read_now(room: &Room, around: &Surroundings, connection: &Connection) {
    read(room, around, connection, &ALL_LISTS).await;
}

async fn read(room: &Room, around: &Surroundings, connection: &Connection, wanted: &[ListKind]) {
    // Boxed: four readings at once are too large to be carried about.
    tokio::join!(
        Box::pin(read_if_wanted::<Tool>(room, around, connection, wanted)),
        Box::pin(read_if_wanted::<Resource>(room, around, connection, wanted)),
        Box::pin(read_if_wanted::<ResourceTemplate>(
            room, around, connection, wanted
        )),
        Box::pin(read_if_wanted::<Prompt>(room, around, connection, wanted)),
    );
    room.tell();
}

async fn read_if_wanted<T: Listed>(
    room: &Room,
    around: &Surroundings,
    connection: &Connection,
    wanted: &[ListKind],
) {
    if !wanted.contains(&T::KIND) {
        return;
    }
    let catalog = &room.catalog;
    if !connection.offers(T::KIND) {
        catalog.set_state::<T>(ListState::NotOffered);
        return;
    }
    catalog.set_state::<T>(ListState::Loading);
    match T::read(connection).await {
        Ok(listing) => {
            let transport = &room.definition().transport;
            let items = listing
                .items
                .into_iter()
                .map(|entry| Shown {
                    icon: around.icons.choose(transport, entry.icons()),
                    entry,
                })
                .collect();
            let mut broken = listing.broken;
            broken.extend(listing.cut_short.map(|problem| BrokenEntry {
                name: Some("the rest of the list".into()),
                problem,
            }));
            T::of(&mut catalog.lists()).read(items, broken, around.clock.now_ms());
            catalog.tell(T::KIND);
        }
        Err(CallError::NotOffered { .. }) => catalog.set_state::<T>(ListState::NotOffered),
        Err(error) => catalog.set_state::<T>(ListState::Failed {
            message: format!(
                "The {} of “{}” could not be read: {error}. Restart the server to try again.",
                words(T::KIND),
                room.label()
            ),
        }),
    }
}

fn words(list: ListKind) -> &'static str {
    match list {
        ListKind::Tools => "tools",
        ListKind::Resources => "resources",
        ListKind::Templates => "resource templates",
        ListKind::Prompts => "prompts",
    }
}

impl Catalog {
    fn set_state<T: Listed>(&self, state: ListState) {
        T::of(&mut self.lists()).set_state(state);
        self.tell(T::KIND);
    }

    fn take_stale(&self) -> Vec<ListKind> {
        std::mem::take(&mut *self.stale.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn next_stale(&self) -> Vec<ListKind> {
        loop {
            let stale = self.take_stale();
            if !stale.is_empty() {
                return stale;
            }
            self.became_stale.notified().await;
        }
    }
}
