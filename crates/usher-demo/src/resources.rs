//! Lists, reads and subscribes to the resources.
//!
//! What never changes is in [`fixed`], what changes by itself in [`clock`], what is computed from an address in
//! [`templates`].

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::icons::{self, Glyph};
use crate::session::Session;
use crate::{page, params};

mod clock;
mod fixed;
mod templates;

pub(crate) use fixed::{contents, entry, uris};
pub(crate) use templates::{CITIES, FORECAST, TABLES};

const PAGE_SIZE: usize = 8;
const TEMPLATE_PAGE_SIZE: usize = 2;

/// All notes of the session on one page.
pub(crate) const NOTES: &str = "demo://notes";

/// The address of one note, counted from 1.
pub(crate) fn note_uri(number: usize) -> String {
    format!("{NOTES}/{number}")
}

/// `resources/list`.
pub(crate) fn list(session: &Session, params: Map<String, Value>) -> Result<Value, Fault> {
    let mut resources = vec![clock::entry()];
    resources.extend(uris().into_iter().filter_map(entry));
    resources.push(clock::face_entry());
    resources.extend(notes(session));
    page::cut("resources/list", params, "resources", resources, PAGE_SIZE)
}

/// `resources/templates/list`.
pub(crate) fn list_templates(params: Map<String, Value>) -> Result<Value, Fault> {
    page::cut(
        "resources/templates/list",
        params,
        "resourceTemplates",
        templates::all(),
        TEMPLATE_PAGE_SIZE,
    )
}

#[derive(Deserialize)]
struct UriParams {
    uri: String,
}

/// `resources/read`.
pub(crate) fn read(session: &Session, params: Map<String, Value>) -> Result<Value, Fault> {
    let UriParams { uri } = params::parse("resources/read", params)?;
    let contents = find(session, &uri).ok_or_else(|| Fault::no_resource(&uri))?;
    Ok(json!({ "contents": [contents] }))
}

/// `resources/subscribe`. A resource that never changes can be subscribed too; it stays silent.
pub(crate) fn subscribe(
    session: &Arc<Session>,
    params: Map<String, Value>,
) -> Result<Value, Fault> {
    let UriParams { uri } = params::parse("resources/subscribe", params)?;
    if find(session, &uri).is_none() {
        return Err(Fault::no_resource(&uri));
    }
    let ticker = clock::is_clock(&uri).then(|| clock::start(Arc::clone(session), uri.clone()));
    session.subscribe(&uri, ticker);
    Ok(json!({}))
}

/// `resources/unsubscribe`.
pub(crate) fn unsubscribe(session: &Session, params: Map<String, Value>) -> Result<Value, Fault> {
    let UriParams { uri } = params::parse("resources/unsubscribe", params)?;
    session.unsubscribe(&uri);
    Ok(json!({}))
}

fn find(session: &Session, uri: &str) -> Option<Value> {
    clock::contents(uri)
        .or_else(|| contents(uri))
        .or_else(|| note(session, uri))
        .or_else(|| templates::contents(uri))
}

fn notes(session: &Session) -> Vec<Value> {
    let notes = session.notes();
    let page = json!({
        "uri": NOTES,
        "name": "notes",
        "title": "All notes",
        "description": "Every note of this session on one page",
        "mimeType": "text/markdown",
        "size": notes_page(&notes).len(),
        "icons": icons::of(Glyph::Note),
        "annotations": { "audience": ["user", "assistant"], "priority": 0.4 },
    });
    let single = notes.iter().enumerate().map(|(index, text)| {
        json!({
            "uri": note_uri(index + 1),
            "name": format!("note-{}", index + 1),
            "title": format!("Note {}", index + 1),
            "mimeType": "text/plain",
            "size": text.len(),
            "icons": icons::of(Glyph::Note),
            "annotations": { "audience": ["user"], "priority": 0.3 },
        })
    });
    std::iter::once(page).chain(single).collect()
}

fn note(session: &Session, uri: &str) -> Option<Value> {
    let notes = session.notes();
    if uri == NOTES {
        let text = notes_page(&notes);
        return Some(json!({ "uri": NOTES, "mimeType": "text/markdown", "text": text }));
    }
    let number: usize = uri.strip_prefix("demo://notes/")?.parse().ok()?;
    let text = notes.get(number.checked_sub(1)?)?;
    Some(json!({ "uri": uri, "mimeType": "text/plain", "text": text }))
}

fn notes_page(notes: &[String]) -> String {
    if notes.is_empty() {
        return "# Notes\n\nNo notes yet. The tool `add_note` adds one.\n".to_owned();
    }
    let items: Vec<String> = (1..)
        .zip(notes)
        .map(|(number, text)| format!("{number}. {text}"))
        .collect();
    format!("# Notes\n\n{}\n", items.join("\n"))
}
