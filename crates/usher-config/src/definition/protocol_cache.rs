//! Caches how a server is spoken to: lifecycle, version, endpoint.
//!
//! Never used for another launch than the one it was found with. Connecting and storing are done elsewhere.

use serde::{Deserialize, Serialize};
use usher_mcp::{Agreed, ConnectError, Endpoint, Era, EraChoice, Found, HttpTransportKind};

use super::{ServerDefinition, Transport};

/// A server cached as legacy would never be probed again: it is asked again after a week, in ms.
const LEGACY_HOLDS_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// What was found out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachedProtocol {
    /// [`Transport::fingerprint`] of what was connected to.
    launch: String,
    /// The lifecycle the server showed; `None` = it was chosen, or the server did not say.
    pub era: Option<Era>,
    /// The protocol version it picked.
    pub protocol_version: String,
    /// Where a server behind an address was found.
    pub endpoint: Option<Endpoint>,
    /// When, Unix ms.
    pub found_at: i64,
}

/// What of it is good for the next start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownProtocol {
    pub era: Option<Era>,
    /// Set only if it is not simply what the address says.
    pub endpoint: Option<Endpoint>,
}

impl CachedProtocol {
    /// What one more connection teaches: what is known afterwards, having known `before`.
    pub fn learn(
        before: Option<Self>,
        definition: &ServerDefinition,
        agreed: &Agreed,
        endpoint: Option<&Endpoint>,
        now_ms: i64,
    ) -> Option<Self> {
        let learned = Self {
            launch: definition.transport.fingerprint(),
            era: match agreed.found {
                Found::Probed | Found::Remembered => Some(agreed.era),
                Found::Chosen | Found::Assumed => None,
            },
            protocol_version: agreed.protocol_version.clone(),
            endpoint: endpoint.cloned(),
            found_at: now_ms,
        };
        match (learned.era, before) {
            (None, _) if learned.endpoint.is_none() => None,
            // What still holds is as old as it was.
            (_, Some(before)) if agreed.found != Found::Probed && before.era == learned.era => {
                Some(Self {
                    found_at: before.found_at,
                    ..learned
                })
            }
            _ => Some(learned),
        }
    }

    /// Whether it is about this definition.
    pub fn fits(&self, definition: &ServerDefinition) -> bool {
        self.launch == definition.transport.fingerprint()
    }

    /// What a start of this definition can build on.
    pub fn recall(&self, definition: &ServerDefinition, now_ms: i64) -> KnownProtocol {
        let age_ms = now_ms.saturating_sub(self.found_at);
        let is_stale = definition.era == EraChoice::Auto
            && self.era == Some(Era::Legacy)
            && age_ms >= LEGACY_HOLDS_MS;
        if is_stale || !self.fits(definition) {
            return KnownProtocol::default();
        }
        let is_plain = |endpoint: &Endpoint| {
            endpoint.transport == HttpTransportKind::StreamableHttp
                && matches!(&definition.transport, Transport::Http { url, .. } if *url == endpoint.url)
        };
        // Headers and tokens were given for one origin; what is stored may have been changed.
        let is_same_origin = |endpoint: &Endpoint| matches!(&definition.transport, Transport::Http { url, .. } if url.origin() == endpoint.url.origin());
        KnownProtocol {
            era: self.era,
            endpoint: self
                .endpoint
                .clone()
                .filter(|endpoint| is_same_origin(endpoint) && !is_plain(endpoint)),
        }
    }
}

