//! Which servers may ask nothing, and what was refused: what a person sees of both.

use std::collections::{HashMap, HashSet, VecDeque};

use super::pace::Refused;
use usher_messages::Message;
use usher_types::approval::{ApprovalLimits, RefusedApproval};
use usher_types::id::SourceId;

/// So many of the last refusals of a server are named; all are in the record.
const NAMED: usize = 5;

/// What the queue knows of limits.
#[derive(Default)]
pub(crate) struct Limits {
    muted: HashSet<SourceId>,
    refusals: HashMap<SourceId, Refusals>,
}

#[derive(Default)]
struct Refusals {
    count: u64,
    last: VecDeque<RefusedApproval>,
}

impl Limits {
    pub(crate) fn of_muted(muted: impl IntoIterator<Item = SourceId>) -> Self {
        Self {
            muted: muted.into_iter().collect(),
            refusals: HashMap::new(),
        }
    }

    /// Refuses what a muted server asks.
    pub(crate) fn hear(&self, server: &SourceId) -> Result<(), Refused> {
        if self.muted.contains(server) {
            return Err(Refused::Muted);
        }
        Ok(())
    }

    pub(crate) fn mute(&mut self, server: &SourceId) {
        self.muted.insert(server.clone());
    }

    pub(crate) fn unmute(&mut self, server: &SourceId) {
        self.muted.remove(server);
    }

    pub(crate) fn count(&mut self, server: &SourceId, reason: Message, at: i64) {
        let refusals = self.refusals.entry(server.clone()).or_default();
        refusals.count += 1;
        refusals.last.truncate(NAMED - 1);
        refusals.last.push_front(RefusedApproval { at, reason });
    }

    pub(crate) fn of(&self, server: &SourceId) -> ApprovalLimits {
        let refusals = self.refusals.get(server);
        ApprovalLimits {
            source: server.clone(),
            muted: self.muted.contains(server),
            refused: refusals.map_or(0, |refusals| refusals.count),
            last: refusals
                .map(|refusals| refusals.last.iter().cloned().collect())
                .unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_counted_and_the_last_are_named() {
        let server = SourceId::from("s");
        let mut limits = Limits::of_muted([server.clone()]);
        assert_eq!(limits.hear(&server), Err(Refused::Muted));
        limits.unmute(&server);
        assert_eq!(limits.hear(&server), Ok(()));
        for at in 0..7 {
            limits.count(&server, Message::new("limit.rate"), at);
        }
        let told = limits.of(&server);
        let times: Vec<i64> = told.last.iter().map(|refused| refused.at).collect();
        assert_eq!((told.refused, times), (7, vec![6, 5, 4, 3, 2]));
    }
}
