//! Pins that were read, as long as nothing else has been written to the database since, by whomever. What finished calls
//! write changes no pin, and is written all the time.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::Mutex;
use usher_review::items::{ItemName, Pin};
use usher_types::id::ServerId;

/// More pins than this are not kept.
const PINS: usize = 4096;

/// What a write changes: length and time of the database and of its write-ahead log. Two writes within one tick of the
/// file system's clock may leave them the same; then a pin that was accepted stays in force until the next write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Stamp([Option<(u64, SystemTime)>; 2]);

impl Stamp {
    fn of(database: &Path, log: &Path) -> Self {
        Self([database, log].map(|path| {
            let metadata = fs::metadata(path).ok()?;
            Some((metadata.len(), metadata.modified().ok()?))
        }))
    }
}

type Known = HashMap<(ServerId, ItemName), Option<Arc<Pin>>>;

#[derive(Debug)]
pub(super) struct PinCache {
    database: PathBuf,
    log: PathBuf,
    known: Mutex<(Stamp, Known)>,
}

impl PinCache {
    pub(super) fn of(database: &Path) -> Self {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        Self {
            database: database.to_owned(),
            log: log.into(),
            known: Mutex::default(),
        }
    }

    /// Returns what was read, or when it is read now.
    pub(super) fn get(
        &self,
        server: &ServerId,
        item: &ItemName,
    ) -> Result<Option<Arc<Pin>>, Stamp> {
        let now = Stamp::of(&self.database, &self.log);
        let mut known = self.known.lock();
        let (stamp, pins) = &mut *known;
        if *stamp != now || pins.len() >= PINS {
            pins.clear();
            *stamp = now.clone();
        }
        let found = pins.get(&(server.clone(), item.clone()));
        found.cloned().ok_or(now)
    }

    /// Keeps what was read after `stamp`.
    pub(super) fn keep(
        &self,
        server: &ServerId,
        item: &ItemName,
        pin: Option<&Arc<Pin>>,
        stamp: &Stamp,
    ) {
        let mut known = self.known.lock();
        if known.0 == *stamp {
            let key = (server.clone(), item.clone());
            known.1.insert(key, pin.cloned());
        }
    }

    /// What the pins hold for at this moment; `None` = they do not. For a write that changes no pin: it is asked after the
    /// write has begun, when no other program can write.
    pub(super) fn current(&self) -> Option<Stamp> {
        let now = Stamp::of(&self.database, &self.log);
        (self.known.lock().0 == now).then_some(now)
    }

    /// The write that began at `before` has ended: what was read before it holds after it.
    pub(super) fn carry_over(&self, before: Option<Stamp>) {
        let Some(before) = before else {
            return;
        };
        let mut known = self.known.lock();
        if known.0 == before {
            known.0 = Stamp::of(&self.database, &self.log);
        }
    }

    /// Forgets all: pins are being changed.
    pub(super) fn clear(&self) {
        *self.known.lock() = Default::default();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use usher_types::review::ItemKind;

    use super::*;

    #[test]
    fn what_was_read_holds_after_a_write_of_calls_and_after_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let database = dir.path().join("usher.db");
        fs::write(&database, "").unwrap();
        let log = dir.path().join("usher.db-wal");
        let write = || {
            let mut log = fs::File::options().create(true).append(true).open(&log);
            log.as_mut().unwrap().write_all(b"frame").unwrap();
        };
        let cache = PinCache::of(&database);
        let (server, item) = (
            ServerId::from("one"),
            ItemName {
                kind: ItemKind::Tool,
                name: "read".into(),
            },
        );
        let read = || {
            if let Err(stamp) = cache.get(&server, &item) {
                cache.keep(&server, &item, None, &stamp);
            }
        };
        let holds = || cache.get(&server, &item).is_ok();

        read();
        let before = cache.current();
        write();
        cache.carry_over(before);
        assert!(holds(), "calls change no pin");

        write();
        let before = cache.current();
        assert_eq!(before, None, "another program has written");
        write();
        cache.carry_over(before);
        assert!(!holds(), "so what was read holds no longer");
    }
}
