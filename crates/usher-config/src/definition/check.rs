//! Checks a draft and makes a definition of it.
//!
//! Every fault names its field, every secret gets a reference. Whether a program or a directory exists is checked when
//! the server starts: both may come and go.

mod address;

pub(crate) use address::before_path;
pub use address::check_url;

use std::collections::HashSet;
use std::path::Path;

use usher_types::input::{begins_at_home, is_input_name, reference, references, shown_url};
use usher_types::secret::Secret;

use super::names::{derived_label, free_label};
use super::{
    DraftDefinition, DraftNamedValue, DraftTransport, DraftValue, Label, NamedValue, SavedValue,
    ServerDefinition, Transport,
};
use crate::limits;
use usher_messages::{Message, Param};
use usher_types::field_problem::FieldProblem;
use usher_types::id::SecretRef;
use usher_types::text::{visible, visible_lines};

/// What the draft is held against.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExistingServers<'a> {
    /// The labels of all other servers.
    pub labels: &'a [Label],
    /// The definition being replaced, whose secrets [`DraftValue::KeepStored`] refers to.
    pub replaces: Option<&'a ServerDefinition>,
}

/// A draft without faults.
#[derive(Clone)]
pub struct CheckedDraft {
    pub definition: ServerDefinition,
    /// Secrets to store before the definition is saved.
    pub new_secrets: Vec<(SecretRef, Secret)>,
    /// What may leave the secret store once the definition is kept.
    pub dropped_secrets: Vec<SecretRef>,
}

/// Checks a draft. All faults are reported at once.
pub fn check(
    draft: DraftDefinition,
    taken: ExistingServers<'_>,
) -> Result<CheckedDraft, Vec<FieldProblem>> {
    check_with(draft, taken, Unfilled::Faulty)
}

/// Checks the draft of a server that does not start yet: what its texts refer to may still be missing.
pub fn check_import(
    draft: DraftDefinition,
    taken: ExistingServers<'_>,
) -> Result<CheckedDraft, Vec<FieldProblem>> {
    check_with(draft, taken, Unfilled::Later)
}

/// What a reference without a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unfilled {
    Faulty,
    /// It is filled in before the first start.
    Later,
}

fn check_with(
    draft: DraftDefinition,
    taken: ExistingServers<'_>,
    unfilled: Unfilled,
) -> Result<CheckedDraft, Vec<FieldProblem>> {
    let mut checking = Checking {
        unfilled,
        problems: Vec::new(),
        new_secrets: Vec::new(),
        replaces: taken.replaces.map(|old| &old.transport),
        moves: false,
    };
    let era = draft.era;
    let transport = checking.transport(draft.transport);
    let label = checking.label(&draft.label, transport.as_ref(), taken.labels);
    let (Some(label), Some(transport), true) = (label, transport, checking.problems.is_empty())
    else {
        return Err(checking.problems);
    };
    let still_used = transport.secret_refs();
    let dropped_secrets = taken
        .replaces
        .map(|old| old.transport.secret_refs())
        .unwrap_or_default()
        .into_iter()
        .filter(|secret| !still_used.contains(secret))
        .collect();
    Ok(CheckedDraft {
        definition: ServerDefinition {
            label,
            transport,
            era,
        },
        new_secrets: checking.new_secrets,
        dropped_secrets,
    })
}

/// Which list a value is in: names follow its rules.
#[derive(Clone, Copy)]
enum Values {
    Env,
    Headers,
    Inputs,
}

impl Values {
    fn field(self) -> &'static str {
        match self {
            Self::Env => "env",
            Self::Headers => "headers",
            Self::Inputs => "inputs",
        }
    }
}

struct Checking<'a> {
    problems: Vec<FieldProblem>,
    new_secrets: Vec<(SecretRef, Secret)>,
    replaces: Option<&'a Transport>,
    /// Whether secrets would go to another kind of server or another origin than they were given for.
    moves: bool,
    unfilled: Unfilled,
}

