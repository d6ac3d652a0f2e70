//! Parses a webtool's metadata document (webtools 2025-06-30, "Webtool Metadata").
//!
//! Every part that cannot be used is named by its field. Nothing is fetched here.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use ts_rs::TS;
use usher_messages::Message;
use usher_types::webtool::WebtoolKind;

use semver::Version;
use serde_json::{Map, Value};

use crate::limits;
use usher_content::schema;
use usher_content::worker::Worker;
use usher_types::text::visible;

use crate::credentials::{self, CredentialField};
use crate::operation::Operation;

/// A document that can be used.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub kind: WebtoolKind,
    /// Its name. Server text.
    pub name: String,
    /// What it does. Server text.
    pub description: Option<String>,
    /// The version it declares: semantic for a webtool, any text for `OpenAPI`.
    pub version: String,
    /// What it can do, in its order.
    pub actions: Vec<Action>,
    /// JSON Schema of its configuration.
    pub config_schema: Option<Value>,
    /// The configuration it proposes.
    pub default_config: Map<String, Value>,
    /// Addresses calls may go to, for `OpenAPI`; a webtool's calls go where its document is.
    pub servers: Vec<String>,
    /// Operations that are no actions, for `OpenAPI`.
    pub left_out: Vec<OmittedOperation>,
    /// How credentials are sent, by JSON pointer in the configuration, for `OpenAPI`.
    pub carriers: BTreeMap<String, Message>,
}

impl Document {
    /// The names of the credentials its configuration asks for.
    pub fn credentials(&self) -> Vec<String> {
        let schema = self.config_schema.as_ref();
        let slots = schema.map(|schema| credentials::split_credentials(schema).1);
        slots.into_iter().flatten().map(|slot| slot.name).collect()
    }

    /// Adds to credentials how they are sent.
    pub fn name_carriers(&self, slots: &mut [CredentialField]) {
        for slot in slots {
            slot.carrier = self.carriers.get(&slot.pointer).cloned();
        }
    }
}

/// An operation that is no action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "WebtoolLeftOut")]
pub struct OmittedOperation {
    /// `POST /upload`. Server text.
    pub request: String,
    /// Why, as a part of a sentence.
    pub reason: Message,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// Its name, unique in the document. Server text.
    pub name: String,
    /// What it does. Server text.
    pub description: Option<String>,
    /// JSON Schema of its request.
    pub request_schema: Value,
    /// JSON Schema of the data it answers with.
    pub response_schema: Option<Value>,
    /// The request it makes, for `OpenAPI`.
    pub operation: Option<Operation>,
    /// Exactly as it came.
    pub raw: Value,
}

/// One part of a document that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFault {
    /// Where: `actions[2].requestSchema`; empty = the whole document.
    pub field: String,
    /// What is wrong, as a part of a sentence.
    pub problem: Message,
}

impl DocumentFault {
    pub(super) fn new(field: impl Into<String>, problem: Message) -> Self {
        Self {
            field: field.into(),
            problem,
        }
    }

    /// Describes it as a part of a sentence.
    pub fn message(&self) -> Message {
        match self.field.as_str() {
            "" => self.problem.clone(),
            field => Message::new("document.at")
                .with("field", field)
                .with("problem", self.problem.clone()),
        }
    }
}

pub(super) const MISSING: Message = Message::new("document.missing");

/// What is done about the schemas of a document.
#[derive(Clone, Copy)]
pub enum SchemaCheck<'a> {
    /// This worker compiles them; one that cannot be used is a fault of the document.
    By(&'a Worker),
    /// Nothing: they were checked when the document was reviewed, and values are checked when they are used.
    Skip,
}

pub(super) fn read(
    members: &Map<String, Value>,
    check: SchemaCheck<'_>,
) -> Result<Document, Vec<DocumentFault>> {
    let mut faults = Vec::new();
    let name = name_of(members, "name", "name", &mut faults);
    let description = text_of(members, "description", "description", &mut faults);
    let version = version_of(members, &mut faults);
    let actions = actions_of(members, check, &mut faults);
    let config_schema = members
        .get("configSchema")
        .filter(|schema| !schema.is_null());
    if let Some(schema) = config_schema {
        check_schema("configSchema", schema, check, &mut faults);
    }
    let default_config = match members.get("defaultConfig") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(config)) => config.clone(),
        Some(_) => {
            faults.push(DocumentFault::new(
                "defaultConfig",
                Message::new("document.object"),
            ));
            Map::new()
        }
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Document {
        kind: WebtoolKind::Webtool,
        name,
        description,
        version,
        actions,
        config_schema: config_schema.cloned(),
        default_config,
        servers: Vec::new(),
        left_out: Vec::new(),
        carriers: BTreeMap::new(),
    })
}

fn version_of(members: &Map<String, Value>, faults: &mut Vec<DocumentFault>) -> String {
    match members.get("version") {
        Some(Value::String(version)) => {
            if Version::parse(version).is_err() {
                faults.push(DocumentFault::new(
                    "version",
                    Message::new("document.version").with("version", short(version)),
                ));
            }
            version.clone()
        }
        Some(_) => {
            faults.push(DocumentFault::new(
                "version",
                Message::new("document.versionText"),
            ));
            String::new()
        }
        None => {
            faults.push(DocumentFault::new(
                "version",
                Message::new("document.versionMissing"),
            ));
            String::new()
        }
    }
}

