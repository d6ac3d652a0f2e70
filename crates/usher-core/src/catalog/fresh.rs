//! Reading the lists: all of them after the handshake, and those that changed at most every two seconds.

use std::sync::PoisonError;

use tokio::time::Instant;
use usher_mcp::{
    BrokenEntry, CallError, Connection, ListKind, Prompt, Resource, ResourceTemplate, Tool,
};

use super::{ALL_LISTS, Catalog, ListState, Listed, Shown};
use crate::host::Surroundings;
use crate::limits;
use crate::pins;
use crate::servers::Room;

/// Reads all lists, then those the server says have changed, until it is dropped.
pub(crate) async fn keep_fresh(room: &Room, around: &Surroundings, connection: &Connection) {
    // What changed before the first reading is covered by it.
    room.catalog.take_stale();
    let mut pace = Pace::default();
    let mut wanted = ALL_LISTS.to_vec();
    loop {
        pace.read_now(&wanted);
        read(room, around, connection, &wanted).await;
        wanted = pace.next(&room.catalog).await;
    }
}

/// When each list was last read: the first change is followed at once, those that come soon after it by one
/// reading at the end of the two seconds.
#[derive(Default)]
struct Pace {
    read_at: Vec<(ListKind, Instant)>,
    /// Changed, but read too short a time ago.
    waiting: Vec<ListKind>,
}

impl Pace {
    fn read_now(&mut self, lists: &[ListKind]) {
        self.read_at.retain(|(list, _)| !lists.contains(list));
        let now = Instant::now();
        self.read_at.extend(lists.iter().map(|list| (*list, now)));
    }

    fn free_at(&self, wanted: ListKind) -> Instant {
        let read = self.read_at.iter().find(|(list, _)| *list == wanted);
        read.map_or_else(Instant::now, |(_, at)| *at + limits::LISTS_READ_EVERY)
    }

    /// The lists to be read next.
    async fn next(&mut self, catalog: &Catalog) -> Vec<ListKind> {
        loop {
            let now = Instant::now();
            let (due, waiting) = std::mem::take(&mut self.waiting)
                .into_iter()
                .partition::<Vec<_>, _>(|list| self.free_at(*list) <= now);
            self.waiting = waiting;
            if !due.is_empty() {
                return due;
            }
            let first_free = self.waiting.iter().map(|list| self.free_at(*list)).min();
            let free = async {
                match first_free {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                stale = catalog.next_stale() => {
                    self.waiting.retain(|list| !stale.contains(list));
                    self.waiting.extend(stale);
                }
                () = free => {}
            }
        }
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
    pins::take_note(room, around).await;
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
    let reading = catalog.readings.begin(T::KIND);
    read_one::<T>(room, around, connection).await;
    drop(reading);
}

async fn read_one<T: Listed>(room: &Room, around: &Surroundings, connection: &Connection) {
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
            T::of(&mut catalog.lists()).read(items, broken, listing.cache, around.clock.now_ms());
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::events::Events;
    use usher_types::id::ServerId;

    /// A server says at these moments (in ms) that lists have changed; when are they read, within 20 seconds?
    async fn read_at(changes: &[(u64, ListKind)]) -> Vec<(u64, Vec<ListKind>)> {
        let catalog = Catalog::new(ServerId::from("s".to_owned()), Events::new());
        let began = Instant::now();
        let mut readings = Vec::new();
        let says = async {
            for (at, list) in changes {
                tokio::time::sleep_until(began + Duration::from_millis(*at)).await;
                catalog.read_again(*list);
            }
            std::future::pending::<()>().await;
        };
        let reads = async {
            let mut pace = Pace::default();
            pace.read_now(&ALL_LISTS);
            loop {
                let lists = pace.next(&catalog).await;
                pace.read_now(&lists);
                let at = u64::try_from(began.elapsed().as_millis()).unwrap();
                readings.push((at, lists));
            }
        };
        tokio::select! {
            () = says => {}
            () = reads => {}
            () = tokio::time::sleep(Duration::from_secs(20)) => {}
        }
        readings
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_is_read_at_most_every_two_seconds_and_never_too_early_for_the_last_change() {
        use ListKind::{Prompts, Tools};
        assert_eq!(read_at(&[]).await, [], "nothing has changed");
        assert_eq!(
            read_at(&[(5_000, Tools)]).await,
            [(5_000, vec![Tools])],
            "a single change is followed at once"
        );
        assert_eq!(
            read_at(&[(500, Tools)]).await,
            [(2_000, vec![Tools])],
            "one right after the first reading waits"
        );
        let storm: Vec<_> = (0..500).map(|n| (5_000 + 10 * n, Tools)).collect();
        assert_eq!(
            read_at(&storm).await,
            [5_000, 7_000, 9_000, 11_000].map(|at| (at, vec![Tools])),
            "a storm until 9.99 s is followed at its beginning, every two seconds, and after its end"
        );
        assert_eq!(
            read_at(&[(5_000, Tools), (5_500, Prompts), (6_000, Tools)]).await,
            [
                (5_000, vec![Tools]),
                (5_500, vec![Prompts]),
                (7_000, vec![Tools])
            ],
            "no list waits for another"
        );
    }
}
