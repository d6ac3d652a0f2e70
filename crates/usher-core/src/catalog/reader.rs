//! Reading the lists: all of them after the handshake, and those that changed: some changes at once, then one reading at
//! most in each span ([`limits::LISTS_READ_EVERY`]).

use std::sync::PoisonError;

use tokio::time::Instant;
use usher_mcp::{
    BrokenEntry, CallError, Connection, ListKind, Prompt, Resource, ResourceTemplate, Tool,
};
use usher_messages::Message;

use super::{ALL_LISTS, Catalog, EntryWithIcon, ListState, Listed};
use crate::limits;
use usher_config::definition::Transport;
use usher_content::icons::Icons;
use usher_system::clock::Clock;
use usher_types::rate_limit::Allowance;

/// When each list was last read: the first changes are followed at once, those that come soon after them by one reading
/// in each span.
pub(crate) struct ReadSchedule([Turn; ALL_LISTS.len()]);

struct Turn {
    list: ListKind,
    limit: Allowance,
    /// To be read as soon as the limit allows it.
    is_wanted: bool,
}

impl Default for ReadSchedule {
    fn default() -> Self {
        Self(ALL_LISTS.map(|list| Turn {
            list,
            limit: Allowance::new(limits::LISTS_READ_AT_ONCE, limits::LISTS_READ_EVERY),
            is_wanted: true,
        }))
    }
}

impl ReadSchedule {
    /// Begins by reading all lists, which covers earlier changes.
    pub(crate) fn begin(catalog: &Catalog) -> Self {
        catalog.take_stale();
        Self::default()
    }

    /// Returns the lists to be read next: all of them at first, then those that have changed.
    pub(crate) async fn next(&mut self, catalog: &Catalog) -> Vec<ListKind> {
        loop {
            let now = Instant::now().into_std();
            let mut due = Vec::new();
            for turn in self.0.iter_mut().filter(|turn| turn.is_wanted) {
                if turn.limit.try_take(now) {
                    turn.is_wanted = false;
                    due.push(turn.list);
                }
            }
            if !due.is_empty() {
                return due;
            }
            let wanted = self.0.iter().filter(|turn| turn.is_wanted);
            let first_free = wanted.filter_map(|turn| turn.limit.free_at(now)).min();
            let free = async {
                match first_free {
                    Some(at) => tokio::time::sleep_until(at.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                stale = catalog.next_stale() => {
                    for turn in self.0.iter_mut().filter(|turn| stale.contains(&turn.list)) {
                        turn.is_wanted = true;
                    }
                }
                () = free => {}
            }
        }
    }
}

/// Reads lists of one server into its catalog.
pub(crate) struct ListReader<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) connection: &'a Connection,
    /// The person's label of the server.
    pub(crate) label: &'a str,
    pub(crate) transport: &'a Transport,
    pub(crate) icons: &'a Icons,
    pub(crate) clock: &'a Clock,
}

impl ListReader<'_> {
    pub(crate) async fn read(&self, wanted: &[ListKind]) {
        // Boxed: four readings at once are too large to be carried about.
        tokio::join!(
            Box::pin(self.read_if_wanted::<Tool>(wanted)),
            Box::pin(self.read_if_wanted::<Resource>(wanted)),
            Box::pin(self.read_if_wanted::<ResourceTemplate>(wanted)),
            Box::pin(self.read_if_wanted::<Prompt>(wanted)),
        );
    }

    async fn read_if_wanted<T: Listed>(&self, wanted: &[ListKind]) {
        if !wanted.contains(&T::KIND) {
            return;
        }
        let reading = self.catalog.freshness.begin(T::KIND);
        self.read_one::<T>().await;
        drop(reading);
    }

    async fn read_one<T: Listed>(&self) {
        let catalog = self.catalog;
        if !self.connection.offers(T::KIND) {
            catalog.set_state::<T>(ListState::NotOffered);
            return;
        }
        catalog.set_state::<T>(ListState::Loading);
        match T::read(self.connection).await {
            Ok(listing) => {
                let items = listing
                    .items
                    .into_iter()
                    .map(|entry| {
                        let icon = self.icons.choose(self.transport, entry.icons());
                        EntryWithIcon::new(entry, icon)
                    })
                    .collect();
                let mut broken = listing.broken;
                broken.extend(listing.cut_short.map(|problem| BrokenEntry {
                    name: None,
                    problem,
                }));
                T::of(&mut catalog.lists()).read(items, broken, listing.cache, self.clock.now_ms());
                catalog.tell(T::KIND);
            }
            Err(CallError::NotOffered { .. }) => catalog.set_state::<T>(ListState::NotOffered),
            Err(error) => catalog.set_state::<T>(ListState::Failed {
                message: Message::new(match T::KIND {
                    ListKind::Tools => "list.toolsFailed",
                    ListKind::Prompts => "list.promptsFailed",
                    ListKind::Resources => "list.resourcesFailed",
                    ListKind::Templates => "list.templatesFailed",
                })
                .with("server", self.label)
                .with("reason", error.message()),
            }),
        }
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
        let mut freshness = Vec::new();
        let says = async {
            for (at, list) in changes {
                tokio::time::sleep_until(began + Duration::from_millis(*at)).await;
                catalog.mark_stale(*list);
            }
            std::future::pending::<()>().await;
        };
        let reads = async {
            let mut schedule = ReadSchedule::default();
            assert_eq!(
                schedule.next(&catalog).await,
                ALL_LISTS,
                "the first reading"
            );
            loop {
                let lists = schedule.next(&catalog).await;
                let at = u64::try_from(began.elapsed().as_millis()).unwrap();
                freshness.push((at, lists));
            }
        };
        tokio::select! {
            () = says => {}
            () = reads => {}
            () = tokio::time::sleep(Duration::from_secs(20)) => {}
        }
        freshness
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_that_keeps_changing_is_read_in_each_span_and_never_too_early_for_the_last_change()
     {
        use ListKind::{Prompts, Tools};
        assert_eq!(read_at(&[]).await, [], "nothing has changed");
        assert_eq!(
            read_at(&[(5_000, Tools)]).await,
            [(5_000, vec![Tools])],
            "a single change is followed at once"
        );
        assert_eq!(
            read_at(&[(500, Tools)]).await,
            [(500, vec![Tools])],
            "so is one right after the first reading"
        );
        assert_eq!(
            read_at(&[(500, Tools), (600, Tools), (700, Tools)]).await,
            [500, 600, 750].map(|at| (at, vec![Tools])),
            "and a second one; the third waits"
        );
        let storm: Vec<_> = (0..500).map(|n| (5_000 + 10 * n, Tools)).collect();
        assert_eq!(
            read_at(&storm).await,
            [
                5_000, 5_010, 5_020, 5_750, 6_500, 7_250, 8_000, 8_750, 9_500, 10_250
            ]
            .map(|at| (at, vec![Tools])),
            "a storm until 9.99 s is followed at its beginning, in each span, and after its end"
        );
        assert_eq!(
            read_at(&[(5_000, Tools), (5_500, Prompts), (6_000, Tools)]).await,
            [
                (5_000, vec![Tools]),
                (5_500, vec![Prompts]),
                (6_000, vec![Tools])
            ],
            "no list waits for another"
        );
    }
}
