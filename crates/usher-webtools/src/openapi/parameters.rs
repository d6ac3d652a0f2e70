//! Reads the parameters of an operation: those of its path and its own.

use serde_json::{Map, Value};
use usher_messages::Message;

use super::super::document::{DocumentFault, short};
use super::document_reader::DocumentReader;
use crate::operation::{Parameter, ParameterLocation};

impl<'a> DocumentReader<'a> {
    /// Reads them; `members` and `required` grow by what the action's request holds for them.
    pub(super) fn parameters(
        &mut self,
        place: &str,
        lists: &[Option<&'a Value>],
        members: &mut Map<String, Value>,
        required: &mut Vec<Value>,
    ) -> Vec<Parameter> {
        let mut found: Vec<Parameter> = Vec::new();
        let entries = lists
            .iter()
            .flatten()
            .filter_map(|list| list.as_array())
            .flatten();
        for entry in entries {
            let Some(entry) = self.resolve(place, entry) else {
                continue;
            };
            let text = |name: &str| entry.get(name).and_then(Value::as_str);
            let (Some(name), Some(kind)) = (text("name"), text("in")) else {
                self.faults.push(DocumentFault::new(
                    format!("{place}.parameters"),
                    Message::new("document.parameter"),
                ));
                continue;
            };
            let into = match kind {
                "path" => ParameterLocation::Path,
                "query" => ParameterLocation::Query,
                "header" => ParameterLocation::Header,
                "cookie" => ParameterLocation::Cookie,
                other => {
                    let problem = Message::new("document.parameterIn").with("place", short(other));
                    self.faults.push(DocumentFault::new(
                        format!("{place}.parameters.{}", short(name)),
                        problem,
                    ));
                    continue;
                }
            };
            // One of the operation replaces one of the path.
            found.retain(|known| (known.name.as_str(), known.place) != (name, into));
            let taken = name == "body" || found.iter().any(|known| known.member == name);
            let member = if taken {
                format!("{kind}.{name}")
            } else {
                name.to_owned()
            };
            let declared = entry.get("schema").or_else(|| {
                entry
                    .get("content")?
                    .as_object()?
                    .values()
                    .next()?
                    .get("schema")
            });
            let mut schema = self.schemas.read(place, declared, &mut self.faults);
            if let (Some(schema), Some(description)) =
                (schema.as_object_mut(), entry.get("description"))
            {
                schema
                    .entry("description")
                    .or_insert_with(|| description.clone());
            }
            members.insert(member.clone(), schema);
            if entry.get("required") == Some(&Value::Bool(true)) || into == ParameterLocation::Path
            {
                required.push(Value::from(member.clone()));
            }
            let usual = matches!(into, ParameterLocation::Query | ParameterLocation::Cookie);
            let explode = entry
                .get("explode")
                .and_then(Value::as_bool)
                .unwrap_or(usual);
            found.push(Parameter {
                member,
                name: name.to_owned(),
                place: into,
                explode,
            });
        }
        found
    }
}
