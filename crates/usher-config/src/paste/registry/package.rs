//! Reads the packages of a `server.json`: which program starts each, from which registry.
//!
//! A name that a program would take for an option or for another source is refused.

use serde_json::{Map, Value};
use url::Url;

use super::members::{list, member, shown, text};
use super::values::{Argument, Values, Way};
use crate::definition::check_url;
use usher_messages::Message;
use usher_types::paste::PastedTransport;

/// What kind of package it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Npm,
    PyPi,
    Image,
}

/// The members of a package that are read.
const MEMBERS: [&str; 12] = [
    "registryType",
    "registryName",
    "registryBaseUrl",
    "identifier",
    "name",
    "version",
    "fileSha256",
    "runtimeHint",
    "runtimeArguments",
    "packageArguments",
    "environmentVariables",
    "transport",
];

/// A package as it is asked for.
struct Package {
    /// Where it comes from, in the words of the program.
    source: Vec<String>,
    /// Its name with the one version of it.
    spec: String,
}

/// Reads one package; the error says why it is no way to run the server.
pub(super) fn read(package: &Value) -> Result<Way, Message> {
    let identifier = text(package, "identifier")
        .or_else(|| text(package, "name"))
        .ok_or_else(|| Message::new("paste.way.noIdentifier"))?;
    let named = |code| Message::new(code).with("package", shown(identifier));
    let kind = text(package, "registryType").or_else(|| text(package, "registryName"));
    let kind = match kind {
        Some("npm") => Kind::Npm,
        Some("pypi") => Kind::PyPi,
        Some("oci" | "docker") => Kind::Image,
        other => {
            let kind = shown(other.unwrap_or_default());
            return Err(named("paste.way.kind").with("kind", kind));
        }
    };
    let mut values = Values::default();
    let Package { source, spec } = found(kind, package, identifier, &mut values)?;
    let command = command(kind, text(package, "runtimeHint"), &mut values);
    let runtime = runtime_words(kind, identifier, package, &mut values)?;
    let env = values.named(list(package, "environmentVariables"));
    let mut args: Vec<String> = own_words(kind)
        .iter()
        .map(|&word| word.to_owned())
        .collect();
    args.extend(source);
    args.extend(runtime);
    if kind == Kind::Image {
        let names = env.iter().map(|variable| variable.name.clone());
        args.extend(names.flat_map(|name| ["-e".to_owned(), name]));
    }
    args.push(spec);
    let arguments = values.arguments(list(package, "packageArguments"));
    args.extend(
        arguments
            .into_iter()
            .flat_map(|Argument { name, value }| [name, value])
            .flatten(),
    );
    if member(package, "fileSha256").is_some() {
        values.note(Message::new("paste.way.hash").with("command", command));
    }
    values.name_unused(package, &MEMBERS);
    let local = PastedTransport::Stdio {
        command: command.to_owned(),
        args,
        env,
        cwd: None,
        inputs: Vec::new(),
    };
    Ok(Way {
        transport: reached(package, local, &mut values)?,
        notes: values.into_notes(),
    })
}

/// A package that listens on an address is started by the person: a server is started or reached, not both.
fn reached(
    package: &Value,
    local: PastedTransport,
    values: &mut Values,
) -> Result<PastedTransport, Message> {
    let Some(place) = member(package, "transport").filter(|place| place.is_object()) else {
        return Ok(local);
    };
    let PastedTransport::Stdio { command, args, .. } = &local else {
        return Ok(local);
    };
    if matches!(text(place, "type"), None | Some("stdio")) {
        return Ok(local);
    }
    let line = std::iter::once(command).chain(args);
    let line: Vec<&str> = line.map(String::as_str).collect();
    let remote = values.http(&with_variables(package, place))?;
    values.note(Message::new("paste.way.startFirst").with("command", shown(&line.join(" "))));
    Ok(remote)
}

/// The address of a package refers to its arguments and variables by their names.
fn with_variables(package: &Value, place: &Value) -> Value {
    let lists = [
        "runtimeArguments",
        "packageArguments",
        "environmentVariables",
    ];
    let fields = lists.iter().flat_map(|name| list(package, name));
    let variables: Map<String, Value> = fields
        .filter_map(|field| {
            let name = text(field, "name").or_else(|| text(field, "valueHint"))?;
            Some((name.trim_start_matches('-').to_owned(), field.clone()))
        })
        .collect();
    let mut place = place.clone();
    place["variables"] = variables.into();
    place
}

fn own_words(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Npm => &["-y"],
        Kind::PyPi => &[],
        Kind::Image => &["run", "-i", "--rm"],
    }
}

