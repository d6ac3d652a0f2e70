//! Takes credentials out of pasted arguments and URLs, so that they are kept as secrets.

use url::Url;

use crate::definition::{Credential, take_from_args, take_from_url};
use usher_messages::Message;
use usher_types::input::{references, shown_url};
use usher_types::paste::{PastedTransport, PastedValue};

/// Takes them out; returns what the person is told of it.
pub(super) fn take(transport: &mut PastedTransport) -> Vec<Message> {
    let mut notes = Vec::new();
    match transport {
        PastedTransport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => {
            let known = env.iter().map(|value| value.name.as_str());
            let taken = take_from_args(command, args, known);
            notes.extend(note(&taken.env, "paste.note.secretEnv"));
            notes.extend(note(&taken.inputs, "paste.note.secretArgument"));
            env.extend(taken.env.into_iter().map(pasted));
            inputs.extend(taken.inputs.into_iter().map(pasted));
            let named = env.iter().map(|value| value.value.as_str());
            let texts = [command.as_str()]
                .into_iter()
                .chain(args.iter().map(String::as_str));
            add_empty(inputs, texts.chain(cwd.as_deref()).chain(named));
        }
        PastedTransport::Http {
            url,
            headers,
            inputs,
        } => {
            if let Ok(mut parsed) = Url::parse(url) {
                let taken = take_from_url(&mut parsed);
                if !taken.is_empty() {
                    notes.extend(note(&taken, "paste.note.secretUrl"));
                    inputs.extend(taken.into_iter().map(pasted));
                    *url = shown_url(&parsed);
                }
            }
            let named = headers.iter().map(|value| value.value.as_str());
            add_empty(inputs, named.chain([url.as_str()]));
        }
    }
    notes
}

/// What is referred to without a value, as `mcp.json` of VS Code has it, is there to be filled in.
fn add_empty<'a>(inputs: &mut Vec<PastedValue>, texts: impl IntoIterator<Item = &'a str>) {
    for (name, _) in texts.into_iter().flat_map(references) {
        if inputs.iter().all(|input| input.name != name) {
            inputs.push(PastedValue {
                name: name.to_owned(),
                value: String::new(),
                looks_secret: true,
            });
        }
    }
}

fn note(taken: &[Credential], code: &'static str) -> Option<Message> {
    let names: Vec<_> = taken
        .iter()
        .map(|credential| format!("“{}”", credential.name))
        .collect();
    (!names.is_empty()).then(|| Message::new(code).with("names", names))
}

fn pasted(credential: Credential) -> PastedValue {
    PastedValue {
        name: credential.name,
        value: credential.value.expose().to_owned(),
        looks_secret: true,
    }
}
