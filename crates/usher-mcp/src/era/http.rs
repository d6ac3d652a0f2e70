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
        let error = |code: i64| {
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m"}}).to_string()
        };
        let cases = [
            (
                400,
                error(-32020),
                HttpEvidence::Modern,
                HttpEvidence::Modern,
            ),
            (
                400,
                error(-32021),
                HttpEvidence::Modern,
                HttpEvidence::Modern,
            ),
            (
                400,
                error(-32022),
                HttpEvidence::Modern,
                HttpEvidence::Modern,
            ),
            (
                404,
                error(-32601),
                HttpEvidence::Legacy,
                HttpEvidence::Modern,
            ),
            (
                404,
                error(-32601).replace(r#""id":1"#, r#""id":null"#),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                400,
                error(-32601),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                400,
                error(-32000),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                400,
                error(-32001),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                400,
                String::new(),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                404,
                "<html>".into(),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                405,
                String::new(),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                406,
                error(-32000),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                422,
                String::new(),
                HttpEvidence::Legacy,
                HttpEvidence::HttpSse,
            ),
            (
                401,
                String::new(),
                HttpEvidence::SignIn,
                HttpEvidence::SignIn,
            ),
            (
                403,
                error(-32022),
                HttpEvidence::SignIn,
                HttpEvidence::SignIn,
            ),
            (
                408,
                String::new(),
                HttpEvidence::Outage,
                HttpEvidence::Outage,
            ),
            (
                429,
                String::new(),
                HttpEvidence::Outage,
                HttpEvidence::Outage,
            ),
            (
                500,
                error(-32603),
                HttpEvidence::Legacy,
                HttpEvidence::Outage,
            ),
            (
                503,
                String::new(),
                HttpEvidence::Outage,
                HttpEvidence::Outage,
            ),
            (
                200,
                "<html>".into(),
                HttpEvidence::Nothing,
                HttpEvidence::Nothing,
            ),
            (
                202,
                String::new(),
                HttpEvidence::Nothing,
                HttpEvidence::Nothing,
            ),
            (
                302,
                String::new(),
                HttpEvidence::Outage,
                HttpEvidence::Outage,
            ),
        ];
        for (status, body, to_discover, to_initialize) in cases {
            let read = |sent| read_refusal(sent, status, body.as_bytes());
            assert_eq!(
                (read(FirstPost::Discover), read(FirstPost::Initialize)),
                (to_discover, to_initialize),
                "{status} {body:?}"
            );
        }
    }
}
