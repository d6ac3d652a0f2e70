//! Makes references of the placeholders that other apps fill in: `${env:X}`, `{env:X}`, `${X}`, `$X`, `%X%`,
//! `${{ secrets.X }}`, `{{X}}`, `$(command)`, `${workspaceFolder}`, and `${input:x}` whatever its name.
//!
//! Nothing is read from the environment here or later: text that somebody else wrote would decide which of the person's
//! values leave the computer. What a reference stands for is asked for. The home folder is filled in at the start.

use serde_json::Value;

use crate::definition::before_path;
use crate::file_format::value_at;
use usher_messages::Message;
use usher_types::input::{begins_at_home, fill_in, reference, references};
use usher_types::paste::{PastedParts, PastedTransport, PastedValue};
use usher_types::text::visible;

/// What stands for something else in a text.
struct Found<'a> {
    /// Where it ends.
    after: &'a str,
    means: Means<'a>,
}

enum Means<'a> {
    /// The name of what an app asks for itself.
    Input(&'a str),
    /// The name of what an app takes from elsewhere.
    Asked(&'a str),
    /// It is written as the default beside its name.
    Default { name: &'a str, value: &'a str },
    /// The text is written so, or is filled in at the start.
    Text(&'a str),
}

/// Replaces the placeholders of a server by references; returns notes for the person.
pub(super) fn make_references(transport: &mut PastedTransport) -> Vec<Message> {
    let (of_texts, of_values) = match transport {
        PastedTransport::Stdio { .. } => (Place::Program, Place::Program),
        PastedTransport::Http { .. } => (Place::Address, Place::Header),
    };
    let (mut asked, mut defaults) = (Vec::new(), Vec::new());
    let mut replace = |text: &mut String, place| {
        *text = replaced(text, place, &mut asked, &mut defaults);
    };
    let PastedParts {
        texts,
        values,
        inputs,
    } = transport.parts_mut();
    for text in texts {
        replace(text, of_texts);
    }
    for value in values {
        replace(&mut value.value, of_values);
        hide_only_what_is_open(value);
    }
    asked.retain(|name| inputs.iter().all(|input| input.name != *name));
    let asked = asked.iter().map(|name| format!("“{name}”")).collect();
    let mut notes = Vec::new();
    for (names, code) in [
        (asked, "paste.note.asked"),
        (defaults, "paste.note.defaults"),
    ] {
        if !names.is_empty() {
            notes.push(Message::new(code).with("names", names));
        }
    }
    notes
}

/// Makes an input of a value that is given to be put into others; `None` = it is to be asked for itself.
pub(super) fn as_input(value: &PastedValue) -> Option<PastedValue> {
    let text = replaced(
        &value.value,
        Place::Header,
        &mut Vec::new(),
        &mut Vec::new(),
    );
    let is_given = references(&text).next().is_none();
    is_given.then(|| PastedValue {
        name: input_name(&value.name),
        value: text,
        looks_secret: true,
    })
}

/// The secret is in what a text refers to, and the text has to be seen.
fn hide_only_what_is_open(value: &mut PastedValue) {
    value.looks_secret &= references(&value.value).next().is_none();
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In what a program on this computer gets, which knows the home folder and `%X%`.
    Program,
    /// In a header of a remote server.
    Header,
    /// In an address, where a percent sign begins the code of a character.
    Address,
}

fn replaced(
    text: &str,
    place: Place,
    asked: &mut Vec<String>,
    defaults: &mut Vec<String>,
) -> String {
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['$', '{', '%']) {
        done.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(Found { after, means }) = found(&done, rest, place) else {
            let (sign, after) = rest.split_at(1);
            done.push_str(sign);
            rest = after;
            continue;
        };
        match means {
            Means::Input(name) => done.push_str(&reference(&input_name(name))),
            Means::Asked(name) => {
                let name = input_name(name);
                done.push_str(&reference(&name));
                note(asked, name);
            }
            Means::Default { name, value } => {
                done.push_str(value);
                note(defaults, format!("“{}: {}”", visible(name), visible(value)));
            }
            // Only a program on this computer is told where the home folder is.
            Means::Text(text) if place != Place::Program && begins_at_home(text) => {
                done.push_str(&reference("HOME"));
                note(asked, "HOME".to_owned());
            }
            Means::Text(text) => done.push_str(text),
        }
        rest = after;
    }
    done + rest
}

fn note(names: &mut Vec<String>, name: String) {
    if !names.contains(&name) {
        names.push(name);
    }
}

/// The placeholder at the start of a text, if there is one.
fn found<'a>(before: &str, text: &'a str, place: Place) -> Option<Found<'a>> {
    // As GitHub and Continue write them.
    if let Some(inner) = text.strip_prefix("${{") {
        let (inner, after) = inner.split_once("}}")?;
        let inner = inner.trim();
        let names = ["secrets.", "inputs.", "env."];
        let name = names.iter().find_map(|start| inner.strip_prefix(start));
        let means = Means::Asked(name.unwrap_or(inner));
        return (!inner.is_empty()).then_some(Found { after, means });
    }
    // As Warp writes what it asks for.
    if let Some(inner) = text.strip_prefix("{{") {
        let (name, after) = inner.split_once("}}")?;
        let name = name.trim();
        // Templates that are for the program itself have small letters.
        let is_of_name = |letter: char| in_word(letter) && !letter.is_ascii_lowercase();
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.chars().all(is_of_name);
        let means = Means::Asked(name);
        return is_name.then_some(Found { after, means });
    }
    for (open, means) in IN_BRACES {
        if let Some(inner) = text.strip_prefix(open) {
            let (inner, after) = enclosed(inner, '{', '}')?;
            let whole = &text[..text.len() - after.len()];
            return means(whole, inner).map(|means| Found { after, means });
        }
    }
    // Within a word a dollar sign may be part of a password or a pattern.
    let begins = before
        .chars()
        .next_back()
        .is_none_or(|last| " =:/,\"'&?@}".contains(last));
    if let Some(inner) = text.strip_prefix("$(") {
        let (command, after) = enclosed(inner, '(', ')').filter(|_| begins)?;
        let means = Means::Asked(command);
        return (!command.trim().is_empty()).then_some(Found { after, means });
    }
    let (name, after) = match text.strip_prefix('%') {
        Some(inner) if place != Place::Address => {
            let (name, after) = inner.split_once('%')?;
            let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name
                    .chars()
                    .all(|letter| in_word(letter) || "()".contains(letter));
            (is_name && name.len() > 2).then_some((name, after))?
        }
        Some(_) => return None,
        None => variable(text, follows_scheme(before)).filter(|_| begins)?,
    };
    // The start knows a plain one, for a program.
    (name != "HOME" || place != Place::Program).then_some(Found {
        after,
        means: names_home(name).unwrap_or(Means::Asked(name)),
    })
}

