//! A definition as JSON text in the form that other clients have: written without secret values, and read back.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use ts_rs::TS;

use serde_json::{Map, Value, json};
use usher_messages::Message;
use usher_types::field_problem::FieldProblem;
use usher_types::input::{reference, references, shown_url};
use usher_types::paste::{PastedParts, PastedTransport, PastedValue};
use usher_types::secret::Secret;

use crate::definition::{
    self, Credential, DraftDefinition, DraftNamedValue, DraftTransport, DraftValue, NamedValue,
    SavedValue, ServerDefinition, Transport, free_name, is_credential, take_from_args,
    take_from_url,
};
use crate::paste;

mod place;

pub use place::place_of;

/// A fault of an edited text; `detail.fields` of a failed `serverConfig.update` has the same members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ConfigTextProblem")]
pub struct TextFault {
    /// `label`, `command`, `args[2]`, `env.API_KEY`, `url`, `headers.Authorization`, `cwd`; `text` = all of it.
    pub field: String,
    /// What is wrong and what to do.
    pub message: Message,
    /// From 1.
    pub line: Option<u32>,
    /// From 1.
    pub column: Option<u32>,
}

impl TextFault {
    fn new(field: impl Into<String>, message: Message, at: Option<(u32, u32)>) -> Self {
        Self {
            field: field.into(),
            message,
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
        }
    }
}

/// A definition read from an edited text.
#[derive(Clone)]
pub struct EditedText {
    pub draft: DraftDefinition,
    /// What of the text is not used.
    pub notes: Vec<Message>,
}

/// A value that is not written, and the reference in its place.
struct Withheld {
    list: List,
    name: String,
    reference: String,
    value: DraftValue,
}

/// Where a withheld value belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    /// An environment value or a header.
    Values,
    /// A secret that arguments or the URL refer to.
    Inputs,
}

/// Writes the definition as a `mcpServers` entry, with references in place of secrets; `None` for the demo server.
pub fn write(definition: &ServerDefinition) -> Option<String> {
    let (entry, _) = written(&definition.transport)?;
    let servers = json!({ "mcpServers": { definition.label.as_str(): entry } });
    serde_json::to_string_pretty(&servers).ok()
}

/// Reads an edited text of this definition. References that were not changed keep the value they stand for.
pub fn read(text: &str, old: &ServerDefinition) -> Result<EditedText, Vec<TextFault>> {
    let Some((_, withheld)) = written(&old.transport) else {
        return Err(vec![fault(
            text,
            "text",
            Message::new("configText.builtIn"),
        )]);
    };
    let value = paste::parse_jsonc(text)
        .map_err(|problem| vec![TextFault::new("text", problem.message, problem.at)])?;
    let found = paste::config::read(&value).map_err(|problem| unreadable(text, problem))?;
    let mut entries = found.entries;
    let (Some(entry), true) = (entries.pop(), entries.is_empty()) else {
        return Err(vec![fault(
            text,
            "text",
            Message::new("configText.oneServer"),
        )]);
    };
    let server = entry.server.map_err(|problem| unreadable(text, problem))?;
    // References are known, so nothing asks to fill them in.
    let remarks = paste::remarks(&server.transport);
    let mut notes = server.notes.clone();
    notes.retain(|note| !remarks.contains(note));
    let label = if entry.key.trim().is_empty() {
        old.label.to_string()
    } else {
        entry.key
    };
    let mut reading = Reading {
        text,
        old: &old.transport,
        withheld,
        moves: moves(&old.transport, &server.transport),
        faults: Vec::new(),
    };
    let transport = reading.transport(server.transport);
    if !reading.faults.is_empty() {
        return Err(reading.faults);
    }
    Ok(EditedText {
        draft: DraftDefinition {
            label,
            transport,
            era: old.era,
        },
        notes,
    })
}

