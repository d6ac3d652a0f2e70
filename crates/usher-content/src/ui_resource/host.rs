//! Hosts that a page declares: only whole, encrypted, public ones become sources of its content policy. A source is
//! built anew from its parts, so that nothing else can stand in it.

use serde_json::Value;
use url::{Host, Url};
use usher_messages::Message;
use usher_types::mcp_app::DroppedHost;

use crate::limits;

/// Reads one list of hosts; what is not let through goes into `dropped`.
pub(super) fn list(
    declared: &Value,
    schemes: &[&str],
    dropped: &mut Vec<DroppedHost>,
) -> Vec<String> {
    let mut sources: Vec<String> = Vec::new();
    let declared = declared.as_array().map(Vec::as_slice).unwrap_or_default();
    for one in declared {
        let text = text_of(one);
        let read = if sources.len() < limits::APP_HOSTS {
            source(&text, schemes)
        } else {
            Err("uiApp.dropped.tooMany")
        };
        match read {
            Ok(source) if sources.contains(&source) => {}
            Ok(source) => sources.push(source),
            Err(code) => dropped.push(DroppedHost {
                text: beginning(&text),
                reason: Message::new(code),
            }),
        }
    }
    sources
}

/// Refuses one list of hosts as a whole.
pub(super) fn refuse(declared: &Value, code: &'static str, dropped: &mut Vec<DroppedHost>) {
    let declared = declared.as_array().map(Vec::as_slice).unwrap_or_default();
    dropped.extend(declared.iter().map(|one| DroppedHost {
        text: beginning(&text_of(one)),
        reason: Message::new(code),
    }));
}

fn text_of(declared: &Value) -> String {
    match declared {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(limits::APP_HOST_CHARS).collect()
}

/// Makes the source of one host, or names the message that says why not.
fn source(text: &str, schemes: &[&str]) -> Result<String, &'static str> {
    let malformed = "uiApp.dropped.malformed";
    let is_plain = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, ':' | '/' | '.' | '-' | '*' | '_')
    };
    if text.len() > limits::APP_HOST_CHARS || !text.chars().all(is_plain) {
        return Err(malformed);
    }
    let (scheme, rest) = text.split_once("://").ok_or(malformed)?;
    if !schemes.contains(&scheme) {
        return Err("uiApp.dropped.scheme");
    }
    let (star, rest) = match rest.strip_prefix("*.") {
        Some(rest) => ("*.", rest),
        None => ("", rest),
    };
    if rest.contains('*') {
        return Err("uiApp.dropped.wildcard");
    }
    let url = Url::parse(&format!("{scheme}://{rest}")).map_err(|_| malformed)?;
    let Some(Host::Domain(host)) = url.host() else {
        return Err("uiApp.dropped.address");
    };
    // The host of a public site has two names at least, and so has what all its subdomains are of.
    let names: Vec<_> = host.split('.').collect();
    if names.len() < 2 || names.iter().any(|name| name.is_empty()) {
        return Err("uiApp.dropped.address");
    }
    if names.last().is_some_and(|name| LOCAL.contains(name)) {
        return Err("uiApp.dropped.address");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(malformed);
    }
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    let path = match url.path() {
        "/" => "",
        path => path,
    };
    Ok(format!("{scheme}://{star}{host}{port}{path}"))
}

/// Names that are never those of a public site.
const LOCAL: [&str; 8] = [
    "localhost",
    "local",
    "internal",
    "lan",
    "home",
    "corp",
    "intranet",
    "arpa",
];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_whole_public_hosts_become_sources() {
        let long = format!("https://{}.example", "a".repeat(300));
        let rows = [
            ("https://api.example.com", Ok("https://api.example.com")),
            ("https://api.example.com/", Ok("https://api.example.com")),
            (
                "https://API.Example.com:8443",
                Ok("https://api.example.com:8443"),
            ),
            ("https://*.example.com", Ok("https://*.example.com")),
            (
                "https://cdn.example.com/npm/",
                Ok("https://cdn.example.com/npm/"),
            ),
            ("wss://live.example.com", Ok("wss://live.example.com")),
            ("*", Err("malformed")),
            ("https:", Err("malformed")),
            ("https://", Err("malformed")),
            ("https://*", Err("wildcard")),
            ("https://*.com", Err("address")),
            ("https://a.*.example.com", Err("wildcard")),
            ("http://api.example.com", Err("scheme")),
            ("ws://api.example.com", Err("scheme")),
            ("data://x.example", Err("scheme")),
            ("mcp-app://other.example", Err("scheme")),
            ("ipc://localhost", Err("scheme")),
            ("api.example.com", Err("malformed")),
            ("'unsafe-eval'", Err("malformed")),
            ("https://a.example 'unsafe-eval'", Err("malformed")),
            ("https://a.example; script-src *", Err("malformed")),
            ("https://a.example,https://b.example", Err("malformed")),
            ("https://a.example\"", Err("malformed")),
            ("https://a.example\n", Err("malformed")),
            ("https://a.example\0", Err("malformed")),
            ("https://a.example?x", Err("malformed")),
            ("https://me@a.example", Err("malformed")),
            ("https://ä.example", Err("malformed")),
            ("https://localhost", Err("address")),
            ("https://app.localhost", Err("address")),
            ("https://printer.local", Err("address")),
            ("https://127.0.0.1", Err("address")),
            ("https://0x7f.1", Err("address")),
            ("https://2130706433", Err("address")),
            ("https://[::1]", Err("malformed")),
            ("https://intranet", Err("address")),
            (long.as_str(), Err("malformed")),
        ];
        for (text, expected) in rows {
            let expected = expected.map(str::to_owned).map_err(|code| match code {
                "malformed" => "uiApp.dropped.malformed",
                "wildcard" => "uiApp.dropped.wildcard",
                "scheme" => "uiApp.dropped.scheme",
                _ => "uiApp.dropped.address",
            });
            assert_eq!(source(text, &["https", "wss"]), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_not_let_through_is_named() {
        let mut dropped = Vec::new();
        let declared = json!([
            "https://a.example",
            "https://a.example",
            5,
            "wss://a.example"
        ]);
        assert_eq!(
            list(&declared, &["https"], &mut dropped),
            ["https://a.example"],
            "each once"
        );
        let of = |text: &str, code| DroppedHost {
            text: text.into(),
            reason: Message::new(code),
        };
        assert_eq!(
            dropped,
            [
                of("5", "uiApp.dropped.malformed"),
                of("wss://a.example", "uiApp.dropped.scheme"),
            ]
        );
    }
}