/// The name after a dollar sign, and what is after it. Small letters are part of a name where nothing else can be meant.
fn variable(text: &str, has_small: bool) -> Option<(&str, &str)> {
    let is_part = |letter: char| in_word(letter) && (has_small || !letter.is_ascii_lowercase());
    let inner = text.strip_prefix('$')?;
    let end = inner.find(|letter| !is_part(letter));
    let (name, after) = inner.split_at(end.unwrap_or(inner.len()));
    let ends =
        after.is_empty() || after.starts_with(|next| " /\\:,\"'.-&?;@=)]}|#$".contains(next));
    let is_name = name.len() > 1 && !name.starts_with(|first: char| first.is_ascii_digit());
    (ends && is_name).then_some((name, after))
}

/// Whether a text ends with how a credential in a header begins.
fn follows_scheme(before: &str) -> bool {
    ["basic ", "bearer ", "token "].iter().any(|scheme| {
        let start = before.len().checked_sub(scheme.len());
        let end = start.and_then(|start| before.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(scheme))
    })
}

/// Reads what is in braces; given are the whole and what is within.
type Reader = for<'a> fn(&'a str, &'a str) -> Option<Means<'a>>;

const IN_BRACES: [(&str, Reader); 3] = [
    ("${", in_braces),
    ("{env:", in_own_braces),
    ("{file:", in_own_braces),
];

/// The most characters between the signs of one placeholder.
const ENCLOSED: usize = 256;

/// The text up to the sign that closes one, and what is after it.
fn enclosed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    let mut depth = 1;
    let (end, _) = text.char_indices().take(ENCLOSED).find(|(_, letter)| {
        if *letter == open {
            depth += 1;
        } else if *letter == close {
            depth -= 1;
        }
        depth == 0
    })?;
    Some((&text[..end], &text[end + 1..]))
}

fn in_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Windows has a name of its own for the home folder.
fn names_home(variable: &str) -> Option<Means<'static>> {
    let is_home = variable.eq_ignore_ascii_case("USERPROFILE");
    is_home.then_some(Means::Text("${userHome}"))
}

fn in_own_braces<'a>(whole: &'a str, inner: &'a str) -> Option<Means<'a>> {
    Some(match inner {
        "" => return None,
        "HOME" => Means::Text(whole),
        name => names_home(name).unwrap_or(Means::Asked(name)),
    })
}

