//! Builds servers and values from what was read.

use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};
use usher_types::text::visible;

use super::label::label_notes;
use super::secrets;
use crate::definition::{self, Label, NamedValue, SavedValue, Transport};

/// Makes a value as somebody wrote it down.
pub fn pasted_value(name: impl Into<String>, value: impl Into<String>) -> PastedValue {
    let (name, value) = (name.into(), value.into());
    PastedValue {
        looks_secret: definition::looks_secret(&name, &value),
        name,
        value,
    }
}

/// Makes a server, with its own or a derived label.
pub(crate) fn pasted_server(
    label: Option<&str>,
    mut transport: PastedTransport,
    mut notes: Vec<Message>,
) -> PastedServer {
    notes.extend(secrets::take(&mut transport));
    notes.extend(label.map(label_notes).unwrap_or_default());
    let label = match label.map(str::trim).filter(|label| !label.is_empty()) {
        Some(label) => visible(label).chars().take(Label::MAX_CHARS).collect(),
        None => default_label(&transport),
    };
    PastedServer {
        label,
        transport,
        notes,
    }
}

fn default_label(transport: &PastedTransport) -> String {
    let plain = |values: &[PastedValue]| {
        values
            .iter()
            .map(|value| NamedValue {
                name: value.name.clone(),
                value: SavedValue::Plain(String::new()),
            })
            .collect()
    };
    let transport = match transport {
        PastedTransport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => Transport::Stdio {
            command: command.clone(),
            args: args.clone(),
            env: plain(env),
            cwd: cwd.clone(),
            inputs: plain(inputs),
        },
        PastedTransport::Http {
            url,
            headers,
            inputs,
        } => match definition::check_url(url) {
            Ok(url) => Transport::Http {
                url,
                headers: plain(headers),
                inputs: plain(inputs),
            },
            Err(_) => return "Server".to_owned(),
        },
    };
    definition::derived_label(&transport)
}
