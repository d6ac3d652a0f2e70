//! What a running server declares: its tools, prompts, templates, instructions and pages of apps, as they came.

use std::collections::HashSet;

use serde_json::Value;
use usher_mcp::{Prompt, Redactor, ResourceTemplate, Tool};
use usher_messages::Message;

use usher_review::canonical::Digest;
use usher_review::items::{Declared, ItemName, SECRET_MARK};
use usher_servers::catalog::{ListState, Listed};
use usher_servers::servers::ServerEntry;
use usher_servers::snapshot::ServerState;
use usher_types::review::ItemKind;
use usher_types::sent_json::SentJson;

/// All a server declares now, each name once: the first of two is the one that is used.
pub(super) fn declared(entry: &ServerEntry) -> Vec<Declared> {
    let mut all = of::<Tool>(entry);
    all.extend(of::<Prompt>(entry));
    all.extend(of::<ResourceTemplate>(entry));
    all.extend(instructions(entry));
    all.extend(entry.ui_resources().into_iter().map(ui_resource));
    all
}

/// One item, as it is declared now.
pub(super) fn declared_item(entry: &ServerEntry, item: &ItemName) -> Option<Declared> {
    match item.kind {
        ItemKind::Tool => one::<Tool>(entry, &item.name),
        ItemKind::Prompt => one::<Prompt>(entry, &item.name),
        ItemKind::Template => one::<ResourceTemplate>(entry, &item.name),
        ItemKind::Instructions => instructions(entry),
        ItemKind::UiResource => entry
            .ui_resources()
            .into_iter()
            .map(ui_resource)
            .find(|declared| declared.item == *item),
    }
}

/// Whether all a server declares of this kind is known.
pub(super) fn is_read(entry: &ServerEntry, kind: ItemKind) -> bool {
    if kind == ItemKind::UiResource {
        // A page is read when it is to be drawn; one that was not is not gone.
        return false;
    }
    match list_state(entry, kind) {
        Some(state) => matches!(state, ListState::Ready { .. } | ListState::NotOffered),
        None => matches!(entry.state(), ServerState::Running { .. }),
    }
}

/// Returns why reading a server's items of this kind failed.
pub(super) fn reading_fault(entry: &ServerEntry, kind: ItemKind) -> Option<Message> {
    match list_state(entry, kind)? {
        ListState::Failed { message } => Some(message),
        ListState::Offline
        | ListState::Loading
        | ListState::Ready { .. }
        | ListState::NotOffered => None,
    }
}

/// How far the list is that items of this kind stand in; instructions and pages stand in none.
fn list_state(entry: &ServerEntry, kind: ItemKind) -> Option<ListState> {
    match kind {
        ItemKind::Tool => Some(entry.catalog.section::<Tool>().state),
        ItemKind::Prompt => Some(entry.catalog.section::<Prompt>().state),
        ItemKind::Template => Some(entry.catalog.section::<ResourceTemplate>().state),
        ItemKind::Instructions | ItemKind::UiResource => None,
    }
}

/// What the kinds of listed items have in common.
trait Named: Listed {
    const ITEM: ItemKind;

    fn called(&self) -> &str;

    fn raw(&self) -> &SentJson;
}

macro_rules! named {
    ($entry:ty, $kind:ident, $name:ident) => {
        impl Named for $entry {
            const ITEM: ItemKind = ItemKind::$kind;

            fn called(&self) -> &str {
                &self.$name
            }

            fn raw(&self) -> &SentJson {
                &self.raw
            }
        }
    };
}

named!(Tool, Tool, name);
named!(Prompt, Prompt, name);
named!(ResourceTemplate, Template, uri_template);

fn of<T: Named>(entry: &ServerEntry) -> Vec<Declared> {
    let section = entry.catalog.section::<T>();
    let redactor = entry.redactor();
    let mut seen = HashSet::new();
    section
        .items
        .iter()
        .filter(|shown| seen.insert(shown.entry.called().to_owned()))
        .map(|shown| declare(&shown.entry, &redactor))
        .collect()
}

fn one<T: Named>(entry: &ServerEntry, name: &str) -> Option<Declared> {
    let found = entry.catalog.find::<T>(|entry| entry.called() == name)?;
    Some(declare(&found.entry, &entry.redactor()))
}

/// Secrets are blanked, for pins are kept, and taken along.
fn declare<T: Named>(entry: &T, redactor: &Redactor) -> Declared {
    Declared {
        item: ItemName {
            kind: T::ITEM,
            name: entry.called().to_owned(),
        },
        value: entry
            .raw()
            .clone()
            .map(|raw| redactor.marked(raw, &fingerprint_of)),
    }
}

/// Stands beside a text without its secrets, so that another text is another definition all the same.
pub(super) fn fingerprint_of(raw: &str) -> String {
    let digest = Digest::of_bytes(raw.as_bytes());
    format!("{SECRET_MARK}{}]", digest.as_str())
}

fn ui_resource((uri, value): (String, Value)) -> Declared {
    Declared {
        item: ItemName {
            kind: ItemKind::UiResource,
            name: uri,
        },
        value: value.into(),
    }
}

fn instructions(entry: &ServerEntry) -> Option<Declared> {
    let agreed = entry.agreed()?;
    Some(Declared {
        item: ItemName {
            kind: ItemKind::Instructions,
            name: String::new(),
        },
        value: entry
            .redactor()
            .marked(
                Value::from(agreed.instructions.as_deref()?),
                &fingerprint_of,
            )
            .into(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use usher_types::secret::Secret;

    use super::*;

    #[test]
    fn a_server_that_hands_out_its_own_words_as_tokens_is_another_definition_all_the_same() {
        let words = [
            "Reads-one-note-of-you",
            "Deletes-all-your-notes",
            "destructiveHint",
        ];
        let redactor = Redactor::new(&words.map(Secret::new));
        let digest = |description: &str, hint: bool| {
            let raw = json!({
                "description": description,
                "annotations": { "destructiveHint": hint, "readOnlyHint": !hint },
            });
            let declared = Declared {
                item: ItemName {
                    kind: ItemKind::Tool,
                    name: "read".to_owned(),
                },
                value: redactor.marked(raw, &fingerprint_of).into(),
            };
            let pin = declared.pin(0);
            for word in words {
                assert!(
                    !pin.definition.contains(word),
                    "a secret is not kept: {}",
                    pin.definition
                );
            }
            pin.digest
        };
        let reviewed = digest(words[0], false);
        assert_eq!(reviewed, digest(words[0], false), "the same stays the same");
        assert_ne!(reviewed, digest(words[1], false), "another description");
        assert_ne!(reviewed, digest(words[0], true), "another hint");
    }
}
