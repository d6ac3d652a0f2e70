//! Reading a setup file, and adding what the person chose of it. Servers come turned off and webtools stopped, both
//! without anybody's consent: that is given where each of them is looked at.

use std::collections::HashSet;

use serde::Deserialize as _;
use serde_json::Value;
use url::Url;

use super::export::{SetupError, values};
use super::file::{DocumentEntry, FORMAT, File, ServerEntry, VERSION, WebtoolEntry};
use crate::background::in_background;
use crate::definition::{
    self, ConfiguredServer, DraftDefinition, DraftNamedValue, DraftTransport, DraftValue, Label,
    NamedValue, SavedValue, ServerDefinition, Taken, Transport, free_label,
};
use crate::host::Host;
use crate::id::{SecretRef, ServerId, WebtoolId};
use crate::pins::Digest;
use crate::servers::LogLevel;
use crate::webtools::{ConfiguredWebtool, Pin, PinId, WebtoolDefinition};

/// The longest setup file, in bytes.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The most servers or webtools in one.
const MAX_ENTRIES: usize = 1_000;

/// One server or webtool in a setup file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brought {
    /// Its place in the file; by this it is chosen.
    pub index: usize,
    /// What it is.
    pub kind: BroughtKind,
    /// What it was called.
    pub label: String,
    /// Exactly what would be started or reached.
    pub leads_to: String,
    /// The version a webtool is pinned to.
    pub version: Option<String>,
    /// How many values it had that are no part of the file and have to be given again.
    pub secrets: usize,
    /// Whether an equal one is set up here.
    pub known: bool,
    /// Why it cannot be taken.
    pub problem: Option<String>,
}

/// What an entry of a setup file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BroughtKind {
    /// An MCP server.
    Server,
    /// A webtool.
    Webtool,
}

/// An entry that can be added.
#[derive(Clone)]
enum Usable {
    Server(ServerDefinition),
    Webtool {
        definition: Box<WebtoolDefinition>,
        pins: Vec<Pin>,
        current: usize,
    },
}

impl Host {
    /// Reads a setup file and verifies what is in it. Adds nothing.
    pub async fn read_setup(&self, text: String) -> Result<Vec<Brought>, SetupError> {
        Ok(self
            .brought(text)
            .await?
            .into_iter()
            .map(|(brought, _)| brought)
            .collect())
    }

    /// Adds entries of a setup file. Nothing is started, reached or agreed to. What cannot be used is passed over;
    /// says how many were added.
    pub async fn import_setup(&self, text: String, picks: &[usize]) -> Result<usize, SetupError> {
        let brought = self.brought(text).await?;
        let chosen = brought
            .into_iter()
            .filter(|(brought, _)| picks.contains(&brought.index));
        let mut added = 0;
        for (_, usable) in chosen {
            match usable {
                Some(Usable::Server(definition)) => self.bring_server(definition).await?,
                Some(Usable::Webtool {
                    definition,
                    pins,
                    current,
                }) => self.bring_webtool(*definition, pins, current).await?,
                None => continue,
            }
            added += 1;
        }
        Ok(added)
    }

    async fn brought(&self, text: String) -> Result<Vec<(Brought, Option<Usable>)>, SetupError> {
        let mut known: HashSet<String> = self
            .list_servers()
            .iter()
            .map(|server| leads_to(&server.definition.transport))
            .collect();
        known.extend(
            self.list_webtools()
                .iter()
                .map(|webtool| webtool.base().to_string()),
        );
        let read = in_background(move || read(&text)).await;
        let mut entries =
            read.unwrap_or_else(|| Err(SetupError::Unreadable("it could not be read.".into())))?;
        for (brought, _) in &mut entries {
            brought.known = known.contains(&brought.leads_to);
        }
        Ok(entries)
    }

    async fn bring_server(&self, mut definition: ServerDefinition) -> Result<(), SetupError> {
        definition.label = self.free(&definition.label);
        let server = ConfiguredServer {
            id: ServerId::fresh(),
            definition,
            // Nobody has agreed to it here.
            consent: String::new(),
            enabled: false,
            created_at: self.around().clock.now_ms(),
            verdict: None,
            log_level: LogLevel::default(),
            sign_in: None,
        };
        self.admit_imported(server).await?;
        Ok(())
    }

    async fn bring_webtool(
        &self,
        mut definition: WebtoolDefinition,
        pins: Vec<Pin>,
        current: usize,
    ) -> Result<(), SetupError> {
        definition.label = self.free(&definition.label);
        let webtool = ConfiguredWebtool {
            id: WebtoolId::fresh(),
            definition,
            current: PinId(0),
            consent: String::new(),
            enabled: true,
            checked: None,
            created_at: self.around().clock.now_ms(),
        };
        self.admit_webtool(&webtool, pins, current).await?;
        Ok(())
    }

    fn free(&self, label: &Label) -> Label {
        let servers = self.list_servers();
        let webtools = self.list_webtools();
        let taken: Vec<Label> = servers
            .iter()
            .map(|server| server.definition.label.clone())
            .chain(
                webtools
                    .iter()
                    .map(|webtool| webtool.configured.definition.label.clone()),
            )
            .collect();
        free_label(label.as_str(), &taken)
    }
}

fn read(text: &str) -> Result<Vec<(Brought, Option<Usable>)>, SetupError> {
    let no = |why: &str| Err(SetupError::Unreadable(why.to_owned()));
    if text.len() > MAX_BYTES {
        return no("it is longer than 16 MiB.");
    }
    let Ok(file) = serde_json::from_str::<File>(text) else {
        return no("export one in Settings of another Usher.");
    };
    if file.format != FORMAT {
        return no("it calls itself something else.");
    }
    if file.version > VERSION {
        return no("it was made by a newer Usher. Update this one, then import it.");
    }
    if file.servers.len() + file.webtools.len() > MAX_ENTRIES {
        return no("there are more than 1000 entries in it.");
    }
    let servers = file.servers.iter().map(server);
    let webtools = file.webtools.iter().map(webtool);
    let numbered = servers.chain(webtools).enumerate();
    Ok(numbered
        .map(|(index, (brought, usable))| (Brought { index, ..brought }, usable))
        .collect())
}

