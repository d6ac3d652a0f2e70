//! The record of an address from a server's content that the person was asked about.

use serde_json::{Value, json};

use super::url::without_secret_query;
use crate::approval_queue::record::resolution::Resolution;
use usher_messages::Message;
use usher_types::address::Address;
use usher_types::approval::{ApprovalEnding, LinkPlace};

impl Resolution {
    /// The browser was told to open the page.
    pub(crate) fn opened(address: &Address) -> Self {
        Self {
            sent: Some(json!({ "url": without_secret_query(&address.text()) })),
            ..Self::unanswered(ApprovalEnding::Accepted, Message::new("ended.opened"))
        }
    }
}

pub(in crate::approval_queue) fn shown(address: &Address, place: &LinkPlace) -> Value {
    json!({ "url": without_secret_query(&address.text()), "place": place })
}
