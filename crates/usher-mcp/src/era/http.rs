//! What an address says of its era by the way it refuses the first request.

use crate::decode::values;
use crate::error::{HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION};

/// The first request sent to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FirstPost {
    /// `server/discover`.
    Discover,
    /// `initialize`.
    Initialize,
}

/// What the HTTP status of an exchange that yielded no answer says about an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HttpEvidence {
    /// A modern endpoint; its JSON-RPC error says the rest.
    Modern,
    /// Not modern: `initialize` is to be tried at the same address.
    Legacy,
    /// It took the request and answered nothing: many older servers do so with what they do not know, and so
    /// does what is no MCP server at all.
    Nothing,
    /// Not Streamable HTTP: the address is to be opened as HTTP+SSE (2024-11-05).
    HttpSse,
    /// It wants a sign-in; that says nothing about the era.
    SignIn,
    /// It does not work at the moment; that says nothing about the era.
    Outage,
}

/// Reads the refusal of the first request to an address (2026-07-28, basic/transports, Streamable HTTP,
/// backward compatibility).
pub(crate) fn read_refusal(sent: FirstPost, status: u16, body: &[u8]) -> HttpEvidence {
    let code = values::parse_bounded(body)["error"]["code"].as_i64();
    match (status, code) {
        (200..=299, _) => HttpEvidence::Nothing,
        (401 | 403, _) => HttpEvidence::SignIn,
        // Some servers answer whatever they do not know like this; `initialize` will tell.
        (500 | 501, _) if sent == FirstPost::Discover => HttpEvidence::Legacy,
        (408 | 425 | 429 | 500.., _) => HttpEvidence::Outage,
        (400, Some(HEADER_MISMATCH | MISSING_CAPABILITY | UNSUPPORTED_VERSION))
        | (404, Some(-32601)) => HttpEvidence::Modern,
        (400 | 404 | 405, _) if sent == FirstPost::Initialize => HttpEvidence::HttpSse,
        (400.., _) => HttpEvidence::Legacy,
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
            json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": "m"}})
                .to_string()
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
                HttpEvidence::Modern,
                HttpEvidence::Modern,
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
                String::new(),
                HttpEvidence::Legacy,
                HttpEvidence::Legacy,
            ),
            (
                422,
                String::new(),
                HttpEvidence::Legacy,
                HttpEvidence::Legacy,
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
