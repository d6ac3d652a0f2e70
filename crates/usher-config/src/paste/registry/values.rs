//! Reads what the values of a `server.json` are: fixed, with a default, to be filled in, or left out.

use serde_json::{Map, Value, json};

use super::super::pasted::pasted_value;
use super::super::placeholders::input_name;
use super::members::{former, list, member, shown, text};
use usher_messages::Message;
use usher_types::input::{reference, references};
use usher_types::paste::{PastedTransport, PastedValue};

/// One way to run or to reach the server.
pub(super) struct Way {
    pub(super) transport: PastedTransport,
    pub(super) notes: Vec<Message>,
}

/// Reads the values of one way to run or to reach a server, and collects notes for the person.
#[derive(Default)]
pub(super) struct Values {
    notes: Vec<Message>,
    fixed: Vec<String>,
    left_out: Vec<String>,
    repeated: Vec<String>,
}

/// An argument of a program.
pub(super) struct Argument {
    /// The option; `None` = the value stands alone.
    pub(super) name: Option<String>,
    pub(super) value: Option<String>,
}

impl Values {
    pub(super) fn into_notes(mut self) -> Vec<Message> {
        for (names, code) in [
            (self.fixed, "paste.way.fixed"),
            (self.left_out, "paste.way.leftOut"),
            (self.repeated, "paste.way.repeated"),
        ] {
            if !names.is_empty() {
                self.notes.push(Message::new(code).with("names", names));
            }
        }
        self.notes
    }

    pub(super) fn note(&mut self, note: Message) {
        self.notes.push(note);
    }

    /// Names the members of a way that are none of these.
    pub(super) fn name_unused(&mut self, way: &Value, known: &[&str]) {
        let members = way.as_object().into_iter().flatten();
        let unused: Vec<String> = members
            .filter(|(key, _)| {
                known
                    .iter()
                    .all(|name| *key != name && **key != former(name))
            })
            .map(|(key, _)| format!("“{}”", shown(key)))
            .collect();
        if !unused.is_empty() {
            self.note(Message::new("paste.note.unused").with("fields", unused));
        }
    }

    /// Reads an address with its headers.
    pub(super) fn http(&mut self, place: &Value) -> Result<PastedTransport, Message> {
        let kind = text(place, "type")
            .or_else(|| text(place, "transportType"))
            .unwrap_or("streamable-http");
        match kind {
            "streamable-http" | "streamable" | "http" => {}
            "sse" => self.note(Message::new("paste.note.sse")),
            other => return Err(Message::new("paste.way.transport").with("kind", shown(other))),
        }
        let Some(url) = text(place, "url") else {
            return Err(Message::new("paste.way.noUrl"));
        };
        Ok(PastedTransport::Http {
            url: self.filled_url(url, place),
            headers: self.named(list(place, "headers")),
            inputs: Vec::new(),
        })
    }

    /// Reads headers or environment variables.
    pub(super) fn named(&mut self, fields: &[Value]) -> Vec<PastedValue> {
        let mut read = Vec::new();
        for field in fields {
            let Some(name) = text(field, "name") else {
                continue;
            };
            // What is nothing but a secret has a row of its own.
            let is_row = is(field, "isSecret")
                && text(field, "value").is_none()
                && text(field, "default").is_none();
            let value = if is_row {
                self.describe(name, field);
                Some(String::new())
            } else {
                self.value(name, field)
            };
            let Some(value) = value else { continue };
            let mut pasted = pasted_value(name, value);
            pasted.looks_secret |= is(field, "isSecret");
            // The secret is in what it refers to.
            pasted.looks_secret &= references(&pasted.value).next().is_none();
            read.push(pasted);
        }
        read
    }

