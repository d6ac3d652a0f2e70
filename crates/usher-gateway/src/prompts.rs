//! Gets prompts for a client, and completes arguments.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use usher_core::calls::RunningRequest;
use usher_core::clients::SourceOffer;
use usher_core::protocol::CompletionReference;
use usher_types::client::{ClientStatus, Offering};

use crate::adapt;
use crate::forwarded_request::ForwardedRequest;
use crate::frame::Fault;
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
        let found = index.prompt(&client.profile, &name).filter(|found| {
            client.status == ClientStatus::Allowed
                && client.profile.prompts == Offering::Offered
                && client.profile.shows(&found.offer.source)
        });
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
        let prompt = found.item.name.clone();
        let answer = |running: Option<RunningRequest>| async move {
            gateway.until_settled(&source).await;
            let prompts = gateway.host.prompts();
            let got = prompts.get_raw(&server, &prompt, &arguments, running.as_ref());
            let got = got
                .await
                .map(|got| adapt::result(got, era, &gateway.own_info()))
                .map_err(|error| fault(error, era));
            gateway.masked(&source, got).await
        };
        self.forward(request, forwarded, cancelled, answer).await
    }

    pub(crate) async fn complete(&self, request: &Request) -> Result<Value, Fault> {
        let client = self.client();
        let index = self.gateway.index.now().await;
        let reference = request.params.get("ref").unwrap_or(&Value::Null);
        let member = |name: &str| reference[name].as_str().unwrap_or_default().to_owned();
        let allowed = client.status == ClientStatus::Allowed;
        let (server, reference) = match reference["type"].as_str() {
            Some("ref/prompt") => {
                let name = member("name");
                let found = index
                    .prompt(&client.profile, &name)
                    .filter(|found| allowed && client.profile.shows(&found.offer.source));
                let found =
                    found.ok_or_else(|| Fault::params(format!("Unknown prompt: {name}")))?;
                let reference = CompletionReference::Prompt {
                    name: found.item.name.clone(),
                };
                (found.offer.server.clone(), reference)
            }
            Some("ref/resource") => {
                let uri_template = member("uri");
                let has_it = |offer: &&Arc<SourceOffer>| {
                    allowed
                        && client.profile.shows(&offer.source)
                        && offer.templates.iter().any(|item| item.name == uri_template)
                };
                let offer = index.sources.iter().find(has_it).ok_or_else(|| {
                    Fault::params(format!("Unknown resource template: {uri_template}"))
                })?;
                let reference = CompletionReference::Template { uri_template };
                (offer.server.clone(), reference)
            }
            _ => return Err(Fault::params("ref must be a ref/prompt or a ref/resource")),
        };
        let server = server.ok_or_else(|| Fault::params("A webtool completes nothing"))?;
        let argument = request.params.get("argument").unwrap_or(&Value::Null);
        let context = request
            .params
            .get("context")
            .and_then(|context| context.get("arguments"));
        let completion = self
            .gateway
            .host
            .resources()
            .complete(
                &server,
                &reference,
                argument["name"].as_str().unwrap_or_default(),
                argument["value"].as_str().unwrap_or_default(),
                &texts(context)?,
            )
            .await
            .map_err(|error| fault(error, request.era));
        let completion = match completion {
            Ok(completion) => completion,
            Err(fault) => return self.gateway.masked(&server.into(), Err(fault)).await,
        };
        let mut shown = json!({ "values": completion.values, "hasMore": completion.has_more });
        if let Some(total) = completion.total {
            shown["total"] = total.into();
        }
        let result = json!({ "completion": shown });
        let completed = adapt::own(result, request.era, &self.gateway.own_info());
        self.gateway.masked(&server.into(), Ok(completed)).await
    }
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
