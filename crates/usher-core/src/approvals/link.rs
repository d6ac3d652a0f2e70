//! Usher's own question: whether an address that stands in what a server sent is opened. The person has clicked at it,
//! and sees what it really is before anything happens. Not here: the opening, which every address goes through alike.

use super::open::{Lifetime, OpenApproval, ReplyState, Requester};
use super::{AnswerError, Approval, ApprovalRequest, Approvals};
use crate::approvals::record::entry::Resolution;
use crate::host::Host;
use crate::request_error::RequestError;
use usher_types::address::Address;
use usher_types::id::{ApprovalId, ServerId};

/// Where an address stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkPlace {
    /// The server names it as its website (2025-11-25, basic/lifecycle, `websiteUrl`).
    Website,
    /// It is the address of a resource.
    Resource {
        /// The resource's display name. Server text.
        title: String,
    },
}

/// Why nothing is asked about an address.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Nobody knows whose it is.
    #[error("The page was not opened: the server it is from was removed.")]
    UnknownServer,
    /// A credential that could stand in it cannot be read, so it could not be recorded without it.
    #[error("The page was not opened. {0}")]
    Unreadable(#[from] RequestError),
}

impl LinkPlace {
    /// It in words, as the record names it.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Website => "the website the server names".to_owned(),
            Self::Resource { title } => format!("the resource “{title}”"),
        }
    }
}

impl Approvals {
    /// Puts the question into the queue, without a limit because the person has started it; one that is there
    /// already is that question.
    fn open_link(&self, requester: Requester, question: ApprovalRequest) -> Approval {
        let mut queue = self.lock();
        let same = |open: &&OpenApproval| {
            open.requester.server == requester.server && open.ask.question == question
        };
        if let Some(open) = queue.open.iter().find(same) {
            return open.ask.clone();
        }
        let ask = self.ask(&requester.server, None, question);
        let (bound, line) = (Lifetime::Connection, ReplyState::Nobody);
        self.put(&mut queue, requester, ask.clone(), bound, line);
        ask
    }

    /// The browser was told to open it, and that is all there is to it.
    pub(super) async fn link_opened(
        &self,
        id: &ApprovalId,
        address: &Address,
    ) -> Result<(), AnswerError> {
        self.take_answered(id, |_| Resolution::opened(address))
            .await?;
        Ok(())
    }
}

impl Host {
    /// Asks the person about an address that stands in what a server or webtool sent. Opens nothing.
    pub async fn ask_about_link(
        &self,
        owner: &ServerId,
        address: &str,
        place: LinkPlace,
    ) -> Result<Approval, LinkError> {
        let source = self.tool_source(owner).ok_or(LinkError::UnknownServer)?;
        let redactor = source.redactor().await?;
        let question = ApprovalRequest::Link {
            address: Address::read(address),
            place,
        };
        Ok(self
            .around()
            .approvals
            .open_link(Requester::of(&*source, redactor), question))
    }
}
