//! Parses install links of other clients: a name and a configuration in a URL.
//!
//! They only fill the form, like everything pasted.

use serde_json::{Map, Value};
use url::Url;

use super::json_text::read_json;
use super::jsonc;
use super::problem::Problem;
use super::summary::Found;
use usher_types::base64;

/// How many links may be one in the other.
const NESTED: usize = 3;

/// How links begin that have no `//` in them. Some name a server in a gallery only.
const SHORT: [&str; 4] = [
    "vscode:mcp/",
    "vscode-insiders:mcp/",
    "vscodium:mcp/",
    "vsweb+mcp:/install?",
];

/// Parameters that hold a configuration.
const CONFIGURATIONS: [&str; 3] = ["config", "server", "servers"];

/// How a configuration begins: a brace, or one before a quotation mark, a space or a line break in base64.
const STARTS: [&str; 7] = ["{", "eyI", "eyJ", "eyA", "ewo", "ewk", "ew0"];

/// Whether text is a link that has no `//` in it.
pub(super) fn is_link(text: &str) -> bool {
    SHORT.iter().any(|start| text.starts_with(start))
}

/// Reads an install link; `None` = it is something else.
pub(super) fn read(text: &str) -> Option<Result<Found, Problem>> {
    // A scheme begins with a letter, as that of 5ire does in its own links.
    let app = if text.starts_with("5ire:") {
        "app."
    } else {
        ""
    };
    let url = Url::parse(&format!("{app}{text}")).ok()?;
    let url = if is_install(&url) || is_link(text) {
        url
    } else {
        inner(&url, NESTED)?
    };
    Some(json_of(&url).map_or_else(
        || Err(Problem::plain("paste.link")),
        |json| read_json(&json),
    ))
}

/// Whether a link installs a server in one of the clients that have such.
fn is_install(url: &Url) -> bool {
    let place = format!("{}{}", url.host_str().unwrap_or_default(), url.path());
    let place = place.trim_end_matches('/');
    match url.scheme() {
        "goose" => place == "extension",
        "lmstudio" => place == "add_mcp",
        "app.5ire" => ["install-server", "install-tool"].contains(&place),
        "vsweb+mcp" => place == "/install",
        _ => {
            [
            "mcp/install",
            "mcp.install",
            "install-mcp",
            "mcp-install",
            "mcp-import",
            "mcp/add",
        ]
        .iter()
        .any(|known| place.contains(known))
            // The address of a server may read like that.
            && (!is_web(url) || carries_configuration(url))
        }
    }
}

fn is_web(url: &Url) -> bool {
    ["http", "https"].contains(&url.scheme())
}

/// Whether the query or the fragment begins as a configuration does. What cannot be read of it is told, not taken for an
/// address.
fn carries_configuration(url: &Url) -> bool {
    let parameters = url
        .query_pairs()
        .filter(|(name, _)| CONFIGURATIONS.contains(&&**name))
        .map(|(_, value)| value.into_owned());
    let whole = [url.query(), url.fragment()];
    let mut texts = parameters.chain(whole.into_iter().flatten().map(decoded));
    texts.any(|text| {
        STARTS
            .iter()
            .any(|start| text.trim_start().starts_with(start))
    })
}

/// The link in the address of a page that only leads on to it.
fn inner(url: &Url, depth: usize) -> Option<Url> {
    if depth == 0 || !is_web(url) {
        return None;
    }
    let values = url.query_pairs().map(|(_, value)| value.into_owned());
    // `?vscode:mcp/install?…`: the whole query; or all that is after the mark of a fragment.
    let whole = [url.query(), url.fragment()];
    let mut links = values
        .chain(whole.into_iter().flatten().map(decoded))
        .filter_map(|text| Url::parse(&text).ok());
    links.find_map(|link| {
        if is_install(&link) {
            Some(link)
        } else {
            inner(&link, depth - 1)
        }
    })
}

