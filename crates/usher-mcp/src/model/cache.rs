//! For how long, and for whom, an answer may be kept (2026-07-28, server/utilities/caching).

use std::time::Duration;

use serde_json::Value;

/// What a server says about keeping one of its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheHint {
    /// How long it is fresh; zero = from the first moment on it has to be had anew when somebody looks.
    pub ttl: Duration,
    /// For whom it is.
    pub scope: CacheScope,
}

/// For whom an answer may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheScope {
    Public,
    /// For whoever is signed in as the one who asked.
    Private,
}

impl CacheHint {
    /// Reads `ttlMs` and `cacheScope` of a result. What is missing or odd means the least that may be kept; no
    /// answer is kept longer than `max_ttl`.
    pub(crate) fn from_result(result: &Value, max_ttl: Duration) -> Self {
        let ttl_ms = match &result["ttlMs"] {
            Value::Number(number) => match (number.as_u64(), number.as_f64()) {
                (Some(ms), _) => ms,
                // Casting holds to the bounds: less than nothing is nothing.
                (None, Some(ms)) => clamp(ms),
                (None, None) => 0,
            },
            _ => 0,
        };
        Self {
            ttl: Duration::from_millis(ttl_ms).min(max_ttl),
            scope: if result["cacheScope"] == "public" {
                CacheScope::Public
            } else {
                CacheScope::Private
            },
        }
    }

    /// Until when an answer that came at `from_ms` is fresh, Unix ms.
    pub fn fresh_until(self, from_ms: i64) -> i64 {
        from_ms.saturating_add(i64::try_from(self.ttl.as_millis()).unwrap_or(i64::MAX))
    }

    /// What holds for two answers together.
    pub(crate) fn merge(self, other: Self) -> Self {
        let is_public = self.scope == CacheScope::Public && other.scope == CacheScope::Public;
        Self {
            ttl: self.ttl.min(other.ttl),
            scope: if is_public {
                CacheScope::Public
            } else {
                CacheScope::Private
            },
        }
    }
}

/// Whole milliseconds of a number that may be anything.
fn clamp(ms: f64) -> u64 {
    Duration::try_from_secs_f64(ms / 1000.0).map_or(if ms > 0.0 { u64::MAX } else { 0 }, |ttl| {
        u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const LONGEST: Duration = Duration::from_hours(24);

    fn hint(ms: u64, scope: CacheScope) -> CacheHint {
        CacheHint {
            ttl: Duration::from_millis(ms),
            scope,
        }
    }

    #[test]
    fn what_is_odd_is_kept_least() {
        use CacheScope::{Private, Public};
        let day = 24 * 3_600_000;
        let cases = [
            (
                json!({"ttlMs": 5000, "cacheScope": "public"}),
                hint(5000, Public),
            ),
            (
                json!({"ttlMs": 5000, "cacheScope": "private"}),
                hint(5000, Private),
            ),
            (json!({"ttlMs": 5000}), hint(5000, Private)),
            (
                json!({"ttlMs": 5000, "cacheScope": "PUBLIC"}),
                hint(5000, Private),
            ),
            (json!({}), hint(0, Private)),
            (json!({"ttlMs": 0}), hint(0, Private)),
            (json!({"ttlMs": -1}), hint(0, Private)),
            (json!({"ttlMs": "5000"}), hint(0, Private)),
            (json!({"ttlMs": null}), hint(0, Private)),
            (json!({"ttlMs": 1500.7}), hint(1500, Private)),
            (json!({"ttlMs": -1e300}), hint(0, Private)),
            (json!({"ttlMs": 1e18}), hint(day, Private)),
            (json!({"ttlMs": 1e300}), hint(day, Private)),
            (json!({"ttlMs": u64::MAX}), hint(day, Private)),
        ];
        for (result, expected) in cases {
            assert_eq!(
                CacheHint::from_result(&result, LONGEST),
                expected,
                "{result}"
            );
        }
    }

    #[test]
    fn a_whole_list_is_as_fresh_as_its_oldest_page() {
        use CacheScope::{Private, Public};
        let cases = [
            (hint(5, Public), hint(9, Public), hint(5, Public)),
            (hint(9, Public), hint(5, Private), hint(5, Private)),
            (hint(9, Private), hint(9, Public), hint(9, Private)),
        ];
        for (one, other, expected) in cases {
            assert_eq!(one.merge(other), expected, "{one:?} and {other:?}");
        }
    }
}
