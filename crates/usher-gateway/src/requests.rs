//! One request of a client, and what answers it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use usher_core::clients::SourceOffer;
use usher_core::protocol::CompletionReference;
use usher_core::request_error::RequestError;
use usher_types::client::{ClientStatus, Offering};
use usher_types::id::ServerId;

use crate::adapt;
use crate::call::{as_it_came, text};
use crate::frame::{Fault, INVALID_PARAMS, NO_METHOD, NO_RESOURCE, REFUSED};
use crate::index::Index;
use crate::lists::List;
use crate::revision::Era;
use crate::session::Session;

/// A request, read as far as every method needs it.
pub(crate) struct Request {
    pub(crate) id: Value,
    pub(crate) method: String,
    pub(crate) params: Map<String, Value>,
    /// `params._meta`.
    pub(crate) meta: Map<String, Value>,
    pub(crate) era: Era,
}

impl Request {
    /// A parameter that has to be a text.
    pub(crate) fn text(&self, name: &str) -> Result<String, Fault> {
        match self.params.get(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err(Fault::params(format!("{name} must be a text"))),
        }
    }
}

impl Session {
    /// Answers a request that belongs to no lifecycle of its own.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        match request.method.as_str() {
            "tools/list" => self.list(request, List::Tools).await,
            "prompts/list" => self.list(request, List::Prompts).await,
            "resources/list" => self.list(request, List::Resources).await,
            "resources/templates/list" => self.list(request, List::Templates).await,
            "tools/call" => self.call_tool(request, cancelled).await,
            "prompts/get" => self.get_prompt(request).await,
            "resources/read" => self.read_resource(request).await,
            "completion/complete" => self.complete(request).await,
            unknown => Err(Fault::new(
                NO_METHOD,
                format!(
                    "Method not found: {}",
                    unknown.chars().take(64).collect::<String>()
                ),
            )),
        }
    }

    async fn get_prompt(&self, request: &Request) -> Result<Value, Fault> {
        let name = request.text("name")?;
        let client = self.client();
        let index = self.gateway.index.now().await;
        let found = index.prompt(&name).filter(|found| {
            client.status == ClientStatus::Allowed
                && client.profile.prompts == Offering::Offered
                && client.profile.shows(&found.offer.source)
        });
        let unknown = || Fault::params(format!("Unknown prompt: {name}"));
        let found = found.ok_or_else(unknown)?;
        let server = found.offer.server.as_ref().ok_or_else(unknown)?;
        let arguments = texts(request.params.get("arguments"))?;
        self.gateway.until_settled(&found.offer.source).await;
        let prompts = self.gateway.host.prompts();
        let got = prompts.get(server, &found.item.name, &arguments).await;
        let got = got.map_err(|error| fault(error, request.era))?;
        Ok(adapt::result(
            got.raw,
            request.era,
            &self.gateway.own_info(),
        ))
    }

    async fn read_resource(&self, request: &Request) -> Result<Value, Fault> {
        let uri = request.text("uri")?;
        let index = self.gateway.index.now().await;
        let (offer, server) = self
            .owner(&index, &uri)
            .ok_or_else(|| no_resource(&uri, request.era))?;
        self.gateway.until_settled(&offer.source).await;
        let read = self.gateway.host.resources().read_raw(&server, &uri).await;
        let read = read.map_err(|error| fault(error, request.era))?;
        let own_info = self.gateway.own_info();
        let read = adapt::result(read, request.era, &own_info);
        Ok(adapt::cacheable(read, request.era, &own_info, 0))
    }

    /// The server that a URI leads to: the first that lists it, else the first with a template it fits, else the only
    /// one there is.
    pub(crate) fn owner<'a>(
        &self,
        index: &'a Index,
        uri: &str,
    ) -> Option<(&'a Arc<SourceOffer>, ServerId)> {
        let client = self.client();
        let profile = &client.profile;
        if client.status != ClientStatus::Allowed || profile.resources == Offering::Hidden {
            return None;
        }
        let shown = index
            .sources
            .iter()
            .filter(|offer| profile.shows(&offer.source));
        let servers: Vec<_> = shown
            .filter_map(|offer| Some((offer, offer.server.clone()?)))
            .collect();
        let offers = self.gateway.index.offers();
        let lists = |(_, server): &&(&Arc<SourceOffer>, ServerId)| {
            offers
                .resources(server)
                .iter()
                .any(|resource| resource["uri"] == uri)
        };
        let fits = |(offer, _): &&(&Arc<SourceOffer>, ServerId)| {
            offer
                .templates
                .iter()
                .any(|template| fits(&template.name, uri))
        };
        let found = servers
            .iter()
            .find(lists)
            .or_else(|| servers.iter().find(fits));
        let only = || match servers.as_slice() {
            [only] => Some(only),
            _ => None,
        };
        found
            .or_else(only)
            .map(|(offer, server)| (*offer, server.clone()))
    }

    async fn complete(&self, request: &Request) -> Result<Value, Fault> {
        let client = self.client();
        let index = self.gateway.index.now().await;
        let reference = request.params.get("ref").unwrap_or(&Value::Null);
        let member = |name: &str| reference[name].as_str().unwrap_or_default().to_owned();
        let allowed = client.status == ClientStatus::Allowed;
        let (server, reference) = match reference["type"].as_str() {
            Some("ref/prompt") => {
                let name = member("name");
                let found = index
                    .prompt(&name)
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
            .map_err(|error| fault(error, request.era))?;
        let mut shown = json!({ "values": completion.values, "hasMore": completion.has_more });
        if let Some(total) = completion.total {
            shown["total"] = total.into();
        }
        let result = json!({ "completion": shown });
        Ok(adapt::own(result, request.era, &self.gateway.own_info()))
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

pub(crate) fn no_resource(uri: &str, era: Era) -> Fault {
    Fault {
        code: match era {
            Era::Legacy => NO_RESOURCE,
            Era::Modern => INVALID_PARAMS,
        },
        message: "Resource not found".to_owned(),
        data: Some(json!({ "uri": uri })),
    }
}

/// What a client is told of a request that came to nothing.
pub(crate) fn fault(error: RequestError, era: Era) -> Fault {
    match error {
        RequestError::Rejected {
            message,
            detail: Some(detail),
        } => {
            let mut fault =
                as_it_came(&detail).unwrap_or_else(|| Fault::new(REFUSED, text(&message)));
            // Each era has its own code for a resource that is not there.
            if era == Era::Modern && fault.code == NO_RESOURCE {
                fault.code = INVALID_PARAMS;
            }
            fault
        }
        RequestError::Invalid { message, .. } | RequestError::NotListed(message) => {
            Fault::params(text(&message))
        }
        other => Fault::new(REFUSED, text(&other.message())),
    }
}

/// Whether a URI may come from a URI template: it holds the fixed parts in their order.
fn fits(template: &str, uri: &str) -> bool {
    let mut rest = uri;
    let mut is_first = true;
    for part in template.split('{') {
        let fixed = if is_first {
            part
        } else {
            part.split_once('}').map_or("", |(_, fixed)| fixed)
        };
        if is_first {
            match rest.strip_prefix(fixed) {
                Some(after) => rest = after,
                None => return false,
            }
        } else if !fixed.is_empty() {
            match rest.find(fixed) {
                Some(at) => rest = &rest[at + fixed.len()..],
                None => return false,
            }
        }
        is_first = false;
    }
    template.contains('{') || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_fit_the_templates_they_may_come_from() {
        let cases = [
            ("demo://notes/{id}", "demo://notes/7", true),
            ("demo://notes/{id}", "demo://mail/7", false),
            ("demo://notes/{id}/text", "demo://notes/7/text", true),
            ("demo://notes/{id}/text", "demo://notes/7", false),
            ("file:///{+path}", "file:///a/b", true),
            ("demo://notes", "demo://notes", true),
            ("demo://notes", "demo://notes/7", false),
        ];
        for (template, uri, expected) in cases {
            assert_eq!(fits(template, uri), expected, "{uri} and {template}");
        }
    }
}
