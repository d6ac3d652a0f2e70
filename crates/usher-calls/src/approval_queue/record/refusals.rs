//! Bounds the records of what was decided without the person, mostly refusals: of each server, kind and reason the first in
//! a minute are recorded one by one, all others as one record with their number.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::Notify;
use usher_mcp::Redactor;

use crate::limits;
use usher_store::ApprovalRecord;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::id::SourceId;
use usher_types::rate_limit::RateLimit;

/// What records have in common that are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::approval_queue) struct Likeness {
    pub(in crate::approval_queue) source: SourceId,
    pub(in crate::approval_queue) kind: ApprovalKind,
    pub(in crate::approval_queue) ending: ApprovalEnding,
    /// The code of the reason: its parameters may be a server's.
    pub(in crate::approval_queue) reason: String,
    /// The rule that decided, as a text.
    pub(in crate::approval_queue) policy: Option<String>,
    pub(in crate::approval_queue) tool: Option<String>,
}

/// A record that is not redacted yet.
pub(super) type Unredacted = (ApprovalRecord, Arc<Redactor>);

/// What is not written yet.
#[derive(Default)]
pub(super) struct Refusals {
    counted: Mutex<HashMap<Likeness, Counted>>,
    /// Told when there is something to write.
    pub(super) pending: Notify,
    /// Those of too many kinds to be counted apart.
    left_out: AtomicU64,
}

struct Counted {
    whole: RateLimit,
    records: Vec<Unredacted>,
    /// The first of those that are counted only, with their number.
    others: Option<Unredacted>,
    last: Instant,
}

impl Refusals {
    /// Counts one; `record` makes its record, if that is needed.
    pub(super) fn count(
        &self,
        likeness: Likeness,
        now: Instant,
        record: impl FnOnce() -> Unredacted,
    ) {
        let mut all = self.counted.lock();
        if !all.contains_key(&likeness) && all.len() >= limits::REFUSALS_COUNTED_APART {
            self.left_out.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let counted = all.entry(likeness).or_insert_with(|| Counted {
            whole: RateLimit::new(limits::WHOLE_REFUSALS, limits::WHOLE_REFUSALS_WINDOW),
            records: Vec::new(),
            others: None,
            last: now,
        });
        counted.last = now;
        if counted.whole.try_take(now) {
            counted.records.push(record());
        } else {
            match &mut counted.others {
                Some((others, _)) => others.times = others.times.saturating_add(1),
                others => *others = Some(record()),
            }
        }
        drop(all);
        self.pending.notify_one();
    }

    /// Takes what is to be written, in the order of its time.
    pub(super) fn take(&self, now: Instant) -> Vec<Unredacted> {
        let left_out = self.left_out.swap(0, Ordering::Relaxed);
        if left_out > 0 {
            tracing::warn!(
                left_out,
                "refusals of too many kinds: some are not recorded"
            );
        }
        let mut taken = Vec::new();
        let mut all = self.counted.lock();
        all.retain(|_, counted| {
            taken.append(&mut counted.records);
            taken.extend(counted.others.take());
            now.duration_since(counted.last) < limits::WHOLE_REFUSALS_WINDOW
        });
        drop(all);
        taken.sort_by_key(|(record, _)| record.closed_at);
        taken
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::Value;
    use usher_messages::Message;
    use usher_types::id::ApprovalId;

    use super::*;

    fn record(source: &str, closed_at: i64) -> ApprovalRecord {
        ApprovalRecord {
            approval: ApprovalId::generate(),
            source: source.into(),
            caller: None,
            server_label: source.to_owned(),
            call: None,
            tool: None,
            arguments: None,
            possible_causes: None,
            kind: ApprovalKind::Form,
            shown: Value::Null,
            changed: None,
            sent: None,
            opened_at: closed_at,
            closed_at,
            ending: ApprovalEnding::Refused,
            reason: Message::new("limit.rate"),
            policy: None,
            times: 1,
        }
    }

    fn likeness(source: &str) -> Likeness {
        Likeness {
            source: source.into(),
            kind: ApprovalKind::Form,
            ending: ApprovalEnding::Refused,
            reason: "limit.rate".to_owned(),
            policy: None,
            tool: None,
        }
    }

    /// Server, time and number of each record that is written now.
    fn written(refusals: &Refusals, now: Instant) -> Vec<(String, i64, u32)> {
        let taken = refusals.take(now).into_iter();
        taken
            .map(|(record, _)| (record.server_label, record.closed_at, record.times))
            .collect()
    }

    #[test]
    fn a_storm_is_a_few_records_and_a_number() {
        let refusals = Refusals::default();
        let began = Instant::now();
        let count = |source: &str, at: i64, now: Instant| {
            let make = || (record(source, at), Arc::default());
            refusals.count(likeness(source), now, make);
        };
        for at in 0..10_000 {
            count("loud", at, began);
        }
        count("quiet", 5, began);
        let mut expected: Vec<_> = (0..10).map(|at| ("loud".to_owned(), at, 1)).collect();
        expected.insert(6, ("quiet".to_owned(), 5, 1));
        expected.push(("loud".to_owned(), 10, 9_990));
        let mut found = written(&refusals, began);
        found.sort_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
        assert_eq!(found, expected);
        assert_eq!(written(&refusals, began), [], "each is written once");

        let later = began + Duration::from_secs(2);
        for at in 0..500 {
            count("loud", 20_000 + at, later);
        }
        assert_eq!(
            written(&refusals, later),
            [("loud".to_owned(), 20_000, 500)],
            "the storm goes on"
        );
        let much_later = later + Duration::from_mins(2);
        count("loud", 30_000, much_later);
        assert_eq!(
            written(&refusals, much_later),
            [("loud".to_owned(), 30_000, 1)],
            "after a pause it is recorded whole again"
        );
    }

    #[test]
    fn what_is_counted_is_bounded() {
        let refusals = Refusals::default();
        let now = Instant::now();
        let many = limits::REFUSALS_COUNTED_APART + 5;
        for number in 0..many {
            let source = number.to_string();
            let make = || (record(&source, 0), Arc::default());
            refusals.count(likeness(&source), now, make);
        }
        assert_eq!(
            written(&refusals, now).len(),
            limits::REFUSALS_COUNTED_APART
        );
        let later = now + limits::WHOLE_REFUSALS_WINDOW;
        assert_eq!(written(&refusals, later), []);
        let room = refusals.counted.lock().len();
        assert_eq!(room, 0, "what is over is forgotten");
    }
}
