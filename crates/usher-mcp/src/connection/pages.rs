//! Collects the pages of a list.
//!
//! A server may send endless pages, the same one repeatedly, or a broken one; the earlier entries are kept, with the
//! reason for the stop. Entries with a name already listed are left out: they could not be addressed.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::connection_state::Connection;
use crate::decode::list_repair;
use crate::error::CallError;
use crate::limits;
use crate::model::{BrokenEntry, Era, ListKind, Listing};
use crate::readable::{self, FittedEntry, Readable, Unreadable};
use usher_jsonrpc::NO_METHOD;
use usher_messages::{Message, Param};
use usher_types::sent_json::SentJson;

pub(super) async fn collect<T>(
    connection: &Connection,
    kind: ListKind,
    method: &'static str,
    member: &str,
    decode: fn(SentJson, &FittedEntry) -> Result<T, BrokenEntry>,
    key: fn(&T) -> &str,
) -> Result<Listing<T>, CallError> {
    let limits = &connection.shared.rpc.wire.limits;
    let (most_pages, most_entries) = limits.of_list(kind);
    let mut listing = Listing {
        items: Vec::new(),
        broken: Vec::new(),
        cut_short: None,
        cache: None,
    };
    let mut cursors: HashSet<String> = HashSet::new();
    let mut keys: HashSet<String> = HashSet::new();
    let mut cursor: Option<String> = None;
    let mut size_bytes = 0;
    let mut for_clients = ForClients::default();
    'pages: for page in 1.. {
        if page > most_pages {
            listing.cut_short = Some(Message::new("list.tooManyPages").with("count", most_pages));
            break;
        }
        let params =
            cursor.map(|cursor| Map::from_iter([("cursor".to_owned(), Value::String(cursor))]));
        let (mut answer, text) = match connection.request(method, params).await {
            Ok(answered) => {
                size_bytes += answered.size_bytes;
                (answered.raw, answered.text)
            }
            Err(CallError::Rejected {
                code: NO_METHOD, ..
            }) if page == 1 => {
                // The capability `resources` promises no templates, and many servers have none to list.
                if kind != ListKind::Templates {
                    let note = Message::new("repair.unknownList").with("method", method);
                    let wire = &connection.shared.rpc.wire;
                    wire.events.send_repairs(vec![note]).await;
                }
                break;
            }
            Err(error)
                if page == 1 || matches!(error, CallError::Closed(_) | CallError::Cancelled) =>
            {
                return Err(error);
            }
            Err(error) => {
                listing.cut_short = Some(
                    Message::new("list.pageFailed")
                        .with("page", page)
                        .with("reason", error.message()),
                );
                break;
            }
        };
        let mut notes = Vec::new();
        list_repair::mend(&mut answer, method, member, key_of(kind), &mut notes);
        connection.shared.rpc.wire.events.send_repairs(notes).await;
        let Some(entries) = answer
            .get_mut(member)
            .and_then(Value::as_array_mut)
            .map(std::mem::take)
        else {
            let what = Message::new("response.noList")
                .with("method", method)
                .with("member", member);
            if page == 1 {
                return Err(connection.redact_error(CallError::Undecodable { what, raw: answer }));
            }
            listing.cut_short = Some(
                Message::new("list.pageFailed")
                    .with("page", page)
                    .with("reason", what),
            );
            break;
        };
        listing.cache = match (listing.cache, connection.cache_hint(&answer)) {
            (Some(before), Some(hint)) => Some(before.merge(hint)),
            (before, hint) => before.or(hint),
        };
        // The first page is accepted whole: it is no longer than a message may be.
        if page > 1 && size_bytes > limits.list_bytes {
            listing.cut_short = Some(Message::new("list.tooLong").with(
                "size",
                Param::Bytes {
                    bytes: limits.list_bytes,
                },
            ));
            break;
        }
        let texts = text.as_deref().and_then(|text| entry_texts(text, member));
        let mut texts = texts.into_iter().flatten();
        for entry in entries {
            let entry = match texts.next() {
                Some(text) => SentJson::new(entry, text.get()),
                None => entry.into(),
            };
            if listing.items.len() + listing.broken.len() >= most_entries {
                listing.cut_short =
                    Some(Message::new("list.tooManyItems").with("count", most_entries));
                break 'pages;
            }
            let fitted = readable::entry(kind, entry.value().clone());
            match decode(entry, &fitted) {
                Ok(item) if keys.insert(key(&item).to_owned()) => {
                    for_clients.add(key(&item), fitted);
                    listing.items.push(item);
                }
                Ok(duplicate) => listing.broken.push(BrokenEntry {
                    name: Some(key(&duplicate).to_owned()),
                    problem: Message::new("entry.duplicate"),
                }),
                Err(broken) => listing.broken.push(broken),
            }
        }
        cursor = match answer.get("nextCursor") {
            // An empty cursor is valid since 2026-07-28 (server/utilities/pagination).
            Some(Value::String(next))
                if next.is_empty() && connection.agreed().era == Era::Legacy =>
            {
                listing.cut_short = Some(Message::new("list.emptyCursor"));
                break;
            }
            Some(Value::String(next)) if next.len() > limits::CURSOR_BYTES => {
                listing.cut_short =
                    Some(Message::new("list.longCursor").with("size", Param::bytes(next.len())));
                break;
            }
            Some(Value::String(next)) if !cursors.insert(next.clone()) => {
                listing.cut_short = Some(Message::new("list.repeatedCursor"));
                break;
            }
            Some(Value::String(next)) => Some(next.clone()),
            Some(Value::Null) | None => break,
            Some(other) => {
                listing.cut_short =
                    Some(Message::new("list.noCursor").with("value", other.to_string()));
                break;
            }
        };
    }
    let wire = &connection.shared.rpc.wire;
    wire.events.send_repairs(for_clients.notes(method)).await;
    Ok(listing)
}