/// The program that starts it. A hint chooses among those that are known to take the same words.
fn command(kind: Kind, hint: Option<&str>, values: &mut Values) -> &'static str {
    let known: &[&'static str] = match kind {
        Kind::Npm => &["npx"],
        Kind::PyPi => &["uvx"],
        Kind::Image => &["docker", "podman", "nerdctl"],
    };
    let hint = hint.unwrap_or(known[0]);
    if let Some(command) = known.iter().find(|command| **command == hint) {
        return command;
    }
    values.note(
        Message::new("paste.way.runtime")
            .with("hint", shown(hint))
            .with("command", known[0]),
    );
    known[0]
}

/// Its name, version and source, all of them checked.
fn found(
    kind: Kind,
    package: &Value,
    identifier: &str,
    values: &mut Values,
) -> Result<Package, Message> {
    let named = |code| Message::new(code).with("package", shown(identifier));
    let is_name = match kind {
        Kind::Npm => is_npm_name(identifier),
        Kind::PyPi => is_python_name(identifier),
        Kind::Image => is_image(identifier),
    };
    if !is_name {
        return Err(named("paste.way.identifier"));
    }
    let version = text(package, "version");
    if let Some(version) = version
        && !is_version(version)
    {
        return Err(named("paste.way.version").with("version", shown(version)));
    }
    let base = match text(package, "registryBaseUrl") {
        None => None,
        Some(base) => {
            let of_base = || named("paste.way.registry").with("registry", shown(base));
            Some(check_url(base).map_err(|_| of_base())?)
        }
    };
    let host = base.as_ref().and_then(Url::host_str).unwrap_or_default();
    let is_public = match kind {
        Kind::Npm => ["", "registry.npmjs.org"].contains(&host),
        Kind::PyPi => ["", "pypi.org"].contains(&host),
        Kind::Image => {
            let hub = [
                "",
                "docker.io",
                "index.docker.io",
                "registry-1.docker.io",
                "hub.docker.com",
            ];
            hub.contains(&host)
        }
    };
    let mut source = Vec::new();
    let mut name = identifier.to_owned();
    if let (Some(base), false) = (&base, is_public) {
        match kind {
            Kind::Npm => source.push(format!("--registry={base}")),
            Kind::PyPi => source.push(format!("--default-index={}", simple_index(base))),
            Kind::Image => name = of_registry(base, identifier)?,
        }
        values.note(Message::new("paste.way.source").with("registry", shown(base.as_str())));
    }
    Ok(Package {
        source,
        spec: match kind {
            Kind::Npm => versioned(&name, "@", version),
            Kind::PyPi => versioned(&name, "==", version),
            Kind::Image => tagged(&name, version, values),
        },
    })
}

fn versioned(name: &str, mark: &str, version: Option<&str>) -> String {
    version.map_or_else(
        || name.to_owned(),
        |version| format!("{name}{mark}{version}"),
    )
}

/// An image with one tag: that of its name, if it has one.
fn tagged(name: &str, version: Option<&str>, values: &mut Values) -> String {
    let Some(version) = version else {
        return name.to_owned();
    };
    let last = name.rsplit('/').next().unwrap_or(name);
    let own = match (last.split_once('@'), last.split_once(':')) {
        (Some((_, digest)), _) => Some(digest),
        (None, tag) => tag.map(|(_, tag)| tag),
    };
    match own {
        None if version.starts_with("sha256:") => format!("{name}@{version}"),
        None => format!("{name}:{version}"),
        Some(own) => {
            if own != version {
                let note = Message::new("paste.way.tag").with("tag", shown(own));
                values.note(note.with("version", shown(version)));
            }
            name.to_owned()
        }
    }
}

/// The name of an image in the registry that the entry names.
fn of_registry(base: &Url, identifier: &str) -> Result<String, Message> {
    let port = base
        .port()
        .map_or_else(String::new, |port| format!(":{port}"));
    let host = format!("{}{port}", base.host_str().unwrap_or_default());
    let first = identifier.split('/').next().unwrap_or_default();
    let has_host = identifier.contains('/') && (first.contains(['.', ':']) || first == "localhost");
    match has_host {
        false => Ok(format!("{host}/{identifier}")),
        true if first == host => Ok(identifier.to_owned()),
        true => Err(Message::new("paste.way.twoRegistries")
            .with("package", shown(identifier))
            .with("registry", shown(base.as_str()))),
    }
}

/// Packages of Python are listed below `/simple` (PEP 503).
fn simple_index(base: &Url) -> String {
    let base = base.as_str().trim_end_matches('/');
    if base.ends_with("/simple") {
        base.to_owned()
    } else {
        format!("{base}/simple")
    }
}

