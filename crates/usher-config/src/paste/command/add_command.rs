//! Parses the commands by which other clients add a server: `claude mcp add [options] name [--] command…` and its kin.

use std::iter::Peekable;
use std::slice::Iter;

use serde_json::Value;

use super::super::pasted::{pasted_server, pasted_value};
use super::super::problem::Problem;
use super::super::{entry, placeholders};
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::text::visible;

/// What a command adds.
pub(super) enum Added {
    Server(PastedServer),
    /// A configuration in JSON.
    Json(String),
}

/// What an option says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Env,
    Header,
    Url,
    /// The name of the variable that holds a token.
    Bearer,
    Name,
    Command,
    Args,
    Cwd,
    Transport,
    /// A value that concerns the client alone.
    Nothing,
    /// A value that a server here does not have.
    Unused,
    /// It stands alone, and concerns the client alone.
    Flag,
}

const OPTIONS: [(&str, Says); 37] = [
    ("-e", Says::Env),
    ("--env", Says::Env),
    ("-H", Says::Header),
    ("--header", Says::Header),
    ("--url", Says::Url),
    ("--bearer-token-env-var", Says::Bearer),
    ("--name", Says::Name),
    ("--command", Says::Command),
    ("--args", Says::Args),
    ("--cwd", Says::Cwd),
    ("-t", Says::Transport),
    ("--transport", Says::Transport),
    ("--type", Says::Transport),
    ("-s", Says::Nothing),
    ("--scope", Says::Nothing),
    ("--agent", Says::Nothing),
    ("--description", Says::Nothing),
    ("--timeout", Says::Nothing),
    ("--startup-timeout", Says::Nothing),
    ("--tool-timeout", Says::Nothing),
    ("--callback-port", Says::Unused),
    ("--client-id", Says::Unused),
    ("--oauth-client-id", Says::Unused),
    ("--oauth-resource", Says::Unused),
    ("--oauth-scopes", Says::Unused),
    ("--exclude-tools", Says::Unused),
    ("--include-tools", Says::Unused),
    ("--scopes", Says::Unused),
    ("--tools", Says::Unused),
    ("--client-secret", Says::Flag),
    ("--disabled", Says::Flag),
    ("--force", Says::Flag),
    ("-g", Says::Flag),
    ("--global", Says::Flag),
    ("--trust", Says::Flag),
    ("--workspace", Says::Flag),
    ("--yes", Says::Flag),
];

/// What was read of a command.
#[derive(Default)]
struct Read {
    name: Option<String>,
    command: Vec<String>,
    url: Option<String>,
    env: Vec<PastedValue>,
    headers: Vec<PastedValue>,
    cwd: Option<String>,
    unused: Vec<String>,
    notes: Vec<Message>,
}

/// Reads the words after `mcp`.
pub(super) fn read(words: &[String]) -> Result<Added, Problem> {
    match words
        .split_first()
        .map(|(verb, rest)| (verb.as_str(), rest))
    {
        Some(("add", rest)) => Ok(Added::Server(server(read_words(rest)?)?)),
        Some(("add-json", rest)) => json(rest),
        _ => Err(Problem::plain("paste.mcpCommand")),
    }
}

/// `claude mcp add-json [options] name json`
fn json(words: &[String]) -> Result<Added, Problem> {
    let mut read = Read::default();
    let mut plain = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if word.starts_with('-') {
            read.option(word, &mut words)?;
        } else {
            plain.push(word.as_str());
        }
    }
    let [name, json, ..] = plain[..] else {
        let code = if plain.is_empty() {
            "paste.addJsonName"
        } else {
            "paste.addJson"
        };
        return Err(Problem::plain(code));
    };
    Ok(Added::Json(format!("{{{}: {json}}}", Value::from(name))))
}

fn read_words(words: &[String]) -> Result<Read, Problem> {
    let mut read = Read::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let is_program = !read.command.is_empty();
        if word == "--" {
            read.positional(&mut words);
        } else if word.starts_with('-') && (!is_program || says(word).is_some()) {
            read.option(word, &mut words)?;
        } else if read.name.is_none() {
            read.name = Some(word.clone());
        } else {
            read.command.push(word.clone());
            // From the program on, every word is its own; after an address come options.
            if is_program {
                read.positional(&mut words);
            }
        }
    }
    Ok(read)
}

type Words<'a> = Peekable<Iter<'a, String>>;

