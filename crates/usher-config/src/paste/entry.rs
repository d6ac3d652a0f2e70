//! Parses one server of a configuration, whichever client's field names it uses.

mod fields;

use std::path::Path;

use serde_json::{Map, Value};

use super::pasted::{pasted_server, pasted_value};
use super::placeholders;
use super::problem::Problem;
use crate::definition::{is_own_header, placeholder};
use fields::Fields;
use usher_messages::{Message, Param};
use usher_types::input::{fill_in_home, references};
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::text::visible;

/// Whether an object is a server rather than a map of servers.
pub(super) fn is_entry(object: &Map<String, Value>) -> bool {
    let is_command = fields::COMMAND.iter().any(|field| {
        object.get(*field).is_some_and(|value| {
            value.is_string() || value.is_array() || value.get("path").is_some()
        })
    });
    is_command
        || fields::URL
            .iter()
            .any(|field| object.get(*field).is_some_and(Value::is_string))
}

/// Reads one server. A problem names the server and the field.
pub(super) fn read(name: Option<&str>, value: &Value) -> Result<PastedServer, Problem> {
    let reader = Reader {
        server: name.map_or(Message::new("paste.unnamed"), |name| {
            Message::new("paste.named").with("name", &*visible(name))
        }),
    };
    let Value::Object(object) = value else {
        return Err(reader.problem("paste.noEntry"));
    };
    // Zed puts program, arguments and environment into the command itself, others the address into the transport.
    let nested = ["command", "transport"]
        .iter()
        .find_map(|field| object.get(*field)?.as_object());
    let whole = nested.map(|nested| {
        let mut whole = object.clone();
        whole.retain(|field, _| !["command", "transport"].contains(&field.as_str()));
        whole.extend(nested.clone());
        whole
    });
    let object = whole.as_ref().unwrap_or(object);
    let mut fields = Fields::new(object);
    let mut notes = Vec::new();
    let mut transport = match reader.kind(&fields)? {
        Kind::Stdio => reader.stdio(&mut fields, &mut notes)?,
        Kind::Http => reader.http(&mut fields, &mut notes)?,
    };
    let asked = placeholders::make_references(&mut transport);
    if let PastedTransport::Http {
        url,
        headers,
        inputs,
    } = &mut transport
    {
        keep_used_values(inputs, &names_referred_to(url, headers), &mut fields);
        placeholders::settle_host(url, inputs);
        let used = names_referred_to(url, headers);
        inputs.retain(|input| used.contains(&input.name));
    }
    let unused = fields.unused();
    if !unused.is_empty() {
        notes.push(Message::new("paste.note.unused").with("fields", unused));
    }
    notes.extend(asked);
    // Where the key is a number of the app's own.
    let name = match object.get("name").and_then(Value::as_str) {
        Some(own) if object.contains_key("isActive") => Some(own),
        _ => name,
    };
    notes.extend(remarks(&transport));
    Ok(pasted_server(name, transport, notes))
}

enum Kind {
    Stdio,
    Http,
}

struct Reader {
    /// The server, as problems name it.
    server: Message,
}

impl Reader {
    fn problem(&self, code: &'static str) -> Problem {
        Problem::new(Message::new(code).with("server", self.server.clone()))
    }

    fn fault(&self, field: &str, code: &'static str) -> Problem {
        Problem::new(
            Message::new(code)
                .with("server", self.server.clone())
                .with("field", field),
        )
        .of_field(field)
    }

    fn kind(&self, fields: &Fields) -> Result<Kind, Problem> {
        let has_url = fields.find(&fields::URL).is_some();
        let has_command = [&fields::COMMAND[..], &fields::PATH]
            .iter()
            .any(|names| fields.find(names).is_some());
        match fields.find(&fields::KIND) {
            None => {}
            Some((field, Value::String(word))) => match word.to_ascii_lowercase().as_str() {
                "stdio" | "local" | "custom" | "command" | "builtin" if has_command || !has_url => {
                    return Ok(Kind::Stdio);
                }
                "http" | "streamable-http" | "streamablehttp" | "streamable_http" | "remote"
                | "sse"
                    if has_url || !has_command =>
                {
                    return Ok(Kind::Http);
                }
                "stdio" | "local" | "custom" | "command" | "builtin" | "http"
                | "streamable-http" | "streamablehttp" | "streamable_http" | "remote" | "sse" => {}
                _ => {
                    let mut problem = self.fault(field, "paste.field.transport");
                    problem.message = problem.message.with("transport", &*visible(word));
                    return Err(problem);
                }
            },
            Some((field, _)) => return Err(self.fault(field, "paste.field.noText")),
        }
        match (has_command, has_url) {
            (true, _) => Ok(Kind::Stdio),
            (false, true) => Ok(Kind::Http),
            (false, false) => match fields.written(&fields::COMMAND) {
                Some(field) => Err(self.fault(field, "paste.field.empty")),
                None => Err(self.problem("paste.noTransport")),
            },
        }
    }