/// Whether such a failed start invalidates the cached protocol. An outage or a sign-in does not: the server was not
/// reached.
pub fn invalidates(error: &ConnectError) -> bool {
    match error {
        ConnectError::ExitedEarly { .. }
        | ConnectError::Timeout { .. }
        | ConnectError::NotMcp { .. }
        | ConnectError::UnsupportedVersion { .. }
        | ConnectError::OtherEra { .. }
        | ConnectError::Redirected(_)
        | ConnectError::Rejected { .. } => true,
        ConnectError::HttpStatus { status, .. } => *status < 500,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Label;

    const NOW: i64 = 1_800_000_000_000;

    fn definition(url: &str, era: EraChoice) -> ServerDefinition {
        ServerDefinition {
            label: Label::trusted("away"),
            transport: Transport::Http {
                url: url.parse().unwrap(),
                headers: Vec::new(),
                inputs: Vec::new(),
            },
            era,
        }
    }

    fn agreed(era: Era, found: Found) -> Agreed {
        Agreed {
            protocol_version: "v".into(),
            era,
            found,
            name: String::new(),
            title: None,
            version: String::new(),
            server_info: serde_json::Value::Null,
            icons: Vec::new(),
            capabilities: serde_json::Value::Null,
            instructions: None,
        }
    }

    fn at(transport: HttpTransportKind, url: &str) -> Endpoint {
        Endpoint {
            transport,
            url: url.parse().unwrap(),
        }
    }

    #[test]
    fn only_what_a_server_showed_is_learned() {
        let definition = definition("http://h/", EraChoice::Auto);
        let known = |era, found_at| CachedProtocol {
            launch: definition.transport.fingerprint(),
            era,
            protocol_version: "v".into(),
            endpoint: None,
            found_at,
        };
        let legacy = Some(Era::Legacy);
        let check =
            |before: Option<CachedProtocol>, found, expected: Option<CachedProtocol>, why: &str| {
                let agreed = agreed(Era::Legacy, found);
                let learned = CachedProtocol::learn(before, &definition, &agreed, None, NOW);
                assert_eq!(learned, expected, "{why}");
            };
        check(
            None,
            Found::Probed,
            Some(known(legacy, NOW)),
            "what a probe shows is kept",
        );
        check(
            Some(known(legacy, 5)),
            Found::Probed,
            Some(known(legacy, NOW)),
            "a new probe is a new date",
        );
        check(
            Some(known(legacy, 5)),
            Found::Remembered,
            Some(known(legacy, 5)),
            "what is only remembered does not get younger",
        );
        check(None, Found::Assumed, None, "silence is no verdict");
        check(
            Some(known(Some(Era::Modern), 5)),
            Found::Assumed,
            None,
            "and ends an older one",
        );
        check(None, Found::Chosen, None, "neither is a choice");
        let endpoint = at(HttpTransportKind::HttpSse, "http://h/sse");
        let learned = CachedProtocol::learn(
            None,
            &definition,
            &agreed(Era::Legacy, Found::Chosen),
            Some(&endpoint),
            NOW,
        );
        assert_eq!(
            learned.map(|verdict| (verdict.era, verdict.endpoint)),
            Some((None, Some(endpoint))),
            "but where the server was found is worth keeping all the same"
        );
    }

    #[test]
    fn a_verdict_holds_for_its_own_launch_and_not_for_ever() {
        let auto = definition("http://h/", EraChoice::Auto);
        let verdict = |era, endpoint: Endpoint| CachedProtocol {
            launch: auto.transport.fingerprint(),
            era: Some(era),
            protocol_version: "v".into(),
            endpoint: Some(endpoint),
            found_at: NOW,
        };
        let sse = at(HttpTransportKind::HttpSse, "http://h/");
        let plain = at(HttpTransportKind::StreamableHttp, "http://h/");
        let recalled = |era, endpoint: &Endpoint| KnownProtocol {
            era: Some(era),
            endpoint: Some(endpoint.clone()),
        };
        let week = LEGACY_HOLDS_MS;
        let legacy = verdict(Era::Legacy, sse.clone());
        assert_eq!(
            legacy.recall(&auto, NOW + week - 1),
            recalled(Era::Legacy, &sse),
            "within a week"
        );
        assert_eq!(
            legacy.recall(&auto, NOW + week),
            KnownProtocol::default(),
            "a week later it is asked again"
        );
        assert_eq!(
            legacy.recall(&definition("http://h/", EraChoice::Legacy), NOW + week),
            recalled(Era::Legacy, &sse),
            "nothing can become of a choice"
        );
        assert_eq!(
            legacy.recall(&definition("http://h/x", EraChoice::Auto), NOW),
            KnownProtocol::default(),
            "another launch"
        );
        assert_eq!(
            verdict(Era::Modern, plain).recall(&auto, NOW + 100 * week),
            KnownProtocol {
                era: Some(Era::Modern),
                endpoint: None
            },
            "a modern one is asked at each start anyway, and an address that is the endpoint needs no other"
        );
    }

    #[test]
    fn an_endpoint_of_another_origin_is_not_used() {
        for (url, endpoint, is_used) in [
            ("https://h/mcp", "https://h/sse", true),
            ("https://h/mcp", "https://evil/mcp", false),
            ("https://h/mcp", "http://h/mcp", false),
            ("https://h/mcp", "https://h:8443/mcp", false),
        ] {
            let definition = definition(url, EraChoice::Auto);
            let cached = CachedProtocol {
                launch: definition.transport.fingerprint(),
                era: Some(Era::Modern),
                protocol_version: "v".into(),
                endpoint: Some(at(HttpTransportKind::StreamableHttp, endpoint)),
                found_at: NOW,
            };
            let recalled = cached.recall(&definition, NOW).endpoint;
            assert_eq!(
                recalled.is_some(),
                is_used,
                "headers and tokens for {url} would go to {endpoint}"
            );
        }
    }

    #[test]
    fn an_outage_casts_no_doubt() {
        let status = |status| ConnectError::HttpStatus {
            status,
            body_head: String::new(),
            retry_after: None,
        };
        let cases = [
            (status(404), true),
            (status(503), false),
            (
                ConnectError::Unauthorized {
                    challenge: usher_mcp::Challenge::default(),
                },
                false,
            ),
            (
                ConnectError::Timeout {
                    waited: std::time::Duration::ZERO,
                    clues: usher_mcp::Clues::default(),
                },
                true,
            ),
        ];
        for (error, expected) in cases {
            assert_eq!(invalidates(&error), expected, "{error}");
        }
    }
}
