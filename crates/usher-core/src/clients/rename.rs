//! Names that the person gives to clients.

use super::{ClientError, ClientSnapshot, Clients};
use crate::limits;
use usher_servers::events::HostEvent;
use usher_types::approval::ApprovalEnding;
use usher_types::client::KnownClient;
use usher_types::id::ClientId;
use usher_types::text::is_invisible;

impl Clients {
    /// Gives a client another name. What it connects with stays.
    pub async fn rename(&self, id: &ClientId, name: &str) -> Result<ClientSnapshot, ClientError> {
        let inner = &self.0;
        let _writing = inner.writing.lock().await;
        let before = self.snapshot(id)?;
        let name = valid_name(name)?;
        if name == before.client.name {
            return Ok(before);
        }
        let is_taken = {
            let clients = self.0.clients.lock();
            let mut others = clients.values().map(|one| one.state.borrow());
            others.any(|other| other.id != *id && other.goes_by(name))
        };
        if is_taken {
            return Err(ClientError::NameTaken);
        }
        let client = KnownClient {
            name: name.to_owned(),
            ..before.client.clone()
        };
        inner.store.put_client(&client).await?;
        self.record(
            &before,
            &client,
            "ended.clientRenamed",
            ApprovalEnding::Accepted,
        );
        self.change(id, |connected| {
            connected.state.send_replace(client);
        })?;
        // All of these show names of clients.
        inner.events.send(HostEvent::PoliciesChanged);
        inner.events.send(HostEvent::HistoryChanged);
        inner.events.send(HostEvent::TasksChanged);
        inner.approvals.renamed(id);
        self.snapshot(id)
    }

    /// The person's name for a client, or the last one for a client that was removed.
    pub fn name_of(&self, id: &ClientId) -> Option<String> {
        let clients = self.0.clients.lock();
        let known = clients.get(id).map(|one| one.state.borrow().name.clone());
        known.or_else(|| self.0.former.lock().get(id).cloned())
    }

    /// Those that have this name, or had it when they were removed.
    pub fn named(&self, name: &str) -> Vec<ClientId> {
        let mut named: Vec<_> = {
            let former = self.0.former.lock();
            let named = former.iter().filter(|(_, former)| *former == name);
            named.map(|(id, _)| id.clone()).collect()
        };
        let clients = self.0.clients.lock();
        let known = clients.values().map(|one| one.state.borrow());
        let known = known.filter(|known| known.name == name);
        named.extend(known.map(|known| known.id.clone()));
        named
    }
}

/// The name without space around it, if it is one that can be seen as it is.
pub(super) fn valid_name(name: &str) -> Result<&str, ClientError> {
    let name = name.trim();
    let is_long = name.chars().count() > limits::CLIENT_NAME_CHARS;
    if name.is_empty() || is_long || name.chars().any(is_invisible) {
        return Err(ClientError::Name);
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_that_can_be_seen() {
        let long = "x".repeat(limits::CLIENT_NAME_CHARS + 1);
        let cases = [
            ("Editor", Some("Editor")),
            (" Editor at work ", Some("Editor at work")),
            ("Größe 語", Some("Größe 語")),
            (&long[1..], Some(&long[1..])),
            (&long, None),
            ("", None),
            (" \t", None),
            ("Edi\u{202e}tor", None),
            ("Edi\u{200b}tor", None),
            ("Edi\ntor", None),
        ];
        for (given, expected) in cases {
            assert_eq!(valid_name(given).ok(), expected, "{given:?}");
        }
    }
}
