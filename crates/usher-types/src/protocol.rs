//! Defines protocol types shared by connection, storage and page.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use url::Url;

use crate::word::words;

/// The two generations of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Era {
    /// A session begun by `initialize`.
    Legacy,
    /// No session; metadata on each request.
    Modern,
}

/// Which era of the protocol is used with a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[ts(rename = "EraFound")]
#[serde(rename_all = "camelCase")]
pub enum Found {
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
    pub transport: HttpTransportKind,
    /// For Streamable HTTP where messages go, for HTTP+SSE where the stream is.
    #[ts(as = "String")]
    pub url: Url,
}

/// The two ways messages travel over HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[ts(rename = "HttpTransport")]
#[serde(rename_all = "camelCase")]
pub enum HttpTransportKind {
    /// Streamable HTTP (2025-03-26 and later).
    #[serde(alias = "streamable_http")]
    StreamableHttp,
    /// HTTP+SSE (2024-11-05).
    #[serde(alias = "http_sse")]
    HttpSse,
}

impl std::fmt::Display for HttpTransportKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::StreamableHttp => "Streamable HTTP",
            Self::HttpSse => "HTTP+SSE",
        })
    }
}

/// The four lists of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[ts(rename = "CatalogKind")]
#[serde(rename_all = "camelCase")]
pub enum ListKind {
    Tools,
    Resources,
    Templates,
    Prompts,
}

words!(ListKind {
    Tools => "tools",
    Resources => "resources",
    Templates => "templates",
    Prompts => "prompts",
});

/// What a server claims about a tool. Claims, not facts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    /// Doing it twice is the same as once.
    pub idempotent: Option<bool>,
    /// Touches things outside the server.
    pub open_world: Option<bool>,
}

/// Whether a tool runs as a task (2025-11-25, basic/utilities/tasks).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TaskSupport {
    /// Never because the person wants it; the server may still make a task of it (2026-07-28).
    #[default]
    Forbidden,
    /// If the person wants it.
    Optional,
    Required,
}

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TaskStatus {
    /// The server is at work.
    Working,
    /// It waits for something from the person.
    InputRequired,
    /// It is done; the result is being fetched.
    Completed,
    /// It has failed; the error is being fetched.
    Failed,
    /// The server has given it up.
    Cancelled,
}

words!(TaskStatus {
    Working => "working",
    InputRequired => "input_required",
    Completed => "completed",
    Failed => "failed",
    Cancelled => "cancelled",
});

/// How a tool is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RunAs {
    /// As a call that waits for its result.
    Call,
    /// As a task that runs on while Usher is closed.
    Task,
}

/// Which way a message went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    /// From Usher to the server.
    Out,
    /// From the server to Usher.
    In,
}

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FrameKind {
    Request,
    Result,
    /// An error as answer.
    Error,
    Notification,
    /// Not JSON-RPC: log lines on stdout, broken JSON, an HTTP status.
    Noise,
}

/// What a completed argument belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum CompletionReference {
    Prompt { name: String },
    Template { uri_template: String },
}

impl CompletionReference {
    /// Returns the name of the prompt, or the template.
    pub fn name(&self) -> &str {
        match self {
            Self::Prompt { name } => name,
            Self::Template { uri_template } => uri_template,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// At most 100.
    pub values: Vec<String>,
    /// How many there are in all, if known.
    pub total: Option<u32>,
    /// Whether there are more.
    pub has_more: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_read_as_older_versions_kept_it() {
        for (kept, transport) in [
            ("streamable_http", HttpTransportKind::StreamableHttp),
            ("http_sse", HttpTransportKind::HttpSse),
            ("httpSse", HttpTransportKind::HttpSse),
        ] {
            let url = "https://example.com/mcp";
            let kept = serde_json::json!({ "transport": kept, "url": url });
            let endpoint: Endpoint = serde_json::from_value(kept).unwrap();
            assert_eq!(
                (endpoint.transport, endpoint.url.as_str()),
                (transport, url)
            );
        }
    }
}