/// Adds the places of faults that were found in what was read.
pub fn placed(text: &str, problems: Vec<FieldProblem>) -> Vec<TextFault> {
    let place = |problem: FieldProblem| fault(text, &problem.field, problem.message);
    problems.into_iter().map(place).collect()
}

fn fault(text: &str, field: &str, message: Message) -> TextFault {
    TextFault::new(field, message, place_of(text, field))
}

fn unreadable(text: &str, problem: paste::Problem) -> Vec<TextFault> {
    let field = problem.field.unwrap_or_else(|| "text".to_owned());
    let at = problem.at.or_else(|| place_of(text, &field));
    vec![TextFault::new(field, problem.message, at)]
}

/// Whether secrets would go to another kind of server or another origin than they were given for.
fn moves(old: &Transport, new: &PastedTransport) -> bool {
    match (old, new) {
        (Transport::Http { url: old, .. }, PastedTransport::Http { url: new, .. }) => {
            definition::check_url(new).is_ok_and(|new| new.origin() != old.origin())
        }
        (Transport::Stdio { .. }, PastedTransport::Stdio { .. }) => false,
        _ => true,
    }
}

/// The entry of a transport, and the values that are not in it.
fn written(transport: &Transport) -> Option<(Value, Vec<Withheld>)> {
    match transport {
        Transport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => {
            let mut args = args.clone();
            let known = env.iter().map(|value| value.name.as_str());
            let taken = take_from_args(command, &mut args, known);
            let mut withheld = stored_inputs(inputs);
            withheld.extend(taken.inputs.into_iter().map(open_input));
            let mut env = shown(env, &mut withheld);
            for Credential { name, value } in taken.env {
                let reference = free_reference(&name, &withheld);
                env.insert(name.clone(), reference.clone().into());
                withheld.push(Withheld {
                    list: List::Values,
                    name,
                    reference,
                    value: DraftValue::Secret(value),
                });
            }
            let mut entry = json!({ "command": command, "args": args });
            if !env.is_empty() {
                entry["env"] = env.into();
            }
            if let Some(cwd) = cwd {
                entry["cwd"] = cwd.as_str().into();
            }
            Some((entry, withheld))
        }
        Transport::Http {
            url,
            headers,
            inputs,
        } => {
            let mut url = url.clone();
            let taken = take_from_url(&mut url);
            let mut withheld = stored_inputs(inputs);
            withheld.extend(taken.into_iter().map(open_input));
            let headers = shown(headers, &mut withheld);
            let mut entry = json!({ "type": "http", "url": shown_url(&url) });
            if !headers.is_empty() {
                entry["headers"] = headers.into();
            }
            Some((entry, withheld))
        }
        Transport::Demo => None,
    }
}

fn stored_inputs(inputs: &[NamedValue]) -> Vec<Withheld> {
    let withheld = |input: &NamedValue| Withheld {
        list: List::Inputs,
        name: input.name.clone(),
        reference: reference(&input.name),
        value: input.value.draft(),
    };
    inputs.iter().map(withheld).collect()
}

fn open_input(Credential { name, value }: Credential) -> Withheld {
    Withheld {
        list: List::Inputs,
        reference: reference(&name),
        name,
        value: DraftValue::Secret(value),
    }
}

/// The values as they are written.
fn shown(values: &[NamedValue], withheld: &mut Vec<Withheld>) -> Map<String, Value> {
    let mut shown = Map::new();
    for named in values {
        if let SavedValue::Plain(text) = &named.value
            && !is_credential(&named.name, text)
        {
            shown.insert(named.name.clone(), text.as_str().into());
            continue;
        }
        let reference = free_reference(&named.name, withheld);
        shown.insert(named.name.clone(), reference.clone().into());
        withheld.push(Withheld {
            list: List::Values,
            name: named.name.clone(),
            reference,
            value: named.value.draft(),
        });
    }
    shown
}

