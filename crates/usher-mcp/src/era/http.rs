//! Reads an address's era from its refusal of the first request.

use crate::decode::values;
use usher_jsonrpc::{HEADER_MISMATCH, MISSING_CAPABILITY, NO_METHOD, UNSUPPORTED_VERSION};

/// The first request sent to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FirstPost {
    /// `server/discover`.
    Discover,
    /// `initialize`.
    Initialize,
}

/// What an HTTP status without an answer says about an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HttpEvidence {
    /// A modern endpoint, which its JSON-RPC error describes.
    Modern,
    /// Not modern: `initialize` is tried at the same address.
    Legacy,
    /// It accepted the request without an answer.
    ///
    /// Many older servers do so with unknown methods, and so do servers without MCP.
    Nothing,
    /// Not Streamable HTTP: the address is opened as HTTP+SSE (2024-11-05).
    HttpSse,
    /// A sign-in, which says nothing about the era.
    SignIn,
    /// An outage, which says nothing about the era.
    Outage,
}

/// Reads the refusal of the first request to an address.
///
/// See 2026-07-28, basic/transports, Streamable HTTP, backward compatibility.
pub(crate) fn read_refusal(sent: FirstPost, status: u16, body: &[u8]) -> HttpEvidence {
    let answer = values::parse_bounded(body);
    let code = answer["error"]["code"].as_i64();
    match (status, code) {
        (200..=299, _) => HttpEvidence::Nothing,
        (401 | 403, _) => HttpEvidence::SignIn,
        // Some servers answer unknown methods like this; `initialize` decides.
        (500 | 501, _) if sent == FirstPost::Discover => HttpEvidence::Legacy,
        (408 | 425 | 429 | 500.., _) => HttpEvidence::Outage,
        (400, Some(HEADER_MISMATCH | MISSING_CAPABILITY | UNSUPPORTED_VERSION)) => {
            HttpEvidence::Modern
        }
        // Without the id of the request it is the address that was not found, not the method.
        // Older servers know no `server/discover`.
        (404, Some(NO_METHOD)) if !answer["id"].is_null() && sent == FirstPost::Initialize => {
            HttpEvidence::Modern
        }
        (400.., _) => match sent {
            FirstPost::Discover => HttpEvidence::Legacy,
            FirstPost::Initialize => HttpEvidence::HttpSse,
        },
        _ => HttpEvidence::Outage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_status_says_where_to_go_on() {
        // The status, the body or the code of its error, and what it says of each first message.
        let cases = r"
            400 | -32020 | Modern | Modern
            400 | -32021 | Modern | Modern
            400 | -32022 | Modern | Modern
            404 | -32601 | Legacy | Modern
            404 | -32601 null | Legacy | HttpSse
            400 | -32601 | Legacy | HttpSse
            400 | -32000 | Legacy | HttpSse
            400 | -32001 | Legacy | HttpSse
            400 |  | Legacy | HttpSse
            404 | <html> | Legacy | HttpSse
            405 |  | Legacy | HttpSse
            406 | -32000 | Legacy | HttpSse
            422 |  | Legacy | HttpSse
            401 |  | SignIn | SignIn
            403 | -32022 | SignIn | SignIn
            408 |  | Outage | Outage
            429 |  | Outage | Outage
            500 | -32603 | Legacy | Outage
            503 |  | Outage | Outage
            200 | <html> | Nothing | Nothing
            202 |  | Nothing | Nothing
            302 |  | Outage | Outage
        ";
        for [status, body, to_discover, to_initialize] in usher_cases::rows(cases) {
            let status = status.parse().unwrap();
            let code = body.trim_end_matches(" null").parse::<i64>();
            let body = code.map_or(body.clone(), |code| {
                let id = if body.ends_with("null") {
                    json!(null)
                } else {
                    json!(1)
                };
                let error = json!({ "code": code, "message": "m" });
                json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()
            });
            let read = |sent| format!("{:?}", read_refusal(sent, status, body.as_bytes()));
            assert_eq!(
                (read(FirstPost::Discover), read(FirstPost::Initialize)),
                (to_discover, to_initialize),
                "{status} {body:?}"
            );
        }
    }
}
