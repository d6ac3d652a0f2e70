//! Requests of 2026-07-28: each stands for itself, and says in its headers what it is.

use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use tokio::net::TcpStream;

use super::call::Call;
use super::exchange::{Style, status, write_json};
use super::fault::{Fault, HEADER_MISMATCH, NO_METHOD, UNSUPPORTED_VERSION};
use super::headers::header;
use super::names::{VERSION, own};
use super::world::{Listener, World};
use super::{methods, tools};
use crate::scripted::http::Seen;

const VERSION_HEADER: &str = "mcp-protocol-version";
const METHOD_HEADER: &str = "mcp-method";
const NAME_HEADER: &str = "mcp-name";

/// The names that requests are about, by their methods.
const NAMED: [(&str, &str); 6] = [
    ("tools/call", "name"),
    ("prompts/get", "name"),
    ("resources/read", "uri"),
    ("tasks/get", "taskId"),
    ("tasks/update", "taskId"),
    ("tasks/cancel", "taskId"),
];

/// Whether a request is of this era: it says so in its header, or in its body.
pub(super) fn is_modern(request: &Seen, params: &Map<String, Value>) -> bool {
    let meta = params.get("_meta").unwrap_or(&Value::Null);
    header(request, VERSION_HEADER) == VERSION || !meta[own("protocolVersion")].is_null()
}

/// Whether a request says all that it must about itself.
pub(super) fn is_complete(params: &Map<String, Value>) -> bool {
    let meta = params.get("_meta").unwrap_or(&Value::Null);
    meta[own("protocolVersion")].is_string() && meta[own("clientCapabilities")].is_object()
}

/// Checks that the header names the version that the body names, if that names one.
pub(super) fn check_version_header(
    request: &Seen,
    params: &Map<String, Value>,
) -> Result<(), Fault> {
    let meta = params.get("_meta").unwrap_or(&Value::Null);
    match meta[own("protocolVersion")].as_str() {
        Some(version) if header(request, VERSION_HEADER) != version => {
            Err(mismatch(VERSION_HEADER))
        }
        _ => Ok(()),
    }
}

/// Checks the version, and what a request says about itself.
fn check_version(request: &Seen, params: &Map<String, Value>) -> Result<(), Fault> {
    let missing = |name: &str| Fault::params(format!("_meta must hold {}", own(name)));
    let meta = params.get("_meta").unwrap_or(&Value::Null);
    let version = meta[own("protocolVersion")]
        .as_str()
        .ok_or_else(|| missing("protocolVersion"))?;
    check_version_header(request, params)?;
    if version != VERSION {
        let data = json!({ "supported": [VERSION], "requested": version });
        let fault = Fault::new(UNSUPPORTED_VERSION, "This version is not spoken");
        return Err(fault.with(data));
    }
    if !meta[own("clientCapabilities")].is_object() {
        return Err(missing("clientCapabilities"));
    }
    Ok(())
}

fn mismatch(header: &str) -> Fault {
    let message = format!("The header {header} is missing, or says otherwise than the body");
    Fault::new(HEADER_MISMATCH, message)
}

/// Checks what every request has to say, and that header and body say the same.
pub(super) fn check(
    world: &World,
    request: &Seen,
    method: &str,
    params: &Map<String, Value>,
) -> Result<(), (u16, Fault)> {
    check_version(request, params).map_err(|fault| (400, fault))?;
    let mismatch = |name: &str| (400, mismatch(name));
    if header(request, METHOD_HEADER) != method {
        return Err(mismatch(METHOD_HEADER));
    }
    if !methods::MODERN.contains(&method) {
        let fault = Fault::new(NO_METHOD, format!("There is no method {method}"));
        return Err((404, fault));
    }
    let named = NAMED.into_iter().find(|(named, _)| *named == method);
    if let Some(name) = named.and_then(|(_, member)| params.get(member)?.as_str())
        && decoded(header(request, NAME_HEADER)).as_deref() != Some(name)
    {
        return Err(mismatch(NAME_HEADER));
    }
    if method == "tools/call" {
        let name = params.get("name").and_then(Value::as_str);
        let arguments = params.get("arguments").unwrap_or(&Value::Null);
        for (header_name, argument) in tools::headers(world, name.unwrap_or_default(), arguments) {
            let value = request
                .headers
                .get(&header_name)
                .map(|value| decoded(value));
            if value.flatten().as_deref() != Some(&*argument) {
                return Err(mismatch(&header_name));
            }
        }
    }
    Ok(())
}

/// The text that a header stands for; `None` = it is none (SEP-2243).
fn decoded(value: &str) -> Option<String> {
    let encoded = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="));
    match encoded {
        Some(encoded) => String::from_utf8(STANDARD.decode(encoded).ok()?).ok(),
        None => Some(value.to_owned()),
    }
}

/// Answers a request that was checked.
pub(super) async fn answer(call: Call, socket: &mut TcpStream) -> io::Result<bool> {
    let exchange = Arc::clone(&call.exchange);
    if call.method == "subscriptions/listen" {
        listen(&call);
        let written = exchange.write(socket, "", Style::default()).await;
        let is_other = |listener: &Listener| !Arc::ptr_eq(&listener.exchange, &exchange);
        call.world.listeners.lock().retain(is_other);
        return written.map(|()| false);
    }
    let running = tokio::spawn(methods::answer_on_stream(call));
    if let Some(answer) = exchange.only_answer().await {
        write_json(socket, status(&answer), "", &answer).await?;
        return Ok(true);
    }
    // Closing the stream takes the request back.
    let written = exchange.write(socket, "", Style::default()).await;
    running.abort();
    written.map(|()| false)
}

/// Begins a subscription: what the client hears of, and then whatever changes.
fn listen(call: &Call) {
    let wanted = call
        .params
        .get("notifications")
        .cloned()
        .unwrap_or_default();
    let mut honored = json!({});
    for name in [
        "toolsListChanged",
        "promptsListChanged",
        "resourcesListChanged",
    ] {
        if wanted[name] == true {
            honored[name] = true.into();
        }
    }
    if wanted["resourceSubscriptions"].is_array() {
        honored["resourceSubscriptions"] = wanted["resourceSubscriptions"].clone();
    }
    let meta = json!({ own("subscriptionId"): call.id });
    call.notify(
        "notifications/subscriptions/acknowledged",
        &json!({ "notifications": honored, "_meta": meta }),
    );
    call.world.listeners.lock().push(Listener {
        id: call.id.clone(),
        wanted: honored,
        exchange: Arc::clone(&call.exchange),
    });
}