fn is_npm_name(name: &str) -> bool {
    let bare = match name.strip_prefix('@') {
        None => name,
        Some(scoped) => match scoped.split_once('/') {
            Some((scope, bare)) if is_word(scope, "._-~") => bare,
            _ => return false,
        },
    };
    is_word(bare, "._-~")
}

/// A name, which may have extras: `name[extra,other]` (PEP 508).
fn is_python_name(name: &str) -> bool {
    let (bare, extras) = match name.split_once('[') {
        None => (name, None),
        Some((bare, rest)) => (bare, Some(rest)),
    };
    let extras = extras.is_none_or(|extras| {
        extras
            .strip_suffix(']')
            .is_some_and(|extras| extras.split(',').all(|extra| is_word(extra.trim(), "._-")))
    });
    is_word(bare, "._-") && extras
}

/// `registry.example.com:5000/name/of/image:tag@sha256:…`
fn is_image(name: &str) -> bool {
    let parts = name.split('/').all(|part| is_word(part, "._-:@"));
    parts && name.matches('@').count() <= 1
}

/// Letters, digits and these signs; the first is a letter or a digit.
fn is_word(text: &str, signs: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || signs.contains(letter))
}

/// One version, and nothing that means another source: `npm:other@1`, `git+https://…`.
fn is_version(version: &str) -> bool {
    let bare = version.strip_prefix("sha256:").unwrap_or(version);
    is_word(bare, "._-+!")
}

/// The words between the program and the package. Each option is known, so that none of them, and no value of one, is
/// taken for the package.
fn runtime_words(
    kind: Kind,
    identifier: &str,
    package: &Value,
    values: &mut Values,
) -> Result<Vec<String>, Message> {
    let (alone, short): (&[&str], &[&str]) = match kind {
        Kind::Npm => (
            &[
                "-q",
                "--quiet",
                "--silent",
                "--prefer-offline",
                "--offline",
                "--ignore-scripts",
            ],
            &[],
        ),
        Kind::PyPi => (
            &[
                "-q",
                "--quiet",
                "--refresh",
                "--no-cache",
                "--isolated",
                "--offline",
                "--native-tls",
            ],
            &["-p"],
        ),
        Kind::Image => (
            &[
                "-t",
                "-it",
                "--tty",
                "--interactive",
                "--init",
                "--privileged",
                "--read-only",
            ],
            &["-e", "-v", "-p", "-w", "-u", "-l", "-m"],
        ),
    };
    let refused = |word: &str| {
        Message::new("paste.way.runtimeArgument")
            .with("package", shown(identifier))
            .with("argument", shown(word))
    };
    let is_own = |word: &str| own_words(kind).contains(&word) || word == "--yes";
    let mut words = Vec::new();
    for Argument { name, value } in values.runtime_arguments(list(package, "runtimeArguments")) {
        let (option, value) = match (name, value) {
            (Some(name), value) => (name, value),
            (None, Some(word)) => (word, None),
            (None, None) => continue,
        };
        let (option, value) = match (option.split_once('='), value) {
            (Some((option, value)), None) => (option.to_owned(), Some(value.to_owned())),
            (_, value) => (option, value),
        };
        match value {
            None if is_own(&option) => {}
            None if alone.contains(&option.as_str()) => words.push(option),
            Some(value) if kind == Kind::PyPi && option == "--from" => {
                let (name, _) = value.split_once(['=', '@']).unwrap_or((&value, ""));
                if name != identifier {
                    return Err(refused(&format!("{option} {value}")));
                }
            }
            Some(value) if short.contains(&option.as_str()) && !value.starts_with('-') => {
                words.extend([option, value]);
            }
            Some(value) if takes_value(kind, &option, &value) => {
                words.push(format!("{option}={value}"));
            }
            Some(value) => return Err(refused(&format!("{option} {value}"))),
            None => return Err(refused(&option)),
        }
    }
    if !words.is_empty() {
        let shown: Vec<String> = words.iter().map(|word| shown(word)).collect();
        values.note(Message::new("paste.way.runtimeArguments").with("words", shown));
    }
    Ok(words)
}

/// Whether an option with a value leaves the package what it is. Docker takes none of its own from elsewhere.
fn takes_value(kind: Kind, option: &str, value: &str) -> bool {
    match (kind, option) {
        (Kind::PyPi, "--python" | "--prerelease") => true,
        (Kind::PyPi, "--with") => value.split(',').all(|name| {
            let name = name
                .split(['=', '<', '>', '~', '!'])
                .next()
                .unwrap_or_default();
            is_python_name(name.trim())
        }),
        (Kind::Npm | Kind::PyPi, _) => false,
        (Kind::Image, option) => option.starts_with("--") && option.len() > 2,
    }
}
