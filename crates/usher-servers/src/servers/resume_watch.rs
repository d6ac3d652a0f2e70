//! Detects sleep and network changes and checks HTTP servers again: those that wait are tried at once, those that run
//! are asked whether they still do.

use std::time::Duration;

use tokio::time::Instant;
use usher_net::LocalAddresses;

use super::Servers;

use super::command::Command;

/// How often the clock and the network are looked at.
const CHECK_EVERY: Duration = Duration::from_secs(2);

/// Clock jump past the wait that counts as sleep.
const SLEPT: Duration = Duration::from_secs(10);

/// What was found at one look.
#[derive(Debug, Clone, Copy)]
struct ClockSample {
    /// The time of day, Unix ms.
    wall_ms: i64,
    /// The time that goes on only while the machine is awake.
    awake: Instant,
    local_addresses: LocalAddresses,
}

/// What has changed between two looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Slept,
    Network,
}

impl Servers {
    /// Watches until the servers are gone.
    pub(super) fn watch_network(&self) {
        let weak = self.downgrade();
        let (clock, network) = (self.context().clock.clone(), self.context().network.clone());
        let read = move || ClockSample {
            wall_ms: clock.now_ms(),
            awake: Instant::now(),
            local_addresses: network.local_addresses(),
        };
        tokio::spawn(async move {
            let mut last = read();
            loop {
                tokio::time::sleep(CHECK_EVERY).await;
                let now = read();
                let change = changed(&last, &now);
                last = now;
                let Some(servers) = weak.upgrade() else {
                    return;
                };
                if let Some(change) = change {
                    tracing::info!(?change, "servers behind addresses are looked at again");
                    for entry in servers.entries() {
                        servers.send(&entry, Command::Recheck).await;
                    }
                }
            }
        });
    }
}

fn changed(last: &ClockSample, now: &ClockSample) -> Option<Change> {
    let awake_ms = now.awake.duration_since(last.awake).as_millis();
    let awake_ms = i64::try_from(awake_ms).unwrap_or(i64::MAX);
    let slept_ms = now
        .wall_ms
        .saturating_sub(last.wall_ms)
        .saturating_sub(awake_ms);
    if u128::try_from(slept_ms).is_ok_and(|ms| ms >= SLEPT.as_millis()) {
        return Some(Change::Slept);
    }
    // Without a way out there is nothing to look at yet; its return is the change that counts.
    (now.local_addresses != last.local_addresses && now.local_addresses.is_online())
        .then_some(Change::Network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_told_from_waiting() {
        let began = Instant::now();
        let at = |wall_ms: i64, awake_ms: u64| ClockSample {
            wall_ms,
            awake: began + Duration::from_millis(awake_ms),
            local_addresses: LocalAddresses::current(),
        };
        let check = |wall_ms: i64, awake_ms: u64, expected: Option<Change>, why: &str| {
            assert_eq!(
                changed(&at(0, 0), &at(wall_ms, awake_ms)),
                expected,
                "{why}"
            );
        };
        check(2_000, 2_000, None, "both clocks went on alike");
        check(60_000, 60_000, None, "a busy machine looks late");
        check(
            3_600_000,
            2_000,
            Some(Change::Slept),
            "an hour passed unseen",
        );
        check(
            9_000,
            2_000,
            None,
            "clocks are set by a few seconds now and then",
        );
        check(-3_600_000, 2_000, None, "a clock that was set back");
        check(0, 2_000, None, "a clock that stands still");
    }

    #[test]
    fn another_way_out_counts_and_none_does_not() {
        let began = Instant::now();
        let by = |last: u8| {
            let address = std::net::IpAddr::from([192, 168, 0, last]);
            LocalAddresses::new([(last > 0).then_some(address), None])
        };
        let at = |last| ClockSample {
            wall_ms: 0,
            awake: began,
            local_addresses: by(last),
        };
        // 0 stands for no way out.
        for (before, after, expected) in [
            (1, 1, None),
            (1, 2, Some(Change::Network)),
            (1, 0, None),
            (0, 1, Some(Change::Network)),
            (0, 0, None),
        ] {
            let found = changed(&at(before), &at(after));
            assert_eq!(found, expected, "from {before} to {after}");
        }
    }
}
