//! Resources and resource templates.

use crate::convert::display_name;
use crate::icon::ThemedIcon;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::HashSet;
use ts_rs::TS;
use usher_content::uri_template::UriTemplate;
use usher_mcp as mcp;
use usher_servers::catalog::EntryWithIcon;
pub use usher_types::content::{ReadOutcome, ReservedFile, SavedResources, Thumbnail};
use usher_types::id::ServerId;
pub use usher_types::protocol::{Completion, CompletionReference};

/// A resource as its row shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResourceHead {
    pub server_id: ServerId,
    /// Its identifier within the server. Opaque: never opened, fetched or read from disk by the host.
    pub uri: String,
    /// Its name in the protocol.
    pub name: String,
    /// Its display name: `title`, else `name`.
    pub title: String,
    pub description: Option<String>,
    pub mime_type: Option<String>,
    pub size_bytes: Option<u64>,
    pub icon: Option<ThemedIcon>,
    /// Claimed audience, priority (0 to 1) and time of last change.
    pub annotations: ResourceAnnotations,
    /// Whether Usher is subscribed to its changes.
    pub subscribed: bool,
}

/// What a server claims about a resource.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResourceAnnotations {
    /// `user`, `assistant`.
    pub audience: Vec<String>,
    /// 0 = optional, 1 = required.
    pub priority: Option<f64>,
    /// ISO 8601, as it came.
    pub last_modified: Option<String>,
}

/// A resource template as its row shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TemplateHead {
    pub server_id: ServerId,
    /// RFC 6570.
    pub uri_template: String,
    /// Its name in the protocol.
    pub name: String,
    pub title: String,
    pub description: Option<String>,
    /// Claimed media type of what it yields.
    pub mime_type: Option<String>,
    pub icon: Option<ThemedIcon>,
    /// Claimed of what it yields.
    pub annotations: ResourceAnnotations,
    /// The variables in it, in order, each once.
    pub variables: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadParams {
    pub server_id: ServerId,
    pub uri: String,
}

/// A resource to be read through a template.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReadTemplateParams {
    pub server_id: ServerId,
    pub uri_template: String,
    /// A value for each variable; missing = empty.
    pub variables: BTreeMap<String, String>,
}

/// Follows or stops following changes of a resource.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SubscribeParams {
    pub server_id: ServerId,
    pub uri: String,
    pub subscribed: bool,
}

/// Resources to be saved together.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveResourcesParams {
    /// At most 1,000.
    pub resources: Vec<ReadParams>,
}

/// A resource that the pointer went down on.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReserveDragParams {
    pub server_id: ServerId,
    pub uri: String,
    /// Claimed media type, for the end of the file's name.
    pub mime_type: Option<String>,
}

/// A drag that has begun.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DragParams {
    pub drag_id: u32,
}

/// What came of saving resources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedResourcesOutcome {
    /// `null` = the person chose no folder.
    pub saved: Option<SavedResources>,
}

/// A resource whose changes are followed, whether its server lists it or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    pub server_id: ServerId,
    pub uri: String,
}

/// Asks a server to complete an argument (2025-11-25, server/utilities/completion).
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CompleteParams {
    pub server_id: ServerId,
    /// What the argument belongs to.
    pub reference: CompletionReference,
    /// The argument being typed.
    pub argument: String,
    /// What has been typed so far.
    pub value: String,
    /// The other arguments already filled in.
    pub context: BTreeMap<String, String>,
}

pub(crate) fn head(
    server: &ServerId,
    shown: &EntryWithIcon<mcp::Resource>,
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

pub(crate) fn template(
    server: &ServerId,
    shown: &EntryWithIcon<mcp::ResourceTemplate>,
) -> TemplateHead {
    let template = &shown.entry;
    TemplateHead {
        server_id: server.clone(),
        uri_template: template.uri_template.clone(),
        name: template.name.clone(),
        title: display_name(template.title.as_ref(), &template.name),
        description: template.description.clone(),
        mime_type: template.mime_type.clone(),
        icon: shown.icon.clone(),
        annotations: annotations(&template.raw["annotations"]),
        // A template that cannot be read has no variables to ask for; reading it says what is wrong.
        variables: UriTemplate::parse(&template.uri_template)
            .map(|template| template.variables())
            .unwrap_or_default(),
    }
}