fn unusable(kind: BroughtKind, entry: &Value, problem: String) -> (Brought, Option<Usable>) {
    let label = entry.pointer("/definition/label").and_then(Value::as_str);
    let brought = Brought {
        index: 0,
        kind,
        label: label.unwrap_or("without a name").to_owned(),
        leads_to: String::new(),
        version: None,
        secrets: 0,
        known: false,
        problem: Some(problem),
    };
    (brought, None)
}

fn server(entry: &Value) -> (Brought, Option<Usable>) {
    let kind = BroughtKind::Server;
    let Ok(ServerEntry { mut definition }) = ServerEntry::deserialize(entry) else {
        return unusable(kind, entry, "It cannot be read.".into());
    };
    for named in values(&mut definition.transport) {
        if let SavedValue::Secret(reference) = &mut named.value {
            *reference = SecretRef::fresh();
        }
    }
    let checked = definition::check(
        draft(&definition),
        Taken {
            labels: &[],
            replaces: Some(&definition),
        },
    );
    match checked {
        Err(problems) => {
            let words: Vec<_> = problems
                .into_iter()
                .map(|problem| problem.message)
                .collect();
            unusable(kind, entry, words.join(" "))
        }
        Ok(checked) => {
            let transport = &checked.definition.transport;
            let brought = Brought {
                index: 0,
                kind,
                label: checked.definition.label.to_string(),
                leads_to: leads_to(transport),
                version: None,
                secrets: transport.secret_refs().len(),
                known: false,
                problem: None,
            };
            (brought, Some(Usable::Server(checked.definition)))
        }
    }
}

/// The definition as the person would have to write it, so that it is checked as that is.
fn draft(definition: &ServerDefinition) -> DraftDefinition {
    let values = |values: &[NamedValue]| {
        let draft = values.iter().map(|named| DraftNamedValue {
            name: named.name.clone(),
            value: match &named.value {
                SavedValue::Plain(text) => DraftValue::Plain(text.clone()),
                SavedValue::Secret(_) => DraftValue::KeepStored,
            },
        });
        draft.collect()
    };
    DraftDefinition {
        label: definition.label.to_string(),
        transport: match &definition.transport {
            Transport::Stdio {
                command,
                args,
                env,
                cwd,
            } => DraftTransport::Stdio {
                command: command.clone(),
                args: args.clone(),
                env: values(env),
                cwd: cwd.clone(),
            },
            Transport::Http { url, headers } => DraftTransport::Http {
                url: url.to_string(),
                headers: values(headers),
            },
            Transport::Demo => DraftTransport::Demo,
        },
        era: definition.era,
    }
}

/// Exactly what is started or reached, one word each in JSON's own marks.
fn leads_to(transport: &Transport) -> String {
    match transport {
        Transport::Stdio { command, args, .. } => {
            let words = std::iter::once(command).chain(args);
            shell_words::join(words.map(String::as_str))
        }
        Transport::Http { url, .. } => url.to_string(),
        Transport::Demo => "the demo server inside Usher".to_owned(),
    }
}

fn webtool(entry: &Value) -> (Brought, Option<Usable>) {
    let kind = BroughtKind::Webtool;
    let Ok(found) = WebtoolEntry::deserialize(entry) else {
        return unusable(kind, entry, "It cannot be read.".into());
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
        return unusable(
            kind,
            entry,
            "The version it is pinned to is not in the file.".into(),
        );
    };
    if let Err(problem) = definition.check() {
        return unusable(kind, entry, problem);
    }
    let brought = Brought {
        index: 0,
        kind,
        label: definition.label.to_string(),
        leads_to: definition.base.to_string(),
        version: pins.get(current).map(|pin| pin.version.clone()),
        secrets: 0,
        known: false,
        problem: None,
    };
    let usable = Usable::Webtool {
        definition: Box::new(definition),
        pins,
        current,
    };
    (brought, Some(usable))
}

/// A document out of the file, with every digest made anew and held against what the file says.
fn pin(entry: DocumentEntry, definition: &WebtoolDefinition) -> Result<Pin, String> {
    let place = |text: Option<String>| text.and_then(|text| Url::parse(&text).ok());
    let pin = Pin {
        id: PinId(0),
        sha256: Digest::of_bytes(entry.text.as_bytes()),
        canonical_sha256: serde_json::from_str(&entry.text)
            .map(|value: Value| Digest::of_value(&value))
            .map_err(|_| "A document in it is not JSON.".to_owned())?,
        bytes: entry.text.into_bytes(),
        version: entry.version,
        url: place(entry.url),
        final_url: place(entry.final_url),
        media_type: entry.media_type,
        fetched_at: entry.fetched_at,
    };
    let version = crate::text::visible(&pin.version).into_owned();
    if pin.sha256.as_str() != entry.sha256
        || pin.canonical_sha256.as_str() != entry.canonical_sha256
    {
        return Err(format!(
            "The document of version {version} was changed in the file: it does not have the digest that stands beside it."
        ));
    }
    match pin.declares() {
        Some((kind, declared)) if kind == definition.document_kind() && declared == pin.version => {
            Ok(pin)
        }
        Some(_) => Err(format!(
            "The document of version {version} is of another kind or version than the file says."
        )),
        None => Err(format!("The document of version {version} cannot be used.")),
    }
}
