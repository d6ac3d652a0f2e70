//! How a server is spoken to: what the person chose, what was agreed, what is remembered.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What was agreed at the handshake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Negotiated {
    /// The protocol revision, e.g. `2025-11-25`.
    pub protocol_version: String,
    /// `legacy` = `initialize`; `modern` = per-request metadata (2026-07-28 and later).
    pub era: Era,
    /// How the era came to be known.
    pub found: EraFound,
    /// Where a server behind an address was found; `None` for a local program.
    pub endpoint: Option<Endpoint>,
    /// The server's own name (self-reported).
    pub server_name: String,
    /// The server's own title (self-reported).
    pub server_title: Option<String>,
    /// The server's own version (self-reported).
    pub server_version: String,
    /// Whether it tells of changes of single resources (`resources.subscribe`).
    pub can_subscribe: bool,
}

/// The two generations of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Era {
    /// A session begun by `initialize`.
    Legacy,
    /// No session; metadata on each request.
    Modern,
}

/// Which generation of the protocol a server is to be spoken to in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum EraChoice {
    /// Found out by asking, and remembered.
    #[default]
    Auto,
    /// `initialize`, never asked.
    Legacy,
    /// Never `initialize`.
    Modern,
}

/// How a server's era came to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum EraFound {
    /// The person chose it.
    Chosen,
    /// The server was asked at this start.
    Probed,
    /// The server was asked at this start and said nothing; the older era was tried, and works. That is not
    /// remembered.
    Assumed,
    /// It was asked at an earlier start.
    Remembered,
}

/// Where a server behind an address was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Endpoint {
    /// How messages travel there.
    pub transport: HttpTransport,
    /// For Streamable HTTP where messages go, for HTTP+SSE where the stream is.
    pub url: String,
}

/// The two ways messages travel over HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum HttpTransport {
    /// Streamable HTTP (2025-03-26 and later).
    StreamableHttp,
    /// HTTP+SSE (2024-11-05).
    HttpSse,
}

/// What is remembered of a server's era from one start to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EraVerdict {
    /// The era it showed; `None` = it was chosen, or the server did not say, and only the endpoint is known.
    pub era: Option<Era>,
    /// The protocol revision it picked.
    pub protocol_version: String,
    /// Where it was found.
    pub endpoint: Option<Endpoint>,
    /// When, Unix ms.
    pub found_at: i64,
}
