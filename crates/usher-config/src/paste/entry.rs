//! Parses one server of a configuration, whichever client's field names it uses.

use std::path::Path;

use serde_json::{Map, Value};

use super::placeholders;
use super::{Problem, pasted_server, pasted_value};
use crate::definition::{is_own_header, placeholder};
use usher_messages::{Message, Param};
use usher_types::input::{fill_in_home, references};
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::text::visible;

const URL_FIELDS: [&str; 5] = ["url", "serverUrl", "httpUrl", "uri", "baseUrl"];
const COMMAND_FIELDS: [&str; 2] = ["command", "cmd"];
const ENV_FIELDS: [&str; 3] = ["env", "envs", "environment"];
const HEADER_FIELDS: [&str; 3] = ["headers", "http_headers", "requestInit"];
const KIND_FIELDS: [&str; 3] = ["type", "transport", "transportType"];

/// Values that an app takes from its environment or its own store, by their names.
const NAMES_OF_VALUES: [&str; 2] = ["env_vars", "env_keys"];
const BEARER_FIELD: &str = "bearer_token_env_var";
const ENV_HEADERS_FIELD: &str = "env_http_headers";

/// Fields of other clients that concern neither start nor address, nor what may be called.
const IGNORED_FIELDS: [&str; 32] = [
    "alwaysAllow",
    "autoApprove",
    "bundled",
    "description",
    "dev",
    "disabled",
    "display_name",
    "displayName",
    "enabled",
    "gallery",
    "icon",
    "id",
    "installSource",
    "isActive",
    "label",
    "logoUrl",
    "longRunning",
    "name",
    "networkTimeout",
    "provider",
    "providerUrl",
    "registryUrl",
    "sampling",
    "scope",
    "settings",
    "source",
    "startup_timeout_sec",
    "startupTimeout",
    "tags",
    "timeout",
    "tool_timeout_sec",
    "version",
];