impl Read {
    /// Takes the rest as the name and the command.
    fn positional(&mut self, words: &mut Words) {
        if self.name.is_none() {
            self.name = words.next().cloned();
        }
        self.command.extend(words.cloned());
    }

    fn option(&mut self, word: &str, words: &mut Words) -> Result<(), Problem> {
        let (option, inline) = match word.split_once('=') {
            Some((option, value)) if word.starts_with("--") => (option, Some(value.to_owned())),
            _ => (word, None),
        };
        let Some(says) = says(word) else {
            self.unused.push(format!("“{}”", visible(option)));
            return Ok(());
        };
        if says == Says::Flag {
            return Ok(());
        }
        let value = inline.or_else(|| words.next().cloned()).unwrap_or_default();
        match says {
            Says::Env => {
                self.variable(option, &value)?;
                // Claude Code takes several after one option.
                while let Some(pair) = words.next_if(|word| assignment(word).is_some()) {
                    self.variable(option, pair)?;
                }
            }
            Says::Header => {
                self.header(&value)?;
                while let Some(pair) = words.next_if(|word| word.contains(": ")) {
                    self.header(pair)?;
                }
            }
            Says::Bearer => {
                let value = format!("Bearer ${{env:{value}}}");
                self.headers.push(pasted_value("Authorization", value));
            }
            Says::Url => self.url = Some(value),
            Says::Name => self.name = Some(value),
            Says::Command => self.command.insert(0, value),
            Says::Args => self.command.extend(listed(&value)),
            Says::Cwd => self.cwd = Some(value),
            Says::Transport if value.eq_ignore_ascii_case("sse") => {
                self.notes.push(Message::new("paste.note.sse"));
            }
            Says::Unused => self.unused.push(format!("“{option}”")),
            Says::Transport | Says::Nothing | Says::Flag => {}
        }
        Ok(())
    }

    fn variable(&mut self, option: &str, pair: &str) -> Result<(), Problem> {
        let (name, text) = assignment(pair).ok_or_else(|| {
            let message = Message::new("paste.env").with("pair", &*visible(pair));
            Problem::new(message.with("option", option))
        })?;
        self.env.push(pasted_value(name, text));
        Ok(())
    }

    fn header(&mut self, pair: &str) -> Result<(), Problem> {
        let (name, text) = pair
            .split_once(':')
            .ok_or_else(|| Problem::plain("paste.header"))?;
        self.headers.push(pasted_value(name.trim(), text.trim()));
        Ok(())
    }
}

fn says(word: &str) -> Option<Says> {
    let option = word.split_once('=').map_or(word, |(option, _)| option);
    let mut options = OPTIONS.iter();
    Some(options.find(|(name, _)| *name == option)?.1)
}

/// Arguments in one word: as JSON, or with commas between them.
fn listed(text: &str) -> Vec<String> {
    serde_json::from_str(text)
        .unwrap_or_else(|_| text.split(',').map(str::to_owned).collect::<Vec<_>>())
}

fn server(read: Read) -> Result<PastedServer, Problem> {
    let Read {
        name,
        command: words,
        url,
        env,
        headers,
        cwd,
        unused,
        mut notes,
    } = read;
    let name = name.ok_or_else(|| Problem::plain("paste.addName"))?;
    let url = url.or_else(|| words.first().filter(|word| word.contains("://")).cloned());
    let mut words = words.into_iter();
    let mut transport = match (url, words.next()) {
        (Some(url), _) => PastedTransport::Http {
            url,
            headers,
            inputs: Vec::new(),
        },
        (None, Some(command)) => PastedTransport::Stdio {
            command,
            args: words.collect(),
            env,
            cwd,
            inputs: Vec::new(),
        },
        (None, None) => {
            let message = Message::new("paste.addCommand").with("name", &*visible(&name));
            return Err(Problem::new(message));
        }
    };
    if !unused.is_empty() {
        notes.push(Message::new("paste.note.unused").with("fields", unused));
    }
    notes.extend(placeholders::make_references(&mut transport));
    if let PastedTransport::Http { url, inputs, .. } = &mut transport {
        placeholders::settle_host(url, inputs);
    }
    notes.extend(entry::remarks(&transport));
    Ok(pasted_server(Some(&name), transport, notes))
}

/// `NAME=value`.
pub(super) fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    is_name.then_some((name, value))
}