impl Checking<'_> {
    fn fault(&mut self, field: impl Into<String>, message: Message) {
        self.problems.push(FieldProblem::new(field, message));
    }

    fn label(
        &mut self,
        text: &str,
        transport: Option<&Transport>,
        others: &[Label],
    ) -> Option<Label> {
        let text = text.trim();
        if text.is_empty() {
            return transport.map(|transport| free_label(&derived_label(transport), others));
        }
        if visible(text) != text {
            self.fault("label", Message::new("field.label.invisible"));
            return None;
        }
        if text.chars().count() > Label::MAX_CHARS {
            self.fault(
                "label",
                Message::new("field.label.tooLong").with("count", Label::MAX_CHARS),
            );
            return None;
        }
        let label = Label::trusted(text);
        if let Some(other) = others.iter().find(|other| other.key() == label.key()) {
            self.fault(
                "label",
                Message::new("field.label.taken").with("server", other.as_str()),
            );
            return None;
        }
        Some(label)
    }

    fn transport(&mut self, draft: DraftTransport) -> Option<Transport> {
        match draft {
            DraftTransport::Stdio {
                command,
                args,
                env,
                cwd,
                inputs,
            } => {
                self.moves = matches!(self.replaces, Some(Transport::Http { .. }));
                let command = self.command(&command);
                self.args(&args);
                let env = self.values(Values::Env, env);
                let cwd = self.cwd(cwd);
                let texts = args.iter().map(String::as_str).chain(cwd.as_deref());
                let texts = texts.chain(command.as_deref()).chain(plain(&env));
                let inputs = self.inputs(texts, inputs);
                command.map(|command| Transport::Stdio {
                    command,
                    args,
                    env,
                    cwd,
                    inputs,
                })
            }
            DraftTransport::Http {
                url,
                headers,
                inputs,
            } => {
                let url = match check_url(&url) {
                    Ok(url) => Some(url),
                    Err(message) => {
                        self.fault("url", message);
                        None
                    }
                };
                self.moves = match (self.replaces, &url) {
                    (Some(Transport::Http { url: old, .. }), Some(new)) => {
                        old.origin() != new.origin()
                    }
                    (old, _) => old.is_some(),
                };
                let headers = self.values(Values::Headers, headers);
                let url = url?;
                let shown = shown_url(&url);
                let inputs = self.inputs(plain(&headers).chain([shown.as_str()]), inputs);
                Some(Transport::Http {
                    url,
                    headers,
                    inputs,
                })
            }
            DraftTransport::Demo => Some(Transport::Demo),
        }
    }

    fn command(&mut self, command: &str) -> Option<String> {
        let command = command.trim();
        if command.is_empty() {
            self.fault("command", Message::new("field.command.empty"));
            return None;
        }
        if command.contains(['\0', '\n', '\r']) {
            self.fault("command", Message::new("field.command.control"));
            return None;
        }
        if hides(command) {
            self.fault("command", Message::new("field.command.invisible"));
            return None;
        }
        Some(command.to_owned())
    }

    fn args(&mut self, args: &[String]) {
        if args.len() > limits::DEFINITION_ENTRIES {
            self.fault(
                "args",
                Message::new("field.args.tooMany").with("count", limits::DEFINITION_ENTRIES),
            );
        }
        for (index, arg) in args.iter().enumerate() {
            if arg.contains(['\0', '\n', '\r']) {
                self.fault(
                    format!("args[{index}]"),
                    Message::new("field.args.control").with("position", index + 1),
                );
            } else if hides(arg) {
                self.fault(
                    format!("args[{index}]"),
                    Message::new("field.args.invisible").with("position", index + 1),
                );
            } else if arg.len() > limits::DEFINITION_VALUE_BYTES {
                self.fault(
                    format!("args[{index}]"),
                    too_long("field.args.tooLong").with("position", index + 1),
                );
            }
        }
    }

    fn cwd(&mut self, cwd: Option<String>) -> Option<String> {
        let cwd = cwd.filter(|cwd| !cwd.trim().is_empty())?;
        if cwd.contains(['\0', '\n', '\r']) {
            self.fault("cwd", Message::new("field.cwd.control"));
        } else if hides(&cwd) {
            self.fault("cwd", Message::new("field.cwd.invisible"));
        } else if !Path::new(&cwd).is_absolute() && !begins_elsewhere(&cwd) {
            self.fault("cwd", Message::new("field.cwd.relative"));
        }
        Some(cwd)
    }

    /// Each reference has its input, and each input is referred to.
    fn inputs<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
        drafts: Vec<DraftNamedValue>,
    ) -> Vec<NamedValue> {
        let names: HashSet<&str> = texts
            .into_iter()
            .flat_map(|text| references(text).map(|(name, _)| name))
            .collect();
        let drafts = match self.unfilled {
            Unfilled::Faulty => drafts,
            Unfilled::Later => drafts.into_iter().filter(is_filled).collect(),
        };
        let inputs = self.values(Values::Inputs, drafts);
        let mut missing: Vec<&str> = names.iter().copied().collect();
        missing.retain(|name| inputs.iter().all(|input| input.name != *name));
        missing.sort_unstable();
        if self.unfilled == Unfilled::Later {
            missing.clear();
        }
        for name in missing {
            let field = format!("inputs.{name}");
            if self.problems.iter().all(|problem| problem.field != field) {
                self.fault(
                    field,
                    Message::new("field.secret.missing").with("reference", reference(name)),
                );
            }
        }
        for input in &inputs {
            if !names.contains(input.name.as_str()) {
                self.fault(
                    format!("inputs.{}", input.name),
                    Message::new("field.secret.unused")
                        .with("name", input.name.as_str())
                        .with("reference", reference(&input.name)),
                );
            }
        }
        inputs
    }

    fn values(&mut self, kind: Values, drafts: Vec<DraftNamedValue>) -> Vec<NamedValue> {
        if drafts.len() > limits::DEFINITION_ENTRIES {
            self.fault(
                kind.field(),
                Message::new("field.value.tooMany").with("count", limits::DEFINITION_ENTRIES),
            );
            return Vec::new();
        }
        let mut seen = HashSet::new();
        drafts
            .into_iter()
            .filter_map(|draft| {
                let name = draft.name.trim().to_owned();
                let field = format!("{}.{}", kind.field(), visible(&name));
                if let Some(message) = name_fault(kind, &name) {
                    self.fault(field, message);
                    return None;
                }
                if !seen.insert(same_name_key(kind, &name)) {
                    self.fault(field, Message::new("field.value.twice").with("name", name));
                    return None;
                }
                let value = self.value(kind, &field, &name, draft.value)?;
                Some(NamedValue { name, value })
            })
            .collect()
    }

    fn value(
        &mut self,
        kind: Values,
        field: &str,
        name: &str,
        draft: DraftValue,
    ) -> Option<SavedValue> {
        // What is referred to is a secret, or it could be written where the reference is.
        let draft = match (kind, draft) {
            (Values::Inputs, DraftValue::Plain(text)) => DraftValue::Secret(Secret::new(text)),
            (_, draft) => draft,
        };
        match draft {
            DraftValue::Plain(text) => {
                if let Some(message) = value_fault(kind, &text) {
                    self.fault(field, message);
                } else if hides(&text) {
                    self.fault(field, Message::new("field.value.invisible"));
                }
                Some(SavedValue::Plain(text))
            }
            DraftValue::Secret(secret) => {
                if secret.expose().is_empty() {
                    self.fault(field, Message::new("field.secret.empty").with("name", name));
                } else if let Some(message) = value_fault(kind, secret.expose()) {
                    self.fault(field, message);
                }
                let reference = SecretRef::generate();
                self.new_secrets.push((reference.clone(), secret));
                Some(SavedValue::Secret(reference))
            }
            DraftValue::KeepStored => {
                let stored = self
                    .replaces
                    .into_iter()
                    .flat_map(|old| match kind {
                        Values::Env | Values::Headers => old.values(),
                        Values::Inputs => old.inputs(),
                    })
                    .find(|old| same_name_key(kind, &old.name) == same_name_key(kind, name));
                let kept = stored.and_then(|stored| match &stored.value {
                    kept @ SavedValue::Secret(_) => Some(kept.clone()),
                    SavedValue::Plain(_) => None,
                });
                let message = match kept {
                    Some(_) if self.moves => Message::new("field.secret.moved").with("name", name),
                    Some(kept) => return Some(kept),
                    None => Message::new("field.secret.notStored").with("name", name),
                };
                self.fault(field, message);
                None
            }
        }
    }
}

