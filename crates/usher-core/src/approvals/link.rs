//! Asks the person about addresses that stand in what servers sent.

use super::Approvals;
use crate::approval_queue::Requester;
use crate::request_error::RequestError;
use crate::snapshot::{Approval, ApprovalRequest};
use usher_types::address::Address;
use usher_types::approval::LinkPlace;
use usher_types::id::SourceId;

/// Why nothing is asked about an address.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Nobody knows whose it is.
    #[error("The page was not opened: the server it is from was removed.")]
    UnknownServer,
    /// A credential cannot be read, so the address could not be redacted.
    #[error("The page was not opened. {0}")]
    Unreadable(#[from] RequestError),
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
        Ok(self.queue.open_link(requester, request))
    }
}
