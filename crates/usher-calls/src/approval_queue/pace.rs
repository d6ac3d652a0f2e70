//! How much one server may ask: a person cannot look through a flood.

use std::collections::HashMap;
use std::time::Instant;

use usher_messages::Message;
use usher_types::id::SourceId;
use usher_types::rate_limit::RateLimit;

use crate::limits;

/// Why an approval was declined without asking the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    TooManyOpen,
    /// Ten came within a minute.
    TooOften,
    /// The person wants to hear nothing of this server.
    Muted,
}

impl Refused {
    /// What the server's page says of it.
    pub(crate) fn note(self) -> Message {
        Message::new(match self {
            Self::TooManyOpen => "limit.open",
            Self::TooOften => "limit.rate",
            Self::Muted => "limit.muted",
        })
    }
}

/// Limits how often each server asks.
#[derive(Default)]
pub(super) struct Pace(HashMap<SourceId, RateLimit>);

impl Pace {
    /// Counts an approval, unless it is one too many.
    pub(crate) fn count(
        &mut self,
        server: &SourceId,
        open: usize,
        now: Instant,
    ) -> Result<(), Refused> {
        if open >= limits::OPEN_APPROVALS {
            return Err(Refused::TooManyOpen);
        }
        let asked = self.0.entry(server.clone()).or_insert_with(|| {
            RateLimit::new(limits::APPROVALS_IN_WINDOW, limits::APPROVAL_WINDOW)
        });
        if asked.try_take(now) {
            Ok(())
        } else {
            Err(Refused::TooOften)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_server_asks_three_at_once_and_ten_a_minute() {
        let (a, b) = (SourceId::from("a"), SourceId::from("b"));
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut pace = Pace::default();
        assert_eq!(pace.count(&a, 3, at(0)), Err(Refused::TooManyOpen));
        for second in 0..10 {
            assert_eq!(pace.count(&a, 2, at(second)), Ok(()), "question {second}");
        }
        assert_eq!(pace.count(&a, 0, at(59)), Err(Refused::TooOften));
        assert_eq!(pace.count(&b, 0, at(59)), Ok(()), "each server has its own");
        assert_eq!(pace.count(&a, 0, at(60)), Ok(()), "the first is forgotten");
        assert_eq!(pace.count(&a, 0, at(60)), Err(Refused::TooOften));
    }
}