/// Whether an object is a server rather than a map of servers.
pub(super) fn is_entry(object: &Map<String, Value>) -> bool {
    let is_command = COMMAND_FIELDS.iter().any(|field| {
        object.get(*field).is_some_and(|value| {
            value.is_string() || value.is_array() || value.get("path").is_some()
        })
    });
    is_command
        || URL_FIELDS
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
    let mut notes = Vec::new();
    let mut unused: Vec<&str> = object
        .keys()
        .map(String::as_str)
        .filter(|key| !is_known(key))
        .collect();
    let mut transport = match reader.kind(object)? {
        Kind::Stdio => {
            // Only one of the two can be the server.
            unused.extend(URL_FIELDS.iter().filter(|field| is_given(object, field)));
            reader.stdio(object, &mut notes)?
        }
        Kind::Http => reader.http(object, &mut notes)?,
    };
    let unused: Vec<String> = unused
        .iter()
        .map(|key| format!("“{}”", visible(key)))
        .collect();
    if !unused.is_empty() {
        notes.push(Message::new("paste.note.unused").with("fields", unused));
    }
    notes.extend(placeholders::make_references(&mut transport));
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

    fn kind(&self, object: &Map<String, Value>) -> Result<Kind, Problem> {
        let has = |fields: &[&str]| fields.iter().any(|field| is_given(object, field));
        let (has_url, has_command) = (has(&URL_FIELDS), has(&COMMAND_FIELDS) || has(&["path"]));
        let found = KIND_FIELDS
            .iter()
            .find_map(|field| Some((*field, object.get(*field)?)));
        match found {
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
            (false, false) => match COMMAND_FIELDS
                .iter()
                .find(|field| object.contains_key(**field))
            {
                Some(field) => Err(self.fault(field, "paste.field.empty")),
                None => Err(self.problem("paste.noTransport")),
            },
        }
    }

    fn stdio(
        &self,
        object: &Map<String, Value>,
        notes: &mut Vec<Message>,
    ) -> Result<PastedTransport, Problem> {
        let mut words = match COMMAND_FIELDS
            .iter()
            .find_map(|field| object.get(*field))
            .or_else(|| object.get("path"))
        {
            Some(Value::String(command)) => vec![command.trim().to_owned()],
            Some(Value::Array(words)) => self.texts("command", words)?,
            Some(_) => return Err(self.fault("command", "paste.field.noText")),
            None => return Err(self.fault("command", "paste.field.missing")),
        };
        match object.get("args").or_else(|| object.get("arguments")) {
            None | Some(Value::Null) => {}
            Some(Value::Array(args)) => words.extend(self.texts("args", args)?),
            Some(Value::String(args)) => match shell_words::split(args) {
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
        let cwd = match object.get("cwd").or_else(|| object.get("workingDirectory")) {
            None | Some(Value::Null) => None,
            Some(Value::String(cwd)) => Some(cwd.clone()),
            Some(_) => return Err(self.fault("cwd", "paste.field.noText")),
        };
        if object.contains_key("envFile") {
            notes.push(Message::new("paste.note.envFile"));
        }
        let mut env = self.values(&ENV_FIELDS, object)?;
        for name in names_of_values(object) {
            if env.iter().all(|known| known.name != name) {
                env.push(pasted_value(name, format!("${{env:{name}}}")));
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
        object: &Map<String, Value>,
        notes: &mut Vec<Message>,
    ) -> Result<PastedTransport, Problem> {
        let Some((field, value)) = URL_FIELDS
            .iter()
            .find_map(|field| Some((*field, object.get(*field)?)))
        else {
            return Err(self.fault("url", "paste.field.missing"));
        };
        let Value::String(url) = value else {
            return Err(self.fault(field, "paste.field.noText"));
        };
        let url = url.trim();
        let kind = KIND_FIELDS
            .iter()
            .find_map(|field| object.get(*field)?.as_str());
        if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("sse")) {
            notes.push(Message::new("paste.note.sse"));
        }
        let nested = object.get("requestInit").and_then(Value::as_object);
        let mut headers = self.values(&HEADER_FIELDS[..2], nested.unwrap_or(object))?;
        let from_environment = |name: &str| format!("${{env:{name}}}");
        for mut header in self.values(&[ENV_HEADERS_FIELD], object)? {
            header.value = from_environment(&header.value);
            headers.push(header);
        }
        if let Some(variable) = object.get(BEARER_FIELD).and_then(Value::as_str) {
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
            inputs: Vec::new(),
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

    fn values(
        &self,
        fields: &[&str],
        place: &Map<String, Value>,
    ) -> Result<Vec<PastedValue>, Problem> {
        let Some((field, value)) = fields
            .iter()
            .find_map(|field| Some((*field, place.get(*field)?)))
        else {
            return Ok(Vec::new());
        };
        match value {
            Value::Null => Ok(Vec::new()),
            Value::Object(values) => values
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| {
                    let text = text(value).ok_or_else(|| {
                        self.fault(&format!("{field}.{}", visible(name)), "paste.field.noText")
                    })?;
                    Ok(pasted_value(name, text))
                })
                .collect(),
            _ => Err(self.fault(field, "paste.field.noValues")),
        }
    }
}

/// Whether a field says something; some apps write every field.
fn is_given(object: &Map<String, Value>, field: &str) -> bool {
    match object.get(field) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.trim().is_empty(),
        Some(_) => true,
    }
}

/// The variables that a server gets from elsewhere, as text or with a `name`.
fn names_of_values(object: &Map<String, Value>) -> Vec<&str> {
    let lists = NAMES_OF_VALUES
        .iter()
        .filter_map(|field| object.get(*field)?.as_array());
    lists
        .flatten()
        .filter_map(|named| named.as_str().or_else(|| named.get("name")?.as_str()))
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

fn is_known(key: &str) -> bool {
    let own = [
        "args",
        "arguments",
        "cwd",
        "workingDirectory",
        "envFile",
        "path",
        BEARER_FIELD,
        ENV_HEADERS_FIELD,
    ];
    [
        &own[..],
        &KIND_FIELDS,
        &NAMES_OF_VALUES,
        &URL_FIELDS,
        &COMMAND_FIELDS,
        &ENV_FIELDS,
        &HEADER_FIELDS,
        &IGNORED_FIELDS,
    ]
    .iter()
    .any(|names| names.contains(&key))
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
