//! Deletes the oldest calls and records beyond a number or a size.
//!
//! Totals are kept by triggers (table `kept_totals`), so that adding a row costs the same however many there are.

use std::ops::RangeInclusive;

use sqlx::SqliteConnection;
use sqlx::types::Json;

use crate::limits;

/// So many of the oldest are looked at in one go: mostly one has to make room for one, but many are added as a group.
const BATCH: RangeInclusive<i64> = 8..=512;

/// What is bounded on its own.
#[derive(Debug, Clone, Copy)]
pub(super) enum Retained {
    Calls,
    /// Records of what the person decided.
    Records,
    /// Records of what ended without the person, bounded apart.
    AutomaticRecords,
}

/// By how much it is too much. At or below zero is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Excess {
    entries: i64,
    bytes: i64,
}

impl Retained {
    fn totals(self) -> &'static str {
        match self {
            Self::Calls => "SELECT entries, size_bytes FROM kept_totals WHERE what = 'calls'",
            Self::Records => "SELECT entries, size_bytes FROM kept_totals WHERE what = 'records'",
            Self::AutomaticRecords => {
                "SELECT entries, size_bytes FROM kept_totals WHERE what = 'refused_records'"
            }
        }
    }

    fn oldest(self) -> &'static str {
        match self {
            Self::Calls => "SELECT id, size_bytes FROM tool_calls ORDER BY id LIMIT ?",
            Self::Records => {
                "SELECT id, size_bytes FROM ask_records
                 WHERE policy IS NULL AND ending IN ('accepted', 'declined', 'cancelled') ORDER BY id LIMIT ?"
            }
            // Of the server that has the most: one that asks without end displaces its own only.
            Self::AutomaticRecords => {
                "SELECT id, size_bytes FROM ask_records
                 WHERE (policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled'))
                   AND server_id = (SELECT server_id FROM ask_records
                                    WHERE policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled')
                                    GROUP BY server_id ORDER BY count(*) DESC, min(id) LIMIT 1)
                 ORDER BY id LIMIT ?"
            }
        }
    }

    fn delete(self) -> &'static str {
        match self {
            Self::Calls => "DELETE FROM tool_calls WHERE id IN (SELECT value FROM json_each(?))",
            Self::Records | Self::AutomaticRecords => {
                "DELETE FROM ask_records WHERE id IN (SELECT value FROM json_each(?))"
            }
        }
    }

    /// Deletes the oldest beyond `keep_entries` and beyond the size limit. The newest stays even if it alone is too
    /// large: it is the one the person is looking at.
    pub(super) async fn trim(
        self,
        connection: &mut SqliteConnection,
        keep_entries: u32,
    ) -> Result<(), sqlx::Error> {
        loop {
            let (entries, size_bytes): (i64, i64) = sqlx::query_as(self.totals())
                .fetch_one(&mut *connection)
                .await?;
            let excess = Excess {
                entries: entries - i64::from(keep_entries),
                bytes: size_bytes - limits::HISTORY_BYTES,
            };
            if excess.entries <= 0 && excess.bytes <= 0 {
                return Ok(());
            }
            let oldest: Vec<(i64, i64)> = sqlx::query_as(self.oldest())
                .bind(excess.entries.clamp(*BATCH.start(), *BATCH.end()))
                .fetch_all(&mut *connection)
                .await?;
            let Some(last) = last_to_delete(&oldest, entries, excess) else {
                return Ok(());
            };
            // In one statement: each statement is a round trip to the thread of the database.
            let ids = oldest.iter().map(|(id, _)| *id);
            let ids: Vec<i64> = ids.take_while(|id| *id <= last).collect();
            sqlx::query(self.delete())
                .bind(Json(ids))
                .execute(&mut *connection)
                .await?;
        }
    }
}

/// Returns the last of the oldest entries that has to go.
fn last_to_delete(oldest: &[(i64, i64)], mut entries: i64, mut excess: Excess) -> Option<i64> {
    let mut last = None;
    for (id, size_bytes) in oldest {
        let is_too_large = excess.bytes > 0 && entries > 1;
        if excess.entries <= 0 && !is_too_large {
            break;
        }
        entries -= 1;
        excess.entries -= 1;
        excess.bytes -= size_bytes;
        last = Some(*id);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_as_many_go_as_must() {
        type Case = (&'static str, i64, (i64, i64), Option<i64>);
        let oldest = [(3, 10), (5, 20), (9, 30)];
        let cases: &[Case] = &[
            ("nothing is too much", 3, (0, 0), None),
            ("one too many", 9, (1, -5), Some(3)),
            ("two too many", 9, (2, -5), Some(5)),
            ("more than were looked at", 9, (7, 0), Some(9)),
            ("a little too large", 9, (-1, 1), Some(3)),
            ("just as large as the oldest", 9, (-1, 10), Some(3)),
            ("larger than the oldest", 9, (-1, 11), Some(5)),
            ("the newest is too large", 3, (-1, 100), Some(5)),
            ("only the newest is left", 1, (-1, 100), None),
            ("none is to be kept", 3, (3, -100), Some(9)),
        ];
        for (why, entries, (too_many, bytes), expected) in cases {
            let excess = Excess {
                entries: *too_many,
                bytes: *bytes,
            };
            assert_eq!(
                last_to_delete(&oldest, *entries, excess),
                *expected,
                "{why}"
            );
        }
    }
}
