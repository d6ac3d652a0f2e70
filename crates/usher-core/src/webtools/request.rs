//! Builds the request of an action from its arguments. The document is read from the database and held against what the
//! person agreed to each time; credentials come out of the keyring only here.

use std::sync::Arc;
use std::time::Duration;

use http::Method;
use http::header::AUTHORIZATION;
use serde_json::{Map, Value, json};
use usher_mcp::Redactor;
use usher_messages::Message;
use usher_net::{BodyKind, FetchError, FetchRules, Reply, Request};
use usher_types::secret::Secret;

use crate::limits;
use usher_config::definition::Label;
use usher_content::schema::{self, Formats};
use usher_servers::request_error::RequestError;
use usher_system::blocking::spawn_blocking;
use usher_system::secrets::SecretError;
use usher_types::id::SecretRef;

use super::registry::{Webtool, WebtoolState};
use usher_webtools::document::{Action, Document};
use usher_webtools::pin::{ConfiguredWebtool, Pin, Tampered};
use usher_webtools::{credentials, fetch, openapi};

/// A request that is ready to go.
pub(super) struct Prepared {
    /// What it is for.
    pub(super) action: Action,
    /// Finds what must not be kept or shown.
    pub(super) redactor: Redactor,
    method: Method,
    request: Request,
}

impl Webtool {
    /// Makes the request of one action. An error means that nothing was or will be sent.
    pub(super) async fn prepare(
        &self,
        action: &str,
        arguments: &Map<String, Value>,
    ) -> Result<Prepared, RequestError> {
        let id = &self.configured.id;
        let webtool = self
            .store
            .webtool(id)
            .await
            .map_err(|error| refused(&error))?;
        let label = webtool.definition.label.clone();
        if !webtool.enabled || self.state == WebtoolState::Off {
            return Err(RequestError::Unreachable(
                Message::new("request.state.disabled").with("server", label.as_str()),
            ));
        }
        if let Some(change) = webtool.stopped_by() {
            return Err(RequestError::NeedsReview(
                Message::new("request.webtool.changed")
                    .with("webtool", label.as_str())
                    .with("change", change.message()),
            ));
        }
        let pin = self
            .store
            .webtool_pin(id, webtool.current)
            .await
            .map_err(|error| refused(&error))?;
        let known = self.read_before(&pin.sha256);
        let (agreed, read) = (webtool.clone(), pin.clone());
        let document = spawn_blocking(move || match known {
            Some(document) => read.agreed(&agreed).map(|()| document),
            None => read.verified(&agreed).map(Arc::new),
        })
        .await;
        let document = document
            .ok_or_else(|| {
                RequestError::Unreachable(
                    Message::new("request.webtool.unreadable").with("webtool", label.as_str()),
                )
            })?
            .map_err(|tampered| stopped(&label, &tampered))?;
        let action = document.action(action).cloned().ok_or_else(|| {
            RequestError::NotListed(
                Message::new("request.noAction")
                    .with("server", label.as_str())
                    .with("name", action),
            )
        })?;
        let token = match &webtool.definition.token {
            Some(reference) => Some(self.secret(&label, reference).await?),
            None => None,
        };
        let (config, secrets) = self.configuration(&webtool, &document).await?;
        let redactor = Redactor::new(secrets.iter().chain(&token));
        let (method, request) = if let Some(operation) = &action.operation {
            let built = openapi::build(operation, &webtool.definition.base, arguments, &config);
            let (method, mut request) = built.map_err(|problem| RequestError::Invalid {
                message: Message::new("request.webtool.invalid")
                    .with("action", action.name.as_str())
                    .with("webtool", label.as_str())
                    .with("reason", problem.clone()),
                faults: Vec::new(),
            })?;
            // A token the person gave for all of it; a scheme of the document goes before it.
            let mut general = fetch::headers(token.as_ref());
            if let Some(token) = general.remove(AUTHORIZATION) {
                request.headers.entry(AUTHORIZATION).or_insert(token);
            }
            (method, request)
        } else {
            let session = self.sessions.get(id);
            let envelope = envelope(&document, &action, &session, config, arguments);
            let request = Request {
                url: endpoint(&webtool, &pin),
                headers: fetch::headers(token.as_ref()),
                body: Some(Secret::new(envelope.to_string())),
            };
            (Method::POST, request)
        };
        fetch::check_address(&request.url).map_err(|fault| {
            RequestError::Unreachable(
                Message::new("request.webtool.address")
                    .with("webtool", label.as_str())
                    .with("reason", fault.message()),
            )
        })?;
        Ok(Prepared {
            action,
            redactor,
            method,
            request,
        })
    }

