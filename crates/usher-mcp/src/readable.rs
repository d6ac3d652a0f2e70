//! Fits definitions and results of servers to what the libraries of clients read: the official SDKs refuse a whole list
//! or result for one member that is not as the schema of the protocol says.
//!
//! Healthy values stay as they are. A member that may be left out is left out, an entry that cannot do without it is
//! withheld, and a block of content becomes its JSON text.

mod compilable;
mod shapes;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::{Map, Value, json};
use url::Url;

use crate::model::ListKind;
use shapes::{Member, Need, Shape};

/// As browsers decode, white space aside (WHATWG, Infra, forgiving-base64 decode).
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Members that are named of one value.
const MOST_NAMED: usize = 20;

/// The JSON text of a block that cannot be read, at most, in characters.
const BLOCK_TEXT: usize = 2_000;

/// What clients can read of something that a server sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Readable {
    pub value: Value,
    /// Members that were mended or left out, as JSON pointers (RFC 6901). Members that were `null` are not named.
    pub mended: Vec<String>,
}

/// No client could read the entry: the member at fault, as a JSON pointer (RFC 6901).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable(pub String);

/// An entry of a list as clients get it, if they get it.
pub type FittedEntry = Result<Readable, Unreadable>;

/// The results of servers that clients get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultKind {
    Tool,
    Prompt,
    Resource,
    Completion,
}

/// Fits one entry of a list.
///
/// # Errors
/// It lacks what no client can do without.
pub fn entry(list: ListKind, mut value: Value) -> FittedEntry {
    let shape = match list {
        ListKind::Tools => &shapes::TOOL,
        ListKind::Prompts => &shapes::PROMPT,
        ListKind::Resources => &shapes::RESOURCE,
        ListKind::Templates => &shapes::TEMPLATE,
    };
    let mut fitting = Fitting::default();
    if let (ListKind::Tools, Some(members)) = (list, value.as_object_mut()) {
        // Many tools without arguments come without a schema.
        members.entry("inputSchema").or_insert(Value::Null);
    }
    match fitting.fit(&mut value, shape) {
        Ok(()) => Ok(Readable {
            value,
            mended: fitting.mended,
        }),
        Err(()) => Err(Unreadable(fitting.fault)),
    }
}

/// Fits a result. One that is no object stays as it is.
pub fn result(kind: ResultKind, mut value: Value) -> Readable {
    let mut fitting = Fitting::default();
    let shape = match kind {
        ResultKind::Tool => {
            fitting.list_content(&mut value);
            &shapes::TOOL_RESULT
        }
        ResultKind::Prompt => {
            fitting.split_messages(&mut value);
            &shapes::PROMPT_RESULT
        }
        ResultKind::Resource => &shapes::READ_RESULT,
        ResultKind::Completion => &shapes::COMPLETION_RESULT,
    };
    // What is missing altogether is for the client to refuse: there is nothing to give it instead.
    let _ = fitting.fit(&mut value, shape);
    Readable {
        value,
        mended: fitting.mended,
    }
}

/// One pass over a value.
#[derive(Default)]
struct Fitting {
    /// Where it is, as a JSON pointer.
    at: String,
    mended: Vec<String>,
    /// Where the last member was that could not be read.
    fault: String,
}

/// Whether a value can be read, once it was mended.
type Fits = Result<(), ()>;

impl Fitting {
    fn note(&mut self) {
        if self.mended.len() < MOST_NAMED && self.mended.last() != Some(&self.at) {
            self.mended.push(self.at.clone());
        }
    }

    fn note_at(&mut self, member: &str) {
        let _ = self.within(member, |fitting| {
            fitting.note();
            Ok(())
        });
    }

    /// Works on a member or entry.
    fn within(&mut self, name: &str, work: impl FnOnce(&mut Self) -> Fits) -> Fits {
        let length = self.at.len();
        self.at.push('/');
        self.at
            .push_str(&name.replace('~', "~0").replace('/', "~1"));
        let fits = work(self);
        self.at.truncate(length);
        fits
    }

