//! Conversions that several projections share.

use std::time::Duration;

use usher_core::host::Host;
use usher_types::caller::Caller;

/// The person's name for the client that calls, or called; `None` = no client does. A client whose name is lost is named
/// by its id: what it did is never shown as the person's.
pub(crate) fn client_of(host: &Host, caller: &Caller) -> Option<String> {
    let client = caller.client()?;
    Some(
        host.clients()
            .name_of(client)
            .unwrap_or_else(|| client.to_string()),
    )
}

/// What an entry is called where people read: its own title, else its name in the protocol.
pub(crate) fn display_name(title: Option<&String>, name: &str) -> String {
    title.map_or(name, String::as_str).to_owned()
}

pub(crate) fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
