//! Reads `OpenAPI` 3.0 and 3.1 documents as webtools: each operation is an action.
//!
//! References within the document are followed; any other is refused, nothing is ever fetched for one. `request` builds
//! requests, `schemas` translates schemas to today's dialect.

mod document_reader;
mod keys;
mod parameters;
mod request;
mod schemas;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use usher_messages::{Message, Param};
use usher_types::webtool::WebtoolKind;

use serde_json::{Map, Value, json};

use super::document::{
    Action, Document, DocumentFault, MISSING, OmittedOperation, SchemaCheck, check_schema, short,
};
use crate::limits;
use crate::operation::{Body, BodyForm, BodyPart, Operation};
use document_reader::DocumentReader;
pub use request::build;
use schemas::Schemas;
use usher_types::media_type::essence;

pub(super) fn read(
    members: &Map<String, Value>,
    check: SchemaCheck<'_>,
) -> Result<Document, Vec<DocumentFault>> {
    let mut faults = Vec::new();
    check_version(members, &mut faults);
    let info = members.get("info").cloned().unwrap_or_default();
    let text = |name: &str| info.get(name).and_then(Value::as_str).map(str::to_owned);
    let Some(name) = text("title").filter(|title| !title.trim().is_empty()) else {
        faults.push(DocumentFault::new("info.title", MISSING));
        return Err(faults);
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    let root = Value::Object(members.clone());
    let mut reading = DocumentReader {
        root: &root,
        check,
        schemas: Schemas::new(&root),
        faults,
        left_out: Vec::new(),
    };
    let number = info.get("version").and_then(Value::as_number);
    let number = number.map(ToString::to_string);
    let actions = reading.actions();
    let config_schema = keys::config_schema(&root);
    let carriers = keys::carriers(&root);
    if actions.is_empty() && reading.faults.is_empty() {
        let problem = if reading.left_out.is_empty() {
            "document.noOperations"
        } else {
            "document.noUsableOperation"
        };
        reading
            .faults
            .push(DocumentFault::new("paths", Message::new(problem)));
    }
    let DocumentReader {
        faults, left_out, ..
    } = reading;
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Document {
        kind: WebtoolKind::OpenApi,
        name,
        description: text("description"),
        // In YAML a version without quotes is a number.
        version: text("version").or(number).unwrap_or_default(),
        actions,
        config_schema,
        default_config: Map::new(),
        servers: servers(members),
        left_out,
        carriers,
    })
}

fn check_version(members: &Map<String, Value>, faults: &mut Vec<DocumentFault>) {
    let version = members.get("openapi").or_else(|| members.get("swagger"));
    let version = version.and_then(Value::as_str).unwrap_or_default();
    if !version.starts_with("3.0") && !version.starts_with("3.1") {
        faults.push(DocumentFault::new(
            "openapi",
            Message::new("document.openApi").with("version", short(version)),
        ));
    }
}

/// Lists base URLs, with default values for variables.
fn servers(members: &Map<String, Value>) -> Vec<String> {
    let listed = members.get("servers").and_then(Value::as_array);
    let mut found: Vec<String> = Vec::new();
    for server in listed.into_iter().flatten() {
        let Some(url) = server.get("url").and_then(Value::as_str) else {
            continue;
        };
        let variables = server.get("variables").and_then(Value::as_object);
        let url = variables
            .into_iter()
            .flatten()
            .fold(url.to_owned(), |url, (name, variable)| {
                let usual = variable
                    .get("default")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                url.replace(&format!("{{{name}}}"), usual)
            });
        if !found.contains(&url) {
            found.push(url);
        }
    }
    if found.is_empty() {
        found.push("/".to_owned());
    }
    found
}

impl<'a> DocumentReader<'a> {
    fn actions(&mut self) -> Vec<Action> {
        const METHODS: [&str; 7] = ["get", "put", "post", "delete", "patch", "head", "options"];
        let root = self.root;
        let Some(paths) = root.get("paths").and_then(Value::as_object) else {
            self.faults.push(DocumentFault::new("paths", MISSING));
            return Vec::new();
        };
        let mut names = HashSet::new();
        let mut actions = Vec::new();
        for (path, item) in paths {
            let place = format!("paths.{}", short(path));
            let Some(item) = self.resolve(&place, item) else {
                continue;
            };
            for method in METHODS {
                let Some(raw) = item.get(method) else {
                    continue;
                };
                if actions.len() == limits::OPENAPI_OPERATIONS {
                    let problem = Message::new("document.tooManyOperations")
                        .with("count", limits::OPENAPI_OPERATIONS);
                    self.faults.push(DocumentFault::new("paths", problem));
                    return actions;
                }
                // One address is agreed to for all calls of a webtool.
                if self.has_other_server(item) || self.has_other_server(raw) {
                    self.omit(method, path, "document.omitted.otherServer");
                    continue;
                }
                let place = format!("{place}.{method}");
                let faults = self.faults.len();
                let shared = item.get("parameters");
                let action = self.action(&place, path, method, shared, raw);
                if self.schemas.is_used_up() {
                    let problem = Message::new("document.copied")
                        .with("size", Param::bytes(limits::OPENAPI_COPIED_BYTES));
                    self.faults
                        .push(DocumentFault::new("components.schemas", problem));
                    return actions;
                }
                let Some(action) = action else {
                    if self.faults.len() == faults {
                        self.omit(method, path, "document.omitted.body");
                    }
                    continue;
                };
                if !names.insert(action.name.clone()) {
                    let problem =
                        Message::new("document.operationTwice").with("name", short(&action.name));
                    self.faults
                        .push(DocumentFault::new(format!("{place}.operationId"), problem));
                }
                actions.push(action);
            }
        }
        actions
    }

