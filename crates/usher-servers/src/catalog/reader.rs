//! Reading the lists: all of them after the handshake, and those that changed: some changes at once, then one reading at
//! most in each span ([`limits::LISTS_READ_EVERY`]), which grows while readings find what the one before found.

use tokio::time::Instant;
use usher_mcp::{
    BrokenEntry, CallError, Connection, ListKind, Prompt, Resource, ResourceTemplate, Tool,
};
use usher_messages::Message;

use super::{ALL_LISTS, Catalog, EntryWithIcon, ListState, Listed, Reading};
use crate::limits;
use usher_config::definition::Transport;
use usher_content::icons::Icons;
use usher_system::clock::Clock;
use usher_types::rate_limit::Allowance;

/// When each list was last read: the first changes are followed at once, those that come soon after them by one reading
/// in each span.
///
/// A server that says so after each reading is read seldom, except where somebody waits for it.
pub(crate) struct ReadSchedule([Turn; ALL_LISTS.len()]);

struct Turn {
    list: ListKind,
    limit: Allowance,
    /// To be read as soon as the limit allows it.
    is_wanted: bool,
    read_at: Option<Instant>,
    /// How many readings in a row found nothing new.
    unchanged: u32,
}

impl Turn {
    /// When a list that does not change is read again.
    fn held_until(&self) -> Option<Instant> {
        let doublings = self.unchanged.checked_sub(limits::LISTS_READ_AT_ONCE)?;
        let span = limits::LISTS_READ_EVERY
            .saturating_mul(2_u32.saturating_pow(doublings))
            .min(limits::LISTS_READ_LONGEST);
        Some(self.read_at? + span)
    }

    /// When it may be read; `None` = at once.
    fn free_at(&self, catalog: &Catalog) -> Option<Instant> {
        let now = Instant::now();
        let allowed = self.limit.free_at(now.into_std()).map(Instant::from);
        let held = self
            .held_until()
            .filter(|until| *until > now && !catalog.freshness.is_awaited(self.list));
        allowed.max(held)
    }
}

impl Default for ReadSchedule {
    fn default() -> Self {
        Self(ALL_LISTS.map(|list| Turn {
            list,
            limit: Allowance::new(limits::LISTS_READ_AT_ONCE, limits::LISTS_READ_EVERY),
            is_wanted: true,
            read_at: None,
            unchanged: 0,
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
            let now = Instant::now();
            let mut due = Vec::new();
            for turn in self.0.iter_mut().filter(|turn| turn.is_wanted) {
                if turn.free_at(catalog).is_none() && turn.limit.try_take(now.into_std()) {
                    turn.is_wanted = false;
                    turn.read_at = Some(now);
                    due.push(turn.list);
                }
            }
            if !due.is_empty() {
                return due;
            }
            let wanted = self.0.iter().filter(|turn| turn.is_wanted);
            let first_free = wanted.filter_map(|turn| turn.free_at(catalog)).min();
            let free = async {
                match first_free {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                stale = catalog.next_stale() => {
                    for turn in self.0.iter_mut().filter(|turn| stale.contains(&turn.list)) {
                        turn.is_wanted = true;
                    }
                }
                () = catalog.freshness.awaited() => {}
                () = free => {}
            }
        }
    }

    /// Takes note of what a reading found.
    pub(crate) fn found(&mut self, readings: &[(ListKind, Reading)]) {
        for (list, reading) in readings {
            for turn in self.0.iter_mut().filter(|turn| turn.list == *list) {
                turn.unchanged = match reading {
                    Reading::Same => turn.unchanged.saturating_add(1),
                    Reading::Changed => 0,
                };
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
    pub(crate) async fn read(&self, wanted: &[ListKind]) -> Vec<(ListKind, Reading)> {
        // Boxed: four readings at once are too large to be carried about.
        let (tools, resources, templates, prompts) = tokio::join!(
            Box::pin(self.read_if_wanted::<Tool>(wanted)),
            Box::pin(self.read_if_wanted::<Resource>(wanted)),
            Box::pin(self.read_if_wanted::<ResourceTemplate>(wanted)),
            Box::pin(self.read_if_wanted::<Prompt>(wanted)),
        );
        [tools, resources, templates, prompts]
            .into_iter()
            .flatten()
            .collect()
    }

    async fn read_if_wanted<T: Listed>(&self, wanted: &[ListKind]) -> Option<(ListKind, Reading)> {
        if !wanted.contains(&T::KIND) {
            return None;
        }
        let guard = self.catalog.freshness.begin(T::KIND);
        let reading = self.read_one::<T>().await;
        drop(guard);
        Some((T::KIND, reading))
    }

    async fn read_one<T: Listed>(&self) -> Reading {
        let catalog = self.catalog;
        if !self.connection.offers(T::KIND) {
            catalog.set_state::<T>(ListState::NotOffered);
            return Reading::Same;
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
                let now_ms = self.clock.now_ms();
                let reading =
                    T::of(&mut catalog.lists()).read(items, broken, listing.cache, now_ms);
                catalog.tell(T::KIND);
                return reading;
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
        Reading::Same
    }
}

impl Catalog {
    fn set_state<T: Listed>(&self, state: ListState) {
        T::of(&mut self.lists()).set_state(state);
        self.tell(T::KIND);
    }

    fn take_stale(&self) -> Vec<ListKind> {
        std::mem::take(&mut *self.stale.lock())
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

    /// A server that says after each reading that its tools have changed; when are they read, within five minutes?
    async fn read_in_a_storm(reading: Reading, awaited: bool) -> Vec<u64> {
        let catalog = Catalog::new(ServerId::from("s".to_owned()), Events::default());
        let began = Instant::now();
        let mut moments = Vec::new();
        let reads = async {
            let mut schedule = ReadSchedule::default();
            loop {
                let lists = schedule.next(&catalog).await;
                let guards: Vec<_> = lists
                    .iter()
                    .map(|list| catalog.freshness.begin(*list))
                    .collect();
                drop(guards);
                schedule.found(&[(ListKind::Tools, reading)]);
                moments.push(began.elapsed().as_secs());
                catalog.mark_stale(ListKind::Tools);
            }
        };
        let asks = async {
            tokio::time::sleep(Duration::from_secs(100)).await;
            if awaited {
                let there = || Ok::<_, ()>(());
                let _ = catalog.until_read(ListKind::Tools, there).await;
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = reads => {}
            () = asks => {}
            () = tokio::time::sleep(Duration::from_mins(5)) => {}
        }
        moments
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_that_is_said_to_change_after_each_reading_is_read_ever_more_seldom() {
        let slowed = [0, 0, 0, 0, 2, 5, 11, 23, 47, 95, 155, 215, 275];
        assert_eq!(read_in_a_storm(Reading::Same, false).await, slowed);
        let awaited = [
            0, 0, 0, 0, 2, 5, 11, 23, 47, 95, 100, 100, 100, 160, 220, 280,
        ];
        assert_eq!(
            read_in_a_storm(Reading::Same, true).await,
            awaited,
            "who waits for it does not wait long"
        );
        // The clock of the test begins within a millisecond, and timers end at whole ones.
        let changing = read_in_a_storm(Reading::Changed, false).await.len();
        assert!(
            (400..=404).contains(&changing),
            "one that changes is read in each span: {changing}"
        );
    }

    /// A server says at these moments (in ms) that lists have changed; when are they read, within 20 seconds?
    async fn read_at(changes: &[(u64, ListKind)]) -> Vec<(u64, Vec<ListKind>)> {
        let catalog = Catalog::new(ServerId::from("s".to_owned()), Events::default());
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
