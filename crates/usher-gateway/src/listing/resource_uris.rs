//! The URIs that clients know resources and templates by: those of their server, or with the prefix of the server where the
//! plain one belongs to another. A server that is off keeps its own.

use std::collections::HashMap;

use serde_json::Value;
use usher_core::clients::{Offers, SourceOffer};
use usher_types::id::SourceId;
use usher_types::sent_json::SentJson;

/// Begins a URI with a prefix: `usher.PREFIX+URI`. It is a scheme (RFC 3986, section 3.1) if the URI has one.
const BEGINNING: &str = "usher.";
const SEPARATOR: char = '+';

/// Which URI belongs to which server, at one time.
#[derive(Default)]
pub(crate) struct UriOwners {
    /// Of resources, and of pages of apps, which need not be listed.
    resources: HashMap<String, SourceId>,
    /// URI templates, in the order of their servers.
    templates: Vec<(String, SourceId)>,
}

impl UriOwners {
    /// Of all servers, also those that are off.
    pub(crate) fn of<'a>(
        offers: &Offers,
        known: impl Iterator<Item = &'a SourceOffer> + Clone,
    ) -> Self {
        let mut owners = Self::default();
        for offer in known.clone() {
            for uri in offers.resource_uris(offer) {
                owners.add(uri, offer);
            }
            let templates = offer.templates.iter();
            owners
                .templates
                .extend(templates.map(|template| (template.name.clone(), offer.source.clone())));
        }
        // Of those that several have listed, it is known who was first.
        owners.resources.extend(offers.resource_owners());
        for offer in known {
            for tool in &offer.tools {
                if let Some(page) = page_of(&tool.definition) {
                    owners.add(page.to_owned(), offer);
                }
            }
        }
        owners
    }

    fn add(&mut self, uri: String, offer: &SourceOffer) {
        let owner = self.resources.entry(uri);
        owner.or_insert_with(|| offer.source.clone());
    }

    /// The server that a plain URI belongs to: the one that listed it first, else the one whose template begins with most
    /// of it.
    pub(crate) fn owner(&self, uri: &str) -> Option<&SourceId> {
        let of_template = || {
            let fitting = self
                .templates
                .iter()
                .filter(|(template, _)| names_scheme(template) && fits(template, uri));
            // The first of several that begin with as much.
            let best = fitting
                .rev()
                .max_by_key(|(template, _)| beginning(template));
            best.map(|(_, owner)| owner)
        };
        self.resources.get(uri).or_else(of_template)
    }

    /// The URI that clients know a resource of a server by.
    pub(crate) fn exposed(&self, offer: &SourceOffer, uri: &str) -> String {
        let owner = self.resources.get(uri);
        let is_own = owner.is_none_or(|owner| *owner == offer.source);
        if is_own {
            uri.to_owned()
        } else {
            with_prefix(offer, uri)
        }
    }

    /// The URI template that clients know a template of a server by.
    pub(crate) fn exposed_template(&self, offer: &SourceOffer, template: &str) -> String {
        let mut same = self.templates.iter().filter(|(other, _)| other == template);
        let is_own = same.next().is_none_or(|(_, owner)| *owner == offer.source);
        if is_own && names_scheme(template) {
            template.to_owned()
        } else {
            with_prefix(offer, template)
        }
    }
}

fn with_prefix(offer: &SourceOffer, uri: &str) -> String {
    format!("{BEGINNING}{}{SEPARATOR}{uri}", offer.prefix)
}

/// The prefix of a server in a URI, and the URI that the server knows.
pub(crate) fn split_prefix(uri: &str) -> Option<(&str, &str)> {
    uri.strip_prefix(BEGINNING)?.split_once(SEPARATOR)
}

/// The page that draws results of a tool (MCP Apps, 2026-01-26; the second name is older).
pub(crate) fn page_of(definition: &Value) -> Option<&str> {
    let meta = &definition["_meta"];
    let page = meta["ui"]["resourceUri"].as_str();
    page.or_else(|| meta["ui/resourceUri"].as_str())
}

/// Names the page of a tool as clients know it.
pub(crate) fn rename_page(definition: &mut SentJson, uri: &str) {
    let Some(mut meta) = definition.get("_meta").cloned() else {
        return;
    };
    for place in ["/ui/resourceUri", "/ui~1resourceUri"] {
        if let Some(page) = meta.pointer_mut(place) {
            *page = uri.into();
        }
    }
    definition.insert("_meta", meta);
}

/// Names a resource in what was read of it as the client knows it.
pub(crate) fn rename_contents(read: &mut Value, uri: &str, exposed: &str) {
    let contents = read.get_mut("contents").and_then(Value::as_array_mut);
    for content in contents.into_iter().flatten() {
        if content["uri"] == uri {
            content["uri"] = exposed.into();
        }
    }
}

/// How many bytes a template begins with before its first expression.
fn beginning(template: &str) -> usize {
    template.find('{').unwrap_or(template.len())
}

/// Whether a template says the scheme of its URIs. One that does not would fit those of every server.
fn names_scheme(template: &str) -> bool {
    template
        .get(..beginning(template))
        .is_some_and(|beginning| beginning.contains(':'))
}

/// Whether a URI may come from a URI template: it holds the fixed parts in their order.
pub(crate) fn fits(template: &str, uri: &str) -> bool {
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

    #[test]
    fn a_uri_belongs_to_who_listed_it_else_to_the_template_that_says_most_of_it() {
        let owners = UriOwners {
            resources: HashMap::from([("a:1".to_owned(), "first".into())]),
            templates: [
                ("a:{x}", "first"),
                ("a:{x}", "second"),
                ("a:deep/{x}", "third"),
                ("{+any}", "fourth"),
            ]
            .map(|(template, owner)| (template.to_owned(), owner.into()))
            .into(),
        };
        let cases = [
            ("a:1", Some("first")),
            ("a:2", Some("first")),
            ("a:deep/2", Some("third")),
            ("b:1", None),
            ("usher.notes+a:1", None),
        ];
        for (uri, expected) in cases {
            let owner = owners.owner(uri).map(SourceId::as_str);
            assert_eq!(owner, expected, "{uri}");
        }
    }

    #[test]
    fn a_prefix_is_taken_off_as_it_was_put_on() {
        let cases = [
            (
                "usher.notes-2+file:///a+b",
                Some(("notes-2", "file:///a+b")),
            ),
            ("usher.notes", None),
            ("file:///usher.notes+a", None),
        ];
        for (uri, expected) in cases {
            assert_eq!(split_prefix(uri), expected, "{uri}");
        }
    }
}
