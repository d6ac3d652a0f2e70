//! Names that the person gives to clients.

use super::{ClientError, ClientSnapshot, Clients};
use crate::limits;
use usher_types::approval::ApprovalEnding;
use usher_types::caller::Caller;
use usher_types::client::KnownClient;
use usher_types::id::ClientId;
use usher_types::text::is_invisible;

impl Clients {
    /// Gives a client another name. Its permissions, calls and records go with it; what it connects with stays.
    ///
    /// Refused while a call of it runs or waits: what comes of that is kept under the name it began with, and a
    /// permission given then would be nobody's.
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
        let agent = |name: &str| Caller::Agent {
            name: name.to_owned(),
        };
        let (old, new) = (agent(&before.client.name), agent(name));
        if inner.approvals.calls.any_by(&old) {
            return Err(ClientError::Busy);
        }
        // What is written later would keep the name that it began with.
        inner.record_permits.recorded().await;
        inner.approvals.written().await;
        let client = KnownClient {
            name: name.to_owned(),
            ..before.client.clone()
        };
        inner
            .store
            .rename_client(&client, &before.client.name)
            .await?;
        inner.policies.rename_caller(&old, &new);
        let accesses = &inner.approvals.calls.clients;
        accesses.rename(&before.client.name, &client.name);
        self.record(
            &before,
            &client,
            "ended.clientRenamed",
            ApprovalEnding::Accepted,
        );
        self.change(id, |connected| {
            connected.state.send_replace(client);
        })?;
        self.snapshot(id)
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