    fn stdio(
        &self,
        fields: &mut Fields,
        notes: &mut Vec<Message>,
    ) -> Result<PastedTransport, Problem> {
        let command = fields.take(&fields::COMMAND);
        let mut words = match command.or_else(|| fields.take(&fields::PATH)) {
            Some((_, Value::String(command))) => vec![command.trim().to_owned()],
            Some((_, Value::Array(words))) => self.texts("command", words)?,
            Some(_) => return Err(self.fault("command", "paste.field.noText")),
            None => {
                let is_written = fields.written(&fields::COMMAND).is_some();
                let code = if is_written {
                    "paste.field.empty"
                } else {
                    "paste.field.missing"
                };
                return Err(self.fault("command", code));
            }
        };
        match fields.take(&fields::ARGS) {
            None => {}
            Some((_, Value::Array(args))) => words.extend(self.texts("args", args)?),
            Some((_, Value::String(args))) => match shell_words::split(args) {
                Ok(args) => words.extend(args),
                Err(_) => return Err(self.fault("args", "paste.field.quote")),
            },
            Some(_) => return Err(self.fault("args", "paste.field.noList")),
        }
        // "command": "npx -y package": several words where one program is meant.
        if words.len() == 1
            && words[0].contains(char::is_whitespace)
            && !words[0]
                .split_whitespace()
                .next()
                .is_some_and(|program| program.contains(['/', '\\']))
            && let Ok(split) = shell_words::split(&words[0])
        {
            words = split;
            notes.push(Message::new("paste.note.split"));
        }
        if words.is_empty() || words[0].is_empty() {
            return Err(self.fault("command", "paste.field.empty"));
        }
        let command = words.remove(0);
        let cwd = match fields.take(&fields::CWD) {
            None => None,
            Some((_, Value::String(cwd))) => Some(cwd.clone()),
            Some(_) => return Err(self.fault("cwd", "paste.field.noText")),
        };
        if fields.take(&fields::ENV_FILE).is_some() {
            notes.push(Message::new("paste.note.envFile"));
        }
        let mut env = self.values(fields.take(&fields::ENV))?;
        for name in names_of_values(fields) {
            if env.iter().all(|known| known.name != name) {
                env.push(pasted_value(name, format!("${{env:{name}}}")));
            }
        }
        if let Some((_, Value::String(registry))) = fields.find(&fields::PACKAGE_REGISTRY) {
            let names = variables_of_registry(&command);
            if !names.is_empty() {
                fields.take(&fields::PACKAGE_REGISTRY);
            }
            for name in names {
                if !env
                    .iter()
                    .any(|known| known.name.eq_ignore_ascii_case(name))
                {
                    env.push(pasted_value(*name, registry.trim().to_owned()));
                }
            }
        }
        Ok(PastedTransport::Stdio {
            command,
            args: words,
            env,
            cwd,
            inputs: Vec::new(),
        })
    }

    fn http(
        &self,
        fields: &mut Fields,
        notes: &mut Vec<Message>,
    ) -> Result<PastedTransport, Problem> {
        let Some((field, value)) = fields.take(&fields::URL) else {
            return Err(self.fault("url", "paste.field.missing"));
        };
        let Value::String(url) = value else {
            return Err(self.fault(field, "paste.field.noText"));
        };
        let url = url.trim();
        let kind = fields.find(&fields::KIND);
        let kind = kind.and_then(|(_, kind)| kind.as_str());
        if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("sse")) {
            notes.push(Message::new("paste.note.sse"));
        }
        let mut headers = self.values(fields.take(&fields::HEADERS))?;
        if headers.is_empty()
            && let Some((field, Value::Object(request))) = fields.find(&fields::REQUEST)
        {
            headers = self.values(request.get("headers").map(|headers| ("headers", headers)))?;
            // The rest of it is not used.
            if request.keys().all(|key| key == "headers") {
                fields.take(&[field]);
            }
        }
        let from_environment = |name: &str| format!("${{env:{name}}}");
        for mut header in self.values(fields.take(&fields::ENV_HEADERS))? {
            header.value = from_environment(&header.value);
            headers.push(header);
        }
        if let Some((_, Value::String(variable))) = fields.take(&fields::BEARER) {
            let value = format!("Bearer {}", from_environment(variable));
            headers.push(pasted_value("Authorization", value));
        }
        let names: Vec<String> = headers
            .extract_if(.., |header| is_own_header(&header.name))
            .map(|header| format!("“{}”", visible(&header.name)))
            .collect();
        if !names.is_empty() {
            notes.push(Message::new("paste.note.ownHeaders").with("names", names));
        }
        Ok(PastedTransport::Http {
            url: url.to_owned(),
            headers,
            // Goose puts them into the address and the headers.
            inputs: self
                .values(fields.take(&fields::ENV))?
                .iter()
                .filter_map(placeholders::as_input)
                .collect(),
        })
    }

    fn texts(&self, field: &str, list: &[Value]) -> Result<Vec<String>, Problem> {
        list.iter()
            .enumerate()
            .map(|(index, value)| {
                text(value)
                    .ok_or_else(|| self.fault(&format!("{field}[{index}]"), "paste.field.noText"))
            })
            .collect()
    }

    fn values(&self, place: Option<(&str, &Value)>) -> Result<Vec<PastedValue>, Problem> {
        match place {
            None | Some((_, Value::Null)) => Ok(Vec::new()),
            Some((field, Value::Object(values))) => values
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| {
                    let text = text(value).ok_or_else(|| {
                        self.fault(&format!("{field}.{}", visible(name)), "paste.field.noText")
                    })?;
                    Ok(pasted_value(name, text))
                })
                .collect(),
            Some((field, _)) => Err(self.fault(field, "paste.field.noValues")),
        }
    }
}

