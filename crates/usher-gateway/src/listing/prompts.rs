//! Gets prompts for a client, and completes arguments.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use usher_calls::calls::Subject;
use usher_core::clients::SourceOffer;
use usher_jsonrpc::Fault;
use usher_mcp::CompletionReference;
use usher_types::client::{ClientStatus, KnownClient, Offering};
use usher_types::id::SourceId;

use crate::calls::client_call::ReplyKind;
use crate::calls::start::Wanted;
use crate::listing::resources::shows_resources;
use crate::request::Request;
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
        let found = found
            .filter(|found| found.offer.server.is_some())
            .ok_or_else(unknown)?;
        let arguments = texts(request.params.get("arguments"))?;
        let arguments = arguments.into_iter();
        let wanted = Wanted {
            source: found.offer.source.clone(),
            subject: Subject::Prompt,
            reply: ReplyKind::Prompt,
            name: found.item.name.clone(),
            arguments: arguments
                .map(|(name, value)| (name, value.into()))
                .collect(),
            known_as: name,
        };
        self.call(request, wanted, cancelled).await
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
        let wanted = Wanted {
            source: SourceId::from(&server),
            reply: ReplyKind::Completion,
            name: reference.name().to_owned(),
            known_as: argument.clone(),
            arguments: Map::from_iter([(argument.clone(), value.as_str().into())]),
            subject: Subject::Completion {
                reference,
                argument,
                value,
                context,
            },
        };
        self.call(request, wanted, cancelled).await
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
