//! Resources, and a template.

use serde_json::{Value, json};

use super::call::Call;
use super::content_tools::PNG;
use super::fault::{Ended, Fault, INVALID_PARAMS, NO_RESOURCE};
use super::prompts::about;

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";
const WATCHED: &str = "test://watched-resource";
const ASKING: &str = "test://asking-resource";
const TEMPLATE: (&str, &str) = ("test://template/", "/data");

pub(super) fn list() -> Value {
    json!({ "resources": [
        { "uri": TEXT, "name": "static-text", "description": "A text that stays the same", "mimeType": "text/plain" },
        { "uri": BINARY, "name": "static-binary", "description": "A picture of one pixel", "mimeType": "image/png" },
        { "uri": WATCHED, "name": "watched", "description": "A text to follow", "mimeType": "text/plain" },
        { "uri": ASKING, "name": "asking", "description": "A text that is asked for", "mimeType": "text/plain" },
    ] })
}

pub(super) fn templates() -> Value {
    let (before, after) = TEMPLATE;
    json!({ "resourceTemplates": [{
        "uriTemplate": format!("{before}{{id}}{after}"), "name": "template",
        "description": "Data of an id", "mimeType": "application/json",
    }] })
}

pub(super) async fn read(call: &Call) -> Result<Value, Ended> {
    let uri = call.text("uri");
    let id = uri
        .strip_prefix(TEMPLATE.0)
        .and_then(|rest| rest.strip_suffix(TEMPLATE.1));
    let contents = match (uri, id) {
        (TEXT, _) => json!({ "mimeType": "text/plain", "text": "This text stays the same." }),
        (WATCHED, _) => json!({ "mimeType": "text/plain", "text": "Nothing has changed yet." }),
        (ASKING, _) => {
            let text = call.ask(about()).await?["content"]["context"].clone();
            json!({ "mimeType": "text/plain", "text": format!("It is about {text}.") })
        }
        (BINARY, _) => json!({ "mimeType": "image/png", "blob": PNG }),
        (_, Some(id)) => {
            let data = json!({ "id": id, "data": format!("What belongs to {id}") });
            json!({ "mimeType": "application/json", "text": data.to_string() })
        }
        _ => {
            let code = if call.is_modern() {
                INVALID_PARAMS
            } else {
                NO_RESOURCE
            };
            let fault = Fault::new(code, "There is no such resource");
            return Err(fault.with(json!({ "uri": uri })).into());
        }
    };
    let mut contents = contents;
    contents["uri"] = uri.into();
    Ok(json!({ "contents": [contents] }))
}
