//! Asks the person about addresses that stand in what servers sent.

use super::Approvals;
use crate::approval_queue::Requester;
use usher_messages::Message;
use usher_servers::request_error::RequestError;
use usher_servers::snapshot::{Approval, ApprovalRequest};
use usher_types::address::Address;
use usher_types::approval::LinkPlace;
use usher_types::code::{Code, Coded};
use usher_types::id::SourceId;

/// Why nothing is asked about an address.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum LinkError {
    /// Nobody knows whose it is.
    UnknownServer,
    /// A credential cannot be read, so the address could not be redacted.
    Unreadable(#[from] RequestError),
}

impl LinkError {
    /// Describes it for the person.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownServer => Message::new("answer.link.noServer"),
            Self::Unreadable(error) => {
                Message::new("answer.link.unreadable").with("reason", error.message())
            }
        }
    }

    /// Returns what somebody acts on.
    pub fn code(&self) -> Coded {
        let code = match self {
            Self::UnknownServer => Code::NotFound,
            Self::Unreadable(_) => Code::ServerUnreachable,
        };
        code.into()
    }
}

impl Approvals {
    /// Asks the person before an address from a source's content is opened. Opens nothing.
    pub async fn ask_about_link(
        &self,
        owner: &SourceId,
        address: &str,
        place: LinkPlace,
    ) -> Result<Approval, LinkError> {
        let source = self.sources.find(owner).ok_or(LinkError::UnknownServer)?;
        let redactor = source.redactor().await?;
        let request = ApprovalRequest::Link {
            address: Address::read(address),
            place,
        };
        let requester = Requester::of(&*source, redactor);
        Ok(self.queue.open_link(requester, request).approval)
    }
}
