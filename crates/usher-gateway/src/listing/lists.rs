//! Answers lists from what was reviewed: at once, also while a server is still starting.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use usher_core::clients::{Listed, MetaTool, listed};
use usher_jsonrpc::{Fault, INTERNAL};
use usher_types::client::{ClientStatus, KnownClient, Offering};
use usher_types::sent_json::SentJson;

use crate::eras::adapt;
use crate::eras::revision::Era;
use crate::limits;
use crate::listing::index::Index;
use crate::listing::list_kind::{List, digest};
use crate::listing::meta_tools;
use crate::listing::resource_uris::{page_of, rename_page};
use crate::request::Request;
use crate::session::Session;

impl Session {
    /// Answers one of the `…/list` requests. The first one waits a while for the person's decision about a new client.
    pub(crate) async fn list(&self, request: &Request, list: List) -> Result<Box<RawValue>, Fault> {
        self.until_admitted().await;
        let index = self.gateway.index.now().await;
        let entries = self.entries(&index, &self.client(), list, request.era);
        self.set_list_digest(list, digest(&entries));
        let start = match request.params.get("cursor") {
            None | Some(Value::Null) => 0,
            Some(cursor) => cursor
                .as_str()
                .and_then(|cursor| cursor.parse::<usize>().ok())
                .filter(|start| *start <= entries.len())
                .ok_or_else(|| Fault::params("Invalid cursor"))?,
        };
        let end = entries.len().min(start + limits::PAGE);
        let mut rest = json!({});
        if end < entries.len() {
            rest["nextCursor"] = end.to_string().into();
        }
        let own_info = self.gateway.own_info();
        let rest = adapt::cacheable(rest, request.era, &own_info, limits::LIST_TTL_MS);
        let page = entries.get(start..end).unwrap_or_default();
        written(list, page, &rest)
    }

    /// What this client is offered of a list.
    pub(crate) fn entries(
        &self,
        index: &Index,
        client: &KnownClient,
        list: List,
        era: Era,
    ) -> Vec<SentJson> {
        let profile = &client.profile;
        let hidden = match list {
            List::Tools => Offering::Offered,
            List::Prompts => profile.prompts,
            List::Resources | List::Templates => profile.resources,
        };
        if client.status != ClientStatus::Allowed || hidden == Offering::Hidden {
            return Vec::new();
        }
        let sources = index
            .sources
            .iter()
            .filter(|offer| profile.shows(&offer.source));
        let has_plain_uris = profile.plain_names_of().is_some();
        match list {
            List::Tools => {
                let mut tools: Vec<_> = sources
                    .flat_map(|offer| offer.tools.iter().map(move |item| (offer, item)))
                    .filter(|(offer, item)| profile.shows_tool(&offer.source, &item.name))
                    .collect();
                let mut entries = Vec::new();
                if listed(profile, tools.len(), &self.declared()) == Listed::Search {
                    tools.retain(|(offer, item)| profile.is_favorite(&offer.source, &item.name));
                    for own in MetaTool::ALL {
                        let name = index.own_name(profile, own);
                        entries.push(meta_tools::listed(own, &name, era));
                    }
                }
                entries.extend(tools.into_iter().map(|(offer, item)| {
                    let name = offer.shown_name(profile, &item.name);
                    let mut tool = adapt::tool(&item.definition, &name, era);
                    if let (Some(page), false) = (page_of(&item.definition), has_plain_uris) {
                        rename_page(&mut tool, &index.uris().exposed(offer, page));
                    }
                    tool
                }));
                entries
            }
            List::Prompts => sources
                .flat_map(|offer| offer.prompts.iter().map(move |item| (offer, item)))
                .map(|(offer, item)| {
                    let name = offer.shown_name(profile, &item.name);
                    adapt::named(&item.definition, &name)
                })
                .collect(),
            List::Templates => sources
                .flat_map(|offer| offer.templates.iter().map(move |item| (offer, item)))
                .map(|(offer, item)| {
                    let mut template = SentJson::clone(&item.definition);
                    if !has_plain_uris {
                        let exposed = index.uris().exposed_template(offer, &item.name);
                        template.insert("uriTemplate", exposed.into());
                    }
                    template
                })
                .collect(),
            List::Resources => {
                let listed = sources.flat_map(|offer| {
                    let resources = self.gateway.index.offers().resources(offer).into_iter();
                    resources.map(move |resource| (offer, resource))
                });
                listed
                    .map(|(offer, mut resource)| {
                        if let (Some(uri), false) = (resource["uri"].as_str(), has_plain_uris) {
                            let exposed = index.uris().exposed(offer, uri);
                            resource.insert("uri", exposed.into());
                        }
                        resource
                    })
                    .collect()
            }
        }
    }
}

/// Writes a page of a list: its entries as they came, and the other members of the result.
fn written(list: List, entries: &[SentJson], rest: &Value) -> Result<Box<RawValue>, Fault> {
    let entries: Vec<_> = entries.iter().map(SentJson::text).collect();
    let rest = rest.as_object().into_iter().flatten();
    let rest: Vec<_> = rest
        .map(|(name, member)| format!(",{}:{member}", json!(name)))
        .collect();
    let page = format!(
        r#"{{"{}":[{}]{}}}"#,
        list.member(),
        entries.join(","),
        rest.concat()
    );
    RawValue::from_string(page).map_err(|error| Fault::new(INTERNAL, error.to_string()))
}