    /// Whether a path or an operation names servers of its own.
    fn has_other_server(&self, of: &Value) -> bool {
        let own = of.get("servers").and_then(Value::as_array);
        own.is_some_and(|own| !own.is_empty()) && of.get("servers") != self.root.get("servers")
    }

    fn omit(&mut self, method: &str, path: &str, code: &'static str) {
        let request = format!("{} {path}", method.to_uppercase());
        let reason = Message::new(code);
        self.left_out.push(OmittedOperation { request, reason });
    }

    /// One operation; `None` for those that are no calls with an answer: their body is of a kind that no form can make.
    fn action(
        &mut self,
        place: &str,
        path: &str,
        method: &str,
        shared: Option<&'a Value>,
        raw: &'a Value,
    ) -> Option<Action> {
        let text = |name: &str| {
            raw.get(name)
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
        };
        let name = text("operationId").map_or_else(
            || format!("{} {path}", method.to_uppercase()),
            str::to_owned,
        );
        let description = match (text("summary"), text("description")) {
            (Some(summary), Some(more)) if !more.starts_with(summary) => {
                Some(format!("{summary}\n\n{more}"))
            }
            (summary, more) => more.or(summary).map(str::to_owned),
        };
        let mut members = Map::new();
        let mut required = Vec::new();
        let parameters = self.parameters(
            place,
            &[shared, raw.get("parameters")],
            &mut members,
            &mut required,
        );
        let body = self.body(place, raw.get("requestBody"))?;
        let mut request_schema = json!({ "type": "object" });
        let mut operation_body = None;
        if let Some((form, schema, needed)) = body {
            let is_whole = members.is_empty() && takes_fields(&schema);
            let part = if is_whole {
                BodyPart::Whole
            } else {
                BodyPart::Member
            };
            operation_body = Some(Body { part, form });
            if is_whole {
                request_schema = schema;
            } else {
                members.insert("body".to_owned(), schema);
                if needed {
                    required.push(Value::from("body"));
                }
            }
        }
        if !members.is_empty() {
            request_schema =
                json!({ "type": "object", "properties": members, "required": required });
        }
        let request_schema = self.schemas.whole(request_schema)?;
        let response_schema = self.response_schema(place, raw.get("responses"));
        check_schema(
            &format!("{place}.requestBody"),
            &request_schema,
            self.check,
            &mut self.faults,
        );
        if let Some(schema) = &response_schema {
            check_schema(
                &format!("{place}.responses"),
                schema,
                self.check,
                &mut self.faults,
            );
        }
        Some(Action {
            name,
            description,
            request_schema,
            response_schema,
            operation: Some(Operation {
                method: method.to_uppercase(),
                path: path.to_owned(),
                parameters,
                body: operation_body,
                keys: keys::keys(self.root, raw),
            }),
            raw: raw.clone(),
        })
    }

    /// The body: `Some(None)` if there is none, `None` if it is of a kind that cannot be written.
    #[expect(
        clippy::option_option,
        reason = "no body is something else than one that cannot be written"
    )]
    fn body(
        &mut self,
        place: &str,
        body: Option<&'a Value>,
    ) -> Option<Option<(BodyForm, Value, bool)>> {
        let Some(body) = body else {
            return Some(None);
        };
        let body = self.resolve(&format!("{place}.requestBody"), body)?;
        let needed = body.get("required") == Some(&Value::Bool(true));
        let content = body.get("content").and_then(Value::as_object);
        let (form, media) = content?
            .iter()
            .find_map(|(kind, media)| Some((form_of(kind)?, media)))?;
        let place = format!("{place}.requestBody");
        let schema = self
            .schemas
            .read(&place, media.get("schema"), &mut self.faults);
        Some(Some((form, schema, needed)))
    }

    fn response_schema(&mut self, place: &str, responses: Option<&'a Value>) -> Option<Value> {
        let responses = responses?.as_object()?;
        let good = responses.iter().find(|(status, _)| status.starts_with('2'));
        let (_, response) =
            good.or_else(|| responses.iter().find(|(status, _)| *status == "default"))?;
        let place = format!("{place}.responses");
        let response = self.resolve(&place, response)?;
        let content = response.get("content")?.as_object()?;
        let media = content
            .iter()
            .find(|(kind, _)| form_of(kind) == Some(BodyForm::Json))?
            .1;
        let schema = self
            .schemas
            .read(&place, Some(media.get("schema")?), &mut self.faults);
        self.schemas.whole(schema)
    }
}

/// Whether a body's schema is an object whose fields become the request's.
fn takes_fields(schema: &Value) -> bool {
    schema.get("type") == Some(&Value::from("object")) || schema.get("properties").is_some()
}

fn form_of(media_type: &str) -> Option<BodyForm> {
    match essence(media_type) {
        "application/x-www-form-urlencoded" => Some(BodyForm::Fields),
        "text/plain" => Some(BodyForm::Text),
        "*/*" => Some(BodyForm::Json),
        json if usher_types::media_type::is_json(json) => Some(BodyForm::Json),
        _ => None,
    }
}