/// Whether a text is another than the one that is seen: it would be started, and the person has not read it. Line breaks
/// and tabs are seen; a secret is not read at all.
fn hides(text: &str) -> bool {
    let text = text.replace("\r\n", "\n");
    visible_lines(&text) != text
}

/// The texts among values.
fn plain(values: &[NamedValue]) -> impl Iterator<Item = &str> {
    values.iter().filter_map(|named| match &named.value {
        SavedValue::Plain(text) => Some(text.as_str()),
        SavedValue::Secret(_) => None,
    })
}

/// Whether a path begins with what is filled in at the start.
fn begins_elsewhere(path: &str) -> bool {
    let first = references(path).next();
    begins_at_home(path) || first.is_some_and(|(_, place)| place.start == 0)
}

fn is_filled(draft: &DraftNamedValue) -> bool {
    match &draft.value {
        DraftValue::Plain(text) => !text.is_empty(),
        DraftValue::Secret(secret) => !secret.expose().is_empty(),
        DraftValue::KeepStored => true,
    }
}

/// Whether the connection sets a header itself.
pub(crate) fn is_own_header(name: &str) -> bool {
    OWN_HEADERS.contains(&name.trim().to_ascii_lowercase().as_str())
}

fn same_name_key(kind: Values, name: &str) -> String {
    match kind {
        Values::Env if cfg!(windows) => name.to_uppercase(),
        Values::Env | Values::Inputs => name.to_owned(),
        Values::Headers => name.to_ascii_lowercase(),
    }
}