/// The configuration in a link, in the words of a configuration file.
fn json_of(url: &Url) -> Option<String> {
    let parameter = |wanted: &str| {
        url.query_pairs()
            .find(|(name, _)| name == wanted)
            .map(|(_, value)| value.into_owned())
    };
    if url.scheme() == "goose" {
        return goose(url);
    }
    let name = parameter("name");
    let config = CONFIGURATIONS.into_iter().find_map(parameter);
    let Some(config) = config else {
        if let Some(fragment) = url.fragment() {
            return plain_or_base64(&decoded(fragment));
        }
        // All of the query is one text here, whatever marks of a form it holds.
        let text = Some(decoded(url.query()?)).filter(|text| text.starts_with('{'))?;
        return with_inputs(&text, None, None);
    };
    with_inputs(&plain_or_base64(&config)?, name, parameter("inputs"))
}

/// A configuration with its name, and with what it asks for: some links have that beside it, some within.
fn with_inputs(json: &str, name: Option<String>, inputs: Option<String>) -> Option<String> {
    // A fault is told with its place.
    let Ok(mut config) = jsonc::parse(json) else {
        return Some(match name {
            Some(name) => format!("{{{}: {json}}}", Value::from(name)),
            None => json.to_owned(),
        });
    };
    let within = match &config {
        Value::Object(entry) if entry.contains_key("command") || entry.contains_key("url") => {
            config.as_object_mut()?.remove("inputs")
        }
        _ => None,
    };
    let inputs = inputs
        .and_then(|inputs| jsonc::parse(&inputs).ok())
        .or(within);
    if name.is_none() && inputs.is_none() {
        return Some(json.to_owned());
    }
    let servers = match name {
        Some(name) => Map::from_iter([(name, config)]).into(),
        None => Value::Array(vec![config]),
    };
    let mut all = Map::from_iter([("servers".to_owned(), servers)]);
    all.extend(inputs.map(|inputs| ("inputs".to_owned(), inputs)));
    Some(Value::Object(all).to_string())
}

fn plain_or_base64(text: &str) -> Option<String> {
    if text.trim_start().starts_with('{') {
        return Some(text.to_owned());
    }
    // In a query “+” reads as a space; base64 has no spaces of its own.
    String::from_utf8(base64::decode(&text.trim().replace(' ', "+"))?).ok()
}

/// The text of a percent-encoded one in which no mark of a form means anything.
fn decoded(text: &str) -> String {
    let text = ["+", "=", "&"]
        .iter()
        .zip(["%2B", "%3D", "%26"])
        .fold(text.to_owned(), |text, (mark, code)| {
            text.replace(mark, code)
        });
    let mut pairs = url::form_urlencoded::parse(text.as_bytes());
    pairs
        .next()
        .map_or_else(String::new, |(text, _)| text.into_owned())
}

/// Goose has no configuration but a parameter for each field; `arg`, `env` and `header` come several times.
fn goose(url: &Url) -> Option<String> {
    let mut entry = Map::new();
    let (mut args, mut env, mut headers) = (Vec::new(), Map::new(), Map::new());
    let mut name = None;
    for (field, value) in url.query_pairs() {
        let value = value.into_owned();
        match &*field {
            "cmd" => drop(entry.insert("command".to_owned(), value.into())),
            "url" => drop(entry.insert("url".to_owned(), value.into())),
            "type" | "transport" => drop(entry.insert("type".to_owned(), value.into())),
            "arg" => args.push(Value::from(value)),
            // `NAME=description`: what is after the sign is for the person.
            "env" => {
                let (name, _) = value.split_once('=').unwrap_or((&value, ""));
                env.insert(name.to_owned(), format!("${{input:{name}}}").into());
            }
            "header" => {
                let (name, value) = value.split_once('=').unwrap_or((&value, ""));
                headers.insert(name.to_owned(), value.into());
            }
            "name" => name = Some(value),
            _ => {}
        }
    }
    if !["command", "url"]
        .iter()
        .any(|field| entry.contains_key(*field))
    {
        return None;
    }
    entry.insert("args".to_owned(), args.into());
    entry.insert("env".to_owned(), env.into());
    entry.insert("headers".to_owned(), headers.into());
    let config = Value::Object(entry).to_string();
    with_inputs(&config, Some(name.unwrap_or_default()), None)
}