/// Returns the variables by which a package runner is told where packages come from; none if it is no such program.
fn variables_of_registry(command: &str) -> &'static [&'static str] {
    let program = command.rsplit(['/', '\\']).next().unwrap_or_default();
    let program = program.split_once('.').map_or(program, |(name, _)| name);
    match program.to_ascii_lowercase().as_str() {
        "npx" | "npm" | "bun" | "bunx" | "pnpm" | "yarn" => &["NPM_CONFIG_REGISTRY"],
        "uvx" | "uv" => &["UV_DEFAULT_INDEX"],
        "pip" | "pipx" => &["PIP_INDEX_URL"],
        _ => &[],
    }
}

/// Reads the variables that a server gets from elsewhere, as text or with a `name`.
fn names_of_values<'a>(fields: &mut Fields<'a>) -> Vec<&'a str> {
    let lists = fields::NAMES_OF_VALUES.iter();
    lists
        .flat_map(|field| names_in(fields.take(&[field])))
        .collect()
}

fn names_in<'a>(list: Option<(&str, &'a Value)>) -> Vec<&'a str> {
    let list = list.and_then(|(_, list)| list.as_array());
    list.into_iter()
        .flatten()
        .filter_map(|named| named.as_str().or_else(|| named.get("name")?.as_str()))
        .collect()
}

/// Drops values that neither the address nor a header refers to; their fields count as unused.
fn keep_used_values(inputs: &mut Vec<PastedValue>, used: &[String], fields: &mut Fields) {
    let is_used = |name: &str| used.iter().any(|used| used == name);
    let dropped = inputs.extract_if(.., |input| !is_used(&input.name)).count();
    if dropped > 0
        && let Some((field, _)) = fields.find(&fields::ENV)
    {
        fields.put_back(field);
    }
    for field in fields::NAMES_OF_VALUES {
        let names = names_in(fields.find(&[field]));
        if !names.is_empty() && names.iter().all(|name| is_used(name)) {
            fields.take(&[field]);
        }
    }
}

fn names_referred_to(url: &str, headers: &[PastedValue]) -> Vec<String> {
    let headers = headers.iter().map(|header| header.value.as_str());
    let texts = [url].into_iter().chain(headers);
    texts
        .flat_map(|text| references(text).map(|(name, _)| name.to_owned()))
        .collect()
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Notes values to fill in. References to secrets have fields of their own.
pub(crate) fn remarks(transport: &PastedTransport) -> Vec<Message> {
    let mut texts: Vec<(Param, &str)> = Vec::new();
    let is_open = |text: &str| references(text).next().is_none();
    let argument = |position| {
        Message::new("paste.argument")
            .with("position", position)
            .into()
    };
    let named = |value: &PastedValue| Param::from(&*visible(&value.name));
    match transport {
        PastedTransport::Stdio { args, env, .. } => {
            texts.extend(
                args.iter()
                    .enumerate()
                    .filter(|(_, arg)| is_open(arg))
                    .map(|(index, arg)| (argument(index + 1), arg.as_str())),
            );
            texts.extend(
                env.iter()
                    .filter(|value| is_open(&value.value))
                    .map(|value| (named(value), value.value.as_str())),
            );
        }
        PastedTransport::Http { url, headers, .. } => {
            texts.extend(is_open(url).then(|| (Message::new("paste.url").into(), url.as_str())));
            texts.extend(
                headers
                    .iter()
                    .filter(|value| is_open(&value.value))
                    .map(|value| (named(value), value.value.as_str())),
            );
        }
    }
    let to_fill_in = texts.into_iter().filter_map(|(place, text)| {
        // The home folder is filled in at the start.
        placeholder(&fill_in_home(text, Path::new("~"))).map(|found| {
            Message::new("paste.note.fillIn")
                .with("place", place)
                .with("placeholder", &*visible(&found))
        })
    });
    to_fill_in.collect()
}
