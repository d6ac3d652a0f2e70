//! Finds credentials that stand in the open in arguments and in the query of a URL, and takes them out.
//!
//! What is found decides what is offered as a secret, blanked in files and redacted, so it may err on the side of yes.
//! Not here: values that look like secrets by themselves (`secret_names`) and what is done about them.

use std::collections::HashSet;
use std::ops::Range;

use url::Url;
use url::form_urlencoded;
use usher_types::input::{reference, references};
use usher_types::secret::Secret;

use super::names::program_name;
use super::placeholder::placeholder;
use super::secret_names::looks_secret;
use super::{NamedValue, SavedValue, Transport};
use usher_types::id::SecretRef;

/// A credential that stood in the open, and the name it has from now on.
#[derive(Clone)]
pub struct Credential {
    pub name: String,
    pub value: Secret,
}

/// What was taken out of the arguments of a program.
#[derive(Default)]
pub struct TakenFromArgs {
    /// Arguments refer to these as inputs.
    pub inputs: Vec<Credential>,
    /// `docker run -e NAME` takes these from the environment.
    pub env: Vec<Credential>,
}

/// Takes the credentials out of a program's arguments. `env` has the names that are environment values already.
pub fn take_from_args<'a>(
    command: &str,
    args: &mut [String],
    env: impl IntoIterator<Item = &'a str>,
) -> TakenFromArgs {
    let mut env_names: HashSet<String> = env.into_iter().map(str::to_owned).collect();
    let mut input_names = args_input_names(args);
    let is_container = is_container(command, args);
    let mut taken = TakenFromArgs::default();
    for index in 0..args.len() {
        let (before, rest) = args.split_at_mut(index);
        let (previous, arg) = (before.last().map_or("", String::as_str), &mut rest[0]);
        if is_container
            && let Some((name, value)) = container_variable(previous, arg)
            && !env_names.contains(name)
        {
            let (name, value) = (name.to_owned(), value.to_owned());
            let kept = arg.len() - value.len() - 1;
            arg.truncate(kept);
            env_names.insert(name.clone());
            taken.env.push(Credential {
                name,
                value: Secret::new(value),
            });
            continue;
        }
        for (name, place) in in_argument(previous, arg).into_iter().rev() {
            let name = free_name(&name, &mut input_names);
            let value = Secret::new(&arg[place.clone()]);
            arg.replace_range(place, &reference(&name));
            taken.inputs.push(Credential { name, value });
        }
    }
    taken
}

/// Takes the credentials out of the query of a URL.
pub fn take_from_url(url: &mut Url) -> Vec<Credential> {
    let Some(query) = url.query() else {
        return Vec::new();
    };
    let mut names: HashSet<String> = references(query).map(|(name, _)| name.to_owned()).collect();
    let (mut pairs, mut taken) = (Vec::new(), Vec::new());
    for pair in query.split('&') {
        let decoded = form_urlencoded::parse(pair.as_bytes()).next();
        let (Some((name, value)), Some((written, _))) = (decoded, pair.split_once('=')) else {
            pairs.push(pair.to_owned());
            continue;
        };
        if !is_credential(&name, &value) {
            pairs.push(pair.to_owned());
            continue;
        }
        let input = free_name(&name, &mut names);
        pairs.push(format!("{written}={}", reference(&input)));
        taken.push(Credential {
            name: input,
            value: Secret::new(value),
        });
    }
    if !taken.is_empty() {
        url.set_query(Some(&pairs.join("&")));
    }
    taken
}

/// Empties the credentials in the query of a URL, and returns their names.
pub fn blank_url(url: &mut Url) -> Vec<String> {
    let taken = take_from_url(url);
    if let (Some(query), false) = (url.query(), taken.is_empty()) {
        let blank = taken.iter().fold(query.to_owned(), |query, credential| {
            query.replacen(&reference(&credential.name), "", 1)
        });
        url.set_query(Some(&blank));
    }
    taken.into_iter().map(|taken| taken.name).collect()
}

/// Empties the credentials in a configuration, and returns their names.
pub fn blank_members(members: &mut serde_json::Map<String, serde_json::Value>) -> Vec<String> {
    let mut names = Vec::new();
    for (name, member) in members {
        blank_member(name, member, &mut names);
    }
    names
}

