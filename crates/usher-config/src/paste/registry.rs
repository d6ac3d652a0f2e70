//! Parses the `server.json` of the MCP registry: each way to run or to reach one server.
//!
//! What a pasted server cannot carry is named in its notes; a way that cannot be taken is named beside the others.

mod members;
mod package;
mod values;

use serde_json::Value;

use super::entry;
use super::pasted::pasted_server;
use super::placeholders::without_references_in_host;
use super::problem::Problem;
use super::summary::Found;
use members::{list, shown, text};
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport};
use values::{Values, Way};

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