fn actions_of(
    members: &Map<String, Value>,
    check: SchemaCheck<'_>,
    faults: &mut Vec<DocumentFault>,
) -> Vec<Action> {
    let Some(Value::Array(list)) = members.get("actions") else {
        faults.push(DocumentFault::new("actions", Message::new("document.list")));
        return Vec::new();
    };
    if list.is_empty() {
        faults.push(DocumentFault::new(
            "actions",
            Message::new("document.noActions"),
        ));
    }
    if list.len() > limits::WEBTOOL_ACTIONS {
        faults.push(DocumentFault::new(
            "actions",
            Message::new("document.tooManyActions")
                .with("count", list.len())
                .with("limit", limits::WEBTOOL_ACTIONS),
        ));
        return Vec::new();
    }
    let mut names = HashSet::new();
    let mut actions = Vec::new();
    for (index, raw) in list.iter().enumerate() {
        let place = format!("actions[{index}]");
        let Value::Object(members) = raw else {
            faults.push(DocumentFault::new(place, Message::new("document.object")));
            continue;
        };
        let name = name_of(members, "name", &format!("{place}.name"), faults);
        if !name.is_empty() && !names.insert(name.clone()) {
            faults.push(DocumentFault::new(
                format!("{place}.name"),
                Message::new("document.actionTwice").with("name", short(&name)),
            ));
        }
        let description = text_of(
            members,
            "description",
            &format!("{place}.description"),
            faults,
        );
        let request_schema = match members.get("requestSchema") {
            None => {
                faults.push(DocumentFault::new(
                    format!("{place}.requestSchema"),
                    MISSING,
                ));
                Value::Bool(true)
            }
            Some(schema) => {
                check_schema(&format!("{place}.requestSchema"), schema, check, faults);
                check_takes_objects(&format!("{place}.requestSchema"), schema, faults);
                schema.clone()
            }
        };
        let response_schema = members
            .get("responseSchema")
            .filter(|schema| !schema.is_null());
        if let Some(schema) = response_schema {
            check_schema(&format!("{place}.responseSchema"), schema, check, faults);
        }
        actions.push(Action {
            name,
            description,
            request_schema,
            response_schema: response_schema.cloned(),
            operation: None,
            raw: raw.clone(),
        });
    }
    actions
}

fn name_of(
    members: &Map<String, Value>,
    member: &str,
    field: &str,
    faults: &mut Vec<DocumentFault>,
) -> String {
    let problem = match members.get(member) {
        None => MISSING,
        Some(Value::String(name)) if name.trim().is_empty() => Message::new("document.empty"),
        Some(Value::String(name)) if name.chars().count() > limits::WEBTOOL_NAME_CHARS => {
            Message::new("document.tooLong").with("count", limits::WEBTOOL_NAME_CHARS)
        }
        Some(Value::String(name)) => return name.clone(),
        Some(_) => Message::new("document.text"),
    };
    faults.push(DocumentFault::new(field, problem));
    String::new()
}

fn text_of(
    members: &Map<String, Value>,
    member: &str,
    field: &str,
    faults: &mut Vec<DocumentFault>,
) -> Option<String> {
    match members.get(member) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => {
            faults.push(DocumentFault::new(field, Message::new("document.text")));
            None
        }
    }
}

/// Refuses a schema that is none or refers to the network: nothing is fetched for it.
pub(super) fn check_schema(
    field: &str,
    schema: &Value,
    check: SchemaCheck<'_>,
    faults: &mut Vec<DocumentFault>,
) {
    if !matches!(schema, Value::Object(_) | Value::Bool(_)) {
        faults.push(DocumentFault::new(field, Message::new("document.noSchema")));
        return;
    }
    let SchemaCheck::By(worker) = check else {
        return;
    };
    if let Err(reason) = schema::faults_blocking(
        worker,
        schema,
        &Value::Null.into(),
        schema::Formats::Annotated,
    ) {
        faults.push(DocumentFault::new(field, reason.0));
    }
}

/// Requests and configurations are objects: that is what a form can be made of.
fn check_takes_objects(field: &str, schema: &Value, faults: &mut Vec<DocumentFault>) {
    let takes_objects = match schema.get("type") {
        None => true,
        Some(Value::String(kind)) => kind == "object",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
        Some(_) => false,
    };
    if !takes_objects {
        faults.push(DocumentFault::new(
            field,
            Message::new("document.describesObject"),
        ));
    }
}

/// Text from a document, short and visible, for a sentence about it.
pub(super) fn short(text: &str) -> String {
    const SHOWN_CHARS: usize = 60;
    let shown = visible(text);
    if shown.chars().count() <= SHOWN_CHARS {
        return shown.into_owned();
    }
    let cut: String = shown.chars().take(SHOWN_CHARS).collect();
    format!("{cut}…")
}

impl Document {
    /// One of its actions.
    pub fn action(&self, name: &str) -> Option<&Action> {
        self.actions.iter().find(|action| action.name == name)
    }
}