    /// Reads the arguments of a program, those left out excepted.
    pub(super) fn arguments(&mut self, fields: &[Value]) -> Vec<Argument> {
        let mut read = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            let is_named = text(field, "type") == Some("named");
            let name = text(field, "name").filter(|_| is_named);
            let label = name
                .or_else(|| text(field, "valueHint"))
                .map_or_else(|| format!("argument{}", index + 1), str::to_owned);
            if is(field, "isRepeated") {
                self.repeated.push(shown(&label));
            }
            if let Some(name) = name
                && is_flag(field)
            {
                read.push(Argument {
                    name: Some(name.to_owned()),
                    value: None,
                });
                continue;
            }
            // What is listed by its place is given, unless it says that it need not be.
            let is_asked = !is_named && member(field, "isRequired").is_none();
            let value = if is_asked && unset(field) {
                self.describe(&label, field);
                Some(reference(&input_name(&label)))
            } else {
                self.value(&label, field)
            };
            if let Some(value) = value {
                read.push(Argument {
                    name: name.map(str::to_owned),
                    value: Some(value),
                });
            }
        }
        read
    }

    /// The text of a value, with references to what is to be filled in; `None` = it is left out.
    fn value(&mut self, name: &str, field: &Value) -> Option<String> {
        if let Some(value) = text(field, "value") {
            let filled = self.filled(value, field);
            if filled == value {
                self.fixed.push(shown(name));
            }
            return Some(filled);
        }
        let default = text(field, "default");
        if default.is_none() && !is(field, "isRequired") && !is(field, "isSecret") {
            let described = text(field, "description").map(shown);
            let name = shown(name);
            self.left_out.push(match described {
                Some(description) => format!("{name} ({description})"),
                None => name,
            });
            return None;
        }
        self.describe(name, field);
        Some(default.map_or_else(|| reference(&input_name(name)), str::to_owned))
    }

    /// As [`Values::filled`]; in a URL, braces hold nothing but variables, named or not.
    fn filled_url(&mut self, template: &str, place: &Value) -> String {
        let mut variables = Map::new();
        for (open, _) in template.match_indices('{') {
            if let Some((name, _)) = template[open + 1..].split_once('}') {
                variables.insert(name.to_owned(), Value::Null);
            }
        }
        let named = member(place, "variables").and_then(Value::as_object);
        variables.extend(named.cloned().unwrap_or_default());
        self.filled(template, &json!({ "variables": variables }))
    }

    /// Reads the options of the program that runs a package. They are shown as a whole.
    pub(super) fn runtime_arguments(&mut self, fields: &[Value]) -> Vec<Argument> {
        let fixed = self.fixed.len();
        let arguments = self.arguments(fields);
        self.fixed.truncate(fixed);
        arguments
    }

    /// Puts variables in the places of `{name}`. What is no variable stays.
    fn filled(&mut self, template: &str, field: &Value) -> String {
        let variables = member(field, "variables").and_then(Value::as_object);
        let Some(variables) = variables else {
            return template.to_owned();
        };
        let mut filled = String::new();
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            let after = &rest[open + 1..];
            let found = after.find('}').and_then(|close| {
                let name = &after[..close];
                Some((name, variables.get(name)?, &after[close + 1..]))
            });
            let Some((name, variable, next)) = found else {
                filled.push_str(&rest[..=open]);
                rest = after;
                continue;
            };
            filled.push_str(&rest[..open]);
            self.describe(name, variable);
            match text(variable, "value").or_else(|| text(variable, "default")) {
                Some(value) => filled.push_str(value),
                None => filled.push_str(&reference(&input_name(name))),
            }
            rest = next;
        }
        filled + rest
    }

    /// Notes what the publisher says of a value.
    fn describe(&mut self, name: &str, field: &Value) {
        let of_value = |code| Message::new(code).with("name", shown(name));
        let described = text(field, "description").or_else(|| text(field, "placeholder"));
        let mut notes = Vec::new();
        notes.extend(
            described.map(|text| of_value("paste.way.described").with("description", shown(text))),
        );
        let choices: Vec<String> = list(field, "choices")
            .iter()
            .filter_map(|choice| choice.as_str().map(shown))
            .collect();
        notes.extend(
            (!choices.is_empty()).then(|| of_value("paste.way.choices").with("choices", choices)),
        );
        notes.extend(match text(field, "format") {
            Some("number") => Some(of_value("paste.way.number")),
            Some("boolean") => Some(of_value("paste.way.boolean")),
            Some("filepath") => Some(of_value("paste.way.filepath")),
            _ => None,
        });
        notes.retain(|note| !self.notes.contains(note));
        self.notes.extend(notes);
    }
}

/// Whether an option stands for itself: nothing says that it has a value.
fn is_flag(field: &Value) -> bool {
    let says_value = [
        "value",
        "default",
        "description",
        "valueHint",
        "placeholder",
        "choices",
        "format",
        "variables",
        "isRequired",
        "isSecret",
    ];
    says_value.iter().all(|name| member(field, name).is_none())
}

fn unset(field: &Value) -> bool {
    text(field, "value").is_none() && text(field, "default").is_none()
}

fn is(field: &Value, name: &str) -> bool {
    member(field, name).and_then(Value::as_bool) == Some(true)
}
