//! Gets prompts for a client, and completes arguments.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_core::calls::RunningRequest;
use usher_core::clients::SourceOffer;
use usher_core::protocol::CompletionReference;
use usher_core::protocol::readable::ResultKind;
use usher_jsonrpc::Fault;
use usher_types::client::{ClientStatus, KnownClient, Offering};
use usher_types::id::SourceId;

use crate::calls::forwarded_request::ForwardedRequest;
use crate::context::masked;
use crate::listing::resources::shows_resources;
use crate::request::{Request, fault};
use crate::session::Session;

impl Session {
    pub(crate) async fn get_prompt(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let name = request.text("name")?;
        let client = self.client();
        let index = self.gateway.index.now().await;
        let found = index
            .prompt(&client.profile, &name)
            .filter(|found| shows_prompts(&client, &found.offer.source));
        let unknown = || Fault::params(format!("Unknown prompt: {name}"));
        let found = found.ok_or_else(unknown)?;
        let server = found.offer.server.as_ref().ok_or_else(unknown)?;
        let arguments = texts(request.params.get("arguments"))?;
        let shown = arguments.iter();
        let forwarded = ForwardedRequest {
            source: found.offer.source.clone(),
            name: found.item.name.clone(),
            arguments: shown
                .map(|(name, value)| (name.clone(), value.as_str().into()))
                .collect(),
        };
        let (gateway, era) = (Arc::clone(&self.gateway), request.era);
        let (server, source) = (server.clone(), found.offer.source.clone());
        let secrets = gateway.secrets_of(&source);
        let prompt = found.item.name.clone();
        let answer = |running: Arc<RunningRequest>| async move {
            gateway.until_settled(&source).await;
            let prompts = gateway.host.prompts();
            let got = prompts.get_raw(&server, &prompt, &arguments, &running);
            let got = got
                .await
                .map(|got| gateway.fitted(&source, ResultKind::Prompt, got, era))
                .map_err(|error| fault(error, era));
            masked(&secrets, got).await
        };
        self.forward(request, forwarded, cancelled, answer).await
    }

    pub(crate) async fn complete(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let client = self.client();
        let index = self.gateway.index.now().await;
        let reference = request.params.get("ref").unwrap_or(&Value::Null);
        let member = |name: &str| reference[name].as_str().unwrap_or_default().to_owned();
        let (server, reference) = match reference["type"].as_str() {
            Some("ref/prompt") => {
                let name = member("name");
                let found = index
                    .prompt(&client.profile, &name)
                    .filter(|found| shows_prompts(&client, &found.offer.source));
                let found =
                    found.ok_or_else(|| Fault::params(format!("Unknown prompt: {name}")))?;
                let reference = CompletionReference::Prompt {
                    name: found.item.name.clone(),
                };
                (found.offer.server.clone(), reference)
            }
            Some("ref/resource") => {
                let known_as = member("uri");
                let has_plain_uris = client.profile.plain_names_of().is_some();
                let template_of = |offer: &Arc<SourceOffer>| {
                    let is_it = |template: &str| {
                        if has_plain_uris {
                            template == known_as
                        } else {
                            index.uris().exposed_template(offer, template) == known_as
                        }
                    };
                    let mut templates = offer.templates.iter();
                    let found = templates.find(|item| is_it(&item.name))?;
                    Some((offer.server.clone(), found.name.clone()))
                };
                let mut shown = index
                    .sources
                    .iter()
                    .filter(|offer| shows_resources(&client, &offer.source));
                let (server, uri_template) = shown.find_map(template_of).ok_or_else(|| {
                    Fault::params(format!("Unknown resource template: {known_as}"))
                })?;
                (server, CompletionReference::Template { uri_template })
            }
            _ => return Err(Fault::params("ref must be a ref/prompt or a ref/resource")),
        };
        let server = server.ok_or_else(|| Fault::params("A webtool completes nothing"))?;
        let argument = request.params.get("argument").unwrap_or(&Value::Null);
        let context = request
            .params
            .get("context")
            .and_then(|context| context.get("arguments"));
        let context = texts(context)?;
        let member = |name: &str| argument[name].as_str().unwrap_or_default().to_owned();
        let (argument, value) = (member("name"), member("value"));
        let (gateway, era) = (Arc::clone(&self.gateway), request.era);
        let source = SourceId::from(&server);
        let secrets = gateway.secrets_of(&source);
        let forwarded = ForwardedRequest {
            source: source.clone(),
            name: match &reference {
                CompletionReference::Prompt { name } => name.clone(),
                CompletionReference::Template { uri_template } => uri_template.clone(),
            },
            arguments: Map::from_iter([(argument.clone(), value.as_str().into())]),
        };
        let answer = |running: Arc<RunningRequest>| async move {
            gateway.until_settled(&source).await;
            let resources = gateway.host.resources();
            let completed = resources
                .complete_raw(&server, &reference, &argument, &value, &context, &running)
                .await
                .map(|completed| gateway.fitted(&source, ResultKind::Completion, completed, era))
                .map_err(|error| fault(error, era));
            masked(&secrets, completed).await
        };
        self.forward(request, forwarded, cancelled, answer).await
    }
}

/// Whether a client may see prompts of a server.
fn shows_prompts(client: &KnownClient, source: &SourceId) -> bool {
    client.status == ClientStatus::Allowed
        && client.profile.prompts == Offering::Offered
        && client.profile.shows(source)
}

/// Reads arguments, which are texts.
fn texts(arguments: Option<&Value>) -> Result<BTreeMap<String, String>, Fault> {
    let wrong = || Fault::params("arguments must be texts by their names");
    match arguments {
        None | Some(Value::Null) => Ok(BTreeMap::new()),
        Some(Value::Object(arguments)) => arguments
            .iter()
            .map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
            .collect::<Option<_>>()
            .ok_or_else(wrong),
        Some(_) => Err(wrong()),
    }
}
