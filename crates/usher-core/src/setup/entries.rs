//! Reading a setup file: each entry verified by itself, so that one that cannot be used does not hide the others.

use serde::Deserialize as _;
use serde_json::Value;
use url::Url;
use usher_types::webtool::{PinId, WebtoolStanding};

use super::export::SetupError;
use super::file::{DocumentEntry, FORMAT, File, ServerEntry, VERSION, WebtoolEntry};
use super::permissions::SetupPermissions;
use super::reviewed;
use crate::limits;
use usher_config::definition::{self, ExistingServers, SavedValue, ServerDefinition, Transport};
use usher_messages::Message;
use usher_review::canonical::Digest;
use usher_types::group::ServerGroup;
use usher_types::id::SecretRef;
use usher_types::setup::SetupKind;
use usher_webtools::parse::value_of;
use usher_webtools::pin::{Pin, WebtoolDefinition};

/// The first version of the format with fingerprints of definitions.
const FINGERPRINTED: u32 = 2;

/// One server or webtool in a setup file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedEntry {
    /// Its place in the file; by this it is chosen.
    pub index: u32,
    pub kind: SetupKind,
    /// What it was called.
    pub label: String,
    /// Exactly what would be started or reached.
    pub leads_to: String,
    /// The version a webtool is pinned to.
    pub version: Option<String>,
    /// How many secret values have to be entered again.
    pub secrets: usize,
    /// Whether an equal one is set up here.
    pub known: bool,
    /// How many definitions were reviewed at its origin and are unchanged.
    pub reviewed: usize,
    /// What was decided about its tools.
    pub decided: SetupPermissions,
    /// What of it is left out, and why.
    pub left_out: Vec<Message>,
    /// Why it cannot be taken.
    pub problem: Option<Message>,
}

/// An entry that can be added.
pub(super) enum Usable {
    Server {
        definition: ServerDefinition,
        group: Option<ServerGroup>,
        reviewed: Vec<usher_review::items::Pin>,
    },
    Webtool {
        definition: Box<WebtoolDefinition>,
        pins: Vec<Pin>,
        current: usize,
    },
}

/// Reads a file, entry by entry, in its order: what is to be said of each, and what it is if it can be used.
pub(super) fn read(text: &str) -> Result<Vec<(ImportedEntry, Option<Usable>)>, SetupError> {
    let no = |code| Err(SetupError::Unreadable(Message::new(code)));
    if text.len() > limits::SETUP_BYTES {
        return no("setupFile.tooLong");
    }
    let Ok(file) = serde_json::from_str::<File>(text) else {
        return no("setupFile.noSetup");
    };
    if file.format != FORMAT {
        return no("setupFile.otherFormat");
    }
    if file.version > VERSION {
        return no("setupFile.newer");
    }
    if file.servers.len() + file.webtools.len() > limits::SETUP_ENTRIES {
        return no("setupFile.tooMany");
    }
    let servers = file.servers.iter().map(|entry| server(entry, file.version));
    let webtools = file.webtools.iter().map(webtool);
    let numbered = (0..).zip(servers.chain(webtools));
    Ok(numbered
        .map(|(index, (imported, usable))| (ImportedEntry { index, ..imported }, usable))
        .collect())
}

fn unusable(kind: SetupKind, entry: &Value, problem: Message) -> (ImportedEntry, Option<Usable>) {
    let label = entry.pointer("/definition/label").and_then(Value::as_str);
    let imported = ImportedEntry {
        problem: Some(problem),
        ..ImportedEntry::new(kind, label.unwrap_or("without a name").to_owned())
    };
    (imported, None)
}

impl ImportedEntry {
    /// An entry of which nothing else is known yet.
    fn new(kind: SetupKind, label: String) -> Self {
        Self {
            index: 0,
            kind,
            label,
            leads_to: String::new(),
            version: None,
            secrets: 0,
            known: false,
            reviewed: 0,
            decided: SetupPermissions::default(),
            left_out: Vec::new(),
            problem: None,
        }
    }
}