    fn fit(&mut self, value: &mut Value, shape: &Shape) -> Fits {
        let fits = match shape {
            Shape::Text => value.is_string(),
            Shape::Flag => value.is_boolean(),
            Shape::Number => value.is_number(),
            Shape::Share => value
                .as_f64()
                .is_some_and(|share| (0.0..=1.0).contains(&share)),
            Shape::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Shape::Time => value.as_str().is_some_and(is_time),
            Shape::Base64 => value.as_str().is_some_and(is_base64),
            Shape::Uri => value.as_str().is_some_and(|uri| Url::parse(uri).is_ok()),
            Shape::AnyObject => value.is_object(),
            Shape::Object(members) => return self.fit_members(value, members),
            Shape::List(entries) => return self.fit_entries(value, entries),
            Shape::Block => {
                self.fit_block(value);
                true
            }
            Shape::Contents { text, bytes } => {
                let is_text = value.get("text").is_some_and(Value::is_string);
                return self.fit_members(value, if is_text { text } else { bytes });
            }
            Shape::First(most, entries) => {
                self.fit_entries(value, entries)?;
                if let Some(entries) = value.as_array_mut()
                    && entries.len() > *most
                {
                    entries.truncate(*most);
                    self.note();
                }
                return Ok(());
            }
            Shape::Arguments => return self.fit_arguments(value),
            Shape::Structured => return self.fit_structured(value),
        };
        self.found(fits)
    }

    fn found(&mut self, fits: bool) -> Fits {
        if fits {
            return Ok(());
        }
        self.fault.clone_from(&self.at);
        Err(())
    }

    fn fit_members(&mut self, value: &mut Value, members: &[Member]) -> Fits {
        let Some(object) = value.as_object_mut() else {
            return self.found(false);
        };
        for Member { name, shape, need } in members {
            let found = object.get_mut(*name);
            let is_there = found.as_ref().is_some_and(|member| !member.is_null());
            let fits = match found {
                Some(member) => self.within(name, |fitting| fitting.fit(member, shape)),
                None if *need == Need::Optional => continue,
                None => self.within(name, |fitting| fitting.found(false)),
            };
            if fits.is_ok() {
                continue;
            }
            let instead = match need {
                Need::Required => return fits,
                Need::Optional => None,
                Need::Else(text) => Some(Value::from(*text)),
                Need::SameAs(other) => object.get(*other).cloned(),
            };
            match instead {
                Some(instead) => drop(object.insert((*name).to_owned(), instead)),
                // The order of the others stays.
                None => drop(object.shift_remove(*name)),
            }
            if is_there || *need != Need::Optional {
                self.note_at(name);
            }
        }
        Ok(())
    }

    fn fit_entries(&mut self, value: &mut Value, shape: &Shape) -> Fits {
        let Some(entries) = value.as_array_mut() else {
            return self.found(false);
        };
        let mut place = 0;
        entries.retain_mut(|entry| {
            let at = place.to_string();
            place += 1;
            let fits = self.within(&at, |fitting| fitting.fit(entry, shape));
            if fits.is_err() {
                self.note_at(&at);
            }
            fits.is_ok()
        });
        Ok(())
    }

    /// Makes the content of a tool's result a list, as some servers send one block or a text.
    fn list_content(&mut self, result: &mut Value) {
        let Some(members) = result.as_object_mut() else {
            return;
        };
        let content = members.entry("content").or_insert(Value::Null);
        match content {
            Value::Array(_) => {}
            Value::Null => *content = json!([]),
            block => {
                *block = Value::Array(vec![block.take()]);
                self.note_at("content");
            }
        }
    }

    /// Makes a message of each block of a message that has several.
    fn split_messages(&mut self, result: &mut Value) {
        let messages = result.get_mut("messages").and_then(Value::as_array_mut);
        let Some(messages) = messages else { return };
        if !messages.iter().any(|message| message["content"].is_array()) {
            return;
        }
        self.note_at("messages");
        let all = std::mem::take(messages).into_iter();
        *messages = all
            .flat_map(
                |mut message| match message.get_mut("content").map(Value::take) {
                    Some(Value::Array(blocks)) => {
                        let of_block = |block| {
                            let mut message = message.clone();
                            message["content"] = block;
                            message
                        };
                        blocks.into_iter().map(of_block).collect()
                    }
                    Some(content) => {
                        message["content"] = content;
                        vec![message]
                    }
                    None => vec![message],
                },
            )
            .collect();
    }

