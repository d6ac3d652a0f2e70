//! Parses install links of other clients: a name and a configuration in a URL.
//!
//! They only fill the form, like everything pasted.

use url::Url;

use super::{Found, Problem, read_json};
use usher_types::base64;

/// Whether text is a link that has no `//` in it.
pub(super) fn is_link(text: &str) -> bool {
    ["vscode:mcp/install?", "vscode-insiders:mcp/install?"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// Reads an install link; `None` = it is something else.
pub(super) fn read(text: &str) -> Option<Result<Found, Problem>> {
    let url = Url::parse(text).ok()?;
    let place = format!("{}{}", url.host_str().unwrap_or_default(), url.path());
    if !place.contains("mcp/install") && !place.contains("install-mcp") {
        return None;
    }
    Some(json_of(&url).map_or_else(
        || Err(Problem::plain("paste.link")),
        |json| read_json(&json),
    ))
}

/// The configuration in a link: the whole query (VS Code), or a parameter, plain or in base64 (Cursor).
fn json_of(url: &Url) -> Option<String> {
    let parameter = |wanted: &str| {
        url.query_pairs()
            .find(|(name, _)| name == wanted)
            .map(|(_, value)| value.into_owned())
    };
    let Some(config) = parameter("config") else {
        // All of the query is one text here, whatever marks of a form it holds.
        let query = ["+", "=", "&"]
            .iter()
            .zip(["%2B", "%3D", "%26"])
            .fold(url.query()?.to_owned(), |query, (mark, code)| {
                query.replace(mark, code)
            });
        let (decoded, _) = url::form_urlencoded::parse(query.as_bytes()).next()?;
        return decoded.starts_with('{').then(|| decoded.into_owned());
    };
    let json = if config.trim_start().starts_with('{') {
        config
    } else {
        // In a query “+” reads as a space; base64 has no spaces of its own.
        String::from_utf8(base64::decode(&config.replace(' ', "+"))?).ok()?
    };
    match parameter("name") {
        Some(name) => Some(format!("{{{}: {json}}}", serde_json::Value::from(name))),
        None => Some(json),
    }
}
