//! Whether a list is what its server offers now: it is not from when the server says that it has changed, or
//! goes away, until it has been read.

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;
use usher_mcp::ListKind;

/// The readings of all lists of one server.
#[derive(Default)]
pub(super) struct Freshness {
    of: Mutex<[FetchState; 4]>,
    ended: Notify,
    /// Somebody begins to wait for a reading.
    awaited: Notify,
}

#[derive(Clone, Copy)]
struct FetchState {
    /// It has to be read anew.
    is_due: bool,
    /// How many readings have begun.
    begun: u64,
    /// The last that has ended.
    ended: u64,
    /// How many wait for one to end.
    waiting: u32,
}

impl Default for FetchState {
    fn default() -> Self {
        Self {
            is_due: true,
            begun: 0,
            ended: 0,
            waiting: 0,
        }
    }
}

/// Somebody who waits for a reading.
struct Waiter<'a> {
    freshness: &'a Freshness,
    list: ListKind,
}

impl<'a> Waiter<'a> {
    fn begin(freshness: &'a Freshness, list: ListKind) -> Self {
        freshness.of(|all| all[place(list)].waiting += 1);
        freshness.awaited.notify_one();
        Self { freshness, list }
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.freshness.of(|all| all[place(self.list)].waiting -= 1);
    }
}

/// A reading that goes on.
pub(super) struct ReadGuard<'a> {
    freshness: &'a Freshness,
    list: ListKind,
    number: u64,
}

impl Drop for ReadGuard<'_> {
    fn drop(&mut self) {
        self.freshness.of(|all| {
            let reading = &mut all[place(self.list)];
            reading.ended = reading.ended.max(self.number);
        });
        self.freshness.notify_waiters();
    }
}

impl Freshness {
    /// The list has changed, or may have.
    pub(super) fn mark_due(&self, list: ListKind) {
        self.of(|all| all[place(list)].is_due = true);
    }

    /// A reading begins; what changed before is covered by it. It has ended when what this yields is dropped, also
    /// where the reading was given up.
    pub(super) fn begin(&self, list: ListKind) -> ReadGuard<'_> {
        let number = self.of(|all| {
            let reading = &mut all[place(list)];
            reading.is_due = false;
            reading.begun += 1;
            reading.begun
        });
        ReadGuard {
            freshness: self,
            list,
            number,
        }
    }

    /// Has all who wait check again.
    pub(super) fn notify_waiters(&self) {
        self.ended.notify_waiters();
    }

    /// Waits until a read covers all announced changes, or the server is gone. What it says meanwhile is not waited
    /// for: a server that never stops would never be used.
    pub(super) async fn until_read<E>(
        &self,
        list: ListKind,
        is_there: impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        let needed = self.of(|all| {
            let reading = all[place(list)];
            reading.begun + u64::from(reading.is_due)
        });
        let mut waiter = None;
        loop {
            let mut ended = std::pin::pin!(self.ended.notified());
            // From here on no end is missed.
            ended.as_mut().enable();
            is_there()?;
            if self.of(|all| all[place(list)].ended) >= needed {
                return Ok(());
            }
            waiter.get_or_insert_with(|| Waiter::begin(self, list));
            ended.await;
        }
    }

    /// Whether somebody waits for a reading.
    pub(super) fn is_awaited(&self, list: ListKind) -> bool {
        self.of(|all| all[place(list)].waiting > 0)
    }

    /// Waits until somebody begins to wait.
    pub(super) async fn awaited(&self) {
        self.awaited.notified().await;
    }

    fn of<T>(&self, change: impl FnOnce(&mut [FetchState; 4]) -> T) -> T {
        let mut held: MutexGuard<'_, _> = self.of.lock();
        change(&mut held)
    }
}

fn place(list: ListKind) -> usize {
    match list {
        ListKind::Tools => 0,
        ListKind::Resources => 1,
        ListKind::Templates => 2,
        ListKind::Prompts => 3,
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[test]
    fn a_list_is_waited_for_until_what_was_said_of_it_has_been_read() {
        const LIST: ListKind = ListKind::Tools;
        let freshness = Freshness::default();
        let until_read = || freshness.until_read(LIST, || Ok::<_, ()>(()));
        let mut first = std::pin::pin!(until_read());
        assert_eq!(first.as_mut().now_or_never(), None, "nothing was read yet");
        let one = freshness.begin(LIST);
        assert_eq!(until_read().now_or_never(), None, "it is being read");
        freshness.mark_due(LIST);
        drop(one);
        assert_eq!(
            first.now_or_never(),
            Some(Ok(())),
            "what is said while somebody waits is not waited for"
        );
        assert_eq!(
            until_read().now_or_never(),
            None,
            "it changed after the reading began"
        );
        drop(freshness.begin(LIST));
        assert_eq!(until_read().now_or_never(), Some(Ok(())));
        freshness.mark_due(ListKind::Prompts);
        assert_eq!(
            until_read().now_or_never(),
            Some(Ok(())),
            "another list is no matter"
        );
        let gone = freshness.until_read(LIST, || Err("gone")).now_or_never();
        assert_eq!(gone, Some(Err("gone")), "nobody waits for one that is gone");
    }
}