    /// Fits a block of content. One that cannot be read becomes its JSON text.
    fn fit_block(&mut self, value: &mut Value) {
        if value.is_string() {
            *value = json!({ "type": "text", "text": value.take() });
            self.note();
            return;
        }
        let members = match value.get("type").and_then(Value::as_str) {
            Some("text") => shapes::TEXT_BLOCK,
            Some("image" | "audio") => shapes::MEDIA_BLOCK,
            Some("resource") => shapes::RESOURCE_BLOCK,
            Some("resource_link") => shapes::LINK_BLOCK,
            // Those of a model's messages (2025-11-25, client/sampling) are in no result.
            _ => &[],
        };
        let fits = !members.is_empty() && self.fit_members(value, members).is_ok();
        if !fits {
            let mut text = value.to_string();
            if let Some((end, _)) = text.char_indices().nth(BLOCK_TEXT) {
                text.truncate(end);
                text.push('…');
            }
            *value = json!({ "type": "text", "text": text });
            self.note();
        }
    }

    /// Fits the schema of a tool's arguments, which are an object.
    fn fit_arguments(&mut self, value: &mut Value) -> Fits {
        let Some(schema) = value.as_object_mut() else {
            // As Usher reads it: any arguments are allowed.
            *value = json!({ "type": "object" });
            self.note();
            return Ok(());
        };
        let type_fits = match schema.get("type") {
            Some(Value::String(kind)) if kind == "object" => true,
            None | Some(Value::Null) => {
                schema.insert("type".to_owned(), "object".into());
                self.note_at("type");
                true
            }
            Some(Value::Array(kinds)) if kinds.iter().any(|kind| kind == "object") => {
                schema.insert("type".to_owned(), "object".into());
                self.note_at("type");
                true
            }
            Some(_) => false,
        };
        if !type_fits {
            return self.within("type", |fitting| fitting.found(false));
        }
        self.fit_properties(schema)?;
        self.fit_required(schema);
        Ok(())
    }

    /// Fits the schema of a tool's results.
    fn fit_structured(&mut self, value: &mut Value) -> Fits {
        let named = self.mended.len();
        let mut fits = Err(());
        if let Some(schema) = value.as_object_mut() {
            fits = self.fit_properties(schema);
            self.fit_required(schema);
        }
        let fits = self.found(fits.is_ok() && compilable::compiles(value));
        if fits.is_err() {
            // It is left out as a whole.
            self.mended.truncate(named);
        }
        fits
    }

    fn fit_properties(&mut self, schema: &mut Map<String, Value>) -> Fits {
        let properties = match schema.get_mut("properties") {
            None => return Ok(()),
            Some(Value::Object(properties)) => properties,
            Some(other) if other.is_null() || *other == json!([]) => {
                *other = json!({});
                self.note_at("properties");
                return Ok(());
            }
            Some(_) => return self.within("properties", |fitting| fitting.found(false)),
        };
        self.within("properties", |fitting| {
            for (name, property) in properties {
                let mended = match property {
                    Value::Object(_) => continue,
                    // The two schemas that are no objects (JSON Schema 2020-12, core, 4.3.2).
                    Value::Bool(true) | Value::Null => json!({}),
                    Value::Bool(false) => json!({ "not": {} }),
                    _ => return fitting.within(name, |fitting| fitting.found(false)),
                };
                *property = mended;
                fitting.note_at(name);
            }
            Ok(())
        })
    }

    fn fit_required(&mut self, schema: &mut Map<String, Value>) {
        let Some(required) = schema.get_mut("required") else {
            return;
        };
        if let Value::Array(names) = required {
            let all = names.len();
            names.retain(Value::is_string);
            if names.len() == all {
                return;
            }
        } else {
            let was_null = required.is_null();
            schema.shift_remove("required");
            if was_null {
                return;
            }
        }
        self.note_at("required");
    }
}

fn is_base64(text: &str) -> bool {
    if text.bytes().any(|byte| byte.is_ascii_whitespace()) {
        let packed: String = text.split_ascii_whitespace().collect();
        return BASE64.decode(packed).is_ok();
    }
    BASE64.decode(text).is_ok()
}

/// Whether a text is a date with a time and an offset (RFC 3339), as far as its form goes.
fn is_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else {
        return false;
    };
    let digits = |text: &str, form: &str| {
        text.len() == form.len()
            && text
                .bytes()
                .zip(form.bytes())
                .all(|(byte, form)| (form == b'0' && byte.is_ascii_digit()) || byte == form)
    };
    let offset = time.find(['Z', '+', '-']);
    let (time, offset) = time.split_at(offset.unwrap_or(time.len()));
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    digits(date, "0000-00-00")
        && digits(time, "00:00:00")
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
        && (offset == "Z" || digits(&offset.replace('-', "+"), "+00:00"))
}

#[cfg(test)]
mod tests;