/// A reference that stands for no other value.
fn free_reference(name: &str, withheld: &[Withheld]) -> String {
    let mut taken: HashSet<String> = withheld
        .iter()
        .flat_map(|other| references(&other.reference).map(|(name, _)| name.to_owned()))
        .collect();
    reference(&free_name(name, &mut taken))
}

/// Reading an edited text.
struct Reading<'a> {
    text: &'a str,
    old: &'a Transport,
    withheld: Vec<Withheld>,
    moves: bool,
    faults: Vec<TextFault>,
}

impl Reading<'_> {
    fn transport(&mut self, mut transport: PastedTransport) -> DraftTransport {
        self.keep_own_inputs(&mut transport);
        paste::draft_transport(transport, |field, values| match field {
            "inputs" => self.inputs(values),
            field => self.values(field, values),
        })
    }

    /// Leaves out the inputs that stand for an environment value or a header as a whole.
    fn keep_own_inputs(&self, transport: &mut PastedTransport) {
        let PastedParts {
            texts,
            values,
            inputs,
        } = transport.parts_mut();
        let in_part = |value: &&PastedValue| !is_reference(&value.value) || self.was_written(value);
        let values = values.iter().filter(in_part).map(|value| &value.value);
        let texts: Vec<&String> = texts.into_iter().map(|text| &*text).chain(values).collect();
        let names: HashSet<&str> = texts
            .iter()
            .flat_map(|text| references(text))
            .map(|(name, _)| name)
            .collect();
        inputs.retain(|input| names.contains(input.name.as_str()));
    }

    /// Whether a value is one that stands in the definition as it is, with a reference in it.
    fn was_written(&self, value: &PastedValue) -> bool {
        let written = SavedValue::Plain(value.value.clone());
        let mut old = self.old.values().iter();
        old.any(|old| old.name == value.name && old.value == written)
    }

    fn values(&mut self, field: &str, values: Vec<PastedValue>) -> Vec<DraftNamedValue> {
        let mut drafts = Vec::new();
        for mut pasted in values {
            let PastedValue { name, value, .. } = &pasted;
            let was_secret = self
                .old
                .values()
                .iter()
                .any(|old| old.name == *name && matches!(old.value, SavedValue::Secret(_)));
            if is_reference(value) && !self.was_written(&pasted) {
                let kept = self.kept(List::Values, name, value, &format!("{field}.{name}"));
                let name = pasted.name;
                drafts.extend(kept.map(|value| DraftNamedValue { name, value }));
            } else {
                pasted.looks_secret |= was_secret;
                drafts.push(pasted.into());
            }
        }
        drafts
    }

    fn inputs(&mut self, inputs: Vec<PastedValue>) -> Vec<DraftNamedValue> {
        let mut drafts = Vec::new();
        for PastedValue { name, value, .. } in inputs {
            let draft = if value.is_empty() {
                let field = format!("inputs.{name}");
                self.kept(List::Inputs, &name, &reference(&name), &field)
            } else {
                Some(DraftValue::Secret(Secret::new(value)))
            };
            drafts.extend(draft.map(|value| DraftNamedValue { name, value }));
        }
        drafts
    }

    /// The value that a reference stands for, if it is where it was written.
    fn kept(&mut self, list: List, name: &str, reference: &str, field: &str) -> Option<DraftValue> {
        let withheld = self.withheld.iter().find(|withheld| {
            withheld.list == list && withheld.name == name && withheld.reference == reference
        });
        let code = match withheld {
            Some(withheld) if !self.moves => return Some(withheld.value.clone()),
            Some(_) => "configText.moved",
            None => "configText.noValue",
        };
        let message = Message::new(code).with("reference", reference);
        self.faults.push(fault(self.text, field, message));
        None
    }
}

/// Whether a value is nothing but a reference.
fn is_reference(value: &str) -> bool {
    references(value)
        .next()
        .is_some_and(|(_, place)| place == (0..value.len()))
}

#[cfg(test)]
mod tests;