fn server(entry: &Value, version: u32) -> (ImportedEntry, Option<Usable>) {
    let kind = SetupKind::Server;
    let Ok(found) = ServerEntry::deserialize(entry) else {
        return unusable(kind, entry, Message::new("setupFile.entry.unreadable"));
    };
    let mut definition = found.definition;
    let is_as_written = match &found.fingerprint {
        Some(fingerprint) => *fingerprint == definition.fingerprint(),
        None => version < FINGERPRINTED,
    };
    if !is_as_written {
        return unusable(kind, entry, Message::new("setupFile.entry.fingerprint"));
    }
    for named in definition.transport.named_mut() {
        if let SavedValue::Secret(reference) = &mut named.value {
            *reference = SecretRef::generate();
        }
    }
    let checked = definition::check(
        definition.draft(),
        ExistingServers {
            labels: &[],
            replaces: Some(&definition),
        },
    );
    match checked {
        Err(problems) => {
            let messages = problems.into_iter().map(|problem| problem.message);
            let problem = messages
                .reduce(Message::followed_by)
                .unwrap_or(Message::new("setupFile.entry.unreadable"));
            unusable(kind, entry, problem)
        }
        Ok(checked) => {
            let definition = checked.definition;
            let mut left_out = Vec::new();
            let reviewed = reviewed::read(&found.reviewed, &mut left_out);
            let imported = ImportedEntry {
                leads_to: leads_to(&definition.transport),
                secrets: definition.transport.secret_refs().len(),
                reviewed: reviewed.len(),
                decided: found.decided.read(&mut left_out),
                left_out,
                ..ImportedEntry::new(kind, definition.label.to_string())
            };
            let usable = Usable::Server {
                definition,
                // A name that cannot be used leaves the server without a group.
                group: found.group.and_then(|name| name.try_into().ok()),
                reviewed,
            };
            (imported, Some(usable))
        }
    }
}

/// Writes the command line or URL, each word as a JSON string.
pub(super) fn leads_to(transport: &Transport) -> String {
    match transport {
        Transport::Stdio { command, args, .. } => {
            let words = std::iter::once(command).chain(args);
            shell_words::join(words.map(String::as_str))
        }
        Transport::Http { url, .. } => url.to_string(),
        Transport::Demo => "usher --demo-server".to_owned(),
    }
}

fn webtool(entry: &Value) -> (ImportedEntry, Option<Usable>) {
    let kind = SetupKind::Webtool;
    let Ok(found) = WebtoolEntry::deserialize(entry) else {
        return unusable(kind, entry, Message::new("setupFile.entry.unreadable"));
    };
    let mut definition = found.definition;
    definition.secrets.clear();
    definition.token = None;
    // Looking for new versions is asked for again, where the person has agreed to the webtool.
    definition.check_every_hours = 0;
    let mut pins = Vec::new();
    for document in found.documents {
        match pin(document, &definition) {
            Ok(pin) => pins.push(pin),
            Err(problem) => return unusable(kind, entry, problem),
        }
    }
    let Some(current) = pins
        .iter()
        .position(|pin| pin.sha256.as_str() == found.current)
    else {
        return unusable(kind, entry, Message::new("setupFile.entry.noVersion"));
    };
    if let Err(problem) = definition.check() {
        return unusable(kind, entry, problem);
    }
    let mut left_out = Vec::new();
    let imported = ImportedEntry {
        leads_to: definition.base.to_string(),
        version: pins.get(current).map(|pin| pin.version.clone()),
        decided: found.decided.read(&mut left_out),
        left_out,
        ..ImportedEntry::new(kind, definition.label.to_string())
    };
    let usable = Usable::Webtool {
        definition: Box::new(definition),
        pins,
        current,
    };
    (imported, Some(usable))
}

/// Reads a document of the file and verifies all its digests.
fn pin(entry: DocumentEntry, definition: &WebtoolDefinition) -> Result<Pin, Message> {
    let place = |text: Option<String>| text.and_then(|text| Url::parse(&text).ok());
    let value =
        value_of(entry.text.as_bytes()).map_err(|_| Message::new("setupFile.entry.document"))?;
    let pin = Pin {
        id: PinId(0),
        sha256: Digest::of_bytes(entry.text.as_bytes()),
        canonical_sha256: Digest::of_value(&value),
        bytes: entry.text.into_bytes(),
        version: entry.version,
        url: place(entry.url),
        final_url: place(entry.final_url),
        media_type: entry.media_type,
        fetched_at: entry.fetched_at,
        standing: WebtoolStanding::Unknown,
    };
    let of_version = |code| {
        let version = usher_types::text::visible(&pin.version);
        Message::new(code).with("version", &*version)
    };
    // Usher 0.1.0 wrote the digest of the rounded document.
    let is_canonical = [
        Some(&pin.canonical_sha256),
        Digest::of_rounded(&value).as_ref(),
    ]
    .into_iter()
    .flatten()
    .any(|digest| digest.as_str() == entry.canonical_sha256);
    if pin.sha256.as_str() != entry.sha256 || !is_canonical {
        return Err(of_version("setupFile.entry.digest"));
    }
    match pin.declares() {
        Some((kind, declared)) if kind == definition.document_kind() && declared == pin.version => {
            Ok(pin)
        }
        Some(_) => Err(of_version("setupFile.entry.otherKind")),
        None => Err(of_version("setupFile.entry.unusable")),
    }
}
