//! Finds configurations of other apps on disk, when the person asks.
//!
//! Nothing is written or started. `paste` reads their content; the host decides which of them are imported.

mod app;
mod file_text;
mod known_apps;
mod paths;
mod read_only_files;
#[cfg(test)]
mod tests;

pub use app::{App, ConfigFile};
pub use known_apps::APPS;
pub use paths::ConfigPaths;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::definition::{
    DraftDefinition, ExistingServers, SavedValue, ServerDefinition, Transport, check_import,
};
use crate::file_format::{Format, parse, value_at};
use crate::paste::config::{self, Entry};
use crate::paste::{listed_inputs, not_valid};
use app::Holds;
use file_text::file_text;
use read_only_files::Place;
use usher_messages::Message;
use usher_types::input::begins_at_home;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};

/// One configuration file of another app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub app: &'static str,
    pub path: PathBuf,
    /// The servers in it.
    pub candidates: Vec<Candidate>,
    /// Why it cannot be read.
    pub problem: Option<Message>,
}

/// One server in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub key: String,
    /// What it is, or why it cannot be taken over.
    pub server: Result<PastedServer, Message>,
}

/// Reads every configuration file that is there. Blocking.
pub fn scan(paths: &ConfigPaths) -> Vec<Source> {
    let own = APPS
        .iter()
        .flat_map(|app| app.files(paths).into_iter().map(move |file| (app, file)))
        .flat_map(|(app, file)| [Some(file.path), file.twin].map(|path| (app, path)))
        .filter_map(|(app, path)| Some(Place::new(*app, path?)));
    let mut seen = HashSet::new();
    own.chain(read_only_files::places(paths))
        .filter(|place| seen.insert((place.path.clone(), place.app.servers)))
        .filter_map(read)
        .collect()
}

/// Reads the servers in the text of a configuration file, except Usher itself.
pub fn servers(app: &App, text: &str) -> Result<Vec<Candidate>, Message> {
    candidates(app, &parsed(app, text)?, Extent::Everywhere, None)
}

/// Whether an entry starts Usher for another app: `usher connect …`. Importing it would be a circle.
pub fn starts_usher(command: &str, args: &[String]) -> bool {
    let program = command.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = program.strip_suffix(".exe").unwrap_or(program);
    name == "usher" && args.first().is_some_and(|first| first == "connect")
}

/// Whether an equal server is configured already: the same command line, or the same address.
pub fn is_known<'a>(
    server: &PastedServer,
    definitions: impl IntoIterator<Item = &'a ServerDefinition>,
) -> bool {
    let mut definitions = definitions.into_iter();
    definitions.any(|known| is_same(server, known))
}

/// Whether a configured server can stand for one of another app: it is equal, and has every value that the app hands over.
pub fn stands_for(known: &ServerDefinition, server: &PastedServer) -> bool {
    let (PastedTransport::Stdio { env: values, .. }
    | PastedTransport::Http {
        headers: values, ..
    }) = &server.transport;
    let has = |value: &PastedValue| {
        let mut found = known.transport.values().iter();
        found.any(|found| {
            found.name.eq_ignore_ascii_case(&value.name)
                && match &found.value {
                    SavedValue::Secret(_) => true,
                    SavedValue::Plain(text) => *text == value.value,
                }
        })
    };
    is_same(server, known) && values.iter().all(has)
}

fn is_same(server: &PastedServer, known: &ServerDefinition) -> bool {
    match (&server.transport, &known.transport) {
        (
            PastedTransport::Stdio { command, args, .. },
            Transport::Stdio {
                command: known_command,
                args: known_args,
                env,
                ..
            },
        ) => command == known_command && args == known_args && plain_values_agree(server, env),
        (PastedTransport::Http { url, .. }, Transport::Http { url: known, .. }) => {
            known.as_str().trim_end_matches('/') == url.trim_end_matches('/')
        }
        _ => false,
    }
}

/// A different plain environment makes a different server.
fn plain_values_agree(server: &PastedServer, known: &[crate::definition::NamedValue]) -> bool {
    let PastedTransport::Stdio { env, .. } = &server.transport else {
        return true;
    };
    known.iter().all(|known| match &known.value {
        SavedValue::Secret(_) => true,
        SavedValue::Plain(text) => env
            .iter()
            .all(|value| value.name != known.name || &value.value == text),
    })
}