    /// Returns the checked configuration with credentials, and the credentials alone.
    async fn configuration(
        &self,
        webtool: &ConfiguredWebtool,
        document: &Document,
    ) -> Result<(Map<String, Value>, Vec<Secret>), RequestError> {
        let label = &webtool.definition.label;
        let mut config = webtool.definition.config.clone();
        let Some(schema) = document.config_schema.clone() else {
            return Ok((config, Vec::new()));
        };
        let mut secrets = Vec::new();
        for slot in credentials::split_credentials(&schema).1 {
            let Some(reference) = webtool.definition.secrets.get(&slot.pointer) else {
                continue;
            };
            let secret = self.secret(label, reference).await?;
            credentials::insert(&mut config, &slot.pointer, &secret);
            secrets.push(secret);
        }
        let checked = Value::Object(config.clone());
        let checked =
            schema::faults(self.worker.clone(), schema, checked, Formats::Annotated).await;
        let faults = checked.map_err(|not_checked| RequestError::Invalid {
            message: Message::new("request.webtool.notChecked")
                .with("webtool", label.as_str())
                .with("reason", not_checked.0),
            faults: Vec::new(),
        })?;
        if !faults.is_empty() {
            return Err(RequestError::Invalid {
                message: Message::new("request.webtool.unconfigured")
                    .with("webtool", label.as_str()),
                faults: faults
                    .into_iter()
                    // Not the path of an argument: the page must not show it at a field of that name.
                    .map(|fault| schema::Fault {
                        path: String::new(),
                        message: Message::new("webtools.configurationFault")
                            .with("path", fault.path)
                            .with("fault", fault.message),
                    })
                    .collect(),
            });
        }
        Ok((config, secrets))
    }

    /// Reads one credential out of the keyring.
    async fn secret(&self, label: &Label, reference: &SecretRef) -> Result<Secret, RequestError> {
        let secret = self.secrets.get(reference).await;
        secret.map_err(|error| unreadable(label, &error))
    }
}

/// Sends it and waits for the answer.
pub(super) async fn send(prepared: Prepared, timeout: Duration) -> Result<Reply, FetchError> {
    let rules = FetchRules {
        max_bytes: limits::WEBTOOL_ANSWER_BYTES,
        timeout,
        reach: fetch::reach(&prepared.request.url),
    };
    usher_net::send_as(prepared.method, prepared.request, rules, BodyKind::Document).await
}

/// What is sent (webtools 2025-06-30, "Webtool Execution"); the version is the pinned one, never the latest.
fn envelope(
    document: &Document,
    action: &Action,
    session: &str,
    config: Map<String, Value>,
    arguments: &Map<String, Value>,
) -> Value {
    let mut envelope = json!({
        "sessionId": session,
        "version": document.version,
        "action": action.name,
    });
    if let Some(members) = envelope.as_object_mut() {
        if document.config_schema.is_some() || !config.is_empty() {
            members.insert("config".to_owned(), Value::Object(config));
        }
        members.insert("request".to_owned(), Value::Object(arguments.clone()));
    }
    envelope
}

/// `POST {url}/`; where only the address without the slash had the document, that one.
fn endpoint(webtool: &ConfiguredWebtool, pin: &Pin) -> url::Url {
    let base = &webtool.definition.base;
    if pin.final_url.as_ref() == Some(base) {
        return base.clone();
    }
    fetch::latest(base)
}

fn refused(error: &usher_store::StoreError) -> RequestError {
    match error {
        usher_store::StoreError::NotFound => RequestError::UnknownServer,
        other => RequestError::Unreachable(other.message()),
    }
}

/// Says that nothing of a webtool is used, because what is stored of it is not what was agreed to.
pub(super) fn stopped(label: &Label, tampered: &Tampered) -> RequestError {
    RequestError::NeedsReview(
        Message::new("request.webtool.stopped")
            .with("webtool", label.as_str())
            .with("reason", tampered.message()),
    )
}

pub(super) fn unreadable(
    label: &usher_config::definition::Label,
    error: &SecretError,
) -> RequestError {
    RequestError::Unreachable(
        Message::new("request.webtool.credential")
            .with("webtool", label.as_str())
            .with("reason", error.message()),
    )
}
