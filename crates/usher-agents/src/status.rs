//! Tells whether an agent is connected, and which servers it has of its own.

use usher_config::other_apps::{Candidate, servers};
use usher_messages::Message;

use crate::agent::Agent;
use crate::entry::{self, Entry};
use crate::place::{self, Place};
use crate::preview::current;

/// Whether an agent is connected to Usher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    Connected,
    NotConnected,
    /// It starts Usher, but not as it should: from another place, or disabled.
    Differs,
    /// Another server has the name.
    Taken,
    /// The file cannot be read.
    Unreadable(Message),
}

/// Tells whether an agent is connected. Blocking.
pub fn status(agent: &Agent, entry: &Entry) -> Status {
    let found = current(agent).and_then(|text| match text {
        None => Ok(None),
        Some(text) => place::entry(&text, Place::new(agent, &entry.name, &text))
            .map_err(|problem| problem.message(agent)),
    });
    match found {
        Ok(None) => Status::NotConnected,
        Ok(Some(found)) if entry::agrees(&found, entry, agent) => Status::Connected,
        Ok(Some(found)) if entry::is_usher(&found) => Status::Differs,
        Ok(Some(_)) => Status::Taken,
        Err(reason) => Status::Unreadable(reason),
    }
}

/// The servers that an agent has beside Usher, for the offer to import them. Blocking.
pub fn own_servers(agent: &Agent) -> Result<Vec<Candidate>, Message> {
    match current(agent)? {
        None => Ok(Vec::new()),
        Some(text) => servers(agent.app, &text),
    }
}