/// Reads one file; `None` = it is not there, or says nothing about servers.
fn read(place: Place) -> Option<Source> {
    if !place.path.is_file() {
        return None;
    }
    let app = &place.app;
    let outcome = file_text(&place.path).and_then(|text| {
        let mut value = parsed(app, &text)?;
        fill_in(&mut value, &place.filled);
        candidates(app, &value, Extent::AndProjects, place.start.as_deref())
    });
    match outcome {
        Ok(candidates) if candidates.is_empty() => None,
        Ok(candidates) => Some(Source {
            app: app.name,
            path: place.path,
            candidates,
            problem: None,
        }),
        // Settings of an app are not ours to complain about.
        Err(_) if app.holds == Holds::Settings => None,
        Err(problem) => Some(Source {
            app: app.name,
            path: place.path,
            candidates: Vec::new(),
            problem: Some(problem),
        }),
    }
}

fn parsed(app: &App, text: &str) -> Result<Value, Message> {
    parse(text, app.format).map_err(|fault| not_valid(text, app.format, &fault))
}

/// Puts folders in the place of the names that only their app knows.
fn fill_in(value: &mut Value, filled: &[(&str, PathBuf)]) {
    match value {
        Value::String(text) => {
            for (name, folder) in filled {
                *text = text.replace(name, &folder.to_string_lossy());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| fill_in(item, filled)),
        Value::Object(members) => members
            .values_mut()
            .for_each(|member| fill_in(member, filled)),
        _ => {}
    }
}

/// Which servers of a file are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Those that the app has wherever it is used.
    Everywhere,
    /// Those of single projects as well, as Claude Code has them.
    AndProjects,
}

fn candidates(
    app: &App,
    value: &Value,
    extent: Extent,
    start: Option<&Path>,
) -> Result<Vec<Candidate>, Message> {
    let is_empty = match value {
        Value::Object(object) => object.is_empty(),
        Value::Null => true,
        _ => false,
    };
    if is_empty {
        return Ok(Vec::new());
    }
    let place = value_at(value, app.keys_in(value));
    let projects = value
        .get("projects")
        .filter(|_| extent == Extent::AndProjects);
    let found = match (app.holds, place.or(projects)) {
        (_, Some(_)) => {
            let members = [
                ("mcpServers", place),
                ("projects", projects),
                ("inputs", listed_inputs(value)),
            ];
            let members = members
                .into_iter()
                .filter_map(|(name, member)| Some((name.to_owned(), member?.clone())));
            config::read(&Value::Object(members.collect()))
        }
        (Holds::Settings, None) => return Ok(Vec::new()),
        (Holds::Servers, None) => config::read(value),
    };
    let found = found.map_err(|problem| problem.message)?;
    Ok(found
        .entries
        .into_iter()
        .filter(|entry| !is_built_in(app, place, entry) && !is_usher(entry))
        .map(|entry| candidate(entry, start))
        .collect())
}

/// Where an app starts a server whose file says this of the place.
fn started_in(start: &Path, cwd: Option<&str>) -> String {
    match cwd {
        Some(cwd) if begins_at_home(cwd) || cwd.starts_with("${") => cwd.to_owned(),
        // An absolute one stays itself.
        Some(cwd) => start.join(cwd).to_string_lossy().into_owned(),
        None => start.to_string_lossy().into_owned(),
    }
}

/// Goose lists its own built-in extensions among MCP servers.
fn is_built_in(app: &App, servers: Option<&Value>, entry: &Entry) -> bool {
    let kind = servers.and_then(|all| all.get(&entry.key)?.get("type")?.as_str());
    app.format == Format::Yaml && matches!(kind, Some("builtin" | "platform" | "frontend"))
}

fn is_usher(entry: &Entry) -> bool {
    match &entry.server {
        Ok(PastedServer {
            transport: PastedTransport::Stdio { command, args, .. },
            ..
        }) => starts_usher(command, args),
        _ => false,
    }
}

/// What could not be kept is named here, so that it does not cost the others that are chosen with it.
fn candidate(entry: Entry, start: Option<&Path>) -> Candidate {
    let server = entry.server.map_err(|problem| problem.message);
    let checked = server.and_then(|mut server| {
        if let (PastedTransport::Stdio { cwd, .. }, Some(start)) = (&mut server.transport, start) {
            *cwd = Some(started_in(start, cwd.as_deref()));
        }
        let draft = DraftDefinition::from(server.clone());
        match check_import(draft, ExistingServers::default()) {
            Ok(_) => Ok(server),
            Err(problems) => Err(problems
                .into_iter()
                .map(|problem| problem.message)
                .reduce(Message::followed_by)
                .unwrap_or(Message::new("paste.file.notValid"))),
        }
    });
    Candidate {
        key: entry.key,
        server: checked,
    }
}