fn in_braces<'a>(whole: &'a str, inner: &'a str) -> Option<Means<'a>> {
    if let Some(name) = inner.strip_prefix("input:") {
        return (!name.is_empty()).then_some(Means::Input(name));
    }
    let name = inner.strip_prefix("env:").unwrap_or(inner);
    for mark in [":-", ":="] {
        match name.split_once(mark) {
            Some(("HOME", _)) => return Some(Means::Text("${HOME}")),
            // A default that is to be filled in is none.
            Some((name, value)) if value.contains("${") => return Some(Means::Asked(name)),
            Some((name, value)) => return Some(Means::Default { name, value }),
            None => {}
        }
    }
    // What a shell says if there is none.
    if let Some((name, _)) = name.split_once(":?") {
        return in_braces("${HOME}", name);
    }
    Some(match name {
        "" => return None,
        "userHome" | "HOME" => Means::Text(whole),
        "pathSeparator" | "/" => Means::Text(std::path::MAIN_SEPARATOR_STR),
        name => names_home(name).unwrap_or(Means::Asked(name)),
    })
}

/// Makes the host one that is known: values that are given are put into it, and others have to be filled in.
pub(super) fn settle_host(url: &mut String, inputs: &[PastedValue]) {
    let end = before_path(url).len();
    let host = fill_in(&url[..end], |name| {
        let given = inputs.iter().find(|input| input.name == name)?;
        Some(given.value.clone())
    });
    url.replace_range(..end, &host);
    without_references_in_host(url);
}

/// A host is known before anything is saved, so that its secrets have one place to go to.
pub(super) fn without_references_in_host(url: &mut String) {
    let end = before_path(url).len();
    let mut host = url[..end].to_owned();
    for (name, place) in references(&url[..end])
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        host.replace_range(place, &format!("<{name}>"));
    }
    url.replace_range(..end, &host);
}

/// The name by which a text refers to a value: one that a reference can have.
pub(super) fn input_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|letter| match letter {
            letter if letter.is_ascii_alphanumeric() || "_.-".contains(letter) => letter,
            _ => '-',
        })
        .take(48)
        .collect();
    let name = name.trim_matches('-');
    if name.is_empty() {
        "value".to_owned()
    } else {
        name.to_owned()
    }
}

/// Where a configuration lists what it asks for, as VS Code has it.
pub(crate) fn listed_inputs(root: &Value) -> Option<&Value> {
    let places: [&[&str]; 4] = [
        &[],
        &["mcp"],
        &["settings", "mcp"],
        &["customizations", "vscode", "mcp"],
    ];
    places
        .iter()
        .find_map(|keys| value_at(root, keys)?.get("inputs"))
}

/// What a configuration asks for.
pub(super) struct Inputs(Vec<Input>);

struct Input {
    name: String,
    /// Given unless the person says otherwise; never of a secret.
    default: Option<String>,
    notes: Vec<Message>,
}

impl Inputs {
    pub(super) fn of(root: &Value) -> Self {
        let list = listed_inputs(root).and_then(Value::as_array);
        Self(list.into_iter().flatten().filter_map(Input::read).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Fills the defaults in, and says what is asked for.
    pub(super) fn apply(&self, transport: &mut PastedTransport, notes: &mut Vec<Message>) {
        for input in &self.0 {
            let mark = reference(&input.name);
            let mut is_used = false;
            let PastedParts {
                texts,
                values,
                inputs,
            } = transport.parts_mut();
            let values = values.iter_mut().map(|value| &mut value.value);
            for text in texts.into_iter().chain(values) {
                if text.contains(&mark) {
                    is_used = true;
                    if let Some(default) = &input.default {
                        *text = text.replace(&mark, default);
                    }
                }
            }
            if input.default.is_some() {
                inputs.retain(|row| row.name != input.name);
            }
            if is_used {
                notes.extend(input.notes.iter().cloned());
            }
        }
    }
}

impl Input {
    fn read(input: &Value) -> Option<Self> {
        let text = |field: &str| {
            let text = input.get(field)?.as_str()?;
            (!text.is_empty()).then_some(text)
        };
        let name = input_name(text("id")?);
        let is_secret = input.get("password").and_then(Value::as_bool) == Some(true);
        let of_input = |code| Message::new(code).with("name", name.as_str());
        let mut notes = Vec::new();
        notes.extend(text("description").map(|description| {
            of_input("paste.way.described").with("description", &*visible(description))
        }));
        let options = input.get("options").and_then(Value::as_array);
        let options: Vec<String> = options
            .into_iter()
            .flatten()
            .filter_map(|option| option.as_str().or_else(|| option.get("value")?.as_str()))
            .map(|option| visible(option).into_owned())
            .collect();
        notes.extend(
            (!options.is_empty()).then(|| of_input("paste.way.choices").with("choices", options)),
        );
        Some(Self {
            default: text("default").filter(|_| !is_secret).map(str::to_owned),
            notes,
            name,
        })
    }
}
