//! Dispatches methods, and answers `initialize`.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::session::{Client, Level, Session};
use crate::{completion, icons, params, prompts, resources, tasks, tools};

/// What the server says to the model that will use it.
const INSTRUCTIONS: &str = "\
This is the demo server inside Usher. It offers one of everything MCP knows, so that you can try \
each part of the window without installing anything.

- Start with the tool **greet**, then **forecast** for structured results and **count_slowly** for \
progress and cancelling.
- **rehearse** runs as a task, which goes on while Usher is closed.
- **ask_form** and **ask_url** show how a server asks the person at the desk.
- The resource `demo://clock` changes every two seconds while it is subscribed.

Nothing here touches your disk or the network.";

/// Answers a request, at once or when its call is done.
pub(crate) fn request(session: &Arc<Session>, id: Value, method: &str, params: Map<String, Value>) {
    let known_client = session.client().is_some();
    let outcome = match method {
        "ping" => Ok(json!({})),
        "initialize" if known_client => Err(Fault::invalid_request(
            "This connection is initialized already",
        )),
        "initialize" => initialize(session, params),
        "tools/list"
        | "tools/call"
        | "resources/list"
        | "resources/templates/list"
        | "resources/read"
        | "resources/subscribe"
        | "resources/unsubscribe"
        | "prompts/list"
        | "prompts/get"
        | "completion/complete"
        | "logging/setLevel"
        | "tasks/get"
        | "tasks/result"
        | "tasks/cancel"
            if !known_client =>
        {
            Err(Fault::invalid_request(format!(
                "{method} came before initialize"
            )))
        }
        "tools/call" if params.contains_key("task") => tasks::begin(params),
        "tools/call" => match tools::prepare(session, params) {
            Ok(call) => return session.start(id, call),
            Err(fault) => Err(fault),
        },
        "tasks/result" => match tasks::result(session, params) {
            Ok(waiting) => return session.start(id, waiting),
            Err(fault) => Err(fault),
        },
        "tasks/get" => tasks::get(session, params),
        "tasks/cancel" => tasks::cancel(session, params),
        "tools/list" => tools::list(session, params),
        "resources/list" => resources::list(session, params),
        "resources/templates/list" => resources::list_templates(params),
        "resources/read" => resources::read(session, params),
        "resources/subscribe" => resources::subscribe(session, params),
        "resources/unsubscribe" => resources::unsubscribe(session, params),
        "prompts/list" => prompts::list(params),
        "prompts/get" => prompts::get(params),
        "completion/complete" => completion::complete(params),
        "logging/setLevel" => set_level(session, params),
        unknown => Err(Fault::no_method(unknown)),
    };
    session.answer(&id, outcome);
}

/// Takes a notification; unknown ones are ignored, as JSON-RPC asks.
pub(crate) fn notification(session: &Session, method: &str, params: &Map<String, Value>) {
    if let ("notifications/cancelled", Some(id)) = (method, params.get("requestId")) {
        session.cancel(id);
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InitializeParams {
    protocol_version: String,
    #[serde(default)]
    capabilities: Value,
}

fn initialize(session: &Session, params: Map<String, Value>) -> Result<Value, Fault> {
    let params: InitializeParams = params::parse("initialize", params)?;
    let client = Client::new(&params.protocol_version, &params.capabilities);
    let version = client.version;
    session.greet(client);
    Ok(json!({
        "protocolVersion": version,
        "capabilities": {
            "tools": { "listChanged": true },
            "resources": { "subscribe": true, "listChanged": true },
            "prompts": {},
            "completions": {},
            "logging": {},
            "tasks": tasks::declared(),
        },
        "serverInfo": {
            "name": "usher-demo",
            "title": "Usher demo",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "One of every MCP primitive, inside the Usher binary",
            "icons": icons::server(),
            "websiteUrl": "https://example.com/theatre",
        },
        "instructions": INSTRUCTIONS,
    }))
}

#[derive(Deserialize)]
struct SetLevelParams {
    level: Level,
}

fn set_level(session: &Session, params: Map<String, Value>) -> Result<Value, Fault> {
    let params: SetLevelParams = params::parse("logging/setLevel", params)?;
    session.set_level(params.level);
    session.log(
        Level::Debug,
        "session",
        &json!(format!("Log level is now {}", params.level)),
    );
    Ok(json!({}))
}