fn blank_member(name: &str, member: &mut serde_json::Value, names: &mut Vec<String>) {
    match member {
        serde_json::Value::String(text) if is_credential(name, text) => {
            text.clear();
            names.push(name.to_owned());
        }
        serde_json::Value::String(text) => {
            let Ok(mut url) = Url::parse(text) else {
                return;
            };
            let blanked = blank_url(&mut url);
            if !blanked.is_empty() {
                *text = url.into();
                names.extend(blanked);
            }
        }
        serde_json::Value::Array(items) => items
            .iter_mut()
            .for_each(|item| blank_member(name, item, names)),
        serde_json::Value::Object(members) => names.extend(blank_members(members)),
        _ => {}
    }
}

impl Transport {
    /// This with each credential that stands in the open taken out, as it may leave the machine: in their places are
    /// secrets without a value. Returns their names as well.
    pub fn without_credentials(&self) -> (Self, Vec<String>) {
        let mut stripped = self.clone();
        let mut names = Vec::new();
        for named in stripped.named_mut() {
            if let SavedValue::Plain(text) = &named.value
                && is_credential(&named.name, text)
            {
                named.value = empty_secret();
                names.push(named.name.clone());
            }
        }
        let mut named = |credential: Credential| {
            names.push(credential.name.clone());
            NamedValue {
                name: credential.name,
                value: empty_secret(),
            }
        };
        match &mut stripped {
            Self::Stdio {
                command,
                args,
                env,
                inputs,
                ..
            } => {
                let known = env.iter().map(|value| value.name.as_str());
                let taken = take_from_args(command, args, known);
                env.extend(taken.env.into_iter().map(&mut named));
                inputs.extend(taken.inputs.into_iter().map(named));
            }
            Self::Http { url, inputs, .. } => {
                inputs.extend(take_from_url(url).into_iter().map(named));
            }
            Self::Demo => {}
        }
        (stripped, names)
    }

    /// The credentials that stand in its arguments, its URL or its values in the open.
    pub fn open_credentials(&self) -> Vec<Secret> {
        let mut open = self.clone();
        let named: Vec<Secret> = open
            .named_mut()
            .filter_map(|named| match &named.value {
                SavedValue::Plain(text) if is_credential(&named.name, text) => {
                    Some(Secret::new(text))
                }
                _ => None,
            })
            .collect();
        let taken = match open {
            Self::Stdio {
                command, mut args, ..
            } => {
                let taken = take_from_args(&command, &mut args, []);
                [taken.env, taken.inputs].concat()
            }
            Self::Http { mut url, .. } => take_from_url(&mut url),
            Self::Demo => Vec::new(),
        };
        let taken = taken.into_iter().map(|taken| taken.value);
        named.into_iter().chain(taken).collect()
    }
}

fn empty_secret() -> SavedValue {
    SavedValue::Secret(SecretRef::from(String::new()))
}

/// Whether this is `docker run` or its kin, whose `-e NAME` hands a variable of its own environment on.
fn is_container(command: &str, args: &[String]) -> bool {
    let runs = ["docker", "podman", "nerdctl"].contains(&program_name(command).as_str());
    runs && args.iter().any(|arg| arg == "run" || arg == "exec")
}

/// The `NAME=value` of `-e NAME=value`, `--env NAME=value` and `--env=NAME=value` that holds a credential.
fn container_variable<'a>(previous: &str, arg: &'a str) -> Option<(&'a str, &'a str)> {
    let pair = match previous {
        "-e" | "--env" => arg,
        _ => arg.strip_prefix("--env=")?,
    };
    let (name, value) = pair.split_once('=')?;
    (is_variable(name) && is_credential(name, value)).then_some((name, value))
}

/// The names and places of the credentials in one argument.
fn in_argument(previous: &str, arg: &str) -> Vec<(String, Range<usize>)> {
    if references(arg).next().is_some() {
        return Vec::new();
    }
    let tail = |value: &str| arg.len() - value.len()..arg.len();
    let (option, value) = match arg.split_once('=') {
        Some((option, value)) if option.starts_with('-') => (option, value),
        _ if previous.starts_with('-') && !previous.contains('=') && !arg.starts_with('-') => {
            (previous, arg)
        }
        _ => ("", arg),
    };
    // The pairs that options take are told by their own names.
    for separator in [':', '='] {
        if let Some((name, value)) = value.split_once(separator)
            && is_variable(&name.replace('-', "_"))
        {
            let value = value.trim_start();
            if !value.starts_with("//") && is_credential(name, value) {
                return vec![(name.to_owned(), tail(value))];
            }
        }
    }
    if let Ok(url) = Url::parse(value)
        && url.has_host()
    {
        let start = arg.len() - value.len();
        return in_url(&url, value)
            .into_iter()
            .map(|(name, place)| (name, place.start + start..place.end + start))
            .collect();
    }
    if value.trim_start().starts_with('{') {
        return in_json(arg);
    }
    if is_credential(option, value) {
        return vec![(option.to_owned(), tail(value))];
    }
    Vec::new()
}

