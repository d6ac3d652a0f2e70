//! Parses the `server.json` of the MCP registry: each way to run or to reach one server.
//!
//! What a pasted server cannot carry is named in its notes; a way that cannot be taken is named beside the others.

mod package;
mod values;

use serde_json::Value;

use super::placeholders::without_references_in_host;
use super::{Found, Problem, entry, pasted_server};
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport};
use usher_types::text::{beginning, visible};
use values::Values;

/// The longest text of a publisher that is repeated, in bytes.
const SHOWN_BYTES: usize = 200;

/// One way to run or to reach the server.
struct Way {
    transport: PastedTransport,
    notes: Vec<Message>,
}

/// What the registry says about the entry as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Listed,
    Deprecated,
    Deleted,
}

/// Reads a `server.json`, alone or as the registry answers with it; `None` = it is something else.
pub(super) fn read(answer: &Value) -> Option<Result<Found, Problem>> {
    let root = answer.get("server").unwrap_or(answer);
    let name = text(root, "name")?;
    let (packages, remotes) = (list(root, "packages"), list(root, "remotes"));
    if packages.is_empty() && remotes.is_empty() {
        return None;
    }
    let of_server = |code| Message::new(code).with("name", shown(name));
    let status = status(answer, root);
    if status == Status::Deleted {
        return Some(Err(Problem::new(of_server("paste.way.deleted"))));
    }
    let ways = remotes.iter().map(remote);
    let ways = ways.chain(packages.iter().map(package::read));
    let (mut servers, mut refused) = (Vec::new(), Vec::new());
    for way in ways {
        match way {
            Ok(way) => servers.push(server(name, status, way)),
            Err(reason) => refused.push(reason),
        }
    }
    let summary = if servers.is_empty() {
        of_server("paste.notStartable")
    } else {
        Message::new("paste.registry").with("ways", servers.len())
    };
    let summary = refused.into_iter().fold(summary, Message::followed_by);
    Some(if servers.is_empty() {
        Err(Problem::new(summary))
    } else {
        Ok((summary, servers))
    })
}

/// The whole name is the label: its last part alone could be that of another publisher's server.
fn server(name: &str, status: Status, way: Way) -> PastedServer {
    let Way {
        mut transport,
        mut notes,
    } = way;
    if let PastedTransport::Http { url, .. } = &mut transport {
        without_references_in_host(url);
    }
    if status == Status::Deprecated {
        notes.insert(0, Message::new("paste.way.deprecated"));
    }
    notes.extend(entry::remarks(&transport));
    pasted_server(Some(name), transport, notes)
}

/// In the entry itself before 2025-09, in what the registry adds since then.
fn status(answer: &Value, root: &Value) -> Status {
    let official = |value: &Value| {
        let meta = value.get("_meta")?;
        let official = meta.get("io.modelcontextprotocol.registry/official")?;
        text(official, "status").map(str::to_owned)
    };
    let own = || text(root, "status").map(str::to_owned);
    match official(answer)
        .or_else(|| official(root))
        .or_else(own)
        .as_deref()
    {
        Some("deleted") => Status::Deleted,
        Some("deprecated") => Status::Deprecated,
        _ => Status::Listed,
    }
}

fn remote(remote: &Value) -> Result<Way, Message> {
    let mut values = Values::default();
    let transport = values.http(remote)?;
    let known = ["type", "transportType", "url", "headers", "variables"];
    values.name_unused(remote, &known);
    Ok(Way {
        transport,
        notes: values.into_notes(),
    })
}

/// A member by its name since 2025-09, or by the one before.
fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.get(name).or_else(|| value.get(former(name)))
}

/// The name before 2025-09, in small letters.
fn former(name: &str) -> String {
    name.chars()
        .flat_map(|letter| {
            let mark = letter.is_ascii_uppercase().then_some('_');
            mark.into_iter().chain([letter.to_ascii_lowercase()])
        })
        .collect()
}

/// A text that says something.
fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    let text = member(value, name)?.as_str()?;
    (!text.trim().is_empty()).then_some(text)
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let list = member(value, name).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// A text of the publisher, as a message repeats it.
fn shown(text: &str) -> String {
    let text = visible(text.trim());
    beginning(&text, SHOWN_BYTES).into_owned()
}