/// Headers the connection sets itself; a second one would break it.
const OWN_HEADERS: [&str; 10] = [
    "accept",
    "connection",
    "content-length",
    "content-type",
    "host",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
    "transfer-encoding",
    "upgrade",
];

fn name_fault(kind: Values, name: &str) -> Option<Message> {
    if name.is_empty() {
        return Some(match kind {
            Values::Env => Message::new("field.env.unnamed"),
            Values::Headers => Message::new("field.header.unnamed"),
            Values::Inputs => Message::new("field.secret.unnamed"),
        });
    }
    let of_name = |code| Message::new(code).with("name", visible(name).into_owned());
    match kind {
        Values::Env => {
            (name.contains('=') || visible(name) != name).then(|| of_name("field.env.name"))
        }
        Values::Inputs => (!is_input_name(name)).then(|| of_name("field.secret.name")),
        Values::Headers => {
            if is_own_header(name) {
                return Some(of_name("field.header.ofUsher"));
            }
            http::HeaderName::from_bytes(name.as_bytes())
                .is_err()
                .then(|| of_name("field.header.name"))
        }
    }
}

/// Names the limit of a value.
fn too_long(code: &'static str) -> Message {
    Message::new(code).with("size", Param::bytes(limits::DEFINITION_VALUE_BYTES))
}

fn value_fault(kind: Values, text: &str) -> Option<Message> {
    if text.len() > limits::DEFINITION_VALUE_BYTES {
        return Some(too_long("field.value.tooLong"));
    }
    match kind {
        Values::Env => text
            .contains('\0')
            .then_some(Message::new("field.value.nul")),
        Values::Inputs => text
            .contains(['\0', '\n', '\r'])
            .then_some(Message::new("field.value.control")),
        Values::Headers => http::HeaderValue::from_str(text)
            .is_err()
            .then_some(Message::new("field.value.header")),
    }
}

#[cfg(test)]
mod tests;
