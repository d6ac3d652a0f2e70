//! Eras, endpoints and what is remembered of them.

use usher_config::definition as def;
use usher_core::protocol as core;
use usher_core::snapshot;

use crate::server::{Endpoint, Era, EraChoice, EraFound, EraVerdict, HttpTransport, Negotiated};

impl From<snapshot::Negotiated> for Negotiated {
    fn from(negotiated: snapshot::Negotiated) -> Self {
        Self {
            protocol_version: negotiated.protocol_version,
            era: negotiated.era.into(),
            found: match negotiated.found {
                core::Found::Chosen => EraFound::Chosen,
                core::Found::Probed => EraFound::Probed,
                core::Found::Assumed => EraFound::Assumed,
                core::Found::Remembered => EraFound::Remembered,
            },
            endpoint: negotiated.endpoint.map(Into::into),
            server_name: negotiated.server_name,
            server_title: negotiated.server_title,
            server_version: negotiated.server_version,
            can_subscribe: negotiated.can_subscribe,
        }
    }
}

impl From<core::Era> for Era {
    fn from(era: core::Era) -> Self {
        match era {
            core::Era::Legacy => Self::Legacy,
            core::Era::Modern => Self::Modern,
        }
    }
}

impl From<core::EraChoice> for EraChoice {
    fn from(choice: core::EraChoice) -> Self {
        match choice {
            core::EraChoice::Auto => Self::Auto,
            core::EraChoice::Legacy => Self::Legacy,
            core::EraChoice::Modern => Self::Modern,
        }
    }
}

impl From<EraChoice> for core::EraChoice {
    fn from(choice: EraChoice) -> Self {
        match choice {
            EraChoice::Auto => Self::Auto,
            EraChoice::Legacy => Self::Legacy,
            EraChoice::Modern => Self::Modern,
        }
    }
}

impl From<core::Endpoint> for Endpoint {
    fn from(endpoint: core::Endpoint) -> Self {
        Self {
            transport: match endpoint.transport {
                core::HttpTransportKind::StreamableHttp => HttpTransport::StreamableHttp,
                core::HttpTransportKind::HttpSse => HttpTransport::HttpSse,
            },
            url: endpoint.url.into(),
        }
    }
}

impl From<def::Verdict> for EraVerdict {
    fn from(verdict: def::Verdict) -> Self {
        Self {
            era: verdict.era.map(Into::into),
            protocol_version: verdict.protocol_version,
            endpoint: verdict.endpoint.map(Into::into),
            found_at: verdict.found_at,
        }
    }
}
