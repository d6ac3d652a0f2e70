//! Resources, templates and completion.

use std::collections::HashSet;

use serde_json::Value;
use usher_content::uri_template::UriTemplate;
use usher_core::catalog::Shown;
use usher_core::protocol as mcp;
use usher_types::id::ServerId;

use super::display_name;
use crate::resource::{ResourceAnnotations, ResourceHead, TemplateHead};

pub(crate) fn head(
    server: &ServerId,
    shown: &Shown<mcp::Resource>,
    followed: &HashSet<String>,
) -> ResourceHead {
    let resource = &shown.entry;
    ResourceHead {
        server_id: server.clone(),
        uri: resource.uri.clone(),
        name: resource.name.clone(),
        title: display_name(resource.title.as_ref(), &resource.name),
        description: resource.description.clone(),
        mime_type: resource.mime_type.clone(),
        size_bytes: resource.size_bytes,
        icon: shown.icon.clone(),
        annotations: annotations(&resource.raw["annotations"]),
        subscribed: followed.contains(&resource.uri),
    }
}

/// Claims about a resource (2025-11-25, server/resources, annotations); what does not fit is left out.
fn annotations(raw: &Value) -> ResourceAnnotations {
    ResourceAnnotations {
        audience: raw["audience"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|role| role.as_str().map(str::to_owned))
            .collect(),
        priority: raw["priority"]
            .as_f64()
            .filter(|priority| (0.0..=1.0).contains(priority)),
        last_modified: raw["lastModified"].as_str().map(str::to_owned),
    }
}

pub(crate) fn template(server: &ServerId, shown: &Shown<mcp::ResourceTemplate>) -> TemplateHead {
    let template = &shown.entry;
    TemplateHead {
        server_id: server.clone(),
        uri_template: template.uri_template.clone(),
        name: template.name.clone(),
        title: display_name(template.title.as_ref(), &template.name),
        description: template.description.clone(),
        mime_type: template.mime_type.clone(),
        icon: shown.icon.clone(),
        // A template that cannot be read has no variables to ask for; reading it says what is wrong.
        variables: UriTemplate::parse(&template.uri_template)
            .map(|template| template.variables())
            .unwrap_or_default(),
    }
}