/// The password and the secret values of the query of a URL, as they are written.
fn in_url(url: &Url, written: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    if url.password().is_some()
        && let Some(start) = written.find("://").map(|at| at + 3)
        && let Some(end) = written[start..].find('@').map(|at| at + start)
        && let Some(colon) = written[start..end].find(':').map(|at| at + start)
        && placeholder(&written[colon + 1..end]).is_none()
    {
        found.push(("password".to_owned(), colon + 1..end));
    }
    let Some(start) = written.find('?') else {
        return found;
    };
    let written = written[start + 1..].split('#').next().unwrap_or_default();
    let mut at = start + 1;
    for pair in written.split('&') {
        if let Some((name, value)) = pair.split_once('=')
            && let Some((name_read, value_read)) = form_urlencoded::parse(pair.as_bytes()).next()
            && is_credential(&name_read, &value_read)
        {
            let from = at + name.len() + 1;
            found.push((name_read.into_owned(), from..from + value.len()));
        }
        at += pair.len() + 1;
    }
    found
}

/// The texts with secret names in an argument that is a JSON object.
fn in_json(arg: &str) -> Vec<(String, Range<usize>)> {
    let start = arg.find('{').unwrap_or_default();
    let Ok(value) = serde_json::from_str::<serde_json::Value>(&arg[start..]) else {
        return Vec::new();
    };
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    let mut left = vec![&value];
    while let Some(value) = left.pop() {
        if let Some(items) = value.as_array() {
            left.extend(items);
        }
        for (name, member) in value.as_object().into_iter().flatten() {
            left.push(member);
            let Some(text) = member.as_str().filter(|text| is_credential(name, text)) else {
                continue;
            };
            let quoted = serde_json::Value::from(text).to_string();
            let free = |place: &Range<usize>| found.iter().all(|(_, other)| other != place);
            let place = arg
                .match_indices(&quoted)
                .map(|(at, quoted)| at + 1..at + quoted.len() - 1)
                .find(free);
            found.extend(place.map(|place| (name.clone(), place)));
        }
    }
    found.sort_by_key(|(_, place)| place.start);
    found
}

/// Whether a value is given and looks like a secret, by its name or text.
pub(crate) fn is_credential(name: &str, value: &str) -> bool {
    let value = value.trim();
    let is_given = !value.is_empty() && !value.starts_with('$') && placeholder(value).is_none();
    let is_word = [
        "stdio", "http", "sse", "true", "false", "none", "yes", "no", "0", "1",
    ]
    .contains(&value);
    let name = if is_word || points_elsewhere(name) {
        ""
    } else {
        name
    };
    is_given && looks_secret(name, value)
}

/// `--token-file`, `--api-key-env`: what follows says where the secret is. `--no-auth`: nothing follows.
fn points_elsewhere(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if name.starts_with("--no-") {
        return true;
    }
    let ends = [
        "file", "path", "dir", "env", "name", "id", "url", "uri", "type", "store", "mode", "kind",
        "provider", "method", "scheme",
    ];
    name.rsplit(['-', '_', '.'])
        .next()
        .is_some_and(|end| ends.contains(&end) && end.len() < name.len())
}

fn is_variable(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name
            .bytes()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

fn args_input_names(args: &[String]) -> HashSet<String> {
    let names = args.iter().flat_map(|arg| references(arg));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// A name for an input that no other has, made from that of an option, a header or a variable.
pub(crate) fn free_name(name: &str, taken: &mut HashSet<String>) -> String {
    let name: String = name
        .trim_start_matches('-')
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "_.-".contains(*letter))
        .take(48)
        .collect();
    let name = if name.is_empty() {
        "secret".to_owned()
    } else {
        name
    };
    let mut free = name.clone();
    let mut number = 2_usize;
    while !taken.insert(free.clone()) {
        free = format!("{name}-{number}");
        number += 1;
    }
    free
}

#[cfg(test)]
mod tests;
