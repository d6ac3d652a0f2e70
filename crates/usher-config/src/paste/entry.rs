//! Parses one server of a configuration, whichever client's field names it uses.

use serde_json::{Map, Value};

use super::{Problem, pasted_server, pasted_value};
use crate::definition::placeholder;
use usher_messages::{Message, Param};
use usher_types::input::references;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::text::visible;

const URL_FIELDS: [&str; 4] = ["url", "serverUrl", "httpUrl", "uri"];
const COMMAND_FIELDS: [&str; 2] = ["command", "cmd"];
const ENV_FIELDS: [&str; 3] = ["env", "envs", "environment"];
const HEADER_FIELDS: [&str; 3] = ["headers", "http_headers", "requestInit"];

/// Fields of other clients that concern neither start nor address.
const IGNORED_FIELDS: [&str; 30] = [
    "alwaysAllow",
    "auth",
    "autoApprove",
    "available_tools",
    "bundled",
    "description",
    "dev",
    "disabled",
    "disabledTools",
    "display_name",
    "displayName",
    "enabled",
    "enabledTools",
    "env_keys",
    "gallery",
    "icon",
    "id",
    "label",
    "name",
    "networkTimeout",
    "oauth",
    "sampling",
    "settings",
    "source",
    "startupTimeout",
    "timeout",
    "tools",
    "trust",
    "version",
    "scope",
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
    // Zed puts program, arguments and environment into the command itself.
    let nested = object.get("command").and_then(Value::as_object);
    let place = nested.unwrap_or(object);
    let mut notes = Vec::new();
    let transport = match reader.kind(object, place)? {
        Kind::Stdio => reader.stdio(object, place, &mut notes)?,
        Kind::Http => reader.http(object, &mut notes)?,
    };
    let unknown: Vec<String> = object
        .keys()
        .filter(|key| !is_known(key))
        .map(|key| format!("“{}”", visible(key)))
        .collect();
    if !unknown.is_empty() {
        notes.push(Message::new("paste.note.unused").with("fields", unknown));
    }
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

    fn kind(
        &self,
        object: &Map<String, Value>,
        place: &Map<String, Value>,
    ) -> Result<Kind, Problem> {
        let has_url = URL_FIELDS.iter().any(|field| object.contains_key(*field));
        let has_command = COMMAND_FIELDS
            .iter()
            .any(|field| place.contains_key(*field))
            || place.contains_key("path");
        let field = if object.contains_key("type") {
            "type"
        } else {
            "transport"
        };
        match object.get(field) {
            None => {}
            Some(Value::String(word)) => match word.to_ascii_lowercase().as_str() {
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
            Some(_) => return Err(self.fault(field, "paste.field.noText")),
        }
        match (has_command, has_url) {
            (true, _) => Ok(Kind::Stdio),
            (false, true) => Ok(Kind::Http),
            (false, false) => Err(self.problem("paste.noTransport")),
        }
    }

    fn stdio(
        &self,
        object: &Map<String, Value>,
        place: &Map<String, Value>,
        notes: &mut Vec<Message>,
    ) -> Result<PastedTransport, Problem> {
        let mut words = match COMMAND_FIELDS
            .iter()
            .find_map(|field| place.get(*field))
            .or_else(|| place.get("path"))
        {
            Some(Value::String(command)) => vec![command.trim().to_owned()],
            Some(Value::Array(words)) => self.texts("command", words)?,
            Some(_) => return Err(self.fault("command", "paste.field.noText")),
            None => return Err(self.fault("command", "paste.field.missing")),
        };
        match place.get("args").or_else(|| place.get("arguments")) {
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
            && !words[0].contains(['/', '\\'])
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
        Ok(PastedTransport::Stdio {
            command,
            args: words,
            env: self.values(&ENV_FIELDS, place)?,
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
        let kind = object
            .get("type")
            .or_else(|| object.get("transport"))
            .and_then(Value::as_str);
        if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("sse")) {
            notes.push(Message::new("paste.note.sse"));
        }
        let nested = object.get("requestInit").and_then(Value::as_object);
        Ok(PastedTransport::Http {
            url: url.trim().to_owned(),
            headers: self.values(&HEADER_FIELDS[..2], nested.unwrap_or(object))?,
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
        "type",
        "transport",
        "args",
        "arguments",
        "cwd",
        "workingDirectory",
        "envFile",
        "path",
    ];
    [
        &own[..],
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
            texts.extend(env.iter().map(|value| (named(value), value.value.as_str())));
        }
        PastedTransport::Http { url, headers, .. } => {
            texts.extend(is_open(url).then(|| (Message::new("paste.url").into(), url.as_str())));
            texts.extend(
                headers
                    .iter()
                    .map(|value| (named(value), value.value.as_str())),
            );
        }
    }
    let to_fill_in = texts.into_iter().filter_map(|(place, text)| {
        placeholder(text).map(|found| {
            Message::new("paste.note.fillIn")
                .with("place", place)
                .with("placeholder", &*visible(&found))
        })
    });
    to_fill_in.collect()
}