/// The member that no entry can do without.
fn key_of(kind: ListKind) -> &'static str {
    match kind {
        ListKind::Tools | ListKind::Prompts => "name",
        ListKind::Resources => "uri",
        ListKind::Templates => "uriTemplate",
    }
}

/// The entries that the libraries of clients cannot read as they came.
#[derive(Default)]
struct ForClients {
    mended: Vec<String>,
    withheld: Vec<String>,
}

impl ForClients {
    fn add(&mut self, name: &str, fitted: FittedEntry) {
        match fitted {
            Ok(Readable { mended, .. }) if mended.is_empty() => {}
            Ok(Readable { mended, .. }) => {
                self.mended.push(format!("{name} ({})", mended.join(", ")));
            }
            Err(Unreadable(member)) => self.withheld.push(format!("{name} ({member})")),
        }
    }

    fn notes(self, method: &'static str) -> Vec<Message> {
        let note = |code: &'static str, mut names: Vec<String>| {
            let count = names.len();
            if count > limits::NAMED_ENTRIES {
                names.truncate(limits::NAMED_ENTRIES);
                names.push("…".to_owned());
            }
            (count > 0).then(|| {
                Message::new(code)
                    .with("method", method)
                    .with("count", count)
                    .with("names", names.join("; "))
            })
        };
        let mended = note("repair.mended", self.mended);
        let withheld = note("repair.withheld", self.withheld);
        mended.into_iter().chain(withheld).collect()
    }
}

/// Returns the texts of the entries in the answer to a list request.
fn entry_texts<'a>(answer: &'a str, member: &str) -> Option<Vec<&'a RawValue>> {
    #[derive(Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        result: BTreeMap<String, &'a RawValue>,
    }
    let mut answer: Answer<'a> = serde_json::from_str(answer).ok()?;
    serde_json::from_str(answer.result.remove(member)?.get()).ok()
}
