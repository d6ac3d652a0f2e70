//! Limits the caching of answers (2026-07-28, server/utilities/caching).

use std::time::Duration;

use serde_json::Value;

/// How a server's answer may be cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheHint {
    /// How long it is fresh; zero = it is requested again each time.
    pub ttl: Duration,
    pub scope: CacheScope,
}

/// Who may use a cached answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheScope {
    Public,
    /// Only the user who is signed in.
    Private,
}

impl CacheHint {
    /// Reads `ttlMs` and `cacheScope` of a result.
    ///
    /// What is missing or invalid means the least caching; no answer is cached longer than `max_ttl`.
    pub(crate) fn from_result(result: &Value, max_ttl: Duration) -> Self {
        let ttl_ms = match &result["ttlMs"] {
            Value::Number(number) => match (number.as_u64(), number.as_f64()) {
                (Some(ms), _) => ms,
                // Casting saturates: less than zero is zero.
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

    /// Returns until when an answer received at `from_ms` is fresh, Unix ms.
    pub fn fresh_until(self, from_ms: i64) -> i64 {
        from_ms.saturating_add(i64::try_from(self.ttl.as_millis()).unwrap_or(i64::MAX))
    }

    /// Returns the hint for two answers together.
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

/// Returns whole milliseconds of any number.
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
